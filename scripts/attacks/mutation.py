"""Mutations of bytes and JSON values, with dictionaries of numbers and texts."""

import json
import re

# Limits of all integer types and their neighbours, and numbers that parsers read differently.
NUMBERS = [
    *(
        str(number)
        for bits in (7, 8, 15, 16, 31, 32, 53, 63, 64, 128)
        for number in (2**bits - 1, 2**bits, -(2**bits))
    ),
    "18446744073709551614",
    "9223372036854775806",
    "1000000007",
    "999999999999999999999999999",
    "0",
    "00",
    "-0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "15",
    "16",
    "24",
    "25",
    "26",
    "27",
    "64",
    "100",
    "1025",
    "0.5",
    "1e3",
    "1e308",
    "-1e308",
    "1e400",
    "1e-400",
    "1E",
    "NaN",
    "nan",
    "inf",
    "-inf",
    "Infinity",
    "0x10",
    "1_000",
    "1,5",
    "+1",
    " 1",
    "1 ",
    "1.",
    ".1",
    "1/0",
    "9" * 400,
    "\u0661\u0662",
    "\uff11",
    "\u00b2",
    "\u2212\u0031",
    "",
]
# Control characters, terminal escapes, direction marks, and bytes that are not UTF-8.
TEXTS = [
    *(bytes([code]) for code in (0, 1, 7, 8, 9, 10, 11, 12, 13, 26, 27, 28, 127)),
    b"\r\n",
    b"\n\r",
    b"\x1b[31m",
    b"\x1b]0;x\x07",
    b"\xc2\x9b",
    b"\xc2\x85",
    b"\xe2\x80\xae",
    b"\xe2\x80\xa8",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\xfe\xff",
    b"\x80",
    b"\xff",
    b"\xc0\x80",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    b"\xe2\x82",
    b"\xf0\x9f\x8e\xb2",
    b"%00",
    b"%",
    b"%s%n",
    b"..",
    b"/",
    b"\\",
    b"\\\\u0000",
    b'"',
    b"'",
    b"`",
    b"{",
    b"}",
    b"[",
    b"]",
    b"(",
    b")",
    b";",
    b":",
    b",",
    b"*",
    b"?",
    b"*" * 300,
    b"A" * 5000,
    b" " * 3000,
    b"(" * 2000,
    b"[" * 3000,
    b"\n" * 1000,
]
# Words of the file formats and of position notation.
WORDS = [
    b"bar/off",
    b"bar",
    b"off",
    b"8/5(4)",
    b"6/off(15)",
    b"Takes",
    b"Drops",
    b"Passes",
    b"Doubles => 2",
    b"Doubles => 18446744073709551616",
    b"Beavers => 4",
    b"Raccoons => 8",
    b"Resigns",
    b"Cannot Move",
    b"Illegal play",
    b"????",
    b"Game 1",
    b"Game 18446744073709551615",
    b"5 point match",
    b"0 point match",
    b"18446744073709551615 point match",
    b"Wins 3 points",
    b"Wins 18446744073709551615 points",
    b" and the match",
    b"XGID=",
    b"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
    b"4HPwATDgc/ABMA",
    b"4HPwATDgc/ABMA:cIkqAAAAAAAA",
    b"/////////////",
    b"AAAAAAAAAAAAAA",
    b"Position ID: ",
    b"Match ID: ",
    b'[Variation "Backgammon"]',
    b'[CubeLimit "18446744073709551615"]',
    b"(;FF[4]GM[6]",
    b"AE[a:y]",
    b"AW[5][a]",
    b"CA[UTF-16]",
    b"MI[length:18446744073709551615]",
    b"RU[Crawford:CrawfordGame]",
    b"DI[77]",
    b"CV[0]",
    b"CP[n]",
    b";W[double]",
    b";B[take]",
    b";W[31hehf]",
    b"RE[W+18446744073709551615R]",
    b"null",
    b"true",
    b"{}",
    b"[]",
    b'"play"',
    b'"entries"',
    b'"length": -1',
    b"11",
    b"66",
    b"00",
    b"07",
]
DIGITS = re.compile(rb"\d+")
# Maximum length of mutated inputs, so that a fault is not caused by size alone.
LONGEST = 1 << 20


def token(chance):
    """Returns a random word of the dictionaries."""
    kind = chance.randrange(3)
    if kind == 0:
        return chance.choice(NUMBERS).encode()
    return chance.choice(TEXTS if kind == 1 else WORDS)


def piece(data, chance, longest=400):
    """Returns begin and end of a random slice."""
    begin = chance.randrange(len(data) + 1)
    return begin, min(len(data), begin + chance.randrange(1, longest))


def replace_number(data, chance):
    numbers = list(DIGITS.finditer(data))
    if not numbers:
        return data + chance.choice(NUMBERS).encode()
    found = chance.choice(numbers)
    return data[: found.start()] + chance.choice(NUMBERS).encode() + data[found.end() :]


def change_bytes(data, chance):
    changed = bytearray(data or b"\0")
    for _ in range(chance.choice((1, 1, 2, 5, 20))):
        changed[chance.randrange(len(changed))] = chance.choice((0, 255, chance.randrange(256)))
    return bytes(changed)


