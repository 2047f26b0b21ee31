// The engine for other sites, on a platform that says how workers and files are opened.

import { Engine } from "./engine.js";
import { files } from "./files.js";
import { bytesOf, compiled, unpacked } from "./unpack.js";

/** Plays and analyses chess, draughts, Nim and their relations: answers lines of UCI, Hub or UGI, in a worker. */
export class KempelenOn {
    /** Called with every line of the engine. */
    onLine = (line) => {};
    /** Called if a file could not be loaded, or is damaged. */
    onFault = (text) => console.warn(text);
    #engine;
    #isEnded = false;

    /**
     * @param {{ newWorker: () => Worker, open: (address: URL) => Promise<ReadableStream> }} platform
     */
    constructor({ newWorker, open }) {
        const content = async (name) => unpacked(await open(files[name]));
        this.#engine = compiled(() => content("kempelen.wasm")).then((module) => {
            const engine = new Engine(module, newWorker, async ({ name }) => bytesOf(await content(name)));
            engine.onLine = (line) => this.onLine(line);
            engine.onFault = (text) => this.onFault(text);
            return engine;
        });
        // Who sends a line hears of it.
        this.#engine.catch(() => {});
    }

    /**
     * Sends a line. A line waits for those before it; `stop` and `quit` end the search that runs.
     * @param {string} line
     * @returns {Promise<void>} ends when the line is answered, a search included
     */
    async send(line) {
        const engine = await this.#engine;
        if (this.#isEnded) throw new Error("the engine was ended");
        if (/^\s*(stop|quit)\s*$/i.test(line)) this.#stop(engine);
        await engine.send(line);
    }

    /** Ends the running search: its best move comes within 100 milliseconds. */
    stop() {
        this.#engine.then((engine) => this.#stop(engine)).catch(() => {});
    }

    /** Ends the engine. What was not answered yet fails. */
    terminate() {
        this.#isEnded = true;
        this.#engine.then((engine) => engine.terminate()).catch(() => {});
    }

    #stop(engine) {
        if (!engine.isBusy || engine.stop()) return;
        this.onFault("the worker could not be told to stop, so that another one was started: begin again with 'uci', 'hub' or 'ugi'");
    }
}
