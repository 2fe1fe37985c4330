"""The engine: evaluations, best plays, cube decisions, rollouts and match analysis."""

from __future__ import annotations

import json
import operator
import os
from functools import lru_cache
from pathlib import Path
from typing import Any, Iterable, NamedTuple, Sequence, TypeVar, Union, cast, overload

import numpy as np

from . import _native
from ._native import Network, Position, Positions
from .answers import Answer, CubeDecision, Evaluation, Play, RolledOut, draw_plays, read
from .errors import InvalidInput

#: A position: an ID of GNU Backgammon or eXtreme Gammon, or a :class:`Position`.
One = Union[str, Position]
#: Many positions: a list or an array of IDs or positions, ``int8 [N, 2, 26]`` counts, or :class:`Positions`.
Many = Union[Positions, Sequence[One], np.ndarray]
#: Six percentages, ``W, WG, WB, L, LG, LB``, or a comma-separated string of them.
Chances = Union[str, Sequence[float], np.ndarray]
#: A roll: ``(3, 1)`` or ``"31"``.
Dice = Union[str, tuple[int, int], Sequence[int]]


class Evaluations(NamedTuple):
    """Cubeless evaluations of many positions."""

    #: ``float32 [N, 5]``: win, win gammon, win backgammon, lose gammon, lose backgammon.
    probabilities: np.ndarray
    #: ``float32 [N]``, points per game.
    equities: np.ndarray


def _id(position: One, game: Any = None) -> str:
    if isinstance(position, Position):
        return _agreed(position, game).id
    if isinstance(position, str):
        return position
    raise InvalidInput(f"{position!r} is neither an ID nor a Position")


_Of = TypeVar("_Of", Position, Positions)


def _agreed(known: _Of, game: Any) -> _Of:
    """Checks that a position of a known game is not used with another game."""
    if game is not None and Position(game=game).game != known.game:
        raise InvalidInput(f"{known!r} is of {known.game}, not of {game}")
    return known


def _dice(dice: Dice | None) -> str | None:
    if dice is None or isinstance(dice, str):
        return dice
    try:
        # Bytes are sequences of numbers in Python: b"31" would be 51 and 49.
        if isinstance(dice, (bytes, bytearray)):
            raise TypeError
        numbers = [operator.index(number) for number in dice]
        if len(numbers) not in (2, 3):
            raise TypeError
        return "-".join(map(str, numbers))
    except (TypeError, ValueError):
        raise InvalidInput(
            f"{dice!r} is not a roll: give two numbers from 1 to 6, such as (3, 1)"
        ) from None


def positions(many: Many, game: str | None = None) -> Positions:
    """Parses many positions of a game, for repeated use.

    >>> positions(["4HPwATDgc/ABMA", "4HPwATDgc/ABMA"])
    <2 positions of backgammon>
    """
    if isinstance(many, Positions):
        return _agreed(many, game)
    if isinstance(many, np.ndarray) and many.dtype.kind in "iu":
        return Positions.from_counts(many, game=game or "backgammon")
    if isinstance(many, Iterable):
        return Positions(many if isinstance(many, np.ndarray) else list(many), game=game)
    raise InvalidInput(f"{many!r} is no list of positions")


