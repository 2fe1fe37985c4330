"""The platforms of release packages."""

import platform
from dataclasses import dataclass

GLIBC = (2, 17)


@dataclass(frozen=True)
class Target:
    """A platform. `name` is the suffix of file names, `triple` is Rust's name."""

    name: str
    triple: str
    # Platform in sentences, with its requirements.
    about: str
    # Oldest system that the programs run on, as (major, minor): of glibc, macOS or Windows.
    oldest: tuple[int, int]
    # Linked by zig, otherwise by the linker that Rust uses by default.
    by_zig: bool

    @property
    def system(self):
        """The operating system: linux, macos or windows."""
        return self.name.split("-")[1]

    @property
    def is_native(self):
        """True if this machine runs programs of the target."""
        return self.name == f"{platform.machine()}-{platform.system().lower()}"

    @property
    def zig_triple(self):
        """The target for cargo-zigbuild, which can select a version of glibc."""
        version = ".".join(map(str, self.oldest))
        return f"{self.triple}.{version}" if self.system == "linux" else self.triple

    @property
    def program(self):
        """File name of the program."""
        return "shesh.exe" if self.system == "windows" else "shesh"

    @property
    def built_library(self):
        """File name of the shared library in cargo's folder."""
        return {"linux": "libshesh.so", "macos": "libshesh.dylib", "windows": "shesh.dll"}[self.system]

    @property
    def native_module(self):
        """File name of the Python package's compiled part."""
        return "_native.pyd" if self.system == "windows" else "_native.abi3.so"


def linux(architecture, processor):
    about = f"Linux on {processor}, with glibc {GLIBC[0]}.{GLIBC[1]} or newer"
    return Target(f"{architecture}-linux", f"{architecture}-unknown-linux-gnu", about, GLIBC, by_zig=True)


def macos(architecture, processor, oldest):
    about = f"macOS {oldest[0]}.{oldest[1]} or newer on {processor}"
    return Target(f"{architecture}-macos", f"{architecture}-apple-darwin", about, oldest, by_zig=True)


# The oldest systems of Windows and macOS are those that Rust's standard library supports.
TARGETS = {
    target.name: target
    for target in [
        linux("x86_64", "x86-64"),
        linux("aarch64", "64-bit ARM"),
        Target(
            "x86_64-windows", "x86_64-pc-windows-gnu", "Windows 10 or newer on x86-64", (10, 0), by_zig=False
        ),
        macos("aarch64", "Apple silicon", (11, 0)),
        macos("x86_64", "Intel processors", (10, 12)),
    ]
}
DEFAULT = TARGETS["x86_64-linux"]
# The module for browsers and Node.js, which has no archive.
WEB = Target("wasm32-web", "wasm32-unknown-unknown", "browsers and Node.js", (0, 0), by_zig=False)
