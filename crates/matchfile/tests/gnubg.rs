//! GNU Backgammon reads our files, and we read its files, if it is installed.

mod common;
#[path = "common/gnubg.rs"]
mod gnubg;

use common::random_match;
use sheshbesh_matchfile::{Event, Match, Options, WriteFormat, read};
use sheshbesh_movegen::{Game, testing::Random};

/// Events of each game, without an unplayed roll at the end: GNU Backgammon plays such a roll if it
/// has one play only, and omits others.
fn events(record: &Match) -> Vec<Vec<Event>> {
    let events = record.games.iter().map(|game| {
        let mut events: Vec<Event> = game.entries.iter().map(|entry| entry.event.clone()).collect();
        events.pop_if(|event| matches!(event, Event::Roll(_)));
        events
    });
    events.collect()
}

fn points(record: &Match) -> Vec<(bool, u32)> {
    let results = record.games.iter().filter_map(|game| game.result);
    results.map(|result| (result.winner.is_some(), result.points)).collect()
}

#[test]
fn gnu_backgammon_reads_and_writes_the_same_matches() {
    let Some(program) = gnubg::program() else {
        eprintln!("GNU Backgammon is not installed: skipped");
        return;
    };
    let mut random = Random::new(77);
    for (game, length) in [
        (Game::Backgammon, 5),
        (Game::Backgammon, 0),
        (Game::Nackgammon, 3),
        (Game::Hypergammon, 7),
    ] {
        let mut record = random_match(game, length, &mut random);
        // Without the rule, GNU Backgammon takes the first game at match point for the Crawford
        // game.
        record.rules.crawford = true;
        for format in [WriteFormat::Mat, WriteFormat::Sgf] {
            for ending in ["sgf", "mat"] {
                let bytes = gnubg::converted(&program, &record, format, ending);
                let options = Options { game, ..Options::default() };
                let again = read(&bytes, &options).unwrap();
                let context = || format!("{game} to {length}, {format}, {ending}");
                assert_eq!(again.warnings, [], "{}", context());
                assert_eq!(events(&again.record).len(), record.games.len(), "{}", context());
                for (index, (theirs, ours)) in
                    events(&again.record).iter().zip(&events(&record)).enumerate()
                {
                    let same = theirs.iter().zip(ours).take_while(|(a, b)| a == b).count();
                    assert!(
                        theirs == ours,
                        "{}: game {} differs from event {same}: {:?}, {:?}",
                        context(),
                        index + 1,
                        theirs.get(same),
                        ours.get(same),
                    );
                }
                assert_eq!(points(&again.record), points(&record), "{}", context());
            }
        }
    }
}
