#!/usr/bin/env python3
"""Solves the puzzles of `kempelen analyse --puzzles FILE.html` in Chromium as a reader does: by clicks, fingers, drags, keys and typed
moves, on a phone, in dark mode. Tries wrong moves first. The boards are compared with positions that this script computes from the data.
Then it learns from the mistakes on a page of `analyse --html`. axe-core looks for what a screen reader or weak eyes would miss."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

from playwright.sync_api import expect, sync_playwright

from game_page import check_axe, check_policy, random_games
import step_page
from step_page import LEAST_TARGET, PHONE

SCREENS = [({"width": 320, "height": 640}, "light"), (PHONE, "dark"), ({"width": 1280, "height": 800}, "light")]
# A mate in one, a promotion, and mistakes of both sides; the names and comments are hostile.
CHESS = """[White "<img src=x onerror=alert(1)>"]
[Black "</script><script>alert(1)</script>"]

{<b>bold</b> & "quoted" [%csl Ga1]} 1. e4! {best <i>by</i> test} e5 2. Qh5?! (2. Nf3 Nc6 {solid} (2... d6)) Ke7 $14 {what?} 3. Qxe5# 1-0

[FEN "r5k1/5ppp/8/8/8/8/5PPP/4R1K1 b - - 0 1"]

1... Ra2 2. h3 *

[FEN "8/4P1kp/6p1/8/8/p6P/r4PP1/6K1 b - - 0 1"]

