#!/usr/bin/env python3
"""Measures the levels of play: the performance rating (PR) of each, and duels between neighbours.

    scripts/bench/levels.py [--levels 2 5 10 20 30] [--games 1000] [--preset standard] [--ladder 1000]

Each level plays money games with the cube against itself. `shesh analyze` judges both sides. Prints, for
each level, the PR with its standard error over games, the share of best plays by closeness and the cube
errors by kind, as docs/guide/levels.md shows them. --ladder plays each level against the next with the
same dice from both seats, and prints points per game of the stronger one. --fit prints the table `SCALES`
of `crates/arena/src/skill/error_model.rs` that the measured ratings suggest.
"""

import argparse
import json
import math
import re
import subprocess
import tempfile
from pathlib import Path

CLASSES = ("all", "close", "middle", "wide")
KINDS = ("missed_double", "missed_cash", "wrong_double", "wrong_cash", "wrong_take", "wrong_pass")
MODEL = Path(__file__).parents[2] / "crates/arena/src/skill/error_model.rs"


def run(shesh, *arguments):
    done = subprocess.run([shesh, *map(str, arguments)], capture_output=True, text=True, check=True)
    return done.stdout


def duel(shesh, first, second, games, seed, *more):
    options = ("--games", games, "--seed", seed, "--cube", "--json", *more)
    return json.loads(run(shesh, "duel", f"shesh:level={first}", f"shesh:level={second}", *options))


def judged(shesh, level, games, seed, preset):
    """Plays a level against itself, and returns the statistics of both sides in each game."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "session.mat"
        duel(shesh, level, level, games, seed, "--save", file)
        document = json.loads(run(shesh, "analyze", file, "--preset", preset, "--json"))
    return [player for match in document["matches"] for game in match["games"] for player in game["players"]]


def rating(players):
    """Returns the PR and its standard error, by the ratio of losses to decisions over games."""
    sums = [((one["pr"] or 0.0) * one["decisions"], one["decisions"]) for one in players]
    # Both sides of a game are not independent.
    games = [(a[0] + b[0], a[1] + b[1]) for a, b in zip(sums[::2], sums[1::2])]
    count = sum(number for _, number in games)
    mean = sum(lost for lost, _ in games) / count
    squares = sum((lost - mean * number) ** 2 for lost, number in games)
    return mean, math.sqrt(squares) / count, count


def found(players, name):
    """Share of best plays in a class of closeness."""
    rates = [one["match_rate"][name] for one in players]
    plays = sum(rate["of"] for rate in rates)
    return 100 * sum(rate["agreed"] for rate in rates) / plays if plays else math.nan


def show(level, players):
    mean, error, decisions = rating(players)
    shares = " | ".join(f"{found(players, name):.1f} %" for name in CLASSES)
    per_hundred = [100 * sum(one["cube_errors"][kind]["count"] for one in players) / decisions for kind in KINDS]
    kinds = " | ".join(f"{value:.2f}" for value in per_hundred)
    print(f"| {level:g} | {len(players) // 2} | {mean:.2f} ± {error:.2f} | {shares} | {kinds} |", flush=True)
    return mean


def scales():
    table = re.search(r"const SCALES: .*?= \[(.*?)\];", MODEL.read_text(), re.DOTALL).group(1)
    return [tuple(map(float, pair)) for pair in re.findall(r"\(([\d.]+), ([\d.]+)\)", table)]


def interpolated(points, x):
    """Value at x of a piecewise linear function, continued beyond its last point."""
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        if x <= x1 or (x1, y1) == points[-1]:
            return y0 + (y1 - y0) * (x - x0) / (x1 - x0)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--shesh", default="target/release/shesh")
    parser.add_argument("--levels", type=float, nargs="+", default=[2, 5, 10, 20, 30])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--preset", default="standard")
    parser.add_argument("--ladder", type=int, default=0, metavar="GAMES")
    parser.add_argument("--fit", action="store_true")
    asked = parser.parse_args()
    names = "all | close | middle | wide | " + " | ".join(kind.replace("_", " ") for kind in KINDS)
    measured = [(0.0, 0.0)]
    if asked.games:
        print(f"| level | games | PR | {names} |\n|{'---|' * (3 + len(CLASSES) + len(KINDS))}")
        for level in asked.levels:
            players = judged(asked.shesh, level, asked.games, asked.seed, asked.preset)
            measured.append((show(level, players), level))
    if asked.fit:
        now = scales()
        print("".join(f"    ({level:.1f}, {interpolated(now, interpolated(measured, level)):.4f}),\n"
                      for level in asked.levels))
    if asked.ladder:
        for stronger, weaker in zip(asked.levels, asked.levels[1:]):
            result = duel(asked.shesh, stronger, weaker, asked.ladder, asked.seed)["result"]
            print(f"{stronger:g} against {weaker:g}: {json.dumps(result)}", flush=True)


if __name__ == "__main__":
    main()
