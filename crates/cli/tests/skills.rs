//! Tests levels of play, by performance rating: `--level` and `shesh:level=PR`.

mod common;

use common::{json, refused, shesh, stdout, stdout_of};
use serde_json::Value;
use sheshbesh_analysis::match_analysis::xg_level;
use sheshbesh_arena::Skill;

/// The smallest network, for short times.
const SMALL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/backgammon/small.weights");

fn level(pr: &str) -> String {
    format!("{SMALL}:level={pr}")
}

fn duel(first: &str, second: &str, more: &[&str]) -> Value {
    let games = if more.contains(&"--games") { &[][..] } else { &["--games", "8"] };
    let mut result = json(&[&["duel", first, second], games, more].concat());
    for name in ["first", "second"] {
        result.as_object_mut().unwrap().remove(name);
    }
    result
}

#[test]
fn names_are_those_of_reports() {
    for (name, skill) in Skill::NAMED {
        let of_report = xg_level(skill.pr()).unwrap().to_lowercase().replace(' ', "-");
        assert_eq!(of_report, name);
    }
}

#[test]
fn level_0_is_the_player_without_mistakes() {
    for more in [&["--seed", "5"][..], &["--cube", "--jacoby"]] {
        let usual = duel(SMALL, "pubeval", more);
        assert_eq!(duel(&level("0"), "pubeval", more), usual);
        assert_ne!(duel(&level("30"), "pubeval", more), usual);
    }
}

#[test]
fn mistakes_follow_from_the_seed_alone() {
    let (one, other) = (level("10"), level("casual"));
    let with = |threads| duel(&one, &other, &["--cube", "--threads", threads]);
    assert_eq!(with("1"), with("3"));
    assert_ne!(with("1"), duel(&one, &other, &["--cube", "--seed", "2"]));
}

#[test]
fn a_weaker_level_loses() {
    let result = duel(&level("2"), &level("30"), &["--games", "60"]);
    assert!(result["points_per_game"].as_f64().unwrap() > 0.2, "{result}");
}

#[test]
fn wrong_levels_are_refused() {
    for wrong in ["", "1", "31", "-4", "nan", "grandmaster"] {
        let message = refused(&["duel", &level(wrong), "pubeval"]);
        assert!(message.contains("a PR from 2 to 30, or beginner"), "{wrong}: {message}");
    }
    let message = refused(&["duel", "pubeval:level=5", "shesh"]);
    assert!(message.contains("pubeval is no network, so it takes no level"), "{message}");
    let message = refused(&["play", "--level", "50"]);
    assert!(message.contains("a PR from 2 to 30, or beginner"), "{message}");
}

#[test]
fn the_terminal_s_opponent_errs() {
    // The engine opens about half of the games.
    let openings = |level: &str| -> Vec<String> {
        let opening = |seed: u32| {
            let seed = seed.to_string();
            let arguments =
                ["play", "--seed", &seed, "--weights", SMALL, "--no-tables", "--level", level];
            stdout_of(shesh(&arguments).write_stdin("").output().unwrap(), &arguments)
        };
        (1..=16).map(opening).collect()
    };
    let usual = openings("0");
    assert!(usual.iter().filter(|text| text.contains("The engine")).count() > 3, "{usual:?}");
    assert_ne!(openings("30"), usual);
    assert_eq!(openings("beginner"), openings("25"));
}

#[test]
fn the_interface_s_engine_errs_as_it_is_told() {
    let session = |options: &str| {
        let go = "position gnubgid 4HPwATDgc/ABMA\ndice 3 1\ngo role chequer\n".repeat(12);
        let arguments = ["ubgi", "--weights", SMALL];
        let lines = format!("{options}{go}quit\n");
        let said = stdout_of(shesh(&arguments).write_stdin(lines).output().unwrap(), &arguments);
        let plays = said.lines().filter(|line| line.starts_with("bestmove"));
        let plays: Vec<String> = plays.map(str::to_owned).collect();
        assert_eq!(plays.len(), 12, "{said}");
        plays
    };
    let usual = session("");
    assert!(usual.iter().all(|play| *play == usual[0]), "{usual:?}");
    assert_eq!(session("setoption name Level value 0\n"), usual);
    let weak = "setoption name Level value 30\n";
    let errs = session(weak);
    assert!(errs.iter().any(|play| *play != usual[0]), "{errs:?}");
    assert_eq!(session(weak), errs);
    assert_ne!(session(&format!("{weak}setoption name Seed value 7\n")), errs);
    let refused = stdout_of(
        shesh(&["ubgi", "--weights", SMALL])
            .write_stdin("setoption name Level value 99\nquit\n")
            .output()
            .unwrap(),
        &["ubgi"],
    );
    assert!(refused.starts_with("error bad_argument invalid level"), "{refused}");
    assert!(stdout(&["ubgi", "--help"]).contains("Level"));
}
