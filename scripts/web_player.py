"""Plays on the page as a person does, by pointer or by keyboard alone.

`page` is a page of Playwright, or what has its methods `evaluate`, `click` and `keyboard.press`."""

import json
import time

# What the page shows of a game.
LOOK = """(() => {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const state = document.getElementById("state").textContent;
    const isThinking = state.endsWith("thinks.");
    return {
        state,
        isThinking,
        isOver: document.getElementById("resign").disabled && !isThinking,
        moves: all("li.move").length,
        picked: all(".cell[aria-selected=true]").map((it) => it.dataset.cell),
        targets: all(".cell.target").map((it) => it.dataset.cell),
        choices: all("#choices button").map((it) => it.textContent),
    };
})()"""
# The key that brings the focus nearer to an element; none if it is there.
KEY_TOWARDS = """(() => {
    const [to, here] = [document.querySelector(SELECTOR), document.activeElement];
    if (here === to) return null;
    const isCell = (it) => it.classList.contains("cell");
    if (!isCell(to) || !isCell(here)) return "Tab";
    const [[row, column], [wantedRow, wantedColumn]] = [here, to].map((it) => [Number(it.dataset.row), Number(it.dataset.column)]);
    if (row !== wantedRow) return row < wantedRow ? "ArrowDown" : "ArrowUp";
    return column < wantedColumn ? "ArrowRight" : "ArrowLeft";
})()"""
IS_TURN = "!document.getElementById('state').textContent.endsWith('thinks.')"
# Seconds until the page has done what a script waits for.
PATIENCE = 30


def wait_until(page, condition, seconds=PATIENCE):
    """Asks again and again: the policy of the page forbids what Playwright's own function does."""
    end = time.monotonic() + seconds
    while not page.evaluate(condition):
        assert time.monotonic() < end, f"found no {condition} in {seconds} seconds"
        time.sleep(0.01)


def look(page):
    return page.evaluate(LOOK)


def look_after(page, press, selector):
    """What the page shows when it has reacted to a cell or a choice."""
    seen = json.dumps(look(page), sort_keys=True)
    press(page, selector)
    end = time.monotonic() + PATIENCE
    while json.dumps(found := look(page), sort_keys=True) == seen:
        assert time.monotonic() < end, f"found no answer to {selector}: {seen}"
        time.sleep(0.01)
    return found


def play_move(page, press, choose=lambda found: found[-1]):
    """Presses cells and choices until a move is made and answered; `choose` chooses among them. Returns what is shown then."""
    wait_until(page, IS_TURN)
    seen = look(page)
    before = seen["moves"]
    for _ in range(40):
        if seen["moves"] > before or seen["isOver"]:
            wait_until(page, IS_TURN)
            return look(page)
        choices, targets = seen["choices"], seen["targets"]
        number = choose(range(len(choices or targets)))
        selector = f"#choices button:nth-child({number + 1})" if choices else f'.cell[data-cell="{targets[number]}"]'
        seen = look_after(page, press, selector)
    raise AssertionError(f"found no move after 40 cells: {seen}")


def by_pointer(page, selector):
    page.click(selector)


def by_keyboard(page, selector):
    """Goes to the element by Tab, and from cell to cell by the arrow keys, as somebody without a pointer does."""
    for _ in range(100):
        key = page.evaluate(KEY_TOWARDS.replace("SELECTOR", json.dumps(selector)))
        page.keyboard.press(key or "Enter")
        if key is None:
            return
    raise AssertionError(f"found no way to {selector} by the keyboard")
