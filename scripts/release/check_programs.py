"""Checks the files of a release that contain the engine: each is installed into an empty place and used.

A check returns a word for how the file was used, or raises `NotUsed` if it is complete but cannot be used
on this machine.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import wine
from common import ANSWER, QUESTION, ReleaseError, read_archive, run, without_top
from unpacked import PATIENCE, NotUsed, ask, require, runner, unpack

COMMON = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY.txt", "INSTALL.txt"]
STRONG = "weights/backgammon/strong.weights"
C_PROGRAM = f"""\
#include "shesh.h"
#include <stdio.h>

int main(void) {{
    Shesh *engine = NULL;
    SheshQuestion question = {{sizeof question}};
    SheshPlay play;
    question.position = "{QUESTION[0]}";
    question.dice = "{QUESTION[1]}";
    if (shesh_open(NULL, &engine) != SHESH_STATUS_OK ||
        shesh_best(engine, &question, &play, sizeof play, 1, NULL) != SHESH_STATUS_OK) {{
        puts(shesh_last_error());
        return 1;
    }}
    puts(play.play);
    shesh_close(engine);
}}
"""


def check_program(path, number, target):
    """Checks and uses an archive of the program."""
    processor, system = target.split("-")
    files = without_top(path, read_archive(path))
    program = "shesh.exe" if system == "windows" else "bin/shesh"
    completions = ["shesh.ps1"] if system == "windows" else ["shesh.bash", "_shesh", "shesh.fish"]
    pages = [] if system == "windows" else ["man/man1/shesh.1", "man/man1/shesh-best.1"]
    require(
        files, [*COMMON, *pages, STRONG, program, *(f"completions/{name}" for name in completions)], path.name
    )
    if system != "windows" and not files[program].mode & 0o111:
        raise ReleaseError(f"{program} in {path.name} is not executable")
    command, how, variables = runner(processor, system)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        unpack(files, folder)
        if system == "windows" and command:
            variables = variables | {"WINEPREFIX": str(folder / "wine")}
            if missing := wine.prepare({"HOME": name, "PATH": os.environ["PATH"]} | variables):
                raise NotUsed(missing)
        ask([*command, str(folder / program)], folder, number, **variables)
    return how


def check_library(path, number, target):
    """Checks an archive of the C library, and uses it from a small C program if it is for this machine."""
    processor, system = target.split("-")
    files = without_top(path, read_archive(path))
    names = {
        "linux": ["lib/libshesh.so.0", "lib/libshesh.so", "lib/libshesh.a"],
        "macos": ["lib/libshesh.0.dylib", "lib/libshesh.dylib", "lib/libshesh.a"],
        "windows": ["bin/shesh.dll", "lib/shesh.lib", "lib/libshesh.dll.a"],
    }[system]
    require(files, [*COMMON, "include/shesh.h", "docs/c.md", *names], path.name)
    command, how, _ = runner(processor, system)
    if command:
        raise NotUsed("libraries are used on their own platform only")
    if not shutil.which("cc"):
        raise NotUsed("there is no C compiler")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        unpack(files, folder)
        (folder / "question.c").write_text(C_PROGRAM)
        run(
            "cc",
            "question.c",
            "-Iinclude",
            "-Llib",
            "-lshesh",
            "-Wl,-rpath," + str(folder / "lib"),
            "-o",
            "question",
            cwd=folder,
        )
        said = run("./question", cwd=folder, timeout=PATIENCE).strip()
    if said != ANSWER:
        raise ReleaseError(f"the library answers {said}, not {ANSWER}")
    return how


def check_wheel(path, number):
    """Checks a wheel, and uses it with this Python if it is for this machine and NumPy is installed."""
    files = read_archive(path)
    native = [name for name in files if re.fullmatch(r"sheshbesh/_native\.\S+", name)]
    licences = [name for name in files if name.endswith("THIRD-PARTY.txt")]
    if not native or not licences:
        raise ReleaseError(f"{path.name} lacks its native module or the licences of libraries")
    platform = "linux" if "linux" in path.name else "macos" if "macosx" in path.name else "windows"
    processor = "aarch64" if re.search("aarch64|arm64", path.name) else "x86_64"
    command, how, _ = runner(processor, platform)
    if command:
        raise NotUsed("wheels are used on their own platform only")
    with tempfile.TemporaryDirectory() as name:
        environment = Path(name) / "empty"
        run(sys.executable, "-m", "venv", environment)
        # NumPy comes from the registry, or from pip's cache.
        pip = [environment / "bin/pip", "install", "--quiet", "--disable-pip-version-check", path.resolve()]
        try:
            run(*pip, timeout=PATIENCE, stderr=subprocess.DEVNULL)
        except ReleaseError as error:
            raise NotUsed("NumPy cannot be installed") from error
        dice = "(" + ", ".join(QUESTION[1]) + ")"
        program = (
            "import importlib.metadata, sheshbesh as sb\n"
            "print(importlib.metadata.version('sheshbesh'))\n"
            f"print(sb.best({QUESTION[0]!r}, {dice})[0].play)"
        )
        said = run(environment / "bin/python", "-c", program, cwd=name, timeout=PATIENCE).split("\n")
    if said[:2] != [number, ANSWER]:
        raise ReleaseError(f"{path.name} answers {said[:2]}, not {[number, ANSWER]}")
    return how


def check_deb(path, number):
    """Unpacks a Debian package into an empty root, and uses its program."""
    field = {
        name: run("dpkg-deb", "--field", path, name).strip()
        for name in ["Package", "Version", "Architecture", "Depends"]
    }
    expected = path.name.removesuffix(".deb").split("_")
    if [field["Package"], field["Version"], field["Architecture"]] != expected:
        raise ReleaseError(f"{path.name} says that it is {field['Package']} {field['Version']}")
    if not re.match(r"libc6 \(>= 2\.\d+\)", field["Depends"]):
        raise ReleaseError(f"{path.name} does not depend on libc6")
    processor = {"amd64": "x86_64", "arm64": "aarch64"}[field["Architecture"]]
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        run("dpkg-deb", "--extract", path, root)
        texts = ["copyright", "changelog.gz", "changelog.Debian.gz", "THIRD-PARTY.txt.gz"]
        for place in [
            *(f"doc/sheshbesh/{text}" for text in texts),
            "man/man1/shesh.1.gz",
            "bash-completion/completions/shesh",
            f"sheshbesh/{STRONG}",
        ]:
            if not (root / "usr/share" / place).is_file():
                raise ReleaseError(f"{path.name} lacks /usr/share/{place}")
        command, how, variables = runner(processor, "linux")
        ask([*command, root / "usr/bin/shesh"], root, number, **variables)
        if not shutil.which("lintian"):
            return f"{how}; lintian is not installed"
    done = subprocess.run(["lintian", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    if done.returncode != 0 or re.search(r"^E:", done.stdout, re.M):
        raise ReleaseError(f"lintian says of {path.name}: {done.stdout.strip()}")
    return f"{how}; lintian finds no error"


def check_npm(path, number):
    """Installs the npm package into an empty folder, and asks one question in node."""
    about = json.loads(read_archive(path)["package/package.json"].content)
    if about["version"] != number:
        raise ReleaseError(f"{path.name} contains version {about['version']}")
    if not shutil.which("npm") or not shutil.which("node"):
        raise NotUsed("node or npm is not installed")
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "package.json").write_text('{"private": true, "type": "module"}')
        run("npm", "install", "--silent", "--offline", "--no-audit", "--no-fund", path.resolve(), cwd=name)
        request = json.dumps({"position": QUESTION[0], "dice": QUESTION[1]})
        program = (
            f"import {{ load }} from {json.dumps(about['name'])};\n"
            f"const answer = await (await load()).ask('best', {request});\n"
            "console.log(answer.plays[0].play);\n"
        )
        (Path(name) / "question.js").write_text(program)
        said = run("node", "question.js", cwd=name, timeout=PATIENCE).strip()
    if said != ANSWER:
        raise ReleaseError(f"{path.name} answers {said}, not {ANSWER}")
    return "answers in node"


def check_site(path, number):
    """Checks that the static site has its page."""
    files = without_top(path, read_archive(path))
    require(files, ["index.html"], path.name)
    if not any(name.endswith(".wasm") for name in files):
        raise ReleaseError(f"{path.name} has no engine")
    raise NotUsed("ci checks the site in a browser")
