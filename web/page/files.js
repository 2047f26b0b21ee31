// Games, positions and rules from files, and what is saved: the record of the game, and the link to its position.

import { copyText, element, saveFile } from "./dom.js";
import { linkTo } from "./links.js";
import { giveRules } from "./rules.js";

/** The largest file that is read, in bytes. */
const LARGEST_FILE = 32 << 20;

/**
 * What the parts of the page know of each other.
 * @typedef {object} Page
 * @property {(command: object | string) => Promise<object>} ask answers a command that does not change the game
 * @property {(command: object | string) => Promise<boolean>} act carries out a command that changes the game, and shows the state;
 * tells what went wrong, and returns whether nothing did
 * @property {(begun: { game: string, position: string | null, moves?: string[], ply?: number, players?: string[] }) => Promise<boolean>}
 * begin begins a game from a position in which moves have been played, as `act`
 * @property {(game: { name: string, about: string, has_ratings: boolean }) => void} addGame adds a game to the lists
 * @property {(text: string) => void} tell shows a message
 * @property {() => object} state the state that is shown
 */

let page;
/** The games of a text, one of which is to be chosen. */
let offered;

/**
 * Connects the card with files.
 * @param {Page} itsPage
 */
export function connectFiles(itsPage) {
    page = itsPage;
    connectOpening();
    connectSaving();
    connectDropping();
}

/** Carries out a task, and tells what went wrong. */
const guarded = (task) => task().catch((error) => page.tell(error.message));

function connectOpening() {
    element("file").addEventListener("change", (event) => {
        const [file] = event.target.files;
        // The same file can be chosen again.
        guarded(() => openFile(file)).then(() => (event.target.value = ""));
    });
    element("paste").addEventListener("submit", (event) => {
        event.preventDefault();
        guarded(() => openText("pasted text", element("pasted").value));
    });
    element("record").addEventListener("change", () => (element("record_number").value = element("record").value));
    element("records").addEventListener("submit", (event) => {
        event.preventDefault();
        guarded(() => page.act({ load: { ...offered, number: Number(element("record_number").value) } }));
    });
}

function connectSaving() {
    element("save").addEventListener("click", () => guarded(save));
    element("copy_text").addEventListener("click", () => guarded(() => copy("saved_text", "record")));
    element("copy_link").addEventListener("click", () => guarded(copyLink));
}

function connectDropping() {
    const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
    const mark = (isOver) => document.body.classList.toggle("dropping", isOver);
    document.addEventListener("dragover", (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        mark(true);
    });
    document.addEventListener("dragleave", (event) => mark(event.relatedTarget !== null && hasFiles(event)));
    document.addEventListener("drop", (event) => {
        mark(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        guarded(() => openFile(event.dataTransfer.files[0]));
    });
}

async function openFile(file) {
    if (!file) return;
    if (file.size > LARGEST_FILE) {
        const megabytes = Math.ceil(file.size / (1 << 20));
        throw new Error(`'${file.name}' has ${megabytes} MB, expected at most ${LARGEST_FILE >> 20} MB`);
    }
    await openText(file.name, decoded(await file.arrayBuffer()));
}

/** The text of a file: UTF-8, or else the character set of old game records. */
function decoded(bytes) {
    try {
        return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
        return new TextDecoder("windows-1252").decode(bytes);
    }
}

/** Opens rules, a position or a game; of several games one is to be chosen. */
async function openText(name, text) {
    element("records").hidden = true;
    const found = await page.ask({ recognise: { text } });
    if (found.kind === "rules") {
        await giveRules(page, name, text);
    } else if (found.kind === "games" && found.count > 1) {
        offered = { name, text };
        showList(found);
    } else {
        await page.act({ load: { name, text, number: 1 } });
    }
}

function showList({ titles, count }) {
    const options = titles.map((title, index) => new Option(`${index + 1}. ${title}`, String(index + 1)));
    element("record").replaceChildren(...options);
    element("record_number").max = count;
    element("record_number").value = "1";
    element("records_found").textContent =
        count > titles.length
            ? `Found ${count} games. The list has the first ${titles.length}; the number chooses any.`
            : `Found ${count} games.`;
    element("files").open = true;
    element("records").hidden = false;
    element("record").focus();
}

async function save() {
    const now = new Date();
    const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0"));
    const { text, extension } = await page.ask({ save: { date: today.join(".") } });
    const game = page.state().snapshot.game.replace(/[^a-z0-9]+/gi, "-");
    element("saved_text").value = text;
    element("saved").hidden = false;
    element("download").onclick = () => saveFile(`${game}-${today.join("-")}.${extension}`, text);
    element("saved_text").focus();
}

async function copyLink() {
    element("link").value = linkTo(page.state().snapshot, location.href);
    element("link_row").hidden = false;
    await copy("link", "link");
}

async function copy(field, what) {
    const isCopied = await copyText(element(field));
    page.tell(isCopied ? `The ${what} is copied.` : `The ${what} is selected: copy it by the keys of your system.`);
}
