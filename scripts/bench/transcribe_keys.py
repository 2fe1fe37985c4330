#!/usr/bin/env python3
"""Counts the keys that `shesh transcribe` needs for a match, turn by turn.

    scripts/bench/transcribe_keys.py MATCH...

Each match is converted to the program's JSON, typed into `shesh transcribe` as a person
would, and compared with the file that this writes. A turn's keys are those of its dice,
its play and Enter, and of a double and its answer apart. A play is chosen by its number
in the list, or typed if it is not among the nine offered.

Needs Python 3.9 and a built shesh: cargo build --release.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Program:
    """A running `shesh transcribe`."""

    def __init__(self, shesh, arguments):
        self.process = subprocess.Popen(
            [shesh, "transcribe", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def prompt(self):
        """Reads up to the next prompt, which ends with a greater sign, or to the end."""
        said = b""
        while not said.endswith(b"> "):
            letter = self.process.stdout.read(1)
            if not letter:
                break
            said += letter
        return said.decode()

    def type(self, line):
        """Types a line; returns the answer with the next prompt."""
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()
        return self.prompt()


def offers(prompt):
    """The plays in a prompt, with their numbers."""
    lines = prompt.removesuffix("> ").strip().splitlines()
    pairs = (part.split(" ", 1) for line in lines for part in line.split("   ") if part[:1].isdigit())
    return {play: number for number, play in pairs}


def transcribe(shesh, path, folder):
    """Types a match; returns the keys of each turn, and the numbers of turns of each kind."""
    record = json.loads(
        subprocess.run(
            [shesh, "convert", path, "--to", "json"], check=True, capture_output=True
        ).stdout
    )
    plays = subprocess.run(
        [shesh, "convert", path, "--to", "mat"], check=True, capture_output=True, text=True
    ).stdout
    out = str(pathlib.Path(folder) / (pathlib.Path(path).stem + ".json"))
    arguments = [out, "--players", "Ada", "Ben"]
    if record.get("length"):
        arguments += ["--match", str(record["length"])]
    program = Program(shesh, arguments)
    program.prompt()
    keys, kinds = [], {"first": 0, "listed": 0, "typed": 0, "forced": 0}
    for game in record["games"]:
        for number, entry in enumerate(game["entries"]):
            event = entry["action"]
            short = {"double": "d", "take": "t", "pass": "p", "beaver": "b"}.get(event)
            if short:
                program.type(short)
                keys.append(("cube", 2))
                continue
            high, low = sorted(map(int, entry["roll"]), reverse=True)
            second = number == 0 and entry["player"] == 2
            said = program.type(f"{low}{high}" if second else f"{high}{low}")
            offered = offers(said)
            if not offered:
                kinds["forced"] += 1
                keys.append(("turn", 3))
                continue
            # A play against the rules has its moves only.
            play = entry.get("play") or " ".join(entry.get("moves", [])) or "pass"
            choice = offered.get(play)
            if choice == "1":
                line, kind = "", "first"
            elif choice:
                line, kind = choice, "listed"
            else:
                line, kind = play, "typed"
            kinds[kind] += 1
            program.type(line)
            keys.append(("turn", 3 + len(line) + 1))
        result = game.get("result") or {}
        if result.get("how") == "resigned":
            program.type({"gammon": "r g", "backgammon": "r b"}.get(result.get("win"), "r"))
    program.process.stdin.close()
    program.process.wait(60)
    written = subprocess.run(
        [shesh, "convert", out, "--to", "mat"], check=True, capture_output=True, text=True
    ).stdout
    return keys, kinds, body(plays) == body(written)


def body(text):
    """The plays of a .mat file, without names and header."""
    lines = (line.strip() for line in text.splitlines())
    return [" ".join(line.split()) for line in lines if line[:1].isdigit() and ")" in line[:5]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("matches", nargs="+", metavar="MATCH")
    parser.add_argument("--shesh", default=os.environ.get("SHESH", ROOT / "target/release/shesh"))
    options = parser.parse_args()
    every = []
    with tempfile.TemporaryDirectory() as folder:
        for path in options.matches:
            keys, kinds, same = transcribe(str(options.shesh), path, folder)
            turns = [count for kind, count in keys if kind == "turn"]
            every += turns
            print(
                f"{pathlib.Path(path).name}: {len(turns)} turns, median {statistics.median(turns)} keys, "
                f"mean {statistics.mean(turns):.2f}; {kinds}; {'same plays' if same else 'OTHER PLAYS'}"
            )
    print(f"all: {len(every)} turns, median {statistics.median(every)}, mean {statistics.mean(every):.2f}")


main()
