#!/usr/bin/env python3
"""Opens pages of `kempelen tree --steps` in Chromium and uses them as a reader does: by keys, by touch, on a phone, in dark mode,
without JavaScript. What they show is compared with their data and with the static drawing of the same tree."""

import html.parser
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from playwright.sync_api import expect, sync_playwright

LECTURE = ["--game", "tree", "--position", "(A(6 8) B(2 (3 4) 5) C(7 (9 1)))"]
MIN_BEGINS = ["--game", "tree", "--position", "((-3 (X:4 Y:-12)) (5 1) 7 (win:2 (0 (1 2)))) p2"]
BOARDS = ["--game", "tictactoe", "--position", "xxo/oo./x.. x", "--boards", "--and-or"]
WIDE = ["--game", "tictactoe", "--depth", "2"]
CASES = {
    "lecture": LECTURE + ["--algorithm", "alpha-beta"],
    "minimax": LECTURE,
    "MIN begins": MIN_BEGINS + ["--algorithm", "alpha-beta", "--and-or"],
    "boards": BOARDS + ["--algorithm", "alpha-beta"],
    "wide": WIDE + ["--algorithm", "alpha-beta"],
    "one node": ["--game", "tree", "--position", "4"],
}
DESKTOP, PHONE = {"width": 1100, "height": 700}, {"width": 390, "height": 844}
# Colours do not depend on the size.
SCREENS = [(DESKTOP, "light"), (PHONE, "dark")]
LEAST_CONTRAST, LEAST_TARGET = 4.5, 44

# What the page shows, as the reader sees it.
STATE = """() => {
  const tree = document.getElementById("tree");
  const groups = [...tree.querySelectorAll(".max, .min")];
  const isSeen = it => it !== null && getComputedStyle(it).visibility === "visible";
  const value = it => isSeen(it.querySelector(".value")) ? it.querySelector(".value").textContent : "";
  const at = groups.findIndex(it => it.classList.contains("at"));
  const area = tree.getBoundingClientRect(), node = groups[Math.max(at, 0)].getBoundingClientRect();
  const seen = [node.right - area.left, area.right - node.left, node.bottom - area.top, area.bottom - node.top];
  const best = [...tree.querySelectorAll(".edge.best text")].map(it => it.textContent);
  const bars = [...tree.querySelectorAll(".bar")].filter(it => getComputedStyle(it).display !== "none");
  const text = id => document.getElementById(id).textContent;
  return {
    at, best, isInView: Math.min(...seen) > 0, values: groups.map(value), states: groups.map(it => it.getAttribute("class")),
    cutMoves: bars.length / 2, say: text("say"), visited: Number(text("visited")), cutoffs: Number(text("cutoffs")),
    line: text("line"), count: text("count"), scrolls: document.documentElement.scrollWidth > innerWidth,
    picture: tree.querySelector("svg").outerHTML,
  };
}"""

# The contrast of every text that can be seen, with the text.
CONTRASTS = """() => {
  const numbers = colour => colour.match(/[0-9.]+/g).map(Number);
  const light = colour => {
    const [r, g, b] = numbers(colour).slice(0, 3).map(it => it / 255).map(it => it <= .04045 ? it / 12.92 : ((it + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const isPainted = colour => colour !== "none" && numbers(colour)[3] !== 0;
  const behind = element => {
    for (let it = element.parentElement; it; it = it.parentElement) {
      const rect = it.matches("g.max, g.min") && it.querySelector("rect");
      const colour = rect ? getComputedStyle(rect).fill : getComputedStyle(it).backgroundColor;
      if (isPainted(colour)) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const own = element => [...element.childNodes].some(it => it.nodeType === Node.TEXT_NODE && it.textContent.trim());
  const all = [...document.body.querySelectorAll("*:not(script):not(option):not(noscript)")].filter(own);
  return all.filter(it => it.checkVisibility({visibilityProperty: true})).map(it => {
    const style = getComputedStyle(it);
    const self = style.backgroundColor;
    const ground = !(it instanceof SVGElement) && isPainted(self) ? self : behind(it);
    const [low, high] = [light(it instanceof SVGElement ? style.fill : style.color), light(ground)].sort((a, b) => a - b);
    return [(high + .05) / (low + .05), it.textContent];
  });
}"""


