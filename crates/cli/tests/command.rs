//! Tests the command line of `shesh`.

mod common;

use common::{refused_with, shesh, stdout};
use sheshbesh_network::Network;
use std::{
    fs,
    path::Path,
    process::{Child, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

const START: &str = "4HPwATDgc/ABMA";
const TABULA: &str = "tabula@AAAA/38AAAD/fw";

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&stdout(arguments)).unwrap()
}

/// Plays in the answer of a ranking command.
fn ranked(arguments: &[&str]) -> Vec<serde_json::Value> {
    json(&[arguments, &["--json"]].concat())["plays"].as_array().unwrap().clone()
}

#[test]
fn an_xgid_may_begin_with_the_hyphen_of_an_empty_bar() {
    const BARE: &str = "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";
    let labelled = format!("XGID={BARE}");
    for command in [&["best"][..], &["show"], &["evaluate"], &["best", "--ply", "1"]] {
        let [bare, labelled] = [BARE, &labelled].map(|id| stdout(&[command, &[id]].concat()));
        assert_eq!(bare, labelled, "{command:?}");
    }
    // The same before an option; text that is not a board is still an option.
    assert_eq!(
        stdout(&["best", BARE, "--plays", "2"]),
        stdout(&["best", &labelled, "--plays", "2"])
    );
    let short = "-b----E-C---eE---c-e----B:0:0:1:31:0:0:0:0:10";
    assert!(refused_with(&["best", short], 2).contains("unexpected argument"));
}

#[test]
fn digits_that_are_no_roll_are_refused_as_a_roll() {
    for roll in ["77", "07", "3-7", "1", "70", "6/9"] {
        for command in ["best", "rollout"] {
            let said = refused_with(&[command, roll], 2);
            assert!(said.contains("two numbers from 1 to 6"), "{said}");
        }
    }
    // Some games have three dice.
    assert!(refused_with(&["best", "311"], 2).contains("played with 2 dice"));
    for command in [["best", "6421", "--game", "tabula"], ["best", TABULA, "6421", "--cubeless"]] {
        let said = refused_with(&command, 2);
        let wanted = "is not a roll of tabula: give three numbers from 1 to 6, such as 321";
        assert!(said.contains(wanted), "{said}");
    }
    assert!(refused_with(&["best", "--game", "tabula", "64"], 2).contains("played with 3 dice"));
    assert!(refused_with(&["best", "4HPw"], 2).contains("expected 14 letters"));
    assert_eq!(ranked(&["best", "3-1"]), ranked(&["best", "31"]));
}

#[test]
fn best_ranks_the_plays_of_a_roll() {
    let plays = ranked(&["best", START, "31"]);
    assert_eq!(plays.len(), 16);
    assert_eq!(plays[0]["play"], "8/5 6/5");
    let number = |play: &serde_json::Value, name: &str| play[name].as_f64().unwrap();
    let deepest_first = |a: &serde_json::Value, b: &serde_json::Value| {
        let order = |play| (number(play, "ply"), number(play, "equity"));
        order(a) >= order(b)
    };
    assert!(plays.is_sorted_by(deepest_first), "{plays:?}");
    for play in &plays {
        assert_eq!(play["position_id"].as_str().unwrap().len(), 14);
        let p = |name: &str| play["probabilities"][name].as_f64().unwrap();
        let equity = 2.0 * p("win") - 1.0 + p("win_gammon") + p("win_backgammon")
            - p("lose_gammon")
            - p("lose_backgammon");
        assert!((equity - number(play, "cubeless_equity")).abs() < 1e-5);
        assert!(p("win") >= p("win_gammon") && p("win_gammon") >= p("win_backgammon"));
        assert!(p("win_backgammon") >= 0.0 && p("lose_backgammon") >= 0.0);
    }
    // An XGID has dice, and an argument overrides them.
    let xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";
    assert_eq!(ranked(&["best", xgid]), plays);
    assert_ne!(ranked(&["best", xgid, "64"]), plays);
    let text = stdout(&["best", START, "31", "--plays", "3"]);
    assert!(text.contains("8/5 6/5") && text.contains("16 plays"), "{text}");
    assert!(!text.contains('\x1b') && text.lines().all(|line| line.chars().count() <= 80));
    // A deeper search ranks the same plays.
    assert_eq!(ranked(&["best", START, "31", "--ply", "2"]).len(), 16);
}

#[test]
fn help_fits_on_80_columns() {
    let all = stdout(&["--help"]);
    let lines = all.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    let names: Vec<&str> = lines
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(names.contains(&"serve") && names.contains(&"best"), "{names:?}");
    for name in names {
        let text = stdout(&[name, "--help"]);
        let long = text.lines().find(|line| line.chars().count() > 80);
        assert_eq!(long, None, "{name}");
    }
}

