#!/usr/bin/env python3
"""Measures the inputs of the projection in docs/guide/cluster.md.

Plays and learns some games of a recipe's stage on 1, 2 and 4 ranks of one thread each,
starting from a network of that stage. It runs the recipe's batches with the recipe's
reuse and with twice the reuse, which gives the time of learning, and batches a tenth
as large, which gives the fixed cost of a batch. Prints the time to play and to learn a
game, and the bytes that are sent per game and per batch. In a stage with generations
it runs one generation and times playing alone, since nothing is learned meanwhile.

Build first: cargo build --release --features mpi. On a machine with fewer cores than
ranks, ranks share cores.
"""

import argparse
import csv
import os
import pathlib
import re
import subprocess
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHESH = ROOT / "target/release/shesh"
MPIRUN = "mpirun --allow-run-as-root --oversubscribe --bind-to none -n".split()
# Size of a position with its target in a record.
BYTES_OF_SAMPLE = 37


def one_stage(path, number, **values):
    """Returns the recipe with only one stage, changed values in it, and almost no measuring."""
    head, *stages = path.read_text().split("[[stages]]")
    stage = stages[number]
    for name, value in {"measure_every": 10**6, **values}.items():
        stage = re.sub(rf"(?m)^{name} = .*\n", "", stage).rstrip() + f"\n{name} = {value}\n"
    head = re.sub(r"(?m)^(final_)?games = \d+", r"\1games = 2", head)
    return head + "[[stages]]" + stage


def train(folder, name, recipe, ranks, weights):
    """Trains, and returns the seconds of the batches and the number of samples played."""
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
    weights = ROOT / "weights/backgammon/shipped.weights"
    parser.add_argument("--weights", type=pathlib.Path, default=weights, help="initial network")
    parser.add_argument("--stage", help="name of the stage [default: the recipe's last]")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--batch-games", type=int, help="games of a batch [default: the recipe's]")
    arguments = parser.parse_args()
    recipe, games, weights = arguments.recipe, arguments.games, arguments.weights
    stages = tomllib.loads(recipe.read_text())["stages"]
    names = [stage["name"] for stage in stages]
    if arguments.stage not in (None, *names):
        parser.error(f"{recipe.name} has no stage {arguments.stage}, but {', '.join(names)}")
    number = names.index(arguments.stage or names[-1])
    stage = stages[number]
    reuse, generations = stage.get("reuse", 1), min(stage.get("generations", 0), 1)
    played = {"games": games, "generations": generations}
    batch = min(arguments.batch_games or stage["batch_games"], games)
    small = max(batch // 10, 1)
    seconds, in_small, samples = {}, {}, 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        as_it_is = one_stage(recipe, number, **played, batch_games=batch)
        more = one_stage(recipe, number, **played, batch_games=batch, reuse=2 * reuse)
        in_parts = one_stage(recipe, number, **played, batch_games=small)
        heavy, _ = train(folder, "more", more, 1, weights)
        for ranks in (1, 2, 4):
            seconds[ranks], samples = train(folder, f"as-{ranks}", as_it_is, ranks, weights)
            in_small[ranks], _ = train(folder, f"small-{ranks}", in_parts, ranks, weights)
    # Twice the reuse adds exactly the time of learning.
    learning = heavy - seconds[1]
    playing = seconds[1] - learning
    samples_a_game = samples / reuse / games
    batches = games / small - games / batch
    print(f"{os.cpu_count()} cores here; {games} games in batches of {batch} and {small},")
    print(f"{samples_a_game:.1f} samples a game, each learned from {reuse} times\n")
    # In generations nothing is learned while games are played.
    apart = learning if generations else 0
    what = "playing" if generations else "seconds"
    print(f"| ranks of one thread | {what} | games a second | against one | ms for a batch |")
    print("|---|---|---|---|---|")
    for ranks, taken in seconds.items():
        beside = 1000 * (in_small[ranks] - taken) / batches
        here, by_one = taken - apart, seconds[1] - apart
        print(f"| {ranks} | {here:.1f} | {games / here:.1f} | {by_one / here:.2f} | {beside:.0f} |")
    play, learn = 1000 * playing / games, 1000 * learning / games
    up, down = samples_a_game * BYTES_OF_SAMPLE, weights.stat().st_size
    print(f"\nA game takes {play:.2f} ms of a core to play and {learn:.2f} ms to learn.")
    print(f"{up:.0f} bytes are sent to rank 0 per game, {down} bytes to each rank per batch.")


if __name__ == "__main__":
    main()
