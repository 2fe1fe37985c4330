"""Tests OpenSpiel's action numbers against OpenSpiel, and against our own plays."""

import random
import re

import numpy as np
import pytest

import sheshbesh as sb
from sheshbesh import openspiel


def test_turns_reach_every_result_and_no_other():
    """Every result of a roll is reached by some actions, and random actions reach legal results."""
    source, position = random.Random(4), sb.Position()
    for _ in range(150):
        roll = (source.randint(1, 6), source.randint(1, 6))
        results = dict((result, play) for play, result in position.plays(roll))
        turn = openspiel.Turn(position, roll)
        while not turn.over:
            assert turn.mask().nonzero()[0].tolist() == turn.legal_actions()
            turn.play(source.choice(turn.legal_actions()))
        assert turn.result in results
        if turn.result.kind != "over" and roll[0] != roll[1]:
            for result in results:
                actions = openspiel.Turn(position, roll).actions_for(result)
                again = openspiel.Turn(position, roll)
                for action in actions:
                    again.play(action)
                assert again.result == result
        position = sb.Position() if turn.result.kind == "over" else turn.result


def test_doubles_are_two_actions():
    turn = openspiel.Turn(sb.Position(), (3, 3))
    wanted = sb.Position().play((3, 3), "24/21(2) 13/10(2)")
    actions = turn.actions_for(wanted)
    assert len(actions) == 2
    turn.play(actions[0])
    assert not turn.over and turn.left == 1
    with pytest.raises(sb.InvalidInput, match="not over"):
        turn.result
    turn.play(actions[1])
    assert turn.over and turn.result == wanted
    with pytest.raises(sb.InvalidInput, match="is over"):
        turn.legal_actions()


def test_numbers_and_moves():
    for player in (0, 1):
        for dice in [(6, 1), (4, 4)]:
            for action in range(openspiel.NUM_ACTIONS):
                moves = openspiel.decode(action, dice, player)
                if len(moves) == 2 and dice[0] != dice[1]:
                    assert openspiel.encode(moves, dice, player) == action
    for wrong in (-1, openspiel.NUM_ACTIONS):
        with pytest.raises(sb.InvalidInput, match="0 to 1351"):
            openspiel.decode(wrong, (3, 1))
    for moves in ([(8, 2)], [(8, 3), (6, 3)], [(8, 3), (6, 1), (6, 1)]):
        with pytest.raises(sb.InvalidInput, match="not those"):
            openspiel.encode(moves, (3, 1))
    with pytest.raises(sb.InvalidInput, match="0 or 1"):
        openspiel.decode(0, (3, 1), player=2)
    with pytest.raises(sb.InvalidInput, match="not a roll"):
        openspiel.Turn(sb.Position(), (7, 1))
    with pytest.raises(sb.InvalidInput, match="not of fevga"):
        openspiel.Turn(sb.Position(game="fevga"), (3, 1))
    with pytest.raises(sb.InvalidInput, match="not legal"):
        openspiel.Turn(sb.Position(), (3, 1)).play(1351)


def test_actions_are_those_of_openspiel():
    """Random games of OpenSpiel: the same legal actions in every state, with the same effect."""
    pyspiel = pytest.importorskip("pyspiel")
    source, states = random.Random(7), 0
    for _ in range(40):
        state = pyspiel.load_game("backgammon").new_initial_state()
        turn = None
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(source.choice([one for one, _ in state.chance_outcomes()]))
                continue
            player = state.current_player()
            if turn is None or turn.over:
                dice = [int(die) for die in re.search(r"Dice: (\d\d)", str(state))[1]]
                turn = openspiel.Turn(_position(state, player), dice, player)
            assert turn.position == _position(state, player)
            legal = turn.legal_actions()
            assert legal == state.legal_actions()
            action = source.choice(legal)
            turn.play(action)
            state.apply_action(action)
            states += 1
    assert states > 1000


def _position(state, player):
    """Returns the position of a state of OpenSpiel, from the view of a player."""
    sides = []
    for side in (player, 1 - player):
        counts = [0] * 26
        for place in range(24):
            counts[place + 1 if side == 1 else 24 - place] = state.board(side, place)
        counts[25] = state.board(side, 100)
        counts[0] = 15 - sum(counts)
        sides.append(counts)
    return sb.Positions.from_counts(np.array([sides], np.int8))[0]


def test_the_environment_takes_the_numbers():
    gymnasium = pytest.importorskip("gymnasium")
    from sheshbesh.openspiel_env import ActionNumbers

    env = ActionNumbers(gymnasium.make("sheshbesh/Backgammon-v0", opponent="random"))
    source, between, ended = np.random.default_rng(2), 0, 0
    for game in range(6):
        observation, info = env.reset(seed=game if game % 2 == 0 else None)
        terminated = False
        while not terminated:
            table = env.unwrapped.table
            before, dice = table.position, table.dice
            observation, reward, terminated, truncated, info = env.step(
                source.choice(info["action_mask"].nonzero()[0])
            )
            assert observation.dtype == np.float32 and observation.shape == env.observation_space.shape
            assert np.array_equal(env.action_masks(), info["action_mask"].astype(bool))
            if not terminated and table.position == before and table.dice == dice and dice[0] == dice[1]:
                between += 1
                assert reward == 0
        ended += 1
        assert reward != 0 and not info["action_mask"].any()
        with pytest.raises(sb.InvalidInput, match="reset"):
            env.step(0)
    assert ended == 6 and between > 10
    env.reset(seed=1)
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    assert env.step(illegal)[1:3] == (-3.0, True)
    strict = ActionNumbers(gymnasium.make("sheshbesh/Backgammon-v0", opponent="random", illegal="raise"))
    strict.reset(seed=1)
    with pytest.raises(sb.InvalidInput, match="not legal"):
        strict.step(illegal)
    for options, problem in [({"cube": True}, "no doubling cube"), ({"game": "fevga"}, "not of fevga")]:
        with pytest.raises(sb.InvalidInput, match=problem):
            ActionNumbers(gymnasium.make("sheshbesh/Backgammon-v0", opponent="random", **options))


def test_a_player_of_numbers_plays_as_its_opponent_does():
    """The same choices from the same dice lead to the same positions, as agent and as opponent."""
    pytest.importorskip("gymnasium")
    from sheshbesh.openspiel_env import ActionPlayer

    def choose(observation, mask):
        legal = mask.nonzero()[0]
        return legal[int(observation.sum() * 1000) % len(legal)]

    player, table = ActionPlayer(choose, "tesauro198"), sb.Table(seed=5)
    while not table.over:
        before, dice = table.position, table.dice
        table.act(player(table))
        if not table.over and table.decision == "play":
            assert table.position in [result for _, result in before.plays(dice)]
    assert abs(table.rewards[0]) in (1, 2, 3)