#[test]
fn help_of_duels_says_what_they_have() {
    let help = stdout(&["duel", "--help"]);
    assert!(!help.contains("--arithmetic-raises"), "{help}");
    let raises = ["duel", "random", "pipcount", "--cube", "--arithmetic-raises"];
    assert!(refused_with(&raises, 2).contains("unexpected argument"));
    assert!(help.contains("elbowroom, blockade          bots for parallel games"), "{help}");
    for parallel in ["fevga", "nard", "gul-bara", "gyulbar", "jacquet", "matador", "american"] {
        stdout(&["duel", "elbowroom", "blockade", "--game", parallel, "--games", "2"]);
    }
    for other in ["chase", "russian"] {
        let message = refused_with(&["duel", "elbowroom", "blockade", "--game", other], 2);
        assert!(message.contains("is not supported"), "{message}");
    }
    assert!(stdout(&["perft", "--help"]).contains("21 rolls of two dice, or 56 of three"));
}

#[test]
fn a_roll_that_cannot_be_played_is_a_pass() {
    // One checker on the bar against a closed board.
    let xgid = "XGID=aBBBBBBC------------------:0:0:-1:61:0:0:0:0:10";
    let plays = ranked(&["best", xgid]);
    assert_eq!((&plays[0]["play"], plays.len()), (&"pass".into(), 1));
}

#[test]
fn bad_input_is_one_clear_sentence_and_exit_code_2() {
    for (arguments, named) in [
        (vec!["best", START, "37"], "37"),
        (vec!["best", START], "roll"),
        (vec!["best", "4HPwATDgc/ABM", "31"], "14"),
        (vec!["best", "XGID=-b----E-C---eE---c-e----C-:0:0:1:31:0:0:0:0:10"], "16"),
        (vec!["best", START, "31", "--weights", "no/such/file"], "no/such/file"),
        (vec!["best", START, "31", "--weights", env!("CARGO_BIN_EXE_shesh")], "weights"),
        (vec!["best", START, "31", "--game", "chess"], "matador, american, chase and icelandic"),
        (vec!["duel", "shesh", "columns", "--game", "2000"], "did you mean --games 2000?"),
        (vec!["evaluate", "--input", "no.csv", "--output", "out.csv"], "no.csv"),
        (vec!["duel", "shesh", "nobody"], "nobody"),
        (vec!["duel", "columns:3", "shesh"], "columns"),
        (vec!["train", "--recipe", "slow"], "quick"),
        (vec!["train", "--resume", "--output", "no/such/run"], "no/such/run"),
        (vec!["train", "--device", "abacus"], "abacus"),
        (vec!["show", "?"], "14"),
        (vec!["best", START, "31", "--plays", "0"], "0"),
        (vec!["cube", START, "--met", env!("CARGO_BIN_EXE_shesh")], "shesh: cannot read: "),
        (vec!["cube", START, "--met", "Cargo.toml"], "table Cargo.toml: invalid XML: "),
    ] {
        let message = refused_with(&arguments, 2);
        assert!(message.contains(named), "{arguments:?}: {message}");
    }
}

#[test]
fn a_recipe_that_cannot_be_read_is_refused_with_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.toml");
    for (text, problem) in [
        ("", "wrong.toml: invalid recipe: line 1: missing field `name`\n"),
        ("name = \"x\"\nabout\n", "invalid recipe: line 2: "),
        ("name = \"x\"\ncolour = 3\n", "invalid recipe: line 2: unknown field"),
    ] {
        fs::write(&path, text).unwrap();
        let message = refused_with(&["train", "--recipe", path.to_str().unwrap()], 2);
        assert!(message.contains(problem), "{text:?}: {message}");
    }
}

