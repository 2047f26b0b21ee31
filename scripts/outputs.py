#!/usr/bin/env python3
"""Records what a program writes for the commands of the documents and of scripts/outputs.txt, so that
`diff -r before after` shows every difference between two programs.

Each command has one file, in a folder for its page or its heading, with the command, its status, standard output and
standard error. The files that it has written lie beside it, in a folder that ends in '.files'. A '#' stands for what
depends on the time; size and checksum stand for a file that is no text. Limits of time are replaced by limits of nodes,
and all commands run on one processor, so two runs of one program write the same. Use the script, the documents and the
files of one checkout for both programs."""

import argparse
import hashlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib

PROJECT = pathlib.Path(__file__).resolve().parent.parent
LIST = PROJECT / "scripts/outputs.txt"
EXCEPTIONS = PROJECT / "tests/data/document_commands.toml"

# Commands of the documents that depend on the time or on chance: a pattern, and what stands here instead.
FIXED = [
    (r"--movetime \d+", "--nodes 2000"),
    (r"\bmovetime=\d+", "nodes=500"),
    (r"\b(tc|st)=[\d.:+]+", "nodes=50"),
    (r"--(threads|concurrency|jobs) \d+", r"--\1 1"),
    (r"\bheaps=(\S+) size=(\S+?)(?= |\")(?!.*seed=)", r"heaps=\1 size=\2 seed=7"),
    (r"--ballot", "--moves 11-15"),
    (r"builtin=random", "builtin=alpha-beta depth=2"),
    (r"\\nhint\\n", r"\\n"),
    (r"^(kempelen analyse(?!.*--(depth|nodes|mate) ).*?)( *[|>#].*)?$", r"\1 --nodes 2000\3"),
]

# What depends on the time, in outputs and files.
TIMES = [
    (r'(\[(UTC)?(Date|Time|EndTime|GameStartTime|GameEndTime|EventDate|UTCDate|UTCTime) ")[^"]*', r"\1#"),
    (r"\b\d{4}[-.]\d\d[-.]\d\d\b", "#"),
    (r"\b\d\d:\d\d:\d\d\b", "#"),
    (r"\[%(clk|emt) [^]]*\]", r"[%\1 #]"),
    (r"\b(time|nps)([ =])[\d.]+", r"\1\2#"),
    (r"\b\d+ nps\b(?! [\d#])", "# nps"),
    (r"(?m)^ +\d+\.\d{3} (?=>>|<<)", "# "),
    (r"(?m)(?<= )\d+\.\d{3}(?=( +(-|[\d.]+))?$)", "#"),
    (r",\d+\.\d{6},", ",#,"),
    (r'("(?:time|time_ms|seconds|nps|elapsed)": ?)[\d.e+-]+', r"\1#"),
    (r" *\b[\d.]+( ?)(s|ms|µs|minutes?)\b(?!\w)", r" #\1\2"),
    (r"[\d.,]+( thousand| million)?( nodes| positions| games| moves)?( a second)", r"#\1\2\3"),
    (r"[\d.]+( [kM])? nodes/s", "# nodes/s"),
]


def my_rules():
    """The rules file that the documents show."""
    page = (PROJECT / "docs/rules-files.md").read_text()
    shown = re.search(r"^    # my-rules.toml.*(\n    .*)+", page, flags=re.M)[0]
    return re.sub(r"(?m)^    ", "", shown) + "\n"


def find(table, command):
    return next((value for start, value in table if command.startswith(start)), None)


def documented(page):
    """The commands of a page: lines of code that begin with the program, or with '$'."""
    lines = page.replace("\\\n", " ").splitlines()
    codes = [re.sub(" +", " ", line.strip()) for line in lines if line.startswith("    ")]
    commands = [code.removeprefix("$ ") for code in codes]
    return [command for command, code in zip(commands, codes)
            if re.match(r"(kempelen (?!= )|cargo run |cp |\$ )", code)]


def smaller(command, table):
    """The command with the limits of the test, and without what depends on the time."""
    command += " "
    for words, instead in table:
        command = command.replace(words + " ", instead + " ").replace(words + '"', instead + '"')
    command = command.strip()
    for pattern, instead in FIXED:
        command = re.sub(pattern, instead, command)
    return command


def listed(text):
    """The commands of scripts/outputs.txt with their headings. A line with {game} stands for one for each word."""
    words, heading = {}, None
    for line in text.splitlines():
        if line.startswith("[") and line.endswith("]"):
            heading = line[1:-1]
        elif match := re.fullmatch(r"\{(\w+)\} = (.*)", line):
            words[match[1]] = [word.replace("_", " ") for word in match[2].split()]
        elif line and not line.startswith("#"):
            lines = [line]
            for name, values in words.items():
                lines = [one.replace("{%s}" % name, value) for one in lines
                         for value in (values if "{%s}" % name in one else [""])]
            yield from ((heading, one) for one in lines)


