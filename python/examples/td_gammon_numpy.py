"""TD-Gammon in NumPy: a network of 80 hidden units learns backgammon by self-play.

    python td_gammon_numpy.py [--games 150000] [--output td.weights]

Many games run in parallel. The network evaluates the afterstates of each roll, and the best play is made. When
a game is over, the target of each position is its lambda-return, a weighted mean of the later evaluations and
the result of the game. With the default number of games the network beats pubeval by more than 0.3 points per
game, after some minutes on two cores.
"""

import argparse
import time

import numpy as np

import sheshbesh as sb

HIDDEN, LAMBDA, RATE = 80, 0.7, 2e-3
# Win, win a gammon, lose, lose a gammon, for the player on roll: TD-Gammon's four outputs.
WORTH = np.array([1, 2, -1, -2], np.float32)
SWAPPED = [2, 3, 0, 1]


class Net:
    """Two layers of sigmoid units, trained with Adam."""

    def __init__(self, inputs: int, seed: int) -> None:
        random = np.random.default_rng(seed)
        scale = [1 / np.sqrt(inputs), 1 / np.sqrt(HIDDEN)]
        self.parameters = [
            random.uniform(-scale[0], scale[0], (inputs, HIDDEN)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            random.uniform(-scale[1], scale[1], (HIDDEN, 4)).astype(np.float32),
            np.array([0, -1.5, 0, -1.5], np.float32),
        ]
        self.means = [np.zeros_like(one) for one in self.parameters]
        self.squares = [np.zeros_like(one) for one in self.parameters]
        self.steps = 0

    def __call__(self, features: np.ndarray) -> np.ndarray:
        first, first_bias, second, second_bias = self.parameters
        self.hidden = 1 / (1 + np.exp(-(features @ first + first_bias)))
        return 1 / (1 + np.exp(-(self.hidden @ second + second_bias)))

    def learn(self, features: np.ndarray, targets: np.ndarray, rate: float) -> None:
        # Gradient of the cross-entropy with respect to the inputs of the sigmoids.
        error = (self(features) - targets) / len(features)
        below = error @ self.parameters[2].T * self.hidden * (1 - self.hidden)
        gradients = [features.T @ below, below.sum(0), self.hidden.T @ error, error.sum(0)]
        self.steps += 1
        for one, mean, square, gradient in zip(
            self.parameters, self.means, self.squares, gradients
        ):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            fair = mean / (1 - 0.9**self.steps)
            one -= rate * fair / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)

    def network(self) -> sb.Network:
        first, first_bias, second, second_bias = self.parameters
        return sb.Network.from_layers(
            [(first, first_bias), (second, second_bias)],
            features="tesauro198",
            activation="sigmoid",
            output="four-sigmoids",
        )


def best_plays(equities: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """Selects the play of each game with the lowest equity for the opponent, who is on roll after it."""
    lowest = np.minimum.reduceat(equities, offsets[:-1])
    games = np.repeat(np.arange(len(lowest)), np.diff(offsets))
    is_lowest = np.flatnonzero(equities == lowest[games])
    _, first = np.unique(games[is_lowest], return_index=True)
    return is_lowest[first]


def outcome(points: float) -> np.ndarray:
    """Outcome of a game for the player who would be on roll, given the points won by the player before."""
    place = (2 if points > 0 else 0) + (abs(points) > 1)
    return np.eye(4, dtype=np.float32)[place]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--games", type=int, default=150_000)
    arguments.add_argument("--envs", type=int, default=256)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--output", default="td.weights")
    options = arguments.parse_args()

    env = sb.VectorEnv(options.envs, features="tesauro198", seed=options.seed)
    net = Net(env.num_features, options.seed)
    random = np.random.default_rng(options.seed)
    played = [([], []) for _ in range(options.envs)]
    waiting: list[tuple[np.ndarray, np.ndarray]] = []
    began, told = time.time(), 0
    while env.finished < options.games:
        features, offsets = env.afterstates()
        verdicts = net(features)
        chosen = best_plays(verdicts @ WORTH, offsets)
        rewards, over = env.step(chosen - offsets[:-1])
        for (seen, said), row, verdict in zip(played, features[chosen], verdicts[chosen]):
            seen.append(row)
            said.append(verdict)
        for game in np.flatnonzero(over):
            seen, said = played[game]
            target, targets = outcome(rewards[game]), []
            for verdict in reversed(said):
                targets.append(target)
                # The previous position is from the other player's view.
                target = (LAMBDA * target + (1 - LAMBDA) * verdict)[SWAPPED]
            waiting.append((np.array(seen), np.array(targets[::-1])))
            played[game] = ([], [])
        if sum(len(seen) for seen, _ in waiting) >= 4096:
            seen, targets = (np.concatenate(part) for part in zip(*waiting))
            waiting = []
            rate = RATE * (1 - 0.95 * min(env.finished / options.games, 1))
            for part in np.array_split(random.permutation(len(seen)), len(seen) // 256):
                net.learn(seen[part], targets[part], rate)
        if env.finished >= told:
            points = sb.duel(net.network(), "pubeval", games=2000).result
            print(
                f"{env.finished:8,} games, {time.time() - began:5.0f} s: "
                f"{points.value:+.3f} ± {points.interval_95:.3f} against pubeval",
                flush=True,
            )
            told += max(options.games // 10, 1)

    net.network().write(options.output)
    points = sb.duel(options.output, "pubeval", games=10_000).result
    print(f"{options.output}: {points.value:+.3f} ± {points.interval_95:.3f} against pubeval")


if __name__ == "__main__":
    main()