#[test]
fn a_duel_fits_on_80_columns_whatever_the_players_are_called() {
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/backgammon/small.weights");
    let duel = ["duel", weights, "columns", "--games", "2"];
    for cube in [&[][..], &["--cube"], &["--match", "1"]] {
        let text = stdout(&[&duel[..], cube].concat());
        let (players, text) = text.split_once('\n').unwrap();
        assert!(players.ends_with("small.weights against columns,"), "{players}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        // One pair of games has a mean, but no interval.
        assert!(text.contains(" ± ? ") && text.contains("(95 %) for the first"), "{text}");
    }
}

#[test]
fn evaluate_writes_what_it_was_given_in_the_same_order() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let plays = ranked(&["best", START, "64", "--ply", "1", "--cubeless"]);
    let ids: Vec<&str> = plays.iter().map(|p| p["position_id"].as_str().unwrap()).collect();
    // Other columns are ignored.
    let rows: Vec<String> = ids.iter().map(|id| format!("a,{id},\"1,5\"")).collect();
    fs::write(path("in.csv"), format!("x,position_id,y\n{}\n", rows.join("\r\n"))).unwrap();
    stdout(&["evaluate", "--input", &path("in.csv"), "--output", &path("out.csv")]);
    let written = fs::read_to_string(path("out.csv")).unwrap();
    let mut lines = written.lines();
    assert_eq!(
        lines.next(),
        Some("position_id,win,win_gammon,win_backgammon,lose_gammon,lose_backgammon,equity")
    );
    for ((line, id), play) in lines.by_ref().zip(&ids).zip(&plays) {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(&cells[0], id);
        assert!(cells[1..].iter().all(|cell| cell.split('.').nth(1).unwrap().len() >= 6));
        // The same equity as in `best`, from the opponent's view.
        let equity: f64 = cells[6].parse().unwrap();
        assert!((equity + play["equity"].as_f64().unwrap()).abs() < 1e-5, "{line}");
    }
    assert_eq!(lines.next(), None);
    assert_eq!(written.lines().count(), ids.len() + 1);

    // A single evaluation gives the same, and 2-ply is the mean over the rolls.
    let one = json(&["evaluate", ids[0], "--ply", "1", "--json"]);
    let first: f64 = written.lines().nth(1).unwrap().split(',').nth(6).unwrap().parse().unwrap();
    assert!((one["equity"].as_f64().unwrap() - first).abs() < 1e-5);
    let two = json(&["evaluate", START, "--json", "--ply", "2", "--cubeless"]);
    let two = two["equity"].as_f64().unwrap();
    let mut mean = 0.0;
    for high in 1..=6 {
        for low in 1..=high {
            let roll = format!("{high}{low}");
            let best = ranked(&["best", START, &roll, "--ply", "1", "--cubeless"]);
            let weight = if high == low { 1.0 } else { 2.0 };
            mean += weight / 36.0 * best[0]["equity"].as_f64().unwrap();
        }
    }
    assert!((two - mean).abs() < 1e-4, "{two} {mean}");

    // An invalid line is named, and nothing is written.
    fs::write(path("bad.csv"), format!("position_id\n{START}\nnonsense\n")).unwrap();
    let message =
        refused_with(&["evaluate", "--input", &path("bad.csv"), "--output", &path("no.csv")], 2);
    assert!(message.contains("line 3"), "{message}");
    assert!(!Path::new(&path("no.csv")).exists());
    fs::write(path("columns.csv"), format!("id\n{START}\n")).unwrap();
    let message = refused_with(
        &["evaluate", "--input", &path("columns.csv"), "--output", &path("no.csv")],
        2,
    );
    assert!(message.contains("position_id"), "{message}");
    refused_with(
        &["evaluate", "--input", &path("in.csv"), "--output", "/no/such/folder/out.csv"],
        1,
    );
}

#[test]
fn a_game_that_a_network_does_not_know_is_shown_counted_and_played_by_bots() {
    let text = stdout(&["show", "--game", "fevga"]);
    assert!(
        text.contains("Position ID fevga@AACA/z8AAID/Pw\n") && !text.contains("XGID"),
        "{text}"
    );
    let id = "fevga@AACA/z8AAID/Pw";
    assert_eq!(stdout(&["show", id]), text);
    let counts = stdout(&["perft", id, "--depth", "3"]);
    assert!(
        counts.ends_with("22\n    2                 479\n    3              21,893\n"),
        "{counts}"
    );
    let json = stdout(&["perft", "--game", "fevga", "--json"]);
    assert!(json.contains("\"position_id\": \"fevga@AACA/z8AAID/Pw\""), "{json}");
    let duel = ["duel", "pipcount", "random", "--game", "fevga", "--games", "200", "--json"];
    let result: serde_json::Value = serde_json::from_str(&stdout(&duel)).unwrap();
    assert!(result["points_per_game"].as_f64().unwrap() > 0.3, "{result}");
    for command in [
        vec!["best", id, "31", "--weights", SMALL],
        vec!["evaluate", id, "--weights", SMALL],
        vec!["rollout", id, "--weights", SMALL],
        vec!["play", "--game", "fevga", "--weights", SMALL],
        vec!["benchmark", "--game", "fevga", "--weights", SMALL],
        vec!["duel", SMALL, "random", "--game", "fevga"],
        vec!["duel", "columns", "random", "--game", "fevga"],
    ] {
        let message = refused_with(&command, 2);
        let why = ["trained for backgammon cannot evaluate fevga", "fevga is not supported"];
        assert!(why.iter().any(|why| message.contains(why)), "{command:?}: {message}");
    }
    let message = refused_with(&["best", id, "31", "--weights", SMALL], 2);
    assert!(message.contains("omit --weights to use the built-in network for fevga"), "{message}");
    // Fevga bears off like backgammon; Old English with wasted numbers does not.
    let message = refused_with(&["bearoff", "query", id], 2);
    assert!(message.contains("all checkers of both sides home"), "{message}");
    let wasting = "old-english:waste=allowed@AgAABAAAAAAAAA";
    let message = refused_with(&["bearoff", "query", wasting], 2);
    assert!(message.contains("no bearoff table for old-english:waste=allowed"), "{message}");
    let matches =
        ["duel", "pipcount", "random", "--game", "fevga", "--match", "3", "--games", "200"];
    let result = stdout(&[&matches[..], &["--json"]].concat());
    let result: serde_json::Value = serde_json::from_str(&result).unwrap();
    assert_eq!((&result["match_length"], &result["played"]), (&3.into(), &200.into()));
    assert!(result["result"].as_f64().unwrap() > 0.55, "{result}");
    let message = refused_with(&["duel", "pipcount", "random", "--game", "fevga", "--cube"], 2);
    assert!(message.contains("without a cube"), "{message}");
}

/// A network for backgammon.
const SMALL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/backgammon/small.weights");

