//! Compares outputs of `shesh` with the files in `goldens/`, to the last digit and on every
//! processor.
//!
//! `UPDATE_EXPECT=1 cargo test --test goldens` rewrites the files. Do so only for a change of
//! behaviour that is listed in `CHANGELOG.md`.

mod common;

use common::{shesh, stdout_of};
use expect_test::{ExpectFile, expect_file};

const START: &str = "4HPwATDgc/ABMA";
/// A position with stragglers and blots on both sides.
const CONTACT: &str = "d4MJgA0vsMMIBg";
const RACE: &str = "XGID=-BBCBB--D-------c---bbccb-:0:0:1:00:0:0:0:0:10";

/// Runs `shesh` and compares its output with a file.
#[track_caller]
fn holds(golden: ExpectFile, arguments: &[&str]) {
    let cache = tempfile::tempdir().unwrap();
    let output = shesh(arguments).env("XDG_CACHE_HOME", cache.path()).output().unwrap();
    golden.assert_eq(&stdout_of(output, arguments));
}

#[test]
fn a_duel() {
    let duel = ["duel", "shesh", "pubeval", "--games", "100", "--seed", "5", "--json"];
    holds(expect_file!["goldens/duel.json"], &duel);
}

#[test]
fn a_duel_of_two_plies() {
    let duel = ["duel", "shesh:2", "columns", "--games", "10", "--seed", "6", "--json"];
    holds(expect_file!["goldens/duel-2-ply.json"], &duel);
}

#[test]
fn duels_from_other_starts() {
    for (golden, start) in [
        (expect_file!["goldens/duel-nackgammon.json"], "nackgammon"),
        (expect_file!["goldens/duel-hypergammon.json"], "hypergammon"),
    ] {
        let duel = ["duel", "shesh", "pipcount", "--games", "60", "--json", "--variant", start];
        holds(golden, &duel);
    }
}

#[test]
fn a_duel_with_the_cube() {
    let duel = ["duel", "shesh", "shesh", "--games", "100", "--seed", "7", "--json"];
    let cube = ["--cube", "--jacoby", "--beavers", "--simple-cube", "second"];
    holds(expect_file!["goldens/duel-cube.json"], &[&duel[..], &cube].concat());
}

#[test]
fn a_duel_of_matches() {
    let duel = ["duel", "shesh", "shesh", "--games", "30", "--seed", "8", "--json"];
    let cube = ["--match", "5", "--holland", "--simple-cube", "second"];
    holds(expect_file!["goldens/duel-match.json"], &[&duel[..], &cube].concat());
}

#[test]
fn plays_of_a_roll() {
    for (golden, position, ply) in [
        (expect_file!["goldens/best-start-1-ply.json"], START, "1"),
        (expect_file!["goldens/best-contact-2-ply.json"], CONTACT, "2"),
        (expect_file!["goldens/best-race-3-ply.json"], RACE, "3"),
    ] {
        holds(golden, &["best", position, "64", "--ply", ply, "--json"]);
    }
}

#[test]
fn plays_explained() {
    let explain = ["best", CONTACT, "64", "--ply", "2", "--plays", "3", "--explain", "16/6"];
    holds(expect_file!["goldens/explain-money.txt"], &explain);
    let explain = ["best", START, "31", "--cubeful", "--match", "5", "--score", "1-3"];
    let explain = [&explain[..], &["--explain", "6/5 6/3", "8/5 6/5", "--json"]].concat();
    holds(expect_file!["goldens/explain-match.json"], &explain);
}

#[test]
fn cube_decisions_explained() {
    let explain = ["cube", CONTACT, "--ply", "2", "--explain"];
    holds(expect_file!["goldens/explain-cube.txt"], &explain);
    let explain = ["cube", START, "--match", "5", "--score", "1-4", "--explain", "--json"];
    holds(expect_file!["goldens/explain-cube-match.json"], &explain);
}

#[test]
fn cube_actions() {
    for (golden, position, more) in [
        (expect_file!["goldens/cube-money.json"], CONTACT, &["--jacoby", "--beavers"][..]),
        (expect_file!["goldens/cube-match.json"], RACE, &["--match", "7", "--score", "2-5"]),
    ] {
        holds(golden, &[&["cube", position, "--ply", "2", "--json"], more].concat());
    }
}

#[test]
fn dice_that_are_tested() {
    holds(expect_file!["goldens/dice.txt"], &["dice", "--rolls", "200000"]);
}

#[test]
fn every_score_of_a_match() {
    let cube = ["cube", CONTACT, "--scores", "7"];
    holds(expect_file!["goldens/cube-scores.txt"], &cube);
    let turned = ["--cube", "2:own", "--json"];
    holds(expect_file!["goldens/cube-scores.json"], &[&cube[..3], &["3"], &turned].concat());
    let best = ["best", START, "21", "--cubeful", "--scores", "7"];
    holds(expect_file!["goldens/best-scores.txt"], &best);
    holds(expect_file!["goldens/best-scores.json"], &[&best[..5], &["2", "--json"]].concat());
}
