// A game of chess against the engine: the board is a plain grid, the engine knows the rules.

import { Kempelen } from "./browser.js";

const PIECES = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘", P: "♙", k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟" };
const element = (id) => document.getElementById(id);

const engine = new Kempelen();
const moves = [];
let picked = "";

/** Sends a line, and returns the lines that answer it. */
async function ask(line) {
    const lines = [];
    engine.onLine = (text) => lines.push(text);
    await engine.send(line);
    return lines;
}

/** Sets up the moves and shows the board; returns the engine's reason if it refuses them. */
async function setUp() {
    const refusal = (await ask(`position startpos moves ${moves.join(" ")}`)).find((line) => line.startsWith("info string"));
    if (refusal !== undefined) return refusal.slice("info string".length);
    const position = (await ask("d")).find((line) => line.startsWith("position: "));
    show(position.slice("position: ".length).split(" ")[0]);
    return undefined;
}

function show(placement) {
    const cells = placement.replaceAll("/", "").replace(/\d/g, (count) => " ".repeat(Number(count)));
    const buttons = [...cells].map((piece, index) => {
        const [row, column] = [Math.floor(index / 8), index % 8];
        const button = document.createElement("button");
        const square = "abcdefgh"[column] + (8 - row);
        button.textContent = PIECES[piece] ?? "";
        button.classList.toggle("dark", (row + column) % 2 === 1);
        button.setAttribute("aria-label", `${square} ${button.textContent}`);
        button.addEventListener("click", () => pick(square, button));
        return button;
    });
    element("board").replaceChildren(...buttons);
}

function pick(square, button) {
    if (picked === "") {
        picked = square;
        button.classList.add("picked");
        return;
    }
    const move = picked + square;
    picked = "";
    element("board").querySelector(".picked")?.classList.remove("picked");
    if (move.slice(0, 2) !== move.slice(2)) play(move);
}

async function play(move) {
    moves.push(move);
    const refusal = await setUp();
    if (refusal !== undefined) {
        moves.pop();
        await setUp();
        element("state").textContent = refusal;
        return;
    }
    element("state").textContent = "The engine thinks.";
    const answer = (await ask("go movetime 500")).find((line) => line.startsWith("bestmove"));
    const reply = answer.split(" ")[1];
    if (!/^[a-h][1-8]/.test(reply)) {
        element("state").textContent = "The game is over.";
        return;
    }
    moves.push(reply);
    await setUp();
    element("state").textContent = `The engine plays ${reply}. Your move.`;
}

element("typed").addEventListener("submit", (event) => {
    event.preventDefault();
    play(element("move").value.trim());
    element("move").value = "";
});
try {
    await ask("uci");
    await setUp();
    element("state").textContent = "Your move.";
} catch (error) {
    element("state").textContent = `The engine cannot start: ${error.message}`;
}
