#!/usr/bin/env python3
"""Compares cube decisions with GNU Backgammon's at the same depth.

usage: scripts/peers/cube_gnubg.py [--count N] [--ply N] [--shesh PROGRAM] [--gnubg PROGRAM]

Positions before the roll come from games that shesh plays against itself. For each position, for money
(with the Jacoby rule) and at several scores, both engines decide on the cube. Prints the share of equal
decisions and the mean differences of the equities of "no double" and of "double, take", normalised
so that a single game is worth one point.

shesh's N-ply is GNU Backgammon's (N − 1)-ply. Needs Python 3.9 and GNU Backgammon (Debian's packages
gnubg and gnubg-data). Build shesh first: cargo build --release
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

# Name, options of shesh, match length (0 for money), scores of the opponent and the player on roll.
TABLES = [
    ("money", ["--jacoby"], 0, (0, 0)),
    ("0-0 to 7", ["--match", "7", "--score", "0-0"], 7, (0, 0)),
    ("5-2 to 7", ["--match", "7", "--score", "5-2"], 7, (2, 5)),
    ("2-5 to 7", ["--match", "7", "--score", "2-5"], 7, (5, 2)),
    ("3-3 to 5", ["--match", "5", "--score", "3-3"], 5, (3, 3)),
]

# Script that GNU Backgammon runs.
INSIDE = """
import gnubg, json, os
work = json.load(open(os.environ["SHESH_WORK"]))
context = {"cubeful": 1, "plies": work["plies"], "deterministic": 1, "noise": 0.0}
answers = []
for identifier, length, score in work["questions"]:
    cube = gnubg.cubeinfo(1, -1, 1, length, tuple(score), 0, 0)
    _, no_double, take, drop, _, _ = gnubg.cfevaluate(gnubg.positionfromid(identifier), cube, context)
    answers.append((no_double, take, drop))
json.dump(answers, open(os.environ["SHESH_ANSWERS"], "w"))
"""


def action(no_double, take, drop):
    """Returns the best decision of both sides, from the three equities."""
    best = min(take, drop)
    if best < no_double:
        return "too good" if take > drop else "no double"
    return "pass" if take > drop else "take"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--ply", type=int, default=1)
    parser.add_argument("--shesh", default="target/release/shesh")
    parser.add_argument("--gnubg", default=shutil.which("gnubg") or "/usr/games/gnubg")
    options = parser.parse_args()
    if not pathlib.Path(options.gnubg).exists():
        print("GNU Backgammon is not installed (Debian packages gnubg and gnubg-data)")
        return 1
    if not pathlib.Path(options.shesh).exists():
        print(f"{options.shesh} not found: run cargo build --release, or pass --shesh")
        return 1
    listing = subprocess.run(
        ["cargo", "run", "--release", "--quiet", "-p", "sheshbesh-evaluator", "--example", "positions",
         "--", str(options.count), "1", "contact"],
        check=True, capture_output=True, text=True)
    positions = listing.stdout.split()

    questions = [(p, length, score) for _, _, length, score in TABLES for p in positions]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "work.json").write_text(json.dumps({"plies": options.ply - 1, "questions": questions}))
        (folder / "inside.py").write_text(INSIDE)
        environment = dict(os.environ, SHESH_WORK=str(folder / "work.json"),
                           SHESH_ANSWERS=str(folder / "answers.json"))
        subprocess.run([options.gnubg, "-t", "-q", "-p", str(folder / "inside.py")], check=True,
                       capture_output=True, stdin=subprocess.DEVNULL, env=environment)
        theirs = json.loads((folder / "answers.json").read_text())

    print(f"{len(positions)} positions, shesh at {options.ply}-ply, GNU Backgammon at its {options.ply - 1}-ply\n")
    print("              equal     mean difference (and of its size)")
    print("score         actions   no double          double, take")
    for number, (name, arguments, _, _) in enumerate(TABLES):
        equal, differences = 0, [[], []]
        for place, position in enumerate(positions):
            answer = subprocess.run(
                [options.shesh, "cube", position, "--json", "--ply", str(options.ply), *arguments],
                check=True, capture_output=True, text=True)
            ours = json.loads(answer.stdout)
            ours = (ours["no_double"], ours["double_take"], ours["double_pass"])
            other = theirs[number * len(positions) + place]
            equal += action(*ours) == action(*other)
            for list_, a, b in zip(differences, ours, other):
                list_.append(a - b)
        cells = [f"{sum(d) / len(d):+.4f} ({sum(map(abs, d)) / len(d):.4f})" for d in differences]
        print(f"{name:12}  {100 * equal / len(positions):5.1f} %   {cells[0]:18} {cells[1]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
