//! Files with several matches. All matches are made up.

mod common;

use common::random_match;
use sheshbesh_matchfile::{
    Match, Options, ReadError, Reading, WriteFormat, read, read_all, write, write_all,
};
use sheshbesh_movegen::{Game, testing::Random};

const FIRST: &str = "\
 1 point match

 Game 1
 Ada : 0                             Ben : 0
  1) 31: 8/5 6/5                     42: 8/4 6/4
  2) 61: 13/7 8/7
      Wins 1 point and the match
";
const SECOND: &str = "\
 3 point match

 Game 1
 Cem : 0                             Dana : 0
  1) 53: 8/3 6/3                     64: 24/14
  2)  Doubles => 2                    Drops
      Wins 1 point

 Game 2
 Cem : 1                             Dana : 0
  1)                                 21: 13/11 6/5
  2) 43: 24/20 13/10
";

#[track_caller]
fn all(text: &str) -> Vec<Reading> {
    read_all(text.as_bytes(), &Options::default()).unwrap()
}

/// The first player, the length and the number of games of each match.
fn heads(readings: &[Reading]) -> Vec<(&str, u16, usize)> {
    let records = readings.iter().map(|reading| &reading.record);
    records.map(|record| (&*record.players.top.name, record.length, record.games.len())).collect()
}

#[test]
fn matches_in_a_row_are_read_apart() {
    let tags = |name: &str| format!("; [Site \"Made up\"]\n; [Event \"{name}\"]\n\n");
    for text in [
        format!("{FIRST}\n{SECOND}"),
        format!("{FIRST}{SECOND}"),
        format!("{}{FIRST}\n{}{SECOND}", tags("One"), tags("Two")),
        format!("{FIRST}\n; a remark about the first\n\n{}\n{SECOND}", tags("Two")),
    ] {
        let readings = all(&text);
        assert_eq!(heads(&readings), [("Ada", 1, 1), ("Cem", 3, 2)], "{text}");
        assert_eq!(readings.iter().map(|one| one.number).collect::<Vec<_>>(), [Some(1), Some(2)]);
        assert_eq!(readings[1].name("a.mat"), "a.mat, match 2");
        // Entries keep their line numbers in the file, and tags belong to their match.
        let line = readings[1].record.games[0].entries[0].line as usize;
        assert!(text.lines().nth(line - 1).unwrap().contains("53: 8/3 6/3"));
        let events = [0, 1].map(|index: usize| readings[index].record.about.event.clone());
        let second = text.contains("Two").then(|| "Two".to_owned());
        assert_eq!(events[1], second, "{text}");
        let alone = read(SECOND.as_bytes(), &Options::default()).unwrap();
        assert_eq!(readings[1].record.games.len(), alone.record.games.len());
        assert!(readings.iter().all(|reading| reading.warnings.is_empty()), "{readings:?}");
        let several = read(text.as_bytes(), &Options::default());
        assert_eq!(several.unwrap_err(), ReadError::Several(2));
    }
}

#[test]
fn a_match_may_begin_without_its_length() {
    let headless = SECOND.split_once("match\n").unwrap().1;
    let readings = all(&format!("{SECOND}\n{}", headless.replace("Cem", "Eva")));
    assert_eq!(heads(&readings), [("Cem", 3, 2), ("Eva", 3, 2)]);
    // The same players begin again at 0-0.
    assert_eq!(heads(&all(&format!("{SECOND}\n{SECOND}"))), [("Cem", 3, 2), ("Cem", 3, 2)]);
    assert_eq!(heads(&all(&format!("{SECOND}\n{headless}"))), [("Cem", 3, 2), ("Cem", 3, 2)]);
}

/// Joined files, each with a byte order mark.
#[test]
fn a_byte_order_mark_begins_another_file() {
    const MARK: &str = "\u{feff}";
    let third = SECOND.replace("3 point match", "7 point match").replace("Cem", "Eva");
    let expected = [("Ada", 1, 1), ("Cem", 3, 2), ("Eva", 7, 2)];
    let cut = |text: &str| text.trim_end().to_owned();
    for text in [
        format!("{MARK}{FIRST}{MARK}{SECOND}{MARK}{third}"),
        format!("{FIRST}{MARK}{SECOND}\n{MARK}{third}"),
        // A file may lack its final newline.
        format!("{MARK}{}{MARK}{}{MARK}{third}", cut(FIRST), cut(SECOND)),
        format!("{MARK}{FIRST}{MARK}{SECOND}{MARK}{third}").replace('\n', "\r\n"),
    ] {
        let readings = all(&text);
        assert_eq!(heads(&readings), expected, "{text:?}");
        assert!(readings.iter().all(|reading| reading.warnings.is_empty()), "{readings:?}");
        let pairs: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        if text.starts_with(MARK) {
            assert_eq!(heads(&read_all(&pairs, &Options::default()).unwrap()), expected);
        }
    }
    // The first file is in another encoding.
    let (latin, utf_8) = (FIRST.replace("Ada", "Zoe"), SECOND.replace("Cem", "Мария"));
    let latin: Vec<u8> = latin.bytes().map(|byte| if byte == b'Z' { 0xc9 } else { byte }).collect();
    let bytes = [&latin, MARK.as_bytes(), utf_8.as_bytes()].concat();
    let readings = read_all(&bytes, &Options::default()).unwrap();
    assert_eq!(heads(&readings), [("Éoe", 1, 1), ("Мария", 3, 2)]);
    // All our output formats.
    let records = [&readings[0].record, &readings[1].record];
    for format in WriteFormat::ALL {
        let joined: String =
            records.map(|record| format!("{MARK}{}", write(record, format))).concat();
        assert_eq!(heads(&all(&joined)), heads(&readings), "{format}");
    }
}

