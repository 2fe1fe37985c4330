"""Tests the engine's answers, and its errors for invalid queries."""

import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import sheshbesh as sb

START = "4HPwATDgc/ABMA"


@pytest.fixture(scope="module")
def engine():
    return sb.Engine(threads=2)


@pytest.fixture(scope="module")
def some():
    """Returns positions of random games."""
    env = sb.VectorEnv(64, seed=5)
    random, ids = np.random.default_rng(5), []
    for _ in range(12):
        for _ in range(5):
            env.step(random.integers(0, env.counts()))
        ids += env.positions().ids()
    return ids


def test_the_opening_of_three_and_one(engine):
    plays = engine.best(START, (3, 1), ply=2)
    assert plays[0].play == "8/5 6/5" and plays[0].equity > 0.1
    order = [(play.ply, play.equity) for play in plays]
    assert order == sorted(order, reverse=True) and [ply for ply, _ in order[:6]] == [2] * 5 + [1]
    assert len(plays) == len(sb.Position().plays((3, 1)))
    assert engine.best(START, "31", ply=2, plays=1)[0].as_dict() == plays[0].as_dict()
    assert sum(plays[0].probabilities) > 0


def test_questions_about_one_position_have_the_defaults_of_the_program(engine):
    usual = engine.best(START, (3, 1))
    assert usual == engine.best(START, (3, 1), ply=3, cubeful=True) and usual[0].ply == 3
    cubeless = engine.best(START, (3, 1), cubeless=True)
    assert cubeless == engine.best(START, (3, 1), cubeful=False)
    assert abs(cubeless[0].equity - cubeless[0].cubeless_equity) < 1e-6
    assert cubeless[0].equity < usual[0].equity
    assert engine.cube(START) == engine.cube(START, ply=3)
    verdict = engine.evaluate(START)
    assert verdict.ply == 3 and verdict.cubeful and verdict.cubeful_equity > verdict.equity
    assert engine.evaluate(START, cubeless=True).cubeful_equity > 0
    rollout = {"games": 36, "truncate": 2}
    assert engine.rollout(START, **rollout) == engine.rollout(START, cubeful=True, **rollout)
    assert engine.rollout(START, **rollout) != engine.rollout(START, cubeless=True, **rollout)
    fevga = sb.Position(game="fevga")
    assert engine.best(fevga, (3, 1)) == engine.best(fevga, (3, 1), cubeless=True)
    # The default for many positions is 1-ply, cubeless.
    once = engine.evaluate(START, ply=1)
    for options in ({}, {"cubeful": False}, {"cubeless": True}):
        assert np.isclose(engine.evaluate([START], **options).equities[0], once.equity, atol=1e-6)


def test_many_positions_are_judged_as_each_alone(engine, some):
    for ply in (1, 2):
        ids = some[: 200 if ply == 1 else 10]
        alone = [engine.evaluate(one, ply=ply, filter="normal", cubeless=True) for one in ids]
        for many in (ids, np.array(ids), sb.Positions(ids), sb.Positions(ids).counts()):
            probabilities, equities = engine.evaluate(many, ply=ply)
            assert probabilities.dtype == equities.dtype == np.float32
            assert np.allclose(equities, [one.equity for one in alone], atol=1e-5)
            assert np.allclose(probabilities, [list(one.probabilities) for one in alone], atol=1e-5)


def test_lists_are_answered_in_their_order(engine, some):
    few, rolls = some[:7], [(3, 1), "52", (6, 6), (4, 2), "11", (6, 5), "21"]
    assert engine.best(few, rolls) == [engine.best(*one) for one in zip(few, rolls)]
    assert engine.cube(few) == [engine.cube(one) for one in few]
    stated = {"match": 5, "score": "2-3", "cubeful": True}
    answers = engine.evaluate(few, **stated)
    assert answers == [engine.evaluate(one, **stated) for one in few]
    assert answers[0].mwc > 0


