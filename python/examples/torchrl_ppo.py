"""TorchRL's PPO learns backgammon by self-play, with OpenSpiel's action numbers.

    pip install sheshbesh[gymnasium] "torchrl>=0.14"
    python torchrl_ppo.py [--frames 200000] [--output ppo.pt]

The opponent of each game is the policy of the last update, so both sides learn. The mask of legal actions is a part of
the observation: the policy's distribution has no other actions. masked_ppo.py does the same with sb3-contrib.
"""

import argparse
import time

import gymnasium
import numpy as np
import torch
from tensordict.nn import TensorDictModule
from torchrl.collectors import Collector
from torchrl.data import Binary
from torchrl.envs import GymWrapper, SerialEnv
from torchrl.envs.libs.gym import default_info_dict_reader
from torchrl.modules import MLP, MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import sheshbesh  # noqa: F401  (registers the environment)
from sheshbesh.openspiel import NUM_ACTIONS
from sheshbesh.openspiel_env import ActionNumbers, ActionPlayer

FEATURES = "points1"


class SelfPlay:
    """Chooses actions by the current policy."""

    def __init__(self, network: torch.nn.Module) -> None:
        self.network = network

    @torch.no_grad()
    def __call__(self, observation: np.ndarray, mask: np.ndarray) -> int:
        logits = self.network(torch.from_numpy(observation))
        return int(MaskedCategorical(logits=logits, mask=torch.from_numpy(mask)).sample())


def make_env(opponent: object) -> ActionNumbers:
    return ActionNumbers(gymnasium.make("sheshbesh/Backgammon-v0", opponent=opponent, features=FEATURES))


def wrapped(opponent: object) -> GymWrapper:
    """The environment with its mask as a part of TorchRL's observations."""
    env = GymWrapper(make_env(opponent), categorical_action_encoding=True)
    mask = Binary(NUM_ACTIONS, dtype=torch.bool)
    return env.set_info_dict_reader(default_info_dict_reader(["action_mask"], [mask]))


@torch.no_grad()
def measure(network: torch.nn.Module, opponent: str, games: int) -> tuple[float, float]:
    """Returns the points per game of the likeliest actions against an opponent, and the 95 % interval."""
    env, points = make_env(opponent), []
    for game in range(games):
        observation, info = env.reset(seed=1_000_000 if game == 0 else None)
        terminated = False
        while not terminated:
            logits = network(torch.from_numpy(observation))
            logits[torch.from_numpy(info["action_mask"] == 0)] = -torch.inf
            observation, reward, terminated, _, info = env.step(int(logits.argmax()))
        points.append(reward)
    return float(np.mean(points)), 1.96 * float(np.std(points)) / np.sqrt(games)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--frames", type=int, default=200_000, help="actions of the learner")
    arguments.add_argument("--envs", type=int, default=16)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--games", type=int, default=1000, help="games of each measurement")
    arguments.add_argument("--output", default="ppo.pt")
    options = arguments.parse_args()

    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    size = make_env("random").observation_space.shape[0]
    network = MLP(in_features=size, out_features=NUM_ACTIONS, num_cells=[256, 256], activation_class=torch.nn.ReLU)
    actor = ProbabilisticActor(
        TensorDictModule(network, in_keys=["observation"], out_keys=["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        out_keys=["action"],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    value = MLP(in_features=size, out_features=1, num_cells=[256, 256], activation_class=torch.nn.ReLU)
    critic = ValueOperator(value, in_keys=["observation"])
    advantage = GAE(gamma=1.0, lmbda=0.9, value_network=critic, average_gae=True)
    loss_of = ClipPPOLoss(actor, critic, clip_epsilon=0.2, entropy_coeff=0.01, critic_coeff=0.5)
    optimiser = torch.optim.Adam(loss_of.parameters(), lr=5e-4)

    frames_per_batch, minibatch = 256 * options.envs, 1024
    envs = SerialEnv(options.envs, lambda: wrapped(ActionPlayer(SelfPlay(network), FEATURES)))
    envs.set_seed(options.seed)
    collector = Collector(
        envs,
        actor,
        frames_per_batch=frames_per_batch,
        total_frames=options.frames,
        trust_policy=True,
        auto_register_policy_transforms=False,
    )
    frames, next_report, began = 0, options.frames // 4, time.time()
    for batch in collector:
        for group in optimiser.param_groups:
            group["lr"] = 5e-4 * max(1 - frames / options.frames, 0.05)
        with torch.no_grad():
            advantage(batch)
        flat = batch.reshape(-1)
        for _ in range(4):
            for rows in torch.randperm(len(flat)).split(minibatch):
                losses = loss_of(flat[rows])
                loss = losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]
                optimiser.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(loss_of.parameters(), 0.5)
                optimiser.step()
        frames += flat.numel()
        if frames >= next_report:
            next_report += options.frames // 4
            points, interval = measure(network, "random", 100)
            seconds = time.time() - began
            print(f"{frames:9,} frames, {seconds:5.0f} s: {points:+.2f} ± {interval:.2f} against random", flush=True)
    torch.save(network.state_dict(), options.output)
    for name in ("random", "pubeval"):
        points, interval = measure(network, name, options.games)
        print(f"{options.output}: {points:+.3f} ± {interval:.3f} points a game against {name}")


if __name__ == "__main__":
    main()
