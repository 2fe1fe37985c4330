#!/usr/bin/env python3
"""Measures the networks of the games other than backgammon, for the table in docs/guide/games.md.

Prints, for each game: the strongest bot, by its points against all other bots
except random; that bot's points per game against pipcount; the network's points
per game at 1-ply against that bot; and its points per game at 2-ply against
1-ply. A game without its own network is measured with that of its nearest
relative.

Build first: cargo build --release. Arguments name the games to measure; without
arguments, all games except backgammon. With --weights FILE, another network
plays; name one game then.
"""

import argparse
import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHESH = ROOT / "target/release/shesh"
GAMES = (
    "nackgammon long-gammon hypergammon snake portes tavla old-english misere irish early "
    "plakoto tapa fevga long-nardi nard gul-bara gyulbar crazy-gyulbar jacquet dutch acey-deucey russian "
    "tabula matador american chase icelandic"
).split()
BOTS = "pipcount columns berliner pubeval elbowroom blockade ambush siege".split()


def duel(first, second, game, games, seed):
    """Returns the first player's points per game and the half-width of the 95 % interval, or None if a
    player does not play the game."""
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
    parser.add_argument("games", nargs="*", help="games to measure [default: all but backgammon]")
    parser.add_argument("--weights", default="shesh", help="weights file of the network")
    parser.add_argument("--bots", type=int, default=2000, help="games of each pair of bots")
    parser.add_argument("--duels", type=int, default=10000, help="games against the strongest bot")
    parser.add_argument("--deep", type=int, default=1000, help="games of 2-ply against 1-ply")
    parser.add_argument("--seed", type=int, default=1, help="seed of the dice")
    args = parser.parse_args()
    print("| game | strongest bot | bot against `pipcount` | network against bot | 2-ply against 1-ply |")
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
        # Some games have no bot but pipcount.
        strongest = max(from_pipcount, key=won.get, default="pipcount")
        against_pips = from_pipcount.get(strongest)
        network = args.weights
        against = duel(network, strongest, game, args.duels, args.seed)
        deep = duel(f"{network}:2", network, game, args.deep, args.seed)
        row = [f"`{game}`", f"`{strongest}`", shown(against_pips) if against_pips else "", shown(against), shown(deep)]
        print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