def test_a_cube_is_judged_from_chances(engine):
    chances = [72.1, 2.0, 0.1, 27.9, 2.0, 0.0]
    answer = engine.cube(chances=chances)
    assert answer.action == "Double, take" and answer.double_pass == 1.0
    assert abs(answer.no_double - 0.667) < 0.02 and abs(answer.double_take - 0.684) < 0.02
    assert answer.probabilities.win == pytest.approx(0.721)
    assert answer.points.dead.take_point > answer.points.practical.take_point
    text = "72.1,2.0,0.1,27.9,2.0,0.0"
    for same in (tuple(chances), np.array(chances), np.float32(chances).astype(float).round(3), text):
        assert engine.cube(chances=same) == answer
    race = engine.cube(chances=chances, class_="race", pips=90, match=7, score="3-4")
    assert race.as_dict()["class"] == "race"
    assert race.mwc.double_take > 0


def test_a_beaver_is_answered(engine):
    answer = engine.cube("AQAAhAAAAAAAAA:QRkAAAAAAAAA")
    assert answer.action == "Beaver, raccoon"
    assert (answer.reply.decides, answer.reply.best) == ("own", "raccoon")
    assert answer.reply.raccoon == pytest.approx(20 / 36, abs=1e-4)


def test_a_rollout_repeats(engine):
    first, second = (engine.rollout(START, (3, 1), games=36, truncate=3, seed=4) for _ in "12")
    assert first == second and len(first) == 3 and first[0].games == 36
    assert first != engine.rollout(START, (3, 1), games=36, truncate=3, seed=5)
    assert first[0].standard_errors.win > 0


def test_lists_of_rollouts_keep_what_their_ids_say(engine):
    told = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:4:0:7:10"
    options = {"games": 36, "truncate": 2, "plays": 2, "cubeful": True}
    assert engine.rollout([told], **options) == [engine.rollout(told, **options)]
    several = engine.rollout([START, START], [(3, 1), "65"], **options)
    assert several[1] == engine.rollout(START, (6, 5), **options)


def test_numbers_of_numpy_are_numbers(engine):
    assert engine.evaluate(START, ply=np.int64(2)) == engine.evaluate(START, ply=2)
    assert engine.best(START, np.array([3, 1])) == engine.best(START, (3, 1))
    assert engine.evaluate([], ply=np.int64(1)).equities.shape == (0,)


def test_all_games_are_judged(engine):
    for game in sb.games():
        start = sb.Position(game=game)
        roll = (6, 5, 4) if game == "tabula" else (6, 5)
        assert abs(engine.evaluate(start).equity) < 3
        assert engine.best(start, roll)[0].play in dict(start.plays(roll))


def test_a_match_is_analysed(engine, tmp_path):
    text = (
        " 3 point match\n\n Game 1\n Ann : 0                           Bea : 0\n"
        "  1) 31: 8/5 6/5                      52: 13/8 24/22\n"
        "  2) 43: 24/20 13/10\n\n"
    )
    path = tmp_path / "match.mat"
    path.write_text(text)
    of_file, of_bytes = engine.analyze(path, preset="quick"), engine.analyze(text.encode(), preset="quick")
    assert len(of_file.matches) == len(of_bytes.matches) == 1
    with pytest.raises(sb.UnreadableFile, match="cannot read"):
        engine.analyze(tmp_path / "none.mat")
    with pytest.raises(sb.InvalidInput, match="empty"):
        engine.analyze(b"")


def test_networks_are_files_and_arrays(engine, some, tmp_path):
    shipped = sb.Network.shipped()
    assert shipped.game == "backgammon" and shipped.provenance["seed"] == 101
    again = sb.Network.from_bytes(shipped.to_bytes())
    assert again.to_bytes() == shipped.to_bytes() == pickle.loads(pickle.dumps(shipped)).to_bytes()
    shipped.write(tmp_path / "one.weights")
    read = sb.Engine(tmp_path / "one.weights", threads=1, tables=False)
    without = sb.Engine(threads=1, tables=False)
    assert np.array_equal(read.evaluate(some).equities, without.evaluate(some).equities)
    net = shipped.nets()[0]
    assert net["first"][0].shape[0] == dict(sb.feature_sets())[net["features"]]
    assert all(len(stack) == len(net["stacks"][0]) for stack in net["stacks"])
    assert (net["member"], net["weight"]) == (0, 1)
    pruner = shipped.nets()[-1]
    assert (pruner["judges"], pruner["member"], pruner["weight"]) == ("pruner", 0, None)