class Engine(_native.Engine):
    """A network with bearoff tables, a cache and its own threads. Several threads may use it at the same time.

    Without a network, the built-in ones are used, one for each game. ``network`` may be the path of a weights
    file. ``threads`` is the number of threads; 0 means one per processor. ``cache_megabytes`` is the size of
    the evaluation cache in MB, from 1 to 65536.

    The options of queries are those of the ``shesh`` commands: ``game``, ``ply``, ``match``, ``money``,
    ``score`` (``"2-4"``, the player on roll first), ``crawford``, ``jacoby``, ``beavers``, ``cube``
    (``"2:own"``), ``scoring``, ``filter``.

    ``best``, ``cube`` and ``evaluate`` search at 3-ply by default, and at 2-ply in tabula. Evaluations are
    cubeful in games with a cube, unless ``cubeless`` is true (or ``cubeful`` false).

    >>> engine = Engine(threads=1)
    >>> engine.best("4HPwATDgc/ABMA", (3, 1))[0].play
    '8/5 6/5'
    """

    def __new__(
        cls,
        network: Network | str | os.PathLike[str] | None = None,
        *,
        threads: int = 0,
        cache_megabytes: int = 64,
        tables: bool = True,
    ) -> Engine:
        if network is not None and not isinstance(network, Network):
            network = Network.read(network)
        return super().__new__(
            cls, network, threads=threads, cache_megabytes=cache_megabytes, tables=tables
        )

    def ask(self, question: str, request: dict[str, Any]) -> Answer:
        """Answers a query of ``shesh serve``, with its fields: ``best``, ``cube``, ``drill``, ``evaluate``,
        ``explain``, ``picture``, ``plays``, ``position``, ``rollout`` or ``scores``."""
        text = json.dumps(request, default=_plain)
        return cast(Answer, read(self.ask_json(question, text), Answer))

    @overload
    def evaluate(
        self,
        position: One,
        *,
        ply: int | str | None = None,
        cubeful: bool | None = None,
        cubeless: bool = False,
        **options: Any,
    ) -> Evaluation: ...
    @overload
    def evaluate(
        self,
        position: Many,
        *,
        ply: int | str | None = None,
        cubeful: bool | None = None,
        cubeless: bool = False,
        **options: Any,
    ) -> Any: ...
    def evaluate(
        self,
        position: One | Many,
        *,
        ply: int | str | None = None,
        cubeful: bool | None = None,
        cubeless: bool = False,
        **options: Any,
    ) -> Any:
        """Evaluates a position before the roll: ``equity`` is cubeless, and ``cubeful_equity`` is present in
        games with a cube.

        Many positions are evaluated in parallel. Without options other than a number of plies (``ply``) and
        ``game``, the result is :class:`Evaluations`: cubeless arrays, at 1-ply by default. With other options,
        it is a list of the answers for each position.
        """
        cube = _cube(cubeful, cubeless)
        if isinstance(position, (str, Position)):
            options = {"ply": ply, "cubeful": cube, **options}
            return self._one("evaluate", position, options, Evaluation)
        if not cube and not isinstance(ply, str) and set(options) <= {"game"}:
            many = positions(position, options.get("game"))
            return Evaluations(*self.evaluate_all(many, 1 if ply is None else ply))
        options = {"ply": ply, "cubeful": cube, **options}
        return self._many("evaluate", position, options, Evaluation)

    @overload
    def best(
        self,
        position: One,
        dice: Dice | None = None,
        *,
        ply: int | str | None = None,
        plays: int | None = None,
        cubeful: bool | None = None,
        cubeless: bool = False,
        **options: Any,
    ) -> list[Play]: ...
    @overload
    def best(
        self,
        position: Many,
        dice: Sequence[Dice] | None = None,
        *,
        ply: int | str | None = None,
        plays: int | None = None,
        cubeful: bool | None = None,
        cubeless: bool = False,
        **options: Any,
    ) -> list[list[Play]]: ...
    def best(
        self,
        position: One | Many,
        dice: Dice | Sequence[Dice] | None = None,
        *,
        ply: int | str | None = None,
        plays: int | None = None,
        cubeful: bool | None = None,
        cubeless: bool = False,
        **options: Any,
    ) -> Any:
        """Ranks the plays of a roll, the best first; for many positions with their rolls, returns a list of
        lists.

        Without ``dice``, the IDs must contain the rolls. ``plays`` is the maximum number of plays.
        """
        options = {"ply": ply, "cubeful": _cube(cubeful, cubeless), "plays": plays, **options}
        if isinstance(position, (str, Position)):
            options = {"dice": _dice(cast(Union[Dice, None], dice)), **options}
            return draw_plays(self._one("best", position, options, Answer, Play))
        answers = self._many("best", position, options, Answer, Play, dice=dice)
        return [draw_plays(answer) for answer in answers]

    @overload
    def cube(self, position: One, *, ply: int | str | None = None, **options: Any) -> CubeDecision: ...
    @overload
    def cube(
        self, position: Many, *, ply: int | str | None = None, **options: Any
    ) -> list[CubeDecision]: ...
    @overload
    def cube(self, *, chances: Chances, **options: Any) -> CubeDecision: ...
    def cube(
        self,
        position: One | Many | None = None,
        *,
        chances: Chances | None = None,
        ply: int | str | None = None,
        **options: Any,
    ) -> Any:
        """Evaluates a cube decision; for many positions, returns a list.

        Instead of a position, ``chances`` may be given: six percentages, of wins, gammon wins and backgammon
        wins, then of losses likewise; wins include gammons. The cube model evaluates them without a search,
        for a position of ``class_`` (``"contact"``, ``"race"`` or ``"bearoff"``) with ``pips``, the total pip
        count of both sides.
        """
        if chances is not None:
            return self._cube_of(position, chances, {"ply": ply, **options})
        if position is None:
            raise InvalidInput("cube asks about a position or about chances: give one of them")
        options = {"ply": ply, **options}
        if isinstance(position, (str, Position)):
            return self._one("cube", position, options, CubeDecision)
        return self._many("cube", position, options, CubeDecision)

    def _cube_of(self, position: Any, chances: Chances, options: dict[str, Any]) -> Any:
        if position is not None:
            raise InvalidInput("chances and a position cannot be given together")
        if not isinstance(chances, str):
            try:
                chances = [float(chance) for chance in chances]
            except (TypeError, ValueError):
                raise InvalidInput(f"{chances!r} are no chances: give six percentages") from None
        if "class_" in options:
            options["class"] = options.pop("class_")
        return read(self.ask_json("cube", _json({"chances": chances, **options})), CubeDecision)

    def rollout(
        self,
        position: One | Many,
        dice: Dice | Sequence[Dice] | None = None,
        *,
        games: int = 1296,
        ply: int = 1,
        truncate: int | None = None,
        seed: int = 1,
        cubeful: bool | None = None,
        cubeless: bool = False,
        **options: Any,
    ) -> Any:
        """Rolls out a position or, with ``dice``, the best plays of the roll. The options are those of ``shesh
        rollout``, for example ``standard_error``, ``confidence`` and ``time`` (in seconds).

        Returns a list with the result of the position, or of each play; for many positions, a list of lists.
        """
        options = {
            "games": games,
            "ply": ply,
            "truncate": truncate,
            "seed": seed,
            "cubeful": _cube(cubeful, cubeless),
            **options,
        }
        if isinstance(position, (str, Position)):
            options["dice"] = _dice(cast(Union[Dice, None], dice))
            return self._one("rollout", position, options, Answer, RolledOut).results
        # Each rollout uses all threads, so they run one after the other.
        requests = _requests(position, options, dice)
        answers = [self.ask_json("rollout", request) for request in requests]
        return [read(answer, Answer, RolledOut).results for answer in answers]

    def scores(self, position: One, length: int, dice: Dice | None = None, **options: Any) -> Answer:
        """Returns the best play, or without ``dice`` the cube decision, at every score of a match."""
        options = {"length": length, "dice": _dice(dice), **options}
        return cast(Answer, self._one("scores", position, options, Answer))

    def drill(
        self, drill: str, *, game: str = "backgammon", seed: int = 0, number: int = 1, answer: str | None = None
    ) -> Answer:
        """Asks a question of a drill: ``pips``, ``epc``, ``take-point``, ``race``, ``openings``, ``replies`` or
        ``cube``. It follows from kind, game, seed and number. With ``answer``, such as ``"131 98"``, ``"8/5 6/5"`` or ``"no double"``,
        grades it: ``grade.right``, ``grade.error`` in ``unit``, and ``grade.truth`` or ``grade.decision``."""
        request: dict[str, Any] = {"drill": drill, "game": game, "seed": seed, "number": number}
        if answer is not None:
            request["answer"] = answer
        return self.ask("drill", request)

    def analyze(
        self,
        match: str | os.PathLike[str] | bytes,
        *,
        name: str | None = None,
        preset: str = "standard",
        game: str = "backgammon",
        money: bool = False,
        mistakes: int = 10,
        encoding: str | None = None,
    ) -> Answer:
        """Analyzes all matches of a file, decision by decision. ``match`` is a path, or the bytes of a file.
        The answer is that of ``shesh analyze --json``. ``preset`` is ``quick``, ``standard``, ``deep`` or
        ``rollout``. ``encoding`` is a text encoding, such as ``windows-1251``; the default is the one that the
        file declares, UTF-8, or a detected one, which causes a warning."""
        if isinstance(match, (bytes, bytearray)):
            file, called = bytes(match), "match"
        else:
            try:
                file, called = Path(match).read_bytes(), os.fspath(match)
            except OSError as error:
                from .errors import UnreadableFile

                raise UnreadableFile(f"cannot read {os.fspath(match)}: {error.strerror}") from None
        text = _native.analyze(self, file, name or called, preset, game, money, mistakes, encoding)
        return cast(Answer, read(text, Answer))

    def _one(
        self,
        question: str,
        position: One,
        options: dict[str, Any],
        outer: type[Answer],
        inner: type[Answer] = Answer,
    ) -> Any:
        id_ = _id(position, options.get("game"))
        return read(self.ask_json(question, _request(id_, options)), outer, inner)

    def _many(
        self,
        question: str,
        many: Many,
        options: dict[str, Any],
        outer: type[Answer],
        inner: type[Answer] = Answer,
        dice: Any = None,
    ) -> list[Any]:
        requests = _requests(many, options, dice)
        return [read(text, outer, inner) for text in self.ask_all_json(question, requests)]


