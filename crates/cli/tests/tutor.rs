//! Tests `shesh play --tutor`: warnings, hints and ratings.

mod common;

use common::is_one_sentence;
use expect_test::expect_file;
use sheshbesh_analysis::match_analysis::Document;
use std::{
    io::{Read, Write},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio},
};

const QUICK: [&str; 5] = ["play", "--tutor", "--tutor-preset", "quick", "--no-tables"];

fn shesh(arguments: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shesh"));
    command.args(arguments).current_dir(folder).env("XDG_CACHE_HOME", folder);
    command
}

fn run(arguments: &[&str], said: &str, folder: &Path) -> Output {
    let command = shesh(arguments, folder);
    assert_cmd::Command::from_std(command).write_stdin(said).output().unwrap()
}

#[track_caller]
fn played(options: &[&str], said: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let output = run(&[&QUICK, options].concat(), said, folder.path());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{options:?}: {stderr}");
    String::from_utf8(output.stdout).unwrap()
}

/// The two columns of a row in the table of ratings.
#[track_caller]
fn row<'a>(text: &'a str, name: &str) -> [&'a str; 2] {
    let line = text.lines().rfind(|line| line.trim_start().starts_with(name));
    let line = line.unwrap_or_else(|| panic!("no {name} in {text}"));
    let cells = line.trim_start().strip_prefix(name).unwrap().trim();
    cells.split_once("  ").map(|(first, played)| [first, played.trim()]).unwrap()
}

#[test]
fn a_session_with_a_tutor() {
    // A hint in three steps, a blunder, nonsense, another play instead, and the end.
    let said = "hint\nhint\nhint\n24/18 8/3\n\n\nnonsense\nhint\n24/13\n\n\
                double\nundo\nroll\nquit\n";
    let text = played(&["--cube", "--seed", "4"], said);
    // With a terminal, output starts on a new line after each prompt.
    let told = text.replace("to play: ", "\n").replace("or hint: ", "\n");
    let mut wide = told.lines().filter(|line| line.chars().count() > 80);
    assert!(wide.all(|line| line.contains("is not a play")), "{text}");
    expect_file!["goldens/tutor.txt"].assert_eq(&text);
}

#[test]
fn whoever_plays_well_is_left_alone() {
    let text = played(&["--cube", "--seed", "4"], "24/13\n\nroll\n");
    assert!(!text.contains("loses") && !text.contains("anyway"), "{text}");
    assert_eq!(row(&text, "errors (blunders)"), ["0 (0)", "0 (0)"]);
    // A small loss is no error, unless the threshold is lower.
    let text = played(&["--seed", "4"], "24/18 13/8\n\nanyway\n");
    assert!(text.contains("loses") && text.contains(": an error."), "{text}");
    let text =
        played(&["--seed", "4", "--tutor-from", "0.3", "--tutor-blunder", "0.5"], "24/18 8/3\n\n");
    assert!(!text.contains("loses"), "{text}");
    let text = played(&["--seed", "4", "--tutor-blunder", "0.03"], "24/18 13/8\n\n");
    assert!(text.contains(": a blunder."), "{text}");
}

#[test]
fn first_attempts_are_counted_apart() {
    let text = played(&["--seed", "4"], "24/18 8/3\n\nundo\n24/13\n\nquit\n");
    assert_eq!(row(&text, "decisions"), ["1", "1"]);
    assert_eq!(row(&text, "errors (blunders)"), ["1 (1)", "0 (0)"]);
    let [first, last] = row(&text, "lost, EMG").map(|loss| loss.parse::<f64>().unwrap());
    assert!(first > 0.15 && last == 0.0, "{first} {last}");
    assert!(text.contains("taken back: 1.\n  First attempts after a hint: 0."), "{text}");
    let text = played(&["--seed", "4"], "24/18 8/3\n\nanyway\n");
    assert_eq!(row(&text, "errors (blunders)"), ["1 (1)", "1 (1)"]);
    // Plays that are not made do not count, and without decisions there are no ratings.
    let text = played(&["--seed", "4"], "24/18 8/3\n\n");
    assert!(text.contains("a blunder") && !text.contains("first attempts"), "{text}");
    let text = played(&["--seed", "4"], "hint\n24/13\n\n");
    assert!(text.contains("First attempts after a hint: 1."), "{text}");
}

