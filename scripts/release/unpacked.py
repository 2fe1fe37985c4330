"""Unpacks a file of a release into an empty place and uses it there."""

import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

import wine
from common import ANSWER, QUESTION, ReleaseError, run

# Seconds that a program may take for one answer; emulators are slow.
PATIENCE = 300
# First line of a ranking, as commands print it.
RANKED = re.compile(rf"^ *1\. {re.escape(ANSWER)} ", re.M)


class NotUsed(Exception):
    """A file was not used here; says why."""


def require(files, names, archive):
    """Raises `ReleaseError` if an archive lacks files, or has empty ones."""
    for name in names:
        if name not in files or not (files[name].content or files[name].link):
            raise ReleaseError(f"{archive} lacks {name}")


def unpack(files, folder):
    """Writes the files of an archive into a folder."""
    for name, file in files.items():
        path = folder / name
        if not path.resolve().is_relative_to(folder.resolve()):
            raise ReleaseError(f"{name} is outside of its archive")
        path.parent.mkdir(parents=True, exist_ok=True)
        if file.link is not None:
            path.symlink_to(file.link)
        else:
            path.write_bytes(file.content)
            path.chmod(file.mode | 0o600)


def ask(command, folder, number, **variables):
    """Asks a program for its version and one best play, in an environment that is empty otherwise."""
    variables = {"HOME": str(folder), "PATH": os.environ["PATH"]} | variables
    options = {"cwd": folder, "env": variables, "timeout": PATIENCE, "stderr": subprocess.DEVNULL}
    said = run(*command, "--version", **options).strip()
    if said != f"shesh {number}":
        raise ReleaseError(f"the program says that it is {said}, not shesh {number}")
    if not RANKED.search(run(*command, "best", *QUESTION, **options)):
        raise ReleaseError(f"the program does not answer {ANSWER}")


def runner(processor, system):
    """Returns how programs of a platform run here: command, words for it, variables."""
    here = {"linux": "linux", "darwin": "macos", "win32": "windows"}.get(sys.platform)
    mine = {"AMD64": "x86_64", "arm64": "aarch64"}.get(platform.machine(), platform.machine())
    if (processor, system) == (mine, here):
        return [], "answers", {}
    if system == "linux" and processor == "aarch64":
        libraries = "/usr/aarch64-linux-gnu"
        for emulator in ["qemu-aarch64-static", "qemu-aarch64"]:
            if shutil.which(emulator) and Path(libraries).is_dir():
                return [emulator, "-L", libraries], "answers under qemu", {}
        raise NotUsed("qemu-user or libc6-arm64-cross is not installed")
    if system == "windows" and processor == "x86_64":
        if found := wine.find():
            return [found], "answers under wine", wine.ENVIRONMENT
        raise NotUsed("wine is not installed")
    raise NotUsed(f"programs for {system} do not run here")
