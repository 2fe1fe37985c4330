#!/usr/bin/env python3
"""Measures networks against positions that have been rolled out.

usage: scripts/reference.py FOLDER [--weights FILE] [--against FILE] [--ply N]... [--shesh PROGRAM]

Every CSV file in FOLDER with the columns position_id and equity (cubeless, for the player on
roll) is judged by `shesh evaluate`; rows without an equity are left out. Printed is the root mean
square error of the equity. Where a column `decision` groups the candidate plays of a decision
(positions after the play, the opponent on roll), there are also the part of that error which
siblings share, level, and the part between siblings, both in thousandths of a point, and the mean
equity lost by choosing the candidate that the network likes best, in thousandths of a point, with
its standard error. With e = judged less rolled out equity and k candidates a decision, level is
the root mean square of the decisions' mean errors, and the error between siblings is the root of
the sum of (e - mean e)^2 over the sum of k - 1.

With --against a second network is judged too, and a third line has the paired difference of the
losses, the first less the second, with a 95 % interval.

The example `disputed` makes such a file; others are not part of this repository.

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


def judged(program, weights, ply, rows, folder):
    """The equities that shesh gives to the positions of some rows, in their order."""
    asked = pathlib.Path(folder) / "asked.csv"
    output = pathlib.Path(folder) / "judged.csv"
    asked.write_text("position_id\n" + "".join(row["position_id"] + "\n" for row in rows))
    command = [program, "evaluate", "--input", asked, "--output", output, "--ply", str(ply)]
    if weights:
        command += ["--weights", weights]
    subprocess.run(command, check=True)
    return [float(row["equity"]) for row in rows_of(output)]


def decisions_of(rows, equities):
    """The candidates of each decision with a choice: what is judged, and what was rolled out."""
    decisions = {}
    for row, equity in zip(rows, equities, strict=True):
        decisions.setdefault(row["decision"], []).append((equity, float(row["equity"])))
    return [candidates for candidates in decisions.values() if len(candidates) > 1]


def losses_of(decisions):
    """What each decision loses, in thousandths of a point; equal favourites share."""
    losses = []
    for candidates in decisions:
        favourite = min(ours for ours, _ in candidates)
        chosen = [true for ours, true in candidates if ours == favourite]
        losses.append(1000 * (statistics.fmean(chosen) - min(true for _, true in candidates)))
    return losses


def level_and_between(decisions):
    """Root mean square errors in thousandths of a point: what siblings share, and what they do not."""
    levels, squares, freedom = [], 0.0, 0
    for candidates in decisions:
        errors = [ours - true for ours, true in candidates]
        mean = statistics.fmean(errors)
        levels.append(mean * mean)
        squares += sum((error - mean) ** 2 for error in errors)
        freedom += len(errors) - 1
    return 1000 * statistics.fmean(levels) ** 0.5, 1000 * (squares / freedom) ** 0.5


def mean_and_error(values):
    return statistics.fmean(values), statistics.stdev(values) / len(values) ** 0.5


def summary(rows, equities):
    """The errors, and the loss of decisions where there are any, as one line."""
    errors = [ours - float(row["equity"]) for ours, row in zip(equities, rows, strict=True)]
    rmse = statistics.fmean(error * error for error in errors) ** 0.5
    line = f"{len(rows):9} {rmse:7.4f}"
    if "decision" in rows[0]:
        decisions = decisions_of(rows, equities)
        level, between = level_and_between(decisions)
        loss, error = mean_and_error(losses_of(decisions))
        line += f" {level:6.1f} {between:8.1f}  {loss:5.2f} ± {error:.2f} over {len(decisions)}"
    return line


def paired(rows, first, second):
    """How much more the first judge loses than the second on the same decisions, as one line."""
    losses = [losses_of(decisions_of(rows, equities)) for equities in (first, second)]
    differences = [a - b for a, b in zip(*losses, strict=True)]
    mean, error = mean_and_error(differences)
    return f"paired difference {mean:+.2f} ± {1.96 * error:.2f} (95 %)"


HEADER = (
    f"{'file':20} {'ply':>3} {'positions':>9} {'rmse':>7} {'level':>6} {'siblings':>8}"
    "  loss, mEq a decision"
)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--weights", help="weights file; the shipped network by default")
    parser.add_argument("--against", metavar="FILE", help="a second weights file, to compare with")
    parser.add_argument("--ply", type=int, action="append", help="1 by default; may be repeated")
    parser.add_argument("--shesh", default="target/release/shesh", help="the program")
    options = parser.parse_args()
    if not options.folder.is_dir():
        sys.exit(f"{options.folder} is no folder: give one with reference files (CSV)")
    if not pathlib.Path(options.shesh).is_file():
        sys.exit(f"{options.shesh} is missing: cargo build --release makes it")
    files = [(path, rows_of(path)) for path in sorted(options.folder.glob("*.csv"))]
    files = [(path, rows) for path, rows in files if rows and {"position_id", "equity"} <= set(rows[0])]
    files = [(path, [row for row in rows if row["equity"]]) for path, rows in files]
    files = [(path, rows) for path, rows in files if rows]
    if not files:
        sys.exit(f"{options.folder} has no CSV file with the columns position_id and equity")
    networks = [options.weights] + ([options.against] if options.against else [])
    print(HEADER)
    for path, rows in files:
        for ply in options.ply or [1]:
            judgements = []
            for weights in networks:
                with tempfile.TemporaryDirectory() as folder:
                    judgements.append(judged(options.shesh, weights, ply, rows, folder))
                print(f"{path.stem:20} {ply:3} {summary(rows, judgements[-1])}", flush=True)
            if len(judgements) == 2 and "decision" in rows[0]:
                print(f"{'':24} {paired(rows, *judgements)}", flush=True)


if __name__ == "__main__":
    main()
