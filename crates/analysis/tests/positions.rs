//! Positions that nobody has played: the best play of a roll, or the cube action, beside the
//! verdict in the file.

use sheshbesh_analysis::match_analysis::{
    AnalyzedMatch, Decision, DecisionKind, MatchAnalyzer, Preset,
};
use sheshbesh_evaluator::Settings;
use sheshbesh_matchfile::{Event, Options, read_all};

fn analyze(text: &str) -> Vec<AnalyzedMatch> {
    let network = sheshbesh_weights::shipped();
    let analyzer = MatchAnalyzer::new(network, "shesh", Settings::default(), Preset::Quick, false);
    let readings = read_all(text.as_bytes(), &Options::default()).unwrap();
    let analyze = |reading| analyzer.analyze("made-up", text.as_bytes(), reading, &|_| ()).unwrap();
    readings.iter().map(analyze).collect()
}

fn decisions(text: &str) -> Vec<Decision> {
    let matches = analyze(text);
    let games = matches.iter().flat_map(|analyzed| &analyzed.games);
    games.flat_map(|game| game.decisions.clone()).collect()
}

/// A play and a cube decision with eXtreme Gammon's verdicts.
const XG: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10\n\nX:Ada   O:Ben\n\
    X to play 31\n\n\
    \x20   1. XG Roller+  8/5 6/5                      eq:+0.158\n\
    \x20     Player:   55.42% (G:17.30% B:0.82%)\n\
    \x20     Opponent: 44.58% (G:11.51% B:0.48%)\n\n\
    eXtreme Gammon Version: 2.10\n\n\
    XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:3:0:7:10\n\nX:Ada   O:Ben\n\
    X on roll, cube action\n\nAnalyzed in 4-ply\n\
    Player Winning Chances:   52.00% (G:14.00% B:1.00%)\n\
    Opponent Winning Chances: 48.00% (G:13.00% B:1.00%)\n\n\
    Cubeful Equities:\n       No double:     +0.070\n       Double/Take:   -0.210 (-0.280)\n\
    \x20      Double/Pass:   +1.000 (+0.930)\n\n\
    Best Cube action: No double / Take\n\neXtreme Gammon Version: 2.10\n";

#[test]
fn each_position_is_answered_beside_the_file() {
    let found = decisions(XG);
    let [play, cube] = &found[..] else { panic!("{found:?}") };
    assert_eq!((play.kind, play.best.as_deref()), (DecisionKind::Play, Some("8/5 6/5")));
    let said = play.file_verdict.as_ref().unwrap();
    assert_eq!((said.best.as_str(), said.equity), ("8/5 6/5", Some(0.158)));
    assert_eq!(said.level, "XG Roller+");
    assert_eq!(cube.kind, DecisionKind::Double);
    assert_eq!(cube.cube.as_ref().unwrap().action, "No double, take");
    let said = cube.file_verdict.as_ref().unwrap();
    assert_eq!((said.best.as_str(), said.equity), ("No double, take", Some(0.07)));
    for decision in found {
        assert!(decision.played.is_empty() && decision.loss.is_none());
        assert!(!decision.counted && !decision.counted_by_gnubg && decision.luck.is_none());
    }
}

#[test]
fn lists_of_ids_are_answered_by_what_they_leave_open() {
    // To roll or double, to play, to answer a double that nobody decided on here, and a position in
    // which nothing is open: the opponent owns the cube.
    let list = "4HPwATDgc/ABMA\nXGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10\n\
        XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:3:0:10\n\
        XGID=-b----E-C---eE---c-e----B-:1:-1:1:00:0:0:3:0:10\n";
    let kinds: Vec<(DecisionKind, bool)> =
        decisions(list).iter().map(|one| (one.kind, one.played.is_empty())).collect();
    let expected =
        [(DecisionKind::Double, true), (DecisionKind::Play, true), (DecisionKind::Answer, true)];
    assert_eq!(kinds, expected);
    let games: usize = analyze(list).iter().map(|analyzed| analyzed.games.len()).sum();
    assert_eq!(games, 4);
}

#[test]
fn annotations_of_positions_are_exported() {
    let readings = read_all(XG.as_bytes(), &Options::default()).unwrap();
    for (reading, analyzed) in readings.iter().zip(analyze(XG)) {
        let annotated = analyzed.annotate(&reading.record);
        for game in &annotated.games {
            let last = game.entries.last().unwrap().annotation.as_ref().unwrap();
            let level = last.play.as_ref().map(|play| &play.candidates[0].level);
            let level = level.or(last.cube.as_ref().map(|cube| &cube.level)).unwrap();
            assert_eq!(level, "Sheshbesh 1-ply");
        }
    }
}

#[test]
fn the_answer_to_a_double_that_is_set_up_is_exported_with_the_double() {
    let list = "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:3:0:10\n";
    let readings = read_all(list.as_bytes(), &Options::default()).unwrap();
    let answer = decisions(list).pop().unwrap().cube.unwrap();
    let record = analyze(list)[0].annotate(&readings[0].record);
    let double = record.games[0].entries.last().unwrap();
    assert!(matches!(double.event, Event::Double), "{double:?}");
    let cube = double.annotation.as_ref().unwrap().cube.as_ref().unwrap();
    assert_eq!((cube.no_double, cube.take), (answer.no_double, answer.double_take));
    assert!(cube.error.is_none());
}
