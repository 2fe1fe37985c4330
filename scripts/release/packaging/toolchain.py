"""Compilers and linkers: finds or downloads them, and says what is missing."""

import os
import re
import shutil
import sys
from pathlib import Path

from .shell import BUILD, OUTPUT, ROOT, fail, run

TOOLS = ROOT / "target/package-tools"
ZIG = ["cargo-zigbuild==0.24.0", "maturin==1.16.0", "ziglang==0.17.1"]
# The linker of Windows programs, and the prefix of its tools.
MINGW = "x86_64-w64-mingw32"


def find_missing(target):
    """Returns what is missing on this machine to build for a target, as a sentence, or None."""
    libraries = Path(run("rustc", "--print", "target-libdir", "--target", target.triple).strip())
    if not list(libraries.glob("libstd-*.rlib")):
        return (
            f"Rust's standard library for {target.name} is missing: "
            f"run rustup target add {target.triple}"
        )
    if target.system == "windows" and not shutil.which(f"{MINGW}-gcc"):
        return f"the linker {MINGW}-gcc is missing: install mingw-w64"
    return None


def fetch_tools():
    """Downloads zig and maturin, unless that has been done."""
    noted = TOOLS / "fetched"
    if not noted.exists() or noted.read_text().split() != ZIG:
        run(sys.executable, "-m", "venv", "--clear", TOOLS)
        run(TOOLS / "bin/pip", "install", "--quiet", *ZIG)
        noted.write_text("\n".join(ZIG))


def private_paths():
    """Returns the folders of this machine that must not occur in packages."""
    return {ROOT, Path.home() / ".cargo", Path.home() / ".rustup", TOOLS}


def environment(target):
    """Returns the environment variables of a build; downloads the tools if they are missing."""
    fetch_tools()
    home = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo")).resolve()
    rust = run("rustc", "--print", "sysroot").strip()
    commit = re.search(r"^commit-hash: (.*)$", run("rustc", "-vV"), re.M).group(1)
    # Paths of this machine are private, and would make the bytes differ between machines.
    renamed = {
        home: "/cargo",
        ROOT: "/sheshbesh",
        f"{rust}/lib/rustlib/src/rust": f"/rustc/{commit}",
    }
    flags = [f"--remap-path-prefix={path}={name}" for path, name in renamed.items()]
    cache = OUTPUT / "cache"
    added = {
        "PATH": f"{TOOLS}/bin:{os.environ['PATH']}",
        "CARGO_TARGET_DIR": str(BUILD),
        "CARGO_ENCODED_RUSTFLAGS": "\x1f".join(flags),
        "CARGO_ZIGBUILD_CACHE_DIR": str(cache),
        "ZIG_GLOBAL_CACHE_DIR": str(cache / "zig"),
    }
    if target.system == "macos":
        added["MACOSX_DEPLOYMENT_TARGET"] = ".".join(map(str, target.oldest))
    return os.environ | added


def zig(*arguments):
    """Runs one of zig's tools and returns its output."""
    fetch_tools()
    return run(TOOLS / "bin/python", "-m", "ziglang", *arguments)
