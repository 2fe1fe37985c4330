//! A match has the same actions in four formats. Tests a made-up match as `.mat`, `.xg`, `.bgf` and
//! through GNU Backgammon if it is installed, and the matches of a given folder.
//!
//! `SHESH_MATCHES=FOLDER cargo test -p sheshbesh-matchfile --test same_actions -- --nocapture` reads
//! `NAME.mat`, `NAME.xg` and `NAME.bgf` of a folder, and prints the number of equal actions.

#[path = "common/bgf_file.rs"]
mod bgf_file;
mod common;
#[path = "common/gnubg.rs"]
mod gnubg;
#[path = "common/xg_file.rs"]
mod xg_file;

use common::random_match;
use sheshbesh_matchfile::{Event, How, Match, Options, WriteFormat, read, write};
use sheshbesh_movegen::{Game, testing::Random};
use std::path::PathBuf;

/// Events of each game with its points, without an unplayed roll at the end: programs play it if it
/// has one play only, or omit it.
fn actions(record: &Match) -> Vec<(Vec<Event>, Option<u32>)> {
    let of_game = |game: &sheshbesh_matchfile::GameRecord| {
        let mut events: Vec<Event> = game.entries.iter().map(|entry| entry.event.clone()).collect();
        events.pop_if(|event| matches!(event, Event::Roll(_)));
        (events, game.result.map(|result| result.points))
    };
    record.games.iter().map(of_game).collect()
}

/// Makes random matches until one meets a condition.
fn made_up(length: u16, has: impl Fn(&Match) -> bool) -> Match {
    let mut random = Random::new(2026);
    loop {
        let record = random_match(Game::Backgammon, length, &mut random);
        if has(&record) {
            return record;
        }
    }
}

fn events(record: &Match) -> impl Iterator<Item = &Event> {
    record.games.iter().flat_map(|game| &game.entries).map(|entry| &entry.event)
}

/// A match to seven points with a take, a pass, a Crawford game and games after it, a resignation,
/// and a game that is played out.
fn full_match() -> Match {
    made_up(7, |record| {
        let how = |wanted: fn(How) -> bool| {
            record.games.iter().filter_map(|game| game.result).any(|result| wanted(result.how))
        };
        let crawford = record.games.iter().position(|game| game.crawford);
        events(record).any(|event| *event == Event::Take)
            && crawford.is_some_and(|index| index + 1 < record.games.len())
            && how(|how| how == How::Passed)
            && how(|how| matches!(how, How::Resigned(_)))
            && how(|how| matches!(how, How::Played(_)))
    })
}

/// Money games in which a beaver is taken.
fn session_with_a_beaver() -> Match {
    made_up(0, |record| {
        let all: Vec<&Event> = events(record).collect();
        // GNU Backgammon's text has no raccoons, and GNU Backgammon misreads the game after a
        // beaver that is passed.
        all.windows(2).any(|two| matches!(two, [Event::Beaver, Event::Take]))
            && !all.windows(2).any(|two| matches!(two, [Event::Beaver, Event::Pass]))
            && !all.contains(&&Event::Raccoon)
    })
}

#[test]
fn a_match_is_the_same_in_every_format() {
    for record in [full_match(), session_with_a_beaver()] {
        let expected = actions(&record);
        let mut files = vec![
            ("mat", write(&record, WriteFormat::Mat).into_bytes()),
            ("sgf", write(&record, WriteFormat::Sgf).into_bytes()),
            ("json", write(&record, WriteFormat::Json).into_bytes()),
            ("xg", xg_file::file(&xg_file::make_records(&record))),
            ("bgf", bgf_file::packed(&bgf_file::document(&record))),
        ];
        if let Some(program) = gnubg::program() {
            let through = |ending| gnubg::converted(&program, &record, WriteFormat::Mat, ending);
            files.push(("mat of GNU Backgammon", through("mat")));
            files.push(("sgf of GNU Backgammon", through("sgf")));
        } else {
            eprintln!("GNU Backgammon is not installed: its formats are skipped");
        }
        let count: usize = expected.iter().map(|(events, _)| events.len()).sum();
        for (name, bytes) in files {
            let reading = read(&bytes, &Options::default()).unwrap();
            assert_eq!(reading.warnings, [], "{name}\n{}", String::from_utf8_lossy(&bytes));
            let found = actions(&reading.record);
            for (index, (found, expected)) in found.iter().zip(&expected).enumerate() {
                assert_eq!(found, expected, "{name}, game {}", index + 1);
            }
            assert_eq!(found.len(), expected.len(), "{name}");
            eprintln!("to {}, {name}: {count} actions, the same", record.length);
        }
    }
}

#[test]
fn matches_of_a_folder_are_the_same_in_every_format() {
    let folder = std::env::var_os("SHESH_MATCHES").map(PathBuf::from);
    let entries = folder.iter().flat_map(std::fs::read_dir).flatten().flatten();
    let mut texts: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    texts.retain(|path| path.extension().is_some_and(|ending| ending == "mat"));
    texts.sort();
    if texts.is_empty() {
        eprintln!("SHESH_MATCHES names no folder with .mat files: skipped");
        return;
    }
    let (mut matches, mut files, mut count) = (0, 0, 0);
    for path in texts {
        let read_beside = |ending: &str| {
            let bytes = std::fs::read(path.with_extension(ending)).ok()?;
            Some(read(&bytes, &Options::default()).unwrap().record)
        };
        let expected = actions(&read_beside("mat").unwrap());
        matches += 1;
        for ending in ["xg", "bgf"] {
            let Some(record) = read_beside(ending) else { continue };
            let found = actions(&record);
            let mut same = 0;
            for (index, (found, expected)) in found.iter().zip(&expected).enumerate() {
                let (theirs, ours) = (in_words(&found.0), in_words(&expected.0));
                assert_eq!(theirs, ours, "{path:?}, {ending}, game {}", index + 1);
                assert_eq!(found.1, expected.1, "{path:?}, {ending}, game {}", index + 1);
                same += ours.len();
            }
            assert_eq!(found.len(), expected.len(), "{path:?}, {ending}");
            eprintln!("match {matches}, mat and {ending}: {same} actions, the same");
            files += 1;
            count += same;
        }
    }
    eprintln!("{matches} matches, {files} other files, {count} actions, all the same");
}

/// Formats illegal plays by their results, since files state the moves in different ways or not at
/// all.
fn in_words(events: &[Event]) -> Vec<String> {
    let word = |event: &Event| match event {
        Event::IllegalPlay { dice, result, .. } => format!("{dice} illegal, {result:?}"),
        other => format!("{other:?}"),
    };
    events.iter().map(word).collect()
}
