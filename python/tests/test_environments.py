"""Tests tables and environments: the same games as in the program, and errors for invalid actions."""

import copy
import json
import os
import shutil
import subprocess
import sys
import threading

import numpy as np
import pytest

import sheshbesh as sb

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

from sheshbesh import pettingzoo_env  # noqa: E402
from sheshbesh.gymnasium_env import BackgammonEnv  # noqa: E402

PLAY = 6


@pytest.mark.parametrize("game", sb.games())
def test_games_at_once_are_those_of_tables(game):
    """Games are the same as those of a table, position by position and to the end."""
    env = sb.VectorEnv(24, game=game, seed=7, threads=2)
    random, tables, ended = np.random.default_rng(3), {}, 0
    for _ in range(160):
        numbers, positions, dice = env.number, env.positions(), env.dice
        player, counts, offsets = env.player, env.counts(), env.offsets()
        after = env.afterstate_positions()
        choice = random.integers(0, counts)
        for place in range(24):
            number = int(numbers[place])
            if number not in tables:
                tables[number] = sb.Table(game=game, seed=7, number=number)
            table = tables[number]
            assert table.decision == "play" and table.position == positions[place]
            assert table.dice == tuple(dice[place]) and table.player == player[place]
            assert table.legal() == list(range(PLAY, PLAY + counts[place]))
            assert table.results()[int(choice[place])] == after[int(offsets[place] + choice[place])]
        rewards, over = env.step(choice)
        for place in range(24):
            table = tables[int(numbers[place])]
            mover = table.player
            table.act(PLAY + int(choice[place]))
            assert table.over == over[place] and table.rewards[mover] == rewards[place]
            ended += over[place]
    assert env.finished == ended
    assert ended > 5 or game == "long-gammon"


def test_features_of_afterstates_are_those_of_their_positions():
    for game, name in (("backgammon", "structural2"), ("plakoto", "pinning1"), ("fevga", "parallel1")):
        env = sb.VectorEnv(300, game=game, features=name, seed=2)
        kept = []
        for _ in range(4):
            features, offsets = env.afterstates()
            assert features.dtype == np.float32 and features.shape[1] == env.num_features
            assert offsets[0] == 0 and offsets[-1] == len(features) and len(offsets) == 301
            expected = env.afterstate_positions().features(name)
            assert np.array_equal(features, expected)
            kept.append((features, expected))
            env.step(env.counts() - 1)
        # An array that is still referenced is not overwritten.
        assert all(np.array_equal(features, expected) for features, expected in kept)


def test_memory_is_used_again_once_nobody_holds_it():
    env = sb.VectorEnv(50, features="tesauro198", seed=2)
    features, _ = env.afterstates()
    place = features.__array_interface__["data"][0]
    view = features[3:, 1:]
    del features
    features, _ = env.afterstates()
    assert features.__array_interface__["data"][0] != place
    place = features.__array_interface__["data"][0]
    del features, view
    features, _ = env.afterstates()
    assert features.__array_interface__["data"][0] == place


def test_any_number_of_threads_plays_the_same_games():
    def played(threads):
        env = sb.VectorEnv(700, seed=11, threads=threads)
        random, all_rewards = np.random.default_rng(1), []
        for _ in range(60):
            rewards, _ = env.step(random.integers(0, env.counts()))
            all_rewards.append(rewards)
        return np.array(all_rewards), env.positions().ids(), env.number

    first, second = played(1), played(3)
    assert all(np.array_equal(a, b) for a, b in zip(first, second))


def test_a_wrong_choice_changes_nothing():
    env = sb.VectorEnv(10, seed=1)
    before = env.positions()
    for choice in (
        env.counts(),
        np.full(10, -1),
        np.zeros(9, int),
        np.zeros(10),
        np.zeros((10, 1), int),
        ["a"] * 10,
        None,
    ):
        with pytest.raises(sb.InvalidInput):
            env.step(choice)
    assert env.positions() == before and env.finished == 0
    env.step([0] * 10)
    env.step(np.zeros(10, np.uint8))
    for wrong in (dict(num_envs=0), dict(num_envs=3, features="none"), dict(num_envs=3, game="go")):
        with pytest.raises(sb.InvalidInput):
            sb.VectorEnv(**wrong)
    with pytest.raises(sb.InvalidInput, match="no features"):
        env.afterstates()
    env.close()
    for ask in (env.counts, env.positions, env.offsets, env.reset, lambda: env.dice, lambda: env.step([0])):
        with pytest.raises(sb.EnvironmentClosed):
            ask()


