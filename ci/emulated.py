"""Compares a program for another platform, under an emulator, with the native program: `ci/windows`, `ci/arm`.

Every check raises `AssertionError` with the reason. All runs have a time limit, and servers use a free port of
the loopback address.
"""

import csv
import json
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

LONGEST = 300  # seconds for one command, unless a program is given another limit
POSITIONS = ["4HPwATDgc/ABMA", "4PPIATDgc/ABMA", "4HPKAyAwz/ABMA"]

# Commands that must give the same bytes on every platform. {match} is a match file.
ANSWERS = [
    ["--version"],
    ["best", "4HPwATDgc/ABMA", "31", "--json"],
    ["best", "4HPwATDgc/ABMA", "31"],
    ["best", "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10", "--ply", "3", "--json"],
    ["best", "--game", "fevga", "64", "--json"],
    ["evaluate", "4HPwATDgc/ABMA", "--json"],
    ["evaluate", "4PPIATDgc/ABMA", "--ply", "3", "--json"],
    ["cube", "4HPKAyAwz/ABMA", "--ply", "2", "--json"],
    ["cube", "4HPwATDgc/ABMA", "--match", "7", "--score", "2-4"],
    ["rollout", "4HPwATDgc/ABMA", "31", "--games", "72", "--seed", "3", "--json"],
    ["rollout", "4HPKAyAwz/ABMA", "--games", "36", "--truncate", "4", "--json"],
    ["show", "4HPwATDgc/ABMA"],
    ["perft", "--depth", "2", "--json"],
    ["perft", "--game", "plakoto", "--depth", "2", "--json"],
    ["duel", "shesh", "pubeval", "--games", "20", "--seed", "5", "--json"],
    ["convert", "{match}", "--to", "sgf"],
    ["convert", "{match}", "--to", "json"],
    ["analyze", "{match}", "--preset", "quick", "--json"],
    ["best", "no position", "31"],
]


class Program:
    """A program that is run by a command, such as an emulator with its arguments."""

    def __init__(self, *command, environment=None, path=str, longest=LONGEST):
        self.command = [str(word) for word in command]
        self.environment = environment
        # Translates a path of this machine into one of the program.
        self.path = path
        # Limit of one command, in seconds.
        self.longest = longest

    def start(self, *arguments, **options):
        arguments = [self.path(word) if isinstance(word, Path) else word for word in arguments]
        return subprocess.Popen(self.command + arguments, env=self.environment, **options)

    def run(self, *arguments, given=b"", folder=None):
        """Returns exit code, standard output and standard error."""
        pipe = subprocess.PIPE
        process = self.start(*arguments, stdin=pipe, stdout=pipe, stderr=pipe, cwd=folder)
        try:
            out, problems = process.communicate(given, timeout=self.longest)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise AssertionError(f"{arguments} took more than {self.longest} seconds") from None
        return process.returncode, out, problems

    def output(self, *arguments, **options):
        """Returns the output of a command that must succeed."""
        code, out, problems = self.run(*arguments, **options)
        assert code == 0, f"{arguments} ended with {code}: {problems.decode(errors='replace')}"
        return out


def normalised(answer):
    """Returns an answer without the values that depend on the clock."""
    return re.sub(rb'("(?:seconds|games_per_second|milliseconds)": )[-+0-9.e]+', rb"\1_", answer)


def answers(native, foreign, folder):
    """The same commands give the same bytes."""
    native.output("duel", "columns", "berliner", "--match", "3", "--games", "2", "--seed", "5",
                  "--save", folder / "sample.mat", "--force")  # fmt: skip
    for command in ANSWERS:
        # Answers name the file as it was given, so the path is the same on each platform.
        command = ["sample-1.mat" if word == "{match}" else word for word in command]
        expected, found = (program.run(*command, folder=folder) for program in [native, foreign])
        assert found[0] == expected[0], f"{command} ends with {found[0]}: {found[2].decode(errors='replace')}"
        pairs = [(normalised(expected[1]), normalised(found[1])), (expected[2], found[2])]
        for expected, found in pairs:
            if expected != found:
                raise AssertionError(f"{command} gives\n{first_difference(expected, found)}")
    return f"{len(ANSWERS)} commands give the same bytes"


def first_difference(expected, found):
    lines = zip(expected.splitlines() + [b"(end)"], found.splitlines() + [b"(end)"])
    for number, (one, other) in enumerate(lines, 1):
        if one != other:
            return f"in line {number}\n  {one!r}\ninstead of\n  {other!r}"
    return "another number of lines"


def weights_of(path):
    """Returns a weights file from the game on: without time, commit and machine of the training."""
    content = path.read_bytes()
    return content[content.index(b"\x0abackgammon") :]


def curve_of(path):
    """Returns a learning curve without the time."""
    with open(path, newline="") as file:
        return [{**row, "seconds": None} for row in csv.DictReader(file)]


def training(native, foreign, folder, recipe):
    """A training run gives the same weights, bit for bit."""
    for name, program in [("native", native), ("foreign", foreign)]:
        program.output("train", "--recipe", recipe, "--seed", "7", "--output", folder / name)
    expected, found = (weights_of(folder / name / "network.weights") for name in ["native", "foreign"])
    assert len(expected) == len(found) and len(expected) > 10_000
    differing = sum(a != b for a, b in zip(expected, found))
    assert differing == 0, f"{differing} of {len(expected)} bytes of the weights differ"
    assert curve_of(folder / "native/curve.csv") == curve_of(folder / "foreign/curve.csv")
    return f"training gives the same {len(found):,} bytes of weights"


