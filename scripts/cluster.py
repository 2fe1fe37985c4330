#!/usr/bin/env python3
"""Measures what docs/cluster.md's projection is made of.

Plays and learns some batches of a recipe's last stage by 1, 2 and 4 ranks of one
thread each, from a network of that stage, and says how long a game takes to play and
to learn, how many bytes go where, and what follows for more machines.

Build first: cargo build --release --features mpi. On a machine with fewer cores than
ranks, these share them.
"""

import argparse
import csv
import os
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHESH = ROOT / "target/release/shesh"
MPIRUN = "mpirun --allow-run-as-root --oversubscribe --bind-to none -n".split()
# A position and its target, as they stand in records.
BYTES_OF_SAMPLE = 37


def recipe_of_last_stage(path, games, reuse):
    """The recipe with its last stage alone, shortened, and hardly any measuring."""
    head, *stages = path.read_text().split("[[stages]]")
    stage = re.sub(r"(?m)^games = \d+", f"games = {games}", stages[-1])
    stage = re.sub(r"(?m)^measure_every = \d+", "measure_every = 1000000", stage)
    stage = re.sub(r"(?m)^reuse = \d+", f"reuse = {reuse}", stage)
    head = re.sub(r"(?m)^(final_)?games = \d+", r"\1games = 2", head)
    return head + "[[stages]]" + stage


def train(folder, name, recipe, ranks, weights):
    """Seconds that the batches took, and samples played."""
    path = folder / f"{name}.toml"
    path.write_text(recipe)
    command = [*MPIRUN, str(ranks), SHESH, "train", "--recipe", path, "--threads", "1"]
    command += ["--start-from", weights, "--output", folder / name]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with open(folder / name / "curve.csv") as file:
        rows = list(csv.DictReader(file))
    return float(rows[-1]["seconds"]), int(rows[-1]["samples"])


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    recipes = ROOT / "crates/training/recipes"
    parser.add_argument("--recipe", type=pathlib.Path, default=recipes / "full.toml")
    weights = ROOT / "weights/shipped.weights"
    parser.add_argument("--weights", type=pathlib.Path, default=weights, help="to start from")
    parser.add_argument("--games", type=int, default=2000)
    arguments = parser.parse_args()
    games, weights = arguments.games, arguments.weights
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        once = recipe_of_last_stage(arguments.recipe, games, 1)
        twice = recipe_of_last_stage(arguments.recipe, games, 2)
        seconds, samples = {}, 0
        light, _ = train(folder, "once", once, 1, weights)
        for ranks in (1, 2, 4):
            seconds[ranks], samples = train(folder, f"ranks-{ranks}", twice, ranks, weights)
    # Learned twice instead of once is what one time takes.
    learning = 2 * (seconds[1] - light)
    playing = seconds[1] - learning
    samples_a_game = samples / 2 / games
    print(f"{os.cpu_count()} cores here; {games} games, {samples_a_game:.1f} samples a game\n")
    print("| ranks of one thread | seconds | games a second | against one |\n|---|---|---|---|")
    for ranks, taken in seconds.items():
        print(f"| {ranks} | {taken:.1f} | {games / taken:.1f} | {seconds[1] / taken:.2f} |")
    play, learn = 1000 * playing / games, 1000 * learning / games
    up, down = samples_a_game * BYTES_OF_SAMPLE, weights.stat().st_size
    print(f"\nA game takes {play:.2f} ms of a core to play and {learn:.2f} ms to learn twice.")
    print(f"{up:.0f} bytes go up for each game, {down} bytes down for each batch.")
    print(f"A learner of one thread keeps up with {play / learn:.1f} cores that play.")


if __name__ == "__main__":
    main()
