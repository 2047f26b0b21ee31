#!/usr/bin/env python3
"""Plays in Chromium by `kempelen web`: in two tabs, with a search that is stopped, until the program ends.
Usage: web_server.py CHROMIUM PROGRAM"""

import signal
import subprocess
import sys

from playwright.sync_api import expect, sync_playwright

# The longest time from the wish for another game to that game, while the machine thinks, in milliseconds: the fastest of some tries.
STOP_TIME = 100

# Begins another game, and returns when it is shown.
OTHER_GAME = """() => new Promise((done) => {
    const began = performance.now();
    const rules = document.getElementById("rules");
    const look = (_, observer) => {
        if (!rules.textContent.startsWith("nim: ")) return;
        observer.disconnect();
        done(performance.now() - began);
    };
    new MutationObserver(look).observe(rules, { childList: true });
    document.querySelector("#new button[type=submit]").click();
})"""


def moves(page):
    return page.locator("li.move").count()


def begin(page, game, side, level):
    page.select_option("#game", game)
    page.select_option("#side", side)
    page.select_option("#level", level)
    page.click("#new button[type=submit]")
    expect(page.locator("#rules")).to_contain_text(f"{game}: ")
    if side == "0":
        expect(page.locator("li.move")).to_have_count(0)


def play(page, text):
    before = moves(page)
    page.fill("#text", text)
    page.keyboard.press("Enter")
    page.locator("li.move").nth(before + 1).wait_for()


def stop_time(page):
    """How long the page takes to begin another game while the machine thinks."""
    begin(page, "breakthrough", "1", "best level=10")
    page.wait_for_timeout(300)
    page.select_option("#game", "nim")
    return page.evaluate(OTHER_GAME)


def main():
    chromium, program = sys.argv[1:]
    process = subprocess.Popen([program, "web", "--no-open", "--game", "nim"], stdout=subprocess.PIPE, text=True)
    address = process.stdout.readline().split()[-1]
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
            faults = []
            one, two = [browser.new_page(), browser.new_page()]
            for page in (one, two):
                page.on("pageerror", lambda error: faults.append(str(error)))
                page.on("console", lambda message: message.type == "error" and faults.append(message.text))
                page.goto(address)
                page.wait_for_selector(".cell.target")
                assert page.locator("#game").input_value() == "nim"
            begin(one, "chess", "0", "best level=2")
            begin(two, "tictactoe", "0", "best level=2")
            play(one, "e4")
            play(two, "b2")
            play(one, "d4")
            assert (moves(one), moves(two)) == (4, 2)
            one.click("#hint")
            expect(one.locator("#messages p").first).to_contain_text("depth")
            fastest = min(stop_time(one) for _ in range(5))
            assert fastest < STOP_TIME, f"{fastest:.0f} ms"
            assert not faults, faults
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=10) == 130
            two.fill("#text", "a1")
            two.keyboard.press("Enter")
            expect(two.locator("#messages p").first).to_have_text(
                "The program has ended. Start kempelen web again, and open the address that it writes."
            )
            browser.close()
        print(f"the page of the program: played, stopped in {fastest:.0f} ms")
    finally:
        process.kill()


main()
