"""Commands, folders and errors of the packaging scripts."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
OUTPUT = ROOT / "target/package"
BUILD = OUTPUT / "build"


def fail(why):
    """Ends the program with a message."""
    sys.exit(f"scripts/release/package: {why}")


def run(*command, **options):
    """Runs a command in the root folder and returns its output; exits if it fails."""
    command = [str(word) for word in command]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, **options)
    if done.returncode != 0:
        fail(f"{' '.join(command)} failed")
    return done.stdout
