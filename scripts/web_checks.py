"""What the checks of several pages share: a server, and what a screen reader, weak eyes or a finger would miss."""

import functools
import http.server
import threading

# The height of everything that can be hit, in pixels.
LEAST_TARGET = 44
TARGETS = "button:not(.cell):visible, select:visible, textarea:visible, input:visible, summary:visible"


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves files, and notes what was asked for."""

    def do_GET(self):
        self.server.asked.append(self.path)
        super().do_GET()

    def log_message(self, *_):
        pass


def serve(folder, port=0):
    """A server of the files of a folder for this machine, at the address `site`. The paths in `asked` were asked for."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), functools.partial(Handler, directory=folder))
    server.asked = []
    server.site = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def check_look(page, axe, name, options=None):
    """The page does not scroll sideways, what can be hit is large enough, and axe-core finds nothing."""
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), f"{name}: the page scrolls sideways"
    heights = page.locator(TARGETS).evaluate_all("all => all.map(it => it.getBoundingClientRect().height)")
    assert min(heights) >= LEAST_TARGET, f"{name}: found a target of {min(heights)} pixels"
    found = axe.run(page, options=options).response["violations"]
    assert not found, f"{name}: {[(it['id'], [node['html'][:200] for node in it['nodes'][:3]]) for it in found]}"
