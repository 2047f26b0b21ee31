import { KempelenOn } from "./kempelen.js";

async function open(address) {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`found the status ${response.status} for '${address}', expected 200`);
    return response.body;
}

export class Kempelen extends KempelenOn {
    constructor() {
        super({ newWorker: () => new Worker(new URL("./worker.js", import.meta.url), { type: "module" }), open });
    }
}
