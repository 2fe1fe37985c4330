//! Actions that break the rules but were made: illegal turns of the cube, and resignations of more
//! than the player can lose.

use sheshbesh_matchfile::{
    Event, How, Match, Options, Outcome, Problem, Reading, ReplayError, WriteFormat, read, write,
};
use sheshbesh_movegen::{Illegal, Seat, Win};

#[track_caller]
fn reads(text: &str) -> Reading {
    read(text.as_bytes(), &Options::default()).unwrap()
}

fn problems(reading: &Reading) -> Vec<Problem> {
    reading.warnings.iter().map(|warning| warning.problem.clone()).collect()
}

/// For each entry, true if it breaks the rules.
fn list_marks(record: &Match, game: usize) -> Vec<bool> {
    let replay = record.games[game].replay(record).unwrap();
    replay.map(|step| step.unwrap().is_illegal).collect()
}

const GAME: &str = " Game 1\n Ada : 0              Ben : 0\n";
const MOVES: &str = "  1) 31: 8/5 6/5                     42: 8/4 6/4\n";

/// Files of games with an illegal double or beaver, each with the index of that entry and the
/// broken rule.
fn games() -> Vec<(String, usize, ReplayError)> {
    let of = |length: &str, rows: &str| format!(" {length}\n\n{GAME}{MOVES}{rows}");
    let taken = "  2)  Doubles => 2                    Takes\n  3) 61: 13/7 8/7                    63: 24/15\n";
    let redoubled = "  2)  Doubles => 2                    Takes\n  3) 61: 13/7 8/7                    63: 24/15\n  \
        4)  Doubles => 4                    Takes\n  5) 21: 13/11 24/23\n";
    let limited = format!("; [CubeLimit \"1\"]\n{}", of("5 point match", taken));
    let early = format!(
        " 5 point match\n\n{GAME}  1)  Doubles => 2                    Takes\n  2) 31: 8/5 6/5                     42: 8/4 6/4\n"
    );
    let beavered = "  2)  Doubles => 2                    Beavers => 4\n  3) 61: 13/7 8/7                    63: 24/15\n";
    vec![
        (of("1 point match", taken), 2, Illegal::OnePointMatch.into()),
        (of("5 point match", redoubled), 6, Illegal::OthersCube.into()),
        (limited, 2, Illegal::LargestCube(0).into()),
        (early, 0, Illegal::FirstRoll.into()),
        (of("5 point match", beavered), 3, Illegal::NoBeavers.into()),
    ]
}

#[test]
fn a_turn_against_the_rules_is_kept_and_marked() {
    for (text, index, rule) in games() {
        let reading = reads(&text);
        assert_eq!(problems(&reading), [Problem::IllegalCube(rule)], "{text}");
        let marks = list_marks(&reading.record, 0);
        assert!(marks.len() > index + 2, "the game is read on: {text}");
        for (at, is_marked) in marks.iter().enumerate() {
            assert_eq!(*is_marked, at == index, "{at}: {text}");
        }
        // Every format keeps the entry.
        for format in WriteFormat::ALL {
            let written = write(&reading.record, format);
            let again = reads(&written);
            let events = |record: &Match| -> Vec<Event> {
                record.games[0].entries.iter().map(|entry| entry.event.clone()).collect()
            };
            assert_eq!(events(&again.record), events(&reading.record), "{format}: {written}");
            assert_eq!(problems(&again), problems(&reading), "{format}: {written}");
        }
    }
}

#[test]
fn a_pass_ends_the_game_as_usual() {
    let text = format!(
        " 1 point match\n\n{GAME}{MOVES}  2)  Doubles => 2                    Drops\n      Wins 1 point and the match\n"
    );
    let reading = reads(&text);
    assert_eq!(problems(&reading), [Problem::IllegalCube(Illegal::OnePointMatch.into())]);
    let passed = Outcome { winner: Some(Seat::Top), points: 1, how: How::Passed };
    assert_eq!(reading.record.games[0].result, Some(passed));
}

/// A double in a game without a cube turns nothing.
#[test]
fn a_game_without_a_cube_stays_without() {
    let text = format!(
        "; [Variation \"tavla\"]\n 5 point match\n\n{GAME}  1) 31: 8/5 6/5                     42: 8/4 6/4\n  \
         2)  Doubles => 2                    Takes\n  3) 61: 13/7 8/7\n"
    );
    let reading = reads(&text);
    let rule = Illegal::NoCube("tavla".parse().unwrap()).into();
    assert_eq!(problems(&reading), [Problem::IllegalCube(rule)]);
    assert_eq!(reading.record.games[0].entries.len(), 5);
    let mut replay = reading.record.games[0].replay(&reading.record).unwrap();
    while replay.next().is_some() {}
    assert_eq!(replay.table().cube.value(), 1);
}

