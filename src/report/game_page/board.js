// The board of a position, and buttons over its cells.
const data = JSON.parse(document.querySelector("script[type='application/json']").textContent);
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let isFlipped = false;
// The board that is shown.
let shownFrame;

// Only what has changed is written.
const written = {};
function setMarkup(id, markup) {
  if (written[id] === markup) return;
  written[id] = markup;
  element(id).innerHTML = markup;
}

const isTurned = frame => isFlipped && frame.svg.length > 1;

// The upper left corner of a cell in the units of the picture.
function corner(frame, cell) {
  const [left, top, step] = frame.grid;
  const place = isTurned(frame) ? frame.columns * frame.rows - 1 - cell : cell;
  return [left + step * (place % frame.columns), top + step * Math.floor(place / frame.columns)];
}

/** Shows a position with an arrow (SVG), and rings on cells. */
function showBoard(position, arrow = "", ringed = []) {
  const {frame, pieces, last = [], state} = position;
  const it = data.frames[frame];
  shownFrame = it;
  const turned = isTurned(it) ? 1 : 0;
  const [width, height] = it.size;
  element("board").setAttribute("viewBox", `0 0 ${width} ${height}`);
  element("box").style.setProperty("--ratio", width / height);
  setMarkup("frame", it.svg[turned]);
  setMarkup("names", it.names[turned]);
  let layer = "", marks = "", rings = "";
  const [left, top, step] = it.grid ?? [0, 0, 0];
  if (it.grid) {
    for (let cell = 0; cell < pieces.length; cell += 1) {
      const symbol = data.pieces[pieces[cell]];
      if (!symbol) continue;
      const [x, y] = corner(it, cell);
      layer += `<use href="#${symbol}" x="${x}" y="${y}" width="${step}" height="${step}"/>`;
    }
    for (const cell of last) {
      const [x, y] = corner(it, cell);
      marks += it.is_heaps
        ? `<circle class="taken" cx="${x + step / 2}" cy="${y + step / 2}" r="13"/>`
        : `<path class="last-move" d="M${x} ${y}h${step}v${step}h-${step}z"/>`;
    }
    for (const cell of ringed) {
      const [x, y] = corner(it, cell);
      rings += `<circle class="cell-mark" cx="${x + step / 2}" cy="${y + step / 2}" r="${0.44 * step}"/>`;
    }
  }
  setMarkup("last", marks);
  setMarkup("pieces", layer);
  const turn = turned ? ` transform="rotate(180 ${left + step * it.columns / 2} ${top + step * it.rows / 2})"` : "";
  setMarkup("arrow", (arrow && `<g${turn}>${arrow}</g>`) + rings);
  setText(element("state"), state);
  element("board").setAttribute("aria-label", `Board: ${state}. ${position.text ?? ""}`);
  if (position.text !== undefined) setText(element("text"), position.text);
}

/** What stands on a cell, in words: "white knight". */
function pieceName(letter) {
  const [side, ...kind] = (data.pieces[letter] ?? "").split("-");
  const name = kind.at(-1) === "man" && kind.length > 1 ? "king" : kind.join(" ");
  return ["mark", "heap", ""].includes(side) ? name : `${side} ${name}`;
}

/**
 * Shows a button over each cell of a position; none where cells are no grid.
 * @param {number[]} picked
 * @param {number[]} first the cells on which moves begin
 * @param {number[]} next the cells on which a move goes on or ends that begins with those picked
 */
function showCells(position, picked, first, next) {
  const frame = data.frames[position.frame];
  const grid = element("cells");
  grid.hidden = !frame.grid;
  if (!frame.grid) return;
  const key = `${position.frame} ${isTurned(frame)}`;
  if (written.cells !== key) {
    written.cells = key;
    const focused = grid.contains(document.activeElement) ? document.activeElement.dataset.cell : undefined;
    grid.replaceChildren(...cellRows(frame));
    (focused && grid.querySelector(`[data-cell="${focused}"]`))?.focus();
  }
  for (const button of grid.querySelectorAll("button")) {
    const cell = Number(button.dataset.cell);
    const piece = pieceName(position.pieces[cell]);
    button.setAttribute("aria-label", piece ? `${frame.cells[cell]}, ${piece}` : frame.cells[cell]);
    button.setAttribute("aria-selected", picked.includes(cell));
    button.classList.toggle("first", first.includes(cell));
    button.classList.toggle("next", next.includes(cell));
  }
}

