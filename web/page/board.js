// The board: a picture with a button over each cell. A move is clicked, dragged, or made by keys.

import { element, newPicture } from "./dom.js";

/** How far the pointer moves, in pixels, before a press is a drag. */
const DRAG_DISTANCE = 6;

/** What a cell that is pointed at does: returns when the program has answered. */
let pick;
let putDown;
/** The width of the picture, in its units. */
let pictureWidth;
/** The piece that is dragged: its cell, where the pointer began and where it is, and the answer that is awaited. */
let drag = null;

/**
 * @param {(cell: string) => Promise<boolean>} onPick
 * @param {() => Promise<boolean>} onPutDown
 */
export function connectBoard(onPick, onPutDown) {
    pick = onPick;
    putDown = onPutDown;
    const board = element("board");
    board.addEventListener("keydown", moveFocus);
    board.addEventListener("keydown", ({ key }) => {
        if (key === "Escape") putDown();
    });
    board.addEventListener("pointerdown", beginDrag);
    document.addEventListener("pointermove", moveDrag);
    document.addEventListener("pointerup", endDrag);
    document.addEventListener("pointercancel", cancelDrag);
    // The click that ends a drag is none.
    board.addEventListener("click", (event) => drag?.isOver && event.stopPropagation(), true);
}

/** Shows the picture and the cells of a state. */
export function showBoard(state) {
    const board = element("board");
    pictureWidth = state.size[0];
    board.classList.toggle("start", state.cells.every((cell) => !cell.is_picked));
    showCells(board, state, (cell) => pick(cell));
    if (drag) showDrag();
}

/**
 * Shows a move on the board: an arrow over its cells, or a frame in its only one.
 * @param {string[]} cells none: no move is shown
 * @param {"best-move" | "threat"} kind the style of the arrow; there is one of each
 */
export function showArrow(state, cells, kind = "best-move") {
    const board = element("board");
    const key = cells.join(" ");
    const shown = board.querySelector(`.${kind}`);
    if (shown?.dataset.cells === key) return;
    shown?.remove();
    const places = cells.map((name) => state.cells.find((cell) => cell.name === name)?.place);
    if (places.length === 0 || places.some((place) => !place)) return;
    const arrow = newPicture(arrowPicture(state.size, places, kind));
    arrow.setAttribute("class", `arrow-over ${kind}`);
    arrow.dataset.cells = key;
    board.append(arrow);
}

