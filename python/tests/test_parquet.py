"""Tests self-play positions and labels as Parquet files."""

import subprocess

import numpy as np
import pytest

import sheshbesh as sb
from sheshbesh import parquet

pytest.importorskip("pyarrow")
from pyarrow import parquet as arrow  # noqa: E402


@pytest.mark.parametrize("game", ["backgammon", "fevga", "russian"])
def test_self_play_is_a_game_after_another(game, tmp_path):
    path = tmp_path / "games.parquet"
    written = parquet.write_self_play(path, games=5, game=game, seed=3)
    rows = arrow.read_table(path).to_pylist()
    assert written == len(rows) and {row["game"] for row in rows} == set(range(5))
    engine = sb.Engine(threads=1)
    for row, after in zip(rows, [*rows[1:], None]):
        position, dice = sb.Position(row["position"], game=game), tuple(row["dice"])
        assert position.counts.tolist() == [row["own"], row["opponent"]]
        result = position.play(dice, row["play"])
        chances = [row[name] for name in parquet.OUTCOMES]
        assert np.isclose(sum(chances), 1, atol=1e-5) and min(chances) > -1e-6
        if after is None or after["game"] != row["game"]:
            assert result.kind == "over" and abs(row["points"]) == abs(result.result)
            if game != "russian":
                assert row["points"] == -result.result
        else:
            assert after["turn"] == row["turn"] + 1
            # Without stages the other player rolls next.
            if game != "russian":
                assert after["position"] == result.id and after["points"] == -row["points"]
    probabilities, _ = engine.evaluate(sb.Positions([row["position"] for row in rows], game))
    wins = [row["win"] + row["win_gammon"] + row["win_backgammon"] for row in rows]
    assert np.allclose(wins, probabilities[:, 0], atol=1e-5)


def test_the_same_arguments_give_the_same_rows(tmp_path):
    tables = []
    for threads in (1, 2):
        parquet.write_self_play(tmp_path / "a.parquet", games=4, seed=9, threads=threads)
        tables.append(arrow.read_table(tmp_path / "a.parquet"))
    assert tables[0].equals(tables[1])


def test_labels_are_converted(tmp_path):
    shesh = ["shesh", "labels"]
    small = tmp_path / "recipe.toml"
    small.write_text(
        'name = "small"\nabout = "A few games."\nshard_games = 5\ntargets = { two-ply = { share = 0.05 } }\n'
    )
    try:
        made = subprocess.run([*shesh, "make", tmp_path / "lab", "--recipe", small, "--shards", "1"], check=False)
    except FileNotFoundError:
        pytest.skip("shesh is not on the path")
    assert made.returncode == 0
    subprocess.run([*shesh, "export", tmp_path / "lab", tmp_path / "lab.npy"], check=True)
    count = parquet.write_labels(tmp_path / "lab.npy", tmp_path / "lab.parquet")
    table, stored = arrow.read_table(tmp_path / "lab.parquet"), np.load(tmp_path / "lab.npy")
    assert count == table.num_rows == len(stored) > 0
    assert np.array_equal(table["win"].to_numpy(), stored["outcomes"][:, 0])
    row = table.slice(count // 2, 1).to_pylist()[0]
    assert [row["own"], row["opponent"]] == sb.Position(row["position"]).counts.tolist()


def test_wrong_arguments(tmp_path):
    with pytest.raises(sb.InvalidInput, match="at least one game"):
        parquet.write_self_play(tmp_path / "a.parquet", games=0)
    with pytest.raises(sb.UnreadableFile):
        parquet.write_self_play(tmp_path / "missing/a.parquet", games=1)
    with pytest.raises(sb.UnreadableFile):
        parquet.write_labels(tmp_path / "missing.npy", tmp_path / "a.parquet")
    np.save(tmp_path / "other.npy", np.zeros(3))
    with pytest.raises(sb.InvalidInput, match="exported labels"):
        parquet.write_labels(tmp_path / "other.npy", tmp_path / "a.parquet")
    (tmp_path / "text.npy").write_text("text")
    with pytest.raises(sb.InvalidInput, match="not a NumPy array"):
        parquet.write_labels(tmp_path / "text.npy", tmp_path / "a.parquet")
    (tmp_path / "empty.npy").write_text("")
    with pytest.raises(sb.InvalidInput, match="not a NumPy array"):
        parquet.write_labels(tmp_path / "empty.npy", tmp_path / "a.parquet")
