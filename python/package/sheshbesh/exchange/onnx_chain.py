"""Fully connected networks of other programs, as ONNX models."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import InvalidWeights

#: Operators that do not change their input in the models read here.
_NOTHING = ("Identity", "Dropout", "Flatten", "Cast", "Constant")
_ACTIVATIONS = {"Relu": "relu", "Sigmoid": "sigmoid"}
#: Output of `Network.from_layers` by number of units.
_OUTPUTS = {6: "softmax", 5: "five-sigmoids", 4: "four-sigmoids"}

Layers = list[tuple[np.ndarray, np.ndarray]]


def read_chain(model: Any) -> tuple[Layers, str, str]:
    """Returns the layers of a model, the activation of the hidden ones, and the output.

    Raises:
        InvalidWeights: if the model is not a chain of fully connected layers.
    """
    constants = _constants(model)
    layers: Layers = []
    activations: list[str] = []
    for node in model.graph.node:
        operator = node.op_type
        if operator in _NOTHING:
            continue
        if operator in ("Gemm", "MatMul") and len(activations) != len(layers):
            raise InvalidWeights("the model has layers without an activation between them")
        if operator == "Gemm":
            layers.append(_gemm(node, constants))
        elif operator == "MatMul":
            weights = _constant(node.input[1], constants, node)
            layers.append((weights, np.zeros(weights.shape[-1], dtype=np.float32)))
        elif operator == "Add" and layers:
            known = [constants[name] for name in node.input if name in constants]
            if len(known) != 1:
                raise InvalidWeights("the model adds two computed values, so it is not a chain of layers")
            weights, biases = layers[-1]
            layers[-1] = (weights, biases + known[0].reshape(-1))
        elif operator in _ACTIVATIONS:
            activations.append(_ACTIVATIONS[operator])
        elif operator == "Softmax" and node is model.graph.node[-1]:
            pass
        else:
            raise InvalidWeights(f"the model has the operator {operator}, which is not part of a chain of layers")
    return layers, _activation(layers, activations), _output(layers)


def _constants(model: Any) -> dict[str, np.ndarray]:
    import onnx

    found = {tensor.name: onnx.numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    for node in model.graph.node:
        if node.op_type == "Constant":
            for attribute in node.attribute:
                if attribute.name == "value":
                    found[node.output[0]] = onnx.numpy_helper.to_array(attribute.t)
    return found


def _constant(name: str, constants: dict[str, np.ndarray], node: Any) -> np.ndarray:
    if name not in constants:
        raise InvalidWeights(f"{name!r}, an input of {node.op_type}, is not stored in the model")
    return constants[name]


def _gemm(node: Any, constants: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    options = {attribute.name: attribute for attribute in node.attribute}
    for name in ("alpha", "beta"):
        if name in options and options[name].f != 1.0:
            raise InvalidWeights(f"a layer has {name} {options[name].f:g}, not 1")
    if "transA" in options and options["transA"].i:
        raise InvalidWeights("a layer transposes its input")
    weights = _constant(node.input[1], constants, node)
    if "transB" in options and options["transB"].i:
        weights = weights.T
    if len(node.input) < 3:
        return weights, np.zeros(weights.shape[-1], dtype=np.float32)
    return weights, _constant(node.input[2], constants, node).reshape(-1)


def _activation(layers: Layers, activations: list[str]) -> str:
    hidden = activations[: len(layers) - 1]
    if not layers or len(hidden) != len(layers) - 1 or len(activations) > len(layers):
        raise InvalidWeights(f"the model has {len(layers)} layers and {len(activations)} activations")
    if len(set(hidden)) > 1:
        raise InvalidWeights("the hidden layers have different activations")
    return hidden[0] if hidden else "relu"


def _output(layers: Layers) -> str:
    units = layers[-1][1].size
    if units not in _OUTPUTS:
        raise InvalidWeights(f"the last layer has {units} units, not {', '.join(map(str, _OUTPUTS))}")
    return _OUTPUTS[units]
