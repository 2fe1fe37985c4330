"""Positions with labels as Parquet files, for data tools and other programs' training.

>>> from sheshbesh import parquet
>>> parquet.write_self_play("games.parquet", games=20, seed=1)          # returns the number of rows
1...

Columns:

=============  ====================  =================================================================================
game           uint64                number of the game within the seed
turn           uint32                number of the roll within the game, from 0
position       string                position ID, from the view of the player on roll
own            fixed list int8 [26]  checkers of the player on roll: off, the points 1 to 24, bar
opponent       fixed list int8 [26]  the same of the opponent, from their own view
dice           fixed list uint8 [2]  the roll, the higher number first
play           string                the play that was made
win ... lose_backgammon  float32     label: probabilities of the six exclusive outcomes before the roll
points         int8                  result of the game for the player on roll
=============  ====================  =================================================================================

Needs the package ``pyarrow``.
"""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from ._native import Network, VectorEnv
from .engine import Engine
from .errors import InvalidInput, UnreadableFile

if TYPE_CHECKING:
    import pyarrow

#: Names of the six outcomes, in the order of all arrays.
OUTCOMES = ("win", "win_gammon", "win_backgammon", "lose", "lose_gammon", "lose_backgammon")


def write_self_play(
    path: str | PathLike[str],
    games: int = 1000,
    game: str = "backgammon",
    network: Network | None = None,
    ply: int = 1,
    seed: int = 1,
    threads: int = 0,
) -> int:
    """Writes the positions of self-play games, and returns their number.

    The network plays at 1-ply; ``ply`` is the depth of the labels. The same arguments give the same rows, for any
    number of threads.

    Args:
        path: the file; an existing one is replaced.
        games: number of games.
        game: one of :func:`sheshbesh.games`, with optional agreements.
        network: the network that plays and evaluates; the built-in one by default.
        ply: depth of the search that makes the labels.
        seed: seed of the dice.
        threads: number of threads; 0 for one on each processor.
    """
    _library()
    if games < 1:
        raise InvalidInput(f"a file has at least one game, not {games}")
    engine = Engine(network, threads=threads)
    rows = _SelfPlay(engine, game, games, seed, threads).rows(ply)
    return _write(path, rows)


def write_labels(labels: str | PathLike[str], path: str | PathLike[str], game: str = "backgammon") -> int:
    """Converts the labels that ``shesh labels export FOLDER FILE.npy`` wrote, and returns their number.

    Columns are shard, roll, position, own, opponent and the six outcomes.
    """
    from ._native import Positions

    arrow = _library()
    try:
        stored = np.load(labels, mmap_mode="r")
    except OSError as problem:
        raise UnreadableFile(f"{labels}: {problem}") from None
    except (ValueError, EOFError) as problem:
        raise InvalidInput(f"{labels} is not a NumPy array: {problem}") from None
    if stored.dtype.names != ("shard", "roll", "counts", "outcomes"):
        raise InvalidInput(f"{labels} does not hold exported labels")
    columns: dict[str, Any] = {name: arrow.array(stored[name]) for name in ("shard", "roll")}
    counts = np.ascontiguousarray(stored["counts"])
    columns["position"] = arrow.array(Positions.from_counts(counts, game).ids())
    columns |= _sides(counts)
    columns |= _outcomes(stored["outcomes"])
    return _write(path, arrow.table(columns))


class _SelfPlay:
    """Plays games in parallel and collects what happens in each."""

    #: Games that are played at the same time.
    AT_ONCE = 512

    def __init__(self, engine: Engine, game: str, games: int, seed: int, threads: int) -> None:
        self.engine, self.games = engine, games
        self.env = VectorEnv(min(games, self.AT_ONCE), game=game, seed=seed, threads=threads)
        #: Rows of each game: turn, position, dice, play, player.
        self.turns: dict[int, list[tuple[Any, ...]]] = {}
        #: Points of the player who started.
        self.points: dict[int, float] = {}

    def rows(self, ply: int) -> "pyarrow.Table":
        arrow = _library()
        from ._native import Positions

        while len(self.points) < self.games:
            self._step()
        order = range(self.games)
        turns = [(number, *row) for number in order for row in self.turns[number]]
        number, turn, position, dice, play, player = map(list, zip(*turns))
        positions = Positions(position)
        labels = self.engine.evaluate(positions, ply=ply)
        first = np.array([self.points[one] for one in number])
        points = np.where(np.array(player) == 0, first, -first)
        return arrow.table(
            {
                "game": arrow.array(number, arrow.uint64()),
                "turn": arrow.array(turn, arrow.uint32()),
                "position": arrow.array(positions.ids()),
                **_sides(positions.counts()),
                "dice": _lists(np.array(dice, dtype=np.uint8)),
                "play": arrow.array(play),
                **_outcomes(_exclusive(np.asarray(labels.probabilities))),
                "points": arrow.array(points.astype(np.int8)),
            }
        )

    def _step(self) -> None:
        """Makes a play in every game."""
        env = self.env
        before, number, player, dice = env.positions(), env.number, env.player, env.dice
        offsets, after = env.offsets(), env.afterstate_positions()
        # Afterstates are seen by the opponent, so the best play has the lowest equity.
        equities = self.engine.evaluate(after, ply=1).equities
        choice = np.array(
            [np.argmin(equities[start:end]) for start, end in zip(offsets[:-1], offsets[1:])]
        )
        for index, chosen in enumerate(choice):
            this, roll = int(number[index]), tuple(int(die) for die in dice[index])
            if this >= self.games:
                continue
            position, result = before[index], after[int(offsets[index] + chosen)]
            play = next(name for name, reached in position.plays(roll) if reached == result)
            rows = self.turns.setdefault(this, [])
            rows.append((len(rows), position, roll, play, int(player[index])))
        rewards, over = env.step(choice)
        for index in np.flatnonzero(over):
            points = float(rewards[index])
            self.points[int(number[index])] = points if player[index] == 0 else -points
        self.points = {one: points for one, points in self.points.items() if one < self.games}


def _library() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise InvalidInput("this needs the Python package pyarrow: pip install pyarrow") from None
    return pyarrow


def _write(path: str | PathLike[str], table: "pyarrow.Table") -> int:
    try:
        _library().parquet.write_table(table, path, compression="zstd")
    except OSError as problem:
        raise UnreadableFile(f"{path}: {problem}") from None
    return int(table.num_rows)


def _lists(values: np.ndarray) -> "pyarrow.Array":
    """Returns rows of equal length as an Arrow array."""
    arrow = _library()
    return arrow.FixedSizeListArray.from_arrays(arrow.array(values.reshape(-1)), values.shape[1])


def _sides(counts: np.ndarray) -> dict[str, "pyarrow.Array"]:
    return {"own": _lists(counts[:, 0]), "opponent": _lists(counts[:, 1])}


def _outcomes(outcomes: np.ndarray) -> dict[str, "pyarrow.Array"]:
    columns = np.asarray(outcomes, dtype=np.float32).T
    return {name: _library().array(np.ascontiguousarray(column)) for name, column in zip(OUTCOMES, columns)}


def _exclusive(probabilities: np.ndarray) -> np.ndarray:
    """Converts win, win a gammon or more, win a backgammon, and the same of losses, to exclusive outcomes."""
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = probabilities.T
    return np.stack(
        [
            win - win_gammon,
            win_gammon - win_backgammon,
            win_backgammon,
            1 - win - lose_gammon,
            lose_gammon - lose_backgammon,
            lose_backgammon,
        ],
        axis=1,
    )