function cellRows(frame) {
  const [width, height] = frame.size;
  const share = (part, whole) => `${100 * part / whole}%`;
  const rows = new Map();
  const order = [...frame.cells.keys()].filter(cell => frame.cells[cell]);
  if (isTurned(frame)) order.reverse();
  for (const cell of order) {
    const [x, y] = corner(frame, cell);
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.cell = cell;
    button.setAttribute("role", "gridcell");
    button.tabIndex = cell === order[0] ? 0 : -1;
    const step = frame.grid[2];
    Object.assign(button.style, {left: share(x, width), top: share(y, height), width: share(step, width), height: share(step, height)});
    if (!rows.has(y)) {
      rows.set(y, document.createElement("div"));
      rows.get(y).setAttribute("role", "row");
    }
    rows.get(y).append(button);
  }
  return rows.values();
}

// Arrow keys go to the next cell of the row, or to the nearest one of another row.
function moveFocus(event) {
  const here = event.target.closest("button");
  const [right, down] = {ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0]}[event.key] ?? [0, 0];
  if (!here || right === 0 && down === 0) return;
  event.preventDefault();
  const middle = button => [parseFloat(button.style.left), parseFloat(button.style.top)];
  const [x, y] = middle(here);
  const ahead = [...element("cells").querySelectorAll("button")].map(button => {
    const [to, at] = middle(button);
    const [along, across] = right ? [(to - x) * right, Math.abs(at - y)] : [(at - y) * down, Math.abs(to - x)];
    return {button, along, across};
  });
  const isAhead = ({along, across}) => along > 0.1 && (right === 0 || across < 0.1);
  const next = ahead.filter(isAhead).sort((one, two) => one.along - two.along || one.across - two.across)[0];
  if (!next) return;
  here.tabIndex = -1;
  next.button.tabIndex = 0;
  next.button.focus();
}

// A piece that is dragged: its cell, where the pointer began, and whether it has moved.
let drag = null;

/** Connects clicks, taps and drags on cells: `pick(cell)` picks a cell, `canPick(cell)` says whether a move begins there. */
function connectCells(pick, canPick) {
  const grid = element("cells");
  const cellAt = event => document.elementFromPoint(event.clientX, event.clientY)?.closest("#cells button")?.dataset.cell;
  grid.addEventListener("keydown", moveFocus);
  grid.addEventListener("click", event => {
    const button = event.target.closest("button");
    if (button && !drag?.moved) pick(Number(button.dataset.cell));
    drag = null;
  });
  grid.addEventListener("pointerdown", event => {
    const cell = Number(event.target.closest("button")?.dataset.cell);
    drag = event.button === 0 && canPick(cell) ? {cell, from: [event.clientX, event.clientY], moved: false} : null;
  });
  document.addEventListener("pointermove", event => {
    if (!drag || drag.isOver) return;
    const [x, y] = [event.clientX - drag.from[0], event.clientY - drag.from[1]];
    if (!drag.moved && Math.hypot(x, y) < 6) return;
    if (!drag.moved) {
      drag.moved = true;
      pick(drag.cell, true);
    }
    const board = element("board");
    const scale = board.viewBox.baseVal.width / board.getBoundingClientRect().width;
    draggedPiece()?.setAttribute("transform", `translate(${x * scale} ${y * scale})`);
  });
  document.addEventListener("pointerup", event => {
    if (!drag?.moved) return;
    const [from, to] = [drag.cell, cellAt(event)];
    draggedPiece()?.removeAttribute("transform");
    drag.isOver = true;
    // The click that follows a drag is none. It does not come if the board is another one by then.
    const ended = drag;
    setTimeout(() => { if (drag === ended) drag = null; });
    if (to !== undefined && Number(to) !== from) pick(Number(to));
  });
  document.addEventListener("pointercancel", () => {
    if (drag?.moved) draggedPiece()?.removeAttribute("transform");
    drag = null;
  });
}

function draggedPiece() {
  const [x, y] = corner(shownFrame, drag.cell);
  return element("pieces").querySelector(`use[x="${x}"][y="${y}"]`);
}
