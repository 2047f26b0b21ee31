// Sends the same lines to the module and to the program, and compares what they answer. Usage: compare.mjs MODULE PROGRAM
//
// The searches are limited by depth, so the lines, scores and numbers of positions are the same; times are left out.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { start } from "./page/module.js";

const SESSIONS = {
    chess: [
        "uci",
        "position startpos",
        "go depth 16",
        "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "go depth 13",
        "position fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "go depth 20",
        "d",
        "eval",
    ],
    english: ["hub", "init", "set-param name=variant value=english", "pos start", "level depth=19", "go think"],
    tictactoe: ["ugi", "setoption name Game value tictactoe", "position startpos", "go depth 9"],
    international: ["hub", "init", "pos start", "level depth=13", "go think"],
    breakthrough: ["ugi", "setoption name Game value breakthrough", "position startpos", "go depth 9"],
};

const withoutTimes = (line) => line.replace(/\b(time|nps|time=|hashfull)[ =]?[\d.]+/g, "");
// Only long searches report bounds.
const isCompared = (line) => !/^(id name|option|info string|param)|bound/.test(line);

const [modulePath, program] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(modulePath));
let differ = 0;
for (const [name, lines] of Object.entries(SESSIONS)) {
    const answers = [];
    const { send, wanted, give } = start(module, { answer: (line) => answers.push(line) });
    let begin = performance.now();
    for (const line of lines) {
        for (const { name } of wanted(line)) give(name, readFileSync(new URL(`../${name}`, import.meta.url)));
        send(line);
    }
    const moduleTime = performance.now() - begin;
    begin = performance.now();
    const native = execFileSync(program, lines, { encoding: "utf8" });
    const nativeTime = performance.now() - begin;
    const [here, there] = [answers, native.split("\n").filter(Boolean)].map((lines) =>
        lines.filter(isCompared).map(withoutTimes),
    );
    const place = here.findIndex((line, index) => line !== there[index]);
    const same = place < 0 && here.length === there.length;
    differ += !same;
    const share = Math.round((100 * nativeTime) / moduleTime);
    console.log(`${name}: ${here.length} lines, ${same ? "the same" : "DIFFERENT"}, ${share} % of the program's speed`);
    if (!same) {
        const at = place < 0 ? Math.min(here.length, there.length) : place;
        console.log(`  module:  ${here[at]}\n  program: ${there[at]}`);
    }
}
process.exit(differ === 0 ? 0 : 1);
