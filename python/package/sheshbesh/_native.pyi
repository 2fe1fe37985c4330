"""Native module, written in Rust; `sheshbesh` re-exports its public names."""

from os import PathLike
from typing import Any, Iterator, Mapping, Sequence, TypedDict, final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import Self

_Dice = str | tuple[int, int] | Sequence[int]
_Layer = tuple[NDArray[np.float32], NDArray[np.float32]]

class Provenance(TypedDict):
    recipe: str
    seed: int
    games: int
    #: Number of positions used for training; a position counts each time it is used.
    samples: int
    seconds: int
    commit: str
    machine: str

class Inputs(TypedDict):
    """Inputs of a net for N positions."""

    #: ``float32 [N, F]``.
    features: NDArray[np.float32]
    #: Numbers of each position's patterns, ``int64 [N, P]``, filled up with the number of patterns; None without
    #: patterns.
    patterns: NDArray[np.int64] | None
    #: Bucket of each position, ``int64 [N]``.
    bucket: NDArray[np.int64]
    #: True for the outcomes that are possible, ``bool [N, 6]``: win, win a gammon, win a backgammon, lose, lose a
    #: gammon, lose a backgammon.
    possible: NDArray[np.bool_]

class Net(TypedDict):
    #: Class of positions that the net evaluates: ``contact``, ``race`` or ``all``; or ``pruner``.
    judges: str
    features: str
    activation: str
    output: str
    #: Bucket set: positions of a bucket share the layers after the first.
    buckets: str
    #: Weights ``float32 [F, units]`` and biases ``[units]``.
    first: _Layer
    #: Name of the pattern set; None without patterns.
    pattern_set: str | None
    #: Contributions of patterns to the first units of the first layer, ``float32 [patterns, units]``.
    patterns: NDArray[np.float32] | None
    #: Step of each unit, ``float32 [units]``: the contributions are multiples of it, from -127 to 127.
    pattern_scales: NDArray[np.float32] | None
    #: Layers after the first, a list for each bucket.
    stacks: list[list[_Layer]]
    #: Index of the ensemble member that the net belongs to; the pruner belongs to the first.
    member: int
    #: Weight of the member in the mean; 1 for a single member, ``None`` for the pruner.
    weight: float | None

def version() -> str: ...
def games() -> list[str]:
    """Names of all games."""

def feature_sets(game: str = "backgammon") -> list[tuple[str, int]]:
    """Feature sets for positions of a game, each with its number of features."""

def dice_probabilities() -> list[tuple[tuple[int, int], float]]:
    """The 21 rolls of two dice, the higher number first, with their probabilities."""

def board_svg(
    position: str,
    dice: str | None = None,
    arrows: str | None = None,
    best: str | None = None,
    theme: str = "light",
    flip: bool = False,
) -> str:
    """Draws a position as an SVG picture, with solid arrows for the play ``arrows`` and dashed ones for the play
    ``best``."""

def analyze(
    engine: Engine,
    file: bytes,
    name: str,
    preset: str,
    game: str,
    money: bool,
    mistakes: int,
    encoding: str | None,
) -> str: ...
def duel(
    first: Network | str,
    second: Network | str,
    games: int,
    game: str,
    length: int,
    cube: bool,
    seed: int,
    ply: int,
    threads: int,
) -> str: ...

