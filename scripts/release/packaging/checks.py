"""Checks of what was built: processor, oldest system, libraries, and paths of this machine."""

from . import elf, macho, pe
from .shell import fail
from .toolchain import private_paths

# Parts of Windows 10 and newer.
WINDOWS_LIBRARIES = {
    "advapi32.dll", "bcrypt.dll", "bcryptprimitives.dll", "combase.dll", "crypt32.dll", "kernel32.dll",
    "msvcrt.dll", "ntdll.dll", "ole32.dll", "oleaut32.dll", "secur32.dll", "shell32.dll", "user32.dll",
    "userenv.dll", "ws2_32.dll",
}  # fmt: skip
# Parts of every macOS; linking iconv links its charset library too.
MACOS_LIBRARIES = (
    "/usr/lib/libSystem.B.dylib", "/usr/lib/libobjc.A.dylib", "/usr/lib/libiconv.2.dylib", "/usr/lib/libcharset.1.dylib",
)  # fmt: skip


def check_binary(path, target, name=None):
    """Exits if a program or shared library does not run on a target, or contains private paths."""
    check_paths(path)
    content, name = path.read_bytes(), name or path.name
    check = {"linux": _check_linux, "windows": _check_windows, "macos": _check_macos}[target.system]
    print(f"{name}: {check(content, name, target)}")


def check_paths(path):
    """Exits if a file contains a path of this machine."""
    content = path.read_bytes()
    for place in private_paths():
        found = content.find(f"{place}/".encode())
        if found >= 0:
            fail(f"{path.name} contains a path of this machine: {content[found : found + 120]}")


def _check_linux(content, name, target):
    architecture = target.name.split("-")[0]
    if elf.machine(content) != elf.MACHINES[architecture]:
        fail(f"{name} is not a program for {target.name}")
    newest = elf.newest_glibc(content)
    if newest is None or newest > target.oldest:
        fail(f"{name} needs glibc {newest or '?'}, newer than {target.oldest}")
    return f"needs glibc {'.'.join(map(str, newest))} or newer"


def _check_windows(content, name, target):
    if pe.machine(content) != pe.AMD64:
        fail(f"{name} is not a program for {target.name}")
    if pe.timestamp(content):
        fail(f"{name} contains the time of the build")
    if name.endswith(".exe") and pe.subsystem(content) != pe.CONSOLE:
        fail(f"{name} has no console")
    needed = {library.lower() for library in pe.imports(content)}
    allowed = WINDOWS_LIBRARIES | {library for library in needed if library.startswith("api-ms-win-")}
    if name.endswith(".pyd"):
        allowed.add("python3.dll")
    if foreign := needed - allowed:
        fail(f"{name} needs libraries that are not part of Windows: {', '.join(sorted(foreign))}")
    return f"needs {', '.join(sorted(needed))}"


def _check_macos(content, name, target):
    if macho.processor(content) != target.name.split("-")[0]:
        fail(f"{name} is not a program for {target.name}")
    oldest = macho.oldest_system(content)
    if oldest is None or oldest > target.oldest:
        fail(f"{name} needs macOS {oldest or '?'}, newer than {target.oldest}")
    needed = macho.libraries(content)
    if foreign := [library for library in needed if library not in MACOS_LIBRARIES]:
        fail(f"{name} needs libraries that are not part of macOS: {', '.join(foreign)}")
    if target.name == "aarch64-macos" and (problem := macho.signature_problem(content)):
        fail(f"{name} {problem}")
    return f"needs macOS {oldest[0]}.{oldest[1]} or newer, {', '.join(needed)}"
