"""Licences of the libraries that are compiled into a package."""

import json
import re
from pathlib import Path

from .shell import ROOT, fail, run

MINGW_RUNTIME = [
    "mingw-w64, startup code: public domain and ZPL-2.1, Copyright (c) mingw-w64 project.",
    "libgcc, stack unwinding: GPL-3.0 with the GCC Runtime Library Exception 3.1, which allows its use in",
    "programs under any licence.",
]


def third_party(package, target, manifest="Cargo.toml", features=""):
    """Returns the licences of everything compiled into a package of a workspace for a target.

    `features` are those of the package, beside the default ones.
    """
    of = ["--manifest-path", manifest, "--locked"]
    metadata = run("cargo", "metadata", "--format-version", "1", *of)
    known = {(p["name"], p["version"]): p for p in json.loads(metadata)["packages"]}
    asked = [*of, "--prefix", "none", "--target", target.triple, "--format", "{p}"]
    edges = ["--edges", "normal,no-proc-macro"]
    tree = run("cargo", "tree", "--package", package, "--features", features, *edges, *asked)
    used = {tuple(line.split()[:2]) for line in tree.splitlines() if line}
    used = [known[name, version.removeprefix("v")] for name, version in sorted(used)]
    used = [package for package in used if package["source"]]

    texts = {}
    for package in used:
        for text in licence_texts(package):
            # The same text often has other line breaks.
            known_as = " ".join(text.split())
            texts.setdefault(known_as, (text, []))[1].append(package["name"])
    lines = [
        "Third-party libraries compiled into Sheshbesh, and their licences.",
        "",
        "The sources of each are published in Rust's package registry under its name and version.",
        "",
        "Rust's standard library: MIT OR Apache-2.0, Copyright (c) The Rust Project Contributors.",
    ]
    if target.system == "windows":
        lines += MINGW_RUNTIME
    lines.append("")
    for package in used:
        lines.append(f"{package['name']} {package['version']}: {package['license']}")
    for text, names in texts.values():
        lines += ["", "=" * 80, *wrapped(names), "-" * 80, "", text.strip()]
    fonts = ROOT / "crates/server/web/fonts"
    if "sheshbesh-server" in tree:
        names = sorted(path.name for path in fonts.glob("*.woff2"))
        text = (fonts / "OFL.txt").read_text()
        lines += ["", "=" * 80, *wrapped(names), "-" * 80, "", text.strip()]
    return "\n".join(lines) + "\n"


def licence_texts(package):
    """Returns the licences and notices in a package, or the standard texts if it has none."""
    folder = Path(package["manifest_path"]).parent
    named = re.compile(r"(un)?licen[cs]es?|copying|copyright|notice", re.I)
    files = [path for path in folder.iterdir() if named.match(path.name)]
    files += [path for place in files if place.is_dir() for path in place.iterdir()]
    if package["license_file"]:
        files.append(folder / package["license_file"])
    found = [path for path in sorted(set(files)) if path.is_file()]
    if found:
        return [path.read_text(errors="replace") for path in found]
    names = re.split(r"[ /()]+", package["license"] or "")
    if "MIT" in names:
        usual = (ROOT / "LICENSE-MIT").read_text()
        authors = ", ".join(package["authors"]) or f"the authors of {package['name']}"
        authors = re.sub(r" <[^>]*>", "", authors)
        return [re.sub(r"^Copyright .*$", lambda _: f"Copyright (c) {authors}", usual, flags=re.M)]
    if "Apache-2.0" in names:
        return [(ROOT / "LICENSE-APACHE").read_text()]
    fail(f"{package['name']} ({package['license']}) contains no licence text: look for it elsewhere")


def wrapped(names):
    line = ""
    for name in sorted(set(names)):
        if line and len(line) + len(name) + 2 > 80:
            yield line + ","
            line = name
        else:
            line = f"{line}, {name}" if line else name
    yield line
