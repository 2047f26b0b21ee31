#!/usr/bin/env python3
"""Plays in Chromium on the page that a server gives from a folder: first with the server, then without it, then with a new version.
Damages files that a game needs. Usage: web_folder.py CHROMIUM FOLDER [MOST_BYTES]"""

import base64
import hashlib
import pathlib
import re
import shutil
import sys
import tempfile

from playwright.sync_api import expect, sync_playwright

from web_checks import serve

# Compressed, with the module that is released: what has been loaded when chess is ready.
MOST_BYTES = 2_000_000


def begin(page, game):
    """Begins a game as second player, and waits for the move of the machine."""
    page.select_option("#game", game)
    page.select_option("#side", "1")
    page.select_option("#level", "1")
    page.click("#new button")
    expect(page.locator("#board svg title").first).to_have_count(1)
    page.locator("li.move").first.wait_for(timeout=30_000)


def wait_for_files(page, server_version):
    """Waits until the service worker of a version has kept everything."""
    script = """version => new Promise(done => {
        const look = async () => {
            const names = await caches.keys();
            const name = names.find(it => it.endsWith(version));
            const kept = name && (await (await caches.open(name)).keys()).length;
            const { installing, waiting, active } = await navigator.serviceWorker.getRegistration() ?? {};
            if (kept && !installing && (active || waiting)) done(kept);
            else setTimeout(look, 50);
        };
        look();
    })"""
    return page.evaluate(script, server_version)


def version_of(folder):
    return re.search(r'VERSION = "(\w+)"', (folder / "service_worker.js").read_text())[1]


def make_new_version(folder):
    """Changes the text of the page, as a new version does."""
    index, worker = folder / "index.html", folder / "service_worker.js"
    hashes = [hash_of(index)]
    index.write_text(index.read_text().replace("<h1>Kempelen</h1>", "<h1>Kempelen, new</h1>"))
    hashes.append(hash_of(index))
    worker.write_text(worker.read_text().replace(version_of(folder), "12345678").replace(*hashes))


def hash_of(path):
    return base64.b64encode(hashlib.sha256(path.read_bytes()).digest()).decode()


def check_damage(browser, site, folder):
    """A damaged network is refused, a missing table is told and left out."""
    for name, change in [("eval/russian", b"nothing"), ("endgames/english-4", None)]:
        for path in folder.glob(f"{name}*"):
            path.unlink() if change is None else path.write_bytes(change)
    page = browser.new_page()
    page.goto(site)
    page.locator(".cell.target").first.wait_for()
    begin(page, "english")
    expect(page.locator("#messages")).to_contain_text("endgames/english-4.wdl")
    page.select_option("#game", "russian")
    page.click("#new button")
    expect(page.locator("#messages")).to_contain_text("the file 'eval/russian.nnue' is missing")
    begin(page, "breakthrough")
    page.close()


def main():
    chromium, source, *most = sys.argv[1:]
    most = int(most[0]) if most else MOST_BYTES
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        # A path below the top of the server.
        folder = pathlib.Path(temporary) / "games" / "kempelen"
        shutil.copytree(source, folder)
        server = serve(temporary)
        site = f"{server.site}/games/kempelen/"
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context()
        page = context.new_page()
        errors, sizes = [], {}
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type in ("error", "warning") else None)
        page.on("requestfinished", lambda it: sizes.update({it.url: it.sizes()["responseBodySize"]}) if site in it.url else None)
        page.goto(site)
        page.locator(".cell.target").first.wait_for()
        loaded = sum(sizes.values())
        assert 500_000 < loaded < most, f"found {loaded} bytes loaded for chess, expected less than {most}"
        print(f"chess is ready after {loaded} bytes")
        page.evaluate("""() => {
            const script = document.createElement("script");
            script.textContent = "window.isOpen = true";
            document.body.append(script);
        }""")
        assert page.evaluate("window.isOpen") is None, "the policy lets a script run that is not the page's"
        errors.clear()
        begin(page, "chess")
        kept = wait_for_files(page, version_of(folder))
        files = sum(1 for it in folder.rglob("*") if it.is_file())
        assert kept == files - 1, f"found {kept} files kept, expected {files - 1}"
        assert not errors, errors

        server.shutdown()
        server.server_close()
        page.reload()
        page.locator(".cell.target").first.wait_for()
        for game in ["slovak", "english", "chess"]:
            begin(page, game)
        print("played without the server")

        make_new_version(folder)
        server = serve(temporary, server.server_port)
        page.reload()
        expect(page.locator("h1")).to_have_text("Kempelen, new")
        page.locator(".cell.target").first.wait_for()
        wait_for_files(page, "12345678")
        again = [path for path in server.asked if "-" in path]
        assert not again, f"found files that were loaded again: {again}"
        page.close()
        page = context.new_page()
        page.goto(site)
        page.locator(".cell.target").first.wait_for()
        # The new version removes what the old one has kept.
        page.evaluate("""() => new Promise(done => {
            const look = async () => (await caches.keys()).length === 1 ? done() : setTimeout(look, 50);
            look();
        })""")
        names = page.evaluate("caches.keys()")
        assert names[0].endswith("12345678"), names
        context.close()
        print("the new version took the place of the old one")

        check_damage(browser, site, folder)
        server.shutdown()
        browser.close()
    print("the folder works")


main()