1... h6 2. Kh2 *
"""
# Positions and bad moves, after which captures of several pieces, promotions or single moves win or hold the draw.
FIXED = {
    "english": [
        ("W:WK6,K14:B21,K25,K30:H3", "14-17"), ("W:W21,K25:BK18,28:H5", "25-30"), ("W:W11,13,14,22,26,32:B2,5,6,8,12", "11x4"),
    ],
    "russian": [
        ("W:W13,21,22,26,31:B3,4,6,K32", "d2-e3"), ("B:W12,20,21:B2,3,8,10,13,17", "f8-e7"),
        ("B:W22,23,24,25,27,29,30,32:B1,2,3,6,7,8,11,13", "f6-e5"),
    ],
    "international": [
        ("B:W33,35,36,40,43,44,46,48:B4,5,8,10,11,12,18,19,23,25", "25-30"),
        ("W:W16,K28,37,45,46,48,50:B1,2,3,4,6,7,11,13,15,21", "16x27"),
        ("W:W27,30,31,35,36,37,38,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,19,33", "38x29"),
    ],
    "breakthrough": [("1pppp3/ppp2ppp/1P1p4/3p1p2/P2P2P1/P1PPpP2/2P2P1P/P2P1PPP w", "d1d2")],
    "tree": [("(A(X(p:5 q:-5) Y:-8) B:-9) p1", "A X 2. q")],
}
# Games, the number of pairs of games in which puzzles are looked for, and of the random plies at their begin.
RANDOM = {"tictactoe": (6, 4), "nim": (12, 3), "northcott": (16, 8), "wythoff": (12, 2)}

STATE = """() => {
  const text = id => document.getElementById(id).textContent;
  return {
    say: text("ask-say"), state: text("state"), count: text("ask-count"), board: document.getElementById("pieces").innerHTML,
    uses: document.querySelectorAll("#pieces use").length, scrolls: document.documentElement.scrollWidth > innerWidth,
  };
}"""


def open_page(browser, address, **settings):
    """A page that fails within seconds where something cannot be clicked."""
    page, wrong = step_page.open_page(browser, address, **settings)
    page.set_default_timeout(15_000)
    return page, wrong


def fixed_games(game, folder):
    """A file of short games."""
    path = folder / f"{game}.pgn"
    path.write_text("\n".join(f'[SetUp "1"]\n[FEN "{start}"]\n\n1. {moves} *\n' for start, moves in FIXED[game]), encoding="utf-8")
    return path


def path_of(ply):
    """The cells by which a move is pointed out."""
    return [int(cell) for cell in re.findall(r"(\d+)\D", ply[1].split("/")[0])]


def after(exercise, position, ply, side):
    """The position after a move: what stands on the cells, and the line below the board."""
    if len(ply) > 2 and isinstance(ply[2], dict):
        return ply[2]
    pieces = list(position["pieces"])
    for cell, letter in re.findall(r"(\d+)(\D)", ply[1]):
        pieces[int(cell)] = letter
    return {"frame": position["frame"], "pieces": "".join(pieces), "state": ply[2] if len(ply) > 2 else exercise["states"][side]}


class Solver:
    """A reader who solves an exercise that a page asks."""

    def __init__(self, page, data, exercise, where):
        self.page, self.data, self.exercise, self.where = page, data, exercise, where

    def check(self, position):
        """Compares the page with a position."""
        state = self.page.evaluate(STATE)
        pieces = sum(letter in self.data["pieces"] for letter in position["pieces"])
        has_grid = "grid" in self.data["frames"][position["frame"]]
        assert state["uses"] == (pieces if has_grid else 0), f"{self.where}: {state['uses']} pieces, expected {pieces}: {state['say']}"
        assert state["state"] == position["state"], f"{self.where}: {state} instead of {position}"
        assert not state["scrolls"], f"{self.where}: the page scrolls sideways"
        return state

    def cell(self, number):
        return self.page.locator(f'#cells [data-cell="{number}"]')

    def choose(self, turn, index):
        """Chooses among moves that have the same cells."""
        if self.page.locator("#ask-choice").is_visible():
            self.page.locator("#ask-choice").get_by_text(turn["moves"][index][0][0], exact=True).click()

    def play(self, position, turn, index, way):
        """Plays a legal move in one of the ways."""
        ply = turn["moves"][index][0]
        path = path_of(ply)
        if not path or "grid" not in self.data["frames"][position["frame"]]:
            way = "type" if path else "list"
        if way == "list":
            self.page.locator("#ask-choice").get_by_text(ply[0], exact=True).click()
        elif way == "type":
            self.page.fill("#ask-text", ply[0])
            self.page.press("#ask-text", "Enter")
        elif way == "drag" and len(path) > 1:
            self.cell(path[0]).scroll_into_view_if_needed()
            begin, end = self.cell(path[0]).bounding_box(), self.cell(path[-1]).bounding_box()
            self.page.mouse.move(begin["x"] + begin["width"] / 2, begin["y"] + begin["height"] / 2)
            self.page.mouse.down()
            self.page.mouse.move(begin["x"] + begin["width"] / 2 + 10, begin["y"] + begin["height"] / 2)
            assert self.page.locator("#pieces use[transform]").count() == 1, f"{self.where}: {ply} is not dragged"
            self.page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2)
            self.page.mouse.up()
        elif way == "keys":
            for cell in path[:1] + path[-1:] if len(path) > 1 else path:
                self.cell(cell).focus()
                self.page.keyboard.press("Enter")
        else:
            # All cells of the path, or its ends.
            for cell in path if way == "path" else dict.fromkeys(path[:1] + path[-1:]):
                self.cell(cell).tap() if way == "tap" else self.cell(cell).click()
                if self.page.evaluate("asked.picked.length") == 0:
                    break
        self.choose(turn, index)

    def solve(self, way, with_wrong=True):
        """Tries a wrong move at each turn, then plays the solution."""
        position = self.exercise["position"]
        self.check(position)
        for number, turn in enumerate(self.exercise["turns"]):
            rights = [turn["solution"], *turn.get("accepted", [])]
            wrong = [index for index in range(len(turn["moves"])) if index not in rights]
            if wrong and with_wrong:
                index = wrong[number % len(wrong)]
                ply, reply = turn["moves"][index]
                self.play(position, turn, index, way)
                tried = after(self.exercise, position, ply, 1)
                said = self.check(after(self.exercise, tried, reply, 0) if reply else tried)["say"]
                assert f"{ply[0]} is wrong" in said and (reply is None or reply[0] in said), f"{self.where}: {said}"
                self.page.locator("#ask-again").click()
                self.check(position)
            ply, reply = turn["moves"][turn["solution"]]
            self.play(position, turn, turn["solution"], way)
            position = after(self.exercise, position, ply, 1)
            if reply:
                position = after(self.exercise, position, reply, 0)
            state = self.check(position)
            assert f"{ply[0]} is right" in state["say"], f"{self.where}: {way}: {state['say']}"
        assert state["say"].endswith("Solved."), state["say"]

    def hints(self):
        """The first hint names the piece, the second one the move."""
        turn = self.exercise["turns"][0]
        ply = turn["moves"][turn["solution"]][0]
        path = path_of(ply)
        self.page.locator("#ask-hint").click()
        if len(path) > 1:
            cells = self.data["frames"][self.exercise["position"]["frame"]]["cells"]
            assert self.page.evaluate(STATE)["say"].endswith(f" on {cells[path[0]]}."), self.where
            assert self.page.locator("#arrow circle").count() == 1
            self.page.locator("#ask-hint").click()
        assert self.page.evaluate(STATE)["say"] == f"Hint: the move is {ply[0]}."

    def show(self):
        """Shows the solution and steps through it."""
        self.page.locator("#ask-show").click()
        position, boards = self.exercise["position"], []
        for turn in self.exercise["turns"]:
            for side, ply in enumerate(turn["moves"][turn["solution"]]):
                if ply:
                    position = after(self.exercise, position, ply, 1 - side)
                    boards.append(position)
        self.check(position)
        steps = self.page.locator("#ask-line button")
        assert steps.count() == len(boards), f"{self.where}: {steps.count()} moves"
        for step, board in enumerate(boards):
            steps.nth(step).click()
            self.check(board)


def settings_of(viewport, scheme):
    return {"viewport": viewport, "color_scheme": scheme, "reduced_motion": "reduce", "has_touch": True}


def check_puzzles(browser, name, path):
    """Solves the first puzzles of a page, each in another way, on every screen."""
    text = path.read_text(encoding="utf-8")
    data = json.loads(re.search(r'id="puzzles">(.*?)</script>', text)[1])
    puzzles = data["puzzles"]
    assert puzzles, f"{name}: no puzzle"
    ways = ["click", "type", "tap", "drag", "keys", "path"]
    for screen, (viewport, scheme) in enumerate(SCREENS):
        page, wrong = open_page(browser, path.as_uri(), **settings_of(viewport, scheme))
        for number, puzzle in enumerate(puzzles[:8]):
            where = f"{name}, puzzle {number + 1}, {viewport['width']}"
            solver = Solver(page, data, puzzle, where)
            if number > 0:
                page.locator("#ask-next").click()
            if number == 0:
                check_axe(page, where)
            assert not page.locator("#ask-about").get_attribute("open") and page.evaluate(STATE)["say"].startswith(puzzle["states"][0])
            solver.solve(ways[(number + 2 * screen) % len(ways)])
            assert page.locator("#ask-facts").is_visible() and f"rating {puzzle['rating']}" in page.locator("#ask-facts").text_content()
            assert f"Puzzle {number + 1} of {len(puzzles)}. {number + 1} solved" in page.evaluate(STATE)["count"]
        check_axe(page, f"{name}, solved")
        # The last one again, from its address.
        page.goto("about:blank")
        page.goto(f"{path.as_uri()}#puzzle={number + 1}")
        solver.hints()
        check_axe(page, f"{name}, hints")
        solver.show()
        check_axe(page, f"{name}, solution")
        page.keyboard.press("f")
        page.keyboard.press("f")
        if number > 0:
            page.keyboard.press("p")
            page.wait_for_function("number => location.hash === `#puzzle=${number}`", arg=number)
        for button in ["ask-hint", "ask-show", "ask-flip", "ask-previous", "ask-next", "ask-play"]:
            if page.locator(f"#{button}").is_visible():
                size = page.locator(f"#{button}").bounding_box()
                assert min(size["width"], size["height"]) >= LEAST_TARGET, (button, size)
        assert not wrong, wrong
        page.context.close()
    print(f"{name}: {len(puzzles)} puzzles, {len(text)} bytes, {(len(text) - len(json.dumps(data['frames']))) // len(puzzles)} each", flush=True)
    return text


def check_delays(browser, path):
    """With motion, the reply comes after a moment; leaving the puzzle meanwhile breaks nothing."""
    page, wrong = open_page(browser, path.as_uri(), viewport=PHONE)
    page.fill("#ask-text", "h3")
    page.locator("#ask-play").click()
    expect(page.locator("#ask-say")).to_contain_text("the reply is", timeout=15_000)
    page.keyboard.press("Escape")
    page.fill("#ask-text", "no move")
    page.press("#ask-text", "Enter")
    expect(page.locator("#ask-say")).to_contain_text("“no move” is no legal move here", timeout=15_000)
    page.fill("#ask-text", "e1e8")
    page.press("#ask-text", "Enter")
    expect(page.locator("#ask-say")).to_have_text("Re8# is right. Solved.", timeout=15_000)
    page.locator("#ask-next").click()
    page.fill("#ask-text", "h3")
    page.press("#ask-text", "Enter")
    page.locator("#ask-previous").click()
    page.wait_for_timeout(1_000)
    assert page.evaluate(STATE)["say"] == "White to move and win.", page.evaluate(STATE)
    assert not wrong, wrong
    page.context.close()


def check_learning(browser, path):
    """Learns from the mistakes of a game, and reads the author's remarks."""
    text = path.read_text(encoding="utf-8")
    data = json.loads(re.search(r'id="game">(.*?)</script>', text)[1])
    exercises = data["exercises"]
    assert exercises, path
    for viewport, scheme in SCREENS:
        page, wrong = open_page(browser, path.as_uri(), **settings_of(viewport, scheme))
        page.locator("#learn-start").click()
        assert not page.locator(".moves").is_visible() and not page.locator(".curve").is_visible() and not page.locator("#line").is_visible()
        check_axe(page, f"learning, {viewport['width']}")
        for number, exercise in enumerate(exercises):
            where = f"{path.name}, mistake {number + 1}, {viewport['width']}"
            move = data["moves"][exercise["ply"]]
            solver = Solver(page, data, exercise, where)
            assert f"{move['text']} was a {move['mark']}." in page.evaluate(STATE)["say"], where
            turn = exercise["turns"][0]
            played = next(index for index, (ply, _) in enumerate(turn["moves"]) if ply[0] == move["text"])
            assert played != turn["solution"] and played not in turn.get("accepted", []), where
            for index in turn.get("accepted", [])[:1]:
                solver.play(exercise["position"], turn, index, "type")
                said = page.evaluate(STATE)["say"]
                assert said.startswith(f"{turn['moves'][index][0][0]} is good, too. The best move is {move['best']}."), said
                page.evaluate("learn(lesson)")
            solver.solve(["click", "type", "drag"][number % 3])
            assert page.evaluate(STATE)["count"] == f"Mistake {number + 1} of {len(exercises)}. {number + 1} solved."
            assert page.locator("#ask-line button").count() == len(move["line"])
            page.keyboard.press("n")
        page.locator("#ask-leave").click()
        assert page.locator(".moves").is_visible() and page.evaluate("ply") == exercises[-1]["ply"] + 1
        page.keyboard.press("Home")
        assert page.evaluate("ply") == 0
        check_axe(page, f"after learning, {viewport['width']}")
        assert not wrong, wrong
        page.context.close()
    print(f"{path.name}: {len(exercises)} mistakes, {len(text)} bytes", flush=True)
    return text


