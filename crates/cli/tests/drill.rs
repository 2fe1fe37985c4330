//! Tests `shesh drill`: questions, grades, the journal and its trend.

mod common;

use common::{refused, shesh, stdout_of};
use serde_json::Value;
use std::{
    io::{BufRead, BufReader, Read, Write},
    path::Path,
    process::Stdio,
};

/// The smallest network, for short times.
const SMALL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/backgammon/small.weights");

/// Runs a session of three questions.
fn drill(kind: &str, journal: &Path, input: &str) -> String {
    drill_with(&["--count", "3", "--weights", SMALL], kind, journal, input)
}

fn drill_with(options: &[&str], kind: &str, journal: &Path, input: &str) -> String {
    let journal = journal.to_str().unwrap();
    let fixed = ["drill", kind, "--seed", "7", "--no-tables", "--journal", journal];
    let arguments = [&fixed, options].concat();
    stdout_of(shesh(&arguments).write_stdin(input).output().unwrap(), &arguments)
}

/// Sessions in a journal.
fn sessions(journal: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(journal).unwrap();
    serde_json::from_str::<Value>(&text).unwrap()["sessions"].as_array().unwrap().clone()
}

#[test]
fn numbers_are_graded_and_the_trend_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    // The folder is made with the file.
    let journal = folder.path().join("new/drills.json");
    let first = drill("pips", &journal, "x\n1 2 3\n0 0\nskip\n0 0\n");
    assert_eq!(first.matches("Answer with two numbers").count(), 2, "{first}");
    assert_eq!(first.matches("Wrong, ").count(), 2, "{first}");
    assert!(first.contains("0 of 2 right. Mean error "), "{first}");
    assert!(!first.contains("In the last"), "{first}");
    // The board does not tell the answer.
    assert!(first.contains("    0 off") && !first.contains("pips, 0 off"), "{first}");
    // The answers that were shown are right in the next session.
    let shown = first.lines().filter_map(|line| line.split_once("you have ")).map(|(_, rest)| {
        let numbers = rest.split(|letter: char| !letter.is_ascii_digit());
        let mut numbers = numbers.filter(|part| !part.is_empty());
        format!("{} {}\n", numbers.next().unwrap(), numbers.next().unwrap())
    });
    let shown: Vec<String> = shown.collect();
    let second = drill("pips", &journal, &format!("{}skip\n{}", shown[0], shown[1]));
    assert!(second.contains("2 of 2 right. Mean error 0.0 pips"), "{second}");
    assert!(second.contains("In the last session: mean error "), "{second}");
    assert!(second.contains("Mean errors by session: ") && second.contains(", now 0.0 pips."));
    let kept = sessions(&journal);
    assert_eq!(kept.len(), 2);
    assert_eq!((&kept[0]["drill"], &kept[1]["right"]), (&"pips".into(), &2.into()));
    assert!(kept[0]["mean_error"].as_f64().unwrap() > 100.0 && kept[1]["mean_error"] == 0.0);
}

#[test]
fn every_drill_asks_and_grades() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("drills.json");
    for (kind, answers, unit) in [
        ("epc", "8\n300\nboard\n20\n", " pips"),
        ("take-point", "25\n1%\n99 %\n99\n", " %"),
        ("openings", "13/7\n24/23 13/11\nskip\nskip\nquit\n", ""),
        ("replies", "13/7\n24/23 13/11\nskip\nskip\nquit\n", ""),
        ("race", "double\ntake\nno double\npass\nno double\npass\nquit\n", ""),
        ("cube", "double\ntake\nno double\npass\nno double\npass\nquit\n", ""),
    ] {
        let said = drill(kind, &journal, answers);
        assert!(said.contains("Question 1 of 3"), "{kind}: {said}");
        let is_graded =
            said.contains(" right. Mean error ") && said.contains(&format!("{unit}, median time"));
        assert!(is_graded || matches!(kind, "openings" | "replies"), "{kind}: {said}");
    }
}

#[test]
fn json_is_the_question_of_the_session_and_grades_answers() {
    let json = |more: &[&str]| -> Value {
        let mut arguments =
            vec!["drill", "pips", "--seed", "7", "--number", "2", "--json", "--weights", SMALL];
        arguments.extend(more);
        serde_json::from_str(&stdout_of(shesh(&arguments).output().unwrap(), &arguments)).unwrap()
    };
    let question = json(&[]);
    assert_eq!((&question["drill"], &question["number"]), (&"pips".into(), &2.into()));
    assert_eq!(question["grade"], Value::Null);
    let folder = tempfile::tempdir().unwrap();
    let said = drill("pips", &folder.path().join("drills.json"), "skip\n0 0\nquit\n");
    let (_, right) = said.split_once("you have ").unwrap();
    let numbers = right.split(|letter: char| !letter.is_ascii_digit());
    let numbers: Vec<&str> = numbers.filter(|part| !part.is_empty()).take(2).collect();
    let graded = json(&["--answer", &numbers.join(" ")]);
    assert_eq!((&graded["grade"]["right"], &graded["grade"]["error"]), (&true.into(), &0.0.into()));
    let message = refused(&["drill", "pips", "--json", "--answer", "many", "--weights", SMALL]);
    assert!(message.contains("Answer with two numbers"), "{message}");
    refused(&["drill", "pips", "--answer", "1 2"]);
}

