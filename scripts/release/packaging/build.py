"""Builds the program and the C library for a target."""

import re

from . import checks
from .shell import BUILD, OUTPUT, run
from .toolchain import MINGW, environment, zig

SONAME = "libshesh.so.0"
# The library's path in the programs that use it: a folder of their choice.
INSTALL_NAME = "@rpath/libshesh.0.dylib"


def linker_flags(target, is_library):
    """Returns rustc's arguments for the last step of a build."""
    flags = []
    if target.system == "windows":
        # A time would make the bytes differ between builds.
        flags.append("-Wl,--no-insert-timestamp")
    if is_library and target.system == "linux":
        flags.append(f"-Wl,-soname,{SONAME}")
    if is_library and target.system == "macos":
        flags.append(f"-Wl,-install_name,{INSTALL_NAME}")
    return [word for flag in flags for word in ("-C", f"link-arg={flag}")]


def build(target):
    """Builds program and library, and returns their folder."""
    variables = environment(target)
    command, triple = ["cargo", "rustc"], target.triple
    if target.by_zig:
        command, triple = ["cargo-zigbuild", "rustc"], target.zig_triple
    parts = [(["-p", "sheshbesh", "--bin", "shesh"], False), (["-p", "sheshbesh-capi", "--lib"], True)]
    for part, is_library in parts:
        flags = linker_flags(target, is_library)
        run(*command, "--release", "--locked", "--target", triple, *part, "--", *flags, env=variables)
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
