//! What is agreed at the table, in duels, in games against the engine and in judged positions.

use assert_cmd::Command;
use serde_json::Value;

mod common;
use common::is_one_sentence;

fn shesh(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shesh"));
    command.args(arguments);
    command
}

fn stdout(arguments: &[&str]) -> String {
    let output = shesh(arguments).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{arguments:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&stdout(&[arguments, &["--json"]].concat())).unwrap()
}

fn refused(arguments: &[&str]) -> String {
    let output = shesh(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

const TAVLI: [&str; 7] = ["duel", "pipcount", "random", "--frame", "tavli", "--match", "7"];

#[test]
fn a_tavli_match_is_played_whole_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tavli.json");
    let save = ["--games", "2", "--save", path.to_str().unwrap()];
    let result = json(&[&TAVLI[..], &save].concat());
    assert_eq!((&result["game"], &result["match_length"]), (&"tavli".into(), &7.into()));
    let record = std::fs::read_to_string(folder.path().join("tavli-1.json")).unwrap();
    let record: Value = serde_json::from_str(&record).unwrap();
    assert_eq!((&record["frame"], &record["game"]), (&"tavli".into(), &"portes".into()));
    let games = record["games"].as_array().unwrap();
    let in_turn = [None, Some("plakoto"), Some("fevga")].into_iter().cycle();
    let mut winner = None;
    for (game, name) in games.iter().zip(in_turn) {
        assert_eq!(game["game"].as_str(), name);
        // The winner of the game before has begun.
        let first = game["entries"][0]["player"].as_u64();
        assert!(winner.is_none() || first == winner, "{game}");
        winner = game["result"]["winner"].as_u64();
    }
    let last = &games.last().unwrap();
    let winner = winner.unwrap() as usize - 1;
    let points = last["result"]["points"].as_u64().unwrap();
    assert!(games.len() > 3 && last["score"][winner].as_u64().unwrap() + points >= 7);
    // It is read again, and shown.
    let shown = stdout(&[
        "convert",
        path.with_file_name("tavli-1.json").to_str().unwrap(),
        folder.path().join("again.json").to_str().unwrap(),
    ]);
    assert!(!shown.contains("warning"), "{shown}");
    let again = std::fs::read_to_string(folder.path().join("again.json")).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&again).unwrap()["games"], record["games"]);
}

#[test]
fn a_mixed_frame_has_a_winner_and_is_told() {
    let frame = ["--frame", "backgammon,long-nardi,hypergammon", "--games", "20"];
    let text = stdout(&[&["duel", "pipcount", "random"], &frame[..]].concat());
    assert!(text.contains("20 frames of backgammon,long-nardi,hypergammon"), "{text}");
    assert!(text.contains("% of them") && text.lines().all(|line| line.chars().count() <= 80));
}

/// Whose winners begin the next game, which no game of a duel is.
#[test]
fn games_of_a_duel_are_saved_each_for_itself() {
    let folder = tempfile::tempdir().unwrap();
    for game in [&["--game", "portes"][..], &["--game", "fevga"], &["--starter", "winner"]] {
        for ending in ["json", "mat"] {
            let path = folder.path().join(format!("games.{ending}"));
            let save = ["--games", "4", "--force", "--save", path.to_str().unwrap()];
            stdout(&[&["duel", "pipcount", "random"], game, &save].concat());
            assert!(path.exists(), "{game:?} {ending}");
        }
    }
    let record = std::fs::read_to_string(folder.path().join("games.json")).unwrap();
    let record: Value = serde_json::from_str(&record).unwrap();
    let games = record["games"].as_array().unwrap();
    assert!(games.len() == 4 && games.iter().all(|game| game["result"].is_object()));
}

