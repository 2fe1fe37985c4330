//! Tests `shesh transcribe`, and games with dice typed by hand.

mod common;

use common::{refused, shesh, stdout, stdout_of};
use std::fs;

/// The smallest network, for short times.
const SMALL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/backgammon/small.weights");

/// Output of a transcription with lines of input.
fn transcribe(file: &str, arguments: &[&str], lines: &[&str]) -> String {
    let arguments = [&["transcribe", file, "--weights", SMALL], arguments].concat();
    let input = lines.join("\n") + "\n";
    stdout_of(shesh(&arguments).write_stdin(input).output().unwrap(), &arguments)
}

#[test]
fn a_match_is_written_down_interrupted_and_continued() {
    let folder = tempfile::tempdir().unwrap();
    for ending in ["mat", "sgf", "json"] {
        let path = folder.path().join(format!("final.{ending}"));
        let file = path.to_str().unwrap();
        // Ben rolls the higher die. The first play is the first one offered.
        let said = transcribe(
            file,
            &["--match", "3", "--players", "Ada", "Ben"],
            &["13", "", "62", "24/18 13/10", "hello", "44: 24/20(2) 13/9(2)", "d", "t", "l"],
        );
        assert!(said.contains("First roll> 1 8/5 6/5   2 "), "{said}");
        assert!(said.contains("Type a roll such as 31"), "{said}");
        assert!(said.contains("Ben: take or pass> "), "{said}");
        assert!(said.contains("  4 Ada doubles to 2\n  5 Ben takes\n"), "{said}");
        assert!(said.contains("Against the rules, and kept as it is."), "{said}");
        // The input ended without a command, and the file is complete.
        let said = transcribe(file, &[], &["l", "64", "bar/24", "more", "2", "r g", "q"]);
        assert!(said.contains("  2 Ada 62: 24/18 13/10  (against the rules)\n"), "{said}");
        assert!(said.contains("  5 Ben takes\n") && said.contains("is impossible"), "{said}");
        assert!(
            said.contains("Ben wins 4 points.") || said.contains("Ada wins 4 points."),
            "{said}"
        );
        assert!(said.contains("The match is over."), "{said}");
        let written = stdout(&["convert", file, "--to", "mat"]);
        for part in ["Ada", "31: 8/5 6/5", "62: 24/18 13/10", "Doubles => 2", "Takes"] {
            assert!(written.contains(part), "{ending}: {part}: {written}");
        }
    }
}

#[test]
fn entries_are_corrected_and_plays_against_the_rules_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("club.json");
    let file = path.to_str().unwrap();
    let said = transcribe(
        file,
        &[],
        &[
            "31 8/5 6/5",
            "62 24/18 13/11",
            "55 8/3(2) 6/1*(2)",
            "42 11/6",
            "fix 2 63 24/18 13/10",
            "fix 4 42 13/8",
            "fix 2 63 24/18 13/10",
            "fix 1.9 31",
            "insert 3 d, p",
            "l",
            "cut 4",
            "u",
            "q",
        ],
    );
    assert!(said.contains("Against the rules, and kept as it is."), "{said}");
    assert!(said.contains("There is no entry 9 in game 1."), "{said}");
    assert!(said.contains("Entry 4 would become impossible (\"11/6\" is impossible"), "{said}");
    assert_eq!(said.matches("Against the rules: entry 4.\n").count(), 2, "{said}");
    assert!(said.contains("Entry 3 would become impossible (the game is over)"), "{said}");
    assert!(said.contains("  2 Player 2 63: 24/18 13/10\n"), "{said}");
    assert!(said.contains("  4 Player 2 42: 13/8  (against the rules)\n"), "{said}");
    assert!(said.contains("Removed 1 entry.\n"), "{said}");
    let written = fs::read_to_string(file).unwrap();
    assert!(written.contains("24/18 13/10") && !written.contains("8/3(2)"), "{written}");
}

