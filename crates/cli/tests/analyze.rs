//! Tests `shesh analyze` with made-up matches.

mod common;

use common::{is_one_sentence, shesh, stdout_of};
use expect_test::expect_file;
use sheshbesh_analysis::match_analysis::{DecisionKind, Document};
use std::{
    path::PathBuf,
    process::{Command, Output},
};

const MATCH: &str = "\
; [Event \"Made up\"]

3 point match

 Game 1
 Ada : 0                        Ben : 0
  1) 31: 24/20                   62: 24/18 13/11
  2)  Doubles => 2                Takes
  3) 43: 20/16 13/10             51: 13/8 6/5
  4) 66: ????
                                  Wins 2 points

 Game 2
 Ada : 0                        Ben : 2
  1)                             42: 8/4 6/4
  2) 55: 13/3 13/8 6/2
  3) 21: 24/21
";

const MONEY: &str = "\
 Game 1
 Cleo : 0                       Ada : 0
  1) 31: 8/5 6/5                 65: 24/13
  2)  Doubles => 2                Drops
      Wins 1 point
";

/// A network for backgammon only.
const BACKGAMMON: [&str; 2] =
    ["--weights", concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/backgammon/small.weights")];

/// A match of Fevga, as Sheshbesh JSON.
const FEVGA: &str = r#"{"format": "sheshbesh-match", "version": 1, "game": "fevga", "length": 0,
    "rules": {}, "players": [{"name": "Ada"}, {"name": "Ben"}],
    "games": [{"score": [0, 0], "entries": [{"player": 1, "action": "roll", "roll": "31"}]}]}"#;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        folder.write("match.mat", MATCH);
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, contents).unwrap();
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    /// Runs `shesh analyze` in the folder, without tables.
    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = shesh(&["analyze", "--no-tables"]);
        command.args(arguments);
        if !arguments.contains(&"--preset") {
            command.args(["--preset", "quick"]);
        }
        command.current_dir(&self.0).env("NO_COLOR", "1").output().unwrap()
    }

    fn stdout(&self, arguments: &[&str]) -> String {
        stdout_of(self.run(arguments), arguments)
    }

    fn document(&self, arguments: &[&str]) -> Document {
        serde_json::from_str(&self.stdout(&[arguments, &["--json"]].concat())).unwrap()
    }
}

#[test]
fn a_match_in_a_page() {
    let folder = Folder::new();
    let text = folder.stdout(&["match.mat"]);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    expect_file!["goldens/analyze.txt"].assert_eq(&text);
    let markdown = folder.stdout(&["match.mat", "--markdown", "--mistakes", "2"]);
    expect_file!["goldens/analyze.md"].assert_eq(&markdown);
}

#[test]
fn several_games_name_their_networks() {
    let folder = Folder::new();
    let mut duel =
        shesh(&["duel", "random", "random", "--frame", "tavli", "--match", "5", "--games", "2"]);
    duel.args(["--save", "tavli.json"]).current_dir(&folder.0);
    assert!(duel.output().unwrap().status.success());
    let document = folder.document(&["tavli-1.json"]);
    let main = document.engine.id.weights_crc32.unwrap();
    let notes = &document.matches[0].notes;
    let named: Vec<&String> = notes.iter().filter(|note| note.contains("networks judge")).collect();
    let [named] = named[..] else { panic!("{notes:?}") };
    for game in [format!("portes by {main}"), "plakoto by ".to_owned(), "fevga by ".to_owned()] {
        assert!(named.contains(&game), "{named}");
    }
    assert_eq!(named.matches(&main).count(), 1, "{named}");
    let alone = folder.document(&["match.mat"]);
    assert!(alone.matches[0].notes.is_empty());
    // The settings hash includes the other networks.
    assert_ne!(document.engine.settings_hash, alone.engine.settings_hash);
}

