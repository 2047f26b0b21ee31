// The page: shows the state of a game, and asks the engine for what the person wants.

const element = (id) => document.getElementById(id);
const MAX_LEVEL = 10;

let engine;
let state;
/** The command that began the game. */
let started;
/** The number of the last command of the person: what comes of an earlier one is not shown. */
let commandNumber = 0;

/**
 * Starts with what plays: an `Engine`, or what has its methods.
 * @param {import("./engine.js").Engine} player
 */
export async function begin(player) {
    engine = player;
    for (let level = 1; level <= MAX_LEVEL; level++) element("level").add(new Option(String(level), String(level)));
    element("level").value = "4";
    const games = await engine.play("games");
    for (const { name, about } of games) element("game").add(new Option(`${name}: ${about}`, name));
    const wanted = new URLSearchParams(location.hash.slice(1));
    if (wanted.has("game")) element("game").value = wanted.get("game");
    connect();
    await start(wanted.get("position"));
}

function connect() {
    element("new").addEventListener("submit", (event) => {
        event.preventDefault();
        start(null);
    });
    element("typed").addEventListener("submit", (event) => {
        event.preventDefault();
        act({ move: element("text").value }).then((done) => {
            if (done) element("text").value = "";
        });
    });
    for (const name of ["take_back", "redo", "hint", "flip", "resign"]) {
        element(name).addEventListener("click", () => act(name));
    }
    element("board").addEventListener("keydown", moveFocus);
}

function start(position) {
    const side = element("side").value;
    const machine = `best level=${element("level").value}`;
    const player = (number) => (side === "both" || side === String(number) ? "person" : machine);
    const players = [0, 1].map((number) => `${player(number)} name=${["First", "Second"][number]}`);
    element("messages").replaceChildren();
    started = { game: element("game").value, position, moves: [], players };
    return act({ new: started });
}

/** Commands that end a search of the machine. Others wait for its move; to point at a cell meanwhile has no effect. */
const ENDS_SEARCH = ["take_back", "resign"];
const isPointing = (command) => command.pick !== undefined || command === "put_down";

/** Carries a command out, and lets the machine move. Returns whether it was carried out. */
async function act(command) {
    if (engine.isBusy && isPointing(command)) return false;
    const number = ++commandNumber;
    const isLast = () => number === commandNumber;
    const endsSearch = command.new !== undefined || ENDS_SEARCH.includes(command);
    let isDone = true;
    try {
        if (engine.isBusy && endsSearch && !engine.stop() && command.new === undefined) await recall();
        const answer = await engine.play(command);
        if (isLast()) show(answer);
    } catch (error) {
        isDone = false;
        if (isLast()) await recover(error);
    }
    while (isLast() && state?.is_busy) {
        try {
            const answer = await engine.play("update");
            if (isLast()) show(answer);
        } catch (error) {
            if (isLast()) await recover(error);
        }
    }
    return isDone;
}

/** Gives an engine that knows nothing of the game the moves that were shown last; those that were taken back are lost. */
const recall = () => engine.play({ new: { ...started, moves: state?.moves ?? [] } });

/** Tells what went wrong. An engine that has failed is started again. */
async function recover(error) {
    tell(error.message);
    if (!engine.hasFailed) return;
    engine.restart();
    state = undefined;
    show(await recall());
}

function tell(text) {
    const line = document.createElement("p");
    line.className = "message";
    line.textContent = text;
    element("messages").prepend(line);
}

function show(shown) {
    const hadFocus = document.activeElement?.dataset?.cell;
    state = shown;
    element("state").textContent = stateText();
    element("rules").textContent = state.rules;
    element("redo").disabled = !state.can_redo;
    element("take_back").disabled = state.moves.length === 0;
    for (const name of ["hint", "resign"]) element(name).disabled = !state.waits_for_person;
    state.messages.forEach(tell);
    showBoard();
    showChoices();
    showMoves();
    if (hadFocus) element("board").querySelector(`[data-cell="${CSS.escape(hadFocus)}"]`)?.focus();
}

function stateText() {
    if (state.end !== null) return state.end;
    const name = state.sides[state.turn];
    if (state.is_paused) return `${name} waits.`;
    if (!state.waits_for_person) return `${name} thinks.`;
    const last = state.moves.at(-1);
    return last === undefined ? `${name} to move.` : `${last}. ${name} to move.`;
}

function showBoard() {
    const board = element("board");
    const picture = new DOMParser().parseFromString(state.board, "image/svg+xml").documentElement;
    picture.setAttribute("aria-hidden", "true");
    const [width, height] = state.size;
    board.style.aspectRatio = `${width} / ${height}`;
    board.style.maxWidth = `calc((100vh - 8rem) * ${width / height})`;
    board.classList.toggle("start", state.cells.every((cell) => !cell.is_picked));
    const rows = new Map();
    for (const cell of state.cells) {
        const row = rows.get(cell.at[0]) ?? [];
        rows.set(cell.at[0], [...row, cellButton(cell, width, height)]);
    }
    const groups = [...rows.values()].map((cells) => {
        const row = document.createElement("div");
        row.setAttribute("role", "row");
        row.append(...cells);
        return row;
    });
    board.replaceChildren(picture, ...groups);
    const first = board.querySelector(".target") ?? board.querySelector(".cell");
    if (first) first.tabIndex = 0;
}

function cellButton(cell, width, height) {
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
    }
    button.addEventListener("click", () => act({ pick: cell.name }));
    return button;
}

/** Arrow keys go to the next cell of the row, or to the nearest one of the next row. */
function moveFocus(event) {
    const here = event.target.closest(".cell");
    if (event.key === "Escape") act("put_down");
    const step = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!here || step === undefined) return;
    event.preventDefault();
    const isRow = event.key === "ArrowUp" || event.key === "ArrowDown";
    const place = (cell) => [Number(cell.dataset.row), Number(cell.dataset.column)];
    const [row, column] = place(here);
    const ahead = [...element("board").querySelectorAll(".cell")].map((cell) => {
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

function showChoices() {
    const buttons = state.choices.map((text) => choice(text, { move: text }));
    if (state.may_stop) buttons.push(choice("The move ends here", "stop_here"));
    if (state.is_paused) buttons.push(choice("Go on", "go_on"));
    element("choices").replaceChildren(...buttons);
}

function choice(text, command) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.addEventListener("click", () => act(command));
    return button;
}

function showMoves() {
    const list = element("moves");
    const items = [];
    state.moves.forEach((text, index) => {
        if (index % 2 === 0) items.push(item(`${index / 2 + 1}.`, "number"));
        items.push(item(text, "move"));
    });
    list.replaceChildren(...items);
    list.scrollTop = list.scrollHeight;
}

function item(text, kind) {
    const line = document.createElement("li");
    line.className = kind;
    line.textContent = text;
    return line;
}