#[test]
fn fevga_is_judged_by_its_own_network() {
    let id = "fevga@AACA/z8AAID/Pw";
    let said = json(&["evaluate", id, "--json"]);
    let start = json(&["evaluate", START, "--json"]);
    assert_ne!(said["engine"]["weights_crc32"], start["engine"]["weights_crc32"]);
    assert!(said["equity"].as_f64().unwrap() > 0.0, "who begins is ahead: {said}");
    // After the runner has passed, a number may be played from the head.
    let passed = "fevga@AACA/z8AAgD/Pw";
    let plays = json(&["best", passed, "21", "--json"]);
    assert!(plays["plays"].as_array().unwrap().len() > 1, "{plays}");
    assert_eq!(notes(&["best", passed, "21"]), "", "it has learned this game");
    let rolled = ["rollout", id, "--games", "36", "--truncate", "4", "--json"];
    assert_eq!(json(&rolled)["game"], "fevga");
    let duel = ["duel", "shesh", "pipcount", "--game", "fevga", "--games", "100", "--json"];
    assert!(json(&duel)["points_per_game"].as_f64().unwrap() > 0.5);
    let table = stdout(&["benchmark", "--game", "fevga", "--games", "20"]);
    assert!(table.contains("\npipcount") && !table.contains("pubeval"), "{table}");
    let said = refused_with(&["cube", id], 2);
    assert_eq!(said, "error: fevga is played without a cube\n");
}

#[test]
fn variants_are_read_and_played() {
    let text = stdout(&["show", "--game", "hypergammon"]);
    let id = text.lines().find_map(|line| line.strip_prefix("Position ID ")).unwrap();
    assert_eq!(stdout(&["show", id]), text);
    let id = id.strip_prefix("hypergammon@").unwrap();
    assert_eq!(stdout(&["show", id, "--game", "hypergammon"]), text);
    // The former name of the option.
    assert_eq!(stdout(&["show", id, "--variant", "hypergammon"]), text);
    assert!(stdout(&["best", id, "21", "--game", "hypergammon"]).contains("21 has"));
    // The game has its own network; a note names the network of another game, if used.
    assert_eq!(notes(&["best", id, "21", "--game", "hypergammon"]), "");
    assert!(notes(&["best", START, "21", "--game", "irish"]).contains("trained for backgammon"));
    assert_eq!(notes(&["best", START, "31"]), "");
    // The same ID is a different position in backgammon: twelve checkers are off.
    assert!(stdout(&["show", id]).contains("12 off"));
    refused_with(&["show", START, "--game", "hypergammon"], 2);
    stdout(&["duel", "shesh", "columns", "--games", "10", "--game", "nackgammon"]);
}

/// Notes on stderr of a command that succeeds.
fn notes(arguments: &[&str]) -> String {
    let output = shesh(arguments).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{arguments:?}: {stderr}");
    stderr
}

const NACKGAMMON: &str = "nackgammon@4Dl4ADbgOXgANg";

#[test]
fn a_position_is_of_the_game_that_its_id_names() {
    let game = "shesh was trained for backgammon, so its evaluation of nackgammon is approximate";
    for command in [
        vec!["best", NACKGAMMON, "31"],
        vec!["evaluate", NACKGAMMON],
        vec!["cube", NACKGAMMON],
        vec!["rollout", NACKGAMMON, "--games", "36", "--truncate", "2"],
    ] {
        assert_eq!(notes(&command).matches(game).count(), 1, "{command:?}");
        let same = [&command[..], &["--game", "nackgammon"]].concat();
        assert_eq!(notes(&same).matches(game).count(), 1, "{same:?}");
    }
    for command in [
        vec!["best", NACKGAMMON, "31"],
        vec!["evaluate", NACKGAMMON],
        vec!["cube", NACKGAMMON],
        vec!["rollout", NACKGAMMON],
        vec!["show", NACKGAMMON],
        vec!["perft", NACKGAMMON],
        vec!["bearoff", "query", NACKGAMMON],
    ] {
        for other in ["fevga", "backgammon"] {
            let message = refused_with(&[&command[..], &["--game", other]].concat(), 2);
            let want = format!("error: the position is of nackgammon, and --game says {other}\n");
            assert_eq!(message, want, "{command:?}");
        }
    }
    let fevga = ["evaluate", "fevga@AACA/z8AAID/Pw", "--game", "nackgammon"];
    assert!(refused_with(&fevga, 2).contains("is of fevga"), "and nothing is said of Nackgammon");
}

