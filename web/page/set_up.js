// Positions that are set up.

import { moveFocus, showCells } from "./board.js";
import { element, newButton, newPicture } from "./dom.js";

/**
 * Connects the card that sets up a position.
 * @param {import("./files.js").Page} page
 */
export function connectSetUp(page) {
    /** The position that is shown, and the text from which its pieces were changed. */
    let shown;
    let base = null;
    /** The pieces and the side to move as they were changed last, and the number of this change: it may not be shown yet. */
    let edited;
    let changes = 0;
    /** The letter of the piece that a click puts on a cell; none removes the piece there. */
    let chosen = null;

    /** Asks for a position, and shows it unless another one was asked for meanwhile. Returns whether it is shown. */
    async function set(wanted) {
        const change = ++changes;
        const state = await page.ask({ set_up: { game: element("set_up_game").value, ...wanted } });
        if (change !== changes) return false;
        edited = { pieces: state.pieces, turn: state.turn };
        if (state.palette.every(({ letter }) => letter !== chosen)) chosen = state.palette[0]?.letter ?? null;
        shown = state;
        show();
        return true;
    }

    /** Returns whether the position was shown; else it says why not. */
    const guarded = (wanted) =>
        set(wanted).catch((error) => {
            element("set_up_refusal").textContent = error.message;
            return false;
        });
    const setText = (position) => guarded({ position: (base = position) });
    const setPieces = (pieces, turn = edited.turn) => guarded({ position: base, ...(edited = { pieces, turn }) });

    function put(cell, letter) {
        const { [cell]: old, ...pieces } = edited.pieces;
        setPieces(letter === null || letter === old ? pieces : { ...pieces, [cell]: letter });
    }

    function show() {
        const hasBoard = shown.palette.length > 0;
        element("set_up_editor").hidden = !hasBoard;
        element("set_up_random").hidden = !shown.has_random;
        element("set_up_refusal").textContent = shown.refusal ?? "";
        element("set_up_play").disabled = shown.position === null;
        element("set_up_text").value = shown.position ?? "";
        element("set_up_examples").textContent = `For example: ${shown.examples.slice(0, 2).join("; ")}`;
        if (!hasBoard) return;
        element("set_up_turn").replaceChildren(...shown.sides.map((side, turn) => new Option(side, String(turn))));
        element("set_up_turn").value = String(shown.turn);
        showPalette();
        showCells(element("set_up_board"), shown, (cell) => put(cell, chosen));
    }

    function showPalette() {
        const palette = element("set_up_palette");
        const pieces = [...shown.palette, { letter: null, label: "Nothing", picture: null }];
        const key = pieces.map(({ label }) => label).join();
        if (palette.dataset.pieces !== key) {
            palette.dataset.pieces = key;
            palette.replaceChildren(...pieces.map(paletteButton));
        }
        pieces.forEach(({ letter }, index) => {
            palette.children[index].setAttribute("aria-pressed", String(letter === chosen));
        });
    }

    function paletteButton({ letter, label, picture, place }) {
        const button = newButton(picture === null ? "×" : "", () => {
            chosen = letter;
            showPalette();
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

    async function random() {
        const position = element("set_up_text").value;
        const isDone = await guarded({ position: position || null, random: element("set_up_bounds").value });
        if (isDone) base = shown.position;
    }

    element("set_up").addEventListener("toggle", () => {
        if (!element("set_up").open || shown !== undefined) return;
        element("set_up_game").value = page.state().snapshot.game;
        setText(page.state().position);
    });
    element("set_up_game").addEventListener("change", () => setText(null));
    element("set_up_turn").addEventListener("change", (event) => setPieces(edited.pieces, Number(event.target.value)));
    element("set_up_start").addEventListener("click", () => setText(null));
    element("set_up_clear").addEventListener("click", () => setPieces({}));
    element("set_up_current").addEventListener("click", () => {
        element("set_up_game").value = page.state().snapshot.game;
        setText(page.state().position);
    });
    element("set_up_text").addEventListener("change", (event) => setText(event.target.value));
    element("set_up_random").addEventListener("submit", (event) => {
        event.preventDefault();
        random();
    });
    element("set_up_form").addEventListener("submit", async (event) => {
        event.preventDefault();
        const isLegal = await setText(element("set_up_text").value);
        if (isLegal) page.begin({ game: element("set_up_game").value, position: shown.position });
    });
    const board = element("set_up_board");
    board.addEventListener("keydown", moveFocus);
    board.addEventListener("keydown", (event) => {
        const cell = event.target.closest(".cell")?.dataset.cell;
        if (cell === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === "Delete" || event.key === "Backspace") put(cell, null);
        else if (shown.palette.some(({ letter }) => letter === event.key)) put(cell, event.key);
    });
}
