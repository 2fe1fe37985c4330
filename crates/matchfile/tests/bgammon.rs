//! Replays of bgammon.org. All games are made up.

mod common;

use common::random_match;
use proptest::prelude::*;
use sheshbesh_matchfile::{
    Event, Format, How, Match, Options, Outcome, Problem, ReadError, Reading, read, read_all,
};
use sheshbesh_movegen::{BAR, Game, OFF, Seat, notation, testing::Random};
use std::fmt::Write;

#[track_caller]
fn reads(text: &str) -> Reading {
    let reading = read(text.as_bytes(), &Options::default()).unwrap();
    assert_eq!(reading.format, Format::Bgammon, "{text}");
    reading
}

/// Two games of a match: a pass, and a game that is left.
const TWO: &str = "bgammon-replay 00000048\nbgammon-replay 00000163\n\
    i 1702738670 Ada Guest_7 3 0 0 1 1 0\n1 r 3-1 8/5 6/5\n2 r 6-4 1/11\n1 d 2 0\n\
    i 1702738700 Ada Guest_7 3 1 0 2 1 0\n2 r 3-1 17/20 19/20\n1 r 6-6 24/18 24/18 13/7 13/7\n\
    2 r 4-2 1/5 17/19\n1 t\n";

#[test]
fn games_are_read_with_their_results() {
    let Reading { record, warnings, .. } = reads(TWO);
    assert_eq!(warnings, []);
    assert_eq!(record.length, 3);
    assert_eq!([&*record.players.top.name, &record.players.bottom.name], ["Ada", "Guest_7"]);
    let [first, second] = &record.games[..] else { panic!("{:?}", record.games) };
    let won = |winner, how| Some(Outcome { winner: Some(winner), points: 1, how });
    assert_eq!(first.result, won(Seat::Top, How::Passed));
    let events: Vec<&Event> = first.entries.iter().map(|entry| &entry.event).collect();
    assert!(
        matches!(events[..], [Event::Play { .. }, Event::Play { .. }, Event::Double, Event::Pass]),
        "{events:?}"
    );
    assert_eq!((second.score.top, second.score.bottom), (1, 0));
    assert_eq!(second.result, won(Seat::Bottom, How::Forfeited));
    assert_eq!(second.entries.len(), 3);
}

#[test]
fn other_players_are_other_matches_and_other_games_are_refused() {
    let other = TWO.replace("i 1702738700 Ada Guest_7 3 1 0", "i 1702738700 Cem Dana 3 0 0");
    assert_eq!(read_all(other.as_bytes(), &Options::default()).unwrap().len(), 2);
    for (variant, name) in [("1", "acey-deucey"), ("2", "tabula"), ("7", "bgammon variant 7")] {
        let text = TWO.replace("1 1 0\n", &format!("1 1 {variant}\n"));
        let error = read(text.as_bytes(), &Options::default()).unwrap_err();
        assert_eq!(error, ReadError::OtherGame(name.to_owned()));
    }
    // Old files have no time.
    let old = TWO.replace("1702738670 ", "").replace("1702738700 ", "");
    assert_eq!(reads(&old).record.without_lines(), reads(TWO).record.without_lines());
}

#[test]
fn what_is_not_understood_is_told_and_the_rest_is_read() {
    let text = format!("{TWO}hello\n3 r 3-1\n1 r 9-1\n1 d 2 5\n1 r 3-1 x/y\n2 t\n");
    let Reading { record, warnings, .. } = reads(&text);
    let lines: Vec<u32> = warnings.iter().map(|warning| warning.line).collect();
    assert_eq!(lines, [12, 13, 14, 15, 16, 17]);
    assert!(warnings.iter().all(|warning| matches!(warning.problem, Problem::NotUnderstood(_))));
    assert_eq!(record.without_lines(), reads(TWO).record.without_lines());
}

/// Writes a match as bgammon.org does.
fn write_replay(record: &Match) -> String {
    let mut games = String::new();
    for game in &record.games {
        let result = game.result.unwrap();
        let number = |seat| if seat == Seat::Top { 1 } else { 2 };
        let _ = writeln!(
            games,
            "i 1 Ada Ben {} {} {} {} {} 0",
            record.length,
            game.score.top,
            game.score.bottom,
            number(result.winner.unwrap()),
            result.points
        );
        let mut doubled = None;
        for step in game.replay(record).unwrap() {
            let step = step.unwrap();
            let seat = step.entry.seat;
            match step.entry.event {
                Event::Play { dice, result } => {
                    let moves = notation::checker_moves(
                        Game::Backgammon,
                        &step.table.position,
                        dice,
                        &result,
                    );
                    let point = |point: u8| match (point, seat) {
                        (BAR, _) => "bar".to_owned(),
                        (OFF, _) => "off".to_owned(),
                        (point, Seat::Top) => point.to_string(),
                        (point, Seat::Bottom) => (25 - point).to_string(),
                    };
                    let moves: String = moves
                        .unwrap()
                        .iter()
                        .map(|hop| format!(" {}/{}", point(hop.from), point(hop.to)))
                        .collect();
                    let (high, low) = (dice.high(), dice.low());
                    let _ = writeln!(games, "{} r {high}-{low}{moves}", number(seat));
                }
                Event::Double => doubled = Some(step.table.cube.value() * 2),
                Event::Take | Event::Pass => {
                    let taken = u8::from(step.entry.event == Event::Take);
                    let cube = doubled.take().unwrap();
                    let _ = writeln!(games, "{} d {cube} {taken}", number(!seat));
                }
                _ => {}
            }
        }
        if matches!(result.how, How::Resigned(_)) {
            let _ = writeln!(games, "{} t", number(!result.winner.unwrap()));
        }
    }
    format!("bgammon-replay 00000000\n{games}")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn any_match_is_read_back(seed in any::<u64>(), length in 1u16..8) {
        let record = random_match(Game::Backgammon, length, &mut Random::new(seed));
        let again = reads(&write_replay(&record)).record;
        prop_assert_eq!(again.games.len(), record.games.len());
        for (again, game) in again.games.iter().zip(&record.games) {
            let plays = |game: &sheshbesh_matchfile::GameRecord| -> Vec<Event> {
                let events = game.entries.iter().map(|entry| entry.event.clone());
                events.filter(|event| !matches!(event, Event::Roll(_))).collect()
            };
            prop_assert_eq!(plays(again), plays(game));
            let won = |game: &sheshbesh_matchfile::GameRecord| {
                game.result.map(|result| (result.winner, result.points))
            };
            prop_assert_eq!(won(again), won(game));
        }
    }
}
