"""Reads and writes the container of weights files and checkpoints, and reads their provenance.

`crates/network/src/file/mod.rs` documents the layout.
"""

import struct
import zlib

HEADER = struct.Struct("<8sIQI")


def payload(content):
    """Returns the bytes after the header; raises `ValueError` unless length and checksum match."""
    _, _, length, checksum = HEADER.unpack_from(content)
    rest = content[HEADER.size :]
    if len(rest) != length or zlib.crc32(rest) != checksum:
        raise ValueError("length or checksum of a file is wrong")
    return rest


def framed(content, rest):
    """Returns a file's header with another payload, and its length and checksum."""
    magic, version, _, _ = HEADER.unpack_from(content)
    return HEADER.pack(magic, version, len(rest), zlib.crc32(rest)) + rest


def varint(data, at):
    """Returns a number in bincode's standard configuration, and the offset after it."""
    width = {251: 2, 252: 4, 253: 8, 254: 16}.get(data[at])
    if width is None:
        return data[at], at + 1
    return int.from_bytes(data[at + 1 : at + 1 + width], "little"), at + 1 + width


def learned(content):
    """Returns the content of a weights file without time, commit and machine of its training."""
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
