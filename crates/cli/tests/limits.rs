//! Tests endless inputs, files in use, system limits, and text that could control a terminal.

mod common;

use assert_cmd::Command;
use common::is_one_sentence;
use std::{
    fs,
    path::Path,
    process::{Child, Output, Stdio},
    time::{Duration, Instant},
};

const SHESH: &str = env!("CARGO_BIN_EXE_shesh");
const START: &str = "4HPwATDgc/ABMA";
/// Timeout of a command.
const PATIENCE: Duration = Duration::from_secs(120);

fn shesh(arguments: &[&str]) -> Command {
    let mut command = common::shesh(arguments);
    command.timeout(PATIENCE);
    command
}

/// Runs a shell command, with `shesh` replaced by this program.
#[cfg(unix)]
fn sh(script: &str) -> Output {
    let script = script.replace("shesh ", &format!("{SHESH} "));
    Command::new("sh").args(["-c", &script]).timeout(PATIENCE).output().unwrap()
}

/// Error message of a command, which must be one sentence.
fn sentence(output: &Output, code: i32) -> String {
    let stderr = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(code), "{stderr}");
    assert!(output.stdout.is_empty() && is_one_sentence(&stderr), "{stderr}");
    stderr
}

fn refused(arguments: &[&str], code: i32) -> String {
    sentence(&shesh(arguments).output().unwrap(), code)
}

/// A recipe of a few games.
fn recipe(games: u32) -> String {
    format!(
        "name = \"tiny\"\nabout = \"A few games.\"\nstages = [{{ name = \"one\", games = {games}, \
         batch_games = 20, measure_every = 1000000, targets = {{ lambda-return = {{ lambda = 0.5 }} }}, \
         minibatch = 64, optimiser = \"adam\", learning_rate = 1e-3, final_learning_rate = 1e-3 }}]\n\
         [contact]\ninputs = \"points1\"\nhidden = [8]\nactivation = \"relu\"\noutput = \"softmax\"\n\
         [measure]\nopponent = \"random\"\ngames = 2\nfinal_games = 2\n"
    )
}

#[cfg(unix)]
fn fifo(path: &Path) {
    assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[cfg(unix)]
#[test]
fn endless_input_is_refused_and_takes_no_memory_without_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let limit = "longer than the limit of";
    let [out, csv, run] = ["out.mat", "out.csv", "run"].map(path);
    for (command, said) in [
        (format!("convert /dev/zero {out}"), limit),
        ("convert - --to mat < /dev/zero".to_owned(), limit),
        ("yes | shesh convert - --to mat".to_owned(), limit),
        ("yes | shesh convert /dev/stdin --to mat".to_owned(), limit),
        ("analyze /dev/zero".to_owned(), limit),
        (format!("analyze /dev/zero --csv {csv}"), limit),
        (format!("evaluate --input /dev/zero --output {csv}"), limit),
        (format!("yes position_id | shesh evaluate --input /dev/stdin --output {csv}"), limit),
        (format!("best {START} 31 --weights /dev/zero"), "not a valid weights file"),
        (format!("train --start-from /dev/zero --output {run}"), "not a valid weights file"),
        ("duel /dev/zero random --games 2".to_owned(), "not a valid weights file"),
        (format!("train --recipe /dev/zero --output {run}"), "limit of 1 MB"),
        (format!("cube {START} --match 5 --score 1-1 --met /dev/zero"), "limit of 4 MB"),
        ("ubgi < /dev/zero".to_owned(), "cannot read commands: line too long"),
    ] {
        let began = Instant::now();
        let shesh = if command.contains("| shesh") { "" } else { "shesh " };
        // Limit of virtual memory in kB, including threads and tables.
        let output = sh(&format!("ulimit -v 6000000; {shesh}{command}"));
        let error = sentence(&output, 2);
        assert!(error.contains(said), "{command}: {error}");
        assert!(began.elapsed() < Duration::from_secs(60), "{command}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is written");
    // A prompt rejects invalid text, and an endless line ends the program.
    let output = sh("printf '\\377\\n' | shesh play --seed 1; shesh play --seed 1 < /dev/zero");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(is_one_sentence(&stderr) && stderr.contains("line too long"), "{stderr}");
}

#[cfg(unix)]
#[test]
fn what_pipes_bring_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let saved = path("saved.mat");
    let duel = ["duel", "random", "random", "--games", "2", "--save", saved.to_str().unwrap()];
    shesh(&duel).assert().success();
    let text = fs::read_to_string(&saved).unwrap();
    for command in ["convert - --to mat", "convert /dev/stdin --to mat"] {
        let output = sh(&format!("cat {} | shesh {command}", saved.display()));
        assert_eq!(String::from_utf8_lossy(&output.stdout), text);
    }
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/backgammon/small.weights");
    let best = |weights: &str| sh(&format!("shesh best {START} 31 --weights {weights}"));
    let piped = best(&format!("/dev/stdin < {weights}"));
    assert!(piped.status.success());
    assert_eq!(piped.stdout, best(weights).stdout);
    // Only regular files of a report folder are read.
    fs::create_dir(path("reports")).unwrap();
    fifo(&path("reports/quiz.json"));
    fifo(&path("reports/pipe.json"));
    assert!(refused(&["quiz", path("reports").to_str().unwrap()], 2).contains("no reports"));
}