class Nesting(html.parser.HTMLParser):
    """Checks that elements close in the order in which they open, and keeps the data of the page."""

    def __init__(self):
        super().__init__()
        self.open, self.data = [], ""

    def handle_starttag(self, tag, attributes):
        if tag not in ("meta", "input"):
            self.open.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open and self.open.pop()[0] == tag, f"</{tag}> at {self.getpos()}"

    def handle_data(self, data):
        if self.open and self.open[-1][1].get("id") == "steps":
            self.data += data


class Static:
    """What the static drawing of a tree says."""

    def __init__(self, text):
        lines = text.splitlines()[1:]
        self.nodes = len(lines)
        self.cut_moves = len(re.findall("─ x ", text))
        visits = [int(number) for number in re.findall(r" visit (\d+)", text)]
        self.visited = max(visits, default=self.nodes)
        self.value = re.match(r"(?:MAX |MIN )?(.+?)(?: \[.*)?$", lines[0])[1]
        self.best = re.findall(r"─ \*([^:]+):", text)


def check(page, expected, step, steps):
    """Compares what the page shows with a step of its data."""
    state = page.evaluate(STATE)
    data = steps[step]
    where = f"step {step}"
    assert state["at"] == (-1 if data["at"] is None else data["at"]), f"{where}: marked {state['at']}"
    assert (state["say"], state["visited"], state["cutoffs"]) == (data["say"], data["visited"], data["cutoffs"]), where
    assert state["count"] == f"Step {step} of {len(steps) - 1}", state["count"]
    assert state["isInView"], f"{where}: the node is out of view"
    assert not state["scrolls"], f"{where}: the page scrolls sideways"
    visited = sum("open" in it or "done" in it for it in state["states"])
    assert visited == data["visited"], f"{where}: {visited} nodes are shown as visited"
    for value, its_state in zip(state["values"], state["states"]):
        assert value == "" or "waiting" not in its_state and "unseen" not in its_state, f"{where}: {value} too early"
    assert state["cutMoves"] <= expected.cut_moves, where
    return state


def check_end(state, expected):
    """Compares the last step with the static drawing."""
    assert state["values"][0] == expected.value, f"{state['values'][0]}, expected {expected.value}"
    assert state["cutMoves"] == expected.cut_moves, f"{state['cutMoves']} moves are cut, expected {expected.cut_moves}"
    assert state["visited"] == expected.visited
    assert sorted(state["best"]) == sorted(expected.best), state["best"]
    line = " ".join(expected.best) + f" = {expected.value}" if expected.best else "none yet"
    assert state["line"] == line, state["line"]


def check_contrast(page, where):
    contrasts = page.evaluate(CONTRASTS)
    assert len(contrasts) > 15, f"{where}: {len(contrasts)} texts"
    least, text = min(contrasts)
    assert least >= LEAST_CONTRAST, f"{where}: contrast {least:.2f} of {text!r}"
    return least


def check_controls(page):
    """Every control has a name and is large enough for a finger."""
    for name in ["First", "Back", "Play", "Next", "Last"]:
        box = page.get_by_role("button", name=name, exact=True).bounding_box()
        assert min(box["width"], box["height"]) >= LEAST_TARGET, (name, box)
    for role, name in [("slider", "Step"), ("combobox", "Speed"), ("checkbox", "Leaf values"), ("checkbox", "Fit")]:
        control = page.get_by_role(role, name=name)
        box = control.locator("xpath=ancestor-or-self::label").bounding_box()
        assert box["height"] >= LEAST_TARGET, (name, box)
    assert page.get_by_role("status").get_attribute("aria-live") == "polite"


