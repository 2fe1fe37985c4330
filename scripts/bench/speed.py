#!/usr/bin/env python3
"""Compares the speed of shesh with GNU Backgammon and bkgm, on one thread.

The two programs of a row alternate for several turns. The table gives the lowest
and the highest ratio of all turns: how many times as fast shesh is.

- Evaluations: the benchmark `evaluations`, against GNU Backgammon's command
  `calibrate`.
- Plays: positions of whole games, each with a roll, are sent to shesh over the
  Universal Backgammon Interface and to GNU Backgammon over its socket,
  cubeless, with each program's own move filter; 2-ply here is GNU Backgammon's
  1-ply. The time of a 1-ply play is mostly communication; it has its own row
  and is subtracted from the other rows.
- Rollouts of the opening position: 1-ply play, cubeless, variance reduction, to
  the end. The time of a few games is subtracted from the time of many games.
- perft 3: all plays of all 21 rolls, three levels deep, against the library
  bkgm, which this script builds.

Needs Python 3.9 and cargo, and GNU Backgammon (Debian packages gnubg and
gnubg-data) for its part of the table. Missing programs are left out. Build shesh
first: cargo build --release. If other programs run at the same time, the ratios
vary a lot between turns.
"""

import argparse
import base64
import json
import os
import pathlib
import platform
import random
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import textwrap
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
OPENING = "4HPwATDgc/ABMA"
BKGM = "https://github.com/bungogood/bkgm"
BKGM_COMMIT = "c1483c5"
FEW_GAMES, MANY_GAMES = {"gnubg": 36, "shesh": 144}, {"gnubg": 108, "shesh": 720}
CALIBRATIONS = 100
# The deepest search is slow, so it gets one position in DEEP_PART.
DEEP_PART = 5

# Counts the same as our benchmark: distinct plays, each of the 21 rolls once at each depth.
BKGM_MANIFEST = """
[package]
name = "plays"
version = "0.1.0"
edition = "2021"
[dependencies]
bkgm = { %s }
mimalloc = { version = "0.1", default-features = false }
[profile.release]
codegen-units = 1
[workspace]
"""
BKGM_PROGRAM = """
use bkgm::{dice::ALL_21, legal_positions_with, variants::BACKGAMMON, ClassicRules, Position};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn plays(position: &Position<15>, depth: u32) -> u64 {
    let mut total = 0;
    for (dice, _) in ALL_21 {
        let results = legal_positions_with::<ClassicRules, 15>(*position, &dice);
        if depth == 1 {
            total += results.len() as u64;
        } else {
            total += results.iter().map(|result| plays(result, depth - 1)).sum::<u64>();
        }
    }
    total
}

fn main() {
    const TIMES: u32 = 3;
    let began = std::time::Instant::now();
    let total: u64 = (0..TIMES).map(|_| plays(std::hint::black_box(&BACKGAMMON), 3)).sum();
    println!("{}", total as f64 / began.elapsed().as_secs_f64());
}
"""


class Missing(Exception):
    """A peer is missing or does not work; the message has its name and the reason."""


class Wrong(Exception):
    """The script cannot continue; the message has the reason."""


def say(text):
    print(text, file=sys.stderr, flush=True)


