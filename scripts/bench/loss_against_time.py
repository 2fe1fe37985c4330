#!/usr/bin/env python3
"""Measures the loss of a decision against the time of a decision, for networks and depths and for peers.

usage: scripts/bench/loss_against_time.py FOLDER [--network NAME=FILE]... [--ply N]... [--csv FILE] [--svg FILE]

FOLDER has reference files as for scripts/bench/reference.py; those with a column `decision` are used. The loss is
the mean equity lost by a decision, in thousandths of a point (mEq).

The time is that of a play on one thread, cubeless, with the program's own move filter: positions of whole games, each
with a roll, over the Universal Backgammon Interface, or over GNU Backgammon's socket. The time of a play without a
choice, which is communication, is subtracted. All programs take turns; the time is the median of the turns.

GNU Backgammon is measured at its 0 to 2 plies, which are 1-ply to 3-ply here, if it is installed (Debian packages
gnubg and gnubg-data) and has Python inside. Open Sage is measured through its Python interface if the package bgsage
and NumPy are installed.

Needs Python 3.10. Build shesh first: cargo build --release. Times mean little while other programs run.
"""

import argparse
import csv
import importlib.util
import json
import math
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

import speed
from reference import decisions_of, judged, losses_of, mean_and_error, rows_of

# One checker of each side on its 4 point, and a roll with one result.
WITHOUT_A_CHOICE = ("CAAAIAAAAAAAAA", (1, 2))
COLUMNS = ["program", "ply", "loss_meq", "standard_error", "milliseconds"]

# Script that GNU Backgammon runs.
INSIDE = """
import gnubg, json, os
work = json.load(open(os.environ["SHESH_WORK"]))
context = {"cubeful": 0, "plies": work["plies"], "deterministic": 1, "noise": 0.0}
cube = gnubg.cubeinfo(1, -1, 1, 0, (0, 0), 0, 0)
equities = []
for identifier in work["positions"]:
    win, gammon, backgammon, lose_gammon, lose_backgammon = gnubg.evaluate(
        gnubg.positionfromid(identifier), cube, context)[:5]
    equities.append(2 * win - 1 + gammon + backgammon - lose_gammon - lose_backgammon)
json.dump(equities, open(os.environ["SHESH_ANSWERS"], "w"))
"""


class Shesh:
    """A network of shesh."""

    def __init__(self, program, name, weights):
        self.name, self.program, self.weights = name, program, weights

    def equities(self, ply, rows):
        with tempfile.TemporaryDirectory() as folder:
            return judged(self.program, self.weights, ply, rows, folder)

    def seconds(self, ply, questions):
        command = [str(self.program), "ubgi"] + (["--weights", self.weights] if self.weights else [])
        return speed.time_shesh_plays(command, None, ply, questions)


