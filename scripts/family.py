#!/usr/bin/env python3
"""Measures the networks of the games beside backgammon, as the table of docs/games.md.

For each game: the strongest of the bots that play it, by what each wins from all
others but random; what that one wins from pipcount; how many points a game the
network at 1-ply wins from it; and what 2-ply wins from 1-ply. Games without a
network of their own are measured with their nearest relative's.

Build first: cargo build --release. Names of games may follow; otherwise all but
backgammon are measured. With --weights FILE another network plays, in one game.
"""

import argparse
import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHESH = ROOT / "target/release/shesh"
GAMES = (
    "nackgammon long-gammon hypergammon snake portes tavla old-english misere irish early "
    "plakoto tapa fevga long-nardi nard"
).split()
BOTS = "pipcount columns berliner pubeval elbowroom blockade ambush siege".split()


def duel(first, second, game, games, seed):
    """Points a game for the first and half of the 95 % interval; None where one does not play."""
    command = [SHESH, "duel", first, second, "--game", game]
    command += ["--games", str(games), "--seed", str(seed), "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 2:
        return None
    done.check_returncode()
    answer = json.loads(done.stdout)
    return answer["points_per_game"], answer["interval_95"]


def shown(result):
    return f"{result[0]:+.3f} ± {result[1]:.3f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", help="games to measure")
    parser.add_argument("--weights", default="shesh", help="a network")
    parser.add_argument("--bots", type=int, default=2000, help="games among bots")
    parser.add_argument("--duels", type=int, default=10000, help="games against the strongest bot")
    parser.add_argument("--deep", type=int, default=1000, help="games of 2-ply against 1-ply")
    parser.add_argument("--seed", type=int, default=1, help="of the dice")
    args = parser.parse_args()
    print("| game | strongest bot | against `pipcount` | network against it | 2-ply against 1-ply |")
    print("|---|---|---|---|---|")
    for game in args.games or GAMES:
        bots = [bot for bot in BOTS if duel(bot, "pipcount", game, 2, args.seed)]
        won = dict.fromkeys(bots, 0.0)
        from_pipcount = {}
        for place, bot in enumerate(bots):
            for other in bots[:place]:
                result = duel(bot, other, game, args.bots, args.seed)
                won[bot] += result[0]
                won[other] -= result[0]
                if other == "pipcount":
                    from_pipcount[bot] = result
        strongest = max(from_pipcount, key=won.get)
        against_pips = from_pipcount[strongest]
        network = args.weights
        against = duel(network, strongest, game, args.duels, args.seed)
        deep = duel(f"{network}:2", network, game, args.deep, args.seed)
        row = [f"`{game}`", f"`{strongest}`", shown(against_pips), shown(against), shown(deep)]
        print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
