#!/usr/bin/env python3
"""Measures the page in a browser: the speed of searches as a share of the program's, by the processor time of the thread that searches;
depth with and without requests whether to stop; frames while the machine thinks; memory of the worker and of the spare one; and the time until the first move after the page is
opened from the disk. Usage: web_speed.py BROWSER PAGE PROGRAM; see web_browsers.py for BROWSER and PAGE."""

import pathlib
import re
import resource
import statistics
import subprocess
import sys
import tempfile

from web_browser import IS_READY, WITH_ENGINE, Page, changed, start
from web_checks import serve
from web_player import wait_until

RUNS = 7
MIDDLEGAMES = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
]
SEARCHES = {
    "chess": ["uci"] + [line for fen in MIDDLEGAMES for line in ["ucinewgame", f"position fen {fen}", "go depth 17"]],
    "english": ["hub", "set-param name=variant value=english", "init", "pos start", "level depth=22", "go think"],
}
THINKING = ["uci", f"position fen {MIDDLEGAMES[1]}", "go movetime 2000"]
# Sends lines to the engine; what answers them.
ASK = """
    const ask = async (lines) => {
        const answers = [];
        engine.onLine = (line) => answers.push(line);
        for (const line of lines) await engine.send(line);
        return answers;
    };"""
# The machine is the first player, so it moves as soon as the page is there; the time of its first move is kept.
MOVES_FIRST = {'<option value="1">second</option>': '<option value="1" selected>second</option>'}
FIRST_MOVE = """
    new MutationObserver(() => {
        if (document.querySelector("li.move")) window.firstMove ??= performance.now();
    }).observe(document, { childList: true, subtree: true });"""
# Every worker tells how much memory its module has, when no search runs.
WITH_MEMORY = {
    "memory = exports.memory;": """memory = exports.memory;
        setInterval(() => globalThis.postMessage({ number: -1, progress: null, memory: memory.buffer.byteLength }), 50);"""
}
MEMORIES = """
    window.memories = new Map();
    window.Worker = class extends Worker {
        constructor(...all) {
            super(...all);
            this.addEventListener("message", ({ data }) => data.memory && memories.set(this, data.memory));
        }
        terminate() {
            memories.delete(this);
            super.terminate();
        }
    };"""
MEMORY = "await new Promise((done) => setTimeout(done, 300)); return [...memories.values()];"
FRAMES = """
    const answer = ask(%s);
    await new Promise((done) => setTimeout(done, 200));
    const begun = performance.now();
    let [frames, longest, last] = [0, 0, begun];
    while (last - begun < 1500) {
        const now = await new Promise(requestAnimationFrame);
        longest = Math.max(longest, now - last);
        last = now;
        frames++;
    }
    await answer;
    return [(1000 * frames) / (last - begun), longest];"""


def node_count(lines):
    """The sum of what the searches visited, by the last line of each."""
    total = last = 0
    for line in lines:
        if found := re.match(r"info .*\bnodes[ =](\d+)", line):
            last = int(found[1])
        elif line.startswith(("bestmove", "done")):
            total += last
    return total


def thread_times(root):
    """Seconds of processor time of each thread of a process and those that it has started."""
    children = {}
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            parent = int((process / "stat").read_text().rsplit(")", 1)[1].split()[1])
            children.setdefault(parent, []).append(int(process.name))
        except OSError:
            pass
    times, processes = {}, [root]
    while processes:
        process = processes.pop()
        processes += children.get(process, [])
        for thread in pathlib.Path(f"/proc/{process}/task").glob("*"):
            try:
                times[thread.name] = int((thread / "schedstat").read_text().split()[0]) / 1e9
            except OSError:
                pass
    return times


