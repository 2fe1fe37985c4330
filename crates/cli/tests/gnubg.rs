//! Tests `shesh gnubg`: scripts, and a match analyzed and exported as by GNU Backgammon.

mod common;

use common::{shesh, stdout_of};
use std::fs;

/// The smallest network, for short times.
const SMALL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/backgammon/small.weights");

const MATCH: &str = "3 point match\n\n Game 1\n Ada : 0                        Ben : 0\n  1) 31: 24/20                   62: 24/18 13/11\n  2)  Doubles => 2                Drops\n      Wins 1 point\n\n Game 2\n Ada : 1                        Ben : 0\n  1) 52: 13/11 13/8              65: 24/13\n  2) 64: 24/14\n";

/// Output of a script on stdout and on stderr.
fn run(script: &str, arguments: &[&str]) -> (String, String) {
    let arguments = [&["gnubg", "-t", "-q", "-b", "--weights", SMALL], arguments].concat();
    let output = shesh(&arguments).write_stdin(script).output().unwrap();
    let errors = String::from_utf8(output.stderr.clone()).unwrap();
    (stdout_of(output, &arguments), errors)
}

#[test]
fn scripts_go_on_after_errors() {
    let script = "new game\njump\nset dice 31\nset evaluation plies 0\nhint 1\nquit\nshow board\n";
    let (said, errors) = run(script, &[]);
    assert_eq!(errors, "error: unknown command \"jump\"\n");
    assert!(said.starts_with("Sheshbesh "), "{said}");
    assert_eq!(said.matches(" 0-ply    8/5 6/5 ").count(), 1, "{said}");
    // The boards of a new game and of the dice alone: nothing follows quit.
    assert_eq!(said.matches("Position ID: 4HPwATDgc/ABMA").count(), 2, "{said}");
}

#[test]
fn a_file_of_commands_is_executed_under_either_name() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("commands.txt");
    fs::write(&file, "set xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\nset evaluation plies 0\nhint 1\n").unwrap();
    let file = file.to_str().unwrap();
    let (expected, _) = run("", &["-c", file]);
    assert!(expected.contains("    1. Cubeful 0-ply    8/5 6/5  "), "{expected}");
    let (from_stdin, _) = run(&fs::read_to_string(file).unwrap(), &[]);
    assert_eq!(from_stdin, expected);
    #[cfg(unix)]
    {
        let link = folder.path().join("gnubg");
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_shesh"), &link).unwrap();
        let output = std::process::Command::new(link)
            .args(["-t", "-q", "-b", "--weights", SMALL, "-c", file])
            .output()
            .unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
    }
    let message = common::refused(&["gnubg", "-c", "no-such-file"]);
    assert!(message.contains("no-such-file"), "{message}");
}

#[test]
fn a_match_is_analyzed_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("my match.mat"), MATCH).unwrap();
    let script = format!(
        "set analysis chequerplay evaluation plies 0\nset analysis cubedecision evaluation plies 0\n\
         show statistics match\nimport mat \"{}\"\nshow statistics match\nanalyse match\n\
         show statistics match\nexport match text \"{}\"\nexport match mat \"{}\"\n\
         save match \"{}\"\nset export moves number 2\nexport match text \"{}\"\n",
        path("my match.mat"),
        path("out.txt"),
        path("out.mat"),
        path("out.sgf"),
        path("short.txt"),
    );
    let (said, errors) = run(&script, &[]);
    let errors: Vec<&str> = errors.lines().collect();
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(errors[0].contains("no match") && errors[1].contains("not analyzed"), "{errors:?}");
    for part in [
        "Player                                   Ada                     Ben\n",
        "Total moves                              3                       2\n",
        "Doubles                                  1                       0\n",
        "Passes                                   0                       1\n",
        "Snowie error rate",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let [first, second, short] =
        ["out.txt", "out_002.txt", "short.txt"].map(|name| fs::read_to_string(path(name)).unwrap());
    for part in [
        "The score (after 0 games) is: Ada 0, Ben 0 (match to 3 points)\n",
        "Move number 1:  Ada to play 31\n",
        "* Ada moves 24/20\n",
        "Alert: very bad move ( -0.",
        "Move number 3:  Ada on roll, cube decision?\n",
        "* Ada doubles\n",
        "Alert: wrong double ( -",
        "Move number 4:  Ada doubles to 2\n",
        "* Ben rejects\n",
        "Alert: wrong pass ( -",
        "Ada wins 1 point\n",
        "Game statistics for game 1\n",
    ] {
        assert!(first.contains(part), "{part}: {first}");
    }
    assert!(second.starts_with("The score (after 1 game) is: Ada 1, Ben 0 (match to 3 points)\n"));
    assert!(second.contains("Match statistics\n"), "{second}");
    let plays = |text: &str| text.lines().filter(|line| line.contains(" Eq.: ")).count();
    assert!(plays(&short) <= 6 && plays(&first) > plays(&short), "{short}");
    // Our own reader takes the texts, as those of GNU Backgammon.
    fs::write(path("all.txt"), first + &second).unwrap();
    let turns = |name: &str| -> Vec<String> {
        let output = shesh(&["convert", &path(name), "--to", "mat"]).output().unwrap();
        let written = stdout_of(output, &["convert"]);
        let lines = written.lines().map(str::trim);
        lines.filter(|line| line.contains(") ")).map(str::to_owned).collect()
    };
    let expected = turns("my match.mat");
    assert_eq!(expected.len(), 4, "{expected:?}");
    for name in ["all.txt", "out.mat", "out.sgf"] {
        assert_eq!(turns(name), expected, "{name}");
    }
}