def run(command, **options):
    """Runs a command and returns its output; raises Wrong if it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    except OSError as error:
        raise Wrong(f"{command[0]} cannot be run: {error.strerror}") from error
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        wrong = [line for line in lines if line.startswith("error")] or lines[-1:]
        raise Wrong(f"{pathlib.Path(command[0]).name}: {wrong[0]}")
    return done.stdout


def with_kernel(kernel):
    """Returns the environment that makes shesh use a kernel (SHESH_SIMD), or its best one for None."""
    rest = {name: value for name, value in os.environ.items() if name != "SHESH_SIMD"}
    return rest if kernel is None else {**rest, "SHESH_SIMD": kernel.replace("+", ",")}


# Our benchmarks


def build_benchmark(package, name):
    """Builds a benchmark and returns the path of its program."""
    listing = run(["cargo", "bench", "--quiet", "--no-run", "--package", package, "--bench", name,
                   "--message-format", "json"], cwd=ROOT)
    artifacts = [json.loads(line) for line in listing.splitlines() if line.startswith("{")]
    return next(artifact["executable"] for artifact in artifacts
                if artifact.get("executable") and artifact["target"]["name"] == name)


def benchmark(program, which, environment):
    """Runs a group of a benchmark and returns its throughput per second, by function name."""
    with tempfile.TemporaryDirectory() as folder:
        times = ["--warm-up-time", "1", "--measurement-time", "2"]
        run([program, "--bench", which, "--noplot", *times],
            env={**environment, "CRITERION_HOME": folder})
        rates = {}
        for file in pathlib.Path(folder).glob("*/*/new/benchmark.json"):
            about = json.loads(file.read_text())
            estimates = json.loads(file.with_name("estimates.json").read_text())
            seconds = estimates["median"]["point_estimate"] / 1e9
            rates[about["function_id"]] = about["throughput"]["Elements"] / seconds
        return rates


# Communication with the programs


def board_of(identifier):
    """Returns the checkers of the opponent and the player on roll on points 1 to 24 and the bar."""
    bits = []
    for byte in base64.b64decode(identifier + "=="):
        bits += [byte >> i & 1 for i in range(8)]
    sides, place = [], 0
    for _ in range(2):
        side = []
        while len(side) < 25:
            count = 0
            while bits[place]:
                count, place = count + 1, place + 1
            place += 1
            side.append(count)
        sides.append(side)
    return sides


def fibs_line(identifier, dice):
    """Returns the position as a board line of the First Internet Backgammon Server, a cubeless money game."""
    other, own = board_of(identifier)
    points = [-other[24]] + [own[i] - other[23 - i] for i in range(24)] + [own[24]]
    off, other_off = 15 - sum(own), 15 - sum(other)
    return (f"board:shesh:gnubg:9999:0:0:{':'.join(map(str, points))}:1:{dice[0]}:{dice[1]}:0:0"
            f":1:1:1:0:1:-1:0:25:{off}:{other_off}:{own[24]}:{other[24]}:2:0:0:0\n")


def seconds_of(ask, questions):
    """Returns the seconds of each question; the first question is asked once before as a warm-up."""
    ask(*questions[0])
    seconds = []
    for question in questions:
        began = time.perf_counter()
        ask(*question)
        seconds.append(time.perf_counter() - began)
    return seconds


def time_gnubg_plays(program, ply, questions):
    """Returns GNU Backgammon's seconds per play with communication; plies are counted as shesh does."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen([program, "--tty", "--quiet", "--no-rc"], stdin=subprocess.PIPE,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True)
    try:
        process.stdin.write(f"set evaluation chequerplay type evaluation\n"
                            f"set evaluation chequerplay evaluation plies {ply - 1}\n"
                            f"set evaluation chequerplay evaluation cubeful off\n"
                            f"set threads 1\nexternal 127.0.0.1:{port}\n")
        process.stdin.flush()
        for _ in range(400):
            try:
                connection = socket.create_connection(("127.0.0.1", port))
                break
            except OSError:
                time.sleep(0.05)
        else:
            raise Missing("GNU Backgammon: does not listen on its socket")
        with connection, connection.makefile("rw") as stream:

            def ask(identifier, dice):
                stream.write(fibs_line(identifier, dice))
                stream.flush()
                if not stream.readline():
                    raise Missing("GNU Backgammon: closed the connection")

            return seconds_of(ask, questions)
    finally:
        process.kill()
        process.wait()