#[test]
fn numbers_have_bounds() {
    for (arguments, named) in [
        (vec!["duel", "random", "random", "--games", "10000001"], "10000000"),
        (vec!["duel", "random", "random", "--games", "18446744073709551615"], "10000000"),
        (vec!["benchmark", "--games", "10000001"], "10000000"),
        (vec!["rollout", START, "--games", "18446744073709551615"], "10000000"),
        (vec!["best", START, "31", "--cache", "65537"], "65536"),
        (vec!["best", START, "31", "--threads", "1025"], "1024"),
        (vec!["dice", "--rolls", "18446744073709551615"], "10000000000"),
        (vec!["perft", "--depth", "9"], "8"),
    ] {
        let output = shesh(&arguments).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.contains(named), "{arguments:?}: {stderr}");
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("recipe.toml");
    for (from, to) in [
        ("games = 2\n", "games = 9223372036854775807\n"),
        ("final_games = 2", "final_games = 2000000000"),
        ("hidden = [8]", "hidden = [16384, 16384]"),
        ("minibatch = 64", "minibatch = 1000000000"),
    ] {
        let text = recipe(100).replacen(from, to, 1);
        assert_ne!(text, recipe(100));
        fs::write(&path, text).unwrap();
        let run = folder.path().join("run").display().to_string();
        let message = refused(&["train", "--recipe", path.to_str().unwrap(), "--output", &run], 2);
        assert!(message.contains("at most") || message.contains(" to 1"), "{message}");
        assert!(!Path::new(&run).exists());
    }
}

#[cfg(unix)]
#[test]
fn a_cache_larger_than_memory_is_said_and_changes_nothing() {
    let limited = sh(&format!("ulimit -v 4000000; shesh best {START} 31 --ply 2 --cache 65536"));
    let stderr = String::from_utf8_lossy(&limited.stderr);
    assert!(
        limited.status.success() && stderr.contains("not enough memory for a cache"),
        "{stderr}"
    );
    let usual = shesh(&["best", START, "31", "--ply", "2"]).output().unwrap();
    assert_eq!(limited.stdout, usual.stdout);
}

