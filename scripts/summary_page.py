#!/usr/bin/env python3
"""Opens pages of `kempelen analyse --summary` in Chromium: on a phone, on a tablet and on a desktop, in light and dark mode, by keys and
pointer, without JavaScript. What they show is compared with the same summary as JSON; axe-core looks for what a screen reader or weak
eyes would miss. With a folder as the last argument, it keeps pictures of the pages there."""

import json
import pathlib
import subprocess
import sys
import tempfile

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

from game_page import random_game
from step_page import LEAST_TARGET, open_page
from web_checks import check_look

WIDTHS = [320, 768, 1280]
# Game, number of games, their length, and whether its pieces have a value.
CASES = {"chess": ("chess", 9, 60, True), "international": ("international", 3, 24, True), "tictactoe": ("tictactoe", 2, 5, False)}
NAMES = ["Ann Example", "Bob <b>& Co</b>", "Christopher van der Longname-Withoutend of the Chess Club", "D"]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def games(engine, game, count, plies, folder):
    """Random games between the players in turn."""
    text = ""
    for number in range(count):
        white, black = NAMES[number % len(NAMES)], NAMES[(number * 2 + 1) % len(NAMES)]
        result = ["1-0", "0-1", "1/2-1/2"][number % 3]
        (folder / str(number)).mkdir()
        moves = random_game(engine, game, plies, folder / str(number), number + 1).strip().removesuffix("*")
        text += f'[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n\n{moves}{result}\n\n'
    return text


def tenths(number):
    return "–" if number is None else f"{number:.1f}"


def rows_of(page, table):
    return [row.locator("th, td").all_inner_texts() for row in page.locator(f"section[aria-label={table}] tbody tr").all()]


def check_numbers(page, summary, white):
    """The table of players and the list of games say what the JSON says."""
    expected = {}
    for name, it in summary["players"].items():
        marks = [100 * count / it["all"]["moves"] if it["all"]["moves"] else None for count in it["all"]["marks"]]
        numbers = [it["all"]["accuracy"], it["white"]["accuracy"], it["black"]["accuracy"], *marks]
        expected[name] = (str(it["games"]), [tenths(number) for number in numbers])
    rows = rows_of(page, "Players")
    assert [int(row[1]) for row in rows] == sorted((int(row[1]) for row in rows), reverse=True)
    for name, count, _, *numbers in rows:
        others = expected.pop(name)
        # Both round half a tenth, but not from the same digits.
        near = all(one == other or abs(float(one) - float(other)) < 0.11 for one, other in zip(numbers, others[1]))
        assert count == others[0] and near, (name, numbers, others)
    assert not expected, expected
    items = page.locator(".games li").all()
    assert len(items) == len(summary["games"])
    for item, game in zip(items, summary["games"]):
        assert item.locator("h3").inner_text() == f"{game['number']}. {game['white']} – {game['black']}"
        assert item.locator("title").text_content() == f"{white}’s expected points in game {game['number']}"
        assert item.locator(".dot[d^=M]").count() == (game["worst"] is not None)
        if game["worst"]:
            assert game["worst"]["move"] in item.locator("p").inner_text()


def check_sorting(page):
    """Every column is sorted by pointer and by key, both ways."""
    for table in ["Players", "Phases"]:
        heads = page.locator(f"section[aria-label={table}] thead button")
        for column in range(heads.count()):
            head = heads.nth(column)
            assert head.bounding_box()["height"] >= LEAST_TARGET
            for act in [head.click, lambda: head.press("Enter")]:
                act()
                keys = [row[column] for row in rows_of(page, table)]
                order = head.locator("..").get_attribute("aria-sort")
                number = lambda text: -1 if text.startswith("–") else float(text.split()[0])
                keys = [text.lower() for text in keys] if column == 0 else [number(text) for text in keys]
                assert keys == sorted(keys, reverse=order == "descending"), (table, column, order, keys)
            assert page.locator(f"section[aria-label={table}] [aria-sort]").count() == 1


def check_links(page, summary, folder):
    """The worst move of a game opens its page after that move."""
    game = next(game for game in summary["games"] if game["worst"])
    link = page.locator(".games li").nth(game["number"] - 1).locator("p a")
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{game['page']}#move={game['worst']['ply']}")
    move = page.locator(".move[aria-current=true]")
    assert int(move.get_attribute("data-ply")) == game["worst"]["ply"]
    page.go_back()
    for link in page.locator(".games h3 a").all():
        assert (folder / link.get_attribute("href")).exists()


def check_case(browser, engine, name, case, folder, pictures):
    game, count, plies, has_phases = case
    (folder / "games.txt").write_text(games(engine, game, count, plies, folder), encoding="utf-8")
    arguments = ["analyse", "--game", game, "--games", "--nodes", "300", "games.txt", "--html", "game.html", "--summary", "all.html", "--summary", "all.json"]
    subprocess.run(engine + arguments, check=True, stdout=subprocess.DEVNULL, cwd=folder)
    summary = json.loads((folder / "all.json").read_text(encoding="utf-8"))
    assert len(summary["games"]) == count and not summary["interrupted"]
    address = (folder / "all.html").as_uri()
    white = "x" if game == "tictactoe" else "White"
    for width in WIDTHS:
        for scheme in ["light", "dark"]:
            page, wrong = open_page(browser, address, viewport={"width": width, "height": 800}, color_scheme=scheme)
            where = f"{name}, {scheme}, {width}"
            page.locator("summary").click()
            check_look(page, Axe(), where, {"runOnly": RULES})
            check_numbers(page, summary, white)
            if pictures:
                page.screenshot(path=pictures / f"{name}-{width}-{scheme}.png", full_page=True)
            assert page.locator("section[aria-label=Phases]").count() == has_phases
            assert not wrong, wrong
            page.context.close()
    page, wrong = open_page(browser, address)
    check_sorting(page) if has_phases else None
    assert not wrong, wrong
    check_links(page, summary, folder)
    page.context.close()
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(address)
    assert page.get_by_text("Without JavaScript").is_visible() and not page.locator("#games").is_visible()
    page.context.close()
    check_policy(browser, folder)
    print(f"{name}: {count} games, {len(summary['players'])} players, {(folder / 'all.html').stat().st_size} bytes", flush=True)


def check_policy(browser, folder):
    """Markup that got into a page in spite of all must not run."""
    run = "document.title = 'run'"
    text = (folder / "all.html").read_text(encoding="utf-8")
    (folder / "hostile.html").write_text(text.replace("<main>", f'<script>{run}</script><img src="x" onerror="{run}"><main>'), encoding="utf-8")
    page, wrong = open_page(browser, (folder / "hostile.html").as_uri())
    assert page.title() != "run" and sum("Content Security Policy" in message for message in wrong) == 3, wrong
    page.context.close()


def main():
    chromium, *engine = sys.argv[1:]
    pictures = pathlib.Path(engine.pop()) if pathlib.Path(engine[-1]).is_dir() else None
    engine[0] = str(pathlib.Path(engine[0]).resolve())
    with sync_playwright() as playwright:
        # As root, Chromium has no sandbox.
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, case in CASES.items():
            with tempfile.TemporaryDirectory() as folder:
                check_case(browser, engine, name, case, pathlib.Path(folder), pictures)
        browser.close()


if __name__ == "__main__":
    main()
