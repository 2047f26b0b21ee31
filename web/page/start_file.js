// Starts the page that has everything in itself: the module and the files of the games are compressed texts in it.

import { Engine } from "./engine.js";
import { begin } from "./page.js";
import { bytesOf, compiled, unpacked } from "./unpack.js";

try {
    const textOf = (id) => document.getElementById(id).textContent.trim();
    const content = (id) => {
        const letters = atob(textOf(id));
        const bytes = new Uint8Array(letters.length);
        for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
        return unpacked(new Blob([bytes]).stream());
    };
    const module = await compiled(() => content("module"));
    const script = URL.createObjectURL(new Blob([textOf("worker")], { type: "text/javascript" }));
    await begin(new Engine(module, () => new Worker(script), ({ name }) => bytesOf(content(name))));
} catch (error) {
    document.getElementById("state").textContent = `The engine cannot start: ${error.message}`;
}