#[test]
fn scorings_that_are_agreed_are_counted_in_duels() {
    let points = |scoring: &[&str]| {
        let duel = ["duel", "pipcount", "random", "--game", "fevga", "--games", "60"];
        json(&[&duel[..], scoring].concat())["points_per_game"].as_f64().unwrap()
    };
    let [usual, single, left] =
        [&[][..], &["--scoring", "single"], &["--scoring", "left"]].map(points);
    assert!(single <= usual && usual < left, "{single} {usual} {left}");
}

#[test]
fn games_that_wander_are_drawn_by_their_length() {
    let duel = ["duel", "random", "random", "--games", "20", "--turn-limit", "5"];
    let result = json(&duel);
    assert_eq!((&result["first_wins"]["wins"], &result["drawn"]), (&0.into(), &20.into()));
    assert_eq!(result["points_per_game"], 0.0);
    let text = stdout(&duel);
    let drawn = text.lines().find(|line| line.starts_with("drawn")).unwrap();
    assert!(drawn.contains(" 20 ") && drawn.ends_with("100.0 %"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(stdout(&[&duel[..], &["--cube"]].concat()).contains("; 20 drawn"));
    let all_won = stdout(&["duel", "pipcount", "random", "--games", "20"]);
    assert!(!all_won.contains("drawn"), "{all_won}");
}

/// Nobody turns a cube in games that know none, and nothing is said of one.
#[test]
fn games_without_a_cube_are_judged_without_one() {
    const PORTES: &str = "portes@4HPwATDgc/ABMA";
    const RACE: &str = "portes@u9twAADbbTwAAA";
    let rollout = ["rollout", PORTES, "--games", "36", "--truncate", "2"];
    let evaluate = ["evaluate", PORTES];
    let best = ["best", PORTES, "31"];
    for options in [&["--cube", "4:own"][..], &["--jacoby"], &["--beavers"], &["--cubeful"]] {
        for command in [&rollout[..], &evaluate, &best] {
            let message = refused(&[command, options].concat());
            assert_eq!(message, "error: portes is played without a cube\n", "{options:?}");
        }
    }
    let turned = "portes@XGID=-b----E-C---eE---c-e----B-:2:1:1:00:0:0:0:0:10";
    let message = refused(&["evaluate", turned]);
    assert!(message.contains("portes is played without a cube") && is_one_sentence(&message));
    let to_five = ["--match", "5", "--score", "2-3"];
    for command in [&rollout[..], &evaluate, &best] {
        let text = stdout(&[command, &to_five].concat());
        assert!(text.contains("2-3 in a match to 5\n"), "{text}");
        assert!(!text.contains("cube ") && !text.contains("double"), "{text}");
    }
    let text = stdout(&["evaluate", RACE]);
    assert!(text.contains("The race") && !text.contains("double"), "{text}");
    assert!(stdout(&["evaluate", &RACE["portes@".len()..]]).contains("no double"));
    let text = stdout(&["show", &format!("{PORTES}:UYnlADAAEAAE")]);
    assert!(text.contains("Match to ") && !text.contains("cube"), "{text}");
}

#[test]
fn what_is_over_is_said_to_be_over() {
    let text = stdout(&["evaluate", "AAAA2+4OAAAAAA"]);
    assert!(text.contains("The game is over") && !text.contains("roll, at"), "{text}");
}

#[test]
fn a_match_of_several_games_is_played_against_the_engine() {
    let play = |words: &str| {
        let play = ["play", "--frame", "portes,fevga", "--match", "3", "--seed", "4"];
        let output = shesh(&play).write_stdin(words).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let text = play(&"resign gammon\n".repeat(20));
    for expected in [
        "Game 1 is portes.",
        "The engine wins a gammon, 2 points.",
        "Game 2 is fevga.",
        "The engine begins, having won the game before.",
        "The score is 0 to 4 in a match to 3.",
        "The engine wins the match.",
    ] {
        assert!(text.contains(expected), "no {expected:?} in {text}");
    }
    assert!(!text.contains("The cube is on"), "{text}");
}

#[test]
fn positions_are_judged_by_the_scoring_that_is_agreed() {
    // Whoever is on roll wins a gammon with his next roll.
    let id = "4A/8AwADAAAAAA";
    let equity = |scoring: &[&str]| {
        let evaluate = ["evaluate", id, "--no-tables"];
        json(&[&evaluate[..], scoring].concat())["equity"].as_f64().unwrap()
    };
    let usual = equity(&[]);
    assert!(usual > 1.5, "{usual}");
    assert!((equity(&["--scoring", "gammon3"]) - usual).abs() < 1e-6);
    assert!((equity(&["--scoring", "single"]) - 1.0).abs() < 0.05);
    let evaluate = ["evaluate", id, "--scoring", "left"];
    let output = shesh(&evaluate).output().unwrap();
    let note = String::from_utf8(output.stderr).unwrap();
    assert!(note.contains("do not tell left: judged by oyn-mars"), "{note}");
    let cube = stdout(&["cube", id, "--scoring", "single"]);
    assert!(cube.contains("scored single"), "{cube}");
}

#[test]
fn what_does_not_go_together_is_one_sentence() {
    for (arguments, says) in [
        (vec!["duel", "random", "random", "--frame", "tavli"], "add --match"),
        (vec!["play", "--frame", "tavli"], "add --match"),
        (vec!["duel", "random", "random", "--frame", "chess"], "no game is called \"chess\""),
        (vec!["duel", "random", "random", "--frame", "fevga,nard", "--cube"], "without a cube"),
        (vec!["evaluate", "4HPwATDgc/ABMA", "--scoring", "most"], "no scoring is called"),
        (
            [&TAVLI[..], &["--games", "2", "--save", "/tmp/tavli-of-nobody.mat"]].concat(),
            "save a frame as .json",
        ),
        (
            vec!["duel", "random", "random", "--game", "snake", "--save", "/tmp/nobody.sgf"],
            "save a duel of it as .json",
        ),
        (vec!["play", "--game", "plakoto:"], "\"\" cannot be agreed in plakoto"),
        (vec!["play", "--game", "plakoto:draw=1,draw=0"], "agreed once, not twice"),
        (vec!["play", "--turn-limit", "-1"], "-1 is not in 0..=65535"),
        (vec!["duel", "random", "random", "--games", "-4"], "-4 is not in 1..="),
        (vec!["show", "plakoto@AACA/z8AAID/P"], "14 letters, or 18 where checkers are pinned"),
    ] {
        let message = refused(&arguments);
        assert!(message.contains(says), "{arguments:?}: {message}");
        if !message.contains("For more information") {
            assert!(is_one_sentence(&message), "{message}");
        }
    }
    for arguments in [
        vec!["play", "--frame", "tavli", "--match", "7", "--game", "portes"],
        vec!["duel", "random", "random", "--jacoby"],
    ] {
        assert!(
            refused(&arguments).contains("cannot be used with")
                || refused(&arguments).contains("required"),
            "{arguments:?}"
        );
    }
}

/// All games of a frame are judged, each by its network, and wins count what is agreed.
#[test]
fn a_frame_that_was_saved_is_analysed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mixed.json");
    let duel = ["duel", "pipcount", "columns", "--frame", "backgammon,hypergammon"];
    let save = ["--games", "2", "--scoring", "single", "--save", path.to_str().unwrap()];
    stdout(&[&duel[..], &save].concat());
    let first = folder.path().join("mixed-1.json");
    let analyze = ["analyze", first.to_str().unwrap(), "--preset", "quick", "--no-tables"];
    let judged = json(&analyze);
    let judged = &judged["matches"][0];
    assert_eq!(
        (&judged["game"], &judged["rules"]["scoring"]),
        (&"backgammon".into(), &"single".into())
    );
    assert_eq!(judged["games"][1]["game"], "hypergammon");
    for game in judged["games"].as_array().unwrap() {
        assert!(game["decisions"].as_array().unwrap().len() > 3 && game.get("stopped").is_none());
    }
}
