// The engine in a thread of its own. It gets the module first, then commands, which it answers in their order.

import { start } from "./module.js";

/** Milliseconds between two questions whether the search is to end. */
const PATIENCE = 50;

let engine;
let running;
let asked = 0;
let isOver = false;

/** Whether an address of the page is there. The request is synchronous: a search has no pause in which a message could come. */
function isThere(address) {
    const request = new XMLHttpRequest();
    try {
        request.open("GET", address, false);
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

onmessage = ({ data }) => {
    if (data.module) {
        engine = start(data.module, { answer: (line) => postMessage({ line }), wantsStop });
        const canAsk = isThere(data.running);
        postMessage({ canAsk });
        asked = canAsk ? 0 : Infinity;
        return;
    }
    running = data.running;
    isOver = false;
    const { number, command } = data;
    const onProgress = (progress) => postMessage({ number, progress });
    try {
        postMessage({ number, state: engine.play(command, onProgress) });
    } catch (error) {
        postMessage({ number, failure: error.message });
    }
};