#[test]
fn a_game_that_breaks_off_at_a_warning_is_kept_without_it() {
    let folder = tempfile::tempdir().unwrap();
    let save = |said: &str, file: &str| {
        let options = ["--seed", "4", "--save", file];
        let output = run(&[&QUICK[..], &options].concat(), said, folder.path());
        assert!(output.status.success(), "{output:?}");
        std::fs::read_to_string(folder.path().join(file)).unwrap()
    };
    // The end of the input, a resignation, and continued play.
    let stopped = save("24/18 8/3\n\n", "a.mat");
    assert!(stopped.contains("65:") && !stopped.contains("24/18"), "{stopped}");
    let resigned = save("24/18 8/3\n\nresign backgammon\n", "b.mat");
    assert!(!resigned.contains("24/18") && resigned.contains("Wins 3 points"), "{resigned}");
    let kept = save("24/18 8/3\n\nundo\n24/13\n\n", "c.mat");
    assert!(!kept.contains("8/3") && kept.contains("24/18 18/13"), "{kept}");
}

#[test]
fn the_dice_do_not_depend_on_what_was_taken_back() {
    let dice = |said: &str| {
        let text = played(&["--cube", "--seed", "4"], &format!("24/13\n\n{said}roll\n"));
        let (_, last) = text.rsplit_once("Roll or double: ").unwrap();
        last.lines().rev().find_map(|line| line.split_once(" to play").map(|(d, _)| d.to_owned()))
    };
    let plain = dice("");
    assert!(plain.is_some());
    assert_eq!(dice("double\nundo\n"), plain);
    assert_eq!(dice("double\nundo\ndouble\nundo\n"), plain);
}

#[test]
fn what_makes_no_sense_is_said_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    for bad in [
        &["--tutor-from", "0.1", "--tutor-blunder", "0.05"][..],
        &["--tutor-from", "much"],
        &["--tutor-preset", "rollout"],
        &["--tutor-blunder", "-1"],
    ] {
        let output = run(&[&QUICK[..2], bad].concat(), "", folder.path());
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{bad:?}: {stderr}");
        assert!(is_one_sentence(&stderr), "{stderr}");
    }
    let output = run(&["play", "--tutor-from", "0.1"], "", folder.path());
    assert_eq!(output.status.code(), Some(2));
}

/// An interactive game: each line is sent after its prompt.
struct Session {
    child: Child,
    said: ChildStdin,
    heard: ChildStdout,
}

impl Session {
    fn new(mut command: Command) -> Self {
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let (said, heard) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Self { child, said, heard }
    }

    /// Reads up to the next prompt, or to the end; returns the text and whether it ends with a
    /// prompt.
    fn hear(&mut self) -> (String, bool) {
        let mut bytes = Vec::new();
        let mut byte = [0];
        while self.heard.read(&mut byte).unwrap() == 1 {
            bytes.push(byte[0]);
            // Only prompts have these endings in an unfinished line.
            let asks = [": ", "? "].iter().any(|end| bytes.ends_with(end.as_bytes()));
            let line = bytes.rsplit(|byte| *byte == b'\n').next().unwrap();
            let asked = ["to play: ", "takes it back: ", "or double: ", "or hint: ", "pass? "];
            if asks && asked.iter().any(|end| line.ends_with(end.as_bytes())) {
                return (String::from_utf8(bytes).unwrap(), true);
            }
        }
        (String::from_utf8(bytes).unwrap(), false)
    }

    fn say(&mut self, words: &str) -> (String, bool) {
        writeln!(self.said, "{words}").unwrap();
        self.hear()
    }
}

/// A match with a tutor.
struct Tutored {
    /// Output of the program.
    all: String,
    /// Number of warnings, and of those that were overruled.
    warned: u32,
    kept: u32,
    /// Number of warnings of an answer to a double.
    answers_warned: u32,
}

