"""What is written in Rust; `sheshbesh` gives it its names."""

from os import PathLike
from typing import Any, Iterator, Sequence, TypedDict, final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import Self

_Dice = str | tuple[int, int] | Sequence[int]
_Layer = tuple[NDArray[np.float32], NDArray[np.float32]]

class Provenance(TypedDict):
    recipe: str
    seed: int
    games: int
    commit: str

class Net(TypedDict):
    #: Which positions it judges: ``contact``, ``race`` or ``all``; or ``pruner``.
    judges: str
    features: str
    activation: str
    output: str
    #: Which positions share the layers after the first.
    buckets: str
    #: Weights ``float32 [F, units]`` and biases ``[units]``.
    first: _Layer
    #: What patterns add to the first units of the first layer, ``float32 [patterns, units]``.
    patterns: NDArray[np.float32] | None
    #: The layers after the first, a list of them for each bucket.
    stacks: list[list[_Layer]]
    #: Member of an ensemble that it belongs to, from 0; the pruner is the first one's.
    member: int
    #: The member's part of the mean; 1 where there is one member, ``None`` for the pruner.
    weight: float | None

def version() -> str: ...
def games() -> list[str]:
    """The names of all games."""

def feature_sets(game: str = "backgammon") -> list[tuple[str, int]]:
    """The sets of features that describe positions of a game, and how many each has."""