#[test]
fn matches_of_hypergammon_name_their_table() {
    let folder = Folder::new();
    let save = |game: &str, file: &str| {
        let mut duel = shesh(&["duel", "random", "random", "--games", "2", "--match", "3"]);
        duel.args(["--game", game, "--save", file]).current_dir(&folder.0);
        assert!(duel.output().unwrap().status.success());
    };
    save("hypergammon", "hyper.json");
    save("backgammon", "usual.json");
    let document = |arguments: &[&str]| folder.document(arguments);
    let tables = |arguments: &[&str]| document(arguments).matches[0].match_equity_tables.clone();
    let both = document(&["hyper-1.json", "usual-1.json"]);
    assert_eq!(both.matches[0].match_equity_tables, ["Hypergammon, exact"]);
    assert_eq!(both.matches[1].match_equity_tables, [""; 0], "the one of the settings");
    let text = |arguments: &[&str]| folder.stdout(arguments).replace('\n', " ");
    let hyper = text(&["hyper-1.json"]);
    assert!(hyper.contains("Match equities: Hypergammon, exact."), "{hyper}");
    let all = text(&["hyper-1.json", "usual-1.json"]);
    assert!(
        all.contains("Match equities: Hypergammon, exact; Kazaross XG2 25 point MET."),
        "{all}"
    );
    // A table that was asked for applies to every game.
    let mut table = shesh(&["met", "--output", "own.xml"]);
    assert!(table.current_dir(&folder.0).output().unwrap().status.success());
    assert_eq!(tables(&["hyper-1.json", "--met", "own.xml"]), [""; 0]);
}

#[test]
fn everything_for_programs() {
    let folder = Folder::new();
    folder.write("money.mat", MONEY);
    let document = folder.document(&["match.mat", "money.mat", "--jacoby=off", "--threads", "2"]);
    assert_eq!(document.engine.id.weights.as_deref(), Some("shesh"));
    let names: Vec<&str> = document.players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["Ada", "Ben", "Cleo"]);
    assert_eq!(document.players[0].matches, 2);
    let [first, money] = &document.matches[..] else { panic!("{}", document.matches.len()) };
    assert_eq!((first.length, first.games.len(), first.warnings.len()), (3, 2, 2));
    let kinds: Vec<(DecisionKind, &str)> =
        first.games[0].decisions.iter().map(|d| (d.kind, d.played.as_str())).collect();
    assert_eq!(kinds[..2], [(DecisionKind::Play, "24/20"), (DecisionKind::Double, "no-double")]);
    assert!(
        kinds.contains(&(DecisionKind::Double, "double"))
            && kinds.contains(&(DecisionKind::Answer, "take"))
    );
    let illegal: Vec<_> =
        first.games[1].decisions.iter().filter(|d| d.played == "illegal").collect();
    assert!(illegal.iter().all(|d| d.loss.is_none() && !d.counted) && illegal.len() == 1);
    assert_eq!((money.rules.jacoby, money.rules.beavers), (Some(false), Some(true)));
    let pass = &money.games[0].decisions.last().unwrap();
    assert_eq!((pass.kind, pass.played.as_str(), pass.seat), (DecisionKind::Answer, "pass", 2));
    assert_eq!(pass.loss_mwc, None);
    // Listed mistakes are explained.
    let explained = |document: &Document, which: usize| {
        let games = document.matches[which].games.iter();
        games.flat_map(|game| &game.decisions).filter(|of| of.explanation.is_some()).count()
    };
    let few = folder.document(&["match.mat", "--mistakes", "2"]);
    assert!(explained(&document, 0) > 3 && explained(&few, 0) == 2);
    // The Jacoby rule changes equities.
    let jacoby = folder.document(&["money.mat", "--jacoby"]);
    assert_eq!(jacoby.matches[0].rules.jacoby, Some(true));
    assert_ne!(jacoby.matches[0].games[0].decisions, money.games[0].decisions);
    let as_money = folder.document(&["match.mat", "--money"]);
    assert_eq!(as_money.matches[0].length, 0);
}

