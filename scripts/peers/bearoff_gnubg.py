#!/usr/bin/env python3
"""Compares this engine's bearoff tables with GNU Backgammon's.

usage: scripts/peers/bearoff_gnubg.py [--shesh PROGRAM] [--samples N]

Two-sided: all 853,776 pairs of positions with up to six checkers, and the four equities of each.
One-sided: the mean number of rolls to bear off for N positions spread over the table, which
GNU Backgammon's `bearoffdump` prints with three decimals. Prints the largest differences.
GNU Backgammon stores equities and probabilities in 16 bits (equities in steps of 0.00003).

Needs Python 3.9, and the Debian packages gnubg and gnubg-data. Build shesh first:
cargo build --release
"""

import argparse
import array
import pathlib
import re
import subprocess
import sys
import tempfile

# Both programs number positions in the same order (crates/evaluator/src/exact/bearoff/index.rs).
POSITIONS = 924
ALL_POSITIONS = 54264
MOST_ROLLS = 30
OUR_HEADER = 24
THEIR_HEADER = 40
ONE_SIDED = "/usr/share/gnubg/gnubg_os0.bd"
TWO_SIDED = "/var/lib/gnubg/gnubg_ts0.bd"
DUMP = "/usr/games/bearoffdump"
# Equities in the order of our CubeEquities, and their index in GNU Backgammon's table.
NAMES = ("cubeless", "centred cube", "own cube", "opponent's cube")
THEIRS = (0, 2, 1, 3)


def numbers(path, kind, header):
    values = array.array(kind)
    values.frombytes(pathlib.Path(path).read_bytes()[header:])
    if sys.byteorder == "big":
        values.byteswap()
    return values


def compare_two_sided(folder):
    ours = numbers(folder / "two-sided-6.bearoff", "f", OUR_HEADER)
    theirs = numbers(TWO_SIDED, "H", THEIR_HEADER)
    largest = [0.0] * 4
    for own in range(1, POSITIONS):
        for opponent in range(1, POSITIONS):
            place = 4 * (own * POSITIONS + opponent)
            equities = [theirs[place + their] / 32767.5 - 1 for their in THEIRS]
            # GNU Backgammon stores equities after no double, we store equities before the cube decision.
            double = min(2 * equities[3], 1)
            equities[1:3] = (max(equity, double) for equity in equities[1:3])
            for which, equity in enumerate(equities):
                largest[which] = max(largest[which], abs(equity - ours[place + which]))
    print(f"two-sided, {(POSITIONS - 1) ** 2:,} positions, largest difference in points per game:")
    for name, difference in zip(NAMES, largest):
        print(f"  {name:16} {difference:.6f}")


def compare_one_sided(folder, samples):
    ours = numbers(folder / "one-sided-15.bearoff", "f", OUR_HEADER)
    width = MOST_ROLLS + 1
    largest = 0.0
    for sample in range(samples):
        index = 1 + sample * (ALL_POSITIONS - 2) // max(samples - 1, 1)
        dump = subprocess.run(
            [DUMP, ONE_SIDED, "-n", str(index)], capture_output=True, text=True, check=True
        ).stdout
        mean = re.search(r"^Mean\s+\S+\s+(\d+\.\d+)", dump, re.MULTILINE)
        if not mean:
            sys.exit(f"{DUMP} printed no mean for position {index}")
        rolls = sum(n * ours[index * width + n] for n in range(width))
        largest = max(largest, abs(rolls - float(mean.group(1))))
    print(f"one-sided, {samples} positions, largest difference of the mean rolls: {largest:.4f}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--shesh", default="target/release/shesh", help="shesh binary")
    parser.add_argument("--samples", type=int, default=500, help="one-sided positions to compare")
    options = parser.parse_args()
    for path in (options.shesh, ONE_SIDED, TWO_SIDED, DUMP):
        if not pathlib.Path(path).is_file():
            sys.exit(f"{path} not found")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run(
            [options.shesh, "bearoff", "make", "--cache", folder], check=True, capture_output=True
        )
        compare_two_sided(folder)
        compare_one_sided(folder, options.samples)


if __name__ == "__main__":
    main()
