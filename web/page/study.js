// Analyse and learn: forms for the documents that the engine makes, and the window that shows them.

import { element, newButton, newElement, saveFile } from "./dom.js";

/** The parts of a link that name its game; the others are settings of its document. */
const GAME_PARTS = ["game", "position", "moves", "ply", "first", "second", "rules", "document"];

/**
 * The section "Analyse and learn".
 *
 * A document is a list of files. A page (HTML) and a picture (SVG) stand in frames that can reach nothing else; of a picture
 * nothing runs.
 */
export class Study {
    #play;
    #stop;
    /** The names of the section's elements begin with this word. */
    #section = element("study");
    #window = element("study-window");
    #isRunning = false;
    #isStopped = false;

    /**
     * @param {object} engine
     * @param {(command: object, onProgress?: (progress: { done: number, of: number | null }) => void) => Promise<object>} engine.play
     * @param {() => Promise<void>} engine.stop ends the command that runs
     */
    constructor({ play, stop }) {
        this.#play = play;
        this.#stop = stop;
        for (const form of this.#forms()) {
            form.addEventListener("submit", (event) => {
                event.preventDefault();
                this.#make(form);
            });
            form.addEventListener("input", () => this.#refine(form));
            this.#refine(form);
        }
        this.#section.addEventListener("toggle", () => this.#section.open && this.#suggest());
        this.#part("stop").addEventListener("click", () => this.#stopWork());
        this.#part("close").addEventListener("click", () => this.#window.close());
        this.#window.addEventListener("close", () => this.#leave());
    }

    /**
     * Makes the document that the address of the page names: `document=tree&steps=true`, with the settings of that command.
     * @param {URLSearchParams} wanted
     */
    async openLink(wanted) {
        const name = wanted.get("document");
        if (name === null) return;
        const form = this.#forms().find((it) => it.dataset.document === name);
        if (!form) {
            const names = this.#forms().map((it) => it.dataset.document);
            this.#window.showModal();
            return this.#tell("This cannot be shown", `document: found '${name}', expected ${names.join(", ")}`);
        }
        const fields = this.#fields(form);
        for (const field of fields) fill(field, wanted.get(field.name));
        const texts = [...wanted].filter(([setting]) => !GAME_PARTS.includes(setting));
        const linked = texts.map(([setting, text]) => [setting, linkedValue(text, fields.find((it) => it.name === setting))]);
        // The engine refuses what is unknown, and what does not go together.
        const settings = { ...this.#settings(form), ...Object.fromEntries(linked) };
        this.#refine(form);
        this.#section.open = true;
        await this.#make(form, settings);
    }

    #forms() {
        return [...this.#section.querySelectorAll("form")];
    }

    #fields(form) {
        return [...form.elements].filter((field) => field.name !== "");
    }

    #part(name) {
        return element(`study-${name}`);
    }

