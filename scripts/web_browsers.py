#!/usr/bin/env python3
"""Plays on the page in a browser: eight games, each to its end, by pointer and by keyboard alone, from the disk and from a server. Then it
drags pieces, stops the engine in the middle of a search, opens the page where something is missing or damaged, and plays without a network.

Usage: web_browsers.py BROWSER PAGE FOLDER; BROWSER is chromium, firefox or webkit; PAGE and FOLDER are what `make web` writes. What this
needs, and the three browsers, are installed by `web_browsers.sh install`."""

import os
import pathlib
import random
import sys
import tempfile
import time
import urllib.parse

from web_browser import IS_READY, WITH_ENGINE, Page, changed, start
from web_checks import serve
from web_player import by_keyboard, by_pointer, look, play_move, wait_until

CHESS960 = "rkbbnnqr/pppppppp/8/8/8/8/PPPPPPPP/RKBBNNQR w HAha - 0 1"
GAMES = ["chess", "chess960", "english", "slovak", "international", "nim", "northcott", "tree"]
MOST_MOVES = 200
# Pieces that are dragged in turn, and the number of moves then: a piece that is dropped elsewhere goes back.
DRAGS = [("e2", "d5", 0), ("e2", "e4", 1), ("g8", "f6", 2), ("f1", "c4", 3)]
IS_DRAGGED = "document.querySelector('#board use[transform]') !== null"
IS_DROPPED = "document.querySelector('#board use[transform], #board [aria-selected=true]') === null"
NO_MOVES = "document.querySelector('li.move') === null"
HAS_STARTED = "document.getElementById('state').textContent !== 'The engine starts.'"

# A search of chess is stopped; milliseconds until the engine answers, or, where it had to be started again, plays a new game.
STOP = """
    const fen = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";
    const players = ["best movetime=9000", "person"];
    const begin = () => engine.play({ new: { game: "chess", position: fen, players } });
    const times = [];
    for (let number = 0; number < 7; number++) {
        await begin();
        const answer = engine.play("update");
        answer.catch(() => {});
        await new Promise((done) => setTimeout(done, 300 + 37 * number));
        const begun = performance.now();
        const isKept = engine.stop();
        const { snapshot } = isKept ? await answer : await begin();
        times.push(performance.now() - begun);
        if (snapshot.moves.length !== Number(isKept)) throw new Error(`found the moves ${snapshot.moves}`);
    }
    return times.sort((one, two) => one - two);"""
NOT_STOPPED_AFTER = 1000

# What is missing or refused, by a script before those of the page; and a part of what the page must say.
MISSING = {
    "WebAssembly": ("delete window.WebAssembly;", "WebAssembly"),
    "SIMD": (
        "WebAssembly.validate = () => false;"
        "WebAssembly.compile = WebAssembly.compileStreaming = () => Promise.reject(new WebAssembly.CompileError('no SIMD'));",
        "SIMD",
    ),
    "DecompressionStream": ("delete window.DecompressionStream;", "DecompressionStream"),
    "workers": ("window.Worker = class { constructor() { throw new DOMException('refused'); } };", "refused"),
}
FULL_STORAGE = """
    const refuse = () => { throw new DOMException("full", "QuotaExceededError"); };
    Storage.prototype.getItem = Storage.prototype.setItem = indexedDB.open = refuse;
    if (window.caches) caches.open = () => Promise.reject(new DOMException("full", "QuotaExceededError"));"""
# The page gives its worker to the script below.
# Seconds until there is a spare worker.
SPARE_AFTER = 3
WITH_WORKER = "window.Worker = class extends Worker { constructor(...all) { super(...all); window.worker = this; } };"


def open_page(page, address, **wanted):
    page.open(f"{address}#{urllib.parse.urlencode(wanted)}")
    wait_until(page, IS_READY)


def play_to_end(page, address, game, press):
    """Plays a game to its end; the person plays at random, so the machine soon wins."""
    if game == "chess960":
        open_page(page, address, game="chess", position=CHESS960)
    else:
        open_page(page, address, game=game)
    choose = random.Random(game).choice
    seen = look(page)
    while not seen["isOver"]:
        assert seen["moves"] < MOST_MOVES, f"{game}: found no end after {seen['moves']} moves"
        seen = play_move(page, press, choose)
    return f"{seen['moves']} moves, {seen['state']}"


def check_games(page, address):
    for game in GAMES:
        for press in [by_pointer, by_keyboard]:
            begun = time.time()
            end = play_to_end(page, address, game, press)
            print(f"  {game} {press.__name__}: {end}, {time.time() - begun:.1f} s", flush=True)