#[test]
fn a_row_for_each_decision() {
    let folder = Folder::new();
    folder.write("match.mat", MATCH.replace("Takes\n", "Takes\n; He said: \"why, not?\"\n"));
    let document = folder.document(&["match.mat", "--csv", "decisions.csv"]);
    let text = folder.read("decisions.csv");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let head = reader.headers().unwrap().clone();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let games = &document.matches[0].games;
    let numbered = games.iter().zip(1..).flat_map(|(game, number): (_, usize)| {
        game.decisions.iter().map(move |decision| (number, decision))
    });
    let decisions: Vec<_> = numbered.collect();
    assert_eq!(rows.len(), decisions.len());
    for (row, (game, decision)) in rows.iter().zip(decisions) {
        let cell = |name: &str| &row[head.iter().position(|other| other == name).unwrap()];
        assert_eq!(cell("game"), game.to_string());
        assert_eq!(cell("player"), ["Ada", "Ben"][usize::from(decision.seat) - 1]);
        assert_eq!(cell("played"), decision.played);
        assert_eq!(cell("loss").parse().ok(), decision.loss);
        assert_eq!(cell("xgid"), decision.xgid.as_deref().unwrap_or_default());
        assert_eq!(cell("comment"), decision.comment.as_deref().unwrap_or_default());
    }
    assert!(text.contains("\"He said: \"\"why, not?\"\"\""), "{text}");
    // Output files are checked before the analysis, and existing files are kept.
    let cases =
        [("decisions.csv", "give --force"), ("match.mat", "give --force"), ("no/a.csv", "folder")];
    for (name, expected) in cases {
        let output = folder.run(&["match.mat", "--csv", name]);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && output.stdout.is_empty(), "{stderr}");
        assert!(is_one_sentence(&stderr) && stderr.contains(expected), "{stderr}");
    }
    assert!(folder.read("match.mat").contains("Ada") && folder.read("decisions.csv") == text);
    folder.write("money.mat", MONEY);
    folder.stdout(&["money.mat", "--csv", "decisions.csv", "--force"]);
    assert!(folder.read("decisions.csv").lines().count() < text.lines().count());
}

#[test]
fn ratings_as_another_program_has_them() {
    let folder = Folder::new();
    folder.write("point.mat", MATCH.replace("3 point", "1 point").split(" Game 2").next().unwrap());
    let pr = |document: Document| document.matches[0].players[0].statistics.pr.unwrap();
    let plain = pr(folder.document(&["point.mat"]));
    let as_xg = pr(folder.document(&["point.mat", "--as", "xg"]));
    assert!((as_xg / plain - 1.5).abs() < 1e-4, "{plain} {as_xg}");
}

