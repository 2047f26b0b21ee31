#!/usr/bin/env python3
"""Opens pages of `kempelen analyse --html` in Chromium and uses them as a reader does: by keys, pointer and finger, on a phone, in dark
mode, without JavaScript. What they show is compared with their data; axe-core looks for what a screen reader or weak eyes would miss."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

from step_page import LEAST_TARGET, PHONE, SCREENS, open_page

CHESS = '[White "A"]\n[Black "B"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'
# Game, text of the input or none for a game of random moves, and its length.
CASES = {
    "chess": ("chess", CHESS, 4),
    "a hundred moves": ("chess", None, 200),
    "english": ("english", None, 30),
    "russian": ("russian", None, 12),
    "international": ("international", None, 12),
    "tictactoe": ("tictactoe", None, 9),
    "nim": ("nim", None, 9),
    "northcott": ("northcott", None, 9),
    "tree": ("tree", '[SetUp "1"]\n[FEN "(A(X:6 Y:8) B(Z:7 W:11)) p1"]\n\n1. A X *\n', 2),
}
# The most bytes of a page, and of each move on it.
LARGEST, LARGEST_MOVE = 130_000, 1_500

STATE = """() => {
  const text = id => document.getElementById(id).textContent;
  const uses = [...document.querySelectorAll("#pieces use")];
  const size = document.querySelector("#board").viewBox.baseVal;
  const inside = uses.every(it => it.x.baseVal.value >= 0 && it.x.baseVal.value < size.width && it.getBoundingClientRect().width > 0);
  const current = [...document.querySelectorAll(".move")].findIndex(it => it.getAttribute("aria-current") === "true");
  return {
    say: text("say"), state: text("state"), pieces: uses.length, inside, current, last: document.querySelectorAll("#last > *").length,
    scrolls: document.documentElement.scrollWidth > innerWidth, better: !document.getElementById("better").hidden,
    board: document.getElementById("frame").innerHTML + document.getElementById("pieces").innerHTML,
  };
}"""


def random_games(engine, game, count, opening, path, seed=1):
    """Writes games that begin with so many random plies and go on between weak players: the same games each time."""
    player = ["--engine", "builtin=alpha-beta depth=1"]
    players = [*player, "name=A", *player, "name=B"]
    openings = ["--openings", "random", "--plies", str(opening), "--seed", str(seed)]
    arguments = ["match", "--game", game, *players, *openings, "--rounds", str(count), "--max-plies", "300", "--pgn", str(path)]
    subprocess.run(engine + arguments, check=True, stdout=subprocess.DEVNULL)


def random_game(engine, game, plies, folder, seed=1):
    """A game that is random in its first half, cut after so many plies."""
    path = folder / f"{game}-random.pgn"
    random_games(engine, game, 1, plies // 2, path, seed)
    text = path.read_text(encoding="utf-8").split("\n\n")[1]
    words = re.sub(r"\{[^}]*\}|\b\d+\.+\s", " ", text).split()
    moves = [word for word in words if word not in ("1-0", "0-1", "1/2-1/2", "*")]
    return " ".join(moves[:plies]) + " *\n"


def check(page, data, ply):
    """Compares what the page shows with a position of its data."""
    state = page.evaluate(STATE)
    position = data["positions"][ply]
    pieces = sum(letter in data["pieces"] for letter in position["pieces"])
    assert state["pieces"] == pieces, f"move {ply}: {state['pieces']} pieces, expected {pieces}"
    assert state["inside"], f"move {ply}: a piece is off the board"
    assert state["state"] == position["state"], state["state"]
    assert state["last"] == len(position.get("last", [])), f"move {ply}"
    assert state["current"] == ply - 1, f"move {state['current'] + 1} is marked, expected {ply}"
    assert not state["scrolls"], f"move {ply}: the page scrolls sideways"
    if ply:
        move = data["moves"][ply - 1]
        assert move["text"] in state["say"] and (move.get("mark") or "") in state["say"], state["say"]
        assert state["better"] == bool(move.get("line")), f"move {ply}: better line"
    return state


def check_axe(page, where):
    """No rule of WCAG 2.2 A and AA is broken. What the controls at the bottom of the window cover can be scrolled into view, so they do
    not float meanwhile."""
    float_controls = "it => document.querySelectorAll('.controls').forEach(controls => { controls.style.position = it; })"
    page.evaluate(float_controls, "static")
    results = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]})
    page.evaluate(float_controls, "")
    broken = [(it["id"], [node["html"][:120] for node in it["nodes"][:3]]) for it in results.response["violations"]]
    assert not broken, f"{where}: {broken}"


def walk(page, data, where):
    """Steps through the whole game and back, by keys and by the controls."""
    end = len(data["moves"])
    check_axe(page, f"{where}, start")
    boards = [check(page, data, 0)["board"]]
    for ply in range(1, end + 1):
        page.keyboard.press("ArrowRight") if ply % 2 else page.get_by_role("button", name="Next").click()
        boards.append(check(page, data, ply)["board"])
    page.keyboard.press("ArrowRight")
    check(page, data, end)
    for ply in range(end - 1, -1, -1):
        page.keyboard.press("ArrowLeft")
        assert check(page, data, ply)["board"] == boards[ply], f"{where}: back at move {ply}"
    page.keyboard.press("End")
    check(page, data, end)
    page.keyboard.press("f")
    turned = page.evaluate(STATE)["board"] != boards[end]
    assert turned == (len(data["frames"][data["positions"][end]["frame"]]["svg"]) > 1), f"{where}: the board does not turn"
    page.keyboard.press("f")
    page.keyboard.press("Home")
    check(page, data, 0)
    page.locator(".move").nth(end - 1).click()
    check(page, data, end)


def better_line(page, data, where):
    """Plays a better line through, and goes back to the game."""
    marked = [ply for ply, move in enumerate(data["moves"], 1) if move.get("line")]
    if not marked:
        return 0
    ply = marked[0]
    page.locator(".move").nth(ply - 1).click()
    game = page.evaluate(STATE)["board"]
    page.keyboard.press("b")
    line = data["moves"][ply - 1]["line"]
    for number, (text, position) in enumerate(line, 1):
        page.keyboard.press("ArrowRight")
        state = page.evaluate(STATE)
        assert state["say"].endswith(text) and state["state"] == position["state"], f"{where}: {state}"
    check_axe(page, f"{where}, better line")
    page.keyboard.press("Escape")
    assert page.evaluate(STATE)["board"] == game
    page.locator("#line button").first.click()
    assert page.evaluate(STATE)["say"].endswith(line[0][0])
    page.get_by_role("button", name="Back to the game").click()
    check(page, data, ply)
    return len(marked)


def fingers(page, data):
    """Taps on both halves of the board, a swipe by the pointer, and a tap on the curve."""
    page.keyboard.press("Home")
    page.evaluate("scrollTo(0, 0)")
    box = page.locator("#board").bounding_box()
    middle = box["y"] + box["height"] / 2
    page.touchscreen.tap(box["x"] + 0.9 * box["width"], middle)
    check(page, data, 1)
    page.touchscreen.tap(box["x"] + 0.1 * box["width"], middle)
    check(page, data, 0)
    page.mouse.move(box["x"] + 0.8 * box["width"], middle)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.2 * box["width"], middle)
    page.mouse.up()
    check(page, data, 1)
    curve = page.locator("#curve")
    width = curve.bounding_box()["width"]
    curve.click(position={"x": width - 2, "y": 20})
    check(page, data, round((width - 2) / width * len(data["moves"])))
    for name in ["First", "Back", "Play", "Next", "Last"]:
        size = page.get_by_role("button", name=name, exact=True).bounding_box()
        assert min(size["width"], size["height"]) >= LEAST_TARGET, (name, size)


def play(page, data):
    """Plays to the end."""
    page.keyboard.press("Home")
    page.locator("body").press("Space")
    assert page.locator("#play").text_content() == "Pause"
    expect(page.locator("#play")).to_have_text("Play", timeout=2_000 * len(data["moves"]) + 20_000)
    check(page, data, len(data["moves"]))


def speed(page, data):
    """Milliseconds of a step, at most, while the whole game is gone through."""
    return page.evaluate("""end => {
      let most = 0;
      for (let ply = 0; ply <= end; ply += 1) {
        const began = performance.now();
        go(ply);
        document.getElementById("board").getBoundingClientRect();
        most = Math.max(most, performance.now() - began);
      }
      go(0);
      return most;
    }""", len(data["moves"]))


def check_case(browser, engine, name, game, record, plies, folder):
    source, path = folder / f"{name}.txt", folder / f"{name}.html"
    source.write_text(record or random_game(engine, game, plies, folder), encoding="utf-8")
    nodes = "300" if plies > 100 else "2000"
    arguments = ["analyse", "--game", game, "--games", "--nodes", nodes, str(source), "--html", str(path)]
    subprocess.run(engine + arguments, check=True, stdout=subprocess.DEVNULL)
    text = path.read_text(encoding="utf-8")
    data = json.loads(re.search(r'id="game">(.*?)</script>', text)[1])
    assert data["moves"], name
    assert len(text) < LARGEST + LARGEST_MOVE * len(data["moves"]), (len(text), len(data["moves"]))
    address = path.as_uri()
    # A long game is walked through once.
    for viewport, scheme in SCREENS if plies < 100 else SCREENS[1:]:
        settings = {"viewport": viewport, "color_scheme": scheme, "reduced_motion": "reduce", "has_touch": viewport is PHONE}
        page, wrong = open_page(browser, address, **settings)
        where = f"{name}, {scheme}, {viewport['width']}"
        walk(page, data, where)
        lines = better_line(page, data, where)
        if viewport is PHONE:
            fingers(page, data)
        slowest = speed(page, data)
        assert not wrong, wrong
        page.context.close()
    page, wrong = open_page(browser, address, viewport=PHONE, has_touch=True)
    if len(data["moves"]) < 10:
        play(page, data)
    page.goto(address + "#move=1")
    check(page, data, 1)
    assert not wrong, wrong
    page.context.close()
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(address)
    assert page.get_by_text("Without JavaScript").is_visible() and not page.locator("#controls").is_visible()
    assert page.locator(".move").count() == len(data["moves"])
    page.context.close()
    if name == "chess":
        check_policy(browser, text, folder / "hostile.html")
    print(f"{name}: {len(data['moves'])} moves, {lines} better lines, {len(text)} bytes, a step {slowest:.1f} ms", flush=True)


def check_policy(browser, text, path):
    """Markup that got into a page in spite of all must not run, and must load nothing."""
    run = "document.title = 'run'"
    hostile = f"""<script>{run}</script><img src="x" onerror="{run}"><a id="link" href="javascript:{run}">link</a>"""
    path.write_text(text.replace("<main>", hostile + "<main>"), encoding="utf-8")
    page, wrong = open_page(browser, path.as_uri())
    title = page.title()
    page.locator("#link").click()
    page.keyboard.press("End")
    assert page.title() == title != "run"
    # The script, the event, the picture and the link.
    assert sum("Content Security Policy" in message for message in wrong) == 4, wrong
    page.context.close()


def main():
    chromium, *engine = sys.argv[1:]
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        # As root, Chromium has no sandbox.
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, (game, record, plies) in CASES.items():
            check_case(browser, engine, name, game, record, plies, pathlib.Path(folder))
        browser.close()


if __name__ == "__main__":
    main()