def time_of_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure_speed(page, address, program):
    page.open(f"{address}#game=tictactoe")
    wait_until(page, IS_READY)
    for game, lines in SEARCHES.items():
        shares = []
        for _ in range(RUNS):
            before = time_of_children()
            native = subprocess.run([program, *lines], capture_output=True, text=True, check=True).stdout.splitlines()
            native_time = time_of_children() - before
            page.run("engine.restart(); await engine.play('games');")
            before = thread_times(page.driver.service.process.pid)
            answers = page.run(f"{ASK} return ask({lines});")
            after = thread_times(page.driver.service.process.pid)
            assert node_count(answers) == node_count(native) > 0, (answers[-3:], native[-3:])
            shares.append(native_time / max(time - before.get(thread, 0) for thread, time in after.items()))
        print(f"  {game}: {statistics.median(shares):.0%} of the program's speed ({min(shares):.0%} to {max(shares):.0%})", flush=True)


def last_search(lines):
    """Depth and number of positions of the last iteration."""
    line = [line for line in lines if re.match(r"info depth \d+ .*\bnodes", line) and "bound" not in line][-1]
    return int(re.search(r"\bdepth (\d+)", line)[1]), int(re.search(r"\bnodes (\d+)", line)[1])


def measure_depth(page, with_requests, without_requests):
    """The same number of positions is searched, first in 2 s with requests whether to stop, then without."""
    depths = []
    for _ in range(3):
        page.open(f"{with_requests}#game=tictactoe")
        wait_until(page, IS_READY)
        depth, nodes = last_search(page.run(f"{ASK} return ask({THINKING});"))
        page.open(f"{without_requests}#game=tictactoe")
        wait_until(page, IS_READY)
        depths.append((depth, last_search(page.run(f"{ASK} return ask({[*THINKING[:-1], f'go nodes {nodes}']});"))[0]))
    print(f"  depth in 2 s, with and without requests whether to stop: {depths}")


def measure_frames(page, address):
    page.open(f"{address}#game=tictactoe")
    wait_until(page, IS_READY)
    found = [page.run(ASK + FRAMES % THINKING) for _ in range(3)]
    frames, longest = (statistics.median(it) for it in zip(*found))
    print(f"  {frames:.0f} frames a second while the machine thinks, at most {longest:.0f} ms from one to the next")


def measure_memory(page, address):
    page.open(f"{address}#game=chess")
    wait_until(page, IS_READY)
    at_start = page.run(MEMORY)
    page.run(f"{ASK} await ask({['uci', 'setoption name Hash value 16', *THINKING[1:]]});")
    first, last = (" + ".join(f"{it / 2**20:.0f}" for it in memories) for memories in [at_start, page.run(MEMORY)])
    place = address.split(":")[0]
    print(f"  memory of the module, page by {place}: {first} MB at the start, {last} after a search with a table of 16 MB")


def measure_first_move(page, address):
    times = []
    for _ in range(RUNS):
        # Without a link, after which machines wait.
        page.open(address)
        wait_until(page, "window.firstMove !== undefined")
        times.append(page.evaluate("window.firstMove"))
    print(f"  first move of the machine {statistics.median(times):.0f} ms after the page is opened ({min(times):.0f} to {max(times):.0f})")


def main():
    browser, file, program = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    text = file.read_text()
    driver = start(browser)
    with tempfile.TemporaryDirectory() as folder:
        pages = {
            "engine": changed(text, WITH_ENGINE | WITH_MEMORY, MEMORIES),
            "patient": changed(text, WITH_ENGINE | {"const PATIENCE = 50": "const PATIENCE = Infinity"}),
            "first": changed(text, MOVES_FIRST, FIRST_MOVE),
        }
        for name, content in pages.items():
            pathlib.Path(folder, f"{name}.html").write_text(content)
        site = serve(folder).site
        try:
            print(f"{browser} {driver.capabilities['browserVersion']}:")
            page = Page(driver)
            measure_first_move(page, f"file://{folder}/first.html")
            measure_memory(page, f"{site}/engine.html")
            measure_memory(page, f"file://{folder}/engine.html")
            measure_frames(page, f"{site}/engine.html")
            measure_depth(page, f"{site}/engine.html", f"{site}/patient.html")
            measure_speed(page, f"{site}/engine.html", program)
        finally:
            driver.quit()


if __name__ == "__main__":
    main()
