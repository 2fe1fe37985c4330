#!/usr/bin/env python3
"""Times plays and rollouts beside GNU Backgammon, in one run on one thread each.

usage: scripts/speed_gnubg.py [--positions N] [--shesh PROGRAM] [--gnubg PROGRAM] [--weights FILE]

The same positions of whole games, each with a roll, are put to both engines: to GNU Backgammon
through its socket, at its 0, 1 and 2 plies, cubeless, with its own filters; to shesh through the
Universal Backgammon Interface at 1, 2 and 3-ply. Then both roll the opening position out: 0-ply (our
1-ply) play, cubeless, variance reduction, to the end.

Needs Python 3.9 and GNU Backgammon (Debian's packages gnubg and gnubg-data). Build shesh first:
cargo build --release
"""

import argparse
import base64
import pathlib
import random
import shutil
import socket
import subprocess
import sys
import time

OPENING = "4HPwATDgc/ABMA"
ROLLOUT_GAMES = {"gnubg": 36, "shesh": 1296}


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
    """The position as a board line of the First Internet Backgammon Server, a cubeless money game."""
    other, own = board_of(identifier)
    points = [-other[24]] + [own[i] - other[23 - i] for i in range(24)] + [own[24]]
    off, other_off = 15 - sum(own), 15 - sum(other)
    return (f"board:shesh:gnubg:9999:0:0:{':'.join(map(str, points))}:1:{dice[0]}:{dice[1]}:0:0:1:1:1:0:1:-1:0:25:"
            f"{off}:{other_off}:{own[24]}:{other[24]}:2:0:0:0\n")


def time_gnubg(program, plies, questions):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen([program, "--tty", "--quiet", "--no-rc"], stdin=subprocess.PIPE,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True)
    process.stdin.write(f"set evaluation chequerplay type evaluation\n"
                        f"set evaluation chequerplay evaluation plies {plies}\n"
                        f"set evaluation chequerplay evaluation cubeful off\n"
                        f"set threads 1\nexternal 127.0.0.1:{port}\n")
    process.stdin.flush()
    for _ in range(200):
        try:
            connection = socket.create_connection(("127.0.0.1", port))
            break
        except OSError:
            time.sleep(0.05)
    stream = connection.makefile("rw")
    began = time.perf_counter()
    for identifier, dice in questions:
        stream.write(fibs_line(identifier, dice))
        stream.flush()
        stream.readline()
    seconds = time.perf_counter() - began
    process.kill()
    process.wait()
    return 1e3 * seconds / len(questions)


def time_shesh(command, ply, questions):
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    say = lambda line: (process.stdin.write(line + "\n"), process.stdin.flush())
    say("setoption name Threads value 1")
    say(f"setoption name Ply value {ply}")
    say("isready")
    process.stdout.readline()
    began = time.perf_counter()
    for identifier, dice in questions:
        say(f"position gnubgid {identifier}\ndice {dice[0]} {dice[1]}\ngo role chequer")
        while not process.stdout.readline().startswith("bestmove"):
            pass
    seconds = time.perf_counter() - began
    say("quit")
    process.wait()
    return 1e3 * seconds / len(questions)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--shesh", default="target/release/shesh")
    parser.add_argument("--weights")
    parser.add_argument("--gnubg", default=shutil.which("gnubg") or "/usr/games/gnubg")
    options = parser.parse_args()
    for program in (options.gnubg, options.shesh):
        if not pathlib.Path(program).exists():
            print(f"{program} is not there")
            return 1
    listing = subprocess.run(
        ["cargo", "run", "--release", "--quiet", "-p", "sheshbesh-evaluator", "--example", "positions",
         "--", str(options.positions), "2"], check=True, capture_output=True, text=True)
    draw = random.Random(1)
    questions = [(p, (draw.randint(1, 6), draw.randint(1, 6))) for p in listing.stdout.split()]
    weights = ["--weights", options.weights] if options.weights else []
    print(f"{len(questions)} positions, milliseconds a play, one thread each\n")
    print("shesh ply   shesh    gnubg    ratio")
    for ply in (1, 2, 3):
        # The deepest search of GNU Backgammon takes long; a part of the positions tells enough.
        part = questions if ply < 3 else questions[: max(20, len(questions) // 5)]
        theirs = time_gnubg(options.gnubg, ply - 1, part)
        ours = time_shesh([options.shesh, "ubgi"] + weights, ply, part)
        print(f"{ply}-ply     {ours:8.3f} {theirs:8.3f} {theirs / ours:8.1f}")

    began = time.perf_counter()
    script = (f"set threads 1\nset rng mersenne\nset rollout varredn on\nset rollout cubeful off\n"
              f"set rollout quasirandom on\nset rollout truncation enable off\nset rollout trials {ROLLOUT_GAMES['gnubg']}\n"
              f"set rollout bearofftruncation exact off\nset rollout bearofftruncation onesided off\n"
              f"set rollout chequerplay plies 0\nset rollout limit enable off\nset rollout jsd stop off\n"
              f"new game\nset board {OPENING}\nset turn 0\nrollout\n")
    subprocess.run([options.gnubg, "-t", "-q", "--no-rc"], input=script, text=True, capture_output=True)
    theirs = ROLLOUT_GAMES["gnubg"] / (time.perf_counter() - began)
    began = time.perf_counter()
    subprocess.run([options.shesh, "rollout", OPENING, "--games", str(ROLLOUT_GAMES["shesh"]),
                    "--threads", "1"] + weights,
                   check=True, capture_output=True)
    ours = ROLLOUT_GAMES["shesh"] / (time.perf_counter() - began)
    print(f"\nrollout games a second, one thread, start included: shesh {ours:.1f}, gnubg {theirs:.1f}, ratio {ours / theirs:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
