//! Text formats of other programs. All games are made up.

mod common;

use common::random_match;
use sheshbesh_matchfile::{Event, Format, How, Match, Options, Problem, Reading, Rules, read};
use sheshbesh_movegen::{BAR, Game, OFF, Seat, Situation, notation, testing::Random};
use std::fmt::Write;

#[track_caller]
fn reads(text: &str, format: Format) -> Reading {
    let reading = read(text.as_bytes(), &Options::default()).unwrap();
    assert_eq!(reading.format, format, "{text}");
    reading
}

/// Formats a match as FIBS does; the player `up` moves up the points.
fn oldmoves(record: &Match, up: Seat, swapped_scores: bool) -> String {
    let mut text = String::new();
    for game in &record.games {
        let (mut x, mut o) = (game.score.bottom, game.score.top);
        if swapped_scores {
            (x, o) = (o, x);
        }
        let length = match record.length {
            0 => String::new(),
            length => format!(" in a {length} point match"),
        };
        let _ = writeln!(text, "Score is {x}-{o}{length}.\nBen is X - Ada is O");
        let letter = |seat: Seat| if seat == Seat::Bottom { 'X' } else { 'O' };
        let point = |seat: Seat, index: u8| match index {
            BAR => "bar".to_owned(),
            OFF => "off".to_owned(),
            index if seat == up => (BAR - index).to_string(),
            index => index.to_string(),
        };
        for step in game.replay(record).unwrap() {
            let step = step.unwrap();
            let seat = step.entry.seat;
            let action = match &step.entry.event {
                Event::Play { dice, result } => {
                    let table = &step.table;
                    let moves = notation::checker_moves(table.game, &table.position, *dice, result)
                        .unwrap();
                    let hop = |from, to| format!("{}-{}", point(seat, from), point(seat, to));
                    let hops: Vec<String> =
                        moves.iter().map(|step| hop(step.from, step.to)).collect();
                    let hops =
                        if hops.is_empty() { "can't move".to_owned() } else { hops.join(" ") };
                    format!("({} {}) {hops}", dice.low(), dice.high())
                }
                Event::Roll(dice) => format!("({} {})", dice.high(), dice.low()),
                Event::Double => "doubles".to_owned(),
                Event::Take => "accepts".to_owned(),
                Event::Pass => "rejects".to_owned(),
                other => panic!("{other:?}"),
            };
            let _ = writeln!(text, "{}: {action}", letter(seat));
        }
        let result = game.result.unwrap();
        let winner = result.winner.unwrap();
        if matches!(result.how, How::Resigned(_)) {
            let _ = writeln!(
                text,
                "{}: wants to resign.\n{}: accepts.",
                letter(!winner),
                letter(winner)
            );
        }
        let _ = writeln!(text, "{}: wins {} points.", letter(winner), result.points);
    }
    text
}

#[test]
fn oldmoves_go_up_and_down() {
    let mut random = Random::new(21);
    for (length, up, swapped) in [
        (5, Seat::Top, false),
        (5, Seat::Bottom, false),
        (7, Seat::Top, true),
        (0, Seat::Bottom, false),
    ] {
        let mut record = loop {
            let record = random_match(Game::Backgammon, length, &mut random);
            let mut entries = record.games.iter().flat_map(|game| &game.entries);
            // No file with FIBS' notation of beavers was available.
            if record.games.len() > 1 && !entries.any(|entry| entry.event == Event::Beaver) {
                break record;
            }
        };
        let text = oldmoves(&record, up, swapped);
        record.about = Default::default();
        record.rules = Rules { crawford: record.rules.crawford, ..Rules::default() };
        record.players.bottom.name = "Ben".to_owned();
        let read = reads(&text, Format::OldMoves);
        // The format does not state if the Crawford rule applies.
        if record.rules.crawford {
            assert_eq!(read.warnings, [], "{text}");
            assert_eq!(read.record.without_lines(), record, "{text}");
        }
    }
}

#[test]
fn a_line_that_nobody_knows_is_told() {
    let text =
        "Score is 0-0 in a 5 point match.\nBen is X - Ada is O\nX: (4 2) 24-20 13-11\nO: sings\n";
    let Reading { record, warnings, .. } = reads(text, Format::OldMoves);
    assert_eq!(record.games[0].entries.len(), 1);
    assert_eq!((warnings[0].line, warnings.len()), (4, 1));
    assert!(matches!(warnings[0].problem, Problem::NotUnderstood(_)));
}

#[test]
fn texts_of_positions_have_candidates() {
    let id = "XGID=-b----E-C---eE---c-e----B-:1:1:1:31:2:0:0:7:10";
    let text = format!(
        "{id}\n\nX:Ben   O:Ada\nScore is X:2 O:0 7 pt.(s) match.\nX to play 31\n\n\
         \x20   1. 4-ply       8/5 6/5                      eq:+0.218\n\
         \x20   2. XG Roller+  24/23 13/10                  eq:-0,012 (-0,230)\n"
    );
    let record = reads(&text, Format::XgText).record;
    assert_eq!((record.length, record.players.top.name.as_str()), (7, "Ada"));
    let game = &record.games[0];
    let last = game.entries.last().unwrap();
    let play = last.annotation.as_ref().unwrap().play.as_ref().unwrap();
    let levels: Vec<&str> = play.candidates.iter().map(|play| play.level.as_str()).collect();
    assert_eq!(levels, ["4-ply", "XG Roller+"]);
    assert_eq!(play.candidates[1].equity, -0.012);
    let mut replay = game.replay(&record).unwrap();
    while replay.next().is_some() {}
    let expected = Situation::parse(id, Game::Backgammon).unwrap();
    assert_eq!(*replay.table(), expected);
}

#[test]
fn positions_of_forty_fields() {
    let text =
        "7;0;0;0;0;Ada;Ben;0;2;5;2;-1;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;6;1;";
    let record = reads(text, Format::Snowie).record;
    assert_eq!((record.length, record.players.top.name.as_str()), (7, "Ada"));
    let mut replay = record.games[0].replay(&record).unwrap();
    while replay.next().is_some() {}
    let xgid = "XGID=-b----E-C---eE---c-e----B-:1:1:-1:61:5:2:0:7:10";
    assert_eq!(*replay.table(), Situation::parse(xgid, Game::Backgammon).unwrap());
}
