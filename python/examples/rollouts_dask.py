"""Rollouts distributed over processes or machines with Dask.

    pip install "dask[distributed]"
    python rollouts_dask.py 4HPwATDgc/ABMA [--games 5184] [--parts 16] [--scheduler tcp://HOST:8786]

Each part plays games with its own seed. Means are weighted by their numbers of games, and standard errors are
combined as for independent means.
"""

import argparse
from math import sqrt

from dask.distributed import Client

import sheshbesh as sb


def part(position: str, games: int, seed: int) -> tuple[int, float, float]:
    """Returns the number of games, their mean equity and its standard error; runs on a worker, with the default
    engine there."""
    told = sb.rollout(position, games=games, seed=seed)[0]
    return told.games, told.equity, told.equity_standard_error


def together(parts: list[tuple[int, float, float]]) -> tuple[int, float, float]:
    """Combines the results of all parts."""
    games = sum(count for count, _, _ in parts)
    mean = sum(count * equity for count, equity, _ in parts) / games
    return games, mean, sqrt(sum((count * error) ** 2 for count, _, error in parts)) / games


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("position", nargs="?", default="4HPwATDgc/ABMA")
    arguments.add_argument("--games", type=int, default=5184)
    arguments.add_argument("--parts", type=int, default=16)
    arguments.add_argument("--scheduler", help="a cluster's; processes of this machine by default")
    options = arguments.parse_args()
    with Client(options.scheduler) as client:
        share = -(-options.games // options.parts)
        asked = [
            client.submit(part, options.position, share, seed) for seed in range(1, options.parts + 1)
        ]
        games, equity, error = together(client.gather(asked))
    print(f"{options.position}: {equity:+.4f} ± {1.96 * error:.4f} after {games:,} games")


if __name__ == "__main__":
    main()
