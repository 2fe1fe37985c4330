//! Tests `shesh quiz` with made-up matches.

mod common;

use common::{is_one_sentence, shesh, stdout_of};
use expect_test::expect_file;
use serde_json::Value;
use std::{path::PathBuf, process::Output};

const MATCH: &str = "\
3 point match

 Game 1
 Ada : 0                        Ben : 0
  1) 31: 24/20                   62: 24/18 13/11
  2)  Doubles => 2                Takes
  3) 43: 20/16 13/10             51: 13/8 6/5
";

const MONEY: &str = "\
 Game 1
 Cleo : 0                       Ada : 0
  1) 31: 8/5 6/5                 65: 24/13
  2)  Doubles => 2                Drops
      Wins 1 point
";

struct Folder(tempfile::TempDir);

impl Folder {
    /// Creates a folder with the report of a match in `out`.
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        folder.report("match.mat", MATCH);
        folder
    }

    fn report(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
        let quick = ["--no-tables", "--preset", "quick", "--output", "out"];
        let output = self.shesh(&[&["analyze", name], &quick[..]].concat(), "");
        assert!(output.status.success(), "{output:?}");
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    fn shesh(&self, arguments: &[&str], input: &str) -> Output {
        let mut command = shesh(arguments);
        command.current_dir(&self.0).env("XDG_CACHE_HOME", self.0.path());
        command.write_stdin(input).output().unwrap()
    }

    /// Runs a quiz on `out` with the given input; returns its output.
    #[track_caller]
    fn asks(&self, options: &[&str], input: &str) -> String {
        let arguments = [&["quiz", "out", "--no-tables"], options].concat();
        stdout_of(self.shesh(&arguments, input), &arguments)
    }

    #[track_caller]
    fn refuses(&self, arguments: &[&str], expected: &str) {
        let output = self.shesh(arguments, "double\n");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(is_one_sentence(&stderr) && stderr.contains(expected), "{stderr}");
        assert!(output.stdout.is_empty());
    }

    /// Cards of a player.
    fn cards(&self, player: &str) -> Value {
        let deck: Value = serde_json::from_str(&self.read("out/quiz.json")).unwrap();
        deck["players"][player]["cards"].clone()
    }
}

const ADA: [&str; 4] = ["--player", "Ada", "--today", "2026-01-31"];

#[test]
fn a_session() {
    let folder = Folder::new();
    let input =
        "help\nhint\nhint\nnonsense\nno double\n24/23 13/10\nhint\nhint\nhint\n24/20 13/10\n";
    let text = folder.asks(&ADA, input);
    let told = text.replace("to play: ", "\n").replace("double? ", "\n");
    let mut wide = told.lines().filter(|line| line.chars().count() > 80);
    assert!(wide.all(|line| line.contains("is not a play")), "{text}");
    expect_file!["goldens/quiz.txt"].assert_eq(&text);
    expect_file!["goldens/quiz.json"].assert_eq(&folder.read("out/quiz.json"));
}

#[test]
fn what_was_missed_comes_back_at_once_and_what_was_solved_later() {
    let folder = Folder::new();
    let text = folder.asks(&ADA, "double\n8/5 6/5\n24/20 13/10\n");
    assert!(text.contains("2 of 3 solved."), "{text}");
    // On the same day only the missed question is due; the player is known from the last session.
    let text = folder.asks(&["--today", "2026-01-31"], "no double\n");
    assert!(text.starts_with("1 of 3 questions are due, 0 of them new."), "{text}");
    assert!(text.contains("1 of 1 solved.") && text.contains("returns on 2026-02-01"), "{text}");
    let text = folder.asks(&["--today", "2026-01-31"], "");
    assert_eq!(text, "None of 3 questions is due on 2026-01-31; the next is due on 2026-02-01.\n");
    let text = folder.asks(&["--today", "2026-02-01", "--count", "1"], "no\n");
    assert!(text.starts_with("3 of 3") && text.contains("Question 1 of 1"), "{text}");
    assert!(text.contains("returns on 2026-02-04"), "{text}");
}

