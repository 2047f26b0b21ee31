// Tests of the package for other sites in Node: unpacks it, sends lines, damages its files. Usage: package_test.mjs PACKAGE.tgz

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

const folder = mkdtempSync(join(tmpdir(), "kempelen-"));
execFileSync("tar", ["-xzf", process.argv[2], "-C", folder]);
const packed = (name) => join(folder, "package", `${name}.gzip`);
const { Kempelen } = await import(join(folder, "package", "node.js"));

/** Sends lines to a new engine; returns what it answers, and which files were at fault. */
async function answers(lines, use = async () => {}) {
    const engine = new Kempelen();
    const [heard, faults] = [[], []];
    engine.onLine = (line) => heard.push(line);
    engine.onFault = (text) => faults.push(text);
    try {
        for (const line of lines) await engine.send(line);
        await use(engine, heard);
    } finally {
        engine.terminate();
    }
    return { heard, faults };
}

async function stopsSoon() {
    await answers(["uci", "position startpos"], async (engine, heard) => {
        const search = engine.send("go infinite");
        await new Promise((done) => setTimeout(done, 1000));
        const begin = performance.now();
        engine.stop();
        await search;
        const time = performance.now() - begin;
        assert.match(heard.at(-1), /^bestmove/);
        console.log(`stopped after ${time.toFixed(0)} ms`);
        assert.ok(time < 500, `found ${time} ms`);
        const second = engine.send("go infinite");
        await engine.send("stop");
        await second;
        await engine.send("isready");
        assert.equal(heard.at(-1), "readyok");
    });
}

/** Uses a file that was changed, and puts it right again. */
async function withFile(name, change, use) {
    const right = readFileSync(packed(name));
    change(packed(name), right);
    await use();
    writeFileSync(packed(name), right);
}

const HUB = ["hub", "init", "pos start", "level depth=8", "go think"];

async function goesOnWithoutTable() {
    const { heard: with_tables } = await answers(HUB);
    assert.match(with_tables.at(-1), /^done move=/);
    const remove = (path) => rmSync(path);
    await withFile("endgames/english-4.wdl", remove, async () => {
        const { heard, faults } = await answers(HUB);
        assert.match(heard.at(-1), /^done move=/);
        assert.equal(faults.length, 1);
        assert.match(faults[0], /endgames\/english-4\.wdl/);
    });
}

async function refusesNetwork() {
    const damage = (path, right) => {
        const bytes = gunzipSync(right);
        bytes[5000] ^= 1;
        writeFileSync(path, gzipSync(bytes));
    };
    const cut = (path, right) => writeFileSync(path, right.subarray(0, 1000));
    for (const change of [damage, cut, (path) => rmSync(path)]) {
        await withFile("eval/chess.nnue", change, async () => {
            const faults = [];
            const engine = new Kempelen();
            const heard = [];
            engine.onLine = (line) => heard.push(line);
            engine.onFault = (text) => faults.push(text);
            await assert.rejects(engine.send("uci"), /the engine cannot start: .*eval\/chess\.nnue/);
            engine.terminate();
            assert.match(heard.join("\n"), /the file 'eval\/chess\.nnue' is missing/);
            console.log(faults.join("\n"));
            assert.equal(faults.length, 1);
            assert.match(faults[0], /eval\/chess\.nnue/);
        });
    }
}

try {
    const { heard, faults } = await answers(["uci", "position startpos moves e2e4", "go depth 8"]);
    assert.ok(heard.includes("uciok"));
    assert.match(heard.at(-1), /^bestmove [a-h][1-8]/);
    assert.deepEqual(faults, []);
    await stopsSoon();
    await goesOnWithoutTable();
    await refusesNetwork();
    const nim = await answers(["ugi", "setoption name Game value nim", "position startpos", "go movetime 10"]);
    assert.match(nim.heard.at(-1), /^bestmove/);
    await assert.rejects(new Promise((_, fail) => {
        const engine = new Kempelen();
        engine.onFault = () => {};
        engine.send("uci").catch(fail);
        engine.terminate();
    }));
    console.log("the package works");
} finally {
    rmSync(folder, { recursive: true });
}