class GnuBackgammon:
    name = "GNU Backgammon 1.07"

    def __init__(self, program):
        self.program = program

    def equities(self, ply, rows):
        with tempfile.TemporaryDirectory() as folder:
            work, answers, script = (pathlib.Path(folder) / name for name in ("work", "answers", "inside.py"))
            work.write_text(json.dumps({"plies": ply - 1, "positions": [row["position_id"] for row in rows]}))
            script.write_text(INSIDE)
            subprocess.run(
                [self.program, "--tty", "--quiet", "--no-rc", "--python", script],
                env={**os.environ, "SHESH_WORK": str(work), "SHESH_ANSWERS": str(answers)},
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
            if not answers.exists():
                raise speed.Missing(f"{self.program} evaluates nothing: has it Python inside?")
            return json.loads(answers.read_text())

    def seconds(self, ply, questions):
        return speed.time_gnubg_plays(self.program, ply, questions)


class OpenSage:
    def __init__(self):
        sys.path.insert(0, str(speed.ROOT / "scripts" / "peers"))
        import opensage
        self.peer, self.name = opensage, f"Open Sage {opensage.VERSION}"

    def equities(self, ply, rows):
        return list(self.peer.equities(rows, ply))

    def seconds(self, ply, questions):
        choose = self.peer.chooser(ply)
        return speed.seconds_of(choose, questions)


def milliseconds_a_play(program, ply, questions):
    """Returns the mean time of a play of the questions, without that of a play that needs no choice."""
    talk = statistics.median(program.seconds(ply, [WITHOUT_A_CHOICE] * 100))
    return 1e3 * (statistics.fmean(program.seconds(ply, questions)) - talk)


def measured(programs, plies, rows, questions, turns):
    """Yields a row of COLUMNS for each program and depth."""
    # A search takes about fifteen times as long for each ply more.
    asked = {ply: questions[: max(10, len(questions) // 15 ** max(0, ply - 2))] for ply in plies}
    times = {}
    for _ in range(turns):
        for program in programs:
            for ply in plies:
                times.setdefault((program.name, ply), []).append(milliseconds_a_play(program, ply, asked[ply]))
    for program in programs:
        for ply in plies:
            loss, error = mean_and_error(losses_of(decisions_of(rows, program.equities(ply, rows))))
            yield program.name, ply, loss, error, statistics.median(times[program.name, ply])


def picture(lines):
    """Returns the curves as SVG: milliseconds (logarithmic) to the right, loss upwards."""
    width, height, left, right, top, bottom = 720, 420, 56, 170, 20, 48
    times = [row[4] for row in lines]
    low, high = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))
    most = math.ceil(max(row[2] for row in lines))

    def x(milliseconds):
        return left + (math.log10(milliseconds) - low) / (high - low) * (width - left - right)

    def y(loss):
        return height - bottom - loss / most * (height - top - bottom)

    colours = ["#1f5fa8", "#b3541e", "#2e7d4f", "#7a4a9e", "#8a6d1a", "#555555", "#c2267a", "#0b7a75"]
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
             f'font-size="12"><title>Loss of a decision against its time</title>'
             f'<rect width="{width}" height="{height}" fill="#fff"/>']
    for loss in range(most + 1):
        parts.append(f'<path d="M{left} {y(loss):.1f}H{width - right}" stroke="#ddd"/>'
                     f'<text x="{left - 8}" y="{y(loss) + 4:.1f}" text-anchor="end">{loss}</text>')
    for exponent in range(low, high + 1):
        at = x(10.0**exponent)
        parts.append(f'<path d="M{at:.1f} {top}V{height - bottom}" stroke="#ddd"/>'
                     f'<text x="{at:.1f}" y="{height - bottom + 18}" text-anchor="middle">{10.0**exponent:g}</text>')
    parts.append(f'<text x="{(left + width - right) / 2:.0f}" y="{height - 10}" text-anchor="middle">'
                 f'milliseconds a play, one thread; the numbers beside the points are plies</text>'
                 f'<text x="{left - 8}" y="{top - 6}" text-anchor="start">loss, thousandths of a point</text>')
    for number, name in enumerate(dict.fromkeys(row[0] for row in lines)):
        colour = colours[number % len(colours)]
        points = [(x(row[4]), y(row[2]), row[1]) for row in lines if row[0] == name]
        path = "L".join(f"{px:.1f} {py:.1f}" for px, py, _ in points)
        parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for px, py, ply in points:
            parts.append(f'<circle cx="{px:.1f}" cy="{py:.1f}" r="4" fill="{colour}"/>'
                         f'<text x="{px + 7:.1f}" y="{py - 6:.1f}" fill="{colour}">{ply}</text>')
        parts.append(f'<text x="{width - right + 12}" y="{top + 16 + 18 * number}" fill="{colour}">{name}</text>')
    return "\n".join(parts) + "\n</svg>\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--network", action="append", default=[], metavar="NAME=FILE",
                        help="weights file to measure besides the built-in network (repeatable)")
    parser.add_argument("--ply", type=int, action="append", help="search depth [default: 1, 2 and 3] (repeatable)")
    parser.add_argument("--positions", type=int, default=300, help="positions to play [default: 300]")
    parser.add_argument("--turns", type=int, default=3, help="turns of the time [default: 3]")
    parser.add_argument("--csv", type=pathlib.Path, help="write the table to a file")
    parser.add_argument("--svg", type=pathlib.Path, help="draw the curves into a file")
    parser.add_argument("--gnubg", help="GNU Backgammon's binary, if it is not on the PATH")
    parser.add_argument("--shesh", default="target/release/shesh", help="shesh binary")
    options = parser.parse_args()
    if not pathlib.Path(options.shesh).is_file():
        sys.exit(f"{options.shesh} not found: run cargo build --release")
    rows = [row for path in sorted(options.folder.glob("*.csv")) for row in rows_of(path)
            if "decision" in row and row.get("equity")]
    if not rows:
        sys.exit(f"{options.folder} has no CSV file with the columns decision, position_id and equity")
    programs = [Shesh(options.shesh, "shesh, built-in", None)]
    for network in options.network:
        name, equals, file = network.partition("=")
        if not equals or not pathlib.Path(file).is_file():
            sys.exit(f"--network {network}: write NAME=FILE with the name of an existing file")
        programs.append(Shesh(options.shesh, name, file))
    # Debian installs it in /usr/games, which PATH may not contain.
    places = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/games"])
    gnubg = shutil.which(options.gnubg or "gnubg", path=places)
    if gnubg:
        programs.append(GnuBackgammon(gnubg))
    else:
        print("left out: GNU Backgammon, not found", file=sys.stderr)
    if importlib.util.find_spec("bgsage") and importlib.util.find_spec("numpy"):
        programs.append(OpenSage())
    else:
        print("left out: Open Sage, bgsage or NumPy is not installed", file=sys.stderr)
    questions = speed.questions_of(options.positions)
    plies = options.ply or [1, 2, 3]
    print("| program | ply | loss, mEq | ms a play |\n|---|---|---|---|")
    lines = []
    try:
        for line in measured(programs, plies, rows, questions, options.turns):
            name, ply, loss, error, milliseconds = line
            lines.append(line)
            print(f"| {name} | {ply} | {loss:.2f} ± {error:.2f} | {milliseconds:.3g} |", flush=True)
    except (speed.Missing, speed.Wrong) as error:
        sys.exit(str(error))
    if options.csv:
        with options.csv.open("w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(COLUMNS)
            writer.writerows([name, ply, f"{loss:.3f}", f"{error:.3f}", f"{time:.4g}"]
                             for name, ply, loss, error, time in lines)
    if options.svg:
        options.svg.write_text(picture(lines))


if __name__ == "__main__":
    main()
