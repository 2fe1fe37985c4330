"""The requirements of Windows programs."""

import struct

AMD64 = 0x8664
CONSOLE = 3


def _headers(content):
    if content[:2] != b"MZ":
        return None
    start = struct.unpack_from("<I", content, 0x3C)[0]
    return start if content[start : start + 4] == b"PE\0\0" else None


def machine(content):
    """Returns the number of the processor in a PE file, or None for another file."""
    start = _headers(content)
    return None if start is None else struct.unpack_from("<H", content, start + 4)[0]


def timestamp(content):
    """Returns the time of the linker, in seconds since 1970, or 0 if it is left out."""
    return struct.unpack_from("<I", content, _headers(content) + 8)[0]


def subsystem(content):
    """Returns the subsystem: 3 for programs with a console."""
    return struct.unpack_from("<H", content, _headers(content) + 24 + 68)[0]


def imports(content):
    """Returns the names of the libraries that a program loads when it starts."""
    start = _headers(content)
    sections, optional = struct.unpack_from("<H", content, start + 6)[0], start + 24
    table = optional + struct.unpack_from("<H", content, start + 20)[0]
    ranges = [struct.unpack_from("<IIII", content, table + 40 * i + 8) for i in range(sections)]

    def offset(address):
        for size, begin, _, place in ranges:
            if begin <= address < begin + size:
                return address - begin + place
        raise ValueError(f"no section has the address {address:#x}")

    # The second of the data directories, which follow 112 bytes of the 64-bit header.
    entry = offset(struct.unpack_from("<I", content, optional + 112 + 8)[0])
    names = []
    while (name := struct.unpack_from("<I", content, entry + 12)[0]) != 0:
        begin = offset(name)
        names.append(content[begin : content.index(b"\0", begin)].decode())
        entry += 20
    return names
