"""What `web_page.py` tries of files on the page: games are loaded, stepped through and saved, positions are set up, rules files are read,
links are copied and opened. Run alone: web_files.py CHROMIUM PAGE"""

import pathlib
import sys
import tempfile

from playwright.sync_api import expect, sync_playwright

from web_player import wait_until

PGN = """[Event "One"]
[White "<b>A</b> B"]
[Black "C"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[Event "Two"]
[White "D"]
[Black "E"]
[Result "*"]

1. d4 d5 2. c4 *

"""
PDN = '[GameType "20"]\n[White "F"]\n[Black "G"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n'
RULES = 'like = "russian"\nrows_of_men = 2\n'


def moves(page):
    return page.locator("li.move").all_inner_texts()


def names(page):
    return sorted(it.split(" (")[0] for it in page.locator(".player .name").all_inner_texts())


def last_message(page):
    return page.locator("#messages p").first


def open_card(page, card):
    if page.locator(card).get_attribute("open") is None:
        page.locator(f"{card} > summary").click()


def choose_file(page, folder, name, text):
    path = pathlib.Path(folder) / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    page.set_input_files("#file", path)


def check_records(page, folder):
    """Games are chosen from a file, stepped through, refused, saved and loaded again."""
    open_card(page, "#files")
    choose_file(page, folder, "two.pgn", PGN)
    expect(page.locator("#records_found")).to_have_text("Found 2 games.")
    assert page.locator("#record option").all_inner_texts()[0] == "1. <b>A</b> B - C, 1-0, One"
    page.click("#records button")
    wait_until(page, "document.querySelectorAll('li.move').length === 7")
    expect(page.locator("#state")).to_contain_text("<b>A</b> B")
    page.click("#take_back")
    wait_until(page, "document.querySelectorAll('li.move').length === 6")
    page.click("#redo")
    wait_until(page, "document.querySelectorAll('li.move').length === 7")
    page.fill("#record_number", "2")
    page.click("#records button")
    wait_until(page, "document.querySelectorAll('li.move').length === 3")
    choose_file(page, folder, "wrong.pgn", "1. e4 e9 *")
    expect(last_message(page)).to_contain_text("'wrong.pgn': move 2: ")
    choose_file(page, folder, "empty.pgn", "")
    expect(last_message(page)).to_contain_text("found no game, expected one")
    assert moves(page) == ["d4", "d5", "c4"], "a refused game replaces nothing"
    choose_file(page, folder, "game.pdn", PDN)
    wait_until(page, "document.querySelectorAll('li.move').length === 4")
    played = moves(page)
    assert played == ["32-28", "19-23", "28x19", "14x23"], played
    page.click("#save")
    wait_until(page, "document.getElementById('saved_text').value !== ''")
    saved = page.locator("#saved_text").input_value()
    with page.expect_download() as download:
        page.click("#download")
    assert download.value.suggested_filename.startswith("international-") and download.value.suggested_filename.endswith(".pdn")
    assert pathlib.Path(download.value.path()).read_text() == saved
    page.fill("#pasted", "nim 3,4 misere p1")
    page.click("#paste button")
    wait_until(page, "document.querySelectorAll('li.move').length === 0")
    page.fill("#pasted", saved)
    page.click("#paste button")
    wait_until(page, "document.querySelectorAll('li.move').length === 4")
    assert moves(page) == played
    drop_file(page, "dropped.fen", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
    wait_until(page, "document.querySelectorAll('#board .occupied').length === 3")
    check_long_file(page, folder)


def drop_file(page, name, text):
    """Drops a file somewhere on the page."""
    data = page.evaluate_handle(
        "([name, text]) => { const data = new DataTransfer(); data.items.add(new File([text], name)); return data; }", [name, text]
    )
    page.dispatch_event("h1", "drop", {"dataTransfer": data})


def check_long_file(page, folder):
    """A file of 10 MB is listed, and the page answers meanwhile."""
    count = 10 * (1 << 20) // len(PGN)
    page.evaluate(
        """() => {
            window.longest = 0;
            let last = performance.now();
            window.watch = setInterval(() => { longest = Math.max(longest, performance.now() - last); last = performance.now(); }, 10);
        }"""
    )
    choose_file(page, folder, "long.pgn", PGN * count)
    expect(page.locator("#records_found")).to_contain_text(f"Found {2 * count} games.", timeout=60_000)
    longest = page.evaluate("() => { clearInterval(watch); return longest; }")
    assert longest < 1_000, f"the page stood still for {longest:.0f} ms"
    assert page.locator("#record option").count() == 1000
    page.fill("#record_number", str(2 * count))
    page.click("#records button")
    wait_until(page, "document.querySelectorAll('li.move').length === 3", 60)


def go_to_cell(page, name):
    """Goes to a cell of the editor by the arrow keys."""
    cell = page.locator(f'#set_up_board [data-cell="{name}"]')
    at = [int(cell.get_attribute(key)) for key in ("data-row", "data-column")]
    page.locator("#set_up_board .cell[tabindex='0']").first.focus()
    for _ in range(40):
        here = page.locator(":focus")
        row, column = (int(here.get_attribute(key)) for key in ("data-row", "data-column"))
        if [row, column] == at:
            return
        page.keyboard.press("ArrowUp" if at[0] < row else "ArrowDown" if at[0] > row else "ArrowLeft" if at[1] < column else "ArrowRight")
    raise AssertionError(f"{name}: the arrow keys do not lead there")


# Another text is written, and a cell is clicked before the engine has answered.
EDIT_AND_CLICK = """([id, text, cell]) => {
    const field = document.getElementById(id);
    field.value = text;
    field.dispatchEvent(new Event("change"));
    document.querySelector(`#set_up_board [data-cell="${cell}"]`).click();
}"""


def check_refused_edits(page):
    """An edit that is refused has no effect on the edits before and after it."""
    text, refusal = page.locator("#set_up_text"), page.locator("#set_up_refusal")
    page.click('#set_up_palette [aria-label="White rook"]')
    page.evaluate(EDIT_AND_CLICK, ["set_up_text", "8/8", "a1"])
    expect(text).to_have_value("4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1")
    # The piece of chess is refused on the board of the other game.
    page.evaluate(EDIT_AND_CLICK, ["set_up_game", "russian", "a1"])
    expect(refusal).to_contain_text("expected a piece of the game")
    page.click('#set_up_palette [aria-label="White man"]')
    page.click('#set_up_board [data-cell="a1"]')
    expect(text).to_have_value("W:W21,22,23,24,25,26,27,28,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12")
    page.fill("#set_up_text", "8/8")
    page.select_option("#set_up_game", "chess")
    page.fill("#set_up_text", "4k3/8/8/8/8/8/8/4K2R b K - 0 1")
    page.press("#set_up_text", "Tab")
    expect(page.locator("#set_up_board .occupied")).to_have_count(3)


def check_set_up(page):
    """Positions of chess by pointer, of draughts by keyboard alone, of heaps as text and at random."""
    open_card(page, "#set_up")
    page.select_option("#set_up_game", "chess")
    page.click("#set_up_start")
    expect(page.locator("#set_up_text")).to_have_value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    page.click("#set_up_clear")
    expect(page.locator("#set_up_refusal")).to_contain_text("0 kings")
    expect(page.locator("#set_up_play")).to_be_disabled()
    for piece, cell in [("White king", "e1"), ("White rook", "h1"), ("Black king", "e8"), ("Black pawn", "a7")]:
        page.click(f'#set_up_palette [aria-label="{piece}"]')
        page.click(f'#set_up_board [data-cell="{cell}"]')
    page.click('#set_up_palette [aria-label="Nothing"]')
    page.click('#set_up_board [data-cell="a7"]')
    page.select_option("#set_up_turn", "1")
    expect(page.locator("#set_up_text")).to_have_value("4k3/8/8/8/8/8/8/4K2R b K - 0 1")
    expect(page.locator('#set_up_palette [aria-label="Nothing"]')).to_have_attribute("aria-pressed", "true")
    check_refused_edits(page)
    page.select_option("#side", "both")
    page.click("#set_up_play")
    expect(page.locator("#board .occupied")).to_have_count(3)
    expect(page.locator("#state")).to_contain_text("Black to move")
    page.focus("#set_up_game")
    page.keyboard.type("russian")
    expect(page.locator("#set_up_text")).to_have_value("W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12")
    page.focus("#set_up_clear")
    page.keyboard.press("Enter")
    expect(page.locator("#set_up_board .occupied")).to_have_count(0)
    for key, cell, count in [("w", "c3", 1), ("b", "d4", 2), ("B", "h8", 3), ("Delete", "h8", 2)]:
        go_to_cell(page, cell)
        page.keyboard.press(key)
        expect(page.locator("#set_up_board .occupied")).to_have_count(count)
    page.focus("#set_up_play")
    page.keyboard.press("Enter")
    expect(page.locator("#board .occupied")).to_have_count(2)
    page.fill("#set_up_text", "W:W1,2")
    page.keyboard.press("Enter")
    expect(page.locator("#set_up_refusal")).to_contain_text("expected")
    page.select_option("#set_up_game", "nim")
    expect(page.locator("#set_up_editor")).to_be_hidden()
    expect(page.locator("#set_up_examples")).to_contain_text("nim 7,7,2 misere p2")
    page.fill("#set_up_bounds", "heaps=2 size=4 misere")
    page.click("#set_up_random button")
    expect(page.locator("#set_up_text")).to_have_value("nim 4,4 misere p1")
    page.click("#set_up_play")
    expect(page.locator("#rules")).to_contain_text("The position now: nim 4,4 misere p1")


def check_rules(page, folder):
    """A rules file is refused with its line; another one becomes a game of the list; the form makes one."""
    choose_file(page, folder, "bad.toml", 'like = "russian"\nboard = 9\n')
    expect(last_message(page)).to_contain_text("rules file 'bad.toml': line 2: board: found 9")
    choose_file(page, folder, "good.toml", RULES)
    expect(last_message(page)).to_contain_text("good.toml#")
    page.select_option("#side", "both")
    page.click("#new button")
    expect(page.locator("#board .occupied")).to_have_count(16)
    open_card(page, "#own_rules")
    page.select_option("[name=like]", '"international"')
    page.select_option("[name=order]", "[]")
    expect(page.locator("#rules_text")).to_have_value('like = "international"\norder = []\n')
    page.select_option("[name=kings]", '"short"')
    page.click("#rules_use")
    expect(page.locator("#rules_error")).to_contain_text("short kings on 10 x 10 squares are not built")
    page.select_option("[name=kings]", "")
    page.click("#rules_use")
    expect(last_message(page)).to_contain_text("my-rules.toml#")


def check_links(page, address):
    """A link leads to the game with its moves and players; a wrong one is told."""
    open_card(page, "#files")
    page.click("#new button")
    wait_until(page, "document.querySelectorAll('li.move').length === 0")
    page.fill("#text", "32-28")
    page.keyboard.press("Enter")
    wait_until(page, "document.querySelectorAll('li.move').length === 1")
    assert moves(page) == ["32-28"], moves(page)
    page.fill("#pasted", PDN)
    page.click("#paste button")
    wait_until(page, "document.querySelectorAll('li.move').length === 4")
    page.click("#copy_link")
    expect(page.locator("#link")).to_be_visible()
    link = page.locator("#link").input_value()
    other = page.context.browser.new_page()
    other.goto(link)
    wait_until(other, "document.querySelectorAll('li.move').length === 4")
    assert moves(other) == moves(page), link
    assert "first=person&second=person" in link, link
    other.goto(f"{address}#game=nim&first=best+level%3D2")
    expect(other.locator("#state")).to_contain_text("waits")
    assert names(other) == ["Kempelen", "You"], names(other)
    other.goto(f"{address}#game=russian&moves=c3-d4+h6-g5&ply=1&rules={'like = %22russian%22'}")
    expect(other.locator("#messages")).to_contain_text("russian.toml#")
    for hash, message in [
        ("game=go", "no game is called 'go'"),
        ("game=chess&position=8/8", "expected 4 to 6"),
        ("game=chess&moves=e4+e9", "move 2: "),
        ("game=chess&moves=e4&ply=7", "found ply 7, expected a number from 0 to 1"),
        ("game=nim&first=poet", "no algorithm is called 'poet'"),
        ("game=mine.toml%2312345678", "the rules of 'mine.toml#12345678' are not here"),
    ]:
        other.goto("about:blank")
        other.goto(f"{address}#{hash}")
        expect(other.locator("#messages")).to_contain_text(message)
        other.wait_for_selector("#board .cell")
    other.close()


def check_files(page, address):
    with tempfile.TemporaryDirectory() as folder:
        check_records(page, folder)
        check_set_up(page)
        check_rules(page, folder)
        check_links(page, address)


def main():
    chromium, page_file = sys.argv[1:]
    address = pathlib.Path(page_file).resolve().as_uri()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1100, "height": 900})
        page.on("pageerror", lambda error: print(f"error: {error}"))
        page.goto(address)
        page.wait_for_selector(".cell.target")
        check_files(page, address)
        browser.close()


if __name__ == "__main__":
    main()