def test_choices_may_be_written_by_others_meanwhile():
    env, choice = sb.VectorEnv(3000, seed=1), np.zeros(3000, np.int64)
    done = threading.Event()

    def scribble():
        while not done.is_set():
            choice[:] = 10**6
            choice[:] = 0

    thread = threading.Thread(target=scribble)
    thread.start()
    played = 0
    for _ in range(200):
        try:
            env.step(choice)
            played += 1
        except sb.InvalidInput:
            pass
    done.set()
    thread.join()
    env.step(np.zeros(3000, int))
    assert env.counts().min() > 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_forked_child_is_told_so():
    env, engine = sb.VectorEnv(2000, seed=1), sb.Engine(threads=2)
    ids = env.positions().ids()
    engine.evaluate(ids)
    child = os.fork()
    if child == 0:
        told = 0
        for ask in (env.counts, lambda: engine.evaluate(ids[0]), lambda: sb.positions(ids)):
            try:
                ask()
            except (sb.CannotAnswer, sb.SheshError) as error:
                told += "forked" in str(error)
        fresh = sb.Engine(threads=1, tables=False).evaluate("4HPwATDgc/ABMA").equity
        os._exit(0 if told == 3 and fresh > 0 else 1)
    _, status = os.waitpid(child, 0)
    assert status == 0


def test_games_begin_anew():
    env = sb.VectorEnv(5, game="hypergammon", seed=9)
    start = env.positions(), env.dice
    for _ in range(200):
        env.step(env.counts() * 0)
    assert env.finished > 5 and env.number.max() == env.finished + 4
    env.reset()
    assert env.positions() == start[0] and np.array_equal(env.dice, start[1]) and env.finished == 0
    env.reset(seed=10)
    assert not np.array_equal(env.dice, start[1])


def test_the_cube_at_a_table():
    table = sb.Table(cube=True, beavers=True, seed=3)
    while table.decision != "roll":
        table.act(table.legal()[0])
    assert [table.name(action) for action in table.legal()] == ["roll", "double"]
    doubler = table.player
    table.act(1)
    assert table.decision == "take" and table.player != doubler
    assert [table.name(action) for action in table.legal()] == ["take", "pass", "beaver"]
    beavered = table.copy()
    beavered.act(4)
    assert beavered.decision == "beaver" and beavered.cube == (4, 1 - doubler)
    passed = copy.deepcopy(table)
    passed.act(3)
    assert passed.over and passed.rewards[doubler] == 1 and passed.player is None
    assert table.decision == "take"
    table.act(2)
    assert table.cube == (2, 1 - doubler)
    for wrong in (0, 1, 4, 10**4):
        with pytest.raises(sb.InvalidInput, match="none of the"):
            beavered.act(wrong)


def test_a_match_goes_on_to_its_end():
    table = sb.Table(length=3, cube=True, seed=5)
    random = np.random.default_rng(5)
    games = set()
    while not table.over:
        games.add(table.score)
        seen = table.observation("structural2")
        assert seen.shape == (sb.Table.observation_size("structural2", "backgammon"),)
        assert table.mask().nonzero()[0].tolist() == table.legal()
        table.act(int(random.choice(table.legal())))
    assert max(table.score) >= 3 and sorted(table.rewards) == [-1, 1]
    assert table.rewards[int(np.argmax(table.score))] == 1
    assert len(games) > 1 and table.legal() == []


def test_somebody_else_rolls():
    table = sb.Table(rolls=False)
    assert table.decision == "dice" and table.player is None
    with pytest.raises(sb.InvalidInput, match="different"):
        table.roll((3, 3))
    table.roll((1, 3))
    assert table.player == 1 and table.dice == (3, 1)
    for dice in ((3, 1), "31", np.array([3, 1])):
        other = sb.Table(rolls=False)
        other.roll(dice)
        assert other.player == 0
    table = sb.Table(rolls=False)
    table.roll("31")
    with pytest.raises(sb.InvalidInput, match="nobody rolls now"):
        table.roll((3, 1))
    names = {table.name(action): action for action in table.legal()}
    table.act(names["8/5 6/5"])
    table.roll("66")
    assert table.dice == (6, 6)
    position = sb.Position().play("31", "8/5 6/5")
    put = sb.Table(position=position.id, dice=(6, 6))
    assert put.position == position and put.dice == (6, 6) and put.decision == "play"
    with pytest.raises(sb.InvalidInput, match="dice belong"):
        sb.Table(dice=(6, 6))