@final
class Position:
    """A position of a game, from the view of the player on roll. Immutable; it can be compared, hashed and
    pickled."""

    def __new__(cls, id: str | None = None, game: str = "backgammon") -> Position: ...
    @classmethod
    def from_counts(
        cls, own: Sequence[int], opponent: Sequence[int], game: str = "backgammon"
    ) -> Position:
        """Creates a position from the checkers of both sides, 26 numbers each: index 0 is borne off, 25 is
        the bar."""

    @property
    def game(self) -> str:
        """Name of the game, with its agreements."""

    @property
    def id(self) -> str:
        """GNU Backgammon ID, preceded by the game unless it is backgammon."""

    @property
    def counts(self) -> NDArray[np.int8]:
        """Checkers of the player on roll and of the opponent, ``int8 [2, 26]``."""

    @property
    def pips(self) -> tuple[int, int]:
        """Pip counts of the player on roll and of the opponent."""

    @property
    def result(self) -> int | None:
        """Points won by the player on roll: negative for a loss, 0 for a draw, None if the game is not over."""

    @property
    def kind(self) -> str:
        """Class: ``contact``, ``race``, ``bearoff``, or ``over`` after the end of the game."""

    def swapped(self) -> Position:
        """The same position with the opponent on roll."""

    def plays(self, dice: _Dice) -> list[tuple[str, Position]]:
        """Legal plays of a roll in notation, each with the resulting position from the view of the player who
        rolls next. Without a legal play there is one entry, ``pass``."""

    def children(self, dice: _Dice) -> list[Position]:
        """Resulting positions of the legal plays of a roll, in the order of `plays`; faster than `plays`."""

    def play(self, dice: _Dice, play: str) -> Position:
        """Resulting position of a play in notation."""

    def features(self, name: str) -> NDArray[np.float32]:
        """Features of the position, ``float32 [F]``, for a name in `feature_sets`."""

    def board(self) -> str:
        """Board as text, from the view of the player on roll, whose checkers are ``X``."""

    def _repr_svg_(self) -> str:
        """Board as an SVG picture, for notebooks."""

    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Positions:
    """Many positions of one game, parsed once for repeated use. Immutable."""

    def __new__(
        cls, positions: Sequence[str | Position] | NDArray[Any], game: str | None = None
    ) -> Positions: ...
    @classmethod
    def from_counts(cls, counts: ArrayLike, game: str = "backgammon") -> Positions:
        """Creates a list from checker counts, ``int8 [N, 2, 26]``, as returned by `counts`."""

    @property
    def game(self) -> str:
        """Name of the game, with its agreements."""

    def ids(self) -> list[str]:
        """IDs of the positions."""

    def counts(self) -> NDArray[np.int8]:
        """Checkers of the player on roll and of the opponent, ``int8 [N, 2, 26]``."""

    def features(self, name: str) -> NDArray[np.float32]:
        """Features of the positions, ``float32 [N, F]``, for a name in `feature_sets`."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> Position: ...
    def __iter__(self) -> Iterator[Position]: ...
    def __eq__(self, other: object) -> bool: ...

@final
class Network:
    """A network, which evaluates positions. Immutable; it can be pickled."""

    @classmethod
    def shipped(cls, game: str = "backgammon") -> Network:
        """Returns the built-in network for a game: the game's own, or that of its nearest relative."""

    @classmethod
    def read(cls, path: str | PathLike[str]) -> Network:
        """Reads a weights file."""

    @classmethod
    def from_bytes(cls, weights: bytes) -> Network:
        """Parses the bytes of a weights file."""

    @classmethod
    def from_layers(
        cls,
        layers: Sequence[tuple[ArrayLike, ArrayLike]],
        features: str = "structural2",
        activation: str = "relu",
        output: str = "softmax",
        game: str = "backgammon",
    ) -> Network:
        """Builds a network from arrays: weights ``float32 [inputs, outputs]`` and biases ``[outputs]`` of each
        layer.

        ``activation`` is ``"relu"`` or ``"sigmoid"``. ``output`` determines the units of the last layer, all
        from the view of the player on roll, before the roll:

        - ``"softmax"``, six exclusive outcomes: win, win a gammon, win a backgammon, lose, lose a gammon, lose
          a backgammon
        - ``"four-sigmoids"``, as in TD-Gammon: win, win a gammon, lose, lose a gammon
        - ``"five-sigmoids"``, as in GNU Backgammon: win, win a gammon, win a backgammon, lose a gammon, lose a
          backgammon; gammons include backgammons
        """

    @classmethod
    def from_nets(
        cls,
        nets: Sequence[Mapping[str, Any]],
        game: str = "backgammon",
        provenance: Mapping[str, Any] | None = None,
    ) -> Network:
        """Builds a network from nets, as `nets` returns them for a network that is not an ensemble."""

    @classmethod
    def ensemble(cls, networks: Sequence[Network], weights: Sequence[float] | None = None) -> Network:
        """Averages networks of one game, with the given weights or with equal ones. Weights are divided by their
        sum."""

    def to_bytes(self) -> bytes:
        """Returns the bytes of its weights file."""

    def write(self, path: str | PathLike[str]) -> None:
        """Writes a weights file; replaces an existing file atomically."""

    @property
    def game(self) -> str:
        """Game that the network was trained on."""

    @property
    def parameters(self) -> int:
        """Number of parameters."""

    @property
    def provenance(self) -> Provenance:
        """Provenance, as stored in its file; for an ensemble, of the first member."""

    @property
    def member_weights(self) -> list[float]:
        """Weights of the members in the mean; ``[1.0]`` for a network that is not an ensemble."""

    def member(self, index: int) -> Network:
        """Returns a member of an ensemble as a network of its own; index 0 is the first."""

    def nets_of(self, positions: Positions) -> NDArray[np.int64]:
        """Index in `nets` of the first member's net that evaluates each position, ``int64 [N]``."""

    def inputs(self, positions: Positions, net: int) -> Inputs:
        """Inputs of the net with an index in `nets`, for positions."""

    def nets(self) -> list[Net]:
        """Nets as arrays, one for each class of positions, member by member for an ensemble; the pruner last."""