#[test]
fn a_folder_gets_each_match_once() {
    let folder = Folder::new();
    folder.write("other/match.mat", MONEY);
    // A foreign file of that name, which is kept.
    folder.write("out/match-2.json", "{\"mine\": true}");
    let files = ["match.mat", "other/match.mat", "--output", "out"];
    let overview = folder.stdout(&files);
    assert!(overview.contains("Players") && overview.contains("Cleo"), "{overview}");
    assert_eq!(folder.read("out/match-2.json"), "{\"mine\": true}");
    let first: Document = serde_json::from_str(&folder.read("out/match.json")).unwrap();
    let second: Document = serde_json::from_str(&folder.read("out/match-3.json")).unwrap();
    assert_eq!(first.matches[0].file, "match.mat");
    assert_eq!(second.matches[0].players[0].name, "Cleo");
    let index: serde_json::Value = serde_json::from_str(&folder.read("out/index.json")).unwrap();
    assert_eq!(index["matches"][1]["document"], "match-3.json");
    assert_eq!(index["players"][0]["name"], "Ada");

    // An existing report is reused, so a mark in it stays.
    let marked = folder.read("out/match.json").replace("\"Made up\"", "\"Marked\"");
    folder.write("out/match.json", &marked);
    assert_eq!(folder.stdout(&files), overview);
    assert_eq!(folder.read("out/match.json"), marked);
    // Other settings or contents require a new analysis.
    folder.stdout(&["match.mat", "--output", "out", "--as", "xg"]);
    assert!(!folder.read("out/match.json").contains("Marked"));
    folder.write("out/match.json", &marked);
    folder.write("match.mat", MATCH.replace("24/20", "8/5 6/5"));
    folder.stdout(&files);
    let again: Document = serde_json::from_str(&folder.read("out/match.json")).unwrap();
    assert_eq!(again.matches[0].games[0].decisions[0].played, "8/5 6/5");
    let mut names: Vec<String> = std::fs::read_dir(folder.path("out"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let first = ["index.html", "index.json", "match-2.json", "match-3.html", "match-3.json"];
    assert_eq!(names, [&first[..], &["match.html", "match.json"]].concat());
}

/// Windows and macOS would take the second file for the first.
#[test]
fn names_in_a_folder_differ_in_more_than_case() {
    let folder = Folder::new();
    folder.write("one/Match.mat", MONEY);
    folder.write("Index.mat", MATCH.replace("Ada", "Eve"));
    folder.stdout(&["match.mat", "one/Match.mat", "Index.mat", "--output", "out"]);
    for (name, player) in [("match", "Ada"), ("Match-2", "Cleo"), ("Index-2", "Eve")] {
        assert!(folder.read(&format!("out/{name}.json")).contains(player), "{name}");
    }
}

#[test]
fn a_folder_gets_a_page_for_each_match() {
    let folder = Folder::new();
    folder.write("index.mat", MONEY);
    // A foreign page, which is kept, so the match gets another name.
    folder.write("out/match.html", "<html>mine</html>");
    let files = ["match.mat", "index.mat", "--output", "out"];
    folder.stdout(&files);
    assert_eq!(folder.read("out/match.html"), "<html>mine</html>");
    let page = folder.read("out/match-2.html");
    let boards = |page: &str| page.matches("class=\"board\"").count();
    assert!(page.contains("Ada – Ben, match to 3") && boards(&page) > 2, "{page}");
    assert!(folder.read("out/index-2.html").contains("Cleo – Ada, money"));
    let index = folder.read("out/index.html");
    assert!(index.contains("href=\"match-2.html\"") && index.contains("href=\"index-2.html\""));
    // A reused report gets a page with the current options.
    let document = folder.read("out/match-2.json");
    folder.stdout(&[&files[..], &["--mistakes", "1"]].concat());
    assert_eq!(boards(&folder.read("out/match-2.html")), 1);
    assert_eq!(folder.read("out/match-2.json"), document);
    // Newly listed mistakes get explanations.
    folder.write("few.mat", MATCH);
    folder.stdout(&["few.mat", "--output", "out", "--mistakes", "1"]);
    let explained = || folder.read("out/few.json").matches("\"explanation\"").count();
    assert_eq!(explained(), 1);
    folder.stdout(&["few.mat", "--output", "out"]);
    assert!(explained() > 3 && folder.read("out/few.html").matches("class=\"rolls\"").count() > 1);
    folder.write("out/index.html", "mine too");
    let output = folder.run(&files);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && stderr.contains("index.html"), "{stderr}");
    assert_eq!(folder.read("out/index.html"), "mine too");
}

/// A match that cannot be analyzed is not in the index, and does not shift links.
#[test]
fn the_index_has_what_was_judged() {
    let folder = Folder::new();
    folder.write("fevga.json", FEVGA);
    folder.write("money.mat", MONEY);
    let files = ["match.mat", "fevga.json", "money.mat", "--preset", "quick", "--output", "out"];
    assert_eq!(folder.run(&[&files[..], &BACKGAMMON].concat()).status.code(), Some(2));
    let index: serde_json::Value = serde_json::from_str(&folder.read("out/index.json")).unwrap();
    let documents: Vec<(&str, &str)> = index["matches"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| (line["file"].as_str().unwrap(), line["document"].as_str().unwrap()))
        .collect();
    assert_eq!(documents, [("match.mat", "match.json"), ("money.mat", "money.json")]);
    let page = folder.read("out/index.html");
    assert!(page.contains("href=\"money.html\"") && !page.contains("fevga"), "{page}");
    assert!(!folder.path("out/fevga.json").exists());
}

/// The index also lists and counts the reports of earlier runs.
#[test]
fn the_index_has_earlier_reports() {
    let folder = Folder::new();
    folder.write("money.mat", MONEY);
    let index =
        || -> serde_json::Value { serde_json::from_str(&folder.read("out/index.json")).unwrap() };
    let documents = |index: &serde_json::Value| -> Vec<String> {
        let lines = index["matches"].as_array().unwrap().iter();
        lines.map(|line| line["document"].as_str().unwrap().to_owned()).collect()
    };
    folder.stdout(&["match.mat", "money.mat", "--output", "whole"]);
    let whole: serde_json::Value = serde_json::from_str(&folder.read("whole/index.json")).unwrap();
    folder.stdout(&["money.mat", "--output", "out"]);
    assert_eq!(documents(&index()), ["money.json"]);
    std::fs::remove_file(folder.path("out/money.html")).unwrap();
    folder.stdout(&["match.mat", "--output", "out"]);
    // The result is the same as with both matches in one run.
    assert_eq!(index(), whole);
    let page = folder.read("out/index.html");
    assert!(page.contains("href=\"match.html\"") && page.contains("href=\"money.html\""));
    assert_eq!(page, folder.read("whole/index.html"));
    assert_eq!(folder.read("out/money.html"), folder.read("whole/money.html"));
    // The same file under another name counts once; reports with other settings are mentioned.
    folder.stdout(&["./match.mat", "--output", "out"]);
    assert_eq!(documents(&index()), ["match-2.json", "money.json"]);
    assert_eq!(index()["players"], whole["players"]);
    folder.stdout(&["match.mat", "--output", "out", "--as", "xg"]);
    assert_eq!(documents(&index()), ["match.json", "money.json"]);
    assert!(folder.read("out/index.html").contains("1 match of earlier runs"));
    // A damaged report is named and skipped.
    let report = folder.read("out/money.json");
    folder.write("out/money.json", &report[..report.len() / 2]);
    let output = folder.run(&["match.mat", "--output", "out"]);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && stderr.starts_with("note: skipped money.json"), "{stderr}");
    assert_eq!(documents(&index()), ["match.json"]);
    assert_eq!(folder.read("out/money.json"), report[..report.len() / 2]);
}

