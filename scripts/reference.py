#!/usr/bin/env python3
"""Measures networks against positions that have been rolled out.

usage: scripts/reference.py FOLDER [--weights FILE] [--ply N]... [--shesh PROGRAM]

Every CSV file in FOLDER with the columns position_id and equity (cubeless, for the player on
roll) is judged by `shesh evaluate`. Printed are the root mean square error of the equity and, where
a column `decision` groups the candidate plays of a decision (positions after the play, the opponent
on roll), the mean equity lost by choosing the candidate that the network likes best, in thousandths
of a point, with its standard error. The reference files are not part of this repository.

Needs Python 3.10 and nothing else. Build shesh first: cargo build --release
"""

import argparse
import csv
import pathlib
import statistics
import subprocess
import sys
import tempfile


def rows_of(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def judged(program, weights, ply, path, folder):
    """The equities that shesh gives to the positions of a file, in their order."""
    output = pathlib.Path(folder) / "judged.csv"
    command = [program, "evaluate", "--input", path, "--output", output, "--ply", str(ply)]
    if weights:
        command += ["--weights", weights]
    subprocess.run(command, check=True)
    return [float(row["equity"]) for row in rows_of(output)]


def losses_of(rows, equities):
    """What each decision with a choice loses; equal favourites share."""
    decisions = {}
    for row, equity in zip(rows, equities):
        decisions.setdefault(row["decision"], []).append((equity, float(row["equity"])))
    for candidates in decisions.values():
        if len(candidates) > 1:
            favourite = min(ours for ours, _ in candidates)
            chosen = [true for ours, true in candidates if ours == favourite]
            yield 1000 * (statistics.fmean(chosen) - min(true for _, true in candidates))


def summary(rows, equities):
    """Root mean square error, and the loss of decisions where there are any, as one line."""
    errors = [ours - float(row["equity"]) for ours, row in zip(equities, rows, strict=True)]
    rmse = statistics.fmean(error * error for error in errors) ** 0.5
    line = f"{len(rows):9} {rmse:7.4f}"
    if "decision" in rows[0]:
        losses = list(losses_of(rows, equities))
        error = statistics.stdev(losses) / len(losses) ** 0.5
        line += f"  {statistics.fmean(losses):5.2f} ± {error:.2f} over {len(losses)}"
    return line


HEADER = f"{'file':20} {'ply':>3} {'positions':>9} {'rmse':>7}  loss, mEq a decision"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--weights", help="weights file; the shipped network by default")
    parser.add_argument("--ply", type=int, action="append", help="1 by default; may be repeated")
    parser.add_argument("--shesh", default="target/release/shesh", help="the program")
    options = parser.parse_args()
    if not options.folder.is_dir():
        sys.exit(f"{options.folder} is no folder: give one with reference files (CSV)")
    if not pathlib.Path(options.shesh).is_file():
        sys.exit(f"{options.shesh} is missing: cargo build --release makes it")
    files = [(path, rows_of(path)) for path in sorted(options.folder.glob("*.csv"))]
    files = [(path, rows) for path, rows in files if rows and {"position_id", "equity"} <= set(rows[0])]
    if not files:
        sys.exit(f"{options.folder} has no CSV file with the columns position_id and equity")
    print(HEADER)
    for path, rows in files:
        for ply in options.ply or [1]:
            with tempfile.TemporaryDirectory() as folder:
                equities = judged(options.shesh, options.weights, ply, path, folder)
            print(f"{path.stem:20} {ply:3} {summary(rows, equities)}", flush=True)


if __name__ == "__main__":
    main()
