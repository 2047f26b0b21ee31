// The engine as a page sees it.

/** Milliseconds until the engine must have answered after it was told to stop. */
const STOP_PATIENCE = 3000;

/** Milliseconds without an answer until a spare worker is started: at first, and after a worker was ended. */
const FIRST_SPARE_AFTER = 2000;
const NEXT_SPARE_AFTER = 100;

/** Plays games, and answers lines of UCI, Hub and UGI, in a worker. */
export class Engine {
    /** Called with every line of output of the engine. */
    onLine = (line) => {};
    /** Called if a data file could not be loaded; the engine continues without it where it can. */
    onFault = (text) => console.warn(text);
    #newWorker;
    #module;
    #loadFile;
    /** Data files that are loaded already, for the next worker. */
    #files = new Map();
    /** Number of pending loads. */
    #loads = 0;
    #worker;
    /** Takes the place of the worker that a stop ends: started in advance, with the data files, but without a game. */
    #spare = null;
    #spareTimer;
    #spareDelay = FIRST_SPARE_AFTER;
    #waiting = new Map();
    #number = 0;
    /** The stop signal of the running search: the worker polls it, and stops when it is revoked. */
    #running = null;
    /** Whether the worker can poll stop signals; this depends on the browser and on the origin of the page. */
    #canAsk = false;
    #hasFailed = false;

    /**
     * @param {WebAssembly.Module} module
     * @param {() => Worker} newWorker
     * @param {(file: { name: string, checksum: string }) => Promise<Uint8Array>} loadFile loads a network, endgame table or book
     */
    constructor(module, newWorker, loadFile) {
        this.#newWorker = newWorker;
        this.#module = module;
        this.#loadFile = loadFile;
        this.#begin();
    }

    /** Whether the worker has crashed and must be restarted. */
    get hasFailed() {
        return this.#hasFailed;
    }

    /** Starts another engine, which knows nothing of the game. */
    restart() {
        this.#endWorker();
        this.#spareDelay = NEXT_SPARE_AFTER;
        this.#begin();
    }

    /** Ends the engine. */
    terminate() {
        this.#endWorker();
        clearTimeout(this.#spareTimer);
        this.#spare?.terminate();
    }

    #endWorker() {
        this.#worker.terminate();
        this.#fail("the engine was ended", true);
    }

    /** Terminates a worker that does not answer these requests in time: browsers may kill a worker silently. */
    #expectAnswers(numbers) {
        setTimeout(() => {
            const late = numbers.filter((number) => this.#waiting.has(number));
            if (late.length === 0) return;
            if (this.#loads > 0) {
                this.#expectAnswers(late);
                return;
            }
            this.#worker.terminate();
            this.#fail("the engine did not answer, and was started again");
        }, STOP_PATIENCE);
    }

    /** Whether a command has not been answered yet. */
    get isBusy() {
        return this.#waiting.size > 0;
    }

    /**
     * Carries out a command of the game.
     * @param {object | string} command
     * @param {(progress: object) => void} [onProgress] hears what the command has found while it runs
     * @returns {Promise<object>} what is to be shown
     */
    play(command, onProgress = () => {}) {
        return this.#ask({ command }, onProgress);
    }

    /**
     * Sends a line of UCI, Hub or UGI.
     * @param {string} line
     * @returns {Promise<unknown>} ends when the line is answered, a search included
     */
    send(line) {
        return this.#ask({ line });
    }

    /**
     * Ends the running search. Where the worker cannot be told, it is ended, and another one started, which knows nothing of the
     * game.
     * @returns {boolean} whether the game is still there
     */
    stop() {
        if (this.#canAsk) {
            if (this.#running !== null) revoke(this.#running);
            this.#running = null;
            this.#expectAnswers([...this.#waiting.keys()]);
            return true;
        }
        this.restart();
        return false;
    }

    #begin() {
        this.#hasFailed = false;
        const spare = this.#spare;
        this.#spare = null;
        this.#worker = spare ?? this.#start();
        if (spare === null) return;
        // The browser may have killed it.
        this.play("games").catch(() => {});
        this.#expectAnswers([...this.#waiting.keys()]);
    }

