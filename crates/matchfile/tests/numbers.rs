//! Numbers of any size in files: none panics, and none becomes another number.

use sheshbesh_matchfile::{
    GameRecord, How, Match, Options, Outcome, Problem, WriteFormat, find_export_losses, read,
    read_all, write,
};
use sheshbesh_movegen::{BySeat, Scoring, Seat};

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
        let problem = Problem::NotUnderstood(format!("8/5 6/5({number})"));
        assert_eq!(reading.warnings[0].problem, problem);
    }
}

/// Replaces every number of every format, one at a time, with every large number.
#[test]
fn no_number_of_any_format_panics() {
    let mat = "; [CubeLimit \"64\"]\n; [EventDate \"2026.02.28\"]\n\n 3 point match\n\n Game 1\n \
               Ada : 1            Ben : 0\n; Set Pos=-b----E-C---eE---c-e----B-/1\n  1) 31: 8/5 6/5    Doubles => 2\n  2)  Takes   \
               43: 24/20 13/10\n      Wins 2 points and the match\n";
    let snowie =
        "7;0;0;0;0;Ada;Ben;0;2;5;2;-1;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;6;1;";
    let xg =
        "XGID=-b----E-C---eE---c-e----B-:1:1:1:31:2:3:0:7:10\n\n    1. 4-ply 8/5 6/5 eq:+0.2\n";
    // After an impossible action, the last known cube is used.
    let broken = format!("{HEAD}  2)  Doubles => 2   Takes\n  3)  Takes\n      Wins 0 points\n");
    let (record, problems) = reads(&broken);
    assert_eq!((problems.len(), &problems[1]), (2, &Problem::NoPoints { kept: 2 }));
    assert_eq!(result(&record), (Some(Seat::Top), 2));
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
                        let _ =
                            find_export_losses(&reading.record, &write(&reading.record, format));
                    }
                    let mut counted = reading.record;
                    let _ = counted.rescore(Scoring::Single);
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
    assert!(session.rescore(Scoring::Single));
}

const HEAD: &str = " 5 point match\n\n Game 1\n Ada : 0                        Ben : 0\n\
                    \x20 1) 31: 8/5 6/5                  42: 8/4 6/4\n";

#[track_caller]
fn reads(text: &str) -> (Match, Vec<Problem>) {
    let reading = read(text.as_bytes(), &Options::default()).unwrap();
    (reading.record, reading.warnings.into_iter().map(|warning| warning.problem).collect())
}

fn bad(text: &str) -> Vec<Problem> {
    vec![Problem::BadNumber(text.to_owned())]
}

fn result(record: &Match) -> (Option<Seat>, u32) {
    let result = record.games.last().unwrap().result.unwrap();
    (result.winner, result.points)
}

#[test]
fn a_cube_that_no_number_holds_is_told() {
    for value in ["4294967296", "18446744073709551616", "-2"] {
        let cell = format!("Doubles => {value}");
        let text = format!("{HEAD}  2)  {cell}   Takes\n  3) 61: 13/7 8/7\n");
        let (record, problems) = reads(&text);
        assert_eq!(problems, bad(&cell));
        assert_eq!(record.games[0].entries.len(), 5, "{text}");
    }
    let (_, problems) = reads(&format!("{HEAD}  2)  Doubles => 4294967295   Takes\n"));
    assert_eq!(problems, [Problem::CubeValue { written: u32::MAX, shown: 2 }]);
}

