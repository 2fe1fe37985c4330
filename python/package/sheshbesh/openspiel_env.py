"""Gymnasium wrapper: backgammon played by OpenSpiel's action numbers, which mean the same in every position.

>>> import gymnasium
>>> import sheshbesh
>>> from sheshbesh.openspiel_env import ActionNumbers
>>> env = ActionNumbers(gymnasium.make("sheshbesh/Backgammon-v0", opponent="pubeval"))
>>> observation, info = env.reset(seed=1)
>>> info["action_mask"].shape, env.action_space
((1352,), Discrete(1352))
>>> observation, reward, terminated, truncated, info = env.step(info["action_mask"].argmax())
"""

from __future__ import annotations

from typing import Any, Callable

import gymnasium
import numpy as np

from ._native import Position, Table
from .errors import InvalidInput
from .gymnasium_env import BackgammonEnv
from .openspiel import NUM_ACTIONS, Turn

#: Index in a table's actions of the first play.
_FIRST_PLAY = 6
#: Action of a table that is illegal without a cube.
_ILLEGAL = 5


class ActionNumbers(gymnasium.Wrapper[np.ndarray, np.int64, np.ndarray, np.int64]):
    """Wraps a `BackgammonEnv` without cube. Actions are those of `sheshbesh.openspiel`, numbered for player 1, in
    games and matches of backgammon.

    A double takes two steps. The observation between them shows the position after the first one, with the same roll;
    its reward is 0. ``info["action_mask"]`` and ``action_masks()`` are the mask of the legal actions.
    """

    def __init__(self, env: gymnasium.Env[np.ndarray, np.int64]) -> None:
        super().__init__(env)
        base = env.unwrapped
        if not isinstance(base, BackgammonEnv):
            raise InvalidInput(f"the wrapper is for BackgammonEnv, not for {type(base).__name__}")
        if base.uses_cube:
            raise InvalidInput("OpenSpiel's actions have no doubling cube: make the environment without one")
        if base.game != "backgammon":
            raise InvalidInput(f"OpenSpiel's actions are those of backgammon, not of {base.game}")
        self.base = base
        self.action_space = gymnasium.spaces.Discrete(NUM_ACTIONS)
        self._turn: Turn | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Starts a game, like `BackgammonEnv.reset`."""
        observation, info = self.env.reset(seed=seed, options=options)
        self._begin()
        return observation, self._info(info)

    def step(self, action: np.int64 | int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Plays an action; after the last one of a turn, the opponent replies."""
        if self._turn is None:
            raise InvalidInput("reset the environment before anything else")
        try:
            self._turn.play(int(action))
        except InvalidInput:
            if self.base.raises:
                raise
            return self._ended(self.env.step(np.int64(_ILLEGAL)))
        if not self._turn.over:
            return _between(self._turn, self.base.features), 0.0, False, False, self._info({})
        table = self.base.table
        assert table is not None
        step = self.env.step(np.int64(_FIRST_PLAY + _index(table, self._turn.result)))
        if step[2]:
            return self._ended(step)
        self._begin()
        observation, reward, terminated, truncated, info = step
        return observation, float(reward), terminated, truncated, self._info(info)

    def action_masks(self) -> np.ndarray:
        """Mask of the legal actions, ``bool [1352]``, under the name that sb3-contrib expects; all false after the
        end."""
        if self._turn is None or self._turn.over:
            return np.zeros(NUM_ACTIONS, dtype=bool)
        return self._turn.mask()

    def _begin(self) -> None:
        table = self.base.table
        assert table is not None and table.dice is not None
        self._turn = Turn(table.position, table.dice)

    def _info(self, info: dict[str, Any]) -> dict[str, Any]:
        return info | {"action_mask": self.action_masks().astype(np.int8)}

    def _ended(
        self, step: tuple[Any, Any, bool, bool, dict[str, Any]]
    ) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        self._turn = None
        observation, reward, terminated, truncated, info = step
        return observation, float(reward), terminated, truncated, self._info(info)


class ActionPlayer:
    """Player of a table who chooses action numbers, such as the opponent of a `BackgammonEnv` in self-play.

    Args:
        choose: returns a legal action for an observation, ``float32 [F + 24]``, and the mask of the legal actions,
            ``bool [1352]``.
        features: feature set of the observations.
    """

    def __init__(self, choose: Callable[[np.ndarray, np.ndarray], int], features: str) -> None:
        self.choose, self.features = choose, features

    def __call__(self, table: Table) -> int:
        """Returns the index of the chosen play in the actions of a table."""
        if table.dice is None:
            raise InvalidInput("there is no roll to be played")
        turn, observation = Turn(table.position, table.dice), table.observation(self.features)
        while True:
            turn.play(int(self.choose(observation, turn.mask())))
            if turn.over:
                return _FIRST_PLAY + _index(table, turn.result)
            observation = _between(turn, self.features)


def _between(turn: Turn, features: str) -> np.ndarray:
    """Returns the observation between the two actions of a double."""
    return Table(position=turn.position, dice=turn.dice).observation(features)


def _index(table: Table, wanted: Position) -> int:
    """Returns the index of the play with a result."""
    return next(index for index, result in enumerate(table.results()) if result == wanted)