/// A game from a board that is set up, in which Ben resigns for the given points.
fn resigned(board: &str, points: u32) -> String {
    format!(
        " 7 point match\n\n{GAME}; Set Pos={board}/0\n  1) 21: 2/off 3/2                   32: 3/off 2/off\n      Wins {points} points\n"
    )
}

#[test]
fn more_is_resigned_than_can_be_lost() {
    // Both players bear off and have checkers off.
    let race = "--CC------------------cc--";
    // Two of Ada's checkers are still in Ben's home board.
    let behind = "-bCC------------------ca--";
    for (board, points, win) in [
        (race, 1, None),
        (race, 2, Some(Win::Gammon)),
        (race, 3, Some(Win::Backgammon)),
        (behind, 1, None),
    ] {
        let reading = reads(&resigned(board, points));
        let found: Vec<Problem> = problems(&reading)
            .into_iter()
            .filter(|problem| matches!(problem, Problem::ImpossibleWin(_)))
            .collect();
        assert_eq!(
            found,
            win.map(Problem::ImpossibleWin).into_iter().collect::<Vec<_>>(),
            "{board} {points}"
        );
        // Every format gives the warning.
        for format in WriteFormat::ALL {
            let again = reads(&write(&reading.record, format));
            let is_reported =
                problems(&again).iter().any(|problem| matches!(problem, Problem::ImpossibleWin(_)));
            assert_eq!(is_reported, win.is_some(), "{format}: {board} {points}");
        }
    }
}

/// No player has borne off, and no checker is in the other player's home board. A gammon can be
/// lost, but without contact a backgammon cannot.
#[test]
fn backgammons_need_a_checker_behind() {
    let tree = |set_up: &str, result: &str| {
        format!(
            "(;FF[4]GM[6]MI[length:7][game:0][ws:0][bs:0]PB[Ben]PW[Ada]RU[Crawford]RE[{result}]\
             ;AE[a:y]PL[W]{set_up};W[21babz])"
        )
    };
    // White has fifteen checkers on the two lowest points; Black's are on Black's points 7 and 8.
    let gone =
        format!("AW{}AB{}", "[a]".repeat(8) + &"[b]".repeat(7), "[r]".repeat(8) + &"[q]".repeat(7));
    let behind = gone
        .replacen("[q]", "[a]", 1)
        .replacen("AW[a]", "AW[c]", 1)
        .replace("[a]", "[c]")
        .replacen("AB[r]", "AB[d]", 1);
    for (set_up, result, win) in [
        (&gone, "W+1R", None),
        (&gone, "W+2R", None),
        (&gone, "W+3R", Some(Win::Backgammon)),
        (&behind, "W+3R", None),
    ] {
        let reading = reads(&tree(set_up, result));
        let found = problems(&reading)
            .into_iter()
            .find(|problem| matches!(problem, Problem::ImpossibleWin(_)));
        assert_eq!(found, win.map(Problem::ImpossibleWin), "{result}: {set_up}: {reading:?}");
    }
}

/// A player who doubles in the other's turn turns the cube, and the other player rolls.
#[test]
fn a_double_out_of_turn_leaves_the_turn() {
    let json = |second: &str| {
        let game = format!(" 5 point match\n\n{GAME}{MOVES}  2) 61: 13/7 8/7\n");
        let written = write(&reads(&game).record, WriteFormat::Json);
        // End of the entries of the last game.
        let end = written.rfind("      ]").unwrap();
        let before = written[..end].trim_end();
        format!("{before},\n{second}\n{}", &written[end..])
    };
    let doubled = r#"{"player": 1, "action": "double"}, {"player": 2, "action": "take"},
        {"player": 2, "action": "roll", "roll": "63"}"#;
    let reading = reads(&json(doubled));
    assert_eq!(problems(&reading), [Problem::IllegalCube(ReplayError::NotTheirTurn)]);
    assert_eq!(list_marks(&reading.record, 0), [false, false, false, true, false, false]);
    let mut replay = reading.record.games[0].replay(&reading.record).unwrap();
    while replay.next().is_some() {}
    assert_eq!((replay.table().seat, replay.table().cube.value()), (Seat::Bottom, 2));
}
