// What searches have found: the bar beside the board, the lines, and the curve of the game.

import { element, newElement } from "./dom.js";

/** Converts the expected score of the first side to that of White. */
const shareOf = (state, expected) => (state.white === 0 ? expected : 1 - expected);

/** Shows what the last search has found, and the curve. */
export function showEvaluation(state) {
    const { evaluations, ply } = state.snapshot;
    const expected = evaluations[ply] ?? state.search?.expected ?? 0.5;
    showBar(state, expected);
    showCurve(state);
    showSearch(state, state.search);
}

/**
 * Shows the lines of a search.
 * @param {object | null} search as `search` of a state, or the progress of a command
 */
export function showSearch(state, search) {
    const list = element("lines");
    if (!search?.lines) {
        list.replaceChildren();
        element("effort").textContent = "";
        return;
    }
    const items = search.lines.map(({ score, depth, pv }) => {
        const line = document.createElement("li");
        line.append(newElement("b", "score", score), newElement("span", "depth", String(depth)), newElement("span", "pv", pv.join(" ")));
        return line;
    });
    list.replaceChildren(...items);
    element("effort").textContent = `depth ${search.depth}, ${counted(search.nodes)} nodes, ${counted(search.nps)} nodes/s`;
}

/** Shows the progress of a command, and keeps it in case the command is aborted. */
export function showProgress(state, search) {
    if (!search.lines) return;
    const { evaluations, ply } = state.snapshot;
    while (evaluations.length < ply) evaluations.push(null);
    evaluations[ply] = search.expected;
    showSearch(state, search);
    showBar(state, search.expected);
    showCurve(state);
}

function showBar(state, expected) {
    const white = shareOf(state, expected);
    const bar = element("bar");
    bar.classList.toggle("white-above", state.bottom !== state.white);
    bar.style.setProperty("--white", `${(100 * white).toFixed(1)}%`);
    bar.setAttribute("aria-valuenow", (100 * white).toFixed(0));
    bar.setAttribute("aria-label", `${state.sides[state.white]}’s expected points, in percent`);
}

/** The expected points over the moves. A position that was not searched is left out. */
function showCurve(state) {
    const { evaluations, ply, moves } = state.snapshot;
    const curve = element("curve");
    const last = Math.max(moves.length, 1);
    const known = evaluations.map((expected, at) => ({ at, expected })).filter(({ expected }) => expected !== null);
    curve.classList.toggle("empty", known.length < 2);
    curve.setAttribute("viewBox", `0 0 ${last} 100`);
    const points = known.map(({ at, expected }) => `${at} ${(100 - 100 * shareOf(state, expected)).toFixed(1)}`);
    curve.querySelector(".line").setAttribute("d", points.length ? `M${points.join("L")}` : "");
    curve.querySelector(".middle").setAttribute("d", `M0 50H${last}`);
    curve.querySelector(".cursor").setAttribute("d", `M${ply} 0V100`);
    curve.querySelector("title").textContent = `${state.sides[state.white]}’s expected points over the game; click to go to a move`;
}

/** The ply at a click on the curve. */
export function plyAt(event, state) {
    const { left, width } = element("curve").getBoundingClientRect();
    return Math.round(((event.clientX - left) / width) * Math.max(state.snapshot.moves.length, 1));
}

const counted = (number) => new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 }).format(number);
