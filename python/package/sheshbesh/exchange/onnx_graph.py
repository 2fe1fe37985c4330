"""Graphs of nets in ONNX."""

from __future__ import annotations

from typing import Any

import numpy as np

from .tensors import Tensors

#: Version of the operators. Any runtime since 2022 knows them.
_OPSET = 17
#: Logit of an outcome that is impossible.
_IMPOSSIBLE = -1e9


class _Graph:
    """Nodes and constants of a graph in the making. Methods return the name of a node's output."""

    def __init__(self) -> None:
        import onnx

        self.onnx, self.nodes, self.constants = onnx, [], []

    def constant(self, name: str, value: np.ndarray) -> str:
        value = np.ascontiguousarray(value)
        self.constants.append(self.onnx.numpy_helper.from_array(value, name))
        return name

    def node(self, operator: str, *inputs: str, output: str | None = None, **attributes: Any) -> str:
        name = output or f"value{len(self.nodes)}"
        self.nodes.append(self.onnx.helper.make_node(operator, list(inputs), [name], **attributes))
        return name

    def axes(self, *axes: int) -> str:
        name = "axes" + "".join(f"_{axis}" for axis in axes)
        if all(known.name != name for known in self.constants):
            self.constant(name, np.array(axes, dtype=np.int64))
        return name


def make_model(name: str, net: dict[str, Any], tensors: Tensors) -> Any:
    """Returns the ONNX model of a net."""
    graph = _Graph()
    onnx = graph.onnx
    kind = onnx.TensorProto
    declare = onnx.helper.make_tensor_value_info
    weights, biases = tensors["first.weight"], tensors["first.bias"]
    inputs = [declare("features", kind.FLOAT, ["N", weights.shape[0]])]
    sums = graph.node("Gemm", "features", graph.constant("first.weight", weights), graph.constant("first.bias", biases))
    if net["pattern_set"] is not None:
        inputs.append(declare("patterns", kind.INT64, ["N", "P"]))
        sums = graph.node("Add", sums, _patterns(graph, tensors, biases.size))
    if len(net["stacks"]) > 1:
        inputs.append(declare("bucket", kind.INT64, ["N"]))
    activation = {"relu": "Relu", "sigmoid": "Sigmoid"}[net["activation"]]
    for layer in range(1, len(net["stacks"][0]) + 1):
        sums = _layer(graph, layer, net, tensors, graph.node(activation, sums))
    if net["output"] != "four-sigmoids":
        inputs.append(declare("possible", kind.BOOL, ["N", 6]))
    {"softmax": _softmax, "four-sigmoids": _four_sigmoids, "five-sigmoids": _five_sigmoids}[net["output"]](graph, sums)
    outputs = [declare("outcomes", kind.FLOAT, ["N", 6])]
    made = onnx.helper.make_graph(graph.nodes, name, inputs, outputs, graph.constants)
    model = onnx.helper.make_model(
        made, producer_name="sheshbesh", opset_imports=[onnx.helper.make_opsetid("", _OPSET)], ir_version=8
    )
    onnx.checker.check_model(model)
    return model


def _patterns(graph: _Graph, tensors: Tensors, units: int) -> str:
    """Adds the rows of a position's patterns; they reach the first units of the layer."""
    table, scales = tensors["patterns"], tensors["pattern_scales"]
    # The last row is that of the number which fills up short lists.
    filled = np.vstack([table, np.zeros((1, table.shape[1]), dtype=np.int8)])
    rows = graph.node("Gather", graph.constant("patterns.weight", filled), "patterns", axis=0)
    rows = graph.node("Cast", rows, to=graph.onnx.TensorProto.FLOAT)
    added = graph.node("ReduceSum", rows, graph.axes(1), keepdims=0)
    added = graph.node("Mul", added, graph.constant("pattern_scales", scales))
    if table.shape[1] == units:
        return added
    pads = graph.constant("pads", np.array([0, 0, 0, units - table.shape[1]], dtype=np.int64))
    return graph.node("Pad", added, pads)


def _layer(graph: _Graph, layer: int, net: dict[str, Any], tensors: Tensors, values: str) -> str:
    """Adds a layer after the first: each bucket has its own."""
    stacks = range(len(net["stacks"]))
    weights = np.stack([tensors[f"stack{bucket}.layer{layer}.weight"] for bucket in stacks])
    biases = np.stack([tensors[f"stack{bucket}.layer{layer}.bias"] for bucket in stacks])
    weights_name = graph.constant(f"layer{layer}.weight", weights)
    biases_name = graph.constant(f"layer{layer}.bias", biases)
    if len(stacks) == 1:
        weights_name = graph.node("Squeeze", weights_name, graph.axes(0))
        return graph.node("Gemm", values, weights_name, graph.node("Squeeze", biases_name, graph.axes(0)))
    own = graph.node("Gather", weights_name, "bucket", axis=0)
    row = graph.node("MatMul", graph.node("Unsqueeze", values, graph.axes(1)), own)
    sums = graph.node("Squeeze", row, graph.axes(1))
    return graph.node("Add", sums, graph.node("Gather", biases_name, "bucket", axis=0))


def _softmax(graph: _Graph, sums: str) -> None:
    least = graph.constant("impossible", np.array(_IMPOSSIBLE, dtype=np.float32))
    graph.node("Softmax", graph.node("Where", "possible", sums, least), output="outcomes", axis=1)


def _units(graph: _Graph, sums: str, count: int) -> list[str]:
    """Returns the sigmoid units, each ``[N, 1]``."""
    units = graph.node("Sigmoid", sums)
    return [graph.node("Gather", units, graph.axes(unit), axis=1) for unit in range(count)]


def _four_sigmoids(graph: _Graph, sums: str) -> None:
    win, win_gammon, lose, lose_gammon = _units(graph, sums, 4)
    none = graph.node("Sub", win, win)
    both = graph.node("Concat", win, win_gammon, none, lose, lose_gammon, none, axis=1)
    graph.node("Div", both, graph.node("ReduceSum", both, graph.axes(1), keepdims=1), output="outcomes")


def _five_sigmoids(graph: _Graph, sums: str) -> None:
    win, *rest = _units(graph, sums, 5)
    lose = graph.node("Sub", graph.constant("one", np.array(1, dtype=np.float32)), win)
    possible = graph.node("Cast", "possible", to=graph.onnx.TensorProto.FLOAT)
    parts = []
    for side, (every, gammons, backgammons) in enumerate([(win, rest[0], rest[1]), (lose, rest[2], rest[3])]):
        may = [graph.node("Gather", possible, graph.axes(3 * side + kind), axis=1) for kind in (1, 2)]
        may_gammon = graph.node("Max", *may)
        gammons = graph.node("Mul", graph.node("Min", gammons, every), may_gammon)
        backgammons = graph.node("Mul", graph.node("Min", backgammons, gammons), may[1])
        parts += [graph.node("Sub", every, gammons), graph.node("Sub", gammons, backgammons), backgammons]
    graph.node("Concat", *parts, output="outcomes", axis=1)
