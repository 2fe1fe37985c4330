#!/usr/bin/env python3
"""How far matches judged here agree with eXtreme Gammon's verdicts in its own files.

    scripts/xg_agreement.py FOLDER [--shesh target/release/shesh] [--preset standard] [--worst 0]

FOLDER has .xg files that were analysed, and perhaps `xg.json` with the totals that eXtreme Gammon shows.
Every decision is compared with the verdict that the file holds on it; the ratings with the totals, or,
where there are none, with what the verdicts add up to. Prints a line for each player and the means.
"""

import argparse
import json
import subprocess
from pathlib import Path

TIE = 0.0005
OPTIONAL = 0.001


def run(shesh, *arguments):
    done = subprocess.run([shesh, *arguments], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def cube_counts(cube):
    """Whether not doubling is a decision by eXtreme Gammon's own equities."""
    no_double, take, passed = cube["no_double"], cube["take"], cube["pass"]
    double = min(take, passed)
    obvious = no_double > double + 0.2
    hopeless = no_double < -0.9 and take < -0.9
    return not (obvious or hopeless or abs(no_double - double) < OPTIONAL)


def theirs(game):
    """What eXtreme Gammon says of a game's plays, and of its cube decisions, in order."""
    plays, cubes = [], []
    for entry in game["entries"]:
        verdict = entry.get("verdict") or {}
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


class Player:
    """Sums of one player of one match."""

    def __init__(self, name):
        self.name = name
        self.error, self.decisions, self.cubes = 0.0, 0, 0
        self.unforced, self.same, self.luck = 0, 0, 0.0


def compare(recorded, judged, worst):
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
            worst.append((abs(loss - error), loss, error, number, our))
        answers = [d for d in ours["decisions"] if d["kind"] not in ("play", "roll")]
        for seat, action, cube in cubes:
            # Where the cube could not be turned nothing was judged on either side.
            while cube is not None and answers:
                our = answers.pop(0)
                if our["played"] == action and our["seat"] == seat:
                    loss, error = our.get("loss") or 0.0, cube.get("error") or 0.0
                    worst.append((abs(loss - error), loss, error, number, our))
                    break
            if cube is not None:
                player = players[seat]
                player.error += cube.get("error") or 0.0
                if action != "no-double" or cube_counts(cube):
                    player.cubes += 1
    return players


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--shesh", default="target/release/shesh")
    parser.add_argument("--preset", default="standard")
    parser.add_argument("--worst", type=int, default=0, help="list so many disagreements")
    arguments = parser.parse_args()
    totals = arguments.folder / "xg.json"
    totals = json.loads(totals.read_text()) if totals.exists() else {}
    worst, differences, counts = [], [], []
    sums = {"theirs": 0.0, "ours": 0.0, "unforced": 0, "same": 0}
    luck = []
    print(f"{'match':10} {'player':>6} {'PR':>6} {'XG':>6} {'diff':>6} {'error':>7} {'XG':>7}"
          f" {'decisions':>9} {'XG':>4} {'cube':>4} {'XG':>4} {'luck':>7} {'XG':>7} {'same':>5}")
    for path in sorted(arguments.folder.glob("*.xg")):
        recorded = run(arguments.shesh, "convert", str(path), "--to", "json")
        judged = run(arguments.shesh, "analyze", str(path), "--json", "--preset", arguments.preset)
        judged = judged["matches"][0]
        found = []
        players = compare(recorded, judged, found)
        worst += [(path.stem[:8], *one) for one in found]
        for seat, player in players.items():
            ours = judged["players"][seat - 1]
            # The totals name sides by colour: the one whose error is the sum of the verdicts.
            sides = [side for side in totals.get(path.stem, {}).values() if isinstance(side, dict)]
            shown = min(sides, key=lambda s: abs(s["total_error"] - player.error), default=None)
            count = player.decisions + player.cubes
            if shown is None:
                shown = {"pr": 500 * player.error / count, "total_error": player.error,
                         "total_decisions": count, "cube_decisions": player.cubes,
                         "total_luck": player.luck}
            difference = ours["pr"] - shown["pr"]
            differences.append(abs(difference))
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
    if not differences:
        raise SystemExit(f"no .xg files in {arguments.folder}")
    print(f"\nmean |PR difference| {sum(differences) / len(differences):.3f}, largest {max(differences):.2f}")
    print(f"total error {sums['ours']:.3f}, XG {sums['theirs']:.3f}: "
          f"{sums['ours'] / sums['theirs'] - 1:+.1%}")
    print(f"same best within {TIE}: {sums['same']} of {sums['unforced']} unforced plays, "
          f"{sums['same'] / sums['unforced']:.1%}")
    print(f"decisions {sum(a for a, _ in counts)}, XG {sum(b for _, b in counts)}")
    for name, _, loss, error, number, our in sorted(worst, key=lambda w: -w[1])[:arguments.worst]:
        print(f"{name} game {number} {our['kind']} {our.get('dice', '')} {our['played']}: "
              f"{loss:.3f}, XG {error:.3f}, best {our.get('best')}, {our['ply']}-ply\n   {our.get('xgid')}")


if __name__ == "__main__":
    main()
