"""Wine, which runs Windows programs on Linux: its command, and a folder in which our programs start."""

import os
import shutil
import subprocess
from pathlib import Path

from packaging.toolchain import MINGW

# No messages, no installation of Mono, no browser, no window.
ENVIRONMENT = {
    "WINEDEBUG": "-all",
    "WINEDLLOVERRIDES": "mscoree,mshtml=;winebrowser.exe=d",
    "DISPLAY": "",
}
# Seconds in which Wine makes its folder.
PATIENCE = 300


def find():
    """Returns the command, or None: preferably the program itself, since Debian's `wine` adds warnings."""
    return shutil.which("wine64", path=f"{os.environ['PATH']}:/usr/lib/wine") or shutil.which("wine")


def prepare(environment):
    """Makes the folder of Wine that `WINEPREFIX` of an environment names, with a library that versions
    before 9 lack. Returns what is missing, as a sentence, or None.
    """
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    # Programs sometimes fail while a new folder is being made.
    subprocess.run([find(), "wineboot", "-i"], env=environment, timeout=PATIENCE, **quiet)
    library = Path(environment["WINEPREFIX"]) / "drive_c/windows/system32/bcryptprimitives.dll"
    if library.exists():
        return None
    if not shutil.which(f"{MINGW}-gcc"):
        return "this version of Wine lacks bcryptprimitives.dll, and mingw-w64 is not installed to make it"
    source = Path(__file__).with_name("bcryptprimitives.c")
    subprocess.run([f"{MINGW}-gcc", "-shared", "-O1", source, "-o", library, "-ladvapi32"], check=True)
    return None
