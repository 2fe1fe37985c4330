"""PettingZoo environment (AEC): backgammon and related games for two agents.

>>> from sheshbesh import pettingzoo_env
>>> env = pettingzoo_env.env(game="backgammon", match=3, cube=True)
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()
>>> sorted(observation)
['action_mask', 'observation']
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._native import Table
from ._base_env import BaseEnv, check_choice
from .errors import InvalidInput
from .features import usual_features
from .numbers import whole


def env(**options: Any) -> AECEnv:
    """Creates the environment with PettingZoo's usual wrapper, which reports calls in the wrong order. The
    options are those of :class:`BackgammonAEC`."""
    return wrappers.OrderEnforcingWrapper(BackgammonAEC(**options))


class BackgammonAEC(BaseEnv, AECEnv):
    """Environment for the agents ``player_0`` and ``player_1``; an episode is a game or a match.

    An observation is ``{"observation", "action_mask"}``. Observations, actions and options are those of
    :class:`sheshbesh.gymnasium_env.BackgammonEnv`. ``player_0`` starts independent games; in matches the dice
    decide who starts. The points that an illegal action loses go to the other agent.

    ``reset`` takes ``seed`` and ``options``: ``position``, ``dice``, and ``number``, the number of the game
    within the seed. Without ``number``, the games of a seed follow one another.
    """

    metadata = {
        "render_modes": ["ansi"],
        "name": "sheshbesh_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str = "backgammon",
        features: str | None = None,
        match: int = 0,
        cube: bool = False,
        illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_choice("illegal", illegal, ("lose", "raise"))
        self._illegal = illegal
        check_choice("render_mode", render_mode, (None, "ansi"))
        self.render_mode = render_mode
        self._agreed: dict[str, Any] = {"game": game, "length": match, "cube": cube}
        self._features = features or usual_features(game)
        self.possible_agents = ["player_0", "player_1"]
        size = Table.observation_size(self._features, game)
        actions = Table.num_actions()
        self._observations = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-np.inf, np.inf, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._actions = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._seed: int | None = None
        self._number = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Space of the observations of an agent."""
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Space of the actions of an agent."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game."""
        self._check_open()
        if seed is not None:
            self._seed, self._number = seed, 0
        elif self._seed is None:
            self._seed = int(np.random.default_rng().integers(2**63))
        said: dict[str, Any] = {"number": self._number}
        # Ignore unknown options: PettingZoo's API test passes some.
        known = ("position", "dice", "number")
        said |= {name: value for name, value in (options or {}).items() if name in known}
        self.table = Table(seed=self._seed, **self._agreed, **said)
        self._number = said["number"] + 1
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.table.player or 0]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Observation of an agent. Its action mask is empty unless it is the agent's turn."""
        table = self._open_table()
        seat = self.possible_agents.index(agent)
        mask = table.mask()
        if table.player != seat:
            mask[:] = 0
        return {"observation": table.observation(self._features, seat), "action_mask": mask}

    def step(self, action: int | np.integer[Any] | None) -> None:
        """Applies the action with an index for the agent whose turn it is."""
        table = self._open_table()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise InvalidInput("an agent whose game goes on does something")
        action = whole(action)
        lost = self._illegal == "lose" and action not in table.legal()
        if not lost:
            table.act(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if lost or table.over:
            place = self.possible_agents.index(agent)
            rewards = list(table.rewards)
            if lost:
                points = 1 if self._agreed["length"] else 3 * table.cube[0]
                rewards[place], rewards[1 - place] = -points, points
            self.rewards = dict(zip(self.possible_agents, map(float, rewards)))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.possible_agents[1 - place]
        else:
            self.agent_selection = self.possible_agents[table.player or 0]
        self._accumulate_rewards()