def serving(native, foreign, folder):
    """The server delivers the page, and the same answer as the native server."""
    found = {}
    for name, program in [("native", native), ("foreign", foreign)]:
        with open(folder / f"{name}.log", "wb") as log:
            server = program.start(
                "serve", "--no-open", "--port", "0", "--seed", "1", stdout=subprocess.PIPE, stderr=log
            )
        try:
            address = read_address(server)
            with urllib.request.urlopen(f"{address}/", timeout=program.longest) as page:
                found[name] = [page.read()]
            for path, question in [
                ("best", {"position": "4HPwATDgc/ABMA", "dice": "31", "ply": 2}),
                ("cube", {"position": "4HPKAyAwz/ABMA"}),
            ]:
                request = urllib.request.Request(
                    f"{address}/api/v1/{path}", json.dumps(question).encode(), {"content-type": "application/json"}
                )
                with urllib.request.urlopen(request, timeout=program.longest) as answer:
                    found[name].append(answer.read())
        finally:
            server.send_signal(signal.SIGINT)
            try:
                server.wait(30)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
            server.stdout.close()
    assert b"<html" in found["native"][0] and found["native"] == found["foreign"]
    return "the server delivers the page and the same answers"


def read_address(server):
    """Returns the address that a server announces."""
    # The limit is that of the whole check: the server writes a line or ends.
    line = server.stdout.readline().decode()
    announced = re.search(r"listening on (http://\S+)", line)
    assert announced, f"the server says {line!r}"
    return announced.group(1)


def interrupting(stop, foreign, folder, recipe):
    """Ctrl-C stops training with a checkpoint, from which it resumes to the weights of `training`."""
    run = folder / "stopped"
    pipe = subprocess.PIPE
    process = foreign.start("train", "--recipe", recipe, "--seed", "7", "--output", run, stdout=pipe, stderr=pipe)
    # The first line describes the run, which then takes seconds.
    process.stdout.readline()
    time.sleep(1)
    stop(process)
    try:
        _, problems = process.communicate(timeout=foreign.longest)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        raise AssertionError("training goes on after Ctrl-C") from None
    assert process.returncode == 130, f"training ends with {process.returncode}: {problems!r}"
    assert (run / "checkpoint").is_file(), "there is no checkpoint"
    foreign.output("train", "--resume", "--output", run)
    whole, resumed = (weights_of(folder / name / "network.weights") for name in ["foreign", "stopped"])
    assert whole == resumed, "the resumed run has other weights"
    return "Ctrl-C stops training with a checkpoint, from which it resumes to the same weights"


def paths(native, foreign, folder):
    """Folders and files may have blanks and Cyrillic letters in their names."""
    place = folder / "Мои матчи и игры"
    place.mkdir()
    source = place / "партия один.mat"
    source.write_bytes((folder / "sample-1.mat").read_bytes())
    for force in [[], ["--force"]]:
        foreign.output("convert", source, place / "вторая партия.sgf", *force)
    converted = (place / "вторая партия.sgf").read_bytes()
    assert converted == native.output("convert", source, "--to", "sgf")
    reports = place / "отчёты"
    foreign.output("analyze", source, "--preset", "quick", "--output", reports)
    assert any(reports.iterdir())
    assert not list(place.rglob("*.tmp"))
    return "paths have blanks and Cyrillic letters"


def line_ends(native, foreign, folder, recipe):
    r"""Inputs may have the line ends \r\n, and a byte order mark."""
    text = (folder / "sample-1.mat").read_bytes()
    windows = folder / "windows.mat"
    windows.write_bytes(text.replace(b"\n", b"\r\n"))
    expected = native.output("convert", folder / "sample-1.mat", "--to", "sgf")
    for program in [native, foreign]:
        assert program.output("convert", windows, "--to", "sgf") == expected
        assert program.output("convert", "-", "--to", "sgf", given=windows.read_bytes()) == expected
    as_json = native.output("convert", folder / "sample-1.mat", "--to", "json")
    (folder / "windows.json").write_bytes(as_json.replace(b"\n", b"\r\n"))
    assert foreign.output("convert", folder / "windows.json", "--to", "sgf") == expected
    table = "position_id\n" + "\n".join(POSITIONS) + "\n"
    (folder / "positions.csv").write_text(table)
    (folder / "windows.csv").write_text("\ufeff" + table, newline="\r\n", encoding="utf-8")
    native.output("evaluate", "--input", folder / "positions.csv", "--output", folder / "native.csv")
    foreign.output("evaluate", "--input", folder / "windows.csv", "--output", folder / "foreign.csv")
    assert (folder / "native.csv").read_bytes() == (folder / "foreign.csv").read_bytes()
    commands = "ubgi\nisready\nquit\n"
    expected = native.output("ubgi", given=commands.encode())
    assert foreign.output("ubgi", given=commands.replace("\n", "\r\n").encode()) == expected
    (folder / "windows.toml").write_text(
        "\ufeff" + recipe.read_text().replace("games = 6000", "games = 100"), newline="\r\n", encoding="utf-8"
    )
    for program, name in [(native, "one"), (foreign, "other")]:
        program.output("train", "--recipe", folder / "windows.toml", "--output", folder / name)
    assert weights_of(folder / "one/network.weights") == weights_of(folder / "other/network.weights")
    return r"inputs with \r\n and a byte order mark are read"


def report(checks):
    """Runs checks, each a function without arguments, and ends the program with the result."""
    failed = 0
    for check in checks:
        began = time.monotonic()
        try:
            print(f"{check()} ({time.monotonic() - began:.0f} s)", flush=True)
        except (AssertionError, OSError, subprocess.SubprocessError) as error:
            # Other checks go on: they say more about the reason.
            failed += 1
            print(f"failed: {error or type(error).__name__}", flush=True)
    sys.exit(1 if failed else 0)
