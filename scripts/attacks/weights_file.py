"""The frame of weights files and checkpoints, and what a weights file says of its training.

The layout is documented in `crates/network/src/file.rs`.
"""

import struct
import zlib

HEADER = struct.Struct("<8sIQI")


def payload(content):
    """Bytes after the header; `ValueError` unless length and checksum are right."""
    _, _, length, checksum = HEADER.unpack_from(content)
    rest = content[HEADER.size :]
    if len(rest) != length or zlib.crc32(rest) != checksum:
        raise ValueError("length or checksum of a file is wrong")
    return rest


def framed(content, rest):
    """Another payload behind a file's header, with the right length and checksum."""
    magic, version, _, _ = HEADER.unpack_from(content)
    return HEADER.pack(magic, version, len(rest), zlib.crc32(rest)) + rest


def varint(data, at):
    """A number of bincode's standard configuration, and the place after it."""
    width = {251: 2, 252: 4, 253: 8, 254: 16}.get(data[at])
    if width is None:
        return data[at], at + 1
    return int.from_bytes(data[at + 1 : at + 1 + width], "little"), at + 1 + width


def learned(content):
    """Everything that a weights file says but the time and the machine of its training."""
    data, at = payload(content), 0
    values = []
    # Recipe; seed, games, samples, seconds; commit, machine.
    for kind in "tnnnntt":
        number, at = varint(data, at)
        if kind == "t":
            values.append(data[at : at + number])
            at += number
        else:
            values.append(number)
    recipe, seed, games, samples = values[:4]
    return recipe, seed, games, samples, data[at:]
