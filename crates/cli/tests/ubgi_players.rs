//! Tests duels against programs that speak the Universal Backgammon Interface, mainly `shesh ubgi`
//! itself, which must play like `shesh`.

use std::{path::Path, process::Command, time::Instant};

fn duel(second: &str, more: &[&str], cache: &Path) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_shesh"))
        .args(["duel", "shesh", second, "--json"])
        .args(more)
        .env("XDG_CACHE_HOME", cache)
        .output()
        .unwrap()
}

fn result(second: &str, more: &[&str], cache: &Path) -> serde_json::Value {
    let output = duel(second, more, cache);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{second} {more:?}: {stderr}");
    let mut value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    value.as_object_mut().unwrap().remove("second");
    value
}

fn own() -> String {
    format!("ubgi:'{}' ubgi", env!("CARGO_BIN_EXE_shesh"))
}

#[test]
fn the_own_program_plays_as_it_does_without_the_interface() {
    let cache = tempfile::tempdir().unwrap();
    for (second, options, more) in [
        ("shesh", "", &["--games", "60"][..]),
        ("shesh:2", "Ply=2", &["--games", "6", "--seed", "3"]),
        ("shesh", "", &["--games", "40", "--game", "hypergammon"]),
        ("shesh", "", &["--games", "60", "--cube", "--jacoby", "--beavers"]),
        ("shesh", "", &["--games", "20", "--cube", "--largest-cube", "2"]),
        ("shesh", "", &["--games", "12", "--match", "5"]),
        ("shesh", "", &["--games", "4", "--match", "3", "--game", "plakoto"]),
        ("shesh", "", &["--games", "8", "--last-roll", "--game", "long-nardi"]),
        ("shesh", "", &["--games", "4", "--match", "3", "--frame", "tavli"]),
    ] {
        let program = own().replace("ubgi:", &format!("ubgi:{options} "));
        let without = result(second, more, cache.path());
        let with = result(&program, more, cache.path());
        assert_eq!(with, without, "{more:?}");
    }
}

/// A player that is a shell script of one line.
fn script(line: &str) -> String {
    format!("ubgi:sh -c \"{line}\"")
}

#[cfg(unix)]
#[test]
fn a_program_that_fails_is_named_and_nothing_hangs() {
    let cache = tempfile::tempdir().unwrap();
    let introduced = "read x; echo ubgiok; while read x; do case $x in isready) echo readyok;;";
    let answers = |answer: &str| script(&format!("{introduced} 'go role'*) {answer};; esac; done"));
    for (program, expected) in [
        ("ubgi:".to_owned(), "invalid command"),
        ("ubgi:'sh".to_owned(), "invalid command"),
        ("ubgi:/no/such/program".to_owned(), "cannot start"),
        (script("echo oh dear >&2; exit 3"), "exit status: 3): oh dear"),
        (script("exit 0"), "the program ended"),
        (script("sleep 60"), "no answer"),
        (script("yes nonsense"), "no answer"),
        (script("while :; do printf nonsense; done"), "no answer"),
        (answers("echo bestmove 24/1"), "24/1"),
        (answers("echo bestmove nonsense"), "nonsense"),
        (answers("echo bestcube take"), "bestcube take"),
        (answers("echo error internal lost"), "error internal lost"),
        (answers("kill $$"), "the program ended"),
        (answers("exec >/dev/null; sleep 60"), "the program ended"),
        (answers("sleep 60"), "no answer"),
    ] {
        let began = Instant::now();
        let output = duel(&program, &["--games", "2", "--patience", "2"], cache.path());
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.stdout.is_empty(), "{program}");
        assert!(matches!(output.status.code(), Some(1 | 2)), "{program}: {stderr}");
        assert!(stderr.starts_with("error:") && stderr.contains(expected), "{program}: {stderr}");
        assert!(began.elapsed().as_secs() < 30, "{program}");
    }
}

#[test]
fn an_answer_to_a_double_is_asked_for_by_an_xgid() {
    let cache = tempfile::tempdir().unwrap();
    let ask = |position: &str| {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_shesh"));
        let words = format!("position xgid {position}\ngo role cube\n");
        command.arg("ubgi").env("XDG_CACHE_HOME", cache.path());
        let output = command.write_stdin(words).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().last().unwrap().to_owned()
    };
    // Two checkers on the ace point, about to be borne off: the player on roll wins.
    let bearoff =
        |dice: &str| ask(&format!("XGID=-B----------------------a-:0:0:1:{dice}:0:0:0:0:10"));
    assert_eq!(bearoff("00"), "bestcube double");
    assert_eq!(bearoff("D"), "bestcube pass");
    let start = |dice: &str, rules: &str| {
        ask(&format!("XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:0:0:{rules}:0:10"))
    };
    assert_eq!(start("00", "2"), "bestcube nodouble");
    assert_eq!(start("D", "0"), "bestcube take");
    assert_eq!(start("D", "2"), "bestcube beaver");
    let beavered = ask("XGID=-b----E-C---eE---c-e----B-:2:-1:1:B:0:0:2:0:10");
    assert_eq!(beavered, "bestcube noraccoon");
}