def dice_probabilities() -> list[tuple[tuple[int, int], float]]:
    """The 21 rolls of two dice, the higher number first, and how probable each is."""

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
    """A position of a game, as the player on roll sees it. It does not change; it can be compared, be a
    key, and be pickled."""

    def __new__(cls, id: str | None = None, game: str = "backgammon") -> Position: ...
    @classmethod
    def from_counts(
        cls, own: Sequence[int], opponent: Sequence[int], game: str = "backgammon"
    ) -> Position:
        """From the checkers of both sides, 26 numbers each, index 0 being those borne off, 25 the bar."""

    @property
    def game(self) -> str:
        """The name of the game, with what is agreed."""

    @property
    def id(self) -> str:
        """GNU Backgammon's ID, with the game before it where that is not backgammon."""

    @property
    def counts(self) -> NDArray[np.int8]:
        """Checkers of the player on roll and of the opponent, ``int8 [2, 26]``."""

    @property
    def pips(self) -> tuple[int, int]:
        """Pips that the player on roll and the opponent still need."""

    @property
    def result(self) -> int | None:
        """What the player on roll has won, lost where it is negative, 0 for a draw; None while the game goes on."""

    @property
    def kind(self) -> str:
        """``contact``, ``race`` or ``bearoff``, and ``over`` once the game is."""

    def swapped(self) -> Position:
        """The same position with the opponent on roll."""

    def plays(self, dice: _Dice) -> list[tuple[str, Position]]:
        """All legal plays of a roll as people write them, each with the position that it leads to, which the
        player sees who rolls next. Where nothing can be played, there is one: ``pass``."""

    def children(self, dice: _Dice) -> list[Position]:
        """The positions that the legal plays of a roll lead to, in the order of `plays`, which takes longer."""

    def play(self, dice: _Dice, play: str) -> Position:
        """The position that a play leads to, as people write it."""

    def features(self, name: str) -> NDArray[np.float32]:
        """A set of features, ``float32 [F]``; see `feature_sets`."""

    def board(self) -> str:
        """The board as the player on roll sees it, whose checkers are ``X``, in lines of text."""

    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Positions:
    """Many positions of one game, read once, for those who ask about them more than once."""

    def __new__(
        cls, positions: Sequence[str | Position] | NDArray[Any], game: str | None = None
    ) -> Positions: ...
    @classmethod
    def from_counts(cls, counts: ArrayLike, game: str = "backgammon") -> Positions:
        """From checkers on points, ``int8 [N, 2, 26]``, as `counts` gives them."""

    @property
    def game(self) -> str:
        """The name of the game, with what is agreed."""

    def ids(self) -> list[str]:
        """Their IDs."""

    def counts(self) -> NDArray[np.int8]:
        """Checkers of the player on roll and of the opponent, ``int8 [N, 2, 26]``."""

    def features(self, name: str) -> NDArray[np.float32]:
        """A set of features, ``float32 [N, F]``; see `feature_sets`."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> Position: ...
    def __iter__(self) -> Iterator[Position]: ...
    def __eq__(self, other: object) -> bool: ...

@final
class Network:
    """A network: what judges positions. It does not change; it can be pickled."""

    @classmethod
    def shipped(cls, game: str = "backgammon") -> Network:
        """The one for a game that comes with the engine: the game's own, or its nearest relative's."""

    @classmethod
    def read(cls, path: str | PathLike[str]) -> Network:
        """From a file of weights."""

    @classmethod
    def from_bytes(cls, weights: bytes) -> Network:
        """From the bytes of such a file."""

    @classmethod
    def from_layers(
        cls,
        layers: Sequence[tuple[ArrayLike, ArrayLike]],
        features: str = "structural2",
        activation: str = "relu",
        output: str = "softmax",
        game: str = "backgammon",
    ) -> Network:
        """From arrays: of each layer the weights, ``float32 [inputs, outputs]``, and the biases.

        ``activation`` is ``"relu"`` or ``"sigmoid"``. The last layer has six units for ``"softmax"``: win,
        gammon, backgammon, lose, lose a gammon, a backgammon, of which one is true; or four for
        ``"four-sigmoids"``, TD-Gammon's: win, win a gammon, lose, lose a gammon; or five for
        ``"five-sigmoids"``, GNU Backgammon's: win, win a gammon, win a backgammon, lose a gammon, lose a
        backgammon, where a gammon includes backgammons. All are seen by the player on roll, before the roll.
        """

    def to_bytes(self) -> bytes:
        """The bytes of its file."""

    def write(self, path: str | PathLike[str]) -> None:
        """Writes its file; one that is there is replaced at once or not at all."""

    @property
    def game(self) -> str:
        """The game that it has learned."""

    @property
    def parameters(self) -> int:
        """How many numbers it consists of."""

    @property
    def provenance(self) -> Provenance:
        """Where it comes from, as its file tells."""

    def nets(self) -> list[Net]:
        """Its nets as arrays, one for each kind of positions; of an ensemble member by member; the pruner last."""

class Engine:
    """What `sheshbesh.Engine` adds answers as objects to."""

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
        """How many threads it has."""

    def ask_json(self, question: str, request: str) -> str:
        """The answer to a question as JSON, both being those of the server."""

    def ask_all_json(self, question: str, requests: list[str]) -> list[str]:
        """The answers to many requests of one question, shared among the threads."""

    def evaluate_all(
        self, positions: Positions, ply: int
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Cubeless chances ``float32 [N, 5]`` and equities ``[N]`` of positions before the roll."""

@final
class Player:
    """Somebody who plays at tables of a game: a network, or whoever ``shesh duel`` knows by a name."""

    def __new__(
        cls, player: Network | str, game: str = "backgammon", ply: int = 1, cube: bool = False
    ) -> Player: ...
    def begin(self, seed: int) -> None:
        """Begins a game: players that choose by chance start from the seed."""

    def act(self, table: Table) -> int:
        """The number of the action that it takes at a table."""