def test_a_network_of_arrays_is_what_numpy_makes_of_it(some):
    random = np.random.default_rng(1)
    widths = [198, 20, 10, 4]
    layers = [
        (random.normal(0, 0.3, shape).astype(np.float32), random.normal(0, 0.3, shape[1]))
        for shape in zip(widths, widths[1:])
    ]
    network = sb.Network.from_layers(
        layers, features="tesauro198", activation="sigmoid", output="four-sigmoids"
    )
    positions = sb.Positions(some)
    values = positions.features("tesauro198")
    for weights, biases in layers:
        values = 1 / (1 + np.exp(-(values @ weights + biases)))
    values /= values.sum(1, keepdims=True)
    engine = sb.Engine(network, threads=1, tables=False)
    win = engine.evaluate(positions).probabilities[:, 0]
    # Impossible gammons get probability 0, so compare only positions with no checkers borne off.
    full = [sb.Position(one).counts[:, 0].max() == 0 for one in some]
    assert sum(full) > 100
    assert np.abs(win - values[:, 0] - values[:, 1])[full].max() < 0.02
    assert sb.duel(network, "random", games=20, threads=1).played == 20
    (first, *rest) = network.nets()[0]["first"], *network.nets()[0]["stacks"][0]
    assert np.array_equal(first[0], layers[0][0])
    assert all(np.allclose(mine[1], given[1]) for mine, given in zip(rest, layers[1:]))


def test_duels_repeat_and_are_those_of_the_program():
    first = sb.duel("pubeval", "random", games=40, seed=7, threads=1)
    assert first == sb.duel("pubeval", "random", games=40, seed=7, threads=2)
    assert first.played == 40 and first.result.value > 0
    match = sb.duel("shesh", "pipcount", games=4, match=3, cube=True)
    assert match.first.wins + match.second.wins == 4


@pytest.mark.parametrize(
    "wrong",
    [
        lambda engine: engine.evaluate("nonsense"),
        lambda engine: engine.evaluate([START, "nonsense"]),
        lambda engine: engine.evaluate([START, 7]),
        lambda engine: engine.evaluate([START, "fevga@AACA/z8AAID/Pw"]),
        lambda engine: engine.evaluate(7),
        lambda engine: engine.evaluate(np.zeros((3, 26), np.int8)),
        lambda engine: engine.evaluate(np.zeros((3, 2, 26), np.int8)),
        lambda engine: engine.evaluate(np.full((3, 2, 26), -1)),
        lambda engine: engine.evaluate(START, ply=9),
        lambda engine: engine.evaluate([START], ply=9),
        lambda engine: engine.evaluate(START, plies=2),
        lambda engine: engine.evaluate(START, score=object()),
        lambda engine: engine.evaluate(START, game="chess"),
        lambda engine: engine.evaluate([START], ply=-1),
        lambda engine: engine.evaluate(sb.Position(), game="fevga"),
        lambda engine: engine.evaluate(sb.Positions([START]), game="fevga"),
        lambda engine: engine.evaluate(START, jaccoby=False),
        lambda engine: engine.best(START, (3, 1), cubeful=True, cubeless=True),
        lambda engine: engine.best("fevga@AACA/z8AAID/Pw", (3, 1), cubeful=True),
        lambda engine: engine.best(START, (3.9, 1.2)),
        lambda engine: engine.best(START, (31,)),
        lambda engine: engine.rollout(START, standard_error=float("nan")),
        lambda engine: sb.VectorEnv(-1),
        lambda engine: sb.VectorEnv(1, seed=-1),
        lambda engine: sb.Table(length=-3),
        lambda engine: sb.Table().act(-1),
        lambda engine: sb.Engine(threads=-1),
        lambda engine: sb.duel("shesh", "pubeval", games=-1),
        lambda engine: sb.duel("shesh", "pubeval", games=10**12),
        lambda engine: sb.duel("shesh", "pubeval", seed=-1),
        lambda engine: engine.best(START, (3, 7)),
        lambda engine: engine.best(START, (3, 1, 2)),
        lambda engine: engine.best(START, 31),
        lambda engine: engine.best(START),
        lambda engine: engine.best([START, START], ["31"]),
        lambda engine: engine.cube("fevga@AACA/z8AAID/Pw"),
        lambda engine: engine.cube(),
        lambda engine: engine.cube(START, chances=[72.1, 2.0, 0.1, 27.9, 2.0, 0.0]),
        lambda engine: engine.cube(chances=[72.1, 2.0, 0.1, 28.2, 2.0, 0.0]),
        lambda engine: engine.cube(chances=[72.1, 2.0, 0.1, 27.9, 2.0]),
        lambda engine: engine.cube(chances=["x"] * 6),
        lambda engine: engine.cube(chances=5),
        lambda engine: engine.cube(chances=[72.1, 2.0, float("nan"), 27.9, 2.0, 0.0]),
        lambda engine: engine.cube(chances=[72.1, 2.0, 0.1, 27.9, 2.0, 0.0], ply=2),
        lambda engine: engine.rollout(START, games=0),
        lambda engine: engine.ask("worst", {}),
        lambda engine: engine.analyze(b"\x00\x01\x02"),
        lambda engine: sb.Position(START, game="chess"),
        lambda engine: sb.Position().play((3, 1), "24/19"),
        lambda engine: sb.Position().plays((0, 1)),
        lambda engine: sb.Position().features("none"),
        lambda engine: sb.Position().features("parallel1"),
        lambda engine: sb.Position.from_counts([0] * 26, [0] * 25),
        lambda engine: sb.Engine(threads=10**6),
        lambda engine: sb.Engine(cache_megabytes=0),
        lambda engine: sb.duel("nobody", "pubeval"),
        lambda engine: sb.duel("shesh", "pubeval", games=0),
        lambda engine: sb.duel("shesh", "blockade", game="fevga", cube=True),
        lambda engine: sb.duel(sb.Network.shipped(), "blockade", game="fevga"),
        lambda engine: sb.Network.from_layers([]),
        lambda engine: sb.Network.from_layers([(np.zeros((3, 4)), np.zeros(4))]),
        lambda engine: sb.Network.from_layers([(np.zeros(3), np.zeros(4))]),
        lambda engine: sb.Network.from_layers([(np.zeros((198, 6)), np.zeros(5))]),
        lambda engine: sb.Network.from_layers([("weights", "biases")]),
    ],
)
def test_nonsense_is_refused_with_a_sentence(engine, wrong):
    with pytest.raises(sb.InvalidInput) as caught:
        wrong(engine)
    assert isinstance(caught.value, ValueError) and len(str(caught.value)) > 10


