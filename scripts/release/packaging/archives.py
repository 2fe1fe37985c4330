"""Reproducible archives: sorted, owned by root, all files with one date."""

import gzip
import io
import os
import tarfile
import time
import zipfile
from pathlib import Path

from .shell import run

EXECUTABLE, READABLE = 0o755, 0o644


def date():
    """Returns the time of all files, in seconds since 1970: SOURCE_DATE_EPOCH, or else the commit's."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    return int(run("git", "log", "-1", "--format=%ct"))


def write_tar(name, files, executables, links, output):
    """Writes NAME.tar.gz with files (contents by path) and symbolic links (targets by path)."""
    moment = date()
    folders = {str(folder) for file in files for folder in Path(file).parents}
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for file in sorted(folders | files.keys() | links.keys()):
            info = tarfile.TarInfo(name if file == "." else f"{name}/{file}")
            info.mtime = moment
            info.uname = info.gname = "root"
            info.mode = EXECUTABLE
            if file in links:
                info.type, info.linkname = tarfile.SYMTYPE, links[file]
                tar.addfile(info)
            elif file in files:
                if file not in executables:
                    info.mode = READABLE
                info.size = len(files[file])
                tar.addfile(info, io.BytesIO(files[file]))
            else:
                info.type = tarfile.DIRTYPE
                tar.addfile(info)
    # The gzip header has no name and no time.
    path = _path(output, f"{name}.tar.gz")
    with open(path, "wb") as file:
        with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as zipped:
            zipped.write(packed.getbuffer())
    _report(path)


def write_zip(name, files, output):
    """Writes NAME.zip with files (contents by path)."""
    # The format counts from 1980 and has no time zone.
    moment = max(time.gmtime(date())[:6], (1980, 1, 1, 0, 0, 0))
    path = _path(output, f"{name}.zip")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as zipped:
        for file in sorted(files):
            info = zipfile.ZipInfo(f"{name}/{file}", moment)
            info.compress_type = zipfile.ZIP_DEFLATED
            # As if written by MS-DOS, for the same bytes on every system.
            info.create_system = 0
            zipped.writestr(info, files[file])
    _report(path)


def _path(output, name):
    output.mkdir(parents=True, exist_ok=True)
    return output / name


def _report(path):
    print(f"{path}: {path.stat().st_size:,} bytes")
