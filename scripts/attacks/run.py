#!/usr/bin/env python3
"""Tests a built shesh with hostile input and disturbances, and reports each fault.

Not part of CI: the full count takes hours. Each case is drawn from the seed and its own number,
so a seed gives the same inputs on every machine; only the times of disturbances depend on the
machine. Each attack prints one line with its counts, and one line per kind of fault with its case
and the folder of the input. --case repeats a case.

Needs Linux, Python 3.10 and a built shesh. A build with the profile of `cargo checked-test` has
overflow checks and debug assertions, which find more faults.

Exit codes: 0 no fault, 1 a fault, 2 wrong arguments.

Examples:
  scripts/attacks/run.py                        everything, full count
  scripts/attacks/run.py --scale 0.01           everything, a few minutes
  scripts/attacks/run.py matches ubgi --seed 7
  scripts/attacks/run.py matches --seed 7 --case 1234
"""

import argparse
import os
import pathlib
import sys
import tempfile
import time

import harness
import kernels
import matches
import ranks
import requests_over_http
import training
import ubgi
import weights

ROOT = pathlib.Path(__file__).resolve().parents[2]
ATTACKS = {
    "training": training,
    "ranks": ranks,
    "http": requests_over_http,
    "matches": matches,
    "weights": weights,
    "ubgi": ubgi,
    "kernels": kernels,
}


def positive(kind):
    """Returns an argument type: a number above zero."""

    def parse(text):
        value = kind(text)
        if not 0 < value < 1e9:
            raise ValueError
        return value

    parse.__name__ = f"positive {kind.__name__}"
    return parse


def arguments():
    table = "\n".join(
        f"  {name:<10}{attack.FULL:>9,} {attack.ABOUT}" for name, attack in ATTACKS.items()
    )
    parser = argparse.ArgumentParser(
        description=__doc__,
        epilog=f"Attacks, with their full counts:\n{table}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help="attacks to run [default: all]")
    parser.add_argument(
        "--scale", type=positive(float), default=1.0, help="fraction of the full count [default: 1.0]"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of all cases [default: 1]")
    parser.add_argument("--case", type=int, help="run only this case of one attack")
    parser.add_argument(
        "--jobs", type=positive(int), default=os.cpu_count(), help="parallel cases [default: number of cores]"
    )
    parser.add_argument(
        "--shesh",
        type=pathlib.Path,
        default=ROOT / "target/release/shesh",
        help="shesh binary [default: target/release/shesh]",
    )
    parser.add_argument(
        "--keep",
        type=pathlib.Path,
        default=ROOT / "target/attacks",
        help="folder for inputs that found a fault [default: target/attacks]",
    )
    options = parser.parse_args()
    unknown = [name for name in options.attacks if name not in ATTACKS]
    if unknown:
        parser.error(f"unknown attack {unknown[0]}; known: {', '.join(ATTACKS)}")
    if options.case is not None and len(options.attacks) != 1:
        parser.error("--case needs exactly one attack")
    if not os.access(options.shesh, os.X_OK):
        parser.error(f"{options.shesh} is not executable; run cargo build --release")
    if not pathlib.Path("/proc/self/status").exists():
        parser.error("the attacks read /proc and need Linux")
    return options


def main():
    options = arguments()
    failed = False
    for name in options.attacks or ATTACKS:
        attack = ATTACKS[name]
        started = time.monotonic()
        with tempfile.TemporaryDirectory(prefix=f"shesh-{name}-") as scratch:
            campaign = harness.Campaign(
                name=name,
                shesh=options.shesh.resolve(),
                seed=options.seed,
                count=max(1, round(attack.FULL * options.scale)),
                jobs=options.jobs,
                case=options.case,
                scratch=pathlib.Path(scratch),
                keep=options.keep.resolve(),
            )
            try:
                attack.run(campaign)
            except harness.Skipped as reason:
                print(f"{name}: skipped: {reason}", flush=True)
                continue
            except harness.Fault as fault:
                campaign.report(fault, "before the first")
        for line in campaign.lines(time.monotonic() - started):
            print(line, flush=True)
        failed |= bool(campaign.faults)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
