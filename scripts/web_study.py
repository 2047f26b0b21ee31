#!/usr/bin/env python3
"""Makes every document of the page in Chromium, on a desktop and on a phone, in light and dark mode: analyses a game, steps through it, plays a
tree step by step, solves, compares, stops, saves, and opens the links of docs/theory.md. axe-core looks for what a screen reader or weak
eyes would miss. Usage: web_study.py CHROMIUM PAGE"""

import pathlib
import re
import sys

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

from web_checks import LEAST_TARGET, check_look, serve

DESKTOP, PHONE = {"width": 1100, "height": 900}, {"width": 320, "height": 640}
SCREENS = [(DESKTOP, "light"), (PHONE, "dark")]
THEORY = pathlib.Path(__file__).parent.parent / "docs" / "theory.md"
LECTURE = "game=tree&position=%28A%286+8%29+B%282+9%29%29"
GAME = '[White "<b>Anna</b>"]\n[Black "Bela"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0'


class Reader:
    """A person in front of a page."""

    def __init__(self, browser, axe, size, scheme):
        self.page = browser.new_page(viewport=size, color_scheme=scheme)
        self.axe, self.name = axe, f"{size['width']} {scheme}"
        self.errors, self.requests = [], []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda line: line.type == "error" and self.errors.append(f"{line.text} {line.location.get('url')}"))
        self.page.on("request", lambda request: self.requests.append(request.url))

    def open(self, address):
        # Another address of the same page would not load it again.
        self.page.goto("about:blank")
        self.page.goto(address)
        self.page.wait_for_selector(".cell, .choices button, #choices button")

    def form(self, name):
        form = self.page.locator(f"form[data-document={name}]")
        if not form.is_visible():
            self.page.click("#study > summary")
        return form

    def make(self, form):
        form.locator("button[type=submit]").click()
        self.wait()

    def wait(self):
        self.page.locator("#study-window[open]").wait_for(timeout=120_000)
        expect(self.page.locator("#study-work")).to_be_hidden(timeout=120_000)
        told = self.page.locator("#study-status").inner_text()
        assert self.page.locator("#study-files > *").count() > 0, f"{self.name}: found '{told}', expected a document"

    def frame(self):
        return self.page.frame_locator("#study-files iframe")

    def close(self):
        self.page.click("#study-close")
        expect(self.page.locator("#study-window")).to_be_hidden()

    def check_look(self, what):
        check_look(self.page, self.axe, f"{self.name}, {what}")

    def check_frame(self, what):
        """The page in the frame fits, and the buttons can be hit."""
        body = self.frame().locator("body")
        widths = body.evaluate("it => [it.ownerDocument.documentElement.scrollWidth, innerWidth]")
        assert widths[0] <= widths[1], f"{self.name}, {what}: {widths[0]} pixels in a frame of {widths[1]}"
        buttons = self.frame().locator("button:visible")
        heights = buttons.evaluate_all("all => all.map(it => it.getBoundingClientRect().height)")
        assert heights and min(heights) >= LEAST_TARGET, f"{self.name}, {what}: found buttons of {heights}"


def check_analysis(reader, address):
    reader.open(f"{address}#game=chess")
    form = reader.form("analyse")
    reader.check_look("forms")
    form.locator("[name=nodes]").fill("2000")
    form.locator("[name=record]").fill(GAME)
    reader.make(form)
    reader.check_look("analysis")
    reader.check_frame("analysis")
    frame = reader.frame()
    expect(frame.locator("h1")).to_contain_text("<b>Anna</b>")
    frame.locator("#next").click()
    expect(frame.locator("#state")).to_have_text("Black to move")
    frame.locator("body").press("End")
    expect(frame.locator("#state")).to_contain_text("checkmate")
    assert frame.locator(".move .blunder").count() >= 1
    with reader.page.expect_download() as download:
        reader.page.click("#study-save button")
    saved = pathlib.Path(download.value.path()).read_text()
    assert download.value.suggested_filename == "game.html" and saved.startswith("<!DOCTYPE html>")
    reader.page.keyboard.press("Escape")
    expect(reader.page.locator("#study-window")).to_be_hidden()
    # A game without moves is refused, and the reason is shown.
    form.locator("[name=record]").fill("")
    form.locator("button[type=submit]").click()
    expect(reader.page.locator("#study-status")).to_contain_text("without moves")
    reader.close()


def check_tree(reader, address):
    reader.open(f"{address}#{LECTURE}")
    form = reader.form("tree")
    form.locator("[name=algorithm]").select_option("alpha-beta")
    reader.make(form)
    reader.check_look("steps")
    reader.check_frame("steps")
    frame = reader.frame()
    frame.locator("#last").click()
    expect(frame.locator("#cutoffs")).to_have_text("1")
    frame.locator("body").press("Home")
    expect(frame.locator("#count")).to_contain_text("Step 0 of")
    reader.close()
    # Every algorithm draws; what does not go with it cannot be chosen.
    for name in form.locator("[name=algorithm] option").all_text_contents():
        form.locator("[name=algorithm]").select_option(name)
        expect(form.locator("[name=steps]")).to_be_enabled(enabled=name in ["minimax", "alpha-beta"])
        expect(form.locator("[name=depth]")).to_be_enabled(enabled="max=" not in name)
        reader.make(form)
        reader.close()
    form.locator("[name=graph]").check()
    expect(form.locator("[name=algorithm]")).to_be_disabled()
    expect(form.locator("[name=steps]")).to_be_disabled()
    reader.make(form)
    assert reader.frame().locator("svg .edge").count() == 6
    reader.check_look("graph")
    reader.close()


