"""Networks in open formats: safetensors and ONNX files, with a model card.

>>> import sheshbesh as sb
>>> from sheshbesh import exchange
>>> network = sb.Network.shipped("hypergammon")
>>> exchange.write_safetensors(network, "hypergammon.safetensors")
>>> exchange.read_safetensors("hypergammon.safetensors").to_bytes() == network.to_bytes()
True
"""

from .model_card import model_card
from .onnx_files import read_onnx, write_onnx
from .safetensors_files import read_safetensors, write_safetensors

__all__ = ["model_card", "read_onnx", "read_safetensors", "write_onnx", "write_safetensors"]