@final
class Table:
    """A table where two play a game, or a match of ``length`` points, decision by decision.

    It rolls the dice of game ``number`` of the ``seed`` as ``shesh duel`` does, unless ``rolls`` is false, and
    stops wherever somebody decides. ``position``, an ID, and ``dice`` are where the first game begins.
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
        """What is to be decided: ``roll`` (or to double), ``play``, ``take`` (or to pass, or to beaver),
        ``beaver`` (to answer one), ``raccoon`` (the same); ``dice`` where somebody else rolls; ``over``."""

    @property
    def player(self) -> int | None:
        """Who decides: 0, who begins where games are played by themselves, or 1; None where nobody does."""

    @property
    def over(self) -> bool:
        """Whether the game, or the match, is over."""

    @property
    def rewards(self) -> tuple[float, float]:
        """What each player has got: points of a game, or 1 and -1 for a match; zeros until it is over."""

    @property
    def score(self) -> tuple[int, int]:
        """Points that each player has won of a match."""

    @property
    def dice(self) -> tuple[int, int] | None:
        """The roll that is to be played, the higher number first."""

    @property
    def cube(self) -> tuple[int, int | None]:
        """What the cube shows, and who owns it."""

    @property
    def position(self) -> Position:
        """The position as the player on roll sees it."""

    @property
    def xgid(self) -> str:
        """The table as eXtreme Gammon's ID."""

    def legal(self) -> list[int]:
        """The numbers of all that can be done now, the least first: 0 to 5 are ``roll``, ``double``, ``take``,
        ``pass``, ``beaver`` and ``raccoon``, 6 + *n* is the play with number *n*."""

    def mask(self) -> NDArray[np.int8]:
        """The same as a mask, ``int8 [num_actions]``."""

    @staticmethod
    def num_actions() -> int:
        """How many numbers of actions there are."""

    def name(self, action: int) -> str:
        """What an action is called: a play as people write it."""

    def results(self) -> Positions:
        """The positions that the legal plays lead to, each seen by the opponent, who rolls next."""

    def act(self, action: int) -> None:
        """Does what has this number."""

    def roll(self, dice: _Dice) -> None:
        """Rolls the dice, where the table does not. Of the roll that begins a game, the first number is
        player 0's."""

    def observation(self, features: str, player: int | None = None) -> NDArray[np.float32]:
        """Features of the position as a player sees it, by default the one who decides, and what is around
        it: the two numbers of the roll (6 each), the cube (log2 of its value by 10, centred, own, the
        opponent's), the score (what both need by 25, the Crawford game), and what is to be decided (5).
        ``float32 [F + 24]``."""

    @staticmethod
    def observation_size(features: str, game: str) -> int:
        """How long observations with these features are."""

    def copy(self) -> Table:
        """The same table once more, which goes on by itself, with the same dice to come."""

@final
class VectorEnv:
    """Many games at once, which begin anew when they are over; the games of a seed are numbered, and are
    those of ``shesh duel``.

    A game waits with a roll to be played. `afterstates` gives features of all positions that the plays lead
    to, and `step` takes the number of a play for each game.
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
        """Begins all games anew: those of a seed from its first on."""

    def afterstates(self) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """Features of what all plays of all games lead to, ``float32 [N, F]``, each seen by the player who
        rolls next, and where those of each game begin, ``int64 [B + 1]``.

        The memory is used again by the next call once nobody holds the array, or a view of it.
        """

    def offsets(self) -> NDArray[np.int64]:
        """Where the plays of each game begin among those of all, ``int64 [B + 1]``."""

    def counts(self) -> NDArray[np.int64]:
        """How many plays each game has, ``int64 [B]``: one at least."""

    def step(self, choice: ArrayLike) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Plays on: of each game the play with this number. Gives what the player who made it has won (or
        lost, where that is negative), ``float32 [B]``, and whether the game is over, ``bool [B]``; it has
        begun anew then. A choice that there is not changes nothing."""

    def positions(self) -> Positions:
        """The positions before the plays, each seen by the player on roll."""

    def afterstate_positions(self) -> Positions:
        """What all plays of all games lead to, each seen by the player who rolls next."""

    @property
    def dice(self) -> NDArray[np.uint8]:
        """The rolls to be played, the higher number first, ``uint8 [B, 2]``."""

    @property
    def player(self) -> NDArray[np.uint8]:
        """Who is on roll, ``uint8 [B]``: 0 is the player who began."""

    @property
    def number(self) -> NDArray[np.uint64]:
        """Which game of the seed is played, ``uint64 [B]``."""

    @property
    def num_envs(self) -> int:
        """How many games are played at once."""

    @property
    def game(self) -> str:
        """The name of the game, with what is agreed."""

    @property
    def num_features(self) -> int:
        """How many features a position has; 0 without."""

    @property
    def finished(self) -> int:
        """How many games were played to their ends."""

    def close(self) -> None:
        """Gives the memory back: whatever is asked after that is refused."""

    def __len__(self) -> int: ...
