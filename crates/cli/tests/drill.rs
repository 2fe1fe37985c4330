//! Tests `shesh drill`: questions, grades, the journal and its trend.

mod common;

use common::{refused, shesh, stdout_of};
use serde_json::Value;
use std::path::Path;

/// The smallest network, for short times.
const SMALL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/backgammon/small.weights");

fn drill(kind: &str, journal: &Path, input: &str) -> String {
    let journal = journal.to_str().unwrap();
    let arguments = [
        "drill",
        kind,
        "--seed",
        "7",
        "--count",
        "3",
        "--weights",
        SMALL,
        "--no-tables",
        "--journal",
        journal,
    ];
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
        ("race", "double\ntake\nno double\npass\nno double\npass\nquit\n", ""),
        ("cube", "double\ntake\nno double\npass\nno double\npass\nquit\n", ""),
    ] {
        let said = drill(kind, &journal, answers);
        assert!(said.contains("Question 1 of 3"), "{kind}: {said}");
        let is_graded =
            said.contains(" right. Mean error ") && said.contains(&format!("{unit}, mean time"));
        assert!(is_graded || kind == "openings", "{kind}: {said}");
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
        message.contains("drills are pips, epc, take-point, race, openings and cube"),
        "{message}"
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("other.json");
    std::fs::write(&path, "{\"format\": 9, \"sessions\": []}").unwrap();
    let message = refused(&["drill", "pips", "--journal", path.to_str().unwrap()]);
    assert!(message.contains("kept unchanged: its format 9 is not known"), "{message}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "{\"format\": 9, \"sessions\": []}");
}
