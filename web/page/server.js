// Starts the page that the program sends.

import { begin } from "./page.js";
import { ServerEngine } from "./server_engine.js";

try {
    await begin(new ServerEngine(location.pathname));
} catch (error) {
    document.getElementById("state").textContent = `The engine cannot start: ${error.message}`;
}
