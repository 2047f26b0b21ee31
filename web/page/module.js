// Loads the WebAssembly module of the engine and sends it lines.

const imports = (module) => WebAssembly.Module.imports(module);

/**
 * Starts the engine. `answer` is called with every line that it writes, also while it searches; `wantsStop` tells whether the
 * running search is to end.
 *
 * @param {WebAssembly.Module} module
 * @param {{ answer: (line: string) => void, wantsStop?: () => boolean }} page
 * @returns {(line: string) => void} sends a line, and returns when it is answered
 */
export function start(module, { answer, wantsStop = () => false }) {
    const decoder = new TextDecoder();
    const encoder = new TextEncoder();
    let memory;
    const text = (place, bytes) => decoder.decode(new Uint8Array(memory.buffer, place, bytes));
    const page = {
        answer: (place, bytes) => answer(text(place, bytes)),
        now: () => performance.now(),
        random: () => Math.random(),
        wants_stop: () => Number(wantsStop()),
    };
    // A dependency declares functions of a browser that nobody calls.
    const unused = (name) => () => {
        throw new Error(`${name} is not there`);
    };
    const all = { page };
    for (const { module: from, name } of imports(module)) {
        all[from] ??= {};
        all[from][name] ??= unused(name);
    }
    const { exports } = new WebAssembly.Instance(module, all);
    memory = exports.memory;
    return (line) => {
        const bytes = encoder.encode(`${line}\n`);
        const place = exports.kempelen_buffer(bytes.length);
        new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
        if (exports.kempelen_send() !== 0) {
            throw new Error("there is too little memory for the engine");
        }
    };
}
