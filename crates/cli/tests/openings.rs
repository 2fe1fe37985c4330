//! Tests `shesh openings`: runs that are resumed, tables and pages.

mod common;

use common::{json, refused, stdout};
use std::{collections::BTreeMap, fs, path::Path};

/// The smallest network, for short times.
const SMALL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/backgammon/small.weights");

fn roll(file: &Path, more: &[&str]) -> Vec<String> {
    let file = file.to_str().unwrap();
    let run =
        ["openings", "roll", "--file", file, "--weights", SMALL, "--games", "36", "--plays", "2"];
    run.iter().chain(more).map(|&argument| argument.to_owned()).collect()
}

/// Short rollouts.
const SHORT: &[&str] = &["--truncate", "5"];

fn run(arguments: &[String]) -> String {
    stdout(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn a_run_that_was_cut_off_gives_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("all.jsonl");
    assert!(run(&roll(&path, SHORT)).starts_with("15 rolls"));
    let whole = fs::read(&path).unwrap();
    let lines = whole.iter().filter(|&&byte| byte == b'\n').count();
    assert_eq!(lines, 16);
    // Killed while it wrote a line, and after it.
    let ninth = whole.split_inclusive(|&byte| byte == b'\n').take(9).map(<[u8]>::len).sum();
    for end in [0, 40, ninth, ninth + 100] {
        fs::write(&path, &whole[..end]).unwrap();
        run(&roll(&path, SHORT));
        assert!(fs::read(&path).unwrap() == whole, "cut off at {end}");
    }
    // Another seed is another run, which leaves the file alone.
    let other: Vec<String> = roll(&path, &[SHORT, &["--seed", "2"]].concat());
    let said = refused(&other.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(said.contains("cannot be continued"), "{said}");
    assert!(fs::read(&path).unwrap() == whole);
    // What was rolled out is shown.
    let file = path.to_str().unwrap();
    let table = stdout(&["openings", "--file", file]);
    assert!(table.contains("backgammon, money: first rolls") && table.contains("seed 1"));
    assert!(table.contains(" 31   8/5 6/5 "), "{table}");
    let document = json(&["openings", "--file", file]);
    assert_eq!(document["openings"].as_array().unwrap().len(), 15);
    let csv = stdout(&["openings", "--file", file, "--csv"]);
    assert!(csv.lines().any(|line| line.starts_with("money,,,31,8/5 6/5,36,")), "{csv}");
    assert!(refused(&["openings", "--file", file, "--score", "dmp"]).contains("rolled out"));
    assert!(refused(&["openings", "--file", file, "--after", "31"]).contains("no replies"));
    assert!(refused(&["openings", "--file", file, "--game", "fevga"]).contains("of backgammon"));
    // A page has a table and a board for each roll.
    let output = folder.path().to_str().unwrap();
    stdout(&["openings", "pages", "--file", file, "--output", output]);
    let page = fs::read_to_string(folder.path().join("backgammon.md")).unwrap();
    assert!(page.contains("| 31 | 8/5 6/5 |") && page.contains("### 31: 8/5 6/5"), "{page}");
    assert_eq!(page.matches("```text").count(), 15);
    assert!(
        refused(&["openings", "pages", "--file", file, "--output", output]).contains("--force")
    );
}

#[test]
fn truncated_rollouts_are_runs_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("short.jsonl");
    run(&roll(&path, &["--truncate", "3"]));
    let table = stdout(&["openings", "--file", path.to_str().unwrap()]);
    assert!(table.contains("1-ply, truncated at ply 3, at most 36 games"), "{table}");
    for other in [&["--truncate", "4"][..], &[]] {
        let other = roll(&path, other);
        let said = refused(&other.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(said.contains("cannot be continued"), "{said}");
    }
}

#[test]
fn rollouts_come_with_the_program() {
    let table = stdout(&["openings"]);
    assert!(table.contains("backgammon, money: first rolls"), "{table}");
    assert!(table.contains(" 42   8/4 6/4 ") && !table.contains(" 11 "), "{table}");
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
    for score in ["dmp", "gammon-go", "gammon-save"] {
        assert!(stdout(&["openings", "--score", score]).contains("first rolls"), "{score}");
        let replies = stdout(&["openings", "--score", score, "--after", "31"]);
        assert!(replies.contains("replies to 31 8/5 6/5"), "{replies}");
    }
    let plakoto = ["openings", "--game", "plakoto", "--score", "dmp"];
    assert!(refused(&plakoto).contains("have been rolled out"));
    // The pages in docs/openings are those of the rollouts.
    let folder = tempfile::tempdir().unwrap();
    stdout(&["openings", "pages", "--output", folder.path().to_str().unwrap()]);
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openings");
    let written = pages_in(folder.path());
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let old = pages_in(&docs).into_keys().filter(|name| !written.contains_key(name));
        old.for_each(|name| fs::remove_file(docs.join(name)).unwrap());
        written.iter().for_each(|(name, text)| fs::write(docs.join(name), text).unwrap());
    }
    let in_docs = pages_in(&docs);
    assert!(written.keys().eq(in_docs.keys()), "{:?} {:?}", written.keys(), in_docs.keys());
    for (name, text) in &written {
        assert!(in_docs[name] == *text, "docs/openings/{name}");
    }
}

/// Texts of the pages in a folder, by name.
fn pages_in(folder: &Path) -> BTreeMap<String, String> {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap());
    files
        .map(|file| {
            let name = file.file_name().into_string().unwrap();
            (name, fs::read_to_string(file.path()).unwrap())
        })
        .collect()
}

#[test]
fn games_without_openings_and_scores_say_so() {
    let options = refused(&["openings", "--game", "tapa:mother=immediate"]);
    assert!(options.contains("roll --game tapa:mother=immediate"), "{options}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("irish.jsonl");
    let file = path.to_str().unwrap();
    let said =
        refused(&["openings", "roll", "--game", "irish", "--score", "gammon-go", "--file", file]);
    assert!(said.contains("wins of irish count one"), "{said}");
    assert!(!path.exists());
}