def flip_bit(data, chance):
    changed = bytearray(data or b"\0")
    changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def insert_token(data, chance):
    at = chance.randrange(len(data) + 1)
    return data[:at] + token(chance) + data[at:]


def replace_piece(data, chance):
    begin, end = piece(data, chance, 12)
    return data[:begin] + token(chance) + data[end:]


def remove_piece(data, chance):
    begin, end = piece(data, chance)
    return data[:begin] + data[end:]


def repeat_piece(data, chance):
    begin, end = piece(data, chance)
    times = chance.choice((2, 2, 3, 10, 300))
    return data[:begin] + data[begin:end] * times + data[end:]


def move_piece(data, chance):
    begin, end = piece(data, chance)
    rest = data[:begin] + data[end:]
    at = chance.randrange(len(rest) + 1)
    return rest[:at] + data[begin:end] + rest[at:]


def change_lines(data, chance):
    lines = data.split(b"\n")
    at = chance.randrange(len(lines))
    kind = chance.randrange(4)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, lines[chance.randrange(len(lines))])
    elif kind == 2:
        other = chance.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    else:
        return chance.choice((b"\r\n", b"\r", b"\n\n", b" ")).join(lines)
    return b"\n".join(lines)


def cut(data, chance):
    return data[: chance.randrange(len(data) + 1)]


def change_encoding(data, chance):
    text = data.decode("utf-8", "replace")
    name = chance.choice(("utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "cp1251", "shift-jis"))
    return text.encode(name, "replace")


BYTES = [replace_number] * 4 + [insert_token] * 3 + [replace_piece] * 3
BYTES += [
    change_bytes,
    flip_bit,
    remove_piece,
    repeat_piece,
    move_piece,
    change_lines,
    change_lines,
]
BYTES += [cut, change_encoding]


def mutate(data, chance, others=()):
    """Returns bytes with one to ten mutations, sometimes spliced with another sample."""
    if others and chance.random() < 0.08:
        other = chance.choice(others)
        data = data[: chance.randrange(len(data) + 1)] + other[chance.randrange(len(other) + 1) :]
    for _ in range(chance.choice((1, 1, 1, 2, 2, 3, 5, 10))):
        data = chance.choice(BYTES)(data, chance)[:LONGEST]
    return data


class Raw(str):
    """Text that is inserted into JSON verbatim, such as a number that Python cannot write."""


def deep(chance):
    depth = chance.choice((2, 60, 127, 128, 129, 3000))
    opening, closing = chance.choice((("[", "]"), ('{"a":', "}")))
    return Raw(opening * depth + "1" + closing * chance.choice((depth, depth, 0)))


def strange(chance):
    """Returns a random JSON value of any type."""
    return chance.choice(
        (
            lambda: None,
            lambda: True,
            lambda: [],
            lambda: {},
            lambda: "",
            lambda: [[[]]],
            lambda: chance.choice(NUMBERS),
            lambda: Raw(chance.choice(NUMBERS) or "1"),
            lambda: Raw(chance.choice(NUMBERS) or "1"),
            lambda: Raw(chance.choice(NUMBERS) or "1"),
            lambda: chance.choice(WORDS).decode(),
            lambda: chance.choice(TEXTS).decode("latin-1"),
            lambda: [1] * chance.choice((1, 25, 26, 27, 5000)),
            lambda: {"type": "roll", "x": [1]},
            lambda: Raw('"\\ud800"'),
            lambda: Raw("1 1"),
            lambda: deep(chance),
        )
    )()


def places(value, path=()):
    """Yields the paths of all values within a JSON value."""
    yield path
    if isinstance(value, (dict, list)):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(each, (*path, key))


def mutate_json(value, chance):
    """Returns a copy of a JSON value with some values changed in type, removed or added."""
    value = json.loads(json.dumps(value))
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        path = chance.choice(list(places(value)))
        if not path:
            if chance.random() < 0.1:
                return strange(chance)
            if isinstance(value, dict):
                value[chance.choice(WORDS).decode()] = strange(chance)
            continue
        holder = value
        for key in path[:-1]:
            holder = holder[key]
        key, kind = path[-1], chance.randrange(6)
        if kind == 0:
            del holder[key]
        elif kind == 1 and isinstance(holder, list):
            holder.insert(key, strange(chance))
        elif kind == 2 and isinstance(holder[key], str):
            changed = mutate(holder[key].encode(), chance)
            holder[key] = changed.decode("utf-8", "replace")
        elif kind == 3 and isinstance(holder[key], int):
            holder[key] = int(holder[key]) + chance.choice((-1, 1, 2, 255, 2**32))
        else:
            holder[key] = strange(chance)
    return value


def to_json(value):
    """Returns JSON with each `Raw` text verbatim."""
    raws = []

    def marked(value):
        if isinstance(value, Raw):
            raws.append(value)
            return f"@raw {len(raws) - 1}@"
        if isinstance(value, dict):
            return {key: marked(each) for key, each in value.items()}
        return [marked(each) for each in value] if isinstance(value, list) else value

    text = json.dumps(marked(value))
    for number, raw in enumerate(raws):
        text = text.replace(f'"@raw {number}@"', raw)
    return text.encode("utf-8", "surrogatepass")