def test_players_at_tables_play_as_in_the_programs_duels(tmp_path):
    """Results equal those of `sheshbesh.duel`, game by game; both games of a pair have the same dice."""
    pairs, points = 6, 0.0
    for number in range(pairs):
        for first in (0, 1):
            players = [sb.Player("shesh"), sb.Player("pubeval")]
            table = sb.Table(seed=21, number=number)
            while not table.over:
                table.act(players[table.player ^ first].act(table))
            points += table.rewards[first]
    duel = sb.duel("shesh", "pubeval", games=2 * pairs, seed=21, threads=1)
    assert duel.result.value == pytest.approx(points / (2 * pairs))
    program = shutil.which("shesh")
    if program is None:
        pytest.skip("the program shesh is not on the PATH")
    told = subprocess.run(
        [program, "duel", "shesh", "pubeval", "--games", str(2 * pairs), "--seed", "21", "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(told.stdout)["points_per_game"] == pytest.approx(points / (2 * pairs))


def test_a_player_errs_as_people_of_a_rating_do():
    def game(name, seed):
        table, player = sb.Table(seed=5), sb.Player(name)
        player.begin(seed)
        actions = []
        while not table.over and len(actions) < 60:
            actions.append(player.act(table))
            table.act(actions[-1])
        return actions

    assert game("shesh:level=30", 1) == game("shesh:level=30", 1)
    assert game("shesh:level=30", 1) != game("shesh:level=30", 2)
    assert game("shesh:level=0", 1) == game("shesh", 2)
    for wrong in ("shesh:level=31", "pubeval:level=5"):
        with pytest.raises(sb.InvalidInput, match="level"):
            sb.Player(wrong)


def test_players_refuse_other_games():
    with pytest.raises(sb.InvalidInput, match="fevga is not supported"):
        sb.Player("pubeval", game="fevga")
    with pytest.raises(sb.InvalidInput, match="plays backgammon"):
        sb.Player("pubeval").act(sb.Table(game="nackgammon"))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "options",
    [{}, {"match": 2, "cube": True}, {"game": "fevga", "opponent": "blockade"}, {"seat": "second"}],
)
def test_gymnasium_checks_the_environment(options):
    env = gymnasium.make("sheshbesh/Backgammon-v0", **{"opponent": "random", **options})
    check_env(env.unwrapped)
    env.close()


def episode(env, seed=None, options=None):
    random = np.random.default_rng(0)
    observation, info = env.reset(seed=seed, options=options)
    seen = [observation]
    while True:
        observation, reward, over, cut, info = env.step(random.choice(info["action_mask"].nonzero()[0]))
        seen.append(observation)
        assert not cut
        if over:
            return np.array(seen), reward


def test_an_episode_against_somebody():
    env = BackgammonEnv(opponent="pubeval", game="hypergammon")
    first, second = episode(env, seed=4), episode(env, seed=4)
    assert np.array_equal(first[0], second[0]) and first[1] == second[1] != 0
    assert env.seat == 0
    episode(env)
    assert env.seat == 1
    asked = []

    def callable_opponent(table):
        asked.append(table.decision)
        return table.legal()[-1]

    env = BackgammonEnv(opponent=callable_opponent, cube=True, seat="second", render_mode="ansi")
    episode(env, seed=1, options={"position": "4HPwATDgc/ABMA", "dice": (3, 1)})
    assert asked[0] == "play" and {"play", "take"} <= set(asked)
    assert "pips" in env.render()
    observation, _ = env.reset(seed=2)
    assert env.action_masks().sum() == len(env.table.legal())
    observation, reward, over, _, info = env.step(env.action_space.n - 1)
    assert (reward, over, info["illegal"]) == (-3 * env.table.cube[0], True, True)
    with pytest.raises(sb.InvalidInput, match="reset"):
        env.step(env.table.legal()[0])


def test_the_learner_sees_with_his_own_eyes():
    """The last position is also from the agent's view, whoever ended the game."""
    env = BackgammonEnv(opponent="random", game="hypergammon")
    for number in range(12):
        seen, reward = episode(env, seed=5 if number == 0 else None)
        assert np.array_equal(seen[-1], env.table.observation("structural2", env.seat))
        assert reward != 0


def test_an_environment_can_begin_anywhere():
    env = BackgammonEnv(opponent="random")
    near = sb.Position.from_counts([14, 1] + [0] * 24, [14, 1] + [0] * 24)
    env.reset(seed=1, options={"position": near})
    assert env.table.position == near
    with pytest.raises(sb.InvalidInput, match="nothing is left"):
        env.reset(options={"position": near})
    told = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
    assert sb.Table(position=told).dice == (3, 1)
    with pytest.raises(sb.InvalidInput, match="a score"):
        sb.Table(position="XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:4:0:7:10")


def test_an_environment_refuses_nonsense():
    for wrong in (
        {"seat": "third"},
        {"illegal": "maybe"},
        {"render_mode": "human"},
        {"opponent": "nobody"},
        {"game": "fevga", "opponent": "blockade", "cube": True},
        {"features": "none"},
    ):
        with pytest.raises(sb.InvalidInput):
            BackgammonEnv(**wrong).reset()
    env = BackgammonEnv(illegal="raise")
    with pytest.raises(sb.InvalidInput, match="reset"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(sb.InvalidInput, match="none of the"):
        env.step(env.action_space.n - 1)
    with pytest.raises(sb.InvalidInput, match="options are"):
        env.reset(options={"board": 1})
    env.close()
    for ask in (env.reset, lambda: env.step(0), env.action_masks, env.render):
        with pytest.raises(sb.EnvironmentClosed):
            ask()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("options", [{}, {"match": 3, "cube": True}, {"game": "plakoto"}])
def test_pettingzoo_checks_the_environment(options):
    api_test(pettingzoo_env.env(**options), num_cycles=200)
    api_test(pettingzoo_env.BackgammonAEC(**options), num_cycles=200)
    seed_test(lambda: pettingzoo_env.env(**options), num_cycles=60)


def test_two_agents_share_the_points():
    env = pettingzoo_env.BackgammonAEC(game="hypergammon", cube=True)
    random = np.random.default_rng(2)
    for _ in range(5):
        env.reset(seed=None)
        totals = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, over, cut, _ = env.last()
            totals[agent] += reward
            legal = observation["action_mask"].nonzero()[0]
            env.step(None if over or cut else random.choice(legal))
        assert totals["player_0"] == -totals["player_1"] != 0
    env.reset(seed=1)
    waiting = env.possible_agents[1 - env.possible_agents.index(env.agent_selection)]
    assert env.observe(waiting)["action_mask"].sum() == 0
    for wrong in (6.7, None, "a"):
        with pytest.raises(sb.InvalidInput):
            env.step(wrong)
    loser = env.agent_selection
    env.step(10**6)
    assert env.rewards[loser] == -3 and sum(env.rewards.values()) == 0 and all(env.terminations.values())
    strict = pettingzoo_env.BackgammonAEC(illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(sb.InvalidInput, match="none of the"):
        strict.step(10**6)
    env.close()
    with pytest.raises(sb.EnvironmentClosed):
        env.reset()


def test_no_roll_has_more_plays_than_there_are_actions():
    """Maximum found by hill climbing: single checkers without opposition, and a double."""
    own = [0] * 26
    for point in (3, 4, 6, 7, 9, 10, 12, 13, 15, 16, 18, 19, 21, 23, 24):
        own[point] = 1
    opponent = [14] + [0] * 24 + [1]
    crowd = sb.Position.from_counts(own, opponent)
    most = max(len(crowd.children(dice)) for dice, _ in sb.dice_probabilities())
    assert most == 2226 <= sb.Table.num_actions() - PLAY


def test_an_environment_that_another_thread_uses_says_so():
    env = sb.VectorEnv(20_000, seed=1)
    over = threading.Event()

    def play_on():
        while not over.is_set():
            env.reset()

    thread = threading.Thread(target=play_on)
    thread.start()
    try:
        with pytest.raises(sb.CannotAnswer, match="another thread is using this environment"):
            for _ in range(1_000_000):
                env.counts()
    finally:
        over.set()
        thread.join()
    assert env.counts().shape == (20_000,)


def test_games_without_room_are_a_memory_error():
    program = (
        "import resource, sheshbesh as sb\n"
        "resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))\n"
        "try:\n    sb.VectorEnv(10_000_000, threads=1)\n"
        "except MemoryError as error:\n    print(error)\n"
        "print(len(sb.VectorEnv(1_000, threads=1)))\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    assert "no room for 10000000 games" in run.stdout and run.stdout.endswith("1000\n")
