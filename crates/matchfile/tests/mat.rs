//! `.mat` files in all dialects. All contents are made up.

mod common;

use common::random_match;
use sheshbesh_matchfile::{
    Event, Format, How, Match, Options, Outcome, Problem, Reading, WriteFormat, read, write,
};
use sheshbesh_movegen::{Game, Seat, Win, testing::Random};

#[track_caller]
fn reads(text: &str) -> Reading {
    let reading = read(text.as_bytes(), &Options::default()).unwrap();
    assert_eq!(reading.format, Format::Mat);
    for game in &reading.record.games {
        for step in game.replay(&reading.record).unwrap() {
            step.unwrap();
        }
    }
    reading
}

#[track_caller]
fn reads_well(text: &str) -> Match {
    let reading = reads(text);
    assert_eq!(reading.warnings, []);
    reading.record
}

fn won(winner: Seat, points: u32, how: How) -> Option<Outcome> {
    Some(Outcome { winner: Some(winner), points, how })
}

#[test]
fn what_is_written_is_read_back() {
    let mut random = Random::new(17);
    for (game, length) in [
        (Game::Backgammon, 5),
        (Game::Backgammon, 0),
        (Game::Nackgammon, 3),
        (Game::Hypergammon, 9),
        (Game::LongGammon, 1),
        (Game::FEVGA, 3),
    ] {
        for _ in 0..10 {
            let record = random_match(game, length, &mut random);
            let text = write(&record, WriteFormat::Mat);
            let reading = reads(&text);
            assert_eq!(reading.warnings, [], "{text}");
            let read = reading.record.without_lines();
            assert_eq!(read.games.len(), record.games.len());
            for (read, game) in read.games.iter().zip(&record.games) {
                assert_eq!(read.result, game.result, "{text}");
            }
            assert_eq!(read, record, "{text}");
        }
    }
}

/// Unmarked hits, single hops, no text after the colon of a dance, a loser's cell, and a missing
/// line break.
const HOPS: &str = "\
; [Site \"Somewhere\"]
; [Player 1 \"Ben\"]
; [Player 2 \"Ada\"]
; [Player 1 Elo \"17,00/0\"]
; [EventDate \"2026.02.28\"]

3 point match

 Game 1
 Ada : 0                         Ben : 0
  1)                             31: 8/5 6/5
  2) 62: 24/18 18/16             64: 24/18 18/14
  3)  Doubles => 2                Takes
  4) 55: 13/8 13/8 8/3 8/3       32: 24/21 13/11           5)  Losses 4 point        Wins 4 point and the match
";

#[test]
fn a_loser_s_cell_and_a_missing_line_break() {
    let record = reads_well(HOPS);
    assert_eq!((record.players.top.name.as_str(), record.length), ("Ada", 3));
    assert_eq!(record.players.bottom.rating.as_deref(), Some("17,00/0"));
    let game = &record.games[0];
    assert_eq!(game.entries.len(), 7);
    assert_eq!(game.entries[0].seat, Seat::Bottom);
    assert_eq!(game.entries[6].line, 14);
    assert_eq!(game.result, won(Seat::Bottom, 4, How::Resigned(Win::Gammon)));
}

/// Merged hops, marked hits, the lower die first, names with spaces, other columns, CRLF, and a
/// byte order mark.
const MERGED: &str = "\u{feff}; [Event \"Made up\"]\r
; [Crawford \"On\"]\r
\r
5 point match\r
\r
 Game 1\r
 Ada Zoë Lace: 0                         Ben, the second: 0\r
  1) 13: 8/5 6/5                        26: 24/16\r
  2) 16: 13/7 8/7                       55: 13/3(2)\r
  3) 24: 24/20 8/6                      31: 8/5(1) 24/23\r
  4) 64: ????                           \r
                                        Wins 1 point\r
";

#[test]
fn merged_ways_and_low_dice_first() {
    let record = reads_well(MERGED);
    assert_eq!(record.players.top.name, "Ada Zoë Lace");
    assert_eq!(record.players.bottom.name, "Ben, the second");
    let game = &record.games[0];
    let last = &game.entries[game.entries.len() - 1].event;
    assert!(matches!(last, Event::Roll(_)), "{last:?}");
    assert_eq!(game.result, won(Seat::Bottom, 1, How::Resigned(Win::Single)));
}

#[test]
fn old_encodings_are_read() {
    let text = MERGED.trim_start_matches('\u{feff}');
    let bytes: Vec<u8> =
        text.chars().map(|c| u8::try_from(u32::from(c)).expect("Latin-1")).collect();
    let reading = read(&bytes, &Options::default()).unwrap();
    assert_eq!(reading.record.players.top.name, "Ada Zoë Lace");
}

