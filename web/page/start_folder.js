// Starts the page in a folder of a server: it loads the module, and the files of a game when the game is chosen.

import { Engine } from "./engine.js";
import { begin } from "./page.js";
import { bytesOf, compiled, unpacked } from "./unpack.js";

try {
    const textOf = (id) => document.getElementById(id).textContent.trim();
    const content = async (address) => {
        const response = await fetch(address);
        if (!response.ok) throw new Error(`found the status ${response.status} for '${address}', expected 200`);
        return unpacked(response.body);
    };
    const addressOf = ({ name, checksum }) => `${name.replace(".", `-${checksum}.`)}.gzip`;
    const module = await compiled(() => content(textOf("module")));
    const script = URL.createObjectURL(new Blob([textOf("worker")], { type: "text/javascript" }));
    const loadFile = async (file) => bytesOf(await content(addressOf(file)));
    await begin(new Engine(module, () => new Worker(script), loadFile));
    // The rest is loaded for use without a network when the first game has begun, unless the person saves data.
    if (!navigator.connection?.saveData) {
        navigator.serviceWorker?.register("service_worker.js").catch((error) => console.warn(error.message));
    }
} catch (error) {
    document.getElementById("state").textContent = `The engine cannot start: ${error.message}`;
}