#[test]
fn what_is_agreed_may_be_said_by_the_id_or_beside_it() {
    let id = |game: &str| format!("{game}@AACA/z8AAID/Pw");
    let shown = |named: &str, said: &str| {
        let text = stdout(&["show", &id(named), "--game", said]);
        let line = text.lines().find_map(|line| line.strip_prefix("Position ID ")).unwrap();
        line.strip_suffix("@AACA/z8AAID/Pw").unwrap().to_owned()
    };
    assert_eq!(shown("plakoto", "plakoto:mother=off"), "plakoto:mother=off");
    assert_eq!(shown("plakoto:mother=off", "plakoto"), "plakoto:mother=off");
    assert_eq!(shown("plakoto:mother=off", "plakoto:draw=1"), "plakoto:mother=off,draw=1");
    assert_eq!(shown("fevga:runner=home", "fevga:closed-quarter=own"), "fevga:runner=home");
    let usual = "fevga:runner=past-start";
    for (other, said) in [
        ("plakoto:mother=immediate", "plakoto:mother=off"),
        ("tapa", "plakoto:mother=off"),
        // The usual value of an option is a statement too.
        ("fevga:runner=home", usual),
    ] {
        let message = refused_with(&["show", &id(other), "--game", said], 2);
        assert_eq!(message, format!("error: the position is of {other}, and --game says {said}\n"));
    }
    let message = refused_with(&["show", &id(usual), "--game", "fevga:runner=home"], 2);
    let both = format!("is of {usual}, and --game says fevga:runner=home");
    assert!(message.contains(&both), "{message}");
}

#[test]
fn numbers_that_are_left_to_play_come_before_a_roll() {
    let left = stdout(&["evaluate", "gul-bara@AACW6j8AALRvPg9AHA", "--ply", "1"]);
    assert!(left.contains("4 4 4 4 left to play, at 1-ply, the player on roll"), "{left}");
    for command in ["best", "rollout"] {
        let refused = refused_with(&[command, "gul-bara@AACW6j8AALRvPg9AHA", "31"], 2);
        let reason = "no roll now, since numbers are left to play: 4 4 4 4";
        assert!(refused.contains(reason), "{command}: {refused}");
    }
    let start = stdout(&["evaluate", "--game", "gul-bara", "--ply", "1"]);
    assert!(start.contains("Before the roll, at 1-ply"), "{start}");
}

#[test]
fn a_table_of_positions_holds_those_of_other_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (input, output) = (path("in.csv"), path("out.csv"));
    let write = |ids: &[&str]| {
        fs::write(&input, format!("position_id\n{}\n", ids.join("\n"))).unwrap();
    };
    let judge = ["evaluate", "--input", &input, "--output", &output];
    write(&[START, NACKGAMMON, NACKGAMMON]);
    let note =
        "note: shesh was trained for backgammon, so its evaluation of nackgammon is approximate\n";
    assert_eq!(notes(&judge), note);
    let written = fs::read_to_string(&output).unwrap();
    let row = written.lines().nth(2).unwrap();
    let equity: f64 =
        row.strip_prefix(NACKGAMMON).unwrap().rsplit_once(',').unwrap().1.parse().unwrap();
    let alone = |id| json(&["evaluate", id, "--ply", "1", "--json"])["equity"].as_f64().unwrap();
    assert!((equity - alone(NACKGAMMON)).abs() < 1e-5, "{row}");

    let bare = &NACKGAMMON["nackgammon@".len()..];
    write(&[bare, NACKGAMMON]);
    assert_eq!(notes(&[&judge[..], &["--game", "nackgammon"]].concat()), note);
    let message = refused_with(&[&judge[..], &["--game", "hypergammon"]].concat(), 2);
    assert!(message.contains("line 2: "), "{message}");
    let message = refused_with(&[&judge[..], &["--game", "long-gammon"]].concat(), 2);
    assert!(message.contains("line 3: the position is of nackgammon"), "{message}");
    write(&[START, "fevga@AACA/z8AAID/Pw"]);
    let message = refused_with(&[&judge[..], &["--weights", SMALL]].concat(), 2);
    assert!(message.contains("line 3: a network trained for backgammon"), "{message}");
    // The network of its game evaluates each row.
    assert_eq!(notes(&judge), "");
    let written = fs::read_to_string(&output).unwrap();
    let equity = |row: &str| row.rsplit_once(',').unwrap().1.parse::<f64>().unwrap();
    let one = alone("fevga@AACA/z8AAID/Pw");
    assert!((equity(written.lines().nth(2).unwrap()) - one).abs() < 1e-5, "{written}");
}

#[test]
fn duels_and_benchmarks_are_tables_or_json_and_the_same_on_any_number_of_threads() {
    let duel = ["duel", "shesh", "random", "--games", "60", "--json"];
    let one = stdout(&[&duel[..], &["--threads", "1"]].concat());
    assert_eq!(one, stdout(&[&duel[..], &["--threads", "3"]].concat()));
    let value: serde_json::Value = serde_json::from_str(&one).unwrap();
    assert_eq!(value["games"], 60);
    assert!(value["points_per_game"].as_f64().unwrap() > 1.5, "{one}");
    assert!(value["interval_95"].as_f64().unwrap() > 0.0);
    let wins = |who: &str| value[who]["wins"].as_u64().unwrap();
    assert_eq!(wins("first_wins") + wins("second_wins"), 60);

    let table = stdout(&["benchmark", "--games", "20"]);
    for bot in ["random", "pipcount", "columns", "berliner", "pubeval"] {
        assert!(table.lines().any(|line| line.starts_with(bot)), "{table}");
    }
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
    let measured = json(&["benchmark", "--games", "20", "--json"]);
    assert!(measured["opponents"].as_array().unwrap().len() >= 5);
}

/// A run of some seconds, long enough to be killed in the middle.
const RECIPE: &str = r#"
name = "small"
about = "Small."

