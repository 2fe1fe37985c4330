#!/usr/bin/env python3
"""Measures how fast everything is, beside GNU Backgammon and bkgm, on one thread.

Both programs of a line take turns, and the ratio is given from the least to the
greatest of all turns: how many times as fast shesh is.

- Evaluations: the benchmarks `evaluations`, beside GNU Backgammon's command
  `calibrate`.
- Plays: positions of whole games, each with a roll, are put to shesh through
  the Universal Backgammon Interface and to GNU Backgammon through its socket,
  cubeless, with both programs' own filters; 2-ply here is 1-ply there. What a
  play at 1-ply takes, which is mostly the talk, is on a line of its own and
  taken off the others.
- Rollouts of the opening position: 1-ply play, cubeless, variance reduction, to
  the end. What a few games take is taken off what many take.
- perft 3: all plays of all 21 rolls, three deep, beside the library bkgm, which
  is built for it.

Needs Python 3.9, cargo, and for its part of the table GNU Backgammon (Debian's
packages gnubg and gnubg-data). What is not there is left out. Build shesh
first: cargo build --release. Where other programs run at the same time, the
ratios differ much from turn to turn.
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

ROOT = pathlib.Path(__file__).resolve().parent.parent
OPENING = "4HPwATDgc/ABMA"
BKGM = "https://github.com/bungogood/bkgm"
BKGM_COMMIT = "c1483c5"
FEW_GAMES, MANY_GAMES = {"gnubg": 36, "shesh": 144}, {"gnubg": 108, "shesh": 720}
CALIBRATIONS = 100
# The deepest search takes long; a part of the positions tells enough.
DEEP_PART = 5

# Counts what our benchmark counts: distinct plays, each of the 21 rolls once at each depth.
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
    """A peer is not there, or does not do what is asked: who, and why."""


class Wrong(Exception):
    """The script cannot go on, for the reason that it says."""


def say(text):
    print(text, file=sys.stderr, flush=True)


def run(command, **options):
    """What a command prints; Wrong where it fails."""
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
    """The environment in which shesh uses what SHESH_SIMD names, or its best kernel for None."""
    rest = {name: value for name, value in os.environ.items() if name != "SHESH_SIMD"}
    return rest if kernel is None else {**rest, "SHESH_SIMD": kernel.replace("+", ",")}


# Our benchmarks


def build_benchmark(package, name):
    """The program of a benchmark."""
    listing = run(["cargo", "bench", "--quiet", "--no-run", "--package", package, "--bench", name,
                   "--message-format", "json"], cwd=ROOT)
    artifacts = [json.loads(line) for line in listing.splitlines() if line.startswith("{")]
    return next(artifact["executable"] for artifact in artifacts
                if artifact.get("executable") and artifact["target"]["name"] == name)


def benchmark(program, which, environment):
    """How much a second a part of a benchmark's program measures, by its names."""
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


# Conversations


def board_of(identifier):
    """Checkers of the opponent and of the player on roll on points 1 to 24 and the bar."""
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
    """The position as a line of the First Internet Backgammon Server, a cubeless money game."""
    other, own = board_of(identifier)
    points = [-other[24]] + [own[i] - other[23 - i] for i in range(24)] + [own[24]]
    off, other_off = 15 - sum(own), 15 - sum(other)
    return (f"board:shesh:gnubg:9999:0:0:{':'.join(map(str, points))}:1:{dice[0]}:{dice[1]}:0:0"
            f":1:1:1:0:1:-1:0:25:{off}:{other_off}:{own[24]}:{other[24]}:2:0:0:0\n")


def seconds_of(ask, questions):
    """What each question takes; the first is asked once before, so that all is in its place."""
    ask(*questions[0])
    seconds = []
    for question in questions:
        began = time.perf_counter()
        ask(*question)
        seconds.append(time.perf_counter() - began)
    return seconds


def time_gnubg_plays(program, ply, questions):
    """Seconds that GNU Backgammon takes for the talk and each play, at shesh's count of plies."""
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
            raise Missing("GNU Backgammon, which does not listen to its socket")
        with connection, connection.makefile("rw") as stream:

            def ask(identifier, dice):
                stream.write(fibs_line(identifier, dice))
                stream.flush()
                if not stream.readline():
                    raise Missing("GNU Backgammon, which has hung up")

            return seconds_of(ask, questions)
    finally:
        process.kill()
        process.wait()


