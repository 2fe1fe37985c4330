"""Rollouts distributed over processes or machines with Ray.

    pip install ray
    python rollouts_ray.py 4HPwATDgc/ABMA [--games 5184] [--parts 16] [--address auto]

Each part plays games with its own seed, in an actor that keeps its engine. Means are weighted by their numbers
of games, and standard errors are combined as for independent means.
"""

import argparse
from math import sqrt

import ray

import sheshbesh as sb


@ray.remote
class Roller:
    """An actor with an engine of one thread, for one processor of the cluster."""

    def __init__(self) -> None:
        self.engine = sb.Engine(threads=1)

    def part(self, position: str, games: int, seed: int) -> tuple[int, float, float]:
        """Returns the number of games, their mean equity and its standard error."""
        told = self.engine.rollout(position, games=games, seed=seed)[0]
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
    arguments.add_argument("--address", help="a cluster's; processes of this machine by default")
    options = arguments.parse_args()
    ray.init(address=options.address)
    rollers = [Roller.remote() for _ in range(int(ray.cluster_resources()["CPU"]))]
    share = -(-options.games // options.parts)
    pool = ray.util.ActorPool(rollers)
    parts = pool.map(
        lambda roller, seed: roller.part.remote(options.position, share, seed),
        range(1, options.parts + 1),
    )
    games, equity, error = together(list(parts))
    print(f"{options.position}: {equity:+.4f} ± {1.96 * error:.4f} after {games:,} games")


if __name__ == "__main__":
    main()
