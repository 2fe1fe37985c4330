"""Answers of the engine, as objects.

They have the fields of ``shesh ... --json``: every field is an attribute, and ``as_dict`` returns all of them.
The classes declare the most common fields, which are always present.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Iterator

from . import _native


class Answer:
    """A JSON object whose fields are attributes.

    >>> Answer({"play": "8/5 6/5", "equity": 0.1}).play
    '8/5 6/5'
    """

    __slots__ = ("__dict__", "__weakref__", "_drawn")

    def __init__(self, fields: dict[str, Any]) -> None:
        self.__dict__.update(fields)
        #: Position, roll and play to draw in notebooks, if they are not fields.
        self._drawn: tuple[str, str, str] | None = None

    def as_dict(self) -> dict[str, Any]:
        """Returns the whole answer as a JSON object."""
        whole = json.dumps(self.__dict__, default=lambda answer: answer.__dict__)
        return dict(json.loads(whole))

    def _repr_svg_(self) -> str | None:
        """Draws the position in notebooks, and a play with arrows; None if the answer has no position."""
        if self._drawn is not None:
            return _native.board_svg(*self._drawn)
        position = self.__dict__.get("xgid") or self.__dict__.get("position_id")
        return None if position is None else _native.board_svg(position)

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({fields})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answer) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]

    if TYPE_CHECKING:
        # Fields that no class declares.
        def __getattr__(self, name: str) -> Any: ...


class Probabilities(Answer):
    """Probabilities for the player on roll. Gammons include backgammons; the probability of losing is 1 minus
    ``win``."""

    win: float
    win_gammon: float
    win_backgammon: float
    lose_gammon: float
    lose_backgammon: float

    def __iter__(self) -> Iterator[float]:
        return iter(
            (self.win, self.win_gammon, self.win_backgammon, self.lose_gammon, self.lose_backgammon)
        )


class Play(Answer):
    """A play of a roll, evaluated for the player who makes it."""

    play: str
    position_id: str
    equity: float
    cubeless_equity: float
    probabilities: Probabilities
    ply: int


class Evaluation(Answer):
    """Evaluation of a position for the player on roll, before the roll."""

    game: str
    position_id: str
    ply: int
    cubeful: bool
    equity: float
    probabilities: Probabilities


class CubeDecision(Answer):
    """A cube decision; equities are in points per game at the current cube."""

    action: str
    may_double: bool
    no_double: float
    double_take: float
    double_pass: float
    cubeless_equity: float
    probabilities: Probabilities


class RolledOut(Answer):
    """Result of a rollout of a position."""

    position_id: str
    games: int
    equity: float
    equity_standard_error: float
    cubeless_equity: float
    probabilities: Probabilities
    standard_errors: Probabilities


def draw_plays(answer: Answer) -> list[Play]:
    """Returns the plays of an answer, each of which draws itself in notebooks."""
    fields = answer.__dict__
    position = fields.get("xgid") or fields["position_id"]
    plays: list[Play] = fields["plays"]
    for play in plays:
        play._drawn = (position, fields["dice"], play.play)
    return plays


def read(text: str, outer: type[Answer], inner: type[Answer] = Answer) -> Any:
    """Parses an answer in JSON; ``outer`` is its type, ``inner`` the type of items in its lists."""

    def made(value: Any, kind: type[Answer]) -> Any:
        if isinstance(value, list):
            return [made(one, inner) for one in value]
        if not isinstance(value, dict):
            return value
        return kind(
            {
                name: made(
                    one,
                    Probabilities if name in ("probabilities", "standard_errors") else Answer,
                )
                for name, one in value.items()
            }
        )

    return made(json.loads(text), outer)
