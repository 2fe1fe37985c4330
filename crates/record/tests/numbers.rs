//! Numbers of any size in files: none of them panics, and none becomes another number.

use sheshbesh_movegen::{BySeat, Scoring, Seat};
use sheshbesh_record::{
    GameRecord, How, Match, Options, Outcome, Problem, WriteFormat, lost, read, read_all, write,
};

const LARGE: [&str; 14] = [
    "127",
    "128",
    "255",
    "256",
    "32767",
    "32768",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775808",
    "18446744073709551615",
];

#[test]
fn no_count_of_a_play_wraps() {
    for number in LARGE {
        let text = format!(
            " 3 point match\n\n Game 1\n Ada : 0            Ben : 0\n  1) 31: 8/5 6/5({number})\n"
        );
        let reading = read(text.as_bytes(), &Options::default()).unwrap();
        let said = Problem::NotUnderstood(format!("8/5 6/5({number})"));
        assert_eq!(reading.warnings[0].problem, said);
    }
}

/// Every number of every format, one after the other, replaced by every large one.
#[test]
fn no_number_of_any_format_panics() {
    let mat = "; [CubeLimit \"64\"]\n; [EventDate \"2026.02.28\"]\n\n 3 point match\n\n Game 1\n \
               Ada : 1            Ben : 0\n; Set Pos=-b----E-C---eE---c-e----B-/1\n  1) 31: 8/5 6/5    Doubles => 2\n  2)  Takes   \
               43: 24/20 13/10\n      Wins 2 points and the match\n";
    let snowie =
        "7;0;0;0;0;Ada;Ben;0;2;5;2;-1;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;6;1;";
    let xg =
        "XGID=-b----E-C---eE---c-e----B-:1:1:1:31:2:3:0:7:10\n\n    1. 4-ply 8/5 6/5 eq:+0.2\n";
    let moves = "Score is 0-0 in a 5 point match.\nAda is X - Ben is O\nX: (3 1) 8-5 6-5\nO: doubles.\nX: accepts.\nO: (4 2) 8-4 6-4\nX: wins 3 points\n";
    let gnu = "The score (after 0 games) is: Ada 0, Ben 0 (match to 7 points)\n\nDate: 11/25/26\n\n\
               Move number 1:  Ada to play 31\n\n GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n\
               \x20                Match ID   : MIDlAAAAAAAE\n\n* Ada moves 8/5 6/5\n\nAda wins 3 points\n";
    let record = read(mat.as_bytes(), &Options::default()).unwrap().record;
    let (sgf, json) = (write(&record, WriteFormat::Sgf), write(&record, WriteFormat::Json));
    for text in [mat, snowie, xg, moves, gnu, &sgf, &json] {
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(start) = (at..bytes.len()).find(|&at| bytes[at].is_ascii_digit()) {
            let end =
                (start..bytes.len()).find(|&at| !bytes[at].is_ascii_digit()).unwrap_or(bytes.len());
            for number in
                LARGE.iter().flat_map(|number| [(*number).to_owned(), format!("-{number}")])
            {
                let text = format!("{}{number}{}", &text[..start], &text[end..]);
                for reading in read_all(text.as_bytes(), &Options::default()).unwrap_or_default() {
                    for format in WriteFormat::ALL {
                        let _ = lost(&reading.record, &write(&reading.record, format));
                    }
                    let mut counted = reading.record;
                    let _ = counted.count_by(Scoring::Single);
                }
            }
            at = end;
        }
    }
}

#[test]
fn no_sum_of_points_wraps() {
    let game = |winner, points| {
        let result = Outcome { winner: Some(winner), points, how: How::Passed };
        GameRecord { result: Some(result), ..GameRecord::default() }
    };
    let games = vec![game(Seat::Top, u32::MAX), game(Seat::Top, u32::MAX)];
    let record = Match { length: 5, games: games.clone(), ..Match::default() };
    let text = write(&record, WriteFormat::Mat);
    assert!(text.contains("Wins 4294967295 points and the match"), "{text}");
    let mut session = Match { games, ..Match::default() };
    session.games[1].score = BySeat { top: u16::MAX, bottom: u16::MAX };
    assert!(session.count_by(Scoring::Single));
}
