"""The requirements and the signature of macOS programs."""

import hashlib
import struct

PROCESSORS = {0x01000007: "x86_64", 0x0100000C: "aarch64"}
LOAD_DYLIBS = {0xC, 0x80000018, 0x8000001F}
BUILD_VERSION, MINIMUM_VERSION, SIGNATURE = 0x32, 0x24, 0x1D
CODE_DIRECTORY = 0xFADE0C02


def processor(content):
    """Returns the processor of a 64-bit Mach-O file, or None for another file."""
    magic, kind = struct.unpack_from("<II", content)
    return PROCESSORS.get(kind) if magic == 0xFEEDFACF else None


def _commands(content):
    """Yields the load commands: kind and offset."""
    count = struct.unpack_from("<I", content, 16)[0]
    place = 32
    for _ in range(count):
        kind, size = struct.unpack_from("<II", content, place)
        yield kind, place
        place += size


def libraries(content):
    """Returns the paths of the libraries that a program loads when it starts."""
    found = []
    for kind, place in _commands(content):
        if kind in LOAD_DYLIBS:
            begin = place + struct.unpack_from("<I", content, place + 8)[0]
            found.append(content[begin : content.index(b"\0", begin)].decode())
    return found


def oldest_system(content):
    """Returns the oldest macOS for a program, as (major, minor), or None."""
    for kind, place in _commands(content):
        if kind in (BUILD_VERSION, MINIMUM_VERSION):
            at = place + (12 if kind == BUILD_VERSION else 8)
            version = struct.unpack_from("<I", content, at)[0]
            return version >> 16, version >> 8 & 255
    return None


def signature_problem(content):
    """Returns the reason why the hashes of a code signature do not match the file, or None.

    Apple silicon runs only programs that are signed, if only by hashes without a certificate.
    """
    places = [place for kind, place in _commands(content) if kind == SIGNATURE]
    if not places:
        return "is not signed"
    start, _ = struct.unpack_from("<II", content, places[0] + 8)
    count = struct.unpack_from(">I", content, start + 8)[0]
    for index in range(count):
        directory = start + struct.unpack_from(">I", content, start + 16 + 8 * index)[0]
        if struct.unpack_from(">I", content, directory)[0] == CODE_DIRECTORY:
            break
    else:
        return "has a signature without hashes"
    hashes, _, _, slots, limit = struct.unpack_from(">IIIII", content, directory + 16)
    length, _, _, page_bits = struct.unpack_from(">BBBB", content, directory + 36)
    if limit != start:
        return "has a signature of another length"
    for page in range(slots):
        part = content[page << page_bits : min(page + 1 << page_bits, limit)]
        at = directory + hashes + page * length
        if hashlib.sha256(part).digest()[:length] != content[at : at + length]:
            return f"differs from its signature in page {page}"
    return None
