"""Checks the files of a release about the program: bill of materials, sources, recipes."""

import json
import re
import shutil
import subprocess

from common import ReleaseError, read_archive, run, without_top
from unpacked import NotUsed, require

SUMS = "SHA256SUMS"


def check_sbom(path, number):
    """Checks that the bill of materials is complete, and by its schema if the validator is installed."""
    bill = json.loads(path.read_text())
    references = [entry["bom-ref"] for entry in bill["components"]]
    root = bill["metadata"]["component"]
    if root["version"] != number:
        raise ReleaseError(f"{path.name} is the bill of version {root['version']}")
    if len(set(references)) != len(references):
        raise ReleaseError(f"{path.name} lists a component twice")
    used = {root["bom-ref"]}
    edges = {entry["ref"]: entry["dependsOn"] for entry in bill["dependencies"]}
    waiting = list(used)
    while waiting:
        for entry in edges.get(waiting.pop(), []):
            if entry not in used:
                used.add(entry)
                waiting.append(entry)
    if used != {root["bom-ref"], *references}:
        strange = sorted(used.symmetric_difference({root["bom-ref"], *references}))
        raise ReleaseError(f"{path.name} has components without a dependent, or the reverse: {strange[0]}")
    try:
        from cyclonedx.schema import SchemaVersion
        from cyclonedx.validation.json import JsonStrictValidator
    except ImportError:
        return f"{len(references)} components; cyclonedx-python-lib is not installed"
    if problem := JsonStrictValidator(SchemaVersion.V1_6).validate_str(path.read_text()):
        raise ReleaseError(f"{path.name} is not valid: {problem}")
    return f"{len(references)} components, valid"


def check_source(path, number):
    """Checks that the source archive has what a build needs."""
    files = without_top(path, read_archive(path))
    require(
        files,
        [
            "Cargo.toml",
            "Cargo.lock",
            "LICENSE-MIT",
            "LICENSE-APACHE",
            "crates/cli/src/main.rs",
            "weights/backgammon/shipped.weights",
        ],
        path.name,
    )
    if f'version = "{number}"' not in files["Cargo.toml"].content.decode():
        raise ReleaseError(f"{path.name} contains another version")
    raise NotUsed("a build takes minutes")


def check_recipe(path, number):
    """Checks that a recipe is filled in, and its syntax if there is a program for that."""
    text = path.read_text()
    if left := re.search(r"@[A-Z0-9]+(:[a-z0-9_-]+)?@", text):
        raise ReleaseError(f"{path.name} still has {left[0]}")
    for digest in re.findall(r"\b[0-9a-f]{64}\b", text):
        if digest not in path.parents[2].joinpath(SUMS).read_text():
            raise ReleaseError(f"{path.name} has a sum of no file of this release")
    checkers = {".rb": ["ruby", "-c"], ".nix": ["nix-instantiate", "--parse"]}
    if path.suffix in checkers:
        command = checkers[path.suffix]
        if not shutil.which(command[0]):
            raise NotUsed(f"{command[0]} is not installed")
        run(*command, path, stderr=subprocess.DEVNULL)
        return "can be parsed"
    try:
        import yaml
    except ImportError as error:
        raise NotUsed("PyYAML is not installed") from error
    if yaml.safe_load(text)["PackageVersion"] != number:
        raise ReleaseError(f"{path.name} is for another version")
    return "can be parsed"