def check_remarks(browser, path):
    """The author's comments, variations and glyphs are text."""
    page, wrong = open_page(browser, path.as_uri())
    assert page.locator("#remark").text_content() == '<b>bold</b> & "quoted"'
    page.keyboard.press("ArrowRight")
    assert page.locator("#remark").text_content() == "best <i>by</i> test" and page.locator(".move").first.text_content() == "e4!"
    assert re.search(r"expected points: 0\.\d\d to 0\.\d\d\. Evaluation: [+-]\d\.\d\d to [+-]\d\.\d\d\.", page.locator("#say").text_content())
    page.goto(f"{path.as_uri()}#move=3")
    assert page.locator("#remark").text_content() == "(2. Nf3 Nc6 solid (2... d6))"
    assert page.locator(".move").nth(3).text_content() == "Ke7 ⩲ ??"
    assert page.locator("h1 img, h1 script, .moves b:not([class]), .moves i").count() == 0 and not wrong, wrong
    page.context.close()


def main():
    chromium, *engine = sys.argv[1:]
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        # As root, Chromium has no sandbox.
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        (folder / "chess.pgn").write_text(CHESS, encoding="utf-8")
        inputs = {"chess": folder / "chess.pgn", **{game: fixed_games(game, folder) for game in FIXED}}
        for game, (count, plies) in RANDOM.items():
            inputs[game] = folder / f"{game}.pgn"
            random_games(engine, game, count, plies, inputs[game])
        for game, source in inputs.items():
            page = folder / f"{game}.html"
            arguments = ["analyse", "--game", game, "--games", "--nodes", "3000", str(source), "--puzzles", str(page), "--html", str(folder / f"{game}-game.html")]
            subprocess.run(engine + arguments, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            text = check_puzzles(browser, game, page)
            if game in ("chess", "english", "international", "nim"):
                check_learning(browser, folder / f"{game}-game.html")
            if game == "chess":
                check_policy(browser, text, folder / "hostile.html")
                check_delays(browser, page)
                check_remarks(browser, folder / "chess-game.html")
        browser.close()


if __name__ == "__main__":
    main()
