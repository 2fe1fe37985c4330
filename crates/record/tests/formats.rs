//! What is written in any format is read back equal, and GNU Backgammon reads it as we do.

mod common;

use common::random_match;
use sheshbesh_movegen::{Game, Seat, testing::Random};
use sheshbesh_record::{
    Entry, Event, Format, GameRecord, How, Match, Options, Reading, Rules, WriteFormat, read, write,
};

#[track_caller]
fn reads(text: &str, format: Format) -> Reading {
    let reading =
        read(text.as_bytes(), &Options::default()).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(reading.format, format);
    reading
}

/// Matches of all games and lengths.
fn matches() -> Vec<Match> {
    let mut random = Random::new(99);
    let mut matches = Vec::new();
    for game in Game::ALL {
        for length in [0, 1, 3, 7] {
            matches.push(random_match(game, length, &mut random));
        }
    }
    matches
}

#[test]
fn json_keeps_everything() {
    for mut record in matches() {
        record.about.comment = Some("\"Said\" of it\nin two lines ".trim().to_owned());
        let game = &mut record.games[0];
        game.entries[0].comment = Some("Well \\ ]".to_owned());
        let text = write(&record, WriteFormat::Json);
        let reading = reads(&text, Format::Json);
        assert_eq!(reading.warnings, [], "{text}");
        assert_eq!(reading.record, record, "{text}");
    }
}

/// Beavers and a cube's limit have no place in a tree.
fn as_a_tree_has_it(mut record: Match) -> Match {
    record.rules = Rules { beavers: None, largest_cube: None, ..record.rules };
    record
}

#[test]
fn trees_keep_what_they_can() {
    for record in matches() {
        let mut record = as_a_tree_has_it(record);
        record.about.comment = Some("A [match] of \\ two".to_owned());
        record.games[0].comment = Some("A game.".to_owned());
        record.games[0].entries[0].comment = Some("Well \\ ]".to_owned());
        let text = write(&record, WriteFormat::Sgf);
        let reading = reads(&text, Format::Sgf);
        assert_eq!(reading.warnings, [], "{text}");
        assert_eq!(reading.record.without_lines(), record, "{text}");
    }
}

/// A game that is set up in the middle, with an illegal play in it and no end.
fn set_up() -> Match {
    let position = Game::Backgammon.start();
    let dice = "31".parse().unwrap();
    let file = "3 point match\n\n Game 1\n A : 0     B : 0\n  1)                         31: 13/3
  2) 31: 6/13 8/7\n";
    let illegal = read(file.as_bytes(), &Options::default()).unwrap().record.games.remove(0);
    let illegal = |place: usize| illegal.entries[place].event.clone();
    let events = [
        (Seat::Bottom, Event::SetBoard(position)),
        (Seat::Bottom, Event::SetCube { exponent: 2, owner: Some(Seat::Top) }),
        (Seat::Bottom, illegal(0)),
        (Seat::Top, illegal(1)),
        (Seat::Bottom, Event::Roll(dice)),
    ];
    let entries = events.into_iter().map(|(seat, event)| Entry::new(seat, event)).collect();
    let game = GameRecord { entries, ..GameRecord::default() };
    Match { length: 11, games: vec![game], ..Match::default() }
}

#[test]
fn set_ups_and_illegal_plays_are_kept() {
    let record = set_up();
    for (written, format) in [
        (WriteFormat::Json, Format::Json),
        (WriteFormat::Sgf, Format::Sgf),
        (WriteFormat::Mat, Format::Mat),
    ] {
        let text = write(&record, written);
        let reading = reads(&text, format);
        let entries = reading.record.without_lines().games[0].entries.clone();
        for (read, written) in entries.iter().zip(&record.games[0].entries) {
            assert_eq!(read, written, "{text}");
        }
        assert_eq!(entries.len(), record.games[0].entries.len(), "{text}");
        assert_eq!(reading.warnings.len(), 2, "one for each illegal play: {text}");
    }
}

#[test]
fn other_texts_are_refused() {
    for text in ["", "hello", "{}", "(;GM[1]FF[4])", "[1, 2]", "Game 1", "\u{0}\u{1}"] {
        let error = read(text.as_bytes(), &Options::default()).unwrap_err();
        assert_eq!(error.to_string(), "this is no match file of a known format", "{text:?}");
    }
    let later = "{\"format\": \"sheshbesh-match\", \"version\": 2}";
    assert!(read(later.as_bytes(), &Options::default()).is_err());
}

/// A tree as GNU Backgammon writes it: rolls that are not played, a dance, a set-up, a drop.
#[test]
fn trees_of_gnu_backgammon() {
    let text = "(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]MI[length:5][game:0][ws:0][bs:0]\
PW[Ada]PB[Ben]DT[2026-02-28]RU[Crawford]RE[W+2]
;B[31qtst]C[Too bold \\] perhaps]
;W[62xrrp]A[1][xrmk E ver 3 0.5 0.1 0 0.1 0 -0.0625 2C 0 1 0.0 1]
[xrrp E ver 3 0.4 0.1 0 0.1 0 -0.125 0C 0 1 0.0 1]LU[-0.25]
;B[double]
;W[take])
(;FF[4]GM[6]CA[UTF-8]MI[length:5][game:1][ws:2][bs:0]PW[Ada]PB[Ben]RU[Crawford]RE[B+2R]
;W[31hefe];PL[B]DI[66])
";
    let Reading { record, warnings, .. } = reads(text, Format::Sgf);
    assert_eq!(record.players.top.name, "Ada");
    assert_eq!(warnings, []);
    assert_eq!(record.games.len(), 2);
    assert_eq!(record.games[1].score.top, 2);
    assert_eq!(record.games[1].result.unwrap().how, How::Resigned(sheshbesh_movegen::Win::Gammon));
    let verdict = record.games[0].entries[1].verdict.as_ref().unwrap();
    assert_eq!(verdict.luck, Some(-0.25));
    let play = verdict.play.as_ref().unwrap();
    assert_eq!((play.candidates.len(), play.error), (2, Some(0.0625)));
    assert_eq!((play.candidates[0].level.as_str(), play.candidates[1].equity), ("2-ply", -0.125));
    let Event::Play { result, .. } = record.games[0].entries[1].event else { panic!() };
    assert_eq!(play.candidates[1].result, result);
    assert_eq!(record.games[0].entries[0].comment.as_deref(), Some("Too bold ] perhaps"));
}