class Place:
    """A folder in which commands run, with the program on the search path and the files that documents name."""

    def __init__(self, program, files):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="outputs."))
        (self.folder / "docs/pictures").mkdir(parents=True)
        (self.folder / "bin").mkdir()
        for name in ["kempelen", "stockfish"]:
            (self.folder / "bin" / name).symlink_to(program)
        for name in ["eval", "book"]:
            (self.folder / name).symlink_to(PROJECT / name)
        for name, text in files:
            (self.folder / name).write_text(text)
        home = str(self.folder)
        self.environment = {
            "PATH": f"{home}/bin:/usr/bin:/bin", "HOME": home, "LANG": "C.UTF-8", "TZ": "UTC", "TERM": "dumb",
            "KEMPELEN_CACHE": "", "KEMPELEN_STATE": f"{home}/state",
            **{f"XDG_{name}_HOME": home for name in ["CACHE", "CONFIG", "DATA", "STATE"]},
        }

    def files(self):
        """The files with their contents, but for those that are linked."""
        found = {}
        for folder, folders, names in os.walk(self.folder):
            folders[:] = [name for name in folders if name != "bin"]
            for path in (pathlib.Path(folder, name) for name in names):
                # The state of a training holds its time.
                if path.is_file() and not path.is_symlink() and path.suffix != ".checkpoint":
                    found[str(path.relative_to(self.folder))] = path.read_bytes()
        return found

    def run(self, command, limit):
        """Runs a command. Returns its status, its output and its errors."""
        child = subprocess.Popen(
            ["sh", "-c", command], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        try:
            output, errors = child.communicate(timeout=limit)
            return str(child.returncode), output, errors
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            output, errors = child.communicate()
            return f"stopped after {limit} seconds", output, errors

    def plain(self, content):
        """The content without times and the name of this folder; of a file that is no text, the size and checksum."""
        try:
            text = content.decode()
        except UnicodeDecodeError:
            return f"{len(content)} bytes, SHA-256 {hashlib.sha256(content).hexdigest()}\n"
        text = text.replace(str(self.folder), "FOLDER")
        for pattern, instead in TIMES:
            text = re.sub(pattern, instead, text)
        return text


def record(place, command, target, limit):
    """Runs a command, and writes what it has written."""
    before = place.files()
    status, output, errors = place.run(command, limit)
    parts = [f"$ {command}\nstatus: {status}\n"]
    written = [("output", output), ("errors", errors)]
    parts += [f"--- {name}\n{place.plain(content)}" for name, content in written if content]
    target.parent.mkdir(parents=True, exist_ok=True)
    target.with_name(target.name + ".txt").write_text("".join(parts))
    for name, content in place.files().items():
        if before.get(name) != content:
            copy = target.with_name(target.name + ".files") / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(place.plain(content))


def record_all(place, commands, folder, limit):
    """Records commands that share a place, and removes the place. Returns the seconds of each command."""
    times = []
    for name, before, command in commands:
        if before:
            place.run(before, limit)
        began = time.monotonic()
        record(place, command, folder / name, limit)
        times.append((time.monotonic() - began, command))
    shutil.rmtree(place.folder)
    return times


def named(commands):
    """The commands, each with a file name that no other one has, and with the command that runs before it."""
    used = {}
    for before, command in commands:
        name = re.sub(r"[^\w.=+-]+", "_", command.removeprefix("kempelen "))[:80].strip("_.") or "kempelen"
        used[name] = used.get(name, 0) + 1
        yield (name if used[name] == 1 else f"{name}~{used[name]}"), before, command


def groups(tables):
    """Groups of commands: the name, the commands as `named` gives them, and whether they share a folder."""
    pages = sorted([*PROJECT.glob("docs/*.md"), PROJECT / "README.md", PROJECT / "book/README.md"])
    for page in pages:
        commands = [command for command in documented(page.read_text()) if find(tables["skipped"], command) is None]
        commands = [(find(tables["before"], command), smaller(command, tables["smaller"])) for command in commands]
        name = str(page.relative_to(PROJECT)).replace("/", "_").removesuffix(".md")
        yield f"documents/{name}", list(named(commands)), True
    own = {}
    for heading, command in listed(LIST.read_text()):
        own.setdefault(heading, []).append((None, command))
    yield from ((heading, list(named(commands)), False) for heading, commands in own.items())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path, help="the program to run")
    parser.add_argument("folder", type=pathlib.Path, help="the folder to write into; it must not exist")
    parser.add_argument("--only", metavar="TEXT", default="", help="only the folders whose names contain this text")
    parser.add_argument("--limit", metavar="SECONDS", type=float, default=60, help="the time limit of a command (60)")
    arguments = parser.parse_args()
    program = arguments.program.resolve()
    if not os.access(program, os.X_OK) or program.is_dir():
        sys.exit(f"outputs.py: found no program '{arguments.program}'; build one with `cargo build --release`")
    if arguments.folder.exists():
        sys.exit(f"outputs.py: '{arguments.folder}' exists; remove it, or choose another folder")
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    tables = tomllib.loads(EXCEPTIONS.read_text())
    files = [*tables["files"], ("my-rules.toml", my_rules())]
    start, times = time.monotonic(), []
    for group, commands, shared in groups(tables):
        if arguments.only in group:
            for place in [commands] if shared else [[command] for command in commands]:
                times += record_all(Place(program, files), place, arguments.folder / group, arguments.limit)
    print(f"{len(times)} commands in {time.monotonic() - start:.0f} s; the slowest:")
    for seconds, command in sorted(times, reverse=True)[:5]:
        print(f"{seconds:6.1f} s  {command}")


if __name__ == "__main__":
    main()
