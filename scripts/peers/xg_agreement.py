#!/usr/bin/env python3
"""Compares match analyses by shesh with eXtreme Gammon's analyses in its own files.

    scripts/peers/xg_agreement.py FOLDER [--shesh target/release/shesh] [--preset standard]
                            [--weights FILE] [--worst 0] [--gnubg PLIES] [--windows]

FOLDER has analysed .xg files, and optionally `xg.json` with the totals that eXtreme Gammon displays. Each
decision is compared with its analysis in the file, and each rating with the totals, or with the sum of the
analyses if there are no totals. Prints a line for each player, and means. --gnubg compares with GNU
Backgammon too, at a number of plies. --windows counts decisions not to double by our equities, for several margins from
which a double is obviously too early; docs/guide/analysis.md says which one `analyze` takes.
"""

import argparse
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

TIE = 0.0005
OPTIONAL = 0.001


# Script that GNU Backgammon runs.
INSIDE = """
import gnubg, json, os
work = json.load(open(os.environ["SHESH_WORK"]))
context = {"cubeful": 1, "plies": work["plies"], "deterministic": 1, "noise": 0.0, "prune": 1}
answers = []
for identifier, value, owner, length, score, crawford in work["questions"]:
    cube = gnubg.cubeinfo(value, owner, 1, length, tuple(score), crawford, 0)
    answers.append(gnubg.cfevaluate(gnubg.positionfromid(identifier), cube, context)[:4])
json.dump(answers, open(os.environ["SHESH_ANSWERS"], "w"))
"""
# GNU Backgammon evaluates plays within this equity of eXtreme Gammon's best play.
NEAR = 0.1


