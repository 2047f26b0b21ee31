// Gives a worker of Node the names that it has in a browser.

import { parentPort } from "node:worker_threads";

globalThis.postMessage = (message) => parentPort.postMessage(message);
globalThis.onmessage = undefined;
await import("./worker.js");
parentPort.on("message", (data) => globalThis.onmessage({ data }));