def _requests(many: Many, options: dict[str, Any], dice: Any) -> list[str]:
    """Builds a request for each position, with its roll if rolls are given."""
    game = options.get("game")
    if isinstance(many, Positions) or isinstance(many, np.ndarray) and many.dtype.kind in "iu":
        ids = positions(many, game).ids()
    elif isinstance(many, Iterable):
        listed = many.tolist() if isinstance(many, np.ndarray) else many
        ids = [_id(one, game) for one in listed]
    else:
        raise InvalidInput(f"{many!r} is no list of positions")
    rolls: list[str | None] = [None] * len(ids)
    if dice is not None:
        rolls = [_dice(roll) for roll in dice]
        if len(rolls) != len(ids):
            raise InvalidInput(f"there are {len(rolls)} rolls for {len(ids)} positions")
    return [
        _request(id_, options if roll is None else {**options, "dice": roll})
        for id_, roll in zip(ids, rolls)
    ]


def _cube(cubeful: bool | None, cubeless: bool) -> bool | None:
    """Combines the flags: true for cubeful, false for cubeless, ``None`` for the default."""
    for name, flag in (("cubeful", cubeful), ("cubeless", cubeless)):
        # NaN is true in Python, and so is the string "false".
        if flag is not None and not isinstance(flag, (bool, np.bool_)):
            raise InvalidInput(f"{name} is True or False, not {flag!r}")
    if cubeful and cubeless:
        raise InvalidInput("cubeful and cubeless cannot both be true")
    return False if cubeless else cubeful