def time_shesh_plays(command, kernel, ply, questions):
    """Returns shesh's seconds per play with communication."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                               env=with_kernel(kernel))

    def tell(line):
        try:
            process.stdin.write(line + "\n")
            process.stdin.flush()
        except BrokenPipeError as error:
            raise Wrong("shesh ubgi ended early") from error

    def wait_for(word):
        while True:
            line = process.stdout.readline()
            if not line:
                raise Wrong("shesh ubgi ended early")
            if line.startswith(word):
                return

    try:
        tell(f"setoption name Threads value 1\nsetoption name Ply value {ply}\nisready")
        wait_for("readyok")

        def ask(identifier, dice):
            tell(f"position gnubgid {identifier}\ndice {dice[0]} {dice[1]}\ngo role chequer")
            wait_for("bestmove")

        return seconds_of(ask, questions)
    finally:
        process.kill()
        process.wait()


def questions_of(count):
    """Returns positions of whole games, each with a roll; the same in every run."""
    listing = run(["cargo", "run", "--release", "--quiet", "--package", "sheshbesh-evaluator",
                   "--example", "positions", "--", str(count), "2"])
    draw = random.Random(1)
    return [(p, (draw.randint(1, 6), draw.randint(1, 6))) for p in listing.split()]


def seconds_a_play(time_plays, questions):
    """Returns the seconds of a play by plies: 1-ply with communication, deeper less the time of 1-ply."""
    part = questions[:max(1, len(questions) // DEEP_PART)]
    # Communication takes constant time; the median ignores pauses caused by the system.
    talk = statistics.median(time_plays(1, questions))
    return {1: talk, 2: statistics.mean(time_plays(2, questions)) - talk,
            3: statistics.mean(time_plays(3, part)) - talk}


# GNU Backgammon's commands


def gnubg_says(program, script):
    """Runs commands in GNU Backgammon's terminal and returns its output and the seconds."""
    began = time.perf_counter()
    done = subprocess.run([program, "-t", "-q", "--no-rc"], input=script, text=True, check=False,
                          errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.stdout, time.perf_counter() - began


def calibrate(program):
    """Returns GNU Backgammon's evaluations per second."""
    text, _ = gnubg_says(program, f"set threads 1\ncalibrate {CALIBRATIONS}\n")
    lines = [line for line in text.splitlines() if "Calibration result" in line]
    if not lines:
        raise Missing("GNU Backgammon: `calibrate` gives no result")
    return float(lines[-1].split()[2])


def gnubg_rollout(program, games):
    """Returns the seconds that GNU Backgammon takes to start and to roll out the opening."""
    text, seconds = gnubg_says(program, (
        "set threads 1\nset rng mersenne\nset rollout varredn on\nset rollout cubeful off\n"
        "set rollout quasirandom on\nset rollout truncation enable off\n"
        f"set rollout trials {games}\nset rollout bearofftruncation exact off\n"
        "set rollout bearofftruncation onesided off\nset rollout chequerplay plies 0\n"
        "set rollout limit enable off\nset rollout jsd stop off\n"
        f"new game\nset board {OPENING}\nset turn 0\nrollout\n"))
    if "Rollout done" not in text:
        raise Missing("GNU Backgammon: `rollout` gives no result")
    return seconds


def shesh_rollout(programs, kernel, games):
    """Returns the seconds that shesh takes to start and to roll out the opening."""
    command = programs.command("rollout", OPENING, "--games", str(games), "--threads", "1",
                               "--cubeless")
    began = time.perf_counter()
    run(command, env=with_kernel(kernel))
    return time.perf_counter() - began


def games_a_second(who, rollout):
    """Returns a program's rollout games per second, without its start."""
    few, many = rollout(FEW_GAMES[who]), rollout(MANY_GAMES[who])
    return (MANY_GAMES[who] - FEW_GAMES[who]) / (many - few)


# bkgm


def build_bkgm(folder, into):
    """Builds the program that counts plays with bkgm, and returns its path."""
    if folder is None:
        source = f'git = "{BKGM}", rev = "{BKGM_COMMIT}"'
    elif (folder / "Cargo.toml").exists():
        source = f"path = {json.dumps(str(folder))}"
    elif (folder / "HEAD").exists() or (folder / ".git").exists():
        source = f'git = {json.dumps(folder.as_uri())}, rev = "{BKGM_COMMIT}"'
    else:
        raise Wrong(f"{folder} is neither a crate nor a repository")
    (into / "src").mkdir()
    (into / "Cargo.toml").write_text(BKGM_MANIFEST % source)
    (into / "src" / "main.rs").write_text(BKGM_PROGRAM)
    environment = {**os.environ, "CARGO_TARGET_DIR": str(into / "target")}
    try:
        run(["cargo", "build", "--quiet", "--release"], cwd=into, env=environment)
    except Wrong as error:
        raise Missing(f"bkgm: {error}; --bkgm FOLDER uses a local copy") from error
    return into / "target" / "release" / "plays"


# The table


class Table:
    """Measurements of all turns, with rows in the order of their first measurement."""

    def __init__(self):
        self.lines = {}

    def add(self, what, kernel, ours, theirs, more_is_better):
        """Adds a pair of numbers of one turn; `theirs` is None without a peer."""
        ratio = theirs and (ours / theirs if more_is_better else theirs / ours)
        self.lines.setdefault((what, kernel), []).append((ours, theirs, ratio))

    def print(self):
        print(f"{'':33} {'kernel':11} {'shesh':>7} {'peer':>7}  times as fast")
        for group in dict.fromkeys(what for what, _ in self.lines):
            name = group
            for (what, kernel), turns in self.lines.items():
                if what != group:
                    continue
                ours, theirs, ratios = zip(*turns)
                peer, ratio = "", ""
                if None not in theirs:
                    peer = number(statistics.median(theirs))
                    low, high = f"{min(ratios):.1f}", f"{max(ratios):.1f}"
                    ratio = low if low == high else f"{low}–{high}"
                ours = number(statistics.median(ours))
                print(f"{name:33} {kernel:11} {ours:>7} {peer:>7}  {ratio}".rstrip())
                name = ""


def number(value):
    """Formats a number with three significant digits."""
    digits = 0 if value >= 100 else 1 if value >= 10 else 2 if value >= 1 else 3
    return f"{value:,.{digits}f}"


def processor():
    """Returns the processor's name and those of its instruction sets that kernels use."""
    about = {}
    try:
        for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
            name, _, value = line.partition(":")
            about.setdefault(name.strip(), value.strip())
    except OSError:
        pass
    wanted = ["sse2", "avx2", "fma", "bmi2", "avx512bw", "avx512_vnni"]
    flags = about.get("flags", "").split()
    name = about.get("model name") or platform.processor() or platform.machine()
    return name, " ".join(flag for flag in wanted if flag in flags) or platform.machine()


class Programs:
    """The programs to measure, and their peers; a missing peer is None."""

    def __init__(self, options, folder):
        self.shesh, self.weights = options.shesh, options.weights
        self.evaluations = build_benchmark("sheshbesh-evaluator", "evaluations")
        self.plays = build_benchmark("sheshbesh-movegen", "plays")
        self.missing = []
        self.gnubg = options.gnubg
        if self.gnubg is None:
            self.missing.append("GNU Backgammon: not found")
        self.bkgm = self.unless_missing(lambda: build_bkgm(options.bkgm, folder))

    def unless_missing(self, measure):
        """Measures a peer; returns None if it is missing, and keeps the reason for the output."""
        try:
            return measure()
        except Missing as error:
            if str(error) not in self.missing:
                self.missing.append(str(error))
            return None

    def beside_gnubg(self, measure):
        """Measures GNU Backgammon; returns None if it is missing."""
        return self.unless_missing(lambda: measure(self.gnubg)) if self.gnubg else None

    def command(self, name, *arguments):
        weights = ["--weights", self.weights] if self.weights else []
        return [self.shesh, name, *arguments, *weights]


def evaluations_of(programs, kernels, table):
    for name, kernel in kernels.items():
        theirs = programs.beside_gnubg(calibrate)
        environment = with_kernel(kernel)
        if programs.weights:
            environment["SHESH_WEIGHTS"] = programs.weights
        found = benchmark(programs.evaluations, "evaluations", environment)
        for what in ("candidates of a roll", "single positions"):
            thousands = theirs and theirs / 1e3
            table.add(f"{what}, thousands/s", name, found[what] / 1e3, thousands, True)


def plays_of(programs, kernels, table, questions):
    theirs = programs.beside_gnubg(
        lambda gnubg: seconds_a_play(lambda *asked: time_gnubg_plays(gnubg, *asked), questions))
    for name, kernel in kernels.items():
        command = programs.command("ubgi")
        ours = seconds_a_play(lambda *asked: time_shesh_plays(command, kernel, *asked), questions)
        for ply, seconds in ours.items():
            what = "a play at 1-ply with I/O, ms" if ply == 1 else f"a play at {ply}-ply, ms"
            table.add(what, name, 1e3 * seconds, theirs and 1e3 * theirs[ply], False)


def rollouts_of(programs, kernels, table):
    theirs = programs.beside_gnubg(
        lambda gnubg: games_a_second("gnubg", lambda games: gnubg_rollout(gnubg, games)))
    for name, kernel in kernels.items():
        ours = games_a_second("shesh", lambda games: shesh_rollout(programs, kernel, games))
        table.add("rollout games/s", name, ours, theirs, True)


def perft_of(programs, table):
    ours = benchmark(programs.plays, "perft 3", with_kernel(None))["perft 3"]
    theirs = float(run([str(programs.bkgm)])) if programs.bkgm else None
    table.add("perft 3, million plays/s", "", ours / 1e6, theirs and theirs / 1e6, True)


def named_kernels(asked, programs):
    """Returns values of SHESH_SIMD by the names of the kernels that they select, the best one first."""
    for kernel in asked:
        # An unknown name fails here, before anything is built.
        run([programs.shesh, "perft", "--depth", "1"], env=with_kernel(kernel))
    kernels = {}
    for kernel in [None] + asked:
        listed = run([programs.evaluations, "--bench", "--list"], env=with_kernel(kernel))
        name = listed[listed.index("(") + 1:listed.index(")")]
        if kernel and "float" in kernel.split("+"):
            name += " in floats"
        if name in kernels:
            say(f"{kernel} selects {name} on this machine, which is already measured")
        kernels.setdefault(name, kernel)
    return kernels


def main():
    def positive(text):
        if not text.isdigit() or int(text) == 0:
            raise argparse.ArgumentTypeError(f"{text!r} is not a positive number")
        return int(text)

    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=positive, default=3, help="number of turns [default: 3]")
    parser.add_argument("--kernels", default="plain", metavar="NAMES",
                        help="values of SHESH_SIMD to measure besides the best kernel, separated by "
                             "commas, such as plain or avx2+float [default: plain]")
    parser.add_argument("--positions", type=positive, default=100,
                        help="positions to play, a fifth of them also at 3-ply [default: 100]")
    parser.add_argument("--shesh", default=ROOT / "target/release/shesh", metavar="PROGRAM",
                        type=lambda name: pathlib.Path(name).resolve(),
                        help="shesh binary [default: target/release/shesh]")
    parser.add_argument("--weights", metavar="FILE", help="weights file [default: the shipped network]")
    parser.add_argument("--gnubg", metavar="PROGRAM", help="GNU Backgammon's binary, if it is not on the PATH")
    parser.add_argument("--bkgm", type=pathlib.Path, metavar="FOLDER",
                        help=f"bkgm's crate or a clone [default: {BKGM} at {BKGM_COMMIT}]")
    options = parser.parse_args()
    # Debian installs it in /usr/games, which PATH may not contain.
    places = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/games"])
    try:
        if options.gnubg and not shutil.which(options.gnubg, path=places):
            raise Wrong(f"{options.gnubg} not found")
        options.gnubg = shutil.which(options.gnubg or "gnubg", path=places)
        if options.bkgm and not options.bkgm.exists():
            raise Wrong(f"{options.bkgm} not found")
        options.bkgm = options.bkgm and options.bkgm.resolve()
        with tempfile.TemporaryDirectory() as folder:
            return measure(options, pathlib.Path(folder))
    except Wrong as error:
        say(error)
        return 2
    except KeyboardInterrupt:
        return 130


