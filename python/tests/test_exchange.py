"""Tests networks in open formats: a file gives back the same network, and ONNX Runtime the same outcomes."""

import json

import numpy as np
import pytest

import sheshbesh as sb
from sheshbesh import exchange
from sheshbesh.exchange.tensors import net_names



def positions(game="backgammon", games=6, seed=3):
    """Returns positions of random games up to their end."""
    env = sb.VectorEnv(games, game=game, seed=seed)
    random, found = np.random.default_rng(seed), []
    for _ in range(150):
        found += [position.id for position in env.positions()]
        env.step(random.integers(0, env.counts()))
    return sb.Positions(found, game)


def built(output, activation="relu", features="tesauro198", hidden=(20, 8), seed=1):
    random = np.random.default_rng(seed)
    units = {"softmax": 6, "four-sigmoids": 4, "five-sigmoids": 5}[output]
    widths = [dict(sb.feature_sets())[features], *hidden, units]
    layers = [
        (random.normal(0, 1 / np.sqrt(inputs), (inputs, outputs)), random.normal(0, 0.3, outputs))
        for inputs, outputs in zip(widths, widths[1:])
    ]
    return sb.Network.from_layers(layers, features, activation, output)


@pytest.fixture(scope="module")
def networks():
    """Networks with all that a network can have: patterns, buckets, experts, members, each output."""
    shipped = sb.Network.shipped()
    two = sb.Network.ensemble([shipped, built("softmax")], [3, 1])
    return {
        "shipped": shipped,
        "fevga": sb.Network.shipped("fevga"),
        "hypergammon": sb.Network.shipped("hypergammon"),
        "ensemble": two,
        "four": built("four-sigmoids", "sigmoid"),
        "five": built("five-sigmoids"),
        "one layer": built("softmax", hidden=()),
    }


NAMES = ["shipped", "fevga", "hypergammon", "ensemble", "four", "five", "one layer"]


@pytest.mark.parametrize("name", NAMES)
def test_safetensors_give_the_same_bytes_back(networks, name, tmp_path):
    pytest.importorskip("safetensors")
    network, path = networks[name], tmp_path / "network.safetensors"
    exchange.write_safetensors(network, path)
    again = exchange.read_safetensors(path)
    assert again.to_bytes() == network.to_bytes()
    assert again.provenance == network.provenance


@pytest.mark.parametrize("name", NAMES)
def test_onnx_gives_the_same_bytes_back(networks, name, tmp_path):
    pytest.importorskip("onnx")
    network = networks[name]
    paths = exchange.write_onnx(network, tmp_path / "model")
    assert [path.stem for path in paths] == [net for net, _, _ in net_names(network)]
    assert exchange.read_onnx(tmp_path / "model").to_bytes() == network.to_bytes()
    with pytest.raises(sb.UnreadableFile, match="no such file or folder"):
        exchange.read_onnx(tmp_path / "missing")
    assert "# model\n" in (tmp_path / "model/README.md").read_text()


@pytest.mark.parametrize("name", NAMES)
def test_onnx_runtime_finds_the_outcomes_of_the_engine(networks, name, tmp_path):
    onnxruntime = pytest.importorskip("onnxruntime")
    pytest.importorskip("onnx")
    network = networks[name]
    some = positions(network.game)
    over = np.array([position.kind == "over" for position in some])
    some = sb.Positions([position for position, ended in zip(some, over) if not ended], network.game)
    total = np.zeros((len(some), 6))
    paths = iter(exchange.write_onnx(network, tmp_path))
    # Nets of the members in order; the index in `nets` of the whole network counts the pruner last.
    index = 0
    for weight, number in zip(network.member_weights, range(99)):
        member = network.member(number)
        nets = member.nets_of(some)
        for own, net in enumerate(net for net in member.nets() if net["judges"] != "pruner"):
            session = onnxruntime.InferenceSession(next(paths))
            mine = np.flatnonzero(nets == own)
            chosen = sb.Positions([some[int(one)] for one in mine], network.game)
            inputs = member.inputs(chosen, own)
            both = network.inputs(chosen, index)
            assert all(np.array_equal(inputs[key], both[key]) for key in ("features", "bucket"))
            index += 1
            names = {known.name for known in session.get_inputs()}
            (outcomes,) = session.run(None, {key: value for key, value in inputs.items() if key in names})
            assert np.allclose(outcomes.sum(axis=1), 1, atol=1e-5)
            total[mine] += weight * outcomes
        if any(net["judges"] == "pruner" for net in member.nets()) and number == 0:
            next(paths)
    engine = sb.Engine(network, tables=False, threads=1)
    probabilities, _ = engine.evaluate(some)
    win, gammon, backgammon, lose, lost_gammon, lost_backgammon = total.T
    nested = [win + gammon + backgammon, gammon + backgammon, backgammon]
    nested += [lost_gammon + lost_backgammon, lost_backgammon]
    difference = np.abs(np.stack(nested, axis=1) - probabilities)
    # The engine computes in integers.
    assert difference.mean() < 1e-3 and difference.max() < 0.02, (difference.mean(), difference.max())