def time_shesh_plays(command, kernel, ply, questions):
    """Seconds that shesh takes for the talk and each play."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                               env=with_kernel(kernel))

    def tell(line):
        try:
            process.stdin.write(line + "\n")
            process.stdin.flush()
        except BrokenPipeError as error:
            raise Wrong("shesh ubgi has ended too early") from error

    def wait_for(word):
        while True:
            line = process.stdout.readline()
            if not line:
                raise Wrong("shesh ubgi has ended too early")
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
    """Positions of whole games, the same each time, each with a roll."""
    listing = run(["cargo", "run", "--release", "--quiet", "--package", "sheshbesh-evaluator",
                   "--example", "positions", "--", str(count), "2"])
    draw = random.Random(1)
    return [(p, (draw.randint(1, 6), draw.randint(1, 6))) for p in listing.split()]


def seconds_a_play(time_plays, questions):
    """What a play takes, by plies: the first with the talk, the others without it and the first."""
    part = questions[:max(1, len(questions) // DEEP_PART)]
    # The talk is the same each time, and a pause that the system makes in it tells nothing.
    talk = statistics.median(time_plays(1, questions))
    return {1: talk, 2: statistics.mean(time_plays(2, questions)) - talk,
            3: statistics.mean(time_plays(3, part)) - talk}


# GNU Backgammon's commands


def gnubg_says(program, script):
    """What GNU Backgammon's terminal prints, and the seconds that it takes."""
    began = time.perf_counter()
    done = subprocess.run([program, "-t", "-q", "--no-rc"], input=script, text=True, check=False,
                          errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.stdout, time.perf_counter() - began


def calibrate(program):
    """GNU Backgammon's evaluations a second."""
    text, _ = gnubg_says(program, f"set threads 1\ncalibrate {CALIBRATIONS}\n")
    lines = [line for line in text.splitlines() if "Calibration result" in line]
    if not lines:
        raise Missing("GNU Backgammon, which does not calibrate")
    return float(lines[-1].split()[2])


def gnubg_rollout(program, games):
    """Seconds that GNU Backgammon takes to start and to roll the opening out."""
    text, seconds = gnubg_says(program, (
        "set threads 1\nset rng mersenne\nset rollout varredn on\nset rollout cubeful off\n"
        "set rollout quasirandom on\nset rollout truncation enable off\n"
        f"set rollout trials {games}\nset rollout bearofftruncation exact off\n"
        "set rollout bearofftruncation onesided off\nset rollout chequerplay plies 0\n"
        "set rollout limit enable off\nset rollout jsd stop off\n"
        f"new game\nset board {OPENING}\nset turn 0\nrollout\n"))
    if "Rollout done" not in text:
        raise Missing("GNU Backgammon, which does not roll out")
    return seconds


def shesh_rollout(programs, kernel, games):
    """Seconds that shesh takes to start and to roll the opening out."""
    command = programs.command("rollout", OPENING, "--games", str(games), "--threads", "1",
                               "--cubeless")
    began = time.perf_counter()
    run(command, env=with_kernel(kernel))
    return time.perf_counter() - began


def games_a_second(who, rollout):
    """Games a second of a program, without its start."""
    few, many = rollout(FEW_GAMES[who]), rollout(MANY_GAMES[who])
    return (MANY_GAMES[who] - FEW_GAMES[who]) / (many - few)


# bkgm


def build_bkgm(folder, into):
    """The program that counts bkgm's plays."""
    if folder is None:
        source = f'git = "{BKGM}", rev = "{BKGM_COMMIT}"'
    elif (folder / "Cargo.toml").exists():
        source = f"path = {json.dumps(str(folder))}"
    elif (folder / "HEAD").exists() or (folder / ".git").exists():
        source = f'git = {json.dumps(folder.as_uri())}, rev = "{BKGM_COMMIT}"'
    else:
        raise Wrong(f"{folder} holds no crate and no repository")
    (into / "src").mkdir()
    (into / "Cargo.toml").write_text(BKGM_MANIFEST % source)
    (into / "src" / "main.rs").write_text(BKGM_PROGRAM)
    environment = {**os.environ, "CARGO_TARGET_DIR": str(into / "target")}
    try:
        run(["cargo", "build", "--quiet", "--release"], cwd=into, env=environment)
    except Wrong as error:
        raise Missing(f"bkgm, {error}; --bkgm FOLDER takes it from a folder") from error
    return into / "target" / "release" / "plays"


# The table


class Table:
    """What has been measured, turn by turn: lines in the order in which they first came."""

    def __init__(self):
        self.lines = {}

    def add(self, what, kernel, ours, theirs, more_is_better):
        """One turn's pair of numbers; theirs is None where there is nobody to compare with."""
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
    """Three digits that count."""
    digits = 0 if value >= 100 else 1 if value >= 10 else 2 if value >= 1 else 3
    return f"{value:,.{digits}f}"


def processor():
    """What the processor is called, and what it has of the instructions that kernels ask for."""
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
    """What is measured, and what it is measured beside: a peer that is not there is None."""

    def __init__(self, options, folder):
        self.shesh, self.weights = options.shesh, options.weights
        self.evaluations = build_benchmark("sheshbesh-evaluator", "evaluations")
        self.plays = build_benchmark("sheshbesh-movegen", "plays")
        self.missing = []
        self.gnubg = options.gnubg
        if self.gnubg is None:
            self.missing.append("GNU Backgammon, which is not there")
        self.bkgm = self.unless_missing(lambda: build_bkgm(options.bkgm, folder))

    def unless_missing(self, measure):
        """What a peer gives, None where something is missing, which is kept to be told."""
        try:
            return measure()
        except Missing as error:
            if str(error) not in self.missing:
                self.missing.append(str(error))
            return None

    def beside_gnubg(self, measure):
        """What `measure` gives of GNU Backgammon, None where it is not there."""
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
            what = "a play at 1-ply, and the talk, ms" if ply == 1 else f"a play at {ply}-ply, ms"
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
    """Values of SHESH_SIMD by the names of the kernels that they lead to, the best one first."""
    for kernel in asked:
        # Refuses what it does not know, before anything is built.
        run([programs.shesh, "perft", "--depth", "1"], env=with_kernel(kernel))
    kernels = {}
    for kernel in [None] + asked:
        listed = run([programs.evaluations, "--bench", "--list"], env=with_kernel(kernel))
        name = listed[listed.index("(") + 1:listed.index(")")]
        if kernel and "float" in kernel.split("+"):
            name += " in floats"
        if name in kernels:
            say(f"{kernel} leads to {name} here, which is measured anyway")
        kernels.setdefault(name, kernel)
    return kernels


def main():
    def positive(text):
        if not text.isdigit() or int(text) == 0:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 on")
        return int(text)

    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=positive, default=3, help="times that all is measured (3)")
    parser.add_argument("--kernels", default="plain", metavar="NAMES",
                        help="values of SHESH_SIMD to be measured beside the best one, with commas "
                             "between them, such as plain or avx2+float (plain)")
    parser.add_argument("--positions", type=positive, default=100,
                        help="positions to be played, a fifth of them at 3-ply (100)")
    parser.add_argument("--shesh", default=ROOT / "target/release/shesh", metavar="PROGRAM",
                        type=lambda name: pathlib.Path(name).resolve(),
                        help="another program than this repository's")
    parser.add_argument("--weights", metavar="FILE", help="another network than the shipped one")
    parser.add_argument("--gnubg", metavar="PROGRAM", help="GNU Backgammon, where it is not found")
    parser.add_argument("--bkgm", type=pathlib.Path, metavar="FOLDER",
                        help=f"bkgm or a clone of its repository (else {BKGM} at {BKGM_COMMIT})")
    options = parser.parse_args()
    # Debian keeps it where PATH may not lead.
    places = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/games"])
    try:
        if options.gnubg and not shutil.which(options.gnubg, path=places):
            raise Wrong(f"{options.gnubg} is not there")
        options.gnubg = shutil.which(options.gnubg or "gnubg", path=places)
        if options.bkgm and not options.bkgm.exists():
            raise Wrong(f"{options.bkgm} is not there")
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
        raise Wrong(f"{options.shesh} is not there; cargo build --release makes it")
    if options.weights and not pathlib.Path(options.weights).exists():
        raise Wrong(f"{options.weights} is not there")
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
    print(f"one thread, beside GNU Backgammon and bkgm; medians of {options.turns} "
          f"{'turn' if options.turns == 1 else 'turns'}\n")
    table.print()
    for missing in programs.missing:
        print(textwrap.fill(f"left out: {missing}", 79))
    return 0


if __name__ == "__main__":
    sys.exit(main())