def walk(page, steps, expected, scheme):
    """Steps through the whole page and back, by keys and by the controls."""
    end = len(steps) - 1
    least = check_contrast(page, "step 0")
    forward = [check(page, expected, 0, steps)]
    for step in range(1, end + 1):
        page.keyboard.press("ArrowRight") if step % 2 else page.get_by_role("button", name="Next").click()
        forward.append(check(page, expected, step, steps))
        if step % max(end // 6, 1) == 0:
            least = min(least, check_contrast(page, f"{scheme}, step {step}"))
    check_end(forward[-1], expected)
    page.keyboard.press("ArrowRight")
    assert check(page, expected, end, steps)["picture"] == forward[-1]["picture"]
    for step in range(end - 1, -1, -1):
        page.keyboard.press("ArrowLeft")
        assert check(page, expected, step, steps)["picture"] == forward[step]["picture"], f"back at step {step}"
    page.keyboard.press("End")
    check_end(check(page, expected, end, steps), expected)
    page.keyboard.press("Home")
    check(page, expected, 0, steps)
    page.get_by_role("slider").focus()
    page.keyboard.press("ArrowRight")
    check(page, expected, 1, steps)
    page.keyboard.press("End")
    check(page, expected, end, steps)
    return least


def settle(page):
    """Waits for the tree, which scrolls smoothly where motion is not reduced."""
    page.wait_for_timeout(1000)


def play(page, steps, expected):
    """Plays to the end, and pauses."""
    end = len(steps) - 1
    page.get_by_role("combobox").select_option("slow")
    page.locator("#tree").focus()
    page.keyboard.press("Space")
    assert page.locator("#play").text_content() == "Pause"
    page.keyboard.press("Space")
    assert page.locator("#play").text_content() == "Play"
    settle(page)
    check(page, expected, 0, steps)
    page.get_by_role("combobox").select_option("very fast")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#play")).to_have_text("Play", timeout=200 * end + 20_000)
    settle(page)
    check(page, expected, end, steps)


def options(page, expected):
    """All leaf values at once; the whole tree in the window."""
    page.get_by_role("button", name="First").click()
    values = lambda: sum(value != "" for value in page.evaluate(STATE)["values"])
    assert values() == 0
    page.get_by_role("checkbox", name="Leaf values").check()
    assert values() > 0
    page.get_by_role("checkbox", name="Fit").check()
    fits = "(() => { const it = document.getElementById('tree'); return it.scrollWidth <= it.clientWidth && it.scrollHeight <= it.clientHeight; })()"
    assert page.evaluate(fits)


def without_script(browser, address, expected, last):
    """The last step is shown, and no controls."""
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(address)
    assert page.locator("#say").text_content() == last["say"]
    assert not page.locator("#controls").is_visible()
    assert page.locator("svg .value").first.text_content() == expected.value
    assert page.locator("svg .bar").count() == 2 * expected.cut_moves
    assert page.get_by_text("Without JavaScript").is_visible()
    page.context.close()


def open_page(browser, address, **settings):
    """A page that fails on errors and on everything that it loads beside itself."""
    context = browser.new_context(**settings)
    page = context.new_page()
    wrong = []
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: request.url.split("#")[0] == address or wrong.append(request.url))
    page.goto(address)
    return page, wrong


def check_case(browser, engine, name, arguments, folder):
    path = folder / f"{name.replace(' ', '-')}.html"
    subprocess.run(engine + ["tree", *arguments, "--steps", "--output", str(path)], check=True)
    text = subprocess.run(engine + ["tree", *arguments, "--format", "text"], check=True, stdout=subprocess.PIPE)
    # Boards stand in the outline, too, but not before a node.
    expected = Static(text.stdout.decode())
    nesting = Nesting()
    nesting.feed(path.read_text(encoding="utf-8"))
    nesting.close()
    assert not nesting.open, nesting.open
    steps = json.loads(nesting.data)
    address = path.as_uri()
    least = 21
    for viewport, scheme in SCREENS:
        page, wrong = open_page(
            browser, address, viewport=viewport, color_scheme=scheme, reduced_motion="reduce", has_touch=viewport is PHONE
        )
        least = min(least, walk(page, steps, expected, f"{name}, {scheme}"))
        check_controls(page)
        assert not wrong, wrong
        page.context.close()
    page, wrong = open_page(browser, address, viewport=PHONE, has_touch=True)
    play(page, steps, expected)
    page.get_by_role("button", name="Back").tap()
    settle(page)
    check(page, expected, max(len(steps) - 2, 0), steps)
    options(page, expected)
    page.goto(address + "#step=1")
    assert page.evaluate(STATE)["at"] == steps[1]["at"]
    assert not wrong, wrong
    page.context.close()
    without_script(browser, address, expected, steps[-1])
    print(f"{name}: {len(steps)} steps, {expected.cut_moves} moves cut, least contrast {least:.1f}", flush=True)


def main():
    chromium, *engine = sys.argv[1:]
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        # As root, Chromium has no sandbox.
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, arguments in CASES.items():
            check_case(browser, engine, name, arguments, pathlib.Path(folder))
        browser.close()


if __name__ == "__main__":
    main()
