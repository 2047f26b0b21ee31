// Positions that are set up.

import { moveFocus, showCells } from "./board.js";
import { element, newButton, newPicture } from "./dom.js";

/** The choice beside the pieces: a click removes the piece of a cell. */
const NOTHING = { letter: null, label: "Nothing", picture: null };

/** The card that sets up a position. */
export class SetUp {
    #page;
    /** The position that is shown, and the text from which its pieces were changed. */
    #shown;
    #base = null;
    /** The letter of the piece that a click puts on a cell; `null` for nothing. */
    #chosen;
    /** Settled when all edits up to now are answered. */
    #lastEdit = Promise.resolve(false);

    /** @param {import("./files.js").Page} page */
    constructor(page) {
        this.#page = page;
        this.#connectEditor();
        this.#connectBoard();
        this.#connectTexts();
    }

    #connectEditor() {
        element("set_up").addEventListener("toggle", () => {
            if (element("set_up").open && this.#shown === undefined) this.#setCurrent();
        });
        element("set_up_game").addEventListener("change", () => this.#setText(null));
        element("set_up_turn").addEventListener("change", (event) => this.#setPieces((pieces) => pieces, Number(event.target.value)));
        element("set_up_start").addEventListener("click", () => this.#setText(null));
        element("set_up_clear").addEventListener("click", () => this.#setPieces(() => ({})));
        element("set_up_current").addEventListener("click", () => this.#setCurrent());
    }

    #connectBoard() {
        const board = element("set_up_board");
        board.addEventListener("keydown", moveFocus);
        board.addEventListener("keydown", (event) => {
            const cell = event.target.closest(".cell")?.dataset.cell;
            if (cell === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
            if (event.key === "Delete" || event.key === "Backspace") this.#put(cell, null);
            else if (this.#shown.palette.some(({ letter }) => letter === event.key)) this.#put(cell, event.key);
        });
    }

    #connectTexts() {
        element("set_up_text").addEventListener("change", (event) => this.#setText(event.target.value));
        element("set_up_random").addEventListener("submit", (event) => {
            event.preventDefault();
            this.#setRandom();
        });
        element("set_up_form").addEventListener("submit", async (event) => {
            event.preventDefault();
            const isLegal = await this.#setText(element("set_up_text").value);
            if (isLegal) this.#page.begin({ game: this.#shown.game, position: this.#shown.position });
        });
    }

    /**
     * Asks for a position, and shows it. Each edit waits for the answers to the edits before it and changes what is shown then, so
     * an edit that is refused has no effect on the next one.
     * @param {() => object} wanted the position that is asked for
     * @returns {Promise<boolean>} whether it is shown; else the card tells the reason, and shows the position before
     */
    #edit(wanted) {
        const edit = async () => {
            const position = wanted();
            this.#shown = await this.#page.ask({ set_up: position });
            this.#base = position.random === undefined ? position.position : this.#shown.position;
            this.#show();
            return true;
        };
        this.#lastEdit = this.#lastEdit.then(edit).catch((error) => {
            element("set_up_refusal").textContent = error.message;
            return false;
        });
        return this.#lastEdit;
    }

    /** Sets the position of a text, or the start position, of the game that is chosen. */
    #setText(position) {
        const game = element("set_up_game").value;
        return this.#edit(() => ({ game, position }));
    }

    #setCurrent() {
        const { snapshot, position } = this.#page.state();
        element("set_up_game").value = snapshot.game;
        this.#setText(position);
    }

    #setRandom() {
        const game = element("set_up_game").value;
        const [position, random] = ["set_up_text", "set_up_bounds"].map((id) => element(id).value);
        this.#edit(() => ({ game, position: position || null, random }));
    }

    /** Changes the pieces, and the side to move if `turn` names one. */
    #setPieces(changed, turn = undefined) {
        this.#edit(() => {
            const { game, pieces, turn: lastTurn } = this.#shown;
            return { game, position: this.#base, pieces: changed(pieces), turn: turn ?? lastTurn };
        });
    }

    /** Puts a piece on a cell; the same piece again, or no letter, clears the cell. */
    #put(cell, letter) {
        this.#setPieces(({ [cell]: old, ...pieces }) => (letter === null || letter === old ? pieces : { ...pieces, [cell]: letter }));
    }

    #show() {
        const { palette, position, refusal, examples, sides, turn, has_random: hasRandom } = this.#shown;
        element("set_up_editor").hidden = palette.length === 0;
        element("set_up_random").hidden = !hasRandom;
        element("set_up_refusal").textContent = refusal ?? "";
        element("set_up_play").disabled = position === null;
        element("set_up_text").value = position ?? "";
        element("set_up_examples").textContent = `For example: ${examples.slice(0, 2).join("; ")}`;
        if (palette.length === 0) return;
        element("set_up_turn").replaceChildren(...sides.map((side, index) => new Option(side, String(index))));
        element("set_up_turn").value = String(turn);
        if (this.#chosen !== null && palette.every(({ letter }) => letter !== this.#chosen)) this.#chosen = palette[0].letter;
        this.#showPalette();
        showCells(element("set_up_board"), this.#shown, (cell) => this.#put(cell, this.#chosen));
    }

    #showPalette() {
        const palette = element("set_up_palette");
        const pieces = [...this.#shown.palette, NOTHING];
        const key = pieces.map(({ label }) => label).join();
        if (palette.dataset.pieces !== key) {
            palette.dataset.pieces = key;
            palette.replaceChildren(...pieces.map((piece) => this.#paletteButton(piece)));
        }
        pieces.forEach(({ letter }, index) => {
            palette.children[index].setAttribute("aria-pressed", String(letter === this.#chosen));
        });
    }

    #paletteButton({ letter, label, picture, place }) {
        const button = newButton(picture === null ? "×" : "", () => {
            this.#chosen = letter;
            this.#showPalette();
        });
        button.setAttribute("aria-label", label);
        button.title = label;
        button.className = "piece";
        if (picture !== null) {
            button.append(newPicture(picture));
            button.firstChild.setAttribute("viewBox", place.join(" "));
        }
        return button;
    }
}
