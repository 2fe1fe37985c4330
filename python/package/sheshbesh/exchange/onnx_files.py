"""Networks as ONNX models."""

from __future__ import annotations

import json
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from .._native import Network
from ..errors import InvalidInput, InvalidWeights, UnreadableFile
from .model_card import model_card
from .onnx_chain import read_chain
from .onnx_graph import make_model
from .tensors import from_tensors, missing, net_names, net_tensors, to_tensors

#: File of a folder that describes its models.
_INDEX = "network.json"


def write_onnx(network: Network, folder: str | PathLike[str]) -> list[Path]:
    """Writes a network as ONNX models into a folder, one for each net, and returns their paths.

    The folder also has ``network.json`` with the metadata, and a model card, ``README.md``. Inputs of a model are
    those of `Network.inputs`; its output ``outcomes`` is ``float32 [N, 6]``: the probabilities of win, win a gammon,
    win a backgammon, lose, lose a gammon and lose a backgammon for the player on roll. Needs the package ``onnx``.
    """
    try:
        import onnx
    except ImportError:
        raise missing("onnx") from None
    folder = Path(folder)
    _, metadata = to_tensors(network)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        paths = []
        for name, member, index in net_names(network):
            net = member.nets()[index]
            paths.append(folder / f"{name}.onnx")
            onnx.save(make_model(name, net, net_tensors(net)), paths[-1])
        (folder / _INDEX).write_text(json.dumps(metadata, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        card = model_card(network, folder.resolve().name, format="onnx")
        (folder / "README.md").write_text(card, encoding="utf-8")
    except OSError as problem:
        raise UnreadableFile(f"{folder}: {problem}") from None
    return paths


def read_onnx(
    path: str | PathLike[str],
    features: str | None = None,
    game: str = "backgammon",
    output: str | None = None,
) -> Network:
    """Reads a network from a folder that `write_onnx` wrote, or from a model of another program.

    A model of another program is a file with a chain of fully connected layers: ``Gemm``, or ``MatMul`` and ``Add``,
    with ``Relu`` or ``Sigmoid`` between them. ``features`` says which of `feature_sets` its inputs are. Outputs are
    those of `Network.from_layers`; by default their number tells which.

    Raises:
        UnreadableFile: if a file cannot be read.
        InvalidWeights: if it is not a network, or not such a chain.
    """
    try:
        import onnx
    except ImportError:
        raise missing("onnx") from None
    path = Path(path)
    if not path.exists():
        raise UnreadableFile(f"{path}: no such file or folder")
    if not path.is_dir():
        if features is None:
            raise InvalidInput(f"{path}: name the features of the model's inputs, such as features=\"tesauro198\"")
        layers, activation, found = read_chain(_load(onnx, path))
        return Network.from_layers(layers, features, activation, output or found, game)
    try:
        metadata = json.loads((path / _INDEX).read_text(encoding="utf-8"))
        nets = [net["name"] for member in metadata["members"] for net in member["nets"]]
    except OSError as problem:
        raise UnreadableFile(f"{path / _INDEX}: {problem}") from None
    except (ValueError, KeyError, TypeError):
        raise InvalidWeights(f"{path / _INDEX} does not describe a network") from None
    tensors: dict[str, np.ndarray] = {}
    for name in nets:
        model = _load(onnx, path / f"{name}.onnx")
        for initializer in model.graph.initializer:
            tensors[f"{name}.{initializer.name}"] = onnx.numpy_helper.to_array(initializer)
    return from_tensors(_unstacked(tensors, metadata), metadata)


def _load(onnx: Any, path: Path) -> Any:
    try:
        return onnx.load(path)
    except OSError as problem:
        raise UnreadableFile(f"{path}: {problem}") from None
    except Exception as problem:
        raise InvalidWeights(f"{path} is not an ONNX model: {problem}") from None


def _unstacked(tensors: dict[str, np.ndarray], metadata: dict[str, Any]) -> dict[str, np.ndarray]:
    """Divides the layers of all buckets, which a model stores as one tensor, among the buckets; drops the row of zeros
    that fills up the patterns."""
    found = dict(tensors)
    for member in metadata["members"]:
        for net in member["nets"]:
            name = net["name"]
            if f"{name}.patterns.weight" in found:
                found[f"{name}.patterns"] = found[f"{name}.patterns.weight"][:-1]
            for bucket, layers in enumerate(net["layers"]):
                for layer in range(1, layers + 1):
                    for part in ("weight", "bias"):
                        stacked = tensors.get(f"{name}.layer{layer}.{part}")
                        if stacked is not None and bucket < len(stacked):
                            found[f"{name}.stack{bucket}.layer{layer}.{part}"] = stacked[bucket]
    return found
