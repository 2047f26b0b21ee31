// The players above and below the board, with their clocks.

import { element } from "./dom.js";

/** Refresh interval in milliseconds, and the remaining time below which tenths of a second are shown. */
const TICK = 100;
const TENTHS_BELOW = 20_000;

let clockState = null;
let shownAt = 0;
let hasEnded = false;
let onTimeout;

/** @param {() => void} timeout the clock of a person has run down */
export function connectClocks(timeout) {
    onTimeout = timeout;
    setInterval(tick, TICK);
}

/** Shows the players and clocks of a state. */
export function showPlayers(shown) {
    clockState = shown;
    shownAt = performance.now();
    hasEnded = false;
    for (const [place, side] of [["top", 1 - clockState.bottom], ["bottom", clockState.bottom]]) {
        const rating = /\belo=(\d+)/.exec(clockState.snapshot.players[side]);
        const words = [clockState.sides[side], ...(rating ? [`rating ${rating[1]}`] : [])];
        element(`${place}_name`).textContent = `${clockState.snapshot.names[side]} (${words.join(", ")})`;
        element(`${place}_player`).classList.toggle("to-move", clockState.end === null && clockState.turn === side);
    }
    tick();
}

/** Remaining time of both sides in milliseconds; null without clocks. */
export function remainingNow() {
    const { snapshot, clock_runs: runs, turn } = clockState;
    const used = runs ? performance.now() - shownAt : 0;
    return snapshot.remaining?.map((left, side) => Math.max(0, Math.round(left - (side === turn ? used : 0)))) ?? null;
}

function tick() {
    if (clockState === null) return;
    const { remaining } = clockState.snapshot;
    for (const [place, side] of [["top", 1 - clockState.bottom], ["bottom", clockState.bottom]]) {
        const clock = element(`${place}_clock`);
        clock.hidden = remaining === null;
        if (remaining === null) continue;
        const runs = clockState.clock_runs && side === clockState.turn;
        const left = remainingNow()[side];
        clock.textContent = clockText(left);
        clock.classList.toggle("runs", runs);
        if (runs && left === 0 && clockState.waits_for_person && !hasEnded) {
            hasEnded = true;
            onTimeout();
        }
    }
}

function clockText(milliseconds) {
    const seconds = Math.floor(milliseconds / 1000);
    const two = (number) => String(number).padStart(2, "0");
    if (milliseconds < TENTHS_BELOW) return (Math.floor(milliseconds / 100) / 10).toFixed(1);
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor(seconds / 60) % 60;
    return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}