#[test]
fn a_conversation_goes_on_after_lines_that_are_none() {
    let long = "x".repeat(70_000);
    let mut input = b"isready\n\xff\xfe go\n".to_vec();
    input.extend(format!("{long}\nposition gnubgid {START}\r\ndice 3 1\n").bytes());
    input.extend(b"nul\0byte\ngo role chequer\n\x1b[31mred\nisready\nquit\n");
    let output = shesh(&["ubgi"]).write_stdin(input).output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("info")).collect();
    let want = [
        "readyok",
        "error bad_argument the line is not UTF-8 text",
        "error bad_argument the line is longer than 65536 bytes",
        "error unknown_command nul\\u{0}byte",
        "bestmove 8/5 6/5",
        "error unknown_command \\u{1b}[31mred",
        "readyok",
    ];
    assert_eq!(lines, want);
}

#[cfg(unix)]
#[test]
fn help_that_cannot_be_written_is_a_failure() {
    for arguments in
        ["--help", "--version", "-h", "help train", "train --help", "completions bash", "perft"]
    {
        let error = sentence(&sh(&format!("shesh {arguments} > /dev/full")), 1);
        assert!(error.contains("cannot write to stdout"), "{arguments}: {error}");
        // A closed pipe is no error.
        let output = sh(&format!("shesh {arguments} | head -c 1 > /dev/null"));
        assert!(output.stderr.is_empty(), "{arguments}");
    }
    let usage = shesh(&["best", "--no-such-option"]).output().unwrap();
    assert_eq!(usage.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&usage.stderr).contains("Usage:"));
    assert!(shesh(&["--help"]).output().unwrap().stdout.starts_with(b"Backgammon engine"));
}

fn started(arguments: &[&str]) -> Child {
    let mut command = std::process::Command::new(SHESH);
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_training_folder_belongs_to_one_process() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("long.toml"), recipe(100_000_000)).unwrap();
    let begin = |seed: &str| {
        started(&[
            "train",
            "--recipe",
            &path("long.toml"),
            "--output",
            &path("run"),
            "--seed",
            seed,
        ])
    };
    // Of two simultaneous runs, one starts and the other is rejected.
    let mut runs = [begin("1"), begin("2")];
    let began = Instant::now();
    let refused_one = loop {
        if let Some(place) = runs.iter_mut().position(|run| run.try_wait().unwrap().is_some()) {
            break place;
        }
        assert!(began.elapsed() < PATIENCE, "both go on");
        std::thread::sleep(Duration::from_millis(20));
    };
    let [first, second] = runs;
    let (loser, mut live) = if refused_one == 0 { (first, second) } else { (second, first) };
    let error = sentence(&loser.wait_with_output().unwrap(), 2);
    assert!(error.contains("another training run is using"), "{error}");
    let seed = if refused_one == 0 { "2" } else { "1" };
    let resume = ["train", "--resume", "--output", &path("run")];
    for again in [&resume[..], &["train", "--recipe", &path("long.toml"), "--output", &path("run")]]
    {
        let error = refused(again, 2);
        assert!(error.contains("another training run is using"), "{error}");
    }
    assert!(live.try_wait().unwrap().is_none(), "it goes on");
    // A killed run leaves a lock file without a holder, and perhaps a partial checkpoint.
    live.kill().unwrap();
    live.wait().unwrap();
    fs::write(path("run/checkpoint.999999.tmp"), "half").unwrap();
    fs::write(path("run/network.weights.999999.tmp"), "half").unwrap();
    let mut resumed = started(&[&resume[..], &["--seed", seed]].concat());
    let began = Instant::now();
    let is_clean = || !names(Path::new(&path("run"))).iter().any(|name| name.ends_with(".tmp"));
    while !is_clean() && began.elapsed() < PATIENCE {
        assert!(resumed.try_wait().unwrap().is_none(), "it is resumed");
        std::thread::sleep(Duration::from_millis(50));
    }
    resumed.kill().unwrap();
    resumed.wait().unwrap();
    assert!(began.elapsed() < PATIENCE, "{:?}", names(Path::new(&path("run"))));
}

