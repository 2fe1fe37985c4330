#!/usr/bin/env python3
"""Compares the speed of the Python package with other packages, in one run.

usage: scripts/bench/python_speed.py [--seconds N] [--gym-backgammon FOLDER] [--rust PROGRAM]

- Random games per second on all processors: sheshbesh's VectorEnv, OpenSpiel and
  gym-backgammon with one process per processor, and pgx in jitted batches. All
  choose uniformly among the legal plays; OpenSpiel and pgx move one checker or
  play one die at a time.
- Positions evaluated per second at 1-ply, 100,000 from random games: as an array
  of IDs, as Positions, from Rust (the example `many_positions`), and with
  gnubg-nn one by one.

Needs the package and NumPy. The other packages (open_spiel, pgx, gnubg-nn;
gym-backgammon from a clone of its repository, with gym) are measured if they are
installed.
"""

import argparse
import importlib.util
import multiprocessing
import os
import pathlib
import random
import subprocess
import tempfile
import time

import numpy as np

import sheshbesh as sb

CORES = len(os.sched_getaffinity(0))


def ours(seconds):
    """Returns games and turns per second."""
    env, choose, turns = sb.VectorEnv(4096, seed=1), np.random.default_rng(1), 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        env.step((choose.random(4096) * env.counts()).astype(np.int64))
        turns += 4096
    took = time.perf_counter() - began
    return env.finished / took, turns / took


def open_spiel(seconds, seed):
    import pyspiel

    game, choose, games = pyspiel.load_game("backgammon"), random.Random(seed), 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes())
                state.apply_action(choose.choices(actions, chances)[0])
            else:
                state.apply_action(choose.choice(state.legal_actions()))
        games += 1
    return games / (time.perf_counter() - began)


def gym_backgammon(seconds, folder):
    # Only the game: its environment needs a window.
    file = pathlib.Path(folder) / "gym_backgammon" / "envs" / "backgammon.py"
    spec = importlib.util.spec_from_file_location("gym_backgammon_game", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    Backgammon, WHITE, BLACK = module.Backgammon, module.WHITE, module.BLACK

    games, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        game, agent = Backgammon(), random.choice((WHITE, BLACK))
        while game.get_winner() is None:
            roll = random.randint(1, 6), random.randint(1, 6)
            plays = list(game.get_valid_plays(agent, tuple(-n for n in roll) if agent == WHITE else roll))
            if plays:
                game.execute_play(agent, random.choice(plays))
            agent = game.get_opponent(agent)
        games += 1
    return games / (time.perf_counter() - began)


def pgx(seconds, batch):
    """Returns games and steps per second, or None for the games if too few ended."""
    import jax
    import jax.numpy as jnp
    import pgx as peer
    from pgx.experimental import auto_reset

    env = peer.make("backgammon")
    step = auto_reset(env.step, env.init)

    @jax.jit
    def turn(key, state):
        key, choice, chance = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(choice, logits, axis=-1)
        state = jax.vmap(step)(state, action, jax.random.split(chance, batch))
        return key, state, state.terminated.sum()

    key = jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, batch))
    key, state, _ = turn(key, state)
    # All games begin together, so counting starts when 2 * batch games have ended and ends are spread.
    games, steps, warm, began = 0, 0, True, time.perf_counter()
    while time.perf_counter() - began < seconds:
        key, state, over = turn(key, state)
        games, steps = games + int(over), steps + batch
        if warm and games >= 2 * batch:
            games, steps, warm, began = 0, 0, False, time.perf_counter()
    took = time.perf_counter() - began
    return None if warm else games / took, steps / took


def in_processes(work, *arguments):
    with multiprocessing.get_context("spawn").Pool(CORES) as pool:
        return sum(pool.starmap(work, [(*arguments, seed) for seed in range(CORES)]))


def gym_backgammon_of(seconds, folder, _seed):
    return gym_backgammon(seconds, folder)


def best_of(times, work):
    rates = []
    for _ in range(times):
        began = time.perf_counter()
        count = work()
        rates.append(count / (time.perf_counter() - began))
    return max(rates)


def positions_of_games(count):
    env, choose, ids = sb.VectorEnv(4096, seed=1), np.random.default_rng(1), []
    while len(ids) < count:
        for _ in range(7):
            env.step((choose.random(4096) * env.counts()).astype(np.int64))
        ids += env.positions().ids()
    return ids[:count]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=10, help="seconds of each measurement [default: 10]")
    parser.add_argument("--gym-backgammon", metavar="FOLDER", help="clone of gym-backgammon's repository")
    parser.add_argument("--rust", default="target/release/examples/many_positions")
    options = parser.parse_args()
    has = lambda module: importlib.util.find_spec(module) is not None
    seconds = options.seconds

    print(f"{CORES} processors\n\nrandom games per second")
    games, turns = ours(seconds)
    print(f"  sheshbesh       {games:10,.0f}   {turns:,.0f} turns")
    peers = {}
    if has("pyspiel"):
        peers["OpenSpiel"] = in_processes(open_spiel, seconds), ""
    if has("pgx"):
        for batch in (256, 4096):
            rate, steps = pgx(seconds * 3, batch)
            peers[f"pgx, {batch}"] = rate, f"{steps:,.0f} steps"
    if options.gym_backgammon:
        folder = str(pathlib.Path(options.gym_backgammon).resolve())
        peers["gym-backgammon"] = in_processes(gym_backgammon_of, seconds, folder), ""
    for name, (rate, more) in peers.items():
        told = "too few" if rate is None else f"{rate:,.1f}"
        times = "" if rate is None else f"   1 : {games / rate:,.0f}"
        print(f"  {name:14}  {told:>10}{times}   {more}")

    ids = positions_of_games(100_000)
    array, engine, read = np.array(ids), sb.Engine(), sb.Positions(ids)
    print("\npositions evaluated per second at 1-ply")
    of_read = best_of(10, lambda: len(engine.evaluate(read).equities))
    of_array = best_of(10, lambda: len(engine.evaluate(array).equities))
    rust = None
    if pathlib.Path(options.rust).exists():
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write("\n".join(ids))
            file.flush()
            told = subprocess.run([options.rust, file.name], capture_output=True, text=True, check=True)
        rust = [float(rate) for rate in told.stdout.split()]
        print(f"  Rust, positions {rust[0]:10,.0f}")
        print(f"  Rust, IDs       {rust[1]:10,.0f}")
    share = lambda rate, of: f"   {100 * rate / of:.0f} %" if rust else ""
    print(f"  Positions       {of_read:10,.0f}{share(of_read, rust and rust[0])}")
    print(f"  array of IDs    {of_array:10,.0f}{share(of_array, rust and rust[1])}")
    if has("gnubg_nn"):
        import gnubg_nn

        boards = [gnubg_nn.board_from_position_id(one) for one in ids[:50_000]]
        rate = best_of(1, lambda: len([gnubg_nn.probabilities(board, 0) for board in boards]))
        print(f"  gnubg-nn        {rate:10,.0f}   one processor, boards parsed before")


if __name__ == "__main__":
    main()
