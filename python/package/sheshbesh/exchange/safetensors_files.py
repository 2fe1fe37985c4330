"""Networks as safetensors files."""

from __future__ import annotations

import json
from os import PathLike

from .._native import Network
from ..errors import InvalidWeights, UnreadableFile
from .tensors import from_tensors, missing, to_tensors

#: Key of our metadata in a file.
_KEY = "sheshbesh"


def write_safetensors(network: Network, path: str | PathLike[str]) -> None:
    """Writes a network as a safetensors file; replaces an existing one.

    Weights are ``float32 [inputs, units]``; those of patterns are ``int8`` with a scale for each unit. The metadata
    names everything that gives them their meaning. Needs the package ``safetensors``.
    """
    try:
        from safetensors.numpy import save_file
    except ImportError:
        raise missing("safetensors") from None
    tensors, metadata = to_tensors(network)
    try:
        save_file(tensors, path, metadata={"format": "np", _KEY: json.dumps(metadata, sort_keys=True)})
    except Exception as problem:
        raise UnreadableFile(f"{path}: {problem}") from None


def read_safetensors(path: str | PathLike[str]) -> Network:
    """Reads a network that `write_safetensors` wrote. It has the same bytes as the original.

    Raises:
        UnreadableFile: if the file cannot be read.
        InvalidWeights: if it is not a network.
    """
    try:
        from safetensors import safe_open
    except ImportError:
        raise missing("safetensors") from None
    try:
        with safe_open(path, framework="numpy") as file:
            metadata = (file.metadata() or {}).get(_KEY)
            tensors = {name: file.get_tensor(name) for name in file.keys()}
    except OSError as problem:
        raise UnreadableFile(f"{path}: {problem}") from None
    except Exception as problem:
        raise InvalidWeights(f"{path} is not a safetensors file: {problem}") from None
    try:
        return from_tensors(tensors, _parsed(metadata))
    except InvalidWeights as problem:
        raise InvalidWeights(f"{path}: {problem}") from None


def _parsed(metadata: str | None) -> dict[str, object]:
    try:
        parsed = json.loads(metadata or "")
    except ValueError:
        parsed = None
    if not isinstance(parsed, dict):
        raise InvalidWeights("the file has no metadata of a network")
    return parsed
