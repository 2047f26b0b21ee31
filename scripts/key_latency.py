#!/usr/bin/env python3
"""Measures how soon `kempelen play` shows the effect of a key while it thinks: usage key_latency.py KEMPELEN [THREADS] [KEYS].

The program runs in a pseudo-terminal and thinks with THREADS threads. Each key moves the cursor; the time is taken from
writing the key to reading the frame with the cursor, '[' or ']', at its new place. Exits with 1 if the 95th percentile is
over 30 ms.
"""

import fcntl
import os
import pty
import random
import re
import select
import signal
import struct
import sys
import tempfile
import termios
import time

LIMIT_MS = 30
ESCAPES = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]")


def start(program, threads, state):
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8", KEMPELEN_STATE=state, KEMPELEN_CACHE="")
        players = ["--first", "search", "movetime=600000", "--second", "person"]
        os.execv(program, [program, "play", "--threads", str(threads), *players])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    os.kill(pid, signal.SIGWINCH)
    return pid, terminal


def read(terminal, seconds):
    """What the program writes within the time; empty if it is silent."""
    ready, _, _ = select.select([terminal], [], [], seconds)
    return os.read(terminal, 65536) if ready else b""


def latency(terminal, key):
    """Milliseconds from a key to the cursor at its new place; None if it does not come within a second."""
    while read(terminal, 0):
        pass
    began = time.perf_counter()
    os.write(terminal, key)
    text = b""
    while time.perf_counter() - began < 1:
        text += read(terminal, 1)
        if re.search(rb"[\[\]]", ESCAPES.sub(b"", text)):
            return 1000 * (time.perf_counter() - began)
    return None


def main():
    program = os.path.abspath(sys.argv[1])
    threads = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 200
    with tempfile.TemporaryDirectory() as state:
        pid, terminal = start(program, threads, state)
        try:
            until = time.perf_counter() + 3
            while time.perf_counter() < until:
                read(terminal, 0.1)
            times = []
            for number in range(count):
                # The cursor goes between the first two rows.
                times.append(latency(terminal, (b"\x1b[B", b"\x1b[A")[number % 2]))
                time.sleep(random.uniform(0.01, 0.1))
        finally:
            os.kill(pid, signal.SIGTERM)
            os.close(terminal)
            os.waitpid(pid, 0)
    lost = times.count(None)
    times = sorted(ms for ms in times if ms is not None)
    if not times:
        sys.exit("no key was answered")
    median, late = times[len(times) // 2], times[len(times) * 95 // 100]
    print(f"{count} keys, {threads} threads: median {median:.1f} ms, 95 % {late:.1f} ms, slowest {times[-1]:.1f} ms, {lost} lost")
    sys.exit(lost > 0 or late > LIMIT_MS)


if __name__ == "__main__":
    main()
