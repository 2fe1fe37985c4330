#!/usr/bin/env python3
"""Measures the match rate of human players: how often they find the best play.

    scripts/bench/match_rate.py --matches FOLDER [--count 200] [--seed 1] [--preset quick]

Draws COUNT matches at random from a folder, analyses them, and counts how often the best play was found,
by the margin between the best and the second-best play (docs/guide/analysis.md). Files that cannot be
read or that give warnings (illegal plays, money games written as matches) are skipped. Prints the
figures of `crates/analysis/src/match_analysis/people.rs`, with which analyses compare match rates. The output
names no file and no player. The player with most matches is counted separately, since all matches of
one site may be theirs.
"""

import argparse
import collections
import json
import random
import subprocess
from pathlib import Path

CLASSES = ("all", "close", "middle", "wide")
# Files analysed by one run of the program.
CHUNK = 20


def chosen(shesh, folder, count, seed):
    """Returns the first `count` files without warnings, in a random order given by the seed."""
    paths = sorted(path for path in folder.iterdir() if path.is_file())
    random.Random(seed).shuffle(paths)
    taken = []
    for path in paths:
        if len(taken) == count:
            break
        command = [shesh, "convert", str(path), "--to", "json"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode == 0 and not done.stderr:
            taken.append(path)
    if len(taken) < count:
        raise SystemExit(f"{folder} has only {len(taken)} usable matches, {count} needed")
    return taken


def judged(shesh, paths, preset):
    for start in range(0, len(paths), CHUNK):
        files = [str(path) for path in paths[start:start + CHUNK]]
        command = [shesh, "analyze", *files, "--json", "--preset", preset]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        document = json.loads(done.stdout)
        for match in document["matches"]:
            yield document["engine"], match


class Group:
    """Sums over a group of players."""

    def __init__(self):
        self.rates = {name: [0, 0] for name in CLASSES}
        self.lost, self.decisions, self.people = 0.0, 0, set()

    def add(self, player):
        self.people.add(player["name"])
        self.lost += (player["pr"] or 0.0) * player["decisions"]
        self.decisions += player["decisions"]
        for name in CLASSES:
            rate = player["match_rate"][name]
            self.rates[name][0] += rate["agreed"]
            self.rates[name][1] += rate["of"]

    def line(self):
        cells = [f"{agreed} / {of} {agreed / max(of, 1):.1%}" for agreed, of in self.rates.values()]
        pr = self.lost / max(self.decisions, 1)
        return f"{len(self.people):6} {pr:6.2f}  " + "  ".join(f"{cell:>20}" for cell in cells)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=Path, required=True, help="folder of match files")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--preset", default="quick")
    parser.add_argument("--shesh", default="target/release/shesh")
    arguments = parser.parse_args()
    if not arguments.matches.is_dir():
        parser.error(f"{arguments.matches} is not a folder")
    paths = chosen(arguments.shesh, arguments.matches, arguments.count, arguments.seed)
    players, lengths, games, engine = [], collections.Counter(), 0, None
    for engine, match in judged(arguments.shesh, paths, arguments.preset):
        players += match["players"]
        lengths[match["length"]] += 1
        games += len(match["games"])
    often, matches = collections.Counter(player["name"] for player in players).most_common(1)[0]
    groups = {"all": Group(), "most often": Group(), "the others": Group()}
    levels = {"PR < 5": Group(), "5 to 10": Group(), "10 to 15": Group(), "15 and more": Group()}
    for player in players:
        groups["all"].add(player)
        groups["most often" if player["name"] == often else "the others"].add(player)
        if player["pr"] is not None:
            place = min(int(player["pr"] // 5), 3)
            levels[list(levels)[place]].add(player)
    print(f"{len(paths)} matches, {games} games, to {dict(sorted(lengths.items()))} points; "
          f"one player sits in {matches} of them")
    print(f"{engine['name']} {engine['version']}, network {engine['weights']} "
          f"({engine['weights_crc32']}), preset {engine['preset']}, seed {arguments.seed}")
    print(f"{'':12} {'people':>6} {'PR':>6}  " + "  ".join(f"{name:>20}" for name in CLASSES))
    for name, group in [*groups.items(), *levels.items()]:
        print(f"{name:12} {group.line()}")


if __name__ == "__main__":
    main()