def _request(position: str, options: dict[str, Any]) -> str:
    return _json({"position": position, **options})


def _json(fields: dict[str, Any]) -> str:
    said = {name: value for name, value in fields.items() if value is not None}
    try:
        # `_plain` converts NumPy scalars.
        return json.dumps(said, default=_plain, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise InvalidInput(f"an option is of a kind that nobody knows: {error}") from None


def _plain(value: Any) -> Any:
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"{value!r} is neither a number nor a text")


@lru_cache(maxsize=1)
def default_engine() -> Engine:
    """Returns the engine used by the functions of the package; created once, with one thread per processor."""
    return Engine()


if hasattr(os, "register_at_fork"):
    # A forked child has none of its parent's threads.
    os.register_at_fork(after_in_child=default_engine.cache_clear)


def board_svg(
    position: One,
    dice: Dice | None = None,
    *,
    arrows: str | None = None,
    best: str | None = None,
    theme: str = "light",
    flip: bool = False,
) -> str:
    """Draws a position as an SVG picture.

    ``arrows`` is a play to draw with solid arrows, ``best`` one with dashed arrows; both need a roll, in the ID
    or as ``dice``. ``theme`` is ``light``, ``dark`` or ``print``. With ``flip``, the player on roll bears off to
    the left. Positions, plays and other answers draw themselves in notebooks.

    >>> board_svg("4HPwATDgc/ABMA", (3, 1), arrows="8/5 6/5").count('class="played head"')
    2
    """
    return _native.board_svg(_id(position), _dice(dice), arrows, best, theme, flip)


def evaluate(position: One | Many, **options: Any) -> Any:
    """See :meth:`Engine.evaluate`.

    >>> evaluate("4HPwATDgc/ABMA").probabilities.win > 0.5
    True
    >>> evaluate(["4HPwATDgc/ABMA"] * 3).equities.shape
    (3,)
    """
    return default_engine().evaluate(position, **options)


def best(position: One | Many, dice: Any = None, **options: Any) -> Any:
    """See :meth:`Engine.best`.

    >>> best("4HPwATDgc/ABMA", (3, 1), ply=2)[0].play
    '8/5 6/5'
    """
    return default_engine().best(position, dice, **options)


def cube(position: One | Many | None = None, **options: Any) -> Any:
    """See :meth:`Engine.cube`.

    >>> cube("4HPwATDgc/ABMA").action
    'No double, take'
    >>> cube(chances=[72.1, 2.0, 0.1, 27.9, 2.0, 0.0]).action
    'Double, take'
    """
    return default_engine().cube(position, **options)


def rollout(position: One | Many, dice: Any = None, **options: Any) -> Any:
    """See :meth:`Engine.rollout`.

    >>> rollout("4HPwATDgc/ABMA", games=36, truncate=3)[0].games
    36
    """
    return default_engine().rollout(position, dice, **options)


def analyze(match: str | os.PathLike[str] | bytes, **options: Any) -> Answer:
    """See :meth:`Engine.analyze`."""
    return default_engine().analyze(match, **options)


def duel(
    first: Network | str,
    second: Network | str,
    *,
    games: int = 1000,
    game: str = "backgammon",
    match: int = 0,
    cube: bool = False,
    seed: int = 1,
    ply: int = 1,
    threads: int = 0,
) -> Answer:
    """Plays games between two players, with the same dice from both seats. A player is a network, which
    searches at ``ply``, or a name as in ``shesh duel``: ``"shesh:2"``, ``"pubeval"``, the path of a weights
    file.

    In the answer, ``result.value`` is points per game (or the fraction of matches won) of the first player,
    and ``result.interval_95`` half the width of its 95 % interval.

    >>> duel("shesh", "random", games=20).result.value > 1
    True
    """
    text = _native.duel(first, second, games, game, match, cube, seed, ply, threads)
    return cast(Answer, read(text, Answer))
