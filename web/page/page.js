// The page: shows the state of a game, and asks the engine for what the person wants.

import { connectBoard, showArrow, showBoard } from "./board.js";
import { connectClocks, remainingNow, showPlayers } from "./clocks.js";
import { element, newButton, newElement } from "./dom.js";
import { plyAt, showEvaluation, showProgress } from "./evaluation.js";
import { connectFiles } from "./files.js";
import { openLink } from "./links.js";
import { showMoves } from "./moves.js";
import { allRules, connectRules } from "./rules.js";
import { SetUp } from "./set_up.js";
import { Study } from "./study.js";

const MAX_LEVEL = 10;
const RATINGS = [800, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2400];
const RATED = "best elo=";
const PERSON = "person";

let engine;
let state;
/** The number of the last command of the person: what comes of an earlier one is not shown. */
let commandNumber = 0;
/** Whether the running command is an analysis; any other command stops it. */
let isAnalysing = false;

/**
 * Starts the page with an engine: an `Engine`, or an object with the same methods.
 * @param {import("./engine.js").Engine} player
 */
export async function begin(player) {
    engine = player;
    engine.onFault = tell;
    for (const id of ["level", "second_level"]) {
        for (let level = 1; level <= MAX_LEVEL; level++) element(id).add(new Option(String(level), `best level=${level}`));
        for (const rating of RATINGS) element(id).add(new Option(`rating ${rating}`, RATED + rating));
        element(id).add(new Option("by the clock", "best clock"));
        element(id).add(new Option("random moves", "random"));
        element(id).value = "best level=4";
    }
    const games = await engine.play("games");
    for (const game of games) addGame(game);
    connect();
    const page = { ask, act, begin: beginAt, addGame, tell, state: () => state };
    connectFiles(page);
    new SetUp(page);
    connectRules(page);
    const study = new Study({
        play: ask,
        stop: async () => {
            if (!engine.stop()) show(await recall());
        },
    });
    const open = async () => {
        const wanted = new URLSearchParams(location.hash.slice(1));
        const isOpen = await openLink(page, location.hash);
        if (!isOpen && state === undefined) await start();
        // The document of an invalid link would show a different game.
        if (isOpen || !wanted.has("game")) await study.openLink(wanted);
    };
    addEventListener("hashchange", open);
    await open();
}

function addGame({ name, about, has_ratings: hasRatings }) {
    for (const list of ["game", "set_up_game"]) {
        const option = new Option(`${name}: ${about}`, name);
        option.dataset.hasRatings = hasRatings;
        element(list).add(option);
    }
}

function connect() {
    connectBoard((cell) => act({ pick: cell }), () => act("put_down"));
    connectClocks(() => act("update"));
    element("new").addEventListener("submit", (event) => {
        event.preventDefault();
        element("messages").replaceChildren();
        start().then(() => element("board").scrollIntoView({ block: "nearest" }));
    });
    for (const id of ["game", "side"]) element(id).addEventListener("change", showLevels);
    element("change_players").addEventListener("click", () => act({ players: players() }));
    element("typed").addEventListener("submit", (event) => {
        event.preventDefault();
        act({ move: element("text").value }).then((done) => {
            if (done) element("text").value = "";
        });
    });
    for (const name of ["take_back", "redo", "hint", "threat", "why", "flip", "resign"]) {
        element(name).addEventListener("click", () => act(name));
    }
    element("board").addEventListener("keydown", ({ key }) => {
        if (key === "x") element("threat").click();
    });
    const steps = { to_start: () => 0, back: (ply) => ply - 1, forward: (ply) => ply + 1, to_end: () => state.snapshot.moves.length };
    for (const [id, step] of Object.entries(steps)) {
        element(id).addEventListener("click", () => goTo(step(state.snapshot.ply)));
    }
    element("history").addEventListener("keydown", (event) => {
        const id = { ArrowLeft: "back", ArrowRight: "forward", Home: "to_start", End: "to_end" }[event.key];
        if (id === undefined) return;
        event.preventDefault();
        element(id).click();
    });
    element("curve").addEventListener("click", (event) => goTo(plyAt(event, state)));
    element("analyse").addEventListener("change", () => act("put_down"));
    element("line_count").addEventListener("change", () => {
        element("lines").style.setProperty("--count", element("line_count").value);
        act("put_down");
    });
    showLevels();
}

const goTo = (ply) => act({ go_to: ply });

/** A second level is asked for only if both sides are machines, and ratings are offered only in games that have them. */
function showLevels() {
    element("second_level").closest("label").hidden = element("side").value !== "none";
    const hasRatings = element("game").selectedOptions[0]?.dataset.hasRatings === "true";
    for (const id of ["level", "second_level"]) {
        const rated = [...element(id).options].filter((option) => option.value.startsWith(RATED));
        for (const option of rated) option.hidden = option.disabled = !hasRatings;
        if (!hasRatings && element(id).value.startsWith(RATED)) element(id).value = "best level=4";
    }
}

/** Who plays each side, as the form has it. */
function players() {
    const side = element("side").value;
    const machines = side === "none" ? [element("level").value, element("second_level").value] : Array(2).fill(element("level").value);
    return machines.map((machine, number) => (side === "both" || side === String(number) ? PERSON : machine));
}

/** Begins a game with the players and the clock of the form. `begun` may name another game, a position, and moves from it. */
function start(begun = {}) {
    const clock = element("clock").value.trim();
    return act({ new: { game: element("game").value, players: players(), clock: clock === "" ? null : clock, ...begun } });
}

/** Begins the game of a link or of a position that was set up. */
async function beginAt(begun) {
    const isDone = await start(begun);
    if (isDone) {
        element("game").value = begun.game;
        showLevels();
        element("board").scrollIntoView({ block: "nearest" });
    }
    return isDone;
}