def test_files_that_are_no_networks(tmp_path):
    with pytest.raises(sb.UnreadableFile, match="cannot read"):
        sb.Network.read(tmp_path / "none.weights")
    (tmp_path / "some.weights").write_bytes(b"these are no weights")
    with pytest.raises(sb.InvalidWeights, match="some.weights"):
        sb.Engine(tmp_path / "some.weights")
    with pytest.raises(sb.InvalidWeights):
        sb.Network.from_bytes(b"")
    with pytest.raises(sb.UnreadableFile):
        sb.Network.shipped().write(tmp_path / "no" / "such.weights")


def test_other_threads_go_on_meanwhile(engine):
    counted = 0
    done = threading.Event()

    def count():
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    began = time.monotonic()
    engine.rollout(START, games=360, truncate=8)
    took = time.monotonic() - began
    done.set()
    thread.join()
    assert counted > 20 * took


def test_many_threads_ask_at_once(engine, some):
    expected = engine.evaluate(some).equities
    answers = [None] * 4

    def ask(place):
        answers[place] = engine.evaluate(some).equities

    threads = [threading.Thread(target=ask, args=(place,)) for place in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(answer, expected) for answer in answers)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_ctrl_c_ends_a_rollout():
    # The parent of the test process may ignore the signal, and children inherit that.
    program = (
        "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "import sheshbesh as sb\nprint('ready', flush=True)\n"
        f"sb.rollout('{START}', games=100000, ply=3)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "ready\n"
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    try:
        _, told = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode != 0 and told.strip().endswith("KeyboardInterrupt")


@pytest.mark.parametrize("flag", [float("nan"), "false", 1, 0.0, []])
def test_flags_are_true_or_false(flag):
    for name in ("cubeful", "cubeless"):
        for ask in (sb.evaluate, lambda *_, **options: sb.best(START, "31", **options)):
            with pytest.raises(sb.InvalidInput, match=f"{name} is True or False"):
                ask(START, **{name: flag})
    assert sb.evaluate(START, cubeful=np.bool_(True)).equity == sb.evaluate(START).equity


@pytest.mark.parametrize("dice", [b"31", bytearray(b"31"), b"\x03\x01"])
def test_bytes_are_no_roll(dice):
    for ask in (
        lambda: sb.best(START, dice),
        lambda: sb.best([START], [dice]),
        lambda: sb.Position().play(dice, "8/5 6/5"),
        lambda: sb.Position().children(dice),
    ):
        with pytest.raises(sb.InvalidInput, match="is not a roll"):
            ask()


def test_positions_are_values():
    start = sb.Position()
    assert start == sb.Position(START) and {start: 1}[sb.Position(START)] == 1
    assert pickle.loads(pickle.dumps(start)) == start and start != start.play("31", "8/5 6/5")
    assert start.pips == (167, 167) and start.result is None and start.kind == "contact"
    assert start.counts.sum() == 30 and sb.Position.from_counts(*start.counts.tolist()) == start
    assert "167 pips" in start.board() and "\x1b" not in start.board()
    after = start.play((3, 1), "8/5 6/5")
    assert after.swapped().pips == (163, 167)
    assert [child for _, child in start.plays((6, 1))] == start.children((6, 1))
    ended = sb.Position.from_counts([15] + [0] * 25, [0] * 6 + [15] + [0] * 19)
    assert ended.result == 2 and ended.swapped().result == -2
    with pytest.raises(sb.InvalidInput, match="over"):
        ended.children((3, 1))
    many = sb.Positions([start, START])
    assert many[-1] == start and len(many) == 2 and list(many) == [start, start]
    assert pickle.loads(pickle.dumps(many)) == many
    with pytest.raises(IndexError):
        many[2]


def test_chances_of_the_dice():
    rolls = sb.dice_probabilities()
    assert len(rolls) == 21 and abs(sum(chance for _, chance in rolls) - 1) < 1e-12
    # The equity of a position is the mean over the rolls of the best play's equity.
    start = sb.Position()
    engine = sb.Engine(threads=1)
    expected = sum(
        chance * -engine.evaluate(start.children(dice)).equities.min() for dice, chance in rolls
    )
    alone = engine.evaluate(start, ply=2, filter="none", cubeless=True)
    assert abs(expected - alone.equity) < 1e-4


def test_boards_are_drawn_in_notebooks(engine):
    from xml.etree import ElementTree

    def heads(drawn):
        svg = drawn._repr_svg_()
        assert ElementTree.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"
        return svg.count(" head")

    assert heads(sb.Position()) == 0
    best, second = engine.best(START, (3, 1), ply=1, plays=2)
    assert heads(best) == 2 and best._repr_svg_() != second._repr_svg_()
    assert heads(engine.best([START], ["66"], ply=1)[0][0]) == 4
    fevga = engine.best(sb.Position(game="fevga"), (3, 1), ply=1)[0]
    assert heads(fevga) > 0
    assert heads(engine.cube(START, ply=1)) == heads(engine.evaluate(START, ply=1)) == 0
    # The picture is no field of the answer.
    assert not any("_drawn" in part for part in (repr(best), str(best.as_dict())))
    assert pickle.loads(pickle.dumps(best))._repr_svg_() == best._repr_svg_()
    assert best.probabilities._repr_svg_() is None
    assert engine.cube(chances="60,0,0,40,0,0")._repr_svg_() is None


def test_pictures_of_positions():
    plain = sb.board_svg(START)
    assert plain == sb.board_svg(sb.Position()) == sb.Position()._repr_svg_()
    both = sb.board_svg(START, "31", arrows="24/23 13/10", best="8/5 6/5")
    assert both.count('class="played head"') == both.count('class="best head"') == 2
    assert len({sb.board_svg(START, theme=theme) for theme in ("light", "dark", "print")}) == 3
    assert sb.board_svg(START, flip=True) != plain
    for wrong in (
        {"theme": "sepia"},
        {"arrows": "8/5 6/5"},
        {"dice": "31", "arrows": "8/2"},
        {"dice": "37"},
    ):
        with pytest.raises(sb.InvalidInput):
            sb.board_svg(START, **wrong)