[contact]
inputs = "structural1"
hidden = [32]
activation = "relu"
output = "softmax"

[measure]
opponent = "random"
games = 40
final_games = 40

[[stages]]
name = "td"
games = 3000
batch_games = 25
measure_every = 1000
targets = { lambda-return = { lambda = 0.7 } }
minibatch = 64
optimiser = "adam"
learning_rate = 1e-3
final_learning_rate = 1e-3
"#;

fn weights(folder: &str) -> (Vec<sheshbesh_network::Net>, u64) {
    let network = Network::read(&Path::new(folder).join("network.weights")).unwrap();
    (network.nets().cloned().collect(), network.provenance.games)
}

fn spawn(arguments: &[&str]) -> Child {
    std::process::Command::new(env!("CARGO_BIN_EXE_shesh"))
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Waits up to a minute for a condition while a program runs.
fn wait_for(child: &mut Child, what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        let ended = child.try_wait().unwrap();
        if ended.is_some() || began.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            panic!("no {what} after {:?}; ended: {ended:?}", began.elapsed());
        }
        sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_run_that_is_killed_ends_in_the_same_weights() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("small.toml"), RECIPE).unwrap();
    let train = |name: &str| {
        ["train", "--recipe", &path("small.toml"), "--output", &path(name)].map(str::to_owned)
    };
    let whole = train("whole");
    let text = stdout(&whole.each_ref().map(String::as_str));
    assert!(text.contains("Finished") && text.contains("network.weights"), "{text}");
    assert!(text.contains("3,000"), "{text}");

    // Kill the run without warning, early and later.
    let killed = train("killed");
    let killed = killed.each_ref().map(String::as_str);
    let mut arguments = killed.to_vec();
    for wait in [300, 700] {
        let mut child = spawn(&arguments);
        let checkpoint = folder.path().join("killed/checkpoint");
        wait_for(&mut child, "checkpoint", || checkpoint.exists());
        sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
        arguments = [&killed[..], &["--resume"]].concat();
    }
    stdout(&arguments);
    assert!(weights(&path("whole")) == weights(&path("killed")));

    // An existing run is neither restarted nor resumed with other options.
    assert!(refused_with(&killed, 2).contains("holds a training run"));
    let other_seed = [&killed[..], &["--resume", "--seed", "9"]].concat();
    assert!(refused_with(&other_seed, 2).contains("seed"));
    let other = ["train", "--recipe", "quick", "--resume", "--output", killed[4]];
    assert!(refused_with(&other, 2).contains("recipe"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_a_checkpoint_from_which_the_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("small.toml"), RECIPE).unwrap();
    let (recipe, run) = (path("small.toml"), path("run"));
    let mut child = spawn(&["train", "--recipe", &recipe, "--output", &run, "--seed", "5"]);
    // The second measurement comes after some learning.
    let curve = folder.path().join("run/curve.csv");
    wait_for(&mut child, "second measurement", || {
        fs::read_to_string(&curve).is_ok_and(|curve| curve.lines().count() >= 3)
    });
    let interrupted =
        std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupted.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let resumed = stdout(&["train", "--resume", "--output", &run]);
    assert!(resumed.contains("Resuming after") && resumed.contains("Finished"), "{resumed}");
    let whole = path("whole");
    stdout(&["train", "--recipe", &recipe, "--output", &whole, "--seed", "5"]);
    assert!(weights(&run) == weights(&whole));
}

