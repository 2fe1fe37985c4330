"""What the release scripts share: facts of the project, reproducible files, and facts of programs."""

import gzip
import hashlib
import io
import os
import re
import stat
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from dataclasses import dataclass
from pathlib import Path

from packaging import targets

ROOT = Path(__file__).resolve().parents[2]
OUTPUT = ROOT / "target/package"
# Platforms of archives, as scripts/release/package names them; its default comes first.
TARGETS = list(targets.TARGETS)
# Domain that never exists (RFC 2606); stands for the project's address until there is one.
NO_ADDRESS = "https://sheshbesh.invalid"
# Question whose best play is known: the start of backgammon, 3-1.
QUESTION, ANSWER = ("4HPwATDgc/ABMA", "31"), "8/5 6/5"


class ReleaseError(Exception):
    """One sentence about what is wrong with the input or with a made file."""


def main_of(script, main):
    """Runs a script's main function, and prints its error as one line."""
    try:
        main()
    except ReleaseError as error:
        sys.exit(f"scripts/release/{script}: {error}")


def run(*command, cwd=ROOT, **options):
    """Runs a command and returns its output; raises `ReleaseError` if it fails."""
    options = {"stdout": subprocess.PIPE, "text": True} | options
    try:
        done = subprocess.run(command, cwd=cwd, **options)
    except FileNotFoundError as error:
        raise ReleaseError(f"{command[0]} is missing") from error
    except subprocess.TimeoutExpired as error:
        raise ReleaseError(f"{command[0]} did not end in {error.timeout} s") from error
    if done.returncode != 0:
        raise ReleaseError(f"{' '.join(map(str, command))} failed with code {done.returncode}")
    return done.stdout


def version():
    """Returns the version of the workspace."""
    return tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]


def date():
    """Returns the time of all files, in seconds since 1970: SOURCE_DATE_EPOCH, or else the commit's."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    return int(run("git", "log", "-1", "--format=%ct"))


@dataclass(frozen=True)
class Project:
    """Names and addresses in `packaging/project.toml`; an empty address becomes `NO_ADDRESS`."""

    name: str
    summary: str
    description: str
    maintainer: str
    email: str
    repository: str
    # True if the project has a public address.
    is_public: bool

    def download(self, version, file):
        """Returns the address of a file of a release."""
        return f"{self.repository}/releases/download/v{version}/{file}"


def project():
    """Reads `packaging/project.toml`."""
    read = tomllib.loads((ROOT / "packaging/project.toml").read_text())
    return Project(
        **read
        | {
            "repository": read["repository"].rstrip("/") or NO_ADDRESS,
            "email": read["email"] or "maintainers@sheshbesh.invalid",
            "is_public": bool(read["repository"]),
        }
    )


# Files


@dataclass(frozen=True)
class File:
    """A file, folder or link of an archive. A folder has no content."""

    content: bytes | None = b""
    mode: int = 0o644
    # Target of a symbolic link.
    link: str | None = None
    owner: int = 0


def folder(mode=0o755, owner=0):
    """Returns a folder of an archive."""
    return File(None, mode, owner=owner)


def write_tar(files, time):
    """Returns a reproducible tar: sorted by path, with parents of all files, and one time."""
    parents = {str(up) for path in files for up in Path(path).parents if str(up) != "."}
    whole = {path: folder() for path in parents} | files
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for path in sorted(whole):
            file = whole[path]
            info = tarfile.TarInfo(path)
            info.mtime, info.mode = time, file.mode
            info.uid = info.gid = file.owner
            if file.link is not None:
                info.type, info.linkname, info.mode = tarfile.SYMTYPE, file.link, 0o777
                tar.addfile(info)
            elif file.content is None:
                info.type = tarfile.DIRTYPE
                tar.addfile(info)
            else:
                info.size = len(file.content)
                tar.addfile(info, io.BytesIO(file.content))
    return packed.getvalue()


def compress(content):
    """Returns gzip-compressed content, without name and time in the header."""
    packed = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=packed, mtime=0, compresslevel=6) as zipped:
        zipped.write(content)
    return packed.getvalue()


def read_archive(path):
    """Returns the files of a `.tar.gz`, `.tar`, `.zip`, `.whl` or `.tgz`, by path; folders are left out."""
    found = {}
    if path.suffix in (".zip", ".whl"):
        with zipfile.ZipFile(path) as whole:
            for entry in whole.infolist():
                if not entry.is_dir():
                    mode = stat.S_IMODE(entry.external_attr >> 16) or 0o644
                    found[entry.filename] = File(whole.read(entry), mode)
        return found
    with tarfile.open(path) as whole:
        for entry in whole:
            name = entry.name.removeprefix("./")
            if entry.issym():
                found[name] = File(link=entry.linkname)
            elif entry.isfile():
                found[name] = File(whole.extractfile(entry).read(), entry.mode)
    return found


def archive_name(number, target):
    """Returns the name of the program's archive for a target such as `x86_64-linux`."""
    ending = "zip" if target.endswith("windows") else "tar.gz"
    return f"sheshbesh-{number}-{target}.{ending}"


def without_top(path, files):
    """Returns the files of an archive without their common folder, which has the archive's name."""
    top = re.sub(r"\.(tar\.gz|zip)$", "", path.name) + "/"
    if stray := [name for name in files if not name.startswith(top)]:
        raise ReleaseError(f"{path.name} has files outside of {top}: {stray[0]}")
    return {name.removeprefix(top): file for name, file in files.items()}


def program_archive(path):
    """Reads an archive `sheshbesh-VERSION-PROCESSOR-SYSTEM`: returns version, processor, system, and its
    files without the top folder."""
    named = re.fullmatch(r"sheshbesh-(.+)-(x86_64|aarch64)-(linux|windows|macos)\.(tar\.gz|zip)", path.name)
    if not named:
        raise ReleaseError(f"{path.name} is not named sheshbesh-VERSION-PROCESSOR-SYSTEM.tar.gz or .zip")
    if not path.is_file():
        raise ReleaseError(f"{path} not found")
    return named[1], named[2], named[3], without_top(path, read_archive(path))


def sha256(content):
    """Returns the SHA-256 sum of bytes in hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


# Programs for Linux


@dataclass(frozen=True)
class Needs:
    """Libraries that an ELF file needs, its interpreter, and the newest glibc symbol, such as (2, 17)."""

    libraries: list
    interpreter: str | None
    glibc: tuple


def needs(content):
    """Returns what an ELF file of any processor needs, from `readelf` (binutils)."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(content)
        file.flush()
        shown = ["--dynamic", "--program-headers", "--version-info"]
        dynamic = run("readelf", "--wide", *shown, file.name)
    libraries = re.findall(r"\(NEEDED\).*\[(.+)\]", dynamic)
    interpreter = re.search(r"program interpreter: (.+)\]", dynamic)
    versions = re.findall(r"Name: GLIBC_([0-9.]+)", dynamic)
    newest = max((tuple(map(int, v.split("."))) for v in versions), default=())
    return Needs(libraries, interpreter and interpreter[1], newest)
