//! Tests of commands, with the built-in network at 0 plies of GNU Backgammon.

use super::{error::CommandError, session::Session};
use crate::args::Weights;

fn begin_session() -> Session {
    let mut session = Session::new(Weights { weights: None }, true);
    for line in ["set evaluation plies 0", "set analysis chequer eval plies 0"] {
        session.answer(line).unwrap();
    }
    session
}

/// Answers of several lines, the last one alone.
#[track_caller]
fn ask(session: &mut Session, lines: &[&str]) -> String {
    let mut last = String::new();
    for line in lines {
        last = session.answer(line).unwrap_or_else(|error| panic!("{line}: {error}")).unwrap();
    }
    last
}

fn refuse(session: &mut Session, line: &str) -> String {
    session.answer(line).unwrap_err().to_string()
}

#[test]
fn positions_are_set_in_every_notation() {
    let mut session = begin_session();
    assert_eq!(session.answer("show board"), Err(CommandError::NoPosition));
    for line in [
        "set xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
        "set gnubgid 4HPwATDgc/ABMA:cIkFAAAAAAAE",
        "set xgid 4HPwATDgc/ABMA:cIkFAAAAAAAE",
        "set board 4HPwATDgc/ABMA",
        "set board simple 0 -2 0 0 0 0 5 0 3 0 0 0 -5 5 0 0 0 -3 0 -5 0 0 0 0 2 0",
    ] {
        let board = ask(&mut session, &[line]);
        assert!(board.contains("Position ID: 4HPwATDgc/ABMA\n"), "{line}: {board}");
        assert!(board.contains("     Rolled 31\n"), "{line}: {board}");
    }
    // The bar of the player on roll comes first.
    let board = ask(
        &mut session,
        &["set board simple 1 -2 0 0 0 0 5 0 3 0 0 0 -5 5 0 0 0 -3 0 -5 0 0 0 0 1 0"],
    );
    assert!(board.contains("| X |"), "{board}");
    assert_eq!(ask(&mut session, &["show pipcount"]), "The pip counts are: user 168, gnubg 167.\n");
}

#[test]
fn the_table_is_changed_part_by_part() {
    let mut session = begin_session();
    let board = ask(
        &mut session,
        &[
            "new match 5",
            "set player 0 name Ada",
            "set score 1 3",
            "set cube value 2",
            "set cube owner 1",
            "set turn 0",
            "set dice 6 4",
        ],
    );
    for part in [
        "O: Ada\n",
        "X: user (Cube: 2)\n",
        "     1 point\n",
        "     3 points\n",
        "5 points match",
        " +12-11-10--9",
        "     Rolled 64\n",
    ] {
        assert!(board.contains(part), "{part}: {board}");
    }
    assert_eq!(
        ask(&mut session, &["show score"]),
        "The score (after 0 games) is: Ada 1, user 3 (match to 5 points)\n"
    );
    assert_eq!(ask(&mut session, &["show turn"]), "Ada is on roll.\n");
    assert_eq!(ask(&mut session, &["show cube"]), "The cube is at 2, and is owned by user.\n");
    assert!(refuse(&mut session, "set crawford on").contains("nobody needs just one point"));
    assert!(refuse(&mut session, "set score 5 0").contains("is over"));
    assert!(ask(&mut session, &["set score 4 0", "set crawford on"]).contains("Crawford game"));
}

#[test]
fn hints_have_the_form_that_programs_parse() {
    let mut session = begin_session();
    let plays = ask(
        &mut session,
        &["set xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "hint 2"],
    );
    let lines: Vec<&str> = plays.lines().collect();
    assert_eq!(lines.len(), 6, "{plays}");
    let (head, equity) = lines[0].split_at(58);
    assert_eq!(head, "    1. Cubeful 0-ply    8/5 6/5                      Eq.: ");
    assert!(equity.starts_with("+0."), "{plays}");
    assert_eq!(lines[1].split_whitespace().count(), 7, "{plays}");
    assert!(lines[3].starts_with("    2. Cubeful 0-ply    ") && lines[3].ends_with(')'), "{plays}");
    let cube = ask(&mut session, &["set turn 1", "hint"]);
    for part in [
        "Cube analysis\n0-ply cubeless equity +0.",
        "Cubeful equities:\n1. No double           +0.",
        "2. Double, pass        +1.000  (+0.",
        "3. Double, take ",
        "Proper cube action: No double, take (",
    ] {
        assert!(cube.contains(part), "{part}: {cube}");
    }
    let in_match = ask(
        &mut session,
        &["set xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:4:0:7:10", "hint"],
    );
    assert!(in_match.contains(" (Money: +0."), "{in_match}");
    let chances = ask(&mut session, &["set output mwc on", "set dice 31", "hint 1"]);
    assert!(chances.contains("MWC:  3") && chances.contains('%'), "{chances}");
    let none = ask(
        &mut session,
        &["set xgid XGID=-b----E-C---eE---c-e----B-:1:-1:1:00:0:0:0:0:10", "hint"],
    );
    assert_eq!(none, "You cannot double.\n");
    let blocked = ask(
        &mut session,
        &["set xgid XGID=-aBBBBBB-----------------A:0:0:-1:66:0:0:0:0:10", "hint"],
    );
    assert!(blocked.contains("There are no legal moves"), "{blocked}");
}

#[test]
fn errors_name_the_word_and_settings_without_effect_are_known() {
    let mut session = begin_session();
    for (line, part) in [
        ("jump", "unknown command \"jump\""),
        ("set nothing 3", "unknown setting \"nothing\""),
        ("show moon", "unknown view \"moon\""),
        ("hint", "no position"),
        ("analyse match", "no match"),
        ("import mat /no/such/file", "/no/such/file"),
        ("set xgid XGID=nonsense", "XGID"),
        ("set analysis chequerplay evaluation plies many", "number of plies"),
        ("export match pdf a.pdf", "unknown format \"pdf\""),
        ("new match 0", "match length"),
    ] {
        let message = refuse(&mut session, line);
        assert!(message.contains(part), "{line}: {message}");
    }
    for line in [
        "set lang en",
        "set automatic roll off",
        "set confirm new off",
        "set threads 4",
        "set output matchpc off",
        "set evaluation movefilter 1 0 0 8 0.160",
        "y",
        "",
        "# comment",
    ] {
        assert_eq!(ask(&mut session, &[line]), "", "{line}");
    }
    assert_eq!(session.answer("quit"), Ok(None));
}
