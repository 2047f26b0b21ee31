"""Kempelen from Python: ready engines for python-chess and pydraughts, and analyses as dicts."""

from __future__ import annotations

import importlib.metadata
import json
import os
import subprocess
import sysconfig
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

if TYPE_CHECKING:
    from chess.engine import SimpleEngine
    from draughts.engine import HubEngine

__all__ = ["analyse", "chess", "hub", "path"]

Value = Union[str, int, bool]

# Names of pydraughts and of `--game` that Hub calls otherwise.
_VARIANTS = {
    "standard": "normal",
    "international": "normal",
    "breakthrough": "bt",
    "antidraughts": "losing",
    "frysk!": "frysk",
}


def path() -> str:
    """The path of the program that came with this package.

    Raises FileNotFoundError if it is not there.
    """
    name = "kempelen.exe" if os.name == "nt" else "kempelen"
    try:
        installed = [Path(str(file.locate())) for file in importlib.metadata.files("kempelen") or [] if file.name == name]
    except importlib.metadata.PackageNotFoundError:
        installed = []
    # `pip install --target` puts it beside the package.
    folders = [Path(sysconfig.get_path("scripts")), Path(__file__).resolve().parents[1] / "bin"]
    for program in installed + [folder / name for folder in folders]:
        if program.is_file():
            return str(program.resolve())
    raise FileNotFoundError(
        f"found no program '{name}' in '{folders[0]}', expected the one of the wheel for this system; "
        "run: pip install --force-reinstall kempelen"
    )


def chess(**options: Value) -> SimpleEngine:
    """An engine for python-chess, with these UCI options: `chess(Hash=64, **{"Move Overhead": 50})`.

    Close it by `quit()`, or use it in a `with` statement.
    """
    from chess.engine import SimpleEngine

    engine = SimpleEngine.popen_uci(path())
    try:
        engine.configure(options)
    except BaseException:
        engine.close()
        raise
    return engine


def hub(game: str = "english", **options: Value) -> HubEngine:
    """An engine for pydraughts, for a game by the name of pydraughts or of `kempelen --game`, with these Hub options;
    `_` stands for `-`: `hub("russian", threads=2, endgame_path="tables")`.

    Close it by `quit()` and `kill_process()`. Raises ValueError for an unknown game or option.
    """
    from draughts.engine import HubEngine

    engine = HubEngine(path())
    variant = _VARIANTS.get(game, game)
    settings = {name.replace("_", "-"): value for name, value in options.items()}
    unknown = [name for name in settings if name not in engine.options]
    if variant not in engine.variants or unknown:
        engine.kill_process()
        found, known = (f"option {unknown[0]!r}", engine.options) if unknown else (f"game {game!r}", engine.variants)
        raise ValueError(f"found the {found}, expected one of: {', '.join(sorted(known))}")
    # pydraughts writes a value as it is; Hub wants one with blanks in quotes.
    quoted = {name: f'"{value}"' if set(str(value)) & set(" =") else value for name, value in settings.items()}
    try:
        engine.configure({"variant": variant, "numbering": "pydraughts", **quoted})
        engine.init()
    except BaseException:
        engine.kill_process()
        raise
    return engine


def analyse(positions: Iterable[str], *, game: str = "chess", **options: Value) -> Iterator[dict[str, Any]]:
    """The answers of `kempelen analyse --json` to the positions (FEN, or as the game writes them), as soon as they come.

    The options are those of the command, such as `nodes`, `depth`, `movetime`, `multipv` and `jobs`; `True` is for an option
    without a value. A position that cannot be read gives a dict with the key `error`. Raises ValueError for a position that
    the program skips (an empty text, or one that begins with `#`), for the option `output`, and with the program's own words
    if it refuses an option.
    """
    if "output" in options:
        raise ValueError("found the option 'output', expected none: the answers are returned, not written to a file")
    command = [path(), "analyse", "--json", "--game", game]
    for name, value in options.items():
        if value is not False:
            command += [f"--{name.replace('_', '-')}"] + ([] if value is True else [str(value)])
    with tempfile.TemporaryFile() as lines, tempfile.TemporaryFile() as errors:
        lines.writelines(_line(number, position) for number, position in enumerate(positions, 1))
        has_no_position = lines.tell() == 0
        lines.seek(0)
        with subprocess.Popen(command + ["-"], stdin=lines, stdout=subprocess.PIPE, stderr=errors) as program:
            try:
                for row in program.stdout or []:
                    yield json.loads(row)
            except BaseException:
                program.kill()
                raise
        # Status 1: some positions could not be read, and their dicts say so.
        if program.returncode not in (0, 1):
            errors.seek(0)
            message = errors.read().decode(errors="replace").strip()
            # The command wants a position; here no positions have no answers.
            if not (has_no_position and "found no position" in message):
                raise ValueError(message or f"kempelen ended with status {program.returncode}")


def _line(number: int, position: str) -> bytes:
    """The line of the program's input for the position with this number, counted from 1."""
    line = " ".join(position.split())
    if not line or line.startswith("#"):
        raise ValueError(f"position {number}: found {position!r}, which the program skips; expected a position")
    return line.encode() + b"\n"