/** The picture (SVG) of an arrow over cells, or of a frame in the only one. */
function arrowPicture([width, height], places, kind) {
    const unit = places[0][2] / 8;
    const points = places.map(([left, top, across, down]) => [left + across / 2, top + down / 2]);
    const [x, y] = points.pop();
    let shape = `<rect x="${x - 3 * unit}" y="${y - 3 * unit}" width="${6 * unit}" height="${6 * unit}" rx="${unit}"/>`;
    if (points.length > 0) {
        // The head, three shafts long, ends in the middle of the last cell.
        const [lastX, lastY] = points.at(-1);
        const part = 1 - (3 * unit) / Math.hypot(x - lastX, y - lastY);
        points.push([lastX + part * (x - lastX), lastY + part * (y - lastY)]);
        shape = `<polyline points="${points.join(" ")}" marker-end="url(#${kind}-head)"/>`;
    }
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" stroke-width="${unit}">
        <marker id="${kind}-head" orient="auto" refY="1.5" markerWidth="3" markerHeight="3"><path d="M0 0 3 1.5 0 3z"/></marker>
        ${shape}</svg>`;
}

/**
 * Shows a picture with a button over each cell.
 * @param {HTMLElement} board
 * @param {{ board: string, size: [number, number], cells: object[] }} state
 * @param {(cell: string) => void} onClick
 */
export function showCells(board, state, onClick) {
    const hadFocus = board.contains(document.activeElement) ? document.activeElement.dataset.cell : undefined;
    const [width, height] = state.size;
    board.style.aspectRatio = `${width} / ${height}`;
    board.style.maxWidth = `calc((100vh - 11rem) * ${width / height})`;
    const rows = new Map();
    for (const cell of state.cells) {
        const row = rows.get(cell.at[0]) ?? [];
        rows.set(cell.at[0], [...row, cellButton(cell, state.size, onClick)]);
    }
    const groups = [...rows.values()].map((cells) => {
        const row = document.createElement("div");
        row.setAttribute("role", "row");
        row.append(...cells);
        return row;
    });
    board.replaceChildren(newPicture(state.board), ...groups);
    const last = hadFocus && board.querySelector(`[data-cell="${CSS.escape(hadFocus)}"]`);
    const first = last || board.querySelector(".target") || board.querySelector(".cell");
    if (first) first.tabIndex = 0;
    last?.focus();
}

function cellButton(cell, [width, height], onClick) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "cell";
    button.setAttribute("role", "gridcell");
    button.setAttribute("aria-label", cell.label);
    button.setAttribute("aria-selected", String(cell.is_picked));
    button.classList.toggle("target", cell.is_target);
    button.classList.toggle("occupied", cell.label !== cell.name);
    button.dataset.cell = cell.name;
    button.dataset.row = cell.at[0];
    button.dataset.column = cell.at[1];
    button.tabIndex = -1;
    if (cell.place === null) {
        button.style.position = "static";
        button.textContent = cell.name;
    } else {
        const [left, top, across, down] = cell.place;
        const share = (part, whole) => `${(100 * part) / whole}%`;
        Object.assign(button.style, {
            left: share(left, width),
            top: share(top, height),
            width: share(across, width),
            height: share(down, height),
        });
        button.dataset.corner = `${left} ${top}`;
    }
    button.addEventListener("click", () => onClick(cell.name));
    return button;
}

function beginDrag(event) {
    const cell = event.target.closest(".cell.target.occupied");
    if (!cell || cell.dataset.corner === undefined || event.button !== 0) {
        drag = null;
        return;
    }
    const { cell: name, corner } = cell.dataset;
    const isPicked = cell.getAttribute("aria-selected") === "true";
    drag = { name, corner, isPicked, from: [event.clientX, event.clientY], to: null, picked: null, isOver: false };
}

function moveDrag(event) {
    if (!drag || drag.isOver) return;
    const [x, y] = [event.clientX - drag.from[0], event.clientY - drag.from[1]];
    if (drag.picked === null && Math.hypot(x, y) < DRAG_DISTANCE) return;
    drag.to = [x, y];
    drag.picked ??= drag.isPicked ? Promise.resolve(true) : pick(drag.name);
    showDrag();
}

/** Moves the picture of the dragged piece to the pointer. */
function showDrag() {
    if (drag.to === null || drag.isOver) return;
    const picture = element("board").querySelector("svg");
    const [left, top] = drag.corner.split(" ");
    const piece = picture.querySelector(`use[x="${left}"][y="${top}"]`);
    if (!piece) return;
    const scale = pictureWidth / picture.getBoundingClientRect().width;
    piece.setAttribute("transform", `translate(${drag.to[0] * scale} ${drag.to[1] * scale})`);
    piece.parentNode.append(piece);
}

async function endDrag(event) {
    if (!drag?.picked) {
        drag = null;
        return;
    }
    const ended = drag;
    ended.isOver = true;
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest("#board .cell");
    await ended.picked;
    if (cell && cell.dataset.cell !== ended.name) await pick(cell.dataset.cell);
    // A piece that was dropped elsewhere goes back to its cell.
    const picked = element("board").querySelector(".cell[aria-selected='true']");
    if (picked?.dataset.cell === ended.name && cell?.dataset.cell !== ended.name) await putDown();
    if (drag === ended) cancelDrag();
}

function cancelDrag() {
    drag = null;
    element("board").querySelector("use[transform]")?.removeAttribute("transform");
}

/** Arrow keys go to the next cell of the row, or to the nearest one of the next row. */
export function moveFocus(event) {
    const board = event.currentTarget;
    const here = event.target.closest(".cell");
    const step = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!here || step === undefined) return;
    event.preventDefault();
    const isRow = event.key === "ArrowUp" || event.key === "ArrowDown";
    const place = (cell) => [Number(cell.dataset.row), Number(cell.dataset.column)];
    const [row, column] = place(here);
    const ahead = [...board.querySelectorAll(".cell")].map((cell) => {
        const [down, right] = [place(cell)[0] - row, place(cell)[1] - column];
        const [along, across] = isRow ? [down * step, Math.abs(right)] : [right * step, Math.abs(down)];
        return { cell, along, across };
    });
    const next = ahead
        .filter(({ along, across }) => along > 0 && (isRow || across === 0))
        .sort((one, two) => one.along - two.along || one.across - two.across)[0];
    if (next) {
        here.tabIndex = -1;
        next.cell.tabIndex = 0;
        next.cell.focus();
    }
}
