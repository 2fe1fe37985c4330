"""Model cards of networks."""

from __future__ import annotations

from .._base_env import check_choice
from .._native import Network, Position
from .tensors import net_names


def model_card(
    network: Network, name: str = "network", license: str | None = None, format: str = "safetensors"
) -> str:
    """Returns a model card in Markdown, with the metadata block that model hubs read.

    It states what the network itself knows: game, nets, parameters, and the runs that trained it. Strength and use
    are for the publisher to add. ``format`` is ``safetensors`` or ``onnx``: the files that the example reads.

    >>> import sheshbesh as sb
    >>> card = model_card(sb.Network.shipped("hypergammon"), "hypergammon", license="mit")
    >>> card.splitlines()[:4]
    ['---', 'library_name: sheshbesh', 'license: mit', 'tags:']
    """
    check_choice("format", format, ("safetensors", "onnx"))
    weights = network.member_weights
    lines = ["---", "library_name: sheshbesh"]
    if license is not None:
        lines.append(f"license: {license}")
    lines += ["tags:", "- backgammon", "- reinforcement-learning", "- self-play", "---", "", f"# {name}", ""]
    kind = "Neural network" if len(weights) == 1 else f"Ensemble of {len(weights)} neural networks"
    lines += [
        f"{kind} that evaluates positions of {network.game}: the probabilities of winning and losing a single game, a",
        f"gammon and a backgammon, before the roll. It has {network.parameters:,} parameters.",
        "",
        "| net | features | layers | output |",
        "|---|---|---|---|",
    ]
    for net_name, member, index in net_names(network):
        net = member.nets()[index]
        features = f"{net['features']}, {net['first'][0].shape[0]}"
        if net["pattern_set"] is not None:
            patterns, units = net["patterns"].shape
            features += f"; {net['pattern_set']}, {patterns:,} patterns for {units} units"
        layers = [net["first"][1].size, *(biases.size for _, biases in net["stacks"][0])]
        buckets = f", {len(net['stacks'])} buckets" if len(net["stacks"]) > 1 else ""
        shape = f"{' → '.join(map(str, layers))}, {net['activation']}{buckets}"
        lines.append(f"| {net_name} | {features} | {shape} | {net['output']} |")
    lines += ["", "## Training", "", "Trained by self-play alone.", ""]
    lines += ["| member | weight | recipe | seed | games | positions | commit |", "|---|---|---|---|---|---|---|"]
    for number, weight in enumerate(weights):
        known = network.member(number).provenance
        lines.append(
            f"| {number} | {weight:g} | {known['recipe'] or 'unknown'} | {known['seed']} | {known['games']:,} "
            f"| {known['samples']:,} | {known['commit'] or 'unknown'} |"
        )
    file = f"{name}.safetensors" if format == "safetensors" else name
    lines += [
        "",
        "## Use",
        "",
        "```python",
        "import sheshbesh as sb",
        "from sheshbesh import exchange",
        "",
        f'network = exchange.read_{format}("{file}")',
        f'sb.Engine(network).evaluate("{Position(game=network.game).id}", ply=2)',
        "```",
        "",
    ]
    return "\n".join(lines)