#[test]
fn a_game_can_be_played_to_the_end_and_says_what_is_illegal() {
    let say = |words: &str| {
        let output = shesh(&["play", "--seed", "3"]).write_stdin(words).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let text = say("help\nhint\nundo\n24/1\nnonsense\nresign backgammon\n");
    for expected in ["take the play back", "equity", "nothing to take back", "not a play", "wins"] {
        assert!(text.contains(expected), "no {expected:?} in {text}");
    }
    // The end of the input ends the game.
    assert!(say("").contains("Goodbye"));
    assert!(say("quit\n").contains("Goodbye"));

    // Play the first play of `hint` until the game ends; take the very first one back once.
    let mut words = String::new();
    for _ in 0..400 {
        let text = say(&format!("{words}hint\n"));
        if text.contains("You win") || text.contains("The engine wins") {
            return;
        }
        let hint = text.rsplit(" 1. ").next().unwrap();
        let play: Vec<&str> =
            hint.split_whitespace().take_while(|word| word.contains('/')).collect();
        let play = play.join(" ");
        if words.is_empty() {
            words += &format!("{play}\nundo\n");
        }
        words += &format!("{play}\n\n");
    }
    panic!("the game does not end");
}

#[test]
fn bearoff_tables_are_made_once_checked_and_queried() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().to_str().unwrap();
    let bearoff =
        |arguments: &[&str]| stdout(&[&["bearoff", "--cache", cache], arguments].concat());
    assert!(bearoff(&["list"]).contains("No tables"));
    let made = bearoff(&["make", "--two-sided", "3"]);
    assert!(made.contains("up to 15 checkers") && made.contains("up to 3 checkers a side"));
    assert_eq!(bearoff(&["check"]).matches("intact").count(), 2);
    // Checkers on the 5 and 1 points against one on the ace point: 23 of 36 rolls win.
    let query = ["query", "AQAAhAAAAAAAAA", "--json"];
    let known: serde_json::Value = serde_json::from_str(&bearoff(&query)).unwrap();
    let exact = |name: &str| known["exact"][name].as_f64().unwrap();
    assert!((exact("cubeless") - 10.0 / 36.0).abs() < 1e-6);
    assert_eq!(known["exact"]["centred"]["action"], "double, take");
    assert!((known["win_if_alone"].as_f64().unwrap() - 23.0 / 36.0).abs() < 1e-6);

    // A damaged table is named by check, and remade when it is needed.
    let file = folder.path().join("two-sided-3.bearoff");
    let whole = fs::read(&file).unwrap();
    fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    let output = shesh(&["bearoff", "--cache", cache, "check"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("two-sided-3"));
    assert_eq!(serde_json::from_str::<serde_json::Value>(&bearoff(&query)).unwrap(), known);
    assert_eq!(fs::read(&file).unwrap(), whole);
    let not_home = refused_with(&["bearoff", "--cache", cache, "query", START], 2);
    assert!(not_home.contains("home"), "{not_home}");

    // Fevga shares the tables of backgammon; other games have none, or no two-sided one.
    let make = ["bearoff", "--cache", cache, "make", "--one-sided", "2", "--game"];
    let shared = notes(&[&make[..], &["fevga", "--two-sided", "2"]].concat());
    assert_eq!(shared, "note: fevga shares the bearoff tables of backgammon\n");
    let early = refused_with(&[&make[..], &["early", "--two-sided", "8"]].concat(), 2);
    assert!(early.contains("there is no two-sided table of early"), "{early}");
    for none in ["tabula", "hypergammon"] {
        let message = refused_with(&[&make[..], &[none]].concat(), 2);
        assert!(message.contains(&format!("no bearoff table for {none}")), "{message}");
    }
}

#[test]
fn hypergammon_is_solved_once_checked_and_queried() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().to_str().unwrap();
    let hypergammon =
        |arguments: &[&str]| stdout(&[&["hypergammon", "--cache", cache], arguments].concat());
    assert!(hypergammon(&["check"]).contains("No tables"));
    // One checker per side, on the 24 points; two of the three are off.
    let position = "AACAAAAAAgAAAA";
    let query = ["query", position, "--checkers", "1"];
    let missing = refused_with(&[&["hypergammon", "--cache", cache], &query[..]].concat(), 1);
    assert!(missing.contains("shesh hypergammon make --checkers 1"), "{missing}");
    let make = ["make", "--checkers", "1"];
    let made = hypergammon(&make);
    assert!(made.contains("1 checker a side") && made.contains("sweeps"), "{made}");
    assert!(hypergammon(&make).contains("already exists"));
    assert!(hypergammon(&["check"]).contains("all intact"));
    let known: serde_json::Value =
        serde_json::from_str(&hypergammon(&[&query[..], &["--json"]].concat())).unwrap();
    assert_eq!((&known["game"], &known["checkers"]), (&"hypergammon".into(), &1.into()));
    // Reference values from `makehyper`.
    let close = |value: &serde_json::Value, want: f64| {
        assert!((value.as_f64().unwrap() - want).abs() < 1e-4, "{known}");
    };
    close(&known["probabilities"]["win"], 0.60158);
    close(&known["probabilities"]["lose_backgammon"], 0.03315);
    close(&known["owned"]["no_double"], 0.58828);
    close(&known["centred"]["no_double"], 0.53932);
    close(&known["centred_jacoby"]["no_double"], 0.45568);
    close(&known["opponents_cube"], 0.38636);
    let words = hypergammon(&query);
    assert!(words.lines().all(|line| line.chars().count() <= 80), "{words}");
    assert!(words.contains("centred, Jacoby") && words.contains("double/take"), "{words}");

    let file = folder.path().join("hypergammon-1.table");
    let whole = fs::read(&file).unwrap();
    fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    let check = refused_with(&["hypergammon", "--cache", cache, "check"], 1);
    assert!(check.contains("hypergammon-1.table"), "{check}");
    // Solving resumes from an unfinished file, or restarts if the file is damaged.
    fs::write(folder.path().join("hypergammon-1.unfinished"), "nothing").unwrap();
    assert!(hypergammon(&make).contains("Solved"));
    assert_eq!(fs::read(&file).unwrap(), whole);
    assert!(!folder.path().join("hypergammon-1.unfinished").exists());

    let refuse = |position: &str, checkers: &str, code: i32| {
        let query = ["query", position, "--checkers", checkers];
        refused_with(&[&["hypergammon", "--cache", cache], &query[..]].concat(), code)
    };
    assert!(refuse("AACgAgAAKgAAAA", "1", 2).contains("more than 1 checker"));
    assert!(refuse("nackgammon@4Dl4ADbgOXgANg", "1", 2).contains("nackgammon"));
    assert!(refuse("AACAAAAAAAAAAA", "1", 2).contains("over"));
}

