// The engine in a thread of its own. It gets the module first, then commands and lines, which it answers in their order.

import { start } from "./module.js";

/** Milliseconds between two questions whether the search is to end. */
const PATIENCE = 50;

let engine;
let running;
let asked = 0;
let isOver = false;
/** Ends when everything that has come is answered. */
let last = Promise.resolve();
/** Called when files have come. */
let onFiles = () => {};

/**
 * Whether a stop signal of the page is still there: shared memory, or blob URLs, which are requested in turn. The request is
 * synchronous, since a running search receives no messages.
 */
function isThere(sign) {
    if (!Array.isArray(sign)) return Atomics.load(sign, 0) === 0;
    sign.reverse();
    const request = new XMLHttpRequest();
    try {
        request.open("GET", sign[0], false);
        request.send();
        return true;
    } catch {
        return false;
    }
}

function wantsStop() {
    if (running === undefined) return false;
    const now = performance.now();
    if (!isOver && now - asked >= PATIENCE) {
        asked = now;
        isOver = !isThere(running);
    }
    return isOver;
}

/** Gets the files that a line or a command needs. */
async function load(line) {
    const wanted = engine.wanted(line);
    if (wanted.length === 0) return;
    postMessage({ wanted });
    await new Promise((done) => {
        onFiles = done;
    });
}

function give(files) {
    for (const { name, bytes, failure } of files) {
        try {
            if (failure !== undefined) throw new Error(failure);
            engine.give(name, bytes);
        } catch (error) {
            postMessage({ fault: error.message, name });
        }
    }
}

async function answer({ number, command, line, running: sign }) {
    const onProgress = (progress) => postMessage({ number, progress });
    try {
        await load(line ?? JSON.stringify(command));
        running = sign;
        isOver = false;
        const state = line === undefined ? engine.play(command, onProgress) : engine.send(line);
        postMessage({ number, state: state ?? {} });
    } catch (error) {
        postMessage({ number, failure: error.message });
    }
}

onmessage = ({ data }) => {
    if (data.module) {
        engine = start(data.module, { answer: (line) => postMessage({ line }), wantsStop });
        const canAsk = isThere(data.running);
        postMessage({ canAsk });
        asked = canAsk ? 0 : Infinity;
    } else if (data.files) {
        give(data.files);
        onFiles();
    } else {
        last = last.then(() => answer(data));
    }
};