class Engine:
    """Base of `sheshbesh.Engine`, with queries and answers in JSON."""

    def __new__(
        cls,
        network: Network | None = None,
        name: str | None = None,
        threads: int = 0,
        cache_megabytes: int = 64,
        tables: bool = True,
    ) -> Self: ...
    @property
    def threads(self) -> int:
        """Number of threads."""

    def ask_json(self, question: str, request: str) -> str:
        """Answers a query in JSON; queries and answers are those of the server."""

    def ask_all_json(self, question: str, requests: list[str]) -> list[str]:
        """Answers many requests of one kind of query, in parallel."""

    def evaluate_all(
        self, positions: Positions, ply: int
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Cubeless probabilities ``float32 [N, 5]`` and equities ``[N]`` of positions before the roll."""

@final
class Player:
    """A player for tables of a game: a network, or a name as in ``shesh duel``."""

    def __new__(
        cls, player: Network | str, game: str = "backgammon", ply: int = 1, cube: bool = False
    ) -> Player: ...
    def begin(self, seed: int) -> None:
        """Starts a game; the seed initializes players that use random numbers."""

    def act(self, table: Table) -> int:
        """Returns the index of the action that the player chooses at a table."""

@final
class Table:
    """A table for two players, who play a game, or a match of ``length`` points, decision by decision.

    It rolls the dice of game ``number`` of the ``seed``, like ``shesh duel``, unless ``rolls`` is false, and
    stops at each decision. The first game starts at ``position``, an ID, with the roll ``dice``.
    """

    def __new__(
        cls,
        game: str = "backgammon",
        length: int = 0,
        cube: bool = False,
        seed: int = 0,
        number: int = 0,
        rolls: bool = True,
        jacoby: bool = False,
        beavers: bool = False,
        position: str | Position | None = None,
        dice: _Dice | None = None,
    ) -> Table: ...
    @property
    def decision(self) -> str:
        """Pending decision: ``roll`` (or double), ``play``, ``take`` (or pass, or beaver), ``beaver`` (answer
        to a beaver), ``raccoon`` (answer to a raccoon), ``dice`` (the caller must roll), or ``over``."""

    @property
    def player(self) -> int | None:
        """Player who must decide, 0 or 1; None without a decision. Player 0 starts independent games."""

    @property
    def over(self) -> bool:
        """True if the game, or the match, is over."""

    @property
    def rewards(self) -> tuple[float, float]:
        """Rewards of both players: points of a game, or 1 and -1 for a match; zeros until it is over."""

    @property
    def score(self) -> tuple[int, int]:
        """Match score of both players in points."""

    @property
    def dice(self) -> tuple[int, ...] | None:
        """Roll to be played, the higher number first; None before the roll."""

    @property
    def cube(self) -> tuple[int, int | None]:
        """Value and owner of the cube; the owner of a centred cube is None."""

    @property
    def position(self) -> Position:
        """Position from the view of the player on roll."""

    @property
    def xgid(self) -> str:
        """XGID of the table, preceded by the game unless it is backgammon."""

    def legal(self) -> list[int]:
        """Indices of the legal actions, in ascending order: 0 to 5 are ``roll``, ``double``, ``take``,
        ``pass``, ``beaver`` and ``raccoon``; 6 + *n* is the play with index *n*."""

    def mask(self) -> NDArray[np.int8]:
        """Mask of the legal actions, ``int8 [num_actions]``."""

    @staticmethod
    def num_actions() -> int:
        """Number of action indices."""

    def name(self, action: int) -> str:
        """Name of an action: a play in notation, or a name such as ``roll``."""

    def results(self) -> Positions:
        """Resulting positions of the legal plays, from the view of the opponent, who rolls next."""

    def act(self, action: int) -> None:
        """Applies the action with an index."""

    def roll(self, dice: _Dice) -> None:
        """Sets the dice, if the table does not roll. In the opening roll, the first number is player 0's."""

    def observation(self, features: str, player: int | None = None) -> NDArray[np.float32]:
        """Observation of a player, by default the one who must decide, ``float32 [F + 24]``: features of the
        position; the two numbers of the roll (one-hot, 6 each); the cube (log2 of its value / 10; centred,
        own, opponent's); the score (points that each player needs / 25; Crawford game); and the decision
        (one-hot, 5)."""

    @staticmethod
    def observation_size(features: str, game: str) -> int:
        """Length of observations with a feature set."""

    def copy(self) -> Table:
        """Independent copy of the table, with the same future dice."""

@final
class VectorEnv:
    """Many games in parallel; a finished game restarts. The games of a seed are numbered, and are those of
    ``shesh duel``.

    Each game has a roll to be played. `afterstates` returns the features of all positions after the plays,
    and `step` takes the index of a play for each game.
    """

    def __new__(
        cls,
        num_envs: int,
        game: str = "backgammon",
        features: str | None = None,
        seed: int = 0,
        threads: int = 0,
    ) -> VectorEnv: ...
    def reset(self, seed: int | None = None) -> None:
        """Restarts all games, from the first game of the seed."""

    def afterstates(self) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """Features of all afterstates, ``float32 [N, F]``, from the view of the player who rolls next, and the
        offsets of the games, ``int64 [B + 1]``.

        The next call reuses the memory, unless the array or a view of it still exists.
        """

    def offsets(self) -> NDArray[np.int64]:
        """Offset of each game's plays among those of all games, ``int64 [B + 1]``."""

    def counts(self) -> NDArray[np.int64]:
        """Number of plays of each game, ``int64 [B]``, at least 1."""

    def step(self, choice: ArrayLike) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Makes the play with the given index in each game. Returns the points won by the player who made it
        (negative for a loss), ``float32 [B]``, and true for each finished game, ``bool [B]``. A finished game
        restarts. An invalid choice raises `InvalidInput` and changes no game."""

    def positions(self) -> Positions:
        """Positions before the plays, from the view of the player on roll."""

    def afterstate_positions(self) -> Positions:
        """Afterstates of all plays of all games, from the view of the player who rolls next."""

    @property
    def dice(self) -> NDArray[np.uint8]:
        """Rolls to be played, the higher number first, ``uint8 [B, 2]``."""

    @property
    def player(self) -> NDArray[np.uint8]:
        """Player on roll, ``uint8 [B]``; 0 is the player who started."""

    @property
    def number(self) -> NDArray[np.uint64]:
        """Number of each game within the seed, ``uint64 [B]``."""

    @property
    def num_envs(self) -> int:
        """Number of parallel games."""

    @property
    def game(self) -> str:
        """Name of the game, with its agreements."""

    @property
    def num_features(self) -> int:
        """Number of features of a position; 0 without features."""

    @property
    def finished(self) -> int:
        """Number of finished games."""

    def close(self) -> None:
        """Frees the memory. Later calls raise `EnvironmentClosed`."""

    def __len__(self) -> int: ...