def check_drag(page, address):
    """Pieces follow the pointer, and make moves where they are dropped; clicks are as before then."""
    open_page(page, address, game="chess", first="person", second="person")
    for start, end, moves in DRAGS:
        page.begin_drag(*(f'[data-cell="{cell}"]' for cell in (start, end)))
        wait_until(page, IS_DRAGGED)
        page.end_drag()
        wait_until(page, f"{IS_DROPPED} && document.querySelectorAll('li.move').length === {moves}")
    play_move(page, by_pointer)
    print(f"  dragged {len(DRAGS)} pieces")


def check_stop(page, address):
    open_page(page, address, game="tictactoe")
    times = page.run(STOP)
    print(f"  stopped after {times[len(times) // 2]:.0f} ms, at most {times[-1]:.0f}")
    assert times[-1] < NOT_STOPPED_AFTER, times


def check_missing(page, write, text):
    for name, (script, part) in MISSING.items():
        page.open(write(changed(text, script=script)))
        wait_until(page, HAS_STARTED)
        print(f"  without {name}: {page.text('#state')}")
        assert part in page.text("#state")
    page.open(write(changed(text, script=FULL_STORAGE)))
    wait_until(page, IS_READY)


def check_damaged(page, write, text):
    begin = text.index('id="module"') + 100_000
    end = text.index("</script>", begin)
    damaged = {"changed": "AAAAAAAA" + text[begin + 8 : end], "cut": "", "not base64": "\u00a7" + text[begin + 1 : end]}
    for name, rest in damaged.items():
        page.open(write(changed(text[:begin] + rest + text[end:])))
        wait_until(page, HAS_STARTED)
        print(f"  a module that is {name}: {page.text('#state')}")
        assert "cannot start" in page.text("#state")


def check_ended_worker(page, write, text):
    """The browser ends the worker without a word: a command of the person is not answered. The page starts the engine again when the person
    begins another game; where it could not know of the end, it says so, and shows the old game first."""
    open_page(page, write(changed(text, script=WITH_WORKER)), game="northcott")
    play_move(page, by_pointer)
    page.evaluate("window.worker.terminate()")
    page.click(".cell.target")
    begun = time.time()
    page.click("#new button")
    wait_until(page, f"{NO_MOVES} || document.getElementById('messages').textContent !== ''")
    print(f"  a worker that was ended: started again after {time.time() - begun:.1f} s; {page.text('#messages')}")
    if not page.evaluate(NO_MOVES):
        page.click("#new button")
    wait_until(page, f"{NO_MOVES} && {IS_READY}")
    play_move(page, by_pointer)


def check_spare_worker(page, write, text):
    """Where the page has a spare worker, the browser ends it without a word. When it takes over, the page says so, and starts another one."""
    open_page(page, write(changed(text, script=WITH_WORKER)), game="chess", first="person", second="person")
    page.evaluate("void (window.firstWorker = window.worker)")
    time.sleep(SPARE_AFTER)
    if page.evaluate("window.firstWorker === window.worker"):
        return
    page.evaluate("window.worker.terminate()")
    page.click("#analyse")
    wait_until(page, "document.querySelectorAll('#lines li').length > 1")
    page.click("#flip")
    wait_until(page, "document.getElementById('messages').textContent !== ''")
    print(f"  a spare worker that was ended: {page.text('#messages')}")
    wait_until(page, IS_READY)
    play_move(page, by_pointer)


def check_offline(page, folder):
    """The service worker keeps the folder; the games are played when the server is gone."""
    server = serve(folder)
    open_page(page, f"{server.site}/", game="tictactoe")
    page.run("await navigator.serviceWorker.ready;")
    server.shutdown()
    server.server_close()
    for game, press in [("english", by_pointer), ("chess", by_keyboard)]:
        print(f"  without a network, {game}: {play_to_end(page, f'{server.site}/', game, press)}")


def main():
    browser, file, web_folder = sys.argv[1:]
    text = pathlib.Path(file).read_text()
    driver = start(browser)
    with tempfile.TemporaryDirectory() as folder:

        def write(content):
            # A new name, so that the browser does not show what it has kept.
            name = f"page{len(os.listdir(folder))}.html"
            pathlib.Path(folder, name).write_text(content)
            return f"{place}/{name}"

        try:
            page = Page(driver)
            for place in [pathlib.Path(folder).as_uri(), serve(folder).site]:
                print(f"{browser} {driver.capabilities['browserVersion']}, {place.split(':')[0]}:")
                check_games(page, write(text))
                check_drag(page, write(text))
                check_stop(page, write(changed(text, WITH_ENGINE)))
                check_missing(page, write, text)
                check_damaged(page, write, text)
                check_ended_worker(page, write, text)
                check_spare_worker(page, write, text)
            check_offline(page, web_folder)
        finally:
            driver.quit()


if __name__ == "__main__":
    main()