#[test]
fn what_people_type_is_understood() {
    let say = |arguments: &[&str], words: &str| {
        let output = shesh(arguments).write_stdin(words).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {stderr}");
        String::from_utf8(output.stdout).unwrap()
    };
    // Play starts at a position with its roll, and one line makes a play and ends the turn.
    let opening = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:3:0:7:10";
    let text = say(&["play", "--position", opening, "--seed", "1"], "8/5 6/5 PASS\nQuit\n");
    assert!(text.contains("31 to play") && text.contains("Goodbye"), "{text}");
    assert!(text.contains("Roll or double") || text.contains("The engine"), "{text}");
    let doubled = opening.replace(":1:31:", ":-1:D:");
    let text = say(&["play", "--position", &doubled, "--seed", "1"], "Take\nquit\n");
    assert!(text.contains("The engine doubles to 2"), "{text}");
    let text = say(&["play", "--position", &doubled, "--seed", "1"], "DROP\nquit\n");
    assert!(text.contains("engine wins"), "{text}");
    refused_with(&["play", "--position", "nonsense"], 2);
    refused_with(&["play", "--position", opening, "--game", "fevga"], 2);
    // The position is optional, and names of games ignore case.
    let fevga = stdout(&["best", "31", "--game", "Fevga", "--ply", "1"]);
    assert_eq!(fevga, stdout(&["best", "fevga@AACA/z8AAID/Pw", "31", "--ply", "1"]));
    assert_eq!(stdout(&["best", "31", "--ply", "1"]), stdout(&["best", START, "31", "--ply", "1"]));
    assert_eq!(stdout(&["cube", "--ply", "1"]), stdout(&["cube", START, "--ply", "1"]));
    assert_eq!(stdout(&["evaluate", "--ply", "1"]), stdout(&["evaluate", START, "--ply", "1"]));
    assert_eq!(
        stdout(&["show", "--game", "Long Nardi"]),
        stdout(&["show", "--game", "long-nardi"])
    );
    // A position inside a longer text is found.
    let pasted =
        "see https://example.org/?id=XGID%3D-b----E-C---eE---c-e----B-%3A0:0:1:31:2:3:0:7:10 there";
    assert_eq!(stdout(&["show", pasted]), stdout(&["show", opening]));
}

#[test]
fn a_duel_from_a_position_is_written_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("duel.json");
    let path = file.to_str().unwrap();
    let id = "XGID=-A----------------------a-:0:0:1:00:0:0:0:0:10".replace("----a-", "a-----");
    stdout(&["duel", "pipcount", "random", "--position", &id, "--games", "4", "--save", path]);
    let record = fs::read_to_string(&file).unwrap();
    assert_eq!(record.matches("\"result\"").count(), 4, "{record}");
}

#[test]
fn a_picture_is_written_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.svg");
    let file = path.to_str().unwrap();
    let play = ["show", START, "31", "--svg", file, "--arrows", "8/5 6/5"];
    assert_eq!(stdout(&play), "");
    let svg = fs::read_to_string(&path).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
    assert_eq!(svg.matches("class=\"played head\"").count(), 2);
    assert!(refused_with(&play, 2).contains("--force"));
    let print = [&play[..], &["--force", "--theme", "print", "--flip"]].concat();
    stdout(&print);
    assert_ne!(fs::read_to_string(&path).unwrap(), svg);
    // The roll of the ID, the start of a game, and a pipe.
    let id = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";
    let piped = stdout(&["show", id, "--svg", "-", "--best", "8/5 6/5"]);
    assert_eq!(piped.matches("class=\"best head\"").count(), 2);
    assert_eq!(stdout(&["show", "31", "--svg", "-", "--arrows", "8/5 6/5"]), svg);
    for (more, named) in [
        (&["--arrows", "8/5 6/5"][..], "no roll"),
        (&["31", "--arrows", "8/2"], "from 8 to 2"),
        (&["--theme", "sepia"], "sepia"),
    ] {
        let said = refused_with(&[&["show", START, "--svg", "-"], more].concat(), 2);
        assert!(said.contains(named), "{more:?}: {said}");
    }
    assert!(refused_with(&["show", START, "--flip"], 2).contains("--svg"));
}

#[test]
fn the_best_play_by_cube_is_a_table() {
    let text = stdout(&["best", START, "31", "--ply", "1", "--cubes", "--no-tables"]);
    let (_, table) = text.split_once("Best play by cube:").unwrap();
    for (row, equity) in [("centred cube", 1), ("own cube on 2", 1), ("opponent's cube on 2", 1)] {
        let lines: Vec<&str> = table.lines().filter(|line| line.contains(row)).collect();
        assert_eq!(lines.len(), equity, "{text}");
        assert!(lines[0].contains("8/5 6/5") && lines[0].contains('.'), "{text}");
    }
    assert!(table.contains("The same play is best with each cube."), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    for (more, named) in [
        (&["--cubeless"][..], "--cubeless"),
        (&["--scores", "3"], "--scores"),
        (&["--match", "1"], "where the cube can be turned"),
    ] {
        let said = refused_with(&[&["best", START, "31", "--cubes"], more].concat(), 2);
        assert!(said.contains(named), "{more:?}: {said}");
    }
}
