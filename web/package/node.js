import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { KempelenOn } from "./kempelen.js";

const open = async (address) => new Blob([await readFile(address)]).stream();

/** A worker of Node with the names that it has in a browser. */
function newWorker() {
    const worker = new Worker(new URL("./node_worker.js", import.meta.url));
    const outside = {
        onmessage: undefined,
        onerror: undefined,
        postMessage: (message) => worker.postMessage(message),
        terminate: () => worker.terminate(),
    };
    worker.on("message", (data) => outside.onmessage({ data }));
    worker.on("error", (error) => outside.onerror(error));
    return outside;
}

export class Kempelen extends KempelenOn {
    constructor() {
        super({ newWorker, open });
    }
}
