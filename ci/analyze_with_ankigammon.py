"""Analyzes positions and a match with AnkiGammon, which starts `shesh` as if it were GNU Backgammon.

    ci/analyze_with_ankigammon.py SHESH

Equities and losses must be those of `shesh best`, `shesh cube` and `shesh analyze`.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from ankigammon.models import DecisionType
from ankigammon.utils.gnubg_analyzer import GNUBGAnalyzer

PLAY = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:4:0:7:10"
CUBE = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
OWNED = "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:2:4:0:7:10"
BLOCKED = "XGID=-aBBBBBB-----------------A:0:0:-1:66:0:0:0:0:10"

MATCH = """3 point match

 Game 1
 Ada : 0                        Ben : 0
  1) 31: 24/20                   62: 24/18 13/11
  2)  Doubles => 2                Takes
  3) 43: 20/16 13/10             51: 13/8 6/5
  4) 66: 24/18 13/7(3)            Resigns
      Wins 2 points

 Game 2
 Ada : 2                        Ben : 0
  1)                             31: 8/5 6/5
  2) 52: 13/11 13/8              65: 24/13
  3) 64: 24/14
"""


def close(found, expected):
    assert abs(found - expected) < 6e-4, (found, expected)


def main():
    shesh = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        # AnkiGammon leaves a file in the home folder.
        os.environ["HOME"] = str(folder)
        gnubg = folder / "gnubg"
        gnubg.symlink_to(shesh)

        def answer(*arguments):
            arguments = [shesh, *arguments, "--no-tables", "--json"]
            return json.loads(subprocess.run(arguments, check=True, capture_output=True).stdout)

        for plies in [0, 1]:
            analyzer = GNUBGAnalyzer(str(gnubg), plies)
            # Four or more positions are analyzed by processes of their own.
            outputs = analyzer.analyze_positions_parallel([PLAY, CUBE, OWNED, BLOCKED])
            decisions = [
                analyzer.parse_analysis(text, xgid, kind)
                for (text, kind), xgid in zip(outputs, [PLAY, CUBE, OWNED, BLOCKED])
            ]
            play, cube, owned, blocked = decisions
            ply = str(plies + 1)
            best = answer("best", PLAY, "--ply", ply)["plays"][:10]
            assert len(play.candidate_moves) == 10
            assert play.candidate_moves[0].notation == best[0]["play"]
            # It sorts plays by equity, whatever their depth.
            best = {expected["play"]: expected for expected in best}
            for move in play.candidate_moves:
                expected = best[move.notation]
                close(move.equity, expected["equity"])
                close(move.player_win_pct / 100, expected["probabilities"]["win"])
                assert move.analysis_level == f"{expected['ply'] - 1}-ply"
            for decision, xgid, double in [(cube, CUBE, "Double"), (owned, OWNED, "Redouble")]:
                expected = answer("cube", xgid, "--ply", ply)
                moves = {move.notation: move for move in decision.candidate_moves}
                close(moves[f"No {double}/Take"].equity, expected["no_double"])
                close(moves[f"{double}/Take"].equity, expected["double_take"])
                close(moves[f"{double}/Pass"].equity, expected["double_pass"])
                close(decision.player_gammon_pct / 100, expected["probabilities"]["win_gammon"])
                first = min(decision.candidate_moves, key=lambda move: move.rank)
                action = expected["action"].lower().replace(", ", "/")
                assert first.notation.lower() == action, (first, action)
            assert blocked.candidate_moves[0].notation == "Cannot move"

        match = folder / "my match.mat"
        match.write_text(MATCH)
        analyzer = GNUBGAnalyzer(str(gnubg), 0)
        decisions = analyzer.analyze_match_file(str(match), max_moves=8)
        report = answer("analyze", str(match), "--preset", "quick")
        judged = [d for game in report["matches"][0]["games"] for d in game["decisions"]]
        plays = [d for d in decisions if d.decision_type == DecisionType.CHECKER_PLAY]
        expected = [d for d in judged if d["kind"] == "play"]
        assert len(plays) == len(expected) == 9, (len(plays), len(expected))
        for decision, of_report in zip(plays, expected):
            made = next(move for move in decision.candidate_moves if move.was_played)
            assert made.notation == of_report["played"]
            assert "".join(map(str, decision.dice)) == of_report["dice"]
            close(made.error, of_report["loss"])
        # It keeps cube decisions with an error.
        cubes = [d for d in decisions if d.decision_type == DecisionType.CUBE_ACTION]
        wrong = [d for d in judged if d["kind"] in ("double", "answer") and d.get("loss", 0) >= 0.02]
        assert len(cubes) == len(wrong) > 0, (cubes, wrong)
        for decision, of_report in zip(cubes, wrong):
            close(decision.cube_error or decision.take_error, of_report["loss"])
            equities = {move.notation: move.equity for move in decision.candidate_moves}
            close(equities["Double/Take"], of_report["cube"]["double_take"])
        assert plays[0].match_length == 3 and plays[-1].score_o + plays[-1].score_x == 2
    print("AnkiGammon analyzes positions and a match with shesh in place of GNU Backgammon")


# AnkiGammon starts processes of its own.
if __name__ == "__main__":
    main()
