#!/usr/bin/env python3
"""Opens the page with every game in Chromium from the disk, and plays: by pointer and by keyboard alone, on a desktop and on a phone, in
light and dark mode. axe-core looks for what a screen reader or weak eyes would miss. Usage: web_page.py CHROMIUM PAGE"""

import pathlib
import sys

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

from web_checks import check_look
from web_files import check_files, check_set_up, open_card
from web_player import by_keyboard, by_pointer, look, play_move, wait_until

DESKTOP, PHONE = {"width": 1100, "height": 900}, {"width": 320, "height": 640}
# Games that are played to their end, and others with the number of moves that are played.
TO_THE_END = ["tictactoe", "nim", "northcott", "tree"]
PLIES = {"chess": 6, "english": 6, "slovak": 6, "international": 6, "breakthrough": 6}


def begin(page, game, side="0"):
    page.select_option("#game", game)
    page.select_option("#side", side)
    page.select_option("#level", "1")
    page.evaluate("document.querySelector('#board > *').classList.add('old')")
    page.click("#new button")
    wait_until(page, "document.querySelector('.old') === null")


def moves(page):
    return page.locator("li.move").count()


def check_whole(page):
    """A game of each kind, and every other thing that the page does."""
    for game in TO_THE_END:
        begin(page, game)
        for _ in range(60):
            if look(page)["isOver"]:
                break
            play_move(page, by_pointer)
        assert look(page)["isOver"], f"{game}: found no end"
    for game, plies in PLIES.items():
        begin(page, game)
        while moves(page) < plies and not look(page)["isOver"]:
            play_move(page, by_keyboard)
        assert moves(page) >= plies, f"{game}: found {moves(page)} moves"
    page.click("#take_back")
    wait_until(page, f"document.querySelectorAll('li.move').length < {plies}")
    page.click("#redo")
    wait_until(page, f"document.querySelectorAll('li.move').length >= {plies}")
    page.click("#hint")
    expect(page.locator("#messages p").first).to_contain_text("depth")
    page.click("#threat")
    expect(page.locator("#messages p").first).to_contain_text("Threat: ")
    expect(page.locator("#board .threat")).to_have_count(1)
    page.click("#why")
    expect(page.locator("#messages p").first).not_to_contain_text("Threat: ", timeout=60_000)
    expect(page.locator("#board .threat")).to_have_count(0)
    page.fill("#text", "nonsense")
    page.keyboard.press("Enter")
    expect(page.locator("#messages p").first).to_contain_text("nonsense")
    check_analysis(page)
    page.click("#resign")
    expect(page.locator("#resign")).to_be_disabled()
    expect(page.locator("#state")).to_contain_text("resign")
    # A game is begun while the machine thinks.
    page.select_option("#level", "10")
    page.select_option("#game", "international")
    page.select_option("#side", "none")
    page.click("#new button")
    wait_until(page, "document.querySelectorAll('li.move').length >= 1")
    begin(page, "tictactoe", "none")
    wait_until(page, "document.querySelectorAll('.cell').length === 9")
    wait_until(page, "document.querySelectorAll('li.move').length >= 5")
    # Machines wait after moves are taken back.
    page.click("#take_back")
    go_on = page.locator("#choices button")
    expect(go_on).to_have_text("Go on")
    go_on.click()
    wait_until(page, "document.querySelectorAll('li.move').length >= 5")


def check_analysis(page):
    """Lines, the curve, and the list of moves, of a game of which some moves were played."""
    count = moves(page)
    page.check("#analyse")
    wait_until(page, "document.querySelectorAll('#lines li').length === 3")
    page.select_option("#line_count", "5")
    wait_until(page, "document.querySelectorAll('#lines li').length === 5")
    page.click("#back")
    wait_until(page, f"document.querySelectorAll('li.move').length === {count - 1}")
    assert page.locator("li.undone").count() == 1
    wait_until(page, "document.querySelectorAll('#lines li').length === 5")
    page.locator("li.move button").first.press("Home")
    wait_until(page, "document.querySelectorAll('li.move').length === 0")
    wait_until(page, "document.querySelectorAll('#lines li').length === 5")
    page.click("#to_end")
    wait_until(page, f"document.querySelectorAll('li.move').length === {count}")
    page.uncheck("#analyse")
    expect(page.locator("#curve")).to_be_visible()
    check_best_move(page)


def check_best_move(page):
    """The board shows the first move of the best line: not during a game, but when one looks back, and where nobody plays."""
    best = page.locator("#board .best-move")
    lines = "document.querySelectorAll('#lines li').length > 1"
    page.check("#analyse")
    wait_until(page, lines)
    expect(best).to_have_count(0)
    page.click("#back")
    # Both change while the engine searches.
    wait_until(
        page,
        "(() => { const [arrow, line] = ['.best-move polyline', '#lines .pv'].map((it) => document.querySelector(it));"
        "return arrow && arrow.parentNode.dataset.cells.split(' ').every((cell) => line.textContent.split(' ')[0].includes(cell)); })()",
    )
    page.click("#to_end")
    wait_until(page, lines)
    expect(best).to_have_count(0)
    begin(page, "tictactoe", "both")
    wait_until(page, "document.querySelector('.best-move rect') !== null")
    page.click(".cell.target")
    wait_until(page, "document.querySelectorAll('li.move').length === 1")
    expect(best).to_have_count(1)
    page.uncheck("#analyse")
    expect(best).to_have_count(0)


def drag(page, start, end):
    """Drags a piece from cell to cell."""
    page.locator("#board").scroll_into_view_if_needed()
    middles = [page.locator(f"[data-cell={name}]").bounding_box() for name in (start, end)]
    (x, y), (to_x, to_y) = [(it["x"] + it["width"] / 2, it["y"] + it["height"] / 2) for it in middles]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(to_x, to_y, steps=5)
    page.mouse.up()


def check_clock_and_drag(page):
    """A game with a clock, which runs down for the person who does not move; pieces are dragged."""
    page.fill("#clock", "0:04")
    begin(page, "chess", "both")
    drag(page, "e2", "d5")
    # The piece is put down again, which takes two answers.
    page.wait_for_timeout(500)
    expect(page.locator("[aria-selected=true]")).to_have_count(0)
    drag(page, "e2", "e4")
    wait_until(page, "document.querySelectorAll('li.move').length === 1")
    expect(page.locator("#state")).to_contain_text("time", timeout=8000)
    page.fill("#clock", "")


def main():
    chromium, page_file = sys.argv[1:]
    address = pathlib.Path(page_file).resolve().as_uri()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        axe = Axe()
        for size, scheme in [(DESKTOP, "light"), (PHONE, "dark")]:
            page = browser.new_page(viewport=size, color_scheme=scheme)
            errors, requests = [], []
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.on("request", lambda request: requests.append(request.url))
            page.goto(f"{address}#game=nim")
            page.wait_for_selector(".cell.target")
            assert page.locator("#game").input_value() == "nim"
            name = f"{size['width']} {scheme}"
            check_look(page, axe, name)
            if size is DESKTOP:
                check_whole(page)
                check_clock_and_drag(page)
                check_files(page, address)
            else:
                begin(page, "chess", "1")
                play_move(page, by_pointer)
                check_look(page, axe, f"{name}, chess")
                check_set_up(page)
                for card in ["#files", "#set_up", "#own_rules"]:
                    open_card(page, card)
                check_look(page, axe, f"{name}, cards")
            away = [it for it in requests if not it.startswith(("file:", "blob:", "data:"))]
            assert not errors and not away, f"{name}: {errors} {away}"
            page.close()
            print(f"{name}: played")
        browser.close()


main()
