"""A network with six outcomes learns backgammon by self-play, in PyTorch.

    python td_gammon_torch.py [--games 100000] [--device cuda] [--output torch.weights]

Like td_gammon_numpy.py, but with the features of the built-in networks (`structural2`), two hidden layers of ReLU
units, and a softmax over win, gammon win, backgammon win, loss, gammon loss and backgammon loss. The output is a
weights file for `shesh`.
"""

import argparse
import time

import numpy as np
import torch

import sheshbesh as sb

LAMBDA = 0.7
WORTH = torch.tensor([1.0, 2.0, 3.0, -1.0, -2.0, -3.0])
SWAPPED = [3, 4, 5, 0, 1, 2]


def best_plays(equities: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """Selects the play of each game with the lowest equity for the opponent, who is on roll after it."""
    lowest = np.minimum.reduceat(equities, offsets[:-1])
    games = np.repeat(np.arange(len(lowest)), np.diff(offsets))
    is_lowest = np.flatnonzero(equities == lowest[games])
    _, first = np.unique(games[is_lowest], return_index=True)
    return is_lowest[first]


def outcome(points: float) -> torch.Tensor:
    """Outcome of a game for the player who would be on roll, given the points won by the player before."""
    place = (3 if points > 0 else 0) + int(abs(points)) - 1
    return torch.eye(6)[place]


def as_network(model: torch.nn.Sequential) -> sb.Network:
    linear = [layer for layer in model if isinstance(layer, torch.nn.Linear)]
    layers = [
        (layer.weight.detach().cpu().numpy().T, layer.bias.detach().cpu().numpy())
        for layer in linear
    ]
    return sb.Network.from_layers(layers, features="structural2")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--games", type=int, default=100_000)
    arguments.add_argument("--envs", type=int, default=256)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--device", default="cpu")
    arguments.add_argument("--output", default="torch.weights")
    options = arguments.parse_args()

    torch.manual_seed(options.seed)
    env = sb.VectorEnv(options.envs, features="structural2", seed=options.seed)
    model = torch.nn.Sequential(
        torch.nn.Linear(env.num_features, 128),
        torch.nn.ReLU(),
        torch.nn.Linear(128, 32),
        torch.nn.ReLU(),
        torch.nn.Linear(32, 6),
    ).to(options.device)
    optimiser = torch.optim.Adam(model.parameters(), 1e-3)
    loss_of = torch.nn.CrossEntropyLoss()
    played = [([], []) for _ in range(options.envs)]
    waiting: list[tuple[torch.Tensor, torch.Tensor]] = []
    began, told = time.time(), 0
    while env.finished < options.games:
        features, offsets = env.afterstates()
        features = torch.from_numpy(features)
        with torch.no_grad():
            verdicts = model(features.to(options.device)).softmax(1).cpu()
        chosen = best_plays((verdicts @ WORTH).numpy(), offsets)
        rewards, over = env.step(chosen - offsets[:-1])
        for (seen, said), row, verdict in zip(played, features[chosen], verdicts[chosen]):
            seen.append(row)
            said.append(verdict)
        # Release the array, so that the environment can reuse its memory.
        del features
        for game in np.flatnonzero(over):
            seen, said = played[game]
            target, targets = outcome(rewards[game]), []
            for verdict in reversed(said):
                targets.append(target)
                # The previous position is from the other player's view.
                target = (LAMBDA * target + (1 - LAMBDA) * verdict)[SWAPPED]
            waiting.append((torch.stack(seen), torch.stack(targets[::-1])))
            played[game] = ([], [])
        if sum(len(seen) for seen, _ in waiting) >= 4096:
            seen, targets = (torch.cat(part).to(options.device) for part in zip(*waiting))
            waiting = []
            for group in optimiser.param_groups:
                group["lr"] = 1e-3 * (1 - 0.95 * min(env.finished / options.games, 1))
            for part in torch.randperm(len(seen)).split(256):
                optimiser.zero_grad()
                loss_of(model(seen[part]), targets[part]).backward()
                optimiser.step()
        if env.finished >= told:
            points = sb.duel(as_network(model), "pubeval", games=2000).result
            print(
                f"{env.finished:8,} games, {time.time() - began:5.0f} s: "
                f"{points.value:+.3f} ± {points.interval_95:.3f} against pubeval",
                flush=True,
            )
            told += max(options.games // 10, 1)

    as_network(model).write(options.output)
    points = sb.duel(options.output, "pubeval", games=10_000).result
    print(f"{options.output}: {points.value:+.3f} ± {points.interval_95:.3f} against pubeval")


if __name__ == "__main__":
    main()
