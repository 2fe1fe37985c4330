"""Networks as named tensors with metadata, from which they can be restored without any difference."""

from __future__ import annotations

from typing import Any, Iterator

import numpy as np

from .._native import Network
from ..errors import InvalidInput, InvalidWeights

#: Version of the names and of the metadata.
VERSION = 1

Tensors = dict[str, np.ndarray]

#: Fields of a net that are stored as metadata.
_FIELDS = ("judges", "features", "activation", "output", "buckets", "pattern_set")


def missing(library: str) -> InvalidInput:
    """Returns the error for an optional library that is not installed."""
    return InvalidInput(f"this needs the Python package {library}: pip install {library}")


def net_names(network: Network) -> Iterator[tuple[str, Network, int]]:
    """Yields for each net its name, such as ``contact`` or ``member1-contact``, its member, and its index in the
    member's nets."""
    members = len(network.member_weights)
    for number in range(members):
        member = network.member(number)
        for index, net in enumerate(member.nets()):
            if net["judges"] == "pruner" and number > 0:
                continue
            prefix = f"member{number}-" if members > 1 else ""
            yield prefix + net["judges"].replace(", ", "-"), member, index


def net_tensors(net: dict[str, Any]) -> Tensors:
    """Returns the tensors of a net: weights ``float32 [inputs, units]`` and biases ``float32 [units]`` of each layer,
    and patterns ``int8 [patterns, units]`` with their scales ``float32 [units]``."""
    tensors = {"first.weight": net["first"][0], "first.bias": net["first"][1]}
    if net["patterns"] is not None:
        scales = net["pattern_scales"]
        # The weights are multiples of the scales, which rounding restores.
        steps = net["patterns"] / np.where(scales > 0, scales, 1)
        tensors |= {"patterns": np.rint(steps).astype(np.int8), "pattern_scales": scales}
    for bucket, stack in enumerate(net["stacks"]):
        for layer, (weights, biases) in enumerate(stack):
            tensors[f"stack{bucket}.layer{layer + 1}.weight"] = weights
            tensors[f"stack{bucket}.layer{layer + 1}.bias"] = biases
    return tensors


def net_metadata(net: dict[str, Any]) -> dict[str, Any]:
    """Returns the metadata of a net."""
    layers = [len(stack) for stack in net["stacks"]]
    return {name: net[name] for name in _FIELDS} | {"layers": layers}


def to_tensors(network: Network) -> tuple[Tensors, dict[str, Any]]:
    """Returns the tensors of a network, ``NET.TENSOR``, and its metadata."""
    tensors: Tensors = {}
    members: list[dict[str, Any]] = [
        {"weight": weight, "provenance": network.member(number).provenance, "nets": []}
        for number, weight in enumerate(network.member_weights)
    ]
    for name, member, index in net_names(network):
        net = member.nets()[index]
        tensors |= {f"{name}.{key}": value for key, value in net_tensors(net).items()}
        number = int(name.split("-")[0].removeprefix("member")) if len(members) > 1 else 0
        members[number]["nets"].append({"name": name, **net_metadata(net)})
    return tensors, {"version": VERSION, "game": network.game, "members": members}


def from_tensors(tensors: Tensors, metadata: dict[str, Any]) -> Network:
    """Restores a network from its tensors and its metadata.

    Raises:
        InvalidWeights: if a tensor is missing, or if the tensors do not form a network.
    """
    if metadata.get("version") != VERSION:
        raise InvalidWeights(f"the file has version {metadata.get('version')!r} of the metadata, not {VERSION}")
    try:
        members = [
            Network.from_nets(
                [_net(tensors, net) for net in member["nets"]], metadata["game"], member["provenance"]
            )
            for member in metadata["members"]
        ]
        if len(members) == 1:
            return members[0]
        return Network.ensemble(members, [float(member["weight"]) for member in metadata["members"]])
    except KeyError as problem:
        raise InvalidWeights(f"the file has no {problem.args[0]}") from None
    except (InvalidInput, TypeError, ValueError) as problem:
        raise InvalidWeights(f"the file is not a network: {problem}") from None


def _net(tensors: Tensors, metadata: dict[str, Any]) -> dict[str, Any]:
    name = metadata["name"]
    net: dict[str, Any] = {key: metadata[key] for key in _FIELDS}

    def layer(where: str) -> tuple[np.ndarray, np.ndarray]:
        return tensors[f"{name}.{where}.weight"], tensors[f"{name}.{where}.bias"]

    net["first"] = layer("first")
    net["stacks"] = [
        [layer(f"stack{bucket}.layer{number + 1}") for number in range(layers)]
        for bucket, layers in enumerate(metadata["layers"])
    ]
    net["patterns"] = net["pattern_scales"] = None
    if net["pattern_set"] is not None:
        scales = np.ascontiguousarray(tensors[f"{name}.pattern_scales"], dtype=np.float32)
        steps = tensors[f"{name}.patterns"].astype(np.float32)
        net["patterns"], net["pattern_scales"] = steps * scales, scales
    return net