#[test]
fn the_next_score_is_the_truth() {
    let text = "\
5 point match

 Game 1
 Ada : 0                         Ben : 0
  1) 31: 8/5 6/5
      Wins 4016 point

 Game 2
 Ada : 2                         Ben : 0
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Drops                       Wins 1 point
";
    let Reading { record, warnings, .. } = reads(text);
    let problems: Vec<&Problem> = warnings.iter().map(|warning| &warning.problem).collect();
    assert_eq!(
        problems,
        [&Problem::TooManyPoints { written: 4016, kept: 3 }, &Problem::NextScore { points: 2 },]
    );
    assert_eq!(warnings[0].line, 6);
    assert_eq!(record.games[0].result, won(Seat::Top, 2, How::Settled));
    assert_eq!(record.games[1].result, won(Seat::Bottom, 1, How::Passed));
}

#[test]
fn an_illegal_play_is_kept_and_marked() {
    let text = "\
3 point match

 Game 1
 Ada : 0                         Ben : 0
  1) 31: 8/5 6/5                 62: 24/18 13/11 13/11
  2) 43: 24/20 13/10             51: 13/8 6/5
";
    let Reading { record, warnings, .. } = reads(text);
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].line, 5);
    assert!(matches!(warnings[0].problem, Problem::IllegalPlay(_)));
    let game = &record.games[0];
    assert_eq!(game.entries.len(), 4, "the game goes on");
    assert!(matches!(&game.entries[1].event, Event::IllegalPlay { moves, .. } if moves.len() == 3));
    assert_eq!(game.result, None);
    let again = reads(&write(&record, WriteFormat::Mat)).record;
    assert_eq!(again.games[0].clone(), record.clone().without_lines_of(&again).games[0]);
}

trait Lines {
    fn without_lines_of(self, other: &Self) -> Self;
}

impl Lines for Match {
    /// Replaces the line numbers with those of another file.
    fn without_lines_of(mut self, other: &Self) -> Self {
        for (game, theirs) in self.games.iter_mut().zip(&other.games) {
            for (entry, their) in game.entries.iter_mut().zip(&theirs.entries) {
                entry.line = their.line;
            }
        }
        self
    }
}

#[test]
fn what_cannot_be_drawn_stops_its_game_alone() {
    let text = "\
3 point match

 Game 1
 Ada : 0                         Ben : 0
  1) 31: 8/5 6/5                 62: 23/17 13/11
  2) 43: 24/20 13/10             51: 13/8 6/5
      Wins 2 points

 Game 2
 Ada : 2                         Ben : 0
  1)                             31: 8/5 6/5
";
    let Reading { record, warnings, .. } = reads(text);
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(matches!(warnings[0].problem, Problem::NoPlay(_)));
    assert_eq!((warnings[0].line, warnings[0].game), (5, 1));
    assert_eq!(record.games[0].entries.len(), 1);
    assert_eq!(record.games[0].result, won(Seat::Top, 2, How::Unrecorded));
    assert_eq!(record.games[1].entries.len(), 1);
    assert!(record.games[1].crawford);
}

#[test]
fn games_are_told_by_name_or_by_their_plays() {
    let mut random = Random::new(3);
    let record = random_match(Game::Nackgammon, 1, &mut random);
    let text = write(&record, WriteFormat::Mat).replace("; [Variation \"NackGammon\"]\n", "");
    let reading = reads(&text);
    assert_eq!(reading.record.game, Game::Nackgammon);
    assert_eq!(reading.warnings[0].problem, Problem::OtherGame(Game::Nackgammon));

    let other = "; [Variation \"Tawla\"]\n 5 point match\n";
    let error = read(other.as_bytes(), &Options::default()).unwrap_err();
    assert_eq!(error.to_string(), "unsupported game \"Tawla\"");
}

#[test]
fn beavers_are_taken_by_rolling() {
    let text = "\
0 point match

 Game 1
 Ada : 0                         Ben : 0
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Beavers => 4               62: 24/18 13/11
  3)  Doubles => 8                Takes
";
    let record = reads_well(text);
    let events: Vec<&Event> = record.games[0].entries.iter().map(|entry| &entry.event).collect();
    assert!(matches!(
        events[..],
        [_, Event::Double, Event::Beaver, Event::Take, _, Event::Double, Event::Take]
    ));
}

#[test]
fn money_games_that_are_written_as_matches() {
    let text = "\
; [Site \"BackgammonGalaxy\"]
16 point match

 Game 1
 Ada : 0                         Ben : 0
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Drops                       Wins 1 point
";
    let reading = reads(text);
    assert_eq!(reading.warnings[0].problem, Problem::MayBeMoney(16));
    let money = Options { money: true, ..Options::default() };
    let reading = read(text.as_bytes(), &money).unwrap();
    assert_eq!((reading.record.length, reading.warnings.len()), (0, 0));
}

#[test]
fn comments_stay_where_they_are() {
    let mut record = random_match(Game::Backgammon, 1, &mut Random::new(5));
    record.about.comment = Some("Of the match.\nTwo lines.".to_owned());
    record.games[0].comment = Some("Of the game.".to_owned());
    for entry in record.games[0].entries.iter_mut().step_by(3) {
        entry.comment = Some("Why not?".to_owned());
    }
    let text = write(&record, WriteFormat::Mat);
    assert_eq!(reads_well(&text).without_lines(), record, "{text}");
}