def measure(options, folder):
    if not options.shesh.exists():
        raise Wrong(f"{options.shesh} not found; run cargo build --release")
    if options.weights and not pathlib.Path(options.weights).exists():
        raise Wrong(f"{options.weights} not found")
    programs = Programs(options, folder)
    kernels = named_kernels([name for name in options.kernels.split(",") if name], programs)
    questions = questions_of(options.positions)
    table = Table()
    parts = {"evaluations": lambda: evaluations_of(programs, kernels, table),
             "plays": lambda: plays_of(programs, kernels, table, questions),
             "rollouts": lambda: rollouts_of(programs, kernels, table),
             "perft": lambda: perft_of(programs, table)}
    for turn in range(1, options.turns + 1):
        for name, part in parts.items():
            say(f"turn {turn} of {options.turns}: {name}")
            part()
    name, instructions = processor()
    print(f"{name}: {instructions}\nthe kernel used here is {next(iter(kernels))}")
    print(f"one thread, against GNU Backgammon and bkgm; medians of {options.turns} "
          f"{'turn' if options.turns == 1 else 'turns'}\n")
    table.print()
    for missing in programs.missing:
        print(textwrap.fill(f"left out: {missing}", 79))
    return 0


if __name__ == "__main__":
    sys.exit(main())