/** Commands that stop the machine's search. Others wait for its move; picking a cell meanwhile has no effect. */
const ENDS_SEARCH = ["take_back", "resign"];
const endsSearch = (command) =>
    ["new", "load", "go_to"].some((name) => command[name] !== undefined) || ENDS_SEARCH.includes(command);
const isPointing = (command) => command.pick !== undefined || command === "put_down";

/** Runs a command, then lets the machine move. Returns whether the command succeeded. */
export async function act(command) {
    if (engine.isBusy && !isAnalysing && state?.is_busy && isPointing(command)) return false;
    const number = ++commandNumber;
    const isLast = () => number === commandNumber;
    let isDone = true;
    try {
        const ends = isAnalysing || endsSearch(command);
        isAnalysing = false;
        if (engine.isBusy && ends && !engine.stop()) await recall();
        const answer = await engine.play(command);
        if (isLast()) show(answer);
        else answer.messages?.forEach(tell);
    } catch (error) {
        isDone = false;
        if (isLast()) await recover(error);
        else if (!error.isEnd) tell(error.message);
    }
    goOn(isLast);
    return isDone;
}

/** Runs a command that does not change the game. A running analysis is paused meanwhile. */
async function ask(command, onProgress) {
    const wasAnalysing = isAnalysing;
    const number = wasAnalysing ? ++commandNumber : commandNumber;
    isAnalysing = false;
    try {
        if (wasAnalysing && !engine.stop()) await recall();
        return await engine.play(command, onProgress);
    } catch (error) {
        if (engine.hasFailed) await recover(error);
        throw error;
    } finally {
        if (wasAnalysing) goOn(() => number === commandNumber);
    }
}

/** Lets the machines move or analyses, until the next command. */
async function goOn(isLast) {
    while (isLast() && !engine.hasEnded && (state?.is_busy || wantsAnalysis())) {
        isAnalysing = !state.is_busy;
        try {
            const command = isAnalysing ? { analyse: Number(element("line_count").value) } : "update";
            const answer = await engine.play(command, (found) => {
                if (!isLast()) return;
                showProgress(state, found);
                if (isAnalysing) showBestMove(found);
            });
            if (!isLast()) {
                answer.messages?.forEach(tell);
                return;
            }
            const isOver = isAnalysing;
            isAnalysing = false;
            show(answer);
            if (isOver) {
                // It has searched as deep as it can.
                showBestMove(state.search);
                return;
            }
        } catch (error) {
            if (!isLast()) return;
            isAnalysing = false;
            // Retrying at once would fail again.
            element("analyse").checked = false;
            await recover(error);
            return;
        }
    }
}

/** There is no analysis while cells are picked: where stopping means a restart, the picked cells would be lost. */
const wantsAnalysis = () =>
    element("analyse").checked && state?.can_analyse && !state.cells.some((cell) => cell.is_picked);

/** Shows the best move of an analysis on the board, but not during a game, where the lines are enough. */
function showBestMove(search) {
    const { end, is_paused: isPaused, snapshot } = state;
    const { players, clock, ply, moves } = snapshot;
    const isGame = clock !== null || players.some((player) => player !== PERSON);
    const isPlayed = isGame && end === null && !isPaused && ply === moves.length;
    showArrow(state, isPlayed ? [] : (search?.lines[0].cells ?? []));
}

/** Restores the game in a restarted engine. */
async function recall() {
    for (const rules of allRules()) await engine.play({ rules });
    return engine.play({ new: { ...state.snapshot, remaining: remainingNow() } });
}

/** Shows an error, and restarts a crashed engine. */
async function recover(error) {
    tell(error.message);
    if (state === undefined) element("state").textContent = "Choose a game.";
    if (!engine.hasFailed) return;
    element("analyse").checked = false;
    engine.restart();
    if (state === undefined) return;
    try {
        show(await recall());
    } catch (failure) {
        tell(failure.message);
    }
}

export function tell(text) {
    element("messages").prepend(newElement("p", "message", text));
}

function show(shown) {
    state = shown;
    element("state").textContent = stateText();
    element("spoken").textContent = state.end ?? [state.spoken, `${state.sides[state.turn]} to move`].filter(Boolean).join(". ");
    element("opening").textContent = state.opening ?? "";
    element("rules").textContent = state.rules;
    element("redo").disabled = state.snapshot.ply === state.snapshot.moves.length;
    for (const name of ["take_back", "why"]) element(name).disabled = state.snapshot.ply === 0;
    for (const name of ["hint", "resign"]) element(name).disabled = !state.waits_for_person;
    element("threat").disabled = !state.can_analyse;
    state.messages.forEach(tell);
    showBoard(state);
    showArrow(state, state.threat, "threat");
    showPlayers(state);
    showEvaluation(state);
    showChoices();
    showMoves(state, goTo);
}

function stateText() {
    if (state.end !== null) return state.end;
    const name = state.sides[state.turn];
    if (state.is_paused) return `${name} waits.`;
    if (!state.waits_for_person) return `${name} thinks.`;
    const last = state.snapshot.moves[state.snapshot.ply - 1];
    return last === undefined ? `${name} to move.` : `${last}. ${name} to move.`;
}

function showChoices() {
    const buttons = state.choices.map((text) => newButton(text, () => act({ move: text })));
    if (state.may_stop) buttons.push(newButton("The move ends here", () => act("stop_here")));
    if (state.is_paused) buttons.push(newButton("Go on", () => act("go_on")));
    const choices = element("choices");
    const hadFocus = choices.contains(document.activeElement);
    choices.replaceChildren(...buttons);
    if (hadFocus) (buttons[0] ?? element("board").querySelector(".cell[tabindex='0']"))?.focus();
}