/// The cube gives the least points won, if the file has no valid number.
#[test]
fn points_that_no_number_holds_are_told() {
    for (points, problem) in [
        ("4294967296", None),
        ("99999999999999999999", None),
        ("-1", None),
        ("0", Some(Problem::NoPoints { kept: 2 })),
    ] {
        for (cell, winner) in [("Wins", Seat::Top), ("Loses", Seat::Bottom)] {
            let wins = format!("{cell} {points} points");
            let text = format!("{HEAD}  2)  Doubles => 2   Takes\n      {wins}\n");
            let (record, problems) = reads(&text);
            let expected = problem.clone().map_or_else(|| bad(&wins), |problem| vec![problem]);
            assert_eq!(problems, expected, "{text}");
            assert_eq!(result(&record), (Some(winner), 2), "{text}");
        }
    }
    let moves = "Score is 0-0 in a 5 point match.\nAda is X - Ben is O\nX: (3 1) 8-5 6-5\n";
    let (record, problems) = reads(&format!("{moves}X: wins 4294967296 points\n"));
    assert_eq!(problems, bad("wins 4294967296 points"));
    assert_eq!(result(&record), (Some(Seat::Bottom), 1));
    let gnu = "GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n Match ID   : MIDlAAAAAAAE\n\n\
               \x20+13-----+     O: Ada\n +12-----+     X: Ben\n\n* Ada moves 8/5 6/5\n\nAda wins 4294967296 points\n";
    assert_eq!(reads(gnu).1, bad("Ada wins 4294967296 points"));
}

#[test]
fn scores_and_lengths_that_no_number_holds_are_told_once() {
    for players in [
        "Ada : 65536                        Ben : 0",
        "Ada : 0                        Ben : 99999999999999999999",
        "Ada : -1                        Ben : -1",
    ] {
        let (_, rows) = HEAD.split_once("Ben : 0\n").unwrap();
        let (record, problems) = reads(&format!(" 5 point match\n\n Game 1\n {players}\n{rows}"));
        assert_eq!(problems, bad(players));
        assert_eq!([&*record.players.top.name, &*record.players.bottom.name], ["Ada", "Ben"]);
        assert_eq!(record.games[0].entries.len(), 2);
    }
    for length in ["65536 point match", "-5 point match", "Match of 99999999999999999999 points"] {
        let text = HEAD.replace("5 point match", length);
        let (record, problems) = reads(&text);
        assert_eq!((problems, record.length), (bad(length), 0));
        // A match after another one does not inherit its length.
        let readings = read_all(format!("{HEAD}\n{text}").as_bytes(), &Options::default()).unwrap();
        let lengths: Vec<u16> = readings.iter().map(|reading| reading.record.length).collect();
        assert_eq!(lengths, [5, 0], "{length}");
    }
    let (record, problems) = reads(&HEAD.replace("Game 1", "Game 99999999999999999999"));
    assert_eq!((problems, record.games.len()), (vec![], 1));
    let (_, problems) = reads(&format!("; [CubeLimit \"4294967296\"]\n{HEAD}"));
    assert_eq!(problems, [Problem::NotUnderstood("[CubeLimit \"4294967296\"]".to_owned())]);
}

#[test]
fn numbers_of_trees_are_told() {
    let tree = |info: &str, nodes: &str| {
        format!("(;FF[4]GM[6]{info}PB[Ben]PW[Ada];W[31hefe];B[42qusu]{nodes})")
    };
    let not_understood = |text: &str| vec![Problem::NotUnderstood(text.to_owned())];
    for (info, nodes, text) in [
        ("MI[length:70000][game:0][ws:0][bs:0]", "", "length:70000"),
        ("MI[length:5][game:0][ws:65536][bs:0]", "", "ws:65536"),
        ("MI[length:5][game:0][ws:0][bs:-1]", "", "bs:-1"),
        ("MI[length:5]CV[4294967296]", "", "CV[4294967296]"),
        ("MI[length:5]CV[3]", "", "CV[3]"),
        ("MI[length:5]", ";CV[99999999999999999999]", "CV[99999999999999999999]"),
        ("MI[length:5]RE[W+4294967296]", "", "W+4294967296"),
    ] {
        let (record, problems) = reads(&tree(info, nodes));
        assert_eq!(problems, not_understood(text), "{info}{nodes}");
        assert_eq!(record.games[0].entries.len(), 2, "{info}{nodes}");
    }
}