    /** Fields that have no meaning beside what others say cannot be filled in. */
    #refine(form) {
        const { graph, steps, algorithm, depth, for: whom, goal, format } = form.elements;
        if (form.dataset.document === "tree") {
            algorithm.disabled = graph.checked;
            steps.disabled = graph.checked || !["minimax", "alpha-beta"].includes(algorithm.value);
            // Such an algorithm names its own depth.
            depth.disabled = !graph.checked && algorithm.value.includes("max=");
        } else if (form.dataset.document === "solve") {
            goal.disabled = whom.value === "";
            format.disabled = !["first", "second"].includes(whom.value);
        }
    }

    /** Fills fields that nobody has filled in with what suits the position. */
    async #suggest() {
        try {
            const { tree_depth: tree, compare_depth: compare } = await this.#play({ document: "suggestions" });
            const set = (form, text) => {
                const field = this.#section.querySelector(`[data-document="${form}"]`).elements.depth;
                if (field.value === (field.dataset.suggested ?? "")) field.value = field.dataset.suggested = text;
            };
            set("tree", String(tree ?? ""));
            set("compare", compare.join(","));
        } catch {
            // Without a suggestion the fields stay as they are.
        }
    }

    /** The settings of a form; a field that is empty or disabled is left to the engine. */
    #settings(form) {
        const settings = {};
        for (const field of this.#fields(form)) {
            if (field.disabled || (field.value.trim() === "" && field.type !== "checkbox")) continue;
            if (field.type === "checkbox") settings[field.name] = field.checked;
            else if (field.type === "number") settings[field.name] = field.valueAsNumber;
            else if (field.dataset.list !== undefined) settings[field.name] = listOf(field.value);
            else settings[field.name] = field.value;
        }
        return settings;
    }

    async #make(form, settings = this.#settings(form)) {
        if (this.#isRunning || !form.reportValidity()) return;
        this.#isRunning = true;
        this.#isStopped = false;
        this.#begin(form.querySelector("h3").textContent);
        try {
            const command = { document: { [form.dataset.document]: settings } };
            const answer = await this.#play(command, (progress) => this.#showProgress(progress));
            this.#isRunning = false;
            this.#show(answer.document);
        } catch (error) {
            this.#isRunning = false;
            if (this.#isStopped) this.#tell("Stopped", "Nothing of it can be shown.");
            else this.#tell("This cannot be shown", error.message);
            this.#part("title").focus();
        }
    }

    #begin(title) {
        this.#tell(title, "The engine works.");
        this.#part("work").hidden = false;
        this.#part("progress").removeAttribute("value");
        if (!this.#window.open) this.#window.showModal();
    }

    #showProgress({ done, of }) {
        const bar = this.#part("progress");
        const count = done.toLocaleString("en");
        if (of !== null) Object.assign(bar, { max: of, value: done });
        this.#part("status").textContent = of === null ? `${count} positions` : `${count} of ${of} moves`;
    }

    /** Shows a title and a text, and nothing else. */
    #tell(title, text) {
        this.#part("title").textContent = title;
        this.#part("status").textContent = text;
        this.#part("work").hidden = true;
        this.#part("files").replaceChildren();
        this.#part("save").replaceChildren();
    }

    #show({ title, files }) {
        if (!this.#window.open) return;
        this.#tell(title, "");
        this.#part("files").replaceChildren(...files.map((file) => this.#view(file, title)));
        this.#part("save").replaceChildren(...files.map((file) => newButton(`Save ${file.name}`, () => saveFile(file.name, file.content))));
        this.#part("title").focus();
    }

    #view({ name, content }, title) {
        if (name.endsWith(".txt")) {
            const text = newElement("pre", "", content);
            text.tabIndex = 0;
            text.setAttribute("role", "region");
            text.setAttribute("aria-label", title);
            return text;
        }
        const isPage = name.endsWith(".html");
        const frame = newElement("iframe", isPage ? "page" : "picture", "");
        frame.title = isPage ? title : `${title}: picture`;
        frame.setAttribute("sandbox", isPage ? "allow-scripts" : "");
        frame.srcdoc = isPage ? content : pictureFrame(content);
        return frame;
    }

    async #stopWork() {
        this.#isStopped = true;
        this.#part("status").textContent = "The engine stops.";
        await this.#stop();
    }

    /** The window is closed: what is being made is not wanted any more. */
    #leave() {
        if (this.#isRunning) this.#stopWork();
        this.#part("files").replaceChildren();
    }
}

const listOf = (text) => text.split(",").map((part) => part.trim());

/** Shows in a field what a link says of it, or the usual value. */
function fill(field, text) {
    field.disabled = false;
    if (field.type === "checkbox") {
        field.checked = text === "true";
        return;
    }
    const value = text ?? field.dataset.usual ?? "";
    field.value = value;
    if (field.type === "select-one" && field.value !== value) field.add(new Option(value, value, false, true));
}

/** A setting of a link: a text or a list if its field has one, else a number or a truth value if the text is one. */
function linkedValue(text, field) {
    if (field?.dataset.list !== undefined) return listOf(text);
    const isText = field !== undefined && !["checkbox", "number"].includes(field.type);
    return !isText && /^(true|false|-?(0|[1-9]\d*))$/.test(text) ? JSON.parse(text) : text;
}

/** A picture as a page, which scrolls it and follows light and dark. */
function pictureFrame(picture) {
    const head = '<meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Picture</title>';
    return `<!doctype html><html lang="en"><head>${head}</head><body>${picture}</body></html>`;
}