def test_inputs_are_those_of_the_features(networks):
    some = positions()
    inputs = networks["shipped"].inputs(some, 0)
    assert np.array_equal(inputs["features"], some.features(networks["shipped"].nets()[0]["features"]))
    assert inputs["possible"].shape == (len(some), 6) and inputs["possible"].any(axis=1).all()
    count = networks["shipped"].nets()[0]["patterns"].shape[0]
    assert inputs["patterns"].max() <= count and 0 <= inputs["bucket"].min()
    with pytest.raises(sb.InvalidInput, match="there is no net 9"):
        networks["shipped"].inputs(some, 9)
    with pytest.raises(sb.InvalidInput, match="cannot evaluate fevga"):
        networks["shipped"].inputs(positions("fevga"), 0)


def test_models_of_other_programs_are_read(tmp_path):
    onnx = pytest.importorskip("onnx")
    random = np.random.default_rng(5)
    shapes = [(198, 16), (16, 6)]
    weights = [random.normal(0, 0.1, shape).astype(np.float32) for shape in shapes]
    biases = [random.normal(0, 0.1, shape[1]).astype(np.float32) for shape in shapes]
    expected = sb.Network.from_layers(list(zip(weights, biases)), features="tesauro198").to_bytes()

    def save(nodes, constants, name):
        make = onnx.helper
        inputs = [make.make_tensor_value_info("x", onnx.TensorProto.FLOAT, ["N", 198])]
        outputs = [make.make_tensor_value_info("y", onnx.TensorProto.FLOAT, ["N", 6])]
        stored = [onnx.numpy_helper.from_array(value, key) for key, value in constants.items()]
        onnx.save(make.make_model(make.make_graph(nodes, "g", inputs, outputs, stored)), tmp_path / name)
        return tmp_path / name

    node = onnx.helper.make_node
    gemm = save(
        [
            node("Gemm", ["x", "w0", "b0"], ["a"], transB=1),
            node("Relu", ["a"], ["b"]),
            node("Gemm", ["b", "w1", "b1"], ["c"]),
            node("Softmax", ["c"], ["y"], axis=1),
        ],
        {"w0": weights[0].T.copy(), "b0": biases[0], "w1": weights[1], "b1": biases[1]},
        "gemm.onnx",
    )
    assert exchange.read_onnx(gemm, features="tesauro198").to_bytes() == expected
    constants = {"w0": weights[0], "b0": biases[0], "w1": weights[1], "b1": biases[1]}
    matmul = [
        node("MatMul", ["x", "w0"], ["a"]),
        node("Add", ["b0", "a"], ["b"]),
        node("Relu", ["b"], ["c"]),
        node("MatMul", ["c", "w1"], ["d"]),
        node("Add", ["d", "b1"], ["y"]),
    ]
    path = save(matmul, constants, "matmul.onnx")
    assert exchange.read_onnx(path, features="tesauro198").to_bytes() == expected
    with pytest.raises(sb.InvalidInput, match="name the features"):
        exchange.read_onnx(path)
    with pytest.raises(sb.InvalidInput, match="not 426"):
        exchange.read_onnx(path, features="structural2")
    tanh = save([*matmul[:2], node("Tanh", ["b"], ["c"]), *matmul[3:]], constants, "tanh.onnx")
    with pytest.raises(sb.InvalidWeights, match="operator Tanh"):
        exchange.read_onnx(tanh, features="tesauro198")
    without = save(matmul[:2] + [node("MatMul", ["b", "w1"], ["y"])], constants, "without.onnx")
    with pytest.raises(sb.InvalidWeights, match="activation"):
        exchange.read_onnx(without, features="tesauro198")


