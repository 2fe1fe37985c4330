"""Builds the program and the C library for a target."""

import re

from . import checks
from .shell import BUILD, OUTPUT, run
from .toolchain import MINGW, environment, zig

SONAME = "libshesh.so.0"
DYLIB = "libshesh.0.dylib"
# The library's name in programs that use it; on macOS, these choose its folder.
LIBRARY_NAMES = {"linux": SONAME, "macos": f"@rpath/{DYLIB}"}


def build(target, options=()):
    """Builds program and library, and returns their folder. `options` are more arguments of cargo."""
    variables = environment(target)
    if target.system in LIBRARY_NAMES:
        # `crates/capi/build.rs` passes it to the linker.
        variables["SHESH_LIBRARY_NAME"] = LIBRARY_NAMES[target.system]
    command, triple = ["cargo", "build"], target.triple
    if target.by_zig:
        command, triple = ["cargo-zigbuild", "zigbuild"], target.zig_triple
    asked = ["--release", "--locked", "--target", triple, *options]
    run(*command, *asked, "-p", "sheshbesh", "-p", "sheshbesh-capi", env=variables)
    made = BUILD / target.triple / "release"
    for name in [target.program, target.built_library]:
        checks.check_binary(made / name, target)
    if target.system != "windows":
        checks.check_paths(made / "libshesh.a")
    return made


def import_libraries(made):
    """Returns the files with which Windows programs link the DLL: for MinGW, and for MSVC."""
    folder = OUTPUT / "import"
    folder.mkdir(parents=True, exist_ok=True)
    listed = run(f"{MINGW}-objdump", "-p", made / "shesh.dll")
    exported = sorted(set(re.findall(r"\b(shesh_\w+)$", listed, re.M)))
    definitions = folder / "shesh.def"
    definitions.write_text("\n".join(["LIBRARY shesh.dll", "EXPORTS", *exported]) + "\n")
    by_mingw = folder / "libshesh.dll.a"
    run(f"{MINGW}-dlltool", "-d", definitions, "-l", by_mingw, "--deterministic-libraries")
    by_msvc = folder / "shesh.lib"
    zig("dlltool", "-m", "i386:x86-64", "-d", definitions, "-l", by_msvc)
    return {path.name: path.read_bytes() for path in [by_mingw, by_msvc]}
