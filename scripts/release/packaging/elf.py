"""The requirements of Linux programs."""

import re
import struct

MACHINES = {"x86_64": 62, "aarch64": 183}


def machine(content):
    """Returns the number of the processor in an ELF file, or None for another file."""
    if content[:6] != b"\x7fELF\x02\x01":
        return None
    return struct.unpack_from("<H", content, 18)[0]


def newest_glibc(content):
    """Returns the newest version of glibc whose symbols a program needs, or None."""
    # Versions are strings of the dynamic symbol table.
    versions = re.findall(rb"\0GLIBC_([0-9.]+)(?=\0)", content)
    return max((tuple(map(int, v.decode().split("."))) for v in versions), default=None)
