"""`python -m kempelen`: the program."""

import subprocess
import sys

from kempelen import path

try:
    program = path()
except FileNotFoundError as error:
    sys.exit(f"kempelen: {error}")
sys.exit(subprocess.call([program, *sys.argv[1:]]))