#[test]
fn the_end_of_a_game_and_of_a_match_is_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("short.json");
    let file = path.to_str().unwrap();
    let said = transcribe(
        file,
        &["--match", "2"],
        &["r", "31", "", "62", "pass", "d", "p", "u", "t", "r", "u", "l", "q"],
    );
    assert!(said.contains("First roll> The first roll is next."), "{said}");
    assert!(said.contains("Against the rules, and kept as it is."), "{said}");
    assert!(said.contains("Player 1 wins 1 point."), "{said}");
    assert!(said.contains("Player 2 wins 2 points.\n\nThe match is over.\nu undo"), "{said}");
    assert!(said.contains("  4 Player 2 takes\nPlayer 1> "), "{said}");
    // The passed double is corrected when the next game has begun.
    let said = transcribe(file, &[], &["u", "p", "fix 1.4 t", "l", "q"]);
    assert!(said.contains("Game 2.") && said.contains("  4 Player 2 takes\n"), "{said}");
    let message = refused(&["transcribe", file, "--game", "tabula", "--match", "3"]);
    assert!(message.contains("already exists"), "{message}");
    let new = folder.path().join("new.json");
    let message = refused(&["transcribe", new.to_str().unwrap(), "--game", "tabula"]);
    assert!(message.contains("3 dice") && !new.exists(), "{message}");
}

#[test]
fn files_of_others_are_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("notes.mat"), "my notes\n").unwrap();
    for (arguments, part) in [
        (vec![path("notes.mat")], "unknown match file format"),
        (vec![path("notes.mat"), "--match".to_owned(), "3".to_owned()], "already exists"),
        (vec![path("match.xg")], "unknown extension"),
    ] {
        let mut all = vec!["transcribe"];
        all.extend(arguments.iter().map(String::as_str));
        let message = refused(&all);
        assert!(message.contains(part), "{message}");
    }
    assert_eq!(fs::read_to_string(path("notes.mat")).unwrap(), "my notes\n");
}

#[test]
fn dice_are_typed_by_hand_for_both_players() {
    let arguments = ["play", "--dice", "by-hand", "--weights", SMALL, "--no-tables"];
    // The engine begins with 31; then the player rolls 62.
    let lines = "x\n13\n62\n24/18 13/11\n\n44\nquit\n";
    let said = stdout_of(shesh(&arguments).write_stdin(lines).output().unwrap(), &arguments);
    for part in [
        "Your die and the engine's: ",
        "Type the two dice",
        "The engine plays 31: 8/5 6/5",
        "Your roll: ",
        "62 to play: ",
        "The engine's roll: ",
        "The engine plays 44: ",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let with_cube = [&arguments[..], &["--cube"]].concat();
    let lines = "31\n8/5 6/5\n\n62\ndouble\nquit\n";
    let said = stdout_of(shesh(&with_cube).write_stdin(lines).output().unwrap(), &with_cube);
    assert!(said.contains("Your roll, or double: "), "{said}");
}

#[test]
fn dice_are_taken_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rolls.txt");
    let play = |rolls: &str, more: &[&str], lines: &'static str| {
        fs::write(&path, rolls).unwrap();
        let file = path.to_str().unwrap();
        let arguments =
            [&["play", "--dice", file, "--weights", SMALL, "--no-tables"], more].concat();
        shesh(&arguments).write_stdin(lines).output().unwrap()
    };
    // The engine begins with 31, then the player has 62 and the engine 44.
    let output = play("13\n62 44 # and no more\n", &[], "24/18 13/11\n\n8/3\n");
    let said = String::from_utf8(output.stdout).unwrap();
    for part in [
        "The dice are those of ",
        "The engine plays 31: 8/5 6/5",
        "62 to play: ",
        "The engine plays 44: ",
        "There are no more dice in the file.",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let output = play("31 62 54", &["--cube"], "8/5 6/5\n\nroll\nquit\n");
    let said = String::from_utf8(output.stdout).unwrap();
    let asked = said.find("Roll or double: ").unwrap();
    assert!(said[asked..].contains("54 to play: "), "{said}");
    let output = play("31 x", &[], "");
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("line 1: \"x\" is no roll"), "{message}");
    assert_eq!(output.status.code(), Some(2));
}
