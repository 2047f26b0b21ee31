#!/usr/bin/env python3
"""Draws what a program shows on a terminal as SVG, after some keys. Needs the Python packages `pexpect`, `pyte` and `rich`.

    screen.py --size 100x30 --keys "e2e4\\r" --output screen.svg kempelen play

In the keys, `\\r` is Enter, `\\t` Tab and `\\e` Escape; a digit in braces, such as `{2}`, waits for that many seconds."""

import argparse
import io
import itertools
import os
import re
import time

import pexpect
import pyte
from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.style import Style
from rich.text import Text

ESCAPES = {"\\r": "\r", "\\t": "\t", "\\e": "\x1b"}
# How long a program may write nothing before its screen is taken as drawn, in seconds.
QUIET = 0.5


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", default="80x24", help="columns and rows of the terminal (80x24)")
    parser.add_argument("--keys", default="", help="what is typed, once the screen stands still")
    parser.add_argument("--title", default="", help="the title of the window")
    parser.add_argument("--output", required=True, help="the SVG file to write")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="the program and its arguments")
    arguments = parser.parse_args()
    size = re.fullmatch(r"(\d+)x(\d+)", arguments.size)
    if not size:
        parser.error(f"--size: found '{arguments.size}', expected COLUMNSxROWS, such as 80x24")
    if not arguments.command:
        parser.error("found no command, expected a program and its arguments")
    arguments.size = tuple(map(int, size.groups()))
    return arguments


def screen_after(command, keys, size):
    """The screen of a program once it has answered the keys."""
    columns, rows = size
    screen = pyte.Screen(columns, rows)
    stream = pyte.ByteStream(screen)
    environment = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
    child = pexpect.spawn(command[0], command[1:], dimensions=(rows, columns), env={**os.environ, **environment})

    def read(seconds):
        end = time.monotonic() + seconds
        # A clock that runs never stands still.
        last = end + 10 * QUIET
        while time.monotonic() < min(end, last):
            try:
                stream.feed(child.read_nonblocking(1 << 16, timeout=0.05))
                end = max(end, time.monotonic() + QUIET)
            except pexpect.TIMEOUT:
                pass
            except pexpect.EOF:
                return

    read(2)
    for part in re.findall(r"\{\d+\}|\\.|.", keys):
        if part.startswith("{"):
            read(int(part[1:-1]))
        else:
            child.send(ESCAPES.get(part, part))
            read(0.05)
    read(QUIET)
    child.close(force=True)
    return screen


def styled_lines(screen):
    """Lines of the screen with their colours."""
    def colour(name):
        if name == "default":
            return None
        return f"#{name}" if re.fullmatch(r"[0-9a-f]{6}", name) else name.replace("bright", "bright_").replace("brown", "yellow")

    def style(cell):
        return Style(color=colour(cell.fg), bgcolor=colour(cell.bg), bold=cell.bold, underline=cell.underscore, reverse=cell.reverse)

    for row in range(screen.lines):
        line = Text()
        cells = [screen.buffer[row][column] for column in range(screen.columns)]
        for same, run in itertools.groupby(cells, style):
            line.append("".join(cell.data for cell in run), same)
        yield line


def main():
    arguments = read_arguments()
    screen = screen_after(arguments.command, arguments.keys, arguments.size)
    console = Console(record=True, width=screen.columns, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    for line in styled_lines(screen):
        console.print(line, no_wrap=True, overflow="crop")
    # Without the fonts that would be fetched from another host.
    template = re.sub(r"@font-face \{\{.*?\}\}", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL).replace("Fira Code, ", "")
    title = arguments.title or " ".join(arguments.command)
    console.save_svg(arguments.output, title=title, code_format=template)


if __name__ == "__main__":
    main()
