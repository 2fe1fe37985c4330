#!/usr/bin/env python3
"""Measures networks against reference positions with rolled-out equities.

usage: scripts/bench/reference.py FOLDER [--weights FILE] [--against FILE] [--ply N]... [--shesh PROGRAM]

Evaluates every CSV file in FOLDER that has the columns position_id and equity (cubeless, for the
player on roll) with `shesh evaluate`. Rows without an equity are skipped. Prints the root mean
square error of the equity.

If a column `decision` groups the candidate plays of a decision (positions after the play, with the
opponent on roll), it also prints, in thousandths of a point:

- level: the part of the error that the candidates of a decision share,
- siblings: the part of the error between candidates of a decision,
- loss: the mean equity lost by choosing the network's best candidate, with its standard error.

With e = evaluated less rolled-out equity and k candidates per decision, level is the root mean
square of the decisions' mean errors, and siblings is the root of the sum of (e - mean e)^2 over the
sum of k - 1.

With --against, a second network is evaluated too, and a third line has the paired difference of the
losses, first less second, with a 95 % interval. With --differing OUTPUT, the candidates that either
network chooses, of the decisions in which they choose differently at the last depth, are written to
a file without numbers, for a rollout by the example `disputed`.

The example `disputed` makes such a file; other files are not part of this repository.

Needs only Python 3.10. Build shesh first: cargo build --release
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
    """Returns shesh's equities of the positions of the rows, in their order."""
    asked = pathlib.Path(folder) / "asked.csv"
    output = pathlib.Path(folder) / "judged.csv"
    asked.write_text("position_id\n" + "".join(row["position_id"] + "\n" for row in rows))
    command = [program, "evaluate", "--input", asked, "--output", output, "--ply", str(ply)]
    if weights:
        command += ["--weights", weights]
    subprocess.run(command, check=True)
    return [float(row["equity"]) for row in rows_of(output)]


def decisions_of(rows, equities):
    """Returns, for each decision with a choice, its candidates as (evaluated, rolled-out) equities."""
    decisions = {}
    for row, equity in zip(rows, equities, strict=True):
        decisions.setdefault(row["decision"], []).append((equity, float(row["equity"])))
    return [candidates for candidates in decisions.values() if len(candidates) > 1]


def chosen_of(rows, equities):
    """Returns the numbers of the rows that are chosen, by decision; the first of equal favourites."""
    chosen = {}
    for number, (row, equity) in enumerate(zip(rows, equities, strict=True)):
        best = chosen.get(row["decision"])
        if best is None or equity < equities[best]:
            chosen[row["decision"]] = number
    return chosen


def write_differing(path, rows, first, second):
    """Writes the two chosen candidates of each decision in which two networks choose differently."""
    kept = {"decision", "before", "roll", "position_id"}
    pairs = zip(chosen_of(rows, first).values(), chosen_of(rows, second).values(), strict=True)
    differing = [pair for pair in pairs if pair[0] != pair[1]]
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        for pair in differing:
            for number in sorted(pair):
                row = rows[number]
                writer.writerow({name: row[name] if name in kept else "" for name in row})
    print(f"{len(differing)} differing decisions in {path}")


def losses_of(decisions):
    """Returns the loss of each decision in thousandths of a point; the mean of equal favourites."""
    losses = []
    for candidates in decisions:
        favourite = min(ours for ours, _ in candidates)
        chosen = [true for ours, true in candidates if ours == favourite]
        losses.append(1000 * (statistics.fmean(chosen) - min(true for _, true in candidates)))
    return losses


def level_and_between(decisions):
    """Returns the root mean square errors level and siblings in thousandths of a point."""
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
    """Returns the errors, and the loss of decisions if there are any, as one line."""
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
    """Returns the paired difference of the losses of two networks on the same decisions, as one line."""
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
    parser.add_argument("--weights", help="weights file [default: the shipped network]")
    parser.add_argument("--against", metavar="FILE", help="second weights file, to compare with")
    parser.add_argument("--differing", metavar="OUTPUT", help="with --against: write the decisions that differ")
    parser.add_argument("--ply", type=int, action="append", help="search depth [default: 1] (repeatable)")
    parser.add_argument("--shesh", default="target/release/shesh", help="shesh binary")
    options = parser.parse_args()
    if not options.folder.is_dir():
        sys.exit(f"{options.folder} is not a folder: pass a folder of reference files (CSV)")
    if not pathlib.Path(options.shesh).is_file():
        sys.exit(f"{options.shesh} not found: run cargo build --release")
    files = [(path, rows_of(path)) for path in sorted(options.folder.glob("*.csv"))]
    files = [(path, rows) for path, rows in files if rows and {"position_id", "equity"} <= set(rows[0])]
    files = [(path, [row for row in rows if row["equity"]]) for path, rows in files]
    files = [(path, rows) for path, rows in files if rows]
    if not files:
        sys.exit(f"{options.folder} has no CSV file with the columns position_id and equity")
    if options.differing and not options.against:
        sys.exit("--differing compares two networks: add --against FILE")
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
        if options.differing and len(judgements) == 2 and "decision" in rows[0]:
            write_differing(options.differing, rows, *judgements)


if __name__ == "__main__":
    main()
