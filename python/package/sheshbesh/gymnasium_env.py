"""Gymnasium environment: backgammon and related games for one agent against an opponent.

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
from ._base_env import BaseEnv, check_choice
from .errors import InvalidInput
from .features import usual_features
from .numbers import whole

#: Opponent: a name as in ``shesh duel``, a network, or a function that takes the :class:`~sheshbesh.Table` and
#: returns the index of an action, one of ``table.legal()``.
Opponent = "str | Network | Callable[[Table], int]"


class BackgammonEnv(BaseEnv, gymnasium.Env[np.ndarray, np.int64]):
    """Environment whose episodes are games or matches.

    An observation is ``Table.observation``: the features of the position, the roll, the cube, the score and
    the pending decision. An action is an index from ``Table.legal()``: 0 to 5 are ``roll``, ``double``,
    ``take``, ``pass``, ``beaver`` and ``raccoon``; 6 + *n* is the play with index *n*. The mask of legal
    actions is ``info["action_mask"]`` and ``action_masks()``.

    The reward comes at the end: the points of a game, or 1 or -1 for a match.

    Args:
        opponent: the opponent, see :data:`Opponent`.
        game: one of :func:`sheshbesh.games`, with optional agreements, such as ``"plakoto:mother=off"``.
        features: one of :func:`sheshbesh.feature_sets`; by default that of the game's built-in networks.
        match: match length in points; 0 for independent games.
        cube: true to play with the doubling cube.
        seat: ``"first"`` starts independent games, ``"second"`` lets the opponent start, and ``"alternate"``
            plays each game from both seats, one after the other, with the same dice.
        illegal: effect of an illegal action: ``"lose"`` ends the episode with the loss of a backgammon at the
            current cube (or of the match), ``"raise"`` raises :class:`~sheshbesh.InvalidInput`.
        render_mode: ``"ansi"`` makes ``render`` return the board as text.
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

    @property
    def game(self) -> str:
        """Name of the game, with its agreements."""
        return str(self._agreed["game"])

    @property
    def uses_cube(self) -> bool:
        """True if games are played with the doubling cube."""
        return bool(self._agreed["cube"])

    @property
    def features(self) -> str:
        """Feature set of the observations."""
        return self._features

    @property
    def raises(self) -> bool:
        """True if an illegal action raises an exception."""
        return self._illegal == "raise"

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Starts the next game of the seed, or its first game if a seed is given.

        ``options`` may contain ``position``, an ID or a position whose player on roll is the one that would
        start, and ``dice``, the roll to be played in it.
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
        """Applies the action with an index, and the opponent's reply."""
        table = self._open_table()
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
        """Mask of the legal actions, ``bool [num_actions]``, under the name that sb3-contrib expects."""
        return self._open_table().mask().astype(bool)

    def _answer(self) -> None:
        """Lets the opponent act until it is the agent's turn."""
        table = self._open_table()
        while not table.over and table.player != self.seat:
            table.act(int(self._opponent(table)))

    def _observation(self) -> np.ndarray:
        return self._open_table().observation(self._features, self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._open_table().mask()}
