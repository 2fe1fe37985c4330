#!/usr/bin/env python3
"""Measures Open Sage against reference positions with rolled-out equities, as scripts/bench/reference.py does for shesh.

usage: scripts/peers/opensage.py FOLDER [--ply N]... [--every N]

Prints the table of scripts/bench/reference.py for the default networks of the package `bgsage` (PyPI,
MPL 2.0), cubeless, with the package's own move filter. The package counts plies as eXtreme Gammon
does. `--every 8` takes every eighth position of files without decisions, which are slow at deeper
plies.

Needs Python 3.10, NumPy and bgsage.
"""

import argparse
import importlib.metadata
import pathlib
import sys

import numpy as np
from boards import BAR, ON_ROLL, OPPONENT, POINTS, counts_of

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "bench"))
from reference import HEADER, rows_of, summary  # noqa: E402

try:
    import bgsage
except ImportError:
    sys.exit("bgsage is not installed: pip install bgsage")

VERSION = importlib.metadata.version("bgsage")


def board_of(position_id, side):
    """Returns the package's 26 numbers from the view of a side, ON_ROLL or OPPONENT."""
    counts = counts_of(position_id)
    own, other = counts[side], counts[ON_ROLL + OPPONENT - side]
    board = np.zeros(POINTS + 2, int)
    board[1 : POINTS + 1] = own[:POINTS] - other[POINTS - 1 :: -1][:POINTS]
    board[0], board[POINTS + 1] = other[BAR], own[BAR]
    return board.tolist()


def equities(rows, ply):
    """Yields cubeless equities for the player on roll."""
    # The package evaluates for the player who has just moved.
    positions = [
        {"board": board_of(row["position_id"], OPPONENT), "cube_owner": "centered"} for row in rows
    ]
    answers = bgsage.batch_post_move_evaluate(positions, f"{ply}ply", jacoby=False)
    for answer in answers:
        chances = answer.probs
        yield -(
            2 * chances.win
            - 1
            + chances.gammon_win
            + chances.backgammon_win
            - chances.gammon_loss
            - chances.backgammon_loss
        )


def chooser(ply):
    """Returns a function of a position ID and a roll that chooses a play, cubeless and on one thread."""
    analyzer = bgsage.BgBotAnalyzer(eval_level=f"{ply}ply", cubeful=False, parallel_threads=1)
    return lambda position_id, dice: analyzer.checker_play(board_of(position_id, ON_ROLL), *dice)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--ply", type=int, action="append", help="search depth [default: 1] (repeatable)")
    parser.add_argument("--every", type=int, default=1, help="take every Nth position of files without decisions")
    options = parser.parse_args()
    print(f"bgsage {VERSION}, {bgsage.PRODUCTION_MODEL}")
    print(HEADER)
    for path in sorted(options.folder.glob("*.csv")):
        rows = rows_of(path)
        if "decision" not in rows[0]:
            rows = rows[:: options.every]
        for ply in options.ply or [1]:
            line = summary(rows, list(equities(rows, ply)))
            print(f"{path.stem:20} {ply:3} {line}", flush=True)


if __name__ == "__main__":
    main()