/// Plays a match to 3 by the first play of each hint, with a double now and then and every other
/// warning followed, and saves it as `mine.mat`.
fn play_with_tutor(seed: u32, folder: &Path) -> Tutored {
    let seed = seed.to_string();
    let options = ["--match", "3", "--seed", &seed, "--save", "mine.mat"];
    let mut session = Session::new(shesh(&[&QUICK[..], &options].concat(), folder));
    let (mut all, mut text) = (String::new(), session.hear());
    let (mut warned, mut kept, mut asked, mut refused) = (0, 0, 0, 0);
    let mut may_resign = true;
    while text.1 {
        all.push_str(&text.0);
        let question = text.0.lines().last().unwrap().to_owned();
        asked += 1;
        assert!(asked < 3000, "{all}");
        let words = if question.ends_with("or hint: ") {
            warned += 1;
            if !may_resign {
                // A resignation is no answer to a double.
                refused += 1;
                let (said, _) = session.say("resign");
                assert!(said.starts_with("You cannot resign here: type anyway, undo"), "{said}");
            }
            if warned % 2 == 0 {
                kept += 1;
                "anyway".to_owned()
            } else {
                "undo".to_owned()
            }
        } else if question.ends_with("to play: ") {
            // First by the second hint; after a warning, by the third.
            session.say("hint");
            let (plays, _) = session.say("hint");
            let best = plays.lines().find_map(|line| line.strip_prefix("Hint 3 of 3: "));
            let named = plays.lines().find_map(|line| line.strip_prefix("  "));
            match best {
                Some(best) => best.strip_suffix(" is best.").unwrap().to_owned(),
                None => named.unwrap().to_owned(),
            }
        } else if question.ends_with("takes it back: ") {
            String::new()
        } else if question.ends_with("or double: ") {
            if asked % 3 == 0 { "double".to_owned() } else { "roll".to_owned() }
        } else {
            if asked % 2 == 0 { "take".to_owned() } else { "pass".to_owned() }
        };
        may_resign = !question.ends_with("pass? ");
        text = session.say(&words);
    }
    all.push_str(&text.0);
    assert!(session.child.wait().unwrap().success());
    assert!(all.contains("the match."), "{all}");
    Tutored { all, warned, kept, answers_warned: refused }
}

#[test]
fn what_is_counted_is_what_analyze_counts_in_the_file() {
    // Which mistakes a match has depends on the network.
    let folders: Vec<_> = (0..20).map(|_| tempfile::tempdir().unwrap()).collect();
    let (folder, Tutored { all, .. }) = folders
        .iter()
        .zip(1..)
        .map(|(folder, seed)| (folder, play_with_tutor(seed, folder.path())))
        .find(|(_, played)| played.answers_warned > 0 && played.warned > 3 && played.kept > 0)
        .expect("a match with warnings of all kinds");
    let analyze = ["analyze", "mine.mat", "--preset", "quick", "--no-tables", "--json"];
    let output = run(&analyze, "", folder.path());
    let document: Document = serde_json::from_slice(&output.stdout).unwrap();
    let you = &document.matches[0].players[1];
    assert_eq!(you.name, "You");
    let statistics = &you.statistics;
    let shown = |number: f64, places: usize| format!("{number:.places$}");
    assert_eq!(row(&all, "PR")[1], shown(statistics.pr.unwrap(), 2));
    assert_eq!(row(&all, "lost, EMG")[1], shown(statistics.error, 3));
    let decisions = match statistics.cube_decisions {
        0 => statistics.plays.to_string(),
        cube => format!("{} + {cube} cube", statistics.plays),
    };
    assert_eq!(row(&all, "decisions")[1], decisions);
    let errors = format!("{} ({})", statistics.errors, statistics.blunders);
    assert_eq!(row(&all, "errors (blunders)")[1], errors);
    let pr = row(&all, "PR").map(|pr| pr.parse::<f64>().unwrap());
    assert!(pr[0] > pr[1], "{pr:?}");
}