def check_solution(reader, address):
    reader.open(f"{address}#game=tictactoe")
    form = reader.form("solve")
    expect(reader.page.locator("form[data-document=tree] [name=depth]")).to_have_value("2")
    reader.make(form)
    expect(reader.page.locator("#study-files pre")).to_contain_text("draw")
    reader.check_look("value")
    reader.close()
    reader.open(f"{address}#game=grundy&position=grundy+7+p1")
    form = reader.form("solve")
    form.locator("[name=for]").select_option("second")
    form.locator("[name=format]").select_option("svg")
    reader.make(form)
    assert reader.frame().locator("svg text").count() > 10
    reader.close()


def check_comparison(reader, address):
    reader.open(f"{address}#game=tictactoe")
    # An analysis that never ends waits for the document, and goes on.
    reader.page.check("#analyse")
    expect(reader.page.locator("#lines li").first).not_to_be_empty()
    form = reader.form("compare")
    form.locator("[name=algorithm]").fill("minimax, alpha-beta, history order=pongor")
    form.locator("[name=depth]").fill("2,3,4")
    reader.make(form)
    expect(reader.page.locator("#study-files pre")).to_contain_text("history order=pongor")
    expect(reader.page.locator("#study-save button")).to_have_count(2)
    assert reader.frame().locator("svg .line").count() >= 3
    reader.check_look("comparison")
    reader.close()
    form.locator("[name=depth]").fill("0")
    form.locator("button[type=submit]").click()
    expect(reader.page.locator("#study-status")).to_contain_text("found '0'")
    reader.close()
    expect(reader.page.locator("#lines li").first).not_to_be_empty()


def check_stop(reader, address, can_ask):
    """A long analysis is stopped: what is done is shown where the worker can be asked, and the game goes on in any case."""
    reader.open(f"{address}#game=chess")
    form = reader.form("analyse")
    form.locator("[name=nodes]").fill("")
    form.locator("[name=movetime]").fill("400")
    form.locator("[name=record]").fill(" ".join(f"{file}3 {file}6" for file in "abcdefgh") + " " + " ".join(f"{file}4 {file}5" for file in "abcdefgh"))
    form.locator("button[type=submit]").click()
    expect(reader.page.locator("#study-status")).to_contain_text(re.compile(r"\d of 32 moves"), timeout=20_000)
    reader.page.click("#study-stop")
    if can_ask:
        reader.wait()
        expect(reader.page.locator("#study-title")).to_contain_text("of 32 moves")
    else:
        expect(reader.page.locator("#study-title")).to_have_text("Stopped")
    reader.close()
    # The window is closed while the engine counts.
    form = reader.form("compare")
    form.locator("[name=algorithm]").fill("minimax")
    form.locator("[name=depth]").fill("9")
    form.locator("[name=nodes]").fill("")
    form.locator("button[type=submit]").click()
    expect(reader.page.locator("#study-status")).to_contain_text("positions", timeout=20_000)
    reader.page.keyboard.press("Escape")
    reader.page.fill("#text", "e4")
    reader.page.press("#text", "Enter")
    expect(reader.page.locator("li.move").first).to_be_visible(timeout=20_000)


def check_links(reader, address):
    text = THEORY.read_text()
    links = re.findall(r"\]\([^)]*kempelen\.html(#[^)]*)\)", text)
    pictures = text.count("![")
    assert len(links) >= pictures, f"found {len(links)} links into the page for {pictures} figures of {THEORY.name}"
    for link in links:
        reader.open(f"{address}{link}")
        reader.wait()
        reader.close()
    # An algorithm that the form does not list, and a setting that it does not have.
    reader.open(f"{address}#{LECTURE}&document=tree&algorithm=selective+width%3D2")
    reader.wait()
    expect(reader.form("tree").locator("[name=algorithm]")).to_have_value("selective width=2")
    reader.close()
    reader.open(f"{address}#game=nim&position=nim+1,2+p1&moves=2:2-1&document=analyse&depth=2")
    reader.wait()
    reader.close()
    for wrong, reason in [
        ("poem", "found 'poem'"),
        ("tree&graph=true&steps=true", "expected a tree"),
        ("tree&algorithm=negascout", "no algorithm is called 'negascout'"),
        ("tree&depth=abc", 'string "abc", expected u32'),
        ("tree&steps=yes", 'string "yes", expected a boolean'),
        ("tree&max-nodes=5", "unknown field `max-nodes`"),
        ("analyse&depth=-1", "integer `-1`, expected u32"),
    ]:
        reader.open(f"{address}#game=tree&document={wrong}")
        expect(reader.page.locator("#study-status")).to_contain_text(reason)
        reader.close()


def main():
    chromium, page_file = sys.argv[1:]
    path = pathlib.Path(page_file).resolve()
    # Only there a search can be stopped without losing it.
    served = f"{serve(path.parent).site}/{path.name}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        axe = Axe()
        for size, scheme in SCREENS:
            reader = Reader(browser, axe, size, scheme)
            check_analysis(reader, path.as_uri())
            check_tree(reader, path.as_uri())
            check_solution(reader, path.as_uri())
            check_comparison(reader, path.as_uri())
            if size is DESKTOP:
                check_stop(reader, path.as_uri(), False)
                check_stop(reader, served, True)
                check_links(reader, path.as_uri())
            away = [it for it in reader.requests if not it.startswith(("file:", "blob:", "data:", "about:", served))]
            assert not away, f"{reader.name}: {away}"
            # A worker that cannot ask says so in the console, and the server has no icon.
            errors = [it for it in reader.errors if "blob:" not in it and "favicon" not in it]
            assert not errors, f"{reader.name}: {errors}"
            reader.page.close()
            print(f"{reader.name}: studied")
        browser.close()


main()