def run(shesh, *arguments):
    done = subprocess.run([shesh, *arguments], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def cube_counts(action, cube):
    """Returns true if eXtreme Gammon's equities make this a cube decision that counts."""
    no_double, take, passed = cube["no_double"], cube["take"], cube["pass"]
    double = min(take, passed)
    optional = abs(no_double - double) < OPTIONAL
    if action != "no-double":
        return action != "double" or not optional
    obvious = no_double > double + 0.2
    hopeless = no_double < -0.9 and take < -0.9
    return not (obvious or hopeless or optional)


def theirs(game):
    """Returns eXtreme Gammon's analyses of a game's plays and of its cube decisions, in order."""
    plays, cubes = [], []
    for entry in game["entries"]:
        verdict = entry.get("annotation") or {}
        cube, play = verdict.get("cube"), verdict.get("play")
        action = entry["action"]
        if action in ("double", "take", "pass", "beaver"):
            cubes.append((entry["player"], action, cube))
        elif action == "play":
            cubes.append((entry["player"], "no-double", cube))
            plays.append((entry["player"], entry.get("play"), play, verdict.get("luck")))
        elif action == "illegal play":
            cubes.append((entry["player"], "no-double", None))
            plays.append((entry["player"], None, None, None))
    return plays, cubes


# Margins that --windows compares.
WINDOWS = [0.18, 0.19, 0.20, 0.21, 0.22, 0.23, 0.24, 0.25, 0.26]


def counted_within(window, cube):
    """Returns true if a decision not to double counts by our equities, with a margin for early doubles."""
    no_double, take, passed = cube["no_double"], cube["double_take"], cube["double_pass"]
    obvious = no_double > take + window or no_double > passed + 0.2
    hopeless = no_double < -0.9 and take < -0.9
    return not (obvious or hopeless or abs(no_double - min(take, passed)) < OPTIONAL)


def print_windows(undoubled):
    """Prints the number of counted decisions not to double for each margin, from tuples (player, XG's analysis, our
    decision)."""
    theirs = {}
    for player, cube, _ in undoubled:
        theirs[player] = theirs.get(player, 0) + cube_counts("no-double", cube)
    near = [cube["no_double"] - cube["take"] for _, cube, _ in undoubled]
    ours = [our["cube"]["no_double"] - our["cube"]["double_take"] for _, _, our in undoubled]
    differences = [b - a for a, b in zip(near, ours) if 0.1 < a < 0.35]
    print(f"\n{len(undoubled)} decisions not to double; XG counts {sum(theirs.values())}. Where its ND exceeds its DT "
          f"by 0.1 to 0.35, ours does by {sum(differences) / max(len(differences), 1):+.3f} more")
    print("margin  counted  players' differences in all  other verdicts")
    for window in WINDOWS:
        counts, other = dict.fromkeys(theirs, 0), 0
        for player, cube, our in undoubled:
            counts[player] += counted_within(window, our["cube"])
            other += counted_within(window, our["cube"]) != cube_counts("no-double", cube)
        apart = sum(abs(counts[player] - theirs[player]) for player in theirs)
        print(f"{window:6.2f} {sum(counts.values()):8} {apart:28} {other:15}")


class Player:
    """Sums over a player of a match."""

    def __init__(self, name):
        self.name = name
        self.error, self.decisions, self.cubes = 0.0, 0, 0
        self.unforced, self.same, self.luck, self.shown = 0, 0, 0.0, 0


def compare(recorded, judged, worst, undoubled):
    players = {1: Player(recorded["players"][0]["name"]), 2: Player(recorded["players"][1]["name"])}
    for number, (game, ours) in enumerate(zip(recorded["games"], judged["games"]), 1):
        plays, cubes = theirs(game)
        our_plays = [d for d in ours["decisions"] if d["kind"] == "play"]
        assert len(our_plays) == len(plays), f"game {number}: {len(our_plays)}, {len(plays)}"
        for (seat, _, play, luck), our in zip(plays, our_plays):
            player = players[seat]
            assert seat == our["seat"]
            if play is None:
                continue
            error = play.get("error") or 0.0
            player.error += error
            player.luck += luck or 0.0
            equities = [c["equity"] for c in play["candidates"]]
            if our.get("plays", 1) > 1:
                player.unforced += 1
                by_id = {c["position"].split("@")[-1]: c["equity"] for c in play["candidates"]}
                chosen = our["candidates"][0]["position_id"].split("@")[-1]
                if by_id.get(chosen, -9.0) > max(equities) - TIE:
                    player.same += 1
                if our["counted"]:
                    player.decisions += 1
            loss = our.get("loss") or 0.0
            worst.append((abs(loss - error), loss, error, number, our, play))
        answers = [d for d in ours["decisions"] if d["kind"] not in ("play", "roll")]
        for seat, action, cube in cubes:
            # If the cube could not be turned, neither program analysed a decision.
            while cube is not None and answers:
                our = answers.pop(0)
                if our["played"] == action and our["seat"] == seat:
                    loss, error = our.get("loss") or 0.0, cube.get("error") or 0.0
                    worst.append((abs(loss - error), loss, error, number, our, cube))
                    if action == "no-double" and our.get("cube"):
                        undoubled.append((players[seat], cube, our))
                    break
            if cube is not None:
                player = players[seat]
                player.error += cube.get("error") or 0.0
                if cube_counts(action, cube):
                    player.cubes += 1
    return players


def gnubg_losses(gnubg, plies, asked):
    """Returns the loss of each decision by GNU Backgammon, for tuples (seat, XG's analysis, our decision)."""
    questions, places = [], []
    for place, (_, verdict, our) in enumerate(asked):
        _, value, owner, turn, _, lower, upper, crawford, length, _ = our["xgid"].split(":")
        on_roll, opponent = (lower, upper) if turn == "1" else (upper, lower)
        owner = {"0": None, turn: 1}.get(owner, 0)
        crawford, score = int(crawford), [int(opponent), int(on_roll)]
        if our["kind"] == "play":
            # After a play the opponent is on roll.
            owner, score = None if owner is None else 1 - owner, score[::-1]
            best = max(c["equity"] for c in verdict["candidates"])
            made = next(c for c in our["candidates"] if c["play"] == our["played"])
            ids = {c["position"].split("@")[-1] for c in verdict["candidates"] if c["equity"] > best - NEAR}
            ids = sorted(ids | {made["position_id"].split("@")[-1]})
        else:
            ids = [our["position_id"]]
        for identifier in ids:
            owned = -1 if owner is None else owner
            questions.append([identifier, 2 ** int(value), owned, int(length), score, crawford])
            places.append(place)
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "work.json").write_text(json.dumps({"plies": plies, "questions": questions}))
        (folder / "inside.py").write_text(INSIDE)
        environment = dict(os.environ, SHESH_WORK=str(folder / "work.json"),
                           SHESH_ANSWERS=str(folder / "answers.json"))
        subprocess.run([gnubg, "-t", "-q", "-p", str(folder / "inside.py")], check=True,
                       capture_output=True, stdin=subprocess.DEVNULL, env=environment)
        answers = json.loads((folder / "answers.json").read_text())
    found = {}
    for place, question, answer in zip(places, questions, answers):
        found.setdefault(place, {})[question[0]] = answer
    losses = []
    for place, (_, _, our) in enumerate(asked):
        of = found[place]
        if our["kind"] == "play":
            made = next(c for c in our["candidates"] if c["play"] == our["played"])
            equities = {identifier: -answer[0] for identifier, answer in of.items()}
            losses.append(max(equities.values()) - equities[made["position_id"].split("@")[-1]])
            continue
        _, no_double, take, passed = of[our["position_id"]]
        double = min(take, passed)
        best = max(no_double, double)
        done = {"double": best - double, "no-double": best - no_double,
                "take": max(0.0, take - passed), "pass": max(0.0, passed - take)}
        losses.append(done.get(our["played"], 0.0))
    return losses


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--shesh", default="target/release/shesh")
    parser.add_argument("--preset", default="standard")
    parser.add_argument("--weights", metavar="FILE", help="network of the analysis [default: built-in]")
    parser.add_argument("--worst", type=int, default=0, help="number of disagreements to list [default: 0]")
    parser.add_argument("--windows", action="store_true", help="count decisions not to double with several margins")
    parser.add_argument("--gnubg", type=int, metavar="PLIES", help="also compare with GNU Backgammon at this many plies")
    arguments = parser.parse_args()
    gnubg = shutil.which("gnubg") or "/usr/games/gnubg"
    if arguments.gnubg is not None and not Path(gnubg).exists():
        raise SystemExit("GNU Backgammon is not installed (Debian packages gnubg and gnubg-data)")
    network = ["--weights", arguments.weights] if arguments.weights else []
    totals = arguments.folder / "xg.json"
    totals = json.loads(totals.read_text()) if totals.exists() else {}
    worst, differences, counts, undoubled = [], [], [], []
    sums = {"theirs": 0.0, "ours": 0.0, "unforced": 0, "same": 0}
    kinds = {"play": [0.0, 0.0], "double": [0.0, 0.0], "answer": [0.0, 0.0]}
    three = []
    luck, signed = [], []
    print(f"{'match':10} {'player':>6} {'PR':>6} {'XG':>6} {'diff':>6} {'error':>7} {'XG':>7}"
          f" {'decisions':>9} {'XG':>4} {'cube':>4} {'XG':>4} {'luck':>7} {'XG':>7} {'same':>5}")
    for path in sorted(arguments.folder.glob("*.xg")):
        recorded = run(arguments.shesh, "convert", str(path), "--to", "json")
        judged = run(arguments.shesh, "analyze", str(path), "--json", "--preset", arguments.preset, *network)
        judged = judged["matches"][0]
        found = []
        players = compare(recorded, judged, found, undoubled)
        worst += [(path.stem[:8], *one) for one in found]
        for _, loss, error, _, our, _ in found:
            kind = kinds["answer" if our["kind"].startswith("answer") else our["kind"]]
            kind[0] += loss
            kind[1] += error
        for seat, player in players.items():
            ours = judged["players"][seat - 1]
            # The totals name sides by colour; choose the side whose error is nearest to the sum.
            sides = [side for side in totals.get(path.stem, {}).values() if isinstance(side, dict)]
            shown = min(sides, key=lambda s: abs(s["total_error"] - player.error), default=None)
            count = player.decisions + player.cubes
            if shown is None:
                shown = {"pr": 500 * player.error / count, "total_error": player.error,
                         "total_decisions": count, "cube_decisions": player.cubes,
                         "total_luck": player.luck}
            player.shown = shown["total_decisions"]
            difference = ours["pr"] - shown["pr"]
            differences.append(abs(difference))
            signed.append(difference)
            counts.append((ours["decisions"], shown["total_decisions"]))
            luck.append((ours["luck"], shown["total_luck"]))
            sums["theirs"] += shown["total_error"]
            sums["ours"] += ours["error"]
            sums["unforced"] += player.unforced
            sums["same"] += player.same
            print(f"{path.stem[:10]:10} {seat:>6} {ours['pr']:6.2f} {shown['pr']:6.2f} {difference:+6.2f}"
                  f" {ours['error']:7.3f} {shown['total_error']:7.3f} {ours['decisions']:9}"
                  f" {shown['total_decisions']:4} {ours['cube_decisions']:4} {shown['cube_decisions']:4}"
                  f" {ours['luck']:+7.2f} {shown['total_luck']:+7.2f}"
                  f" {player.same / max(player.unforced, 1):5.1%}")
        if arguments.gnubg is not None and judged["length"] > 0:
            asked = [(our["seat"], verdict, our) for *_, our, verdict in found if our.get("plays") != 1]
            losses = gnubg_losses(gnubg, arguments.gnubg, asked)
            for seat, player in players.items():
                count = player.shown
                of = sum(loss for loss, (other, *_) in zip(losses, asked) if other == seat)
                ours = judged["players"][seat - 1]["error"]
                three.append((of, ours, player.error, count))
    if not differences:
        raise SystemExit(f"no .xg files in {arguments.folder}")
    bias = sum(signed) / len(signed)
    print(f"\nmean |PR difference| {sum(differences) / len(differences):.3f}, largest {max(differences):.2f}, "
          f"bias {bias:+.3f}")
    print(f"total error {sums['ours']:.3f}, XG {sums['theirs']:.3f}: "
          f"{sums['ours'] / sums['theirs'] - 1:+.1%}")
    print(f"same best within {TIE}: {sums['same']} of {sums['unforced']} unforced plays, "
          f"{sums['same'] / sums['unforced']:.1%}")
    print(", ".join(f"{name}s {a:.2f}, XG {b:.2f}" for name, (a, b) in kinds.items()))
    if three:
        def mean(pairs):
            return sum(abs(500 * (a - b) / count) for a, b, count in pairs) / len(three)
        print(f"of {len(three)} players of matches, decisions as XG counts them, mean |PR difference|: shesh and XG "
              f"{mean((b, c, n) for _, b, c, n in three):.3f}, GNU Backgammon at {arguments.gnubg} plies and XG "
              f"{mean((a, c, n) for a, _, c, n in three):.3f}, shesh and GNU Backgammon "
              f"{mean((a, b, n) for a, b, _, n in three):.3f}; all losses: shesh {sum(t[1] for t in three):.2f}, "
              f"GNU Backgammon {sum(t[0] for t in three):.2f}, XG {sum(t[2] for t in three):.2f}")
    print(f"decisions {sum(a for a, _ in counts)}, XG {sum(b for _, b in counts)}")
    if arguments.windows:
        print_windows(undoubled)
    for name, _, loss, error, number, our, _ in sorted(worst, key=lambda w: -w[1])[:arguments.worst]:
        print(f"{name} game {number} {our['kind']} {our.get('dice', '')} {our['played']}: "
              f"{loss:.3f}, XG {error:.3f}, best {our.get('best')}, {our['ply']}-ply\n   {our.get('xgid')}")


if __name__ == "__main__":
    main()