    /** Starts a worker with the data files that are loaded already. */
    #start() {
        const worker = this.#newWorker();
        worker.onmessage = ({ data }) => this.#settle(worker, data);
        worker.onerror = (event) => {
            if (worker === this.#spare) this.#spare = null;
            if (worker === this.#worker) this.#fail(event.message ?? "the browser refused the worker");
        };
        worker.postMessage({ module: this.#module, running: newStopSignal() });
        worker.postMessage({ files: [...this.#files].map(([name, bytes]) => ({ name, bytes })) });
        return worker;
    }

    /** Starts the spare worker when nothing has been answered for some time, so that it takes no time from quick answers. */
    #planSpare() {
        clearTimeout(this.#spareTimer);
        if (this.#canAsk || this.#spare !== null) return;
        this.#spareTimer = setTimeout(() => {
            this.#spare = this.#start();
        }, this.#spareDelay);
    }

    #ask(question, onProgress) {
        const number = this.#number++;
        this.#running ??= newStopSignal();
        return new Promise((done, fail) => {
            this.#waiting.set(number, { done, fail, onProgress });
            this.#worker.postMessage({ number, ...question, running: this.#running });
        });
    }

    #settle(worker, { number, state, failure, canAsk, progress, line, wanted, fault, name }) {
        if (worker !== this.#worker) return;
        if (canAsk !== undefined) this.#canAsk = canAsk;
        else if (line !== undefined) this.onLine(line);
        else if (wanted !== undefined) this.#load(worker, wanted);
        else if (fault !== undefined) this.#tell(fault, name);
        else if (progress !== undefined) this.#waiting.get(number)?.onProgress(progress);
        else this.#answer(number, state, failure);
    }

    #answer(number, state, failure) {
        const waiting = this.#waiting.get(number);
        this.#waiting.delete(number);
        this.#planSpare();
        this.#hasFailed ||= failure !== undefined;
        const reason = failure ?? state.error;
        if (reason === undefined) waiting?.done(state);
        else waiting?.fail(new Error(reason));
    }

    /** Sends a worker the data files that it requests. A failed load is retried at the next request. */
    async #load(worker, wanted) {
        const load = async (file) => {
            const { name } = file;
            try {
                if (!this.#files.has(name)) this.#files.set(name, await this.#loadFile(file));
                return { name, bytes: this.#files.get(name) };
            } catch (error) {
                return { name, failure: `the file '${name}' could not be loaded and unpacked: ${error.message}` };
            }
        };
        this.#loads++;
        const files = await Promise.all(wanted.map(load));
        this.#loads--;
        for (const it of [worker, this.#spare]) it?.postMessage({ files });
    }

    #tell(fault, name) {
        this.#files.delete(name);
        this.onFault(fault);
    }

    /** Rejects all pending requests: the worker has crashed or was terminated. */
    #fail(reason, isEnd = false) {
        this.#hasFailed = true;
        for (const { fail } of this.#waiting.values()) fail(Object.assign(new Error(reason), { isEnd }));
        this.#waiting.clear();
    }
}

/**
 * A stop signal: shared memory where the page is cross-origin isolated, else two blob URLs. They are two because WebKit may keep a
 * URL alive that is revoked while a request for it is in progress.
 */
function newStopSignal() {
    if (typeof SharedArrayBuffer !== "undefined") return new Int32Array(new SharedArrayBuffer(4));
    return [new Blob([""]), new Blob([""])].map((content) => URL.createObjectURL(content));
}

function revoke(signal) {
    if (Array.isArray(signal)) signal.forEach((address) => URL.revokeObjectURL(address));
    else Atomics.store(signal, 0, 1);
}
