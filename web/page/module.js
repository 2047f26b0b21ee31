// Loads the WebAssembly module of the engine and sends it lines.

/**
 * Starts the engine. `answer` is called with every line that it writes, also while it searches; `wantsStop` tells whether the
 * running search is to end.
 *
 * @param {WebAssembly.Module} module
 * @param {{ answer: (line: string) => void, wantsStop?: () => boolean }} page
 * @returns {{
 *     send: (line: string) => void,
 *     play: (command: object | string, onProgress: (progress: object) => void) => object,
 *     wanted: (line: string) => { name: string, checksum: string }[],
 *     give: (name: string, bytes: Uint8Array) => void,
 * }} `send` returns when the line is answered, a search included; `play` carries out a command of the game on the page and returns
 * what is to be shown; while it runs, it tells what it has found up to now. `wanted` tells which networks, endgame tables and books
 * a line, or a command in JSON, needs that the engine does not have yet; `give` gives it one of them, and throws if it is damaged
 */
export function start(module, { answer, wantsStop = () => false }) {
    const decoder = new TextDecoder();
    const encoder = new TextEncoder();
    let memory;
    let take = answer;
    const text = (place, bytes) => decoder.decode(new Uint8Array(memory.buffer, place, bytes));
    const page = {
        answer: (place, bytes) => take(text(place, bytes)),
        now: () => performance.now(),
        random: () => Math.random(),
        wants_stop: () => Number(wantsStop()),
    };
    // A dependency declares functions of a browser that nobody calls.
    const unused = (name) => () => {
        throw new Error(`${name} is not there`);
    };
    const all = { page };
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
        all[from] ??= {};
        all[from][name] ??= unused(name);
    }
    const { exports } = new WebAssembly.Instance(module, all);
    memory = exports.memory;
    const write = (...parts) => {
        const bytes = parts.map((part) => (typeof part === "string" ? encoder.encode(part) : part));
        const length = bytes.reduce((sum, part) => sum + part.length, 0);
        let place = exports.kempelen_buffer(length);
        for (const part of bytes) {
            new Uint8Array(memory.buffer, place, part.length).set(part);
            place += part.length;
        }
    };
    const ask = (call, ...parts) => {
        let found;
        take = (text) => {
            found = text;
        };
        write(...parts);
        call();
        take = answer;
        return found;
    };
    const wanted = (line) => JSON.parse(ask(exports.kempelen_wanted, line));
    const give = (name, bytes) => {
        const fault = ask(exports.kempelen_data, `${name}\n`, bytes);
        if (fault !== "") throw new Error(fault);
    };
    const send = (line) => {
        let last;
        take = (text) => {
            last = text;
            answer(text);
        };
        write(`${line}\n`);
        const failed = exports.kempelen_send() !== 0;
        take = answer;
        if (failed) throw new Error(`the engine cannot start: ${last}`);
    };
    const play = (command, onProgress) => {
        let state;
        take = (text) => {
            const line = JSON.parse(text);
            if (line.progress === undefined) state = line;
            else onProgress(line.progress);
        };
        try {
            write(JSON.stringify(command));
            exports.kempelen_play();
        } catch (trap) {
            // The engine writes what has failed before it ends.
            throw new Error(state?.error ?? String(trap));
        } finally {
            take = answer;
        }
        return state;
    };
    return { send, play, wanted, give };
}