#[test]
fn what_was_answered_is_kept_however_it_ends() {
    let folder = Folder::new();
    assert!(folder.asks(&ADA, "").contains("No questions answered."));
    assert!(!folder.path("out/quiz.json").exists());
    folder.asks(&ADA, "double\nquit\n");
    assert_eq!(folder.cards("Ada").as_object().unwrap().len(), 1);
    // Input that ends in the middle of a line, and input that is not text.
    folder.asks(&ADA, "8/5 6/5\nskip\nhint");
    assert_eq!(folder.cards("Ada").as_object().unwrap().len(), 1, "the missed one comes first");
    folder.asks(&[&ADA[..], &["--count", "2"]].concat(), "no double\n8/5 6/5");
    assert_eq!(folder.cards("Ada").as_object().unwrap().len(), 2);
}

#[test]
fn reports_come_and_go() {
    let folder = Folder::new();
    folder.asks(&ADA, "double\n8/5 6/5\n24/20 13/10\n");
    let before = folder.cards("Ada");
    folder.report("money.mat", MONEY);
    let more = folder.asks(&[&ADA[..], &["--threshold", "0.01"]].concat(), "quit\n");
    assert!(more.starts_with("2 of 4 questions are due, 1 of them new."), "{more}");
    std::fs::remove_file(folder.path("out/match.json")).unwrap();
    let money = ["--player", "Ada", "--threshold", "0.01", "--today", "2026-02-01"];
    let less = folder.asks(&money, "take\n");
    assert!(less.starts_with("1 of 1 question is due, 1 of them new."), "{less}");
    // The cards of the first match are kept.
    let after = folder.cards("Ada");
    for (key, card) in before.as_object().unwrap() {
        assert_eq!(&after[key], card);
    }
    folder.report("match.mat", MATCH);
    let again = folder.asks(&["--today", "2026-02-01"], "quit\n");
    assert!(again.contains("0 of them new"), "{again}");
}

#[test]
fn answers_that_the_report_has_not_judged_are_judged() {
    let folder = Folder::new();
    let text = folder.asks(&[&ADA[..], &["--threshold", "0.25"]].concat(), "double\n6/2\n");
    assert!(text.contains("6/2 loses 0.") && text.contains("Best is 8/5 6/5."), "{text}");
    assert!(text.contains("8/5 6/5 is 0."), "{text}");
}

/// An edited report cannot control the terminal.
#[test]
fn control_characters_of_a_report_are_left_out() {
    let folder = Folder::new();
    let plain = folder.asks(&ADA, "hint\nhint\nhint\n\ndouble\nhint\nhint\nhint\n8/5 6/5\nquit\n");
    std::fs::remove_file(folder.path("out/quiz.json")).unwrap();
    let mut report: Value = serde_json::from_str(&folder.read("out/match.json")).unwrap();
    let mut edited = 0;
    let mut edit = |text: &mut Value| {
        if let Value::String(text) = text {
            text.insert_str(1, "\u{1b}\u{7}\r");
            edited += 1;
        }
    };
    for game in report["matches"][0]["games"].as_array_mut().unwrap() {
        for decision in game["decisions"].as_array_mut().unwrap() {
            edit(&mut decision["played"]);
            edit(&mut decision["best"]);
            let plays = decision.get_mut("candidates").and_then(Value::as_array_mut);
            for candidate in plays.into_iter().flatten() {
                edit(&mut candidate["play"]);
            }
        }
    }
    assert!(edited > 10);
    std::fs::write(folder.path("out/match.json"), report.to_string()).unwrap();
    let text = folder.asks(&ADA, "hint\nhint\nhint\n\ndouble\nhint\nhint\nhint\n8/5 6/5\nquit\n");
    assert_eq!(text, plain);
}

#[test]
fn questions_for_other_programs() {
    let folder = Folder::new();
    folder.asks(&ADA, "double\nquit\n");
    let options = [&ADA[..], &["--csv", "a.csv"]].concat();
    assert_eq!(folder.asks(&options, ""), "");
    let text = folder.read("a.csv");
    let mut csv = csv::Reader::from_reader(text.as_bytes());
    let head = csv.headers().unwrap().clone();
    let column = |name: &str| head.iter().position(|head| head == name).unwrap();
    let (best, due) = (column("best"), column("due"));
    let all: Vec<csv::StringRecord> = csv.records().map(Result::unwrap).collect();
    assert_eq!(all.len(), 3);
    assert!(all.iter().any(|row| &row[best] == "8/5 6/5" && row[due].is_empty()));
    assert!(all.iter().any(|row| &row[best] == "no-double" && &row[due] == "2026-01-31"));
    folder.refuses(&[&["quiz", "out"], &options[..]].concat(), "--force");
}

