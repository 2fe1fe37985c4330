#!/usr/bin/env python3
"""Converts a PureTD network into a weights file, to compare it with the networks of shesh.

usage: scripts/peers/puretd.py MODEL.pt OUTPUT.weights
       scripts/peers/puretd.py MODEL.pt --judge REFERENCE.csv

MODEL.pt is a "prob5" model of https://github.com/alexstrehl/backgammon-ai-engine (MIT), such as
best_models/cubeless_prob5_512_512_256_128.pt. The script reads its file with NumPy alone: it needs no
PyTorch and unpickles only tensors. The result is for measuring only; it is not part of this
repository and is never used to train a network.

    scripts/peers/puretd.py MODEL.pt puretd.weights
    scripts/bench/reference.py FOLDER --weights puretd.weights --ply 1 --ply 2
    shesh duel shesh puretd.weights --games 100000

shesh evaluates bearoffs with exact tables, which PureTD does not have, so the converted network uses
them in `shesh duel` too. `--judge` checks the conversion: it computes the same probabilities in NumPy,
without code of shesh, and prints loss and error.

Needs Python 3.10 and NumPy; the conversion needs the package sheshbesh (docs/guide/python.md).
"""

import argparse
import collections
import pathlib
import pickle
import sys
import zipfile

import numpy as np
from boards import BAR, CHECKERS, ON_ROLL, OPPONENT, POINTS, counts_of

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "bench"))
from reference import HEADER, rows_of, summary  # noqa: E402

PER_POINT = 4
SIDE = POINTS * PER_POINT + 2
EQUITY = np.array([2.0, 1.0, 1.0, -1.0, -1.0])


class TensorUnpickler(pickle.Unpickler):
    """Reads tensors of a PyTorch archive as arrays and rejects every other type."""

    def __init__(self, archive, folder):
        super().__init__(archive.open(f"{folder}/data.pkl"))
        self.archive, self.folder = archive, folder

    def find_class(self, module, name):
        known = {
            ("collections", "OrderedDict"): collections.OrderedDict,
            ("torch._utils", "_rebuild_tensor_v2"): self.tensor,
            ("torch", "FloatStorage"): np.float32,
        }
        if (module, name) not in known:
            raise pickle.UnpicklingError(f"unexpected type {module}.{name} in a model")
        return known[module, name]

    def persistent_load(self, storage):
        _, dtype, key, _, _ = storage
        return np.frombuffer(self.archive.read(f"{self.folder}/data/{key}"), dtype)

    @staticmethod
    def tensor(storage, offset, size, stride, *_):
        strides = [step * storage.itemsize for step in stride]
        return np.lib.stride_tricks.as_strided(storage[offset:], size, strides)


def read_model(path):
    """Returns weights [inputs, outputs] and biases of each layer, in order."""
    with zipfile.ZipFile(path) as archive:
        folder = archive.namelist()[0].split("/")[0]
        model = TensorUnpickler(archive, folder).load()
    expected = {"model_type": "prob5", "activation": "relu", "encoder_name": "perspective196"}
    for field, value in expected.items():
        if model.get(field) != value:
            sys.exit(f"{path}: {field} is {model.get(field)!r}, not {value!r}")
    tensors = model["state_dict"]
    names = [name.removesuffix(".weight") for name in tensors if name.endswith(".weight")]
    return [(tensors[f"{name}.weight"].T, tensors[f"{name}.bias"]) for name in names]


def encode(position_id):
    """Returns the 196 inputs: the player on roll, then the opponent on the same points."""
    counts = counts_of(position_id)
    inputs = np.zeros((2, SIDE), np.float32)
    for side, own, points in (
        (0, counts[ON_ROLL], counts[ON_ROLL, :POINTS]),
        (1, counts[OPPONENT], counts[OPPONENT, POINTS - 1 :: -1][:POINTS]),
    ):
        units = inputs[side, : POINTS * PER_POINT].reshape(POINTS, PER_POINT)
        for unit in range(3):
            units[:, unit] = points > unit
        units[:, 3] = np.maximum(points - 3, 0) / 2
        inputs[side, -2] = own[BAR] / 2
        inputs[side, -1] = (CHECKERS - own.sum()) / CHECKERS
    return inputs.ravel()


def probabilities(layers, inputs):
    """Returns the probabilities of each row: win, win gammon, win backgammon, lose gammon, lose backgammon."""
    values = inputs
    for weights, biases in layers[:-1]:
        values = np.maximum(values @ weights + biases, 0)
    weights, biases = layers[-1]
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = (
        1 / (1 + np.exp(-(values @ weights + biases)))
    ).T
    win_gammon = np.minimum(win_gammon, win)
    lose_gammon = np.minimum(lose_gammon, 1 - win)
    win_backgammon = np.minimum(win_backgammon, win_gammon)
    lose_backgammon = np.minimum(lose_backgammon, lose_gammon)
    return np.stack([win, win_gammon, win_backgammon, lose_gammon, lose_backgammon], 1)


def judge(layers, path):
    rows = rows_of(path)
    inputs = np.stack([encode(row["position_id"]) for row in rows])
    equities = probabilities(layers, inputs) @ EQUITY - 1
    print(HEADER)
    print(f"{path.stem:20} {1:3} {summary(rows, equities.tolist())}")


def convert(layers, output):
    try:
        import sheshbesh
    except ImportError:
        sys.exit("the package sheshbesh is not installed (docs/guide/python.md)")
    (first, biases), *rest = layers
    # shesh numbers the opponent's points from the opponent's view.
    points = np.arange(SIDE, SIDE + POINTS * PER_POINT).reshape(POINTS, PER_POINT)
    order = np.arange(2 * SIDE)
    order[points.ravel()] = points[::-1].ravel()
    first = first[order]
    # The encoding tesauro198 has two more inputs, for the player to move.
    first = np.vstack([first, np.zeros((2, first.shape[1]), np.float32)])
    sheshbesh.Network.from_layers(
        [(first, biases), *rest],
        features="tesauro198",
        activation="relu",
        output="five-sigmoids",
    ).write(output)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path, nargs="?")
    parser.add_argument("--judge", type=pathlib.Path, metavar="REFERENCE")
    options = parser.parse_args()
    if (options.output is None) == (options.judge is None):
        parser.error("give either OUTPUT or --judge REFERENCE")
    layers = read_model(options.model)
    if options.judge:
        judge(layers, options.judge)
    else:
        convert(layers, options.output)


if __name__ == "__main__":
    main()
