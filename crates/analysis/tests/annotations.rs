//! Analyses as annotations of match files. GNU Backgammon adds up our numbers as we do, if it is
//! installed.

#[path = "../../matchfile/tests/common/mod.rs"]
mod common;
#[path = "../../matchfile/tests/common/gnubg.rs"]
#[allow(dead_code, reason = "conversions are for the tests of match files")]
mod gnubg;

use common::random_match;
use sheshbesh_analysis::match_analysis::{
    AnalyzedMatch, DecisionKind, MatchAnalyzer, Preset, Statistics,
};
use sheshbesh_evaluator::Settings;
use sheshbesh_matchfile::{
    Event, Format, Match, Options, Reading, WriteFormat, find_export_losses, read, write,
};
use sheshbesh_movegen::{Game, testing::Random};

fn analyze(record: &Match, preset: Preset) -> AnalyzedMatch {
    let network = sheshbesh_weights::shipped();
    let analyzer = MatchAnalyzer::new(network, "shesh", Settings::default(), preset, false);
    let record = record.clone();
    let reading = Reading { format: Format::Json, record, warnings: Vec::new(), number: None };
    analyzer.analyze("made-up", b"", &reading, &|_| ()).unwrap()
}

fn short_match(length: u16, seed: u64) -> Match {
    let mut record = random_match(Game::Backgammon, length, &mut Random::new(seed));
    record.rules.crawford = true;
    record.games.truncate(2);
    record
}

#[test]
fn each_decision_is_the_annotation_of_its_entry() {
    for (length, seed) in [(5, 1), (0, 2)] {
        let record = short_match(length, seed);
        let analyzed = analyze(&record, Preset::Quick);
        let annotated = analyzed.annotate(&record);
        for (game, judged) in annotated.games.iter().zip(&analyzed.games) {
            let annotations = || game.entries.iter().filter_map(|entry| entry.annotation.as_ref());
            let cubes = judged.decisions.iter().filter(|decision| decision.cube.is_some());
            let plays = judged.decisions.iter().filter(|decision| !decision.candidates.is_empty());
            let luck = judged.decisions.iter().filter_map(|decision| decision.luck);
            let (mut cubes, mut plays) = (cubes, plays);
            for annotation in annotations() {
                if let Some(cube) = &annotation.cube {
                    let decision = cubes.next().unwrap();
                    assert_eq!(cube.error, decision.loss);
                    assert_eq!(cube.match_chances, decision.cube.as_ref().unwrap().mwc);
                }
                if let Some(play) = &annotation.play {
                    let decision = plays.next().unwrap();
                    assert_eq!(decision.kind, DecisionKind::Play);
                    assert_eq!(play.error, decision.loss);
                    assert_eq!(play.candidates.len(), decision.candidates.len());
                    assert!(play.candidates[0].level.starts_with("Sheshbesh 1-ply"));
                }
            }
            assert!(cubes.next().is_none() && plays.next().is_none());
            let annotated: f64 = annotations().filter_map(|annotation| annotation.luck).sum();
            assert!((annotated - luck.sum::<f64>()).abs() < 1e-9);
        }
        // Both formats give the annotations back.
        for format in [WriteFormat::Json, WriteFormat::Sgf] {
            let text = write(&annotated, format);
            let again = read(text.as_bytes(), &Options::default()).unwrap().record;
            for (game, again) in annotated.games.iter().zip(&again.games) {
                for (entry, again) in game.entries.iter().zip(&again.entries) {
                    let error = |entry: &sheshbesh_matchfile::Entry| {
                        let play = entry.annotation.as_ref()?.play.as_ref()?;
                        play.error.filter(|_| play.candidates.len() > 1)
                    };
                    let moves = !matches!(entry.event, Event::Roll(_));
                    let pair = error(entry).zip(error(again)).filter(|_| moves);
                    let (ours, theirs) = pair.unwrap_or_default();
                    assert!((ours - theirs).abs() < 2e-6, "{ours} {theirs}");
                }
            }
            if format == WriteFormat::Json {
                assert_eq!(find_export_losses(&annotated, &text), []);
            }
        }
    }
}

/// GNU Backgammon has one evaluation for both.
#[test]
fn a_double_and_its_answer_have_the_same_equities() {
    let mut doubles = 0;
    for seed in [1, 2, 3] {
        let analyzed = analyze(&short_match(5, seed), Preset::Standard);
        for game in &analyzed.games {
            for pair in game.decisions.windows(2) {
                let [double, answer] = pair else { unreachable!() };
                if double.played == "double" && answer.kind == DecisionKind::Answer {
                    assert_eq!((&double.cube, double.ply), (&answer.cube, answer.ply));
                    doubles += 1;
                }
            }
        }
    }
    assert!(doubles > 2, "{doubles}");
}

/// The two players' numbers in the line of GNU Backgammon's statistics with a label, the nth of
/// several.
fn find_numbers(statistics: &str, label: &str, nth: usize) -> [f64; 2] {
    let lines = statistics.lines().filter_map(|line| line.strip_prefix(label));
    let line = lines.clone().nth(nth).unwrap_or_else(|| panic!("{label} in {statistics}"));
    let words = line.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')'));
    let numbers: Vec<f64> = words.filter_map(|word| word.parse().ok()).collect();
    match numbers[..] {
        [first, second] => [first, second],
        _ => panic!("{label}: {line}"),
    }
}

#[test]
fn gnu_backgammon_adds_up_as_we_do() {
    let Some(program) = gnubg::program() else {
        eprintln!("GNU Backgammon is not installed: skipped");
        return;
    };
    let presets = [(5, 11, Preset::Standard), (5, 11, Preset::Quick), (3, 12, Preset::Standard)];
    for (length, seed, preset) in presets.into_iter().chain([(1, 13, Preset::Quick)]) {
        let mut record = short_match(length, seed);
        for game in &mut record.games {
            // GNU Backgammon counts neither the cube nor the luck of a roll that was not played.
            game.entries.retain(|entry| !matches!(entry.event, Event::Roll(_)));
        }
        let analyzed = analyze(&record, preset);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("analyzed.sgf");
        std::fs::write(&path, write(&analyzed.annotate(&record), WriteFormat::Sgf)).unwrap();
        let load = format!("load match {}\nshow statistics match\n", path.to_str().unwrap());
        let said = gnubg::run(&program, folder.path(), &load);
        let total = |label, nth| find_numbers(&said, label, nth);
        let ours = |of: fn(&Statistics) -> f64| {
            analyzed.players.each_ref().map(|player| of(&player.statistics))
        };
        for (name, theirs, ours) in [
            ("plays", total("Error total EMG (MWC)", 0), ours(|all| -all.play_error)),
            ("luck", total("Luck total EMG (MWC)", 0), ours(|all| all.luck)),
            ("cube", total("Error total EMG (MWC)", 1), ours(|all| -all.cube_error)),
            ("all", total("Error total EMG (MWC)", 2), ours(|all| -all.error)),
        ] {
            for (theirs, ours) in theirs.into_iter().zip(ours) {
                assert!(
                    (theirs - ours).abs() < 0.0011,
                    "match to {length}, {name}: {theirs} and {ours}\n{said}"
                );
            }
        }
        let decisions = total("Unforced moves", 0)
            .into_iter()
            .zip(total("Close or actual cube decisions", 0))
            .map(|(plays, cubes)| plays + cubes);
        for (theirs, ours) in decisions.zip(ours(|all| all.gnubg_decisions as f64)) {
            assert!((theirs - ours).abs() < 0.5, "match to {length}: {theirs} and {ours}\n{said}");
        }
    }
}