/// The exit code distinguishes an interrupted run from a complete one.
#[cfg(unix)]
#[test]
fn ctrl_c_is_told_from_the_end_and_what_is_done_is_kept() {
    use std::{process::Stdio, thread, time::Duration};
    let folder = Folder::new();
    let mut child = Command::new(env!("CARGO_BIN_EXE_shesh"))
        .args(["analyze", "--no-tables", "--preset", "quick", "--output", "out"])
        .args(vec!["match.mat"; 500])
        .current_dir(&folder.0)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !folder.path("out/match.html").exists() && child.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(5));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(stderr.contains("stopped after") && stderr.contains("of 500 files"), "{stderr}");
    // No check of the table of players: it is missing if only one match is complete.
    assert!(String::from_utf8(output.stdout).unwrap().contains("preset quick"));
    let index: serde_json::Value = serde_json::from_str(&folder.read("out/index.json")).unwrap();
    assert!((1..500).contains(&index["matches"].as_array().unwrap().len()));
}

/// The first signal ends a command that waits for a silent pipe.
#[cfg(unix)]
#[test]
fn a_pipe_that_gives_nothing_is_left_at_the_first_signal() {
    use std::{process::Stdio, thread, time::Duration};
    let folder = Folder::new();
    assert!(Command::new("mkfifo").arg(folder.path("pipe")).status().unwrap().success());
    for (signal, file, done) in
        [("-TERM", "pipe", 0), ("-INT", "pipe", 0), ("-TERM", "-", 0), ("-TERM", "match.mat", 1)]
    {
        let mut child = Command::new(env!("CARGO_BIN_EXE_shesh"))
            .args(["analyze", "--no-tables", "--preset", "quick", "--output", "out"])
            .args([file, "pipe"])
            .current_dir(&folder.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let _open = child.stdin.take();
        while done > 0 && !folder.path("out/match.html").exists() {
            thread::sleep(Duration::from_millis(5));
        }
        // By now the command waits for the pipe.
        thread::sleep(Duration::from_millis(500));
        assert!(child.try_wait().unwrap().is_none(), "{signal} {file}");
        let id = child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        let deadline = std::time::Instant::now() + Duration::from_secs(20);
        while child.try_wait().unwrap().is_none() {
            if std::time::Instant::now() > deadline {
                child.kill().unwrap();
            }
            thread::sleep(Duration::from_millis(5));
        }
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{signal} {file}: {stderr}");
        assert!(stderr.contains(&format!("stopped after {done} of 2 files")), "{stderr}");
        assert_eq!(output.stdout.is_empty(), done == 0, "{signal} {file}");
    }
}

#[test]
fn standard_input_is_a_file() {
    let folder = Folder::new();
    let run = |arguments: &[&str], input: &str| {
        let mut command = assert_cmd::Command::cargo_bin("shesh").unwrap();
        command.args(["analyze", "--no-tables", "--preset", "quick"]).args(arguments);
        command.current_dir(&folder.0).env("NO_COLOR", "1").write_stdin(input);
        command.output().unwrap()
    };
    let output = run(&["-"], MATCH);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        text.replace("match.mat", "-"),
        folder.stdout(&["match.mat"]).replace("match.mat", "-")
    );
    assert!(run(&["-", "match.mat", "--output", "out"], MATCH).status.success());
    assert!(folder.path("out/stdin.html").exists() && folder.path("out/match.html").exists());
    for (arguments, input) in [(&["-"][..], ""), (&["-"], "hello"), (&["-", "-"], MATCH)] {
        let output = run(arguments, input);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(String::from_utf8(output.stderr).unwrap().contains("error: "));
    }
}