def test_damaged_files_are_refused(networks, tmp_path):
    safetensors = pytest.importorskip("safetensors.numpy")
    path = tmp_path / "network.safetensors"
    with pytest.raises(sb.UnreadableFile):
        exchange.read_safetensors(path)
    path.write_bytes(b"\xff" * 100)
    with pytest.raises(sb.InvalidWeights, match="not a safetensors file"):
        exchange.read_safetensors(path)
    safetensors.save_file({"a": np.zeros(3, np.float32)}, path)
    with pytest.raises(sb.InvalidWeights, match="no metadata"):
        exchange.read_safetensors(path)
    tensors, metadata = exchange.tensors.to_tensors(networks["hypergammon"])
    for name in tensors:
        fewer = {key: value for key, value in tensors.items() if key != name}
        with pytest.raises(sb.InvalidWeights, match=name):
            exchange.tensors.from_tensors(fewer, metadata)
        short = tensors | {name: tensors[name][:-1]}
        with pytest.raises(sb.InvalidWeights, match="not a network"):
            exchange.tensors.from_tensors(short, metadata)
    with pytest.raises(sb.InvalidWeights, match="version 7"):
        exchange.tensors.from_tensors(tensors, metadata | {"version": 7})
    for key in ("game", "members"):
        fewer = {name: value for name, value in metadata.items() if name != key}
        with pytest.raises(sb.InvalidWeights, match=key):
            exchange.tensors.from_tensors(tensors, fewer)
    (tmp_path / "folder").mkdir()
    pytest.importorskip("onnx")
    with pytest.raises(sb.UnreadableFile):
        exchange.read_onnx(tmp_path / "folder")
    (tmp_path / "folder/network.json").write_text(json.dumps({"members": 3}))
    with pytest.raises(sb.InvalidWeights, match="does not describe a network"):
        exchange.read_onnx(tmp_path / "folder")


def test_ensembles_are_made_and_divided():
    first, second = built("softmax", seed=1), built("softmax", seed=2)
    both = sb.Network.ensemble([first, second], [1, 3])
    assert both.member_weights == [0.25, 0.75] and first.member_weights == [1]
    assert both.member(1).to_bytes() == second.to_bytes()
    assert sb.Network.ensemble([first]).to_bytes() == first.to_bytes()
    start = ["4HPwATDgc/ABMA"]
    equities = [sb.Engine(one, threads=1).evaluate(start).equities[0] for one in (first, second, both)]
    assert np.isclose(equities[2], 0.25 * equities[0] + 0.75 * equities[1], atol=1e-4)
    with pytest.raises(sb.InvalidInput, match="weight for each"):
        sb.Network.ensemble([first, second], [1])
    with pytest.raises(sb.InvalidInput, match="must be positive"):
        sb.Network.ensemble([first, second], [1, 0])
    with pytest.raises(sb.InvalidInput, match="no member 2"):
        both.member(2)


def test_the_card_tells_what_the_network_knows(networks):
    card = exchange.model_card(networks["ensemble"], "two", license="mit")
    assert "license: mit" in card and "Ensemble of 2" in card and "member1-" in card
    assert str(networks["shipped"].provenance["seed"]) in card
    with pytest.raises(sb.InvalidInput, match="format is one of"):
        exchange.model_card(networks["shipped"], format="npz")


def test_the_example_of_a_card_runs_beside_its_files(tmp_path, monkeypatch):
    pytest.importorskip("onnx")
    pytest.importorskip("safetensors")
    monkeypatch.chdir(tmp_path)
    network = sb.Network.shipped("hypergammon")
    exchange.write_onnx(network, "tiny")
    exchange.write_safetensors(network, "tiny.safetensors")
    for card in ((tmp_path / "tiny/README.md").read_text(), exchange.model_card(network, "tiny")):
        example = card.partition("```python\n")[2].partition("```")[0]
        exec(compile(example, "card", "exec"), {})
        assert 'evaluate("hypergammon@' in example
