"""Contents of the archives of the program and of the C library."""

import tempfile
from pathlib import Path

from . import texts
from .archives import write_tar, write_zip
from .build import DYLIB, SONAME, import_libraries
from .licences import third_party
from .shell import ROOT, run

STRONG = "weights/backgammon/strong.weights"


def build_native(target, program):
    """Returns a program that runs on this machine, to write manual pages and completions.

    They are the same for every target. A program for another system needs a second one, built without
    optimisation, for this machine.
    """
    if target.is_native:
        return program
    run("cargo", "build", "--quiet", "--locked", "-p", "sheshbesh")
    return ROOT / "target/debug/shesh"


def for_everybody(package, target, readme, install):
    """Returns the files common to all archives: introduction, changelog, licences, instructions."""
    names = ["CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"]
    found = {name: (ROOT / name).read_bytes() for name in names}
    # The repository's begins with a build, and leads to pages that archives do not have.
    found["README.md"] = readme.encode()
    found["THIRD-PARTY.txt"] = third_party(package, target).encode()
    found["INSTALL.txt"] = install.encode()
    return found


def pack_program(target, program, version, output, native=None):
    """Writes the program's archive. `native` writes its manual pages and completions, see `build_native`."""
    native = native or build_native(target, program)
    files = for_everybody("sheshbesh", target, texts.program_readme(target), texts.program(target, version))
    files[STRONG] = (ROOT / STRONG).read_bytes()
    name = f"sheshbesh-{version}-{target.name}"
    if target.system == "windows":
        files["shesh.exe"] = program.read_bytes()
        files["completions/shesh.ps1"] = run(native, "completions", "powershell").encode()
        for text in ["README.md", "INSTALL.txt"]:
            files[text] = with_line_ends(files[text])
        write_zip(name, files, output)
        return
    files["bin/shesh"] = program.read_bytes()
    for shell, file in [("bash", "shesh.bash"), ("zsh", "_shesh"), ("fish", "shesh.fish")]:
        files[f"completions/{file}"] = run(native, "completions", shell).encode()
    with tempfile.TemporaryDirectory() as folder:
        run(native, "manual", folder)
        for page in Path(folder).iterdir():
            files[f"man/man1/{page.name}"] = page.read_bytes()
    write_tar(name, files, {"bin/shesh"}, {}, output)


def pack_library(target, made, version, output):
    """Writes the C library's archive from the folder of a build."""
    files = for_everybody("sheshbesh-capi", target, texts.library_readme(), texts.library(target, version))
    files["include/shesh.h"] = (ROOT / "crates/capi/include/shesh.h").read_bytes()
    files["docs/c.md"] = (ROOT / "docs/guide/c.md").read_bytes()
    built = (made / target.built_library).read_bytes()
    name = f"libshesh-{version}-{target.name}"
    if target.system == "windows":
        files["bin/shesh.dll"] = built
        for file, content in import_libraries(made).items():
            files[f"lib/{file}"] = content
        files["INSTALL.txt"] = with_line_ends(files["INSTALL.txt"])
        write_zip(name, files, output)
        return
    kept, link = {"linux": (SONAME, "libshesh.so"), "macos": (DYLIB, "libshesh.dylib")}[target.system]
    files[f"lib/{kept}"] = built
    files["lib/libshesh.a"] = (made / "libshesh.a").read_bytes()
    write_tar(name, files, {f"lib/{kept}"}, {f"lib/{link}": kept}, output)


def with_line_ends(text):
    """Returns a text with the line ends of Windows."""
    return text.replace(b"\n", b"\r\n")