#[test]
fn what_cannot_be_read_is_named_and_the_rest_goes_on() {
    let folder = Folder::new();
    folder.write("empty.mat", "");
    folder.write("board.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
    folder.write("short.xg", b"RGMH\x01\0\0\0 and no more");
    folder.write("none.mat", "3 point match\n");
    folder.write("sub/file.txt", "hello");
    folder.write("fevga.json", FEVGA);
    let cases = [
        ("empty.mat", "the file is empty"),
        ("board.png", "unknown match file format"),
        ("short.xg", "invalid xg file: "),
        ("none.mat", "no game found"),
        ("sub", "sub is a folder"),
        ("gone.mat", "cannot read gone.mat"),
        ("fevga.json", "cannot evaluate fevga"),
    ];
    for (name, expected) in cases {
        let output = folder.run(&[&[name], &BACKGAMMON[..]].concat());
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(is_one_sentence(&stderr), "{stderr}");
        assert!(stderr.contains(name) && stderr.contains(expected), "{stderr}");
    }
    let all: Vec<&str> = cases.iter().map(|(name, _)| *name).chain(["match.mat"]).collect();
    let output = folder.run(&[&all[..], &BACKGAMMON].concat());
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert_eq!(stderr.lines().filter(|line| line.starts_with("note: ")).count(), 7, "{stderr}");
    assert!(stderr.ends_with("error: 7 of 8 files cannot be analyzed\n"), "{stderr}");
    assert!(String::from_utf8(output.stdout).unwrap().contains("Ada – Ben, match to 3"));
    folder.write("file", "");
    let into_a_file = folder.run(&["match.mat", "--output", "file"]);
    let stderr = String::from_utf8(into_a_file.stderr).unwrap();
    assert!(into_a_file.status.code() == Some(2) && is_one_sentence(&stderr), "{stderr}");
    for bad in [["--errors", "much"], ["--preset", "slow"], ["--as", "gnubg"]] {
        let output = folder.run(&["match.mat", bad[0], bad[1]]);
        assert_eq!(output.status.code(), Some(2));
    }
}

const TWO: &str = "\
 1 point match

 Game 1
 Ada : 0                             Ben : 0
  1) 31: 8/5 6/5                     42: 8/4 6/4
  2) 61: 13/7 8/7
      Wins 1 point and the match

 3 point match

 Game 1
 Cem : 0                             Dana : 0
  1) 53: 8/3 6/3                     64: 24/14
  2)  Doubles => 2                    Drops
      Wins 1 point

 Game 2
 Cem : 1                             Dana : 0
  1)                                 21: 13/11 6/5
  2) 43: 24/20 13/10
