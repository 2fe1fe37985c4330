"""Tests the examples in the docs and in the package."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

import sheshbesh

PYTHON = Path(__file__).parent.parent
DOCS = [PYTHON.parent / "docs" / "guide" / "python.md", PYTHON / "README.md"]
MODULES = ["", ".answers", ".engine", ".errors", ".features", ".numbers", ".openspiel"]
#: Modules with a package that their examples need.
OPTIONAL = {
    ".gymnasium_env": "gymnasium",
    ".openspiel_env": "gymnasium",
    ".pettingzoo_env": "pettingzoo",
    ".exchange": "safetensors",
    ".exchange.model_card": "numpy",
    ".parquet": "pyarrow",
}


@pytest.mark.parametrize("docs", DOCS, ids=lambda path: path.name)
def test_examples_of_the_docs(docs, tmp_path, monkeypatch):
    """Later code blocks use the definitions of earlier ones."""
    for module in ("gymnasium", "pettingzoo", "safetensors", "onnx", "pyarrow"):
        pytest.importorskip(module)
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", docs.read_text(), re.S)
    assert blocks
    shared, runner = {}, doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for number, block in enumerate(blocks):
        if ">>>" in block:
            test = doctest.DocTestParser().get_doctest(block, shared, f"block {number}", docs.name, 0)
            runner.run(test, clear_globs=False)
            shared = test.globs
        else:
            exec(compile(block, f"{docs.name}, block {number}", "exec"), shared)
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("name", [*MODULES, *OPTIONAL])
def test_examples_of_the_package(name, tmp_path, monkeypatch):
    if name in OPTIONAL:
        pytest.importorskip(OPTIONAL[name])
    monkeypatch.chdir(tmp_path)
    module = importlib.import_module(f"sheshbesh{name}")
    assert doctest.testmod(module, optionflags=doctest.ELLIPSIS).failed == 0


def test_stubs_say_what_there_is():
    """The stub declares exactly the names of the native module."""
    import ast

    native = importlib.import_module("sheshbesh._native")
    stub = ast.parse((Path(sheshbesh.__file__).parent / "_native.pyi").read_text())
    typed = {"Provenance", "Inputs", "Net"}
    described = {
        node.name: node
        for node in stub.body
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.name not in typed
    }
    assert set(described) == {name for name in dir(native) if not name.startswith("__")}
    for name, node in described.items():
        if isinstance(node, ast.ClassDef):
            members = {member.name for member in node.body if isinstance(member, ast.FunctionDef)}
            there = {member for member in vars(getattr(native, name)) if not member.startswith("__")}
            assert {member for member in members if not member.startswith("__")} == there, name
