"""The Python wheel of a target."""

import tempfile
import zipfile
from pathlib import Path

from . import checks
from .archives import date
from .licences import third_party
from .shell import BUILD, ROOT, fail, run
from .toolchain import environment

NAME = "sheshbesh"


def wheel(target, output, options=()):
    """Builds the wheel, with the licences of the libraries compiled in, and checks it.

    `options` are more arguments of cargo.
    """
    variables = environment(target) | {
        "CARGO_TARGET_DIR": str(BUILD / "python"),
        "SOURCE_DATE_EPOCH": str(date()),
    }
    asked = ["--release", "--locked", "--target", target.triple, *options]
    if target.by_zig:
        asked.append("--zig")
    if target.system == "linux":
        asked += ["--compatibility", "manylinux2014"]
    licences = ROOT / "python/THIRD-PARTY.txt"
    licences.write_text(third_party("sheshbesh-python", target, "python/Cargo.toml"))
    with tempfile.TemporaryDirectory() as folder:
        places = ["-m", "python/Cargo.toml", "-o", folder]
        try:
            run("maturin", "build", "-q", *asked, *places, env=variables)
        finally:
            licences.unlink()
        (made,) = Path(folder).glob(f"{NAME}-*.whl")
        check(made, target)
        output.mkdir(parents=True, exist_ok=True)
        kept = output / made.name
        kept.write_bytes(made.read_bytes())
    print(f"{kept}: {kept.stat().st_size:,} bytes")


def check(path, target):
    """Exits if a wheel is not for all versions of Python on a target, or lacks a part of the package."""
    _, _, python, abi, platform = path.stem.split("-")
    tag = {
        "x86_64-linux": "manylinux_2_17_x86_64",
        "aarch64-linux": "manylinux_2_17_aarch64",
        "x86_64-windows": "win_amd64",
        "aarch64-macos": "macosx_11_0_arm64",
        "x86_64-macos": "macosx_10_12_x86_64",
    }[target.name]
    if (python, abi) != ("cp310", "abi3") or tag not in platform.split("."):
        fail(f"{path.name} is not for Python 3.10 and newer on {target.name}")
    sources = ROOT / "python/package" / NAME
    needed = {f"{NAME}/{source.name}" for source in sources.iterdir() if source.is_file()}
    native = f"{NAME}/{target.native_module}"
    with zipfile.ZipFile(path) as whole, tempfile.TemporaryDirectory() as folder:
        if missing := {*needed, native} - set(whole.namelist()):
            fail(f"{path.name} lacks {', '.join(sorted(missing))}")
        if not any(name.endswith("THIRD-PARTY.txt") for name in whole.namelist()):
            fail(f"{path.name} lacks the licences of libraries")
        checks.check_binary(Path(whole.extract(native, folder)), target)