#[cfg(unix)]
#[test]
fn a_limit_for_files_is_an_error_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("tiny.toml"), recipe(40)).unwrap();
    let train = format!("shesh train --recipe {} --output {}", path("tiny.toml"), path("run"));
    let error = sentence(&sh(&format!("ulimit -f 1; exec {train}")), 1);
    assert!(error.contains("checkpoint: File too large"), "{error}");
    assert_eq!(names(Path::new(&path("run"))), ["lock"], "nothing half-written stays");
    shesh(&["train", "--recipe", &path("tiny.toml"), "--output", &path("run")]).assert().success();
    let script =
        format!("ulimit -f 1; shesh manual {} > /dev/null; shesh perft --json", path("man"));
    assert!(sh(&script).status.code().is_some(), "no signal ends it");
}

#[cfg(unix)]
#[test]
fn a_pipe_in_the_cache_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("sheshbesh");
    fs::create_dir(&cache).unwrap();
    fifo(&cache.join("one-sided-15.bearoff"));
    fifo(&cache.join("hypergammon-3.table"));
    fs::create_dir(cache.join("two-sided-6.bearoff")).unwrap();
    let mut command = shesh(&["evaluate", "u9twAADbbTwAAA"]);
    let output = command.env("XDG_CACHE_HOME", folder.path()).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    assert!(stderr.contains("not a regular file"), "{stderr}");
    let mut command = shesh(&["evaluate", "AACgAgAAKgAAAA", "--game", "hypergammon"]);
    let output = command.env("XDG_CACHE_HOME", folder.path()).output().unwrap();
    assert!(output.status.success());
}

/// A match whose players, events and comments could control a terminal.
const NASTY: &str = "; [Event \"\u{1b}]0;owned\u{7}\"]\n\n 3 point match\n\n Game 1\n \
    \u{1b}[31mEvil\u{7} : 0                     B\u{8}ob\u{9b}2J\u{7f} : 0\n  \
    1) 31: 8/5 6/5                42: 8/4 6/4\n  2) 65: 24/18 18/13            99: \u{1b}[2J\n";

#[cfg(unix)]
#[test]
fn text_from_outside_steers_no_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let name = "e\u{1b}[31mv\u{7}i\rl\nnext.mat";
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path(name), NASTY).unwrap();
    fs::write(path("plain.mat"), NASTY).unwrap();
    fs::create_dir(path("\u{1b}[31mdir")).unwrap();
    let missing = path("\u{1b}[31mmissing\n");
    let (nasty, out) = (path(name), path("out.sgf"));
    for arguments in [
        vec!["analyze", &nasty, "--preset", "quick"],
        vec!["analyze", &nasty, &missing, "--preset", "quick"],
        vec!["analyze", &nasty, "--preset", "quick", "--json"],
        vec!["analyze", &nasty, "--preset", "quick", "--markdown"],
        vec!["convert", &nasty, &out, "--force"],
        vec!["convert", &missing, &out],
        vec!["best", START, "31", "--weights", &missing],
        vec!["duel", &missing, "random"],
        vec!["quiz", &missing],
        vec!["show", "\u{1b}[31m\u{7}"],
        vec!["train", "--resume", "--output", &missing],
        vec!["train", "--recipe", &nasty],
        vec!["bearoff", "--cache", &missing, "list"],
        vec!["hypergammon", "--cache", &missing, "check"],
        vec!["benchmark", "--weights", &missing],
        vec!["best", START, "31", "--game", "\u{1b}[31m\u{7}"],
    ] {
        // Enable colours, so that they are kept while foreign sequences must be escaped.
        let output = shesh(&arguments).env("CLICOLOR_FORCE", "1").output().unwrap();
        for text in [output.stdout, output.stderr] {
            let text = String::from_utf8(text).unwrap();
            let own = ["\u{1b}[1m\u{1b}[31merror:", "\u{1b}[1m", "\u{1b}[0m"];
            let rest = own.into_iter().fold(text.clone(), |text, style| text.replace(style, ""));
            let control = rest.chars().find(|letter| letter.is_control() && *letter != '\n');
            assert_eq!(control, None, "{arguments:?}: {text:?}");
        }
    }
}