#[test]
fn questions_follow_from_the_seed() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("drills.json");
    for kind in ["pips", "cube", "take-point"] {
        assert_eq!(drill(kind, &journal, "skip\nskip\n"), drill(kind, &journal, "skip\nskip\n"));
    }
    assert!(!journal.exists(), "nothing was answered");
}

#[test]
fn wrong_arguments_and_files_are_refused() {
    let message = refused(&["drill", "chess"]);
    assert!(
        message.contains("drills are pips, epc, take-point, race, openings, replies and cube"),
        "{message}"
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("other.json");
    std::fs::write(&path, "{\"format\": 9, \"sessions\": []}").unwrap();
    let message = refused(&["drill", "pips", "--journal", path.to_str().unwrap()]);
    assert!(message.contains("kept unchanged: its format 9 is not known"), "{message}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "{\"format\": 9, \"sessions\": []}");
}

/// Starts a command; returns it with its output, read up to a line that begins with `until`.
fn run_until(arguments: &[&str], input: &str, until: &str) -> (std::process::Child, String) {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_shesh"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.as_mut().unwrap().write_all(input.as_bytes()).unwrap();
    let mut said = String::new();
    let mut lines = BufReader::new(child.stdout.as_mut().unwrap());
    while !said.lines().last().is_some_and(|line| line.starts_with(until)) {
        assert_ne!(lines.read_line(&mut said).unwrap(), 0, "{said}");
    }
    said += std::str::from_utf8(lines.buffer()).unwrap();
    (child, said)
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_answers() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("drills.json");
    let path = journal.to_str().unwrap();
    let arguments =
        ["drill", "pips", "--seed", "7", "--weights", SMALL, "--no-tables", "--journal", path];
    for (sessions_before, answers) in [(0, ""), (0, "0 0\n"), (1, "0 0\nskip\n0 0\n")] {
        let next = format!("Question {} of", answers.lines().count() + 1);
        let (mut child, mut said) = run_until(&arguments, answers, &next);
        let id = child.id().to_string();
        assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        child.stdout.as_mut().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{said}");
        let count = answers.matches("0 0").count();
        if count == 0 {
            assert!(said.contains("No questions answered."), "{said}");
            assert!(!journal.exists());
            continue;
        }
        assert!(said.contains(&format!("0 of {count} right. Mean error ")), "{said}");
        let kept = sessions(&journal);
        assert_eq!(
            (kept.len(), &kept[sessions_before]["answers"]),
            (sessions_before + 1, &count.into())
        );
    }
}

#[test]
fn a_session_ends_by_the_clock() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("drills.json");
    // The time is up at once; the question that was asked is answered.
    let short = ["--minutes", "0.000000001", "--weights", SMALL];
    let said = drill_with(&short, "pips", &journal, "0 0\n0 0\n");
    assert!(said.contains("Question 1, 0:00 left"), "{said}");
    assert!(said.contains("Time is up.\n\n0 of 1 right in 0:0"), "{said}");
    // More questions than by default, until the answers end.
    let long = ["--minutes", "60", "--weights", SMALL];
    let said = drill_with(&long, "pips", &journal, &"0 0\n".repeat(12));
    assert!(said.contains("0 of 12 right in ") && !said.contains("Time is up"), "{said}");
    for wrong in [&["--minutes", "0"][..], &["--minutes", "5", "--count", "5"]] {
        refused(&[&["drill", "pips"], wrong].concat());
    }
    refused(&["drill", "pips", "--json", "--minutes", "5"]);
}

#[test]
fn other_games_have_the_drills_that_fit() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("drills.json");
    let said = drill_with(&["--game", "long-nardi"], "pips", &journal, "0 0\nquit\n");
    assert!(said.contains("shesh drill pips --game long-nardi --seed 7"), "{said}");
    assert!(said.contains("Wrong, ") && said.contains("0 of 1 right"), "{said}");
    let kept = sessions(&journal);
    assert_eq!(kept[0]["game"], "long-nardi");
    // Each game has its own trend.
    let said = drill("pips", &journal, "0 0\nquit\n");
    assert!(!said.contains("In the last"), "{said}");
    let message = refused(&["drill", "race", "--game", "long-nardi"]);
    assert!(
        message.contains("drills of this game are pips, epc, openings and replies"),
        "{message}"
    );
    let message = refused(&["drill", "race", "--game", "portes", "--json"]);
    assert!(message.contains("the drill race does not fit portes"), "{message}");
}
