"""Chooses a play with ONNX Runtime: the network comes from ONNX files, its inputs from sheshbesh.

    pip install sheshbesh[exchange] onnxruntime
    python onnx_network.py [--position 4HPwATDgc/ABMA] [--dice 31] [--folder model]
"""

import argparse
from pathlib import Path

import numpy as np
import onnxruntime

import sheshbesh as sb
from sheshbesh import exchange

#: Points of the six outcomes.
POINTS = np.array([1, 2, 3, -1, -2, -3])


class OnnxNetwork:
    """A network in ONNX files, which `exchange.write_onnx` wrote. It must not be an ensemble."""

    def __init__(self, folder: str) -> None:
        # Nets of the network name the files and make the inputs; the weights in use are those of the files.
        self.network = exchange.read_onnx(folder)
        names = [net["judges"].replace(", ", "-") for net in self.network.nets()]
        self.sessions = [onnxruntime.InferenceSession(Path(folder) / f"{name}.onnx") for name in names]

    def outcomes(self, positions: list[sb.Position]) -> np.ndarray:
        """Returns the probabilities of the six outcomes, ``float32 [N, 6]``. No position may be over."""
        found = np.zeros((len(positions), 6), np.float32)
        chosen = self.network.nets_of(sb.Positions(positions))
        for net in np.unique(chosen):
            rows = np.flatnonzero(chosen == net)
            inputs = self.network.inputs(sb.Positions([positions[row] for row in rows]), int(net))
            known = {one.name for one in self.sessions[net].get_inputs()}
            (found[rows],) = self.sessions[net].run(None, {name: inputs[name] for name in inputs if name in known})
        return found


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--position", default="4HPwATDgc/ABMA")
    arguments.add_argument("--dice", default="31")
    arguments.add_argument("--folder", default="model")
    options = arguments.parse_args()

    if not Path(options.folder).exists():
        exchange.write_onnx(sb.Network.shipped(), options.folder)
    network = OnnxNetwork(options.folder)
    plays = sb.Position(options.position).plays(options.dice)
    # Results are seen by the opponent, so their equity is negated.
    equities = [
        -float(result.result) if result.result is not None else float(-network.outcomes([result])[0] @ POINTS)
        for _, result in plays
    ]
    for equity, (play, _) in sorted(zip(equities, plays), reverse=True)[:5]:
        print(f"{equity:+.3f}  {play}")


if __name__ == "__main__":
    main()
