"""Backgammon and its family for one learner against somebody, by Gymnasium's interface.

>>> import gymnasium, sheshbesh
>>> env = gymnasium.make("sheshbesh/Backgammon-v0", opponent="pubeval")
>>> observation, info = env.reset(seed=1)
>>> int(info["action_mask"].sum()) > 1
True
"""

from __future__ import annotations

from typing import Any, Callable

import gymnasium
import numpy as np

from ._native import Network, Player, Table
from .at_table import AtTable, check_choice
from .errors import InvalidInput
from .features import usual_features
from .numbers import whole

#: Who plays the other side: a name as ``shesh duel`` takes it, a network, or a function that is given the
#: :class:`~sheshbesh.Table` and says the number of an action, one of ``table.legal()``.
Opponent = "str | Network | Callable[[Table], int]"


class BackgammonEnv(AtTable, gymnasium.Env[np.ndarray, np.int64]):
    """One game, or one match, an episode.

    An observation is ``Table.observation``: the features of the position, and the roll, the cube, the score
    and what is to be decided. An action is a number of ``Table.legal()``: 0 to 5 are ``roll``, ``double``,
    ``take``, ``pass``, ``beaver`` and ``raccoon``, 6 + *n* is the play with number *n*. Which of them there
    are ``info["action_mask"]`` says, and ``action_masks()``.

    The reward comes at the end: the points of a game, or 1 or -1 for a match.

    Args:
        opponent: who plays the other side, see :data:`Opponent`.
        game: any of :func:`sheshbesh.games`, with what is agreed, such as ``"plakoto:mother=off"``.
        features: one of :func:`sheshbesh.feature_sets`; by default what the game's networks see.
        match: points of the match that is an episode; 0 for games by themselves.
        cube: whether there is a doubling cube.
        seat: ``"first"`` begins the games that are played by themselves, ``"second"`` does not, and
            ``"alternate"`` plays each game from both seats, one after the other, with the same dice.
        illegal: what comes of an action that there is not: ``"lose"`` ends the episode with the loss of a
            backgammon at the cube that is there (or of the match), ``"raise"`` is
            :class:`~sheshbesh.InvalidInput`.
        render_mode: ``"ansi"`` for ``render`` to draw the board.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        opponent: str | Network | Callable[[Table], int] = "pubeval",
        game: str = "backgammon",
        features: str | None = None,
        match: int = 0,
        cube: bool = False,
        seat: str = "alternate",
        illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        check_choice("seat", seat, ("first", "second", "alternate"))
        check_choice("illegal", illegal, ("lose", "raise"))
        check_choice("render_mode", render_mode, (None, "ansi"))
        self.render_mode = render_mode
        self._agreed: dict[str, Any] = {"game": game, "length": match, "cube": cube}
        self._features = features or usual_features(game)
        self._seat_rule, self._illegal = seat, illegal
        if callable(opponent):
            self._opponent, self._player = opponent, None
        else:
            player = Player(opponent, game=game, cube=cube or match > 0)
            self._opponent, self._player = player.act, player
        size = Table.observation_size(self._features, game)
        self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (size,), np.float32)
        self.action_space = gymnasium.spaces.Discrete(Table.num_actions())
        self._seed: int | None = None
        self._number = -1
        self._lost = False
        self.seat = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begins the next game of the seed, or its first where a seed is given.

        ``options`` may have ``position``, an ID or a position whose player on roll is the one that would
        begin, and ``dice``, the roll to be played in it.
        """
        self._check_open()
        super().reset(seed=seed)
        if seed is not None:
            self._seed, self._number = seed, -1
        elif self._seed is None:
            self._seed = int(self.np_random.integers(2**63))
        self._number += 1
        pair, place = self._number, int(self._seat_rule == "second")
        if self._seat_rule == "alternate":
            pair, place = divmod(self._number, 2)
        self.seat = place
        unknown = set(options or {}) - {"position", "dice"}
        if unknown:
            raise InvalidInput(f"options are position and dice, not {', '.join(sorted(unknown))}")
        self.table = Table(seed=self._seed, number=pair, **self._agreed, **(options or {}))
        if self._player is not None:
            self._player.begin((~self._seed ^ (4 * pair + 2)) % 2**64)
        self._lost = False
        self._answer()
        if self.table.over:
            raise InvalidInput("the opponent ends the game from there: nothing is left to be decided")
        return self._observation(), self._info()

    def step(
        self, action: int | np.integer[Any]
    ) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Does what has this number, and what the opponent does then."""
        table = self._at_table()
        if table.over or self._lost:
            raise InvalidInput("the game is over: reset the environment")
        action = whole(action)
        if action not in table.legal():
            if self._illegal == "raise":
                table.act(action)
            self._lost = True
            lost = -1.0 if self._agreed["length"] else -3.0 * table.cube[0]
            return self._observation(), lost, True, False, {**self._info(), "illegal": True}
        table.act(action)
        self._answer()
        reward = float(table.rewards[self.seat])
        return self._observation(), reward, table.over, False, self._info()

    def action_masks(self) -> np.ndarray:
        """Which actions there are, ``bool [num_actions]``, as sb3-contrib asks for it."""
        return self._at_table().mask().astype(bool)

    def _answer(self) -> None:
        """Has the opponent do what he has to."""
        table = self._at_table()
        while not table.over and table.player != self.seat:
            table.act(int(self._opponent(table)))

    def _observation(self) -> np.ndarray:
        return self._at_table().observation(self._features, self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._at_table().mask()}
