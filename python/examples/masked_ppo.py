"""MaskablePPO of sb3-contrib learns backgammon by self-play, with OpenSpiel's action numbers.

    pip install sheshbesh[gymnasium] sb3-contrib
    python masked_ppo.py [--steps 200000] [--output ppo.zip]

The opponent of each game is the policy of the last update, so both sides learn. A policy network needs actions that
mean the same in every position; the mask excludes the illegal ones. Policy gradients learn backgammon more slowly than
temporal differences (td_gammon_numpy.py), which use the rules to look at the positions after each play.
"""

import argparse
import time

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

import sheshbesh  # noqa: F401  (registers the environment)
from sheshbesh.openspiel_env import ActionNumbers, ActionPlayer

FEATURES = "points1"


class SelfPlay:
    """Chooses actions by the current policy, or at random before there is one."""

    def __init__(self) -> None:
        self.model: MaskablePPO | None = None

    def __call__(self, observation: np.ndarray, mask: np.ndarray) -> int:
        if self.model is None:
            return int(np.random.choice(mask.nonzero()[0]))
        action, _ = self.model.predict(observation, action_masks=mask, deterministic=False)
        return int(action)


def make_env(opponent: object) -> ActionNumbers:
    return ActionNumbers(gymnasium.make("sheshbesh/Backgammon-v0", opponent=opponent, features=FEATURES))


def measure(model: MaskablePPO, opponent: str, games: int) -> tuple[float, float]:
    """Returns the points per game against an opponent, and the 95 % interval."""
    env, points = make_env(opponent), []
    for game in range(games):
        observation, info = env.reset(seed=1_000_000 if game == 0 else None)
        terminated = False
        while not terminated:
            action, _ = model.predict(observation, action_masks=env.action_masks(), deterministic=True)
            observation, reward, terminated, _, _ = env.step(action)
        points.append(reward)
    return float(np.mean(points)), 1.96 * float(np.std(points)) / np.sqrt(games)


class Report(BaseCallback):
    """Prints the strength from time to time."""

    def __init__(self, every: int) -> None:
        super().__init__()
        self.every, self.next, self.began = every, every, time.time()

    def _on_step(self) -> bool:
        if self.num_timesteps >= self.next:
            self.next += self.every
            scores = [
                f"{value:+.2f} ± {interval:.2f} against {name}"
                for name in ("random", "pubeval")
                for value, interval in [measure(self.model, name, 100)]
            ]
            print(f"{self.num_timesteps:9,} steps, {time.time() - self.began:5.0f} s: {', '.join(scores)}", flush=True)
        return True


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--steps", type=int, default=200_000)
    arguments.add_argument("--envs", type=int, default=16)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--games", type=int, default=1000, help="games of the last measurement")
    arguments.add_argument("--output", default="ppo.zip")
    options = arguments.parse_args()

    torch.set_num_threads(1)
    opponent = SelfPlay()
    envs = DummyVecEnv([lambda: make_env(ActionPlayer(opponent, FEATURES))] * options.envs)
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        policy_kwargs={"net_arch": [256, 256]},
        learning_rate=lambda left: 5e-4 * max(left, 0.05),
        n_steps=256,
        batch_size=1024,
        n_epochs=4,
        gamma=1.0,
        gae_lambda=0.9,
        ent_coef=0.01,
        seed=options.seed,
    )
    opponent.model = model
    model.learn(options.steps, callback=Report(max(options.steps // 4, 1)))
    model.save(options.output)
    for name in ("random", "pubeval"):
        value, interval = measure(model, name, options.games)
        print(f"{options.output}: {value:+.3f} ± {interval:.3f} points a game against {name}")


if __name__ == "__main__":
    main()
