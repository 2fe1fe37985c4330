"""Rollouts spread over processes, or machines, with Dask.

    pip install "dask[distributed]"
    python rollouts_dask.py 4HPwATDgc/ABMA [--games 5184] [--parts 16] [--scheduler tcp://HOST:8786]

Each part plays games with a seed of its own; means are weighted by their games, and their standard errors
come together as those of independent means do.
"""

import argparse
from math import sqrt

from dask.distributed import Client

import sheshbesh as sb


def part(position: str, games: int, seed: int) -> tuple[int, float, float]:
    """Games, their mean equity, and its standard error; engines are made where they are asked."""
    told = sb.rollout(position, games=games, seed=seed)[0]
    return told.games, told.equity, told.equity_standard_error


def together(parts: list[tuple[int, float, float]]) -> tuple[int, float, float]:
    """The same of all parts."""
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