";

/// Each match of a file has its own players, length and ratings: a wrong pass in one match is no
/// mistake in the other.
#[test]
fn matches_in_one_file_are_judged_apart() {
    let folder = Folder::new();
    folder.write("two.mat", TWO);
    let (first, second) = TWO.split_once(" 3 point").unwrap();
    folder.write("one.mat", first);
    folder.write("other.mat", format!(" 3 point{second}"));
    let judged = |files: &[&str]| -> Document {
        let output = folder.run(&[files, &["--json"]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let (together, apart) = (judged(&["two.mat"]), judged(&["one.mat", "other.mat"]));
    assert_eq!((together.matches.len(), apart.matches.len()), (2, 2));
    for (number, (a, b)) in (1..).zip(together.matches.iter().zip(&apart.matches)) {
        assert_eq!(a.file, format!("two.mat, match {number}"));
        assert_eq!((&a.players, a.length), (&b.players, b.length));
        assert_eq!(a.games.len(), b.games.len());
    }
    assert_ne!(together.matches[0].file_hash, together.matches[1].file_hash);
    // A folder gets one page of each match, even after two runs.
    for _ in 0..2 {
        let output = folder.run(&["two.mat", "--output", "pages"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let index = folder.read("pages/index.html");
        assert!(index.contains("Ada") && index.contains("Dana"), "{index}");
        let mut names: Vec<String> = std::fs::read_dir(folder.path("pages"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        let expected =
            ["index.html", "index.json", "two-2.html", "two-2.json", "two.html", "two.json"];
        assert_eq!(names, expected);
        assert!(folder.read("pages/two-2.json").contains("Cem"));
    }
}

/// A position with given dice has no cube decision before the roll.
#[test]
fn a_position_with_dice_is_no_cube_decision() {
    let folder = Folder::new();
    let xg = "XGID=--BBCCD-A---b----b-ecc----:0:0:1:31:0:0:0:7:10\n\nX:Ada   O:Ben\n";
    folder.write("position.txt", xg);
    let output = folder.run(&["position.txt", "--json"]);
    let document: Document = serde_json::from_slice(&output.stdout).unwrap();
    let decisions = &document.matches[0].games[0].decisions;
    assert_eq!(decisions.iter().map(|one| one.kind).collect::<Vec<_>>(), [DecisionKind::Play]);
    assert!(decisions[0].best.is_some(), "{decisions:?}");
    assert_eq!((decisions[0].played.as_str(), decisions[0].loss), ("", None));
    for player in &document.matches[0].players {
        let all = &player.statistics;
        assert_eq!((all.cube_decisions, all.errors, all.pr), (0, 0, None), "{all:?}");
        assert_eq!((all.luck, all.rolls), (0.0, 0));
    }
}