/// Some programs write a file for each game, or repeat the length before each game.
#[test]
fn games_of_one_match_stay_together() {
    let (first, second) = SECOND.split_once(" Game 2").unwrap();
    for between in [" 3 point match\n\n", "; [Site \"Made up\"]\n\n 3 point match\n", "\n"] {
        let text = format!("{first}{between} Game 2{second}");
        assert_eq!(heads(&all(&text)), [("Cem", 3, 2)], "{text}");
    }
    let swapped = SECOND.replace(
        "Cem : 1                             Dana : 0\n  1)                                 21: 13/11 6/5\n  2) 43: 24/20 13/10",
        "Dana : 0                            Cem : 1\n  1) 21: 13/11 6/5                   43: 24/20 13/10",
    );
    assert_ne!(swapped, SECOND);
    assert_eq!(heads(&all(&swapped)), [("Cem", 3, 2)]);
}

#[test]
fn whatever_is_joined_is_read_apart_in_every_format() {
    let mut random = Random::new(3);
    let named = |name: &str, record: Match| {
        let mut record = record;
        record.players.top.name = name.to_owned();
        record
    };
    let records = [
        named("Ada", random_match(Game::Backgammon, 3, &mut random)),
        named("Ada", random_match(Game::Backgammon, 3, &mut random)),
        named("Cem", random_match(Game::Backgammon, 5, &mut random)),
        named("Eva", random_match(Game::Backgammon, 0, &mut random)),
        named("Eva", random_match(Game::Nackgammon, 1, &mut random)),
    ];
    for format in WriteFormat::ALL {
        let text = write_all(&records.each_ref(), format);
        let joined: String = records.iter().map(|record| write(record, format)).collect();
        for text in [text, joined] {
            let again = all(&text);
            assert_eq!(again.len(), records.len(), "{format}");
            for (again, record) in again.iter().zip(&records) {
                assert_eq!(write(&again.record, format), write(record, format), "{format}");
            }
        }
        let one = write_all(&[&records[0]], format);
        assert_eq!(one, write(&records[0], format));
    }
}

#[test]
fn positions_with_other_stakes_or_players_are_other_matches() {
    let position =
        |id: &str, names: &str| format!("XGID=-b----E-C---eE---c-e----B-:{id}\n\n{names}\n\n");
    let text = [
        position("0:0:1:31:0:0:0:7:10", "X:Ada   O:Ben"),
        position("0:0:-1:21:1:0:0:7:10", "X:Ada   O:Ben"),
        position("0:0:1:31:0:0:3:0:10", "X:Ada   O:Ben"),
        position("0:0:1:31:0:0:3:0:10", "X:Eva   O:Ben"),
        position("0:0:1:31:0:0:0:5:10", "X:Eva   O:Ben"),
    ];
    let readings = all(&text.concat());
    let found: Vec<(&str, u16, usize)> = readings
        .iter()
        .map(|one| (&*one.record.players.bottom.name, one.record.length, one.record.games.len()))
        .collect();
    assert_eq!(found, [("Ada", 7, 2), ("Ada", 0, 1), ("Eva", 0, 1), ("Eva", 5, 1)]);
    for reading in &readings {
        assert_eq!(reading.warnings, []);
    }
}

#[test]
fn what_holds_no_game_is_no_match() {
    for text in [
        "XGID=garbage\n",
        " 5 point match\n",
        "XGID=garbage\nXGID=more\n",
        "(;FF[4]GM[6])",
        "(;GM[6])\n(;GM[6])",
        " Game 1\n  1) hello\n",
        " 5 point match\n\n Game 1\n Ada : 0      Ben : 0\n  1) hello\n\n Game 2\n Ada : 0      Ben : 0\n",
        "Score is 0-0 in a 5 point match.\nAda is X - Ben is O\nhello\n",
    ] {
        let error = read_all(text.as_bytes(), &Options::default()).unwrap_err();
        assert!(matches!(error, ReadError::NoGame(_)), "{text}: {error:?}");
    }
    let error = read_all(b"XGID=garbage\n", &Options::default()).unwrap_err().to_string();
    assert_eq!(error, "no game found: line 1: cannot parse \"XGID=garbage\"; skipped");
    let error = read_all(b" Game 1\n  1) hello\n", &Options::default()).unwrap_err().to_string();
    assert_eq!(error, "no game found: line 2: cannot parse \"hello\"; skipped");
    // A match between named players that has not begun counts as a match.
    for text in [
        " 5 point match\n\n Game 1\n Ada : 0      Ben : 0\n",
        "(;FF[4]GM[6]MI[length:5]PB[Ben]PW[Ada])",
    ] {
        let readings = all(text);
        assert_eq!((heads(&readings), &readings[0].warnings), (vec![("Ada", 5, 1)], &vec![]));
    }
    // A match without a game, next to another match, gives a warning.
    let text = format!("XGID=garbage\n{}", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10\n");
    let readings = all(&text);
    assert_eq!((readings.len(), readings[0].warnings.len()), (1, 1));
}