#[test]
fn mistakes_become_flash_cards() {
    let folder = Folder::new();
    let options = [&ADA[..], &["--apkg", "ada.apkg"]].concat();
    assert_eq!(folder.asks(&options, ""), "3 cards in ada.apkg.\n");
    let package = std::fs::read(folder.path("ada.apkg")).unwrap();
    assert!(package.starts_with(b"PK") && package.len() > 5000, "{}", package.len());
    assert!(!folder.path("out/quiz.json").exists());
    folder.refuses(&[&["quiz", "out"], &options[..]].concat(), "--force");
    folder.asks(&[&options[..], &["--force"]].concat(), "");
    let both = [&["quiz", "out"], &options[..], &["--csv", "ada.csv"]].concat();
    folder.refuses(&both, "--csv");
}

#[test]
fn a_damaged_file_stays_as_it_is() {
    let folder = Folder::new();
    folder.asks(&ADA, "double\nquit\n");
    let whole = folder.read("out/quiz.json");
    let arguments = [&["quiz", "out"], &ADA[..]].concat();
    for (damaged, expected) in [
        (whole[..whole.len() / 2].to_owned(), "damaged file"),
        (whole.replace("\"box\": 0", "\"box\": 99"), "boxes are 0 to 6"),
        (whole.replace("2026-01-31", "someday"), "invalid date"),
        (whole.replace("\"version\": 1", "\"version\": 3"), "unsupported version 3"),
        (whole.replace("sheshbesh-quiz", "theirs"), "theirs"),
        (String::new(), "damaged file"),
        ("[".repeat(100_000), "damaged file"),
    ] {
        std::fs::write(folder.path("out/quiz.json"), &damaged).unwrap();
        folder.refuses(&arguments, expected);
        assert_eq!(folder.read("out/quiz.json"), damaged);
    }
    std::fs::remove_file(folder.path("out/quiz.json")).unwrap();
    std::fs::create_dir(folder.path("out/quiz.json")).unwrap();
    folder.refuses(&arguments, "cannot read");
}

#[test]
fn what_makes_no_sense_is_said_in_a_sentence() {
    let folder = Folder::new();
    folder.refuses(&["quiz", "out"], "missing --player: the reports have \"Ada\" (3), \"Ben\" (2)");
    folder.refuses(&["quiz", "out", "--player", "ada"], "no player \"ada\"");
    folder.refuses(&["quiz", "gone"], "cannot read the folder gone");
    folder.refuses(&["quiz", "match.mat"], "cannot read the folder match.mat");
    std::fs::create_dir(folder.path("empty")).unwrap();
    folder.refuses(&["quiz", "empty"], "no reports in empty");
    std::fs::write(folder.path("empty/mine.json"), "{\"mine\": true}").unwrap();
    folder.refuses(&["quiz", "empty"], "no reports in empty");
    for bad in [["--today", "2026-02-30"], ["--count", "0"], ["--threshold", "-1"]] {
        folder.refuses(&[&["quiz", "out"], &bad[..]].concat(), bad[1]);
    }
    // A damaged report is named and skipped.
    let report = folder.read("out/match.json");
    std::fs::write(folder.path("out/a.json"), &report[..report.len() / 2]).unwrap();
    let output = folder.shesh(&[&["quiz", "out"], &ADA[..]].concat(), "");
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && stderr.starts_with("note: skipped a.json"), "{stderr}");
    assert_eq!(stderr.lines().count(), 1);
    // A report with impossible values gives no question, and no other harm.
    for (from, to) in [
        ("XGID=", "XGID=zz"),
        ("\"position_id\": \"", "\"position_id\": \"//"),
        ("\"dice\": \"31\"", "\"dice\": \"66\""),
        ("\"game\": \"backgammon\"", "\"game\": \"fevga\""),
    ] {
        std::fs::write(folder.path("out/match.json"), report.replace(from, to)).unwrap();
        std::fs::remove_file(folder.path("out/a.json")).ok();
        let output = folder.shesh(&[&["quiz", "out"], &ADA[..]].concat(), "");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(matches!(output.status.code(), Some(0 | 2)), "{from}: {stderr}");
        assert!(stderr.is_empty() || is_one_sentence(&stderr), "{from}: {stderr}");
    }
}
