//! OGXM files are read back equal, and its own library accepts them, if it is installed.
//!
//! The library is PyPI's `ogxm`. `OGXM_PYTHON` names an interpreter that has it; `python3` is tried
//! otherwise.

mod common;

use common::random_match;
use sheshbesh_matchfile::{
    Annotation, Candidate, Chances, CubeAnnotation, Event, ExportError, ExportFormat, Format,
    GameRecord, How, Match, Options, PlayAnnotation, ReadError, read, read_all,
};
use sheshbesh_movegen::{Game, Seat, testing::Random};
use std::{
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

const GAMES: [Game; 4] = [Game::Backgammon, Game::Nackgammon, Game::Hypergammon, Game::LongGammon];

fn export(record: &Match) -> Vec<u8> {
    ExportFormat::Ogxm.export(&[record]).unwrap()
}

/// Events without rolls that the format stores only before a resignation.
fn events(game: &GameRecord) -> Vec<(Seat, Event)> {
    let entries = game.entries.iter().map(|entry| (entry.seat, entry.event.clone()));
    entries.filter(|(_, event)| !matches!(event, Event::Roll(_))).collect()
}

#[track_caller]
fn assert_same(again: &Match, record: &Match) {
    assert_eq!((again.game, again.length), (record.game, record.length));
    assert_eq!(again.players, record.players);
    assert_eq!(again.about.date, record.about.date);
    assert_eq!(again.about.event, record.about.event);
    assert_eq!(again.rules, record.rules);
    assert_eq!(again.games.len(), record.games.len());
    for (again, game) in again.games.iter().zip(&record.games) {
        assert_eq!((again.score, again.crawford), (game.score, game.crawford));
        assert_eq!(events(again), events(game));
        assert_eq!(again.result, game.result);
        assert_eq!(again.comment, game.comment);
        let comments = |game: &GameRecord| -> Vec<Option<String>> {
            game.entries.iter().map(|entry| entry.comment.clone()).collect()
        };
        assert_eq!(comments(again), comments(game));
    }
}

#[test]
fn matches_are_read_back_equal() {
    let mut random = Random::new(5);
    for game in GAMES {
        for length in [0, 1, 3, 7] {
            let mut record = random_match(game, length, &mut random);
            record.about.id = None;
            record.about.comment = Some("Made up".to_owned());
            record.games[0].comment = Some("The first".to_owned());
            record.games[0].entries[1].comment = Some("Wéll".to_owned());
            let bytes = export(&record);
            let reading = read(&bytes, &Options::default()).unwrap();
            assert_eq!((reading.format, &reading.warnings[..]), (Format::Ogxm, &[][..]));
            assert_eq!(reading.record.about.comment, record.about.comment);
            assert_same(&reading.record, &record);
            // What is read is written as the same bytes.
            assert_eq!(export(&reading.record), bytes);
        }
    }
}

/// Annotates each play with numbers that the format holds exactly.
fn annotate(record: &mut Match) {
    let chances = Chances {
        win: 0.5123,
        win_gammon: 0.1,
        win_backgammon: 0.01,
        lose_gammon: 0.2,
        lose_backgammon: 0.0,
    };
    let is_money = record.length == 0;
    let chance = |chance: f64| (!is_money).then_some(chance);
    for entry in record.games.iter_mut().flat_map(|game| &mut game.entries) {
        let Event::Play { result, .. } = entry.event else { continue };
        let play = PlayAnnotation {
            candidates: vec![Candidate {
                result,
                equity: -0.123456,
                match_chance: chance(0.412345),
                chances: Some(chances),
                level: "Sheshbesh 3-ply".to_owned(),
            }],
            error: Some(0.0),
            mwc: false,
        };
        let cube = CubeAnnotation {
            no_double: 0.25,
            take: 0.125,
            pass: Some(1.0),
            mwc: false,
            match_chances: chance(0.0).map(|_| [0.5, 0.45, 0.6]),
            chances: Some(chances),
            error: Some(0.0),
            level: "Sheshbesh rollout of 1296 games".to_owned(),
        };
        entry.annotation = Some(Box::new(Annotation {
            cube: Some(cube),
            play: Some(play),
            luck: Some(0.05),
            luck_match_chance: chance(0.01),
        }));
    }
}

#[test]
fn analysis_is_read_back_in_the_unit_of_the_match() {
    let mut random = Random::new(6);
    for length in [0, 5] {
        let mut record = random_match(Game::Backgammon, length, &mut random);
        annotate(&mut record);
        let again = read(&export(&record), &Options::default()).unwrap().record;
        let annotated = |record: &Match| -> Vec<Annotation> {
            let entries = record.games.iter().flat_map(|game| &game.entries);
            entries.filter_map(|entry| entry.annotation.as_deref().cloned()).collect()
        };
        let (ours, theirs) = (annotated(&record), annotated(&again));
        assert_eq!(ours.len(), theirs.len());
        for (ours, theirs) in ours.iter().zip(&theirs) {
            let (play, cube) = (theirs.play.as_ref().unwrap(), theirs.cube.as_ref().unwrap());
            let best = &ours.play.as_ref().unwrap().candidates[0];
            let found = &play.candidates[0];
            assert_eq!((found.result, found.chances), (best.result, best.chances));
            assert_eq!(found.level, "3-ply");
            assert_eq!(cube.level, "rollout of 1296 games");
            if length == 0 {
                assert_eq!((found.equity, play.error, play.mwc), (best.equity, Some(0.0), false));
                assert_eq!((cube.no_double, cube.take, cube.pass), (0.25, 0.125, Some(1.0)));
                assert_eq!((theirs.luck, theirs.luck_match_chance), (Some(0.05), None));
            } else {
                assert_eq!((found.equity, play.error, play.mwc), (0.412345, None, true));
                assert_eq!((cube.no_double, cube.take, cube.pass), (0.5, 0.45, Some(0.6)));
                assert_eq!((theirs.luck, theirs.luck_match_chance), (None, Some(0.01)));
            }
        }
    }
}

#[test]
fn a_stream_that_is_cut_off_gives_its_whole_matches() {
    let mut random = Random::new(7);
    let records = [3, 1].map(|length| random_match(Game::Backgammon, length, &mut random));
    let files = records.each_ref().map(export);
    let stream = files.concat();
    assert_eq!(ExportFormat::Ogxm.export(&records.each_ref()).unwrap(), stream);
    assert_eq!(read_all(&stream, &Options::default()).unwrap().len(), 2);
    for cut in (files[0].len() + 1..stream.len()).step_by(37) {
        let readings = read_all(&stream[..cut], &Options::default()).unwrap();
        assert_eq!((readings.len(), readings[0].warnings.len()), (1, 1));
    }
    for cut in (20..files[0].len()).step_by(53) {
        let error = read(&files[0][..cut], &Options::default()).unwrap_err();
        assert!(matches!(error, ReadError::Damaged { format: Format::Ogxm, .. }), "{error}");
    }
    // Any changed byte is found by the checksum, or changes nothing that is read.
    for at in (16..files[0].len() - 20).step_by(11) {
        let mut changed = files[0].clone();
        changed[at] ^= 0x55;
        assert!(read(&changed, &Options::default()).is_err(), "{at}");
    }
}

#[test]
fn other_games_and_versions_are_refused() {
    let record = random_match(Game::FEVGA, 3, &mut Random::new(8));
    let error = ExportFormat::Ogxm.export(&[&record]).unwrap_err();
    assert!(matches!(error, ExportError::OtherGame { .. }), "{error}");
    let mut other = export(&random_match(Game::Backgammon, 1, &mut Random::new(9)));
    other[4] = 1;
    let error = read(&other, &Options::default()).unwrap_err();
    assert!(error.to_string().contains("version 1"), "{error}");
}

/// Runs the library on a file: checks it by the rules of the format, and converts it to JSON and
/// back. Returns `None` if the library is not installed.
fn ask_library(path: &Path) -> Option<String> {
    const PROGRAM: &str = "
import json, sys
try:
    import ogxm
except ImportError:
    sys.exit(77)
data = open(sys.argv[1], 'rb').read()
rule, checked = ogxm.verify(data)
if rule:
    sys.exit(f'{rule}: {data.hex()}')
document = ogxm.binary_to_json(data)
plies = [ply for game in document['games'] for ply in game['plies']]
print(json.dumps({
    'rule': rule, 'checked': checked, 'problem': ogxm.v2_problem(document),
    'complete': document['replay_complete'], 'names': [document.get('player_white'), document.get('player_black')],
    'plies': len(plies), 'analyzed': sum('analysis' in ply for ply in plies),
    'points': [game.get('points_won') for game in document['games']],
    'crawford': [game['is_crawford'] for game in document['games']]}))
";
    let python = std::env::var("OGXM_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let run = Command::new(python).arg("-c").arg(PROGRAM).arg(path).stdin(Stdio::null()).output();
    let run = run.ok()?;
    if run.status.code() == Some(77) {
        return None;
    }
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    Some(String::from_utf8(run.stdout).unwrap())
}

fn has_raccoon(record: &Match) -> bool {
    let mut entries = record.games.iter().flat_map(|game| &game.entries);
    entries.any(|entry| entry.event == Event::Raccoon)
}

#[test]
fn the_library_of_the_format_accepts_our_files() {
    let mut random = Random::new(10);
    for (game, length) in
        [(Game::Backgammon, 5), (Game::Backgammon, 0), (Game::Nackgammon, 3), (Game::Backgammon, 1)]
    {
        for annotated in [false, true] {
            // The library gives the cube to the player who raccoons; elsewhere the player who
            // beavered keeps it.
            let mut record = random_match(game, length, &mut random);
            while has_raccoon(&record) {
                record = random_match(game, length, &mut random);
            }
            record.rules.crawford = true;
            if annotated {
                annotate(&mut record);
            }
            let mut file = tempfile::NamedTempFile::new().unwrap();
            file.write_all(&export(&record)).unwrap();
            let Some(said) = ask_library(file.path()) else {
                eprintln!("the Python package ogxm is not installed: skipped");
                return;
            };
            let said: serde_json::Value = serde_json::from_str(&said).unwrap();
            let context = || format!("{game} to {length}, {annotated}: {said}");
            assert_eq!(said["rule"], serde_json::Value::Null, "{}", context());
            assert_eq!(said["problem"], serde_json::Value::Null, "{}", context());
            assert_eq!((&said["checked"], &said["complete"]), (&true.into(), &true.into()));
            assert_eq!(said["names"], serde_json::json!(["Ada", "Ben Bow"]), "{}", context());
            let points: Vec<u32> =
                record.games.iter().map(|game| game.result.unwrap().points).collect();
            assert_eq!(said["points"], serde_json::json!(points), "{}", context());
            let crawford: Vec<bool> = record.games.iter().map(|game| game.crawford).collect();
            assert_eq!(said["crawford"], serde_json::json!(crawford), "{}", context());
            let plays = record.games.iter().flat_map(|game| &game.entries);
            let plays = plays.filter(|entry| entry.annotation.is_some()).count();
            assert_eq!(said["analyzed"], serde_json::json!(plays), "{}", context());
            let resigned =
                |game: &&GameRecord| matches!(game.result.unwrap().how, How::Resigned(_));
            let resigned = record.games.iter().filter(resigned).count();
            // Answers to beavers have no ply.
            if length == 0 {
                continue;
            }
            let entries: usize = record.games.iter().map(|game| game.entries.len()).sum();
            assert_eq!(said["plies"], serde_json::json!(entries + resigned), "{}", context());
        }
    }
}
