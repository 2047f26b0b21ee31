// The engine in a thread of its own. It gets the module first, then commands, which it answers in their order.

import { start } from "./module.js";

let engine;

onmessage = ({ data }) => {
    if (data.module) {
        engine = start(data.module, { answer: (line) => postMessage({ line }) });
        return;
    }
    try {
        postMessage({ number: data.number, state: engine.play(data.command) });
    } catch (error) {
        postMessage({ number: data.number, failure: String(error) });
    }
};
