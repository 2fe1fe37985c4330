//! Tests truncated rollouts as evaluation levels: `--ply rollout1`.

mod common;

use common::{json, refused, shesh, stdout};
use serde_json::Value;

const START: &str = "4HPwATDgc/ABMA";
/// A bearoff, which takes little time.
const RACE: &str = "XGID=-CCCBBB------------bbbccc-:0:0:1:00:0:0:0:0:10";
/// The smallest network, for short times.
const SMALL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/backgammon/small.weights");

fn asked(arguments: &[&str]) -> Value {
    json(&[arguments, &["--ply", "rollout1", "--no-tables", "--weights", SMALL]].concat())
}

fn said(arguments: &[&str]) -> String {
    stdout(&[arguments, &["--ply", "rollout1", "--no-tables", "--weights", SMALL]].concat())
}

/// True for a positive number below 0.2.
fn is_error(value: &Value) -> bool {
    value.as_f64().is_some_and(|error| error > 0.0 && error < 0.2)
}

#[test]
fn plays_are_rolled_out() {
    let answer = asked(&["best", START, "21"]);
    let plays = answer["plays"].as_array().unwrap();
    let rolled_out = plays.iter().take_while(|play| play["rollout"] == "rollout1");
    let count = rolled_out.clone().count();
    assert!((5..plays.len()).contains(&count), "{answer}");
    assert!(rolled_out.clone().all(|play| is_error(&play["standard_error"])));
    let equities: Vec<f64> = rolled_out.map(|play| play["equity"].as_f64().unwrap()).collect();
    assert!(equities.is_sorted_by(|a, b| a >= b));
    for play in &plays[count..] {
        assert!(play["rollout"].is_null() && play["standard_error"].is_null(), "{play}");
    }
    let text = said(&["best", START, "21"]);
    assert!(text.contains("at rollout1, cubeful"), "{text}");
    assert_eq!(text.lines().filter(|line| line.contains(" ± 0.0")).count(), count, "{text}");
}

#[test]
fn positions_and_cube_decisions_are_rolled_out() {
    for threads in ["1", "2"] {
        let evaluate = ["evaluate", RACE, "--json", "--ply", "rollout1", "--weights", SMALL];
        let output = shesh(&[&evaluate[..], &["--no-tables"]].concat())
            .env("RAYON_NUM_THREADS", threads)
            .output()
            .unwrap();
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(answer, asked(&["evaluate", RACE]), "with {threads} threads");
        assert_eq!(answer["rollout"], "rollout1");
        assert!(is_error(&answer["standard_error"]), "{answer}");
    }
    let answer = asked(&["cube", RACE]);
    assert_eq!(answer["rollout"], "rollout1");
    let text = said(&["cube", RACE]);
    assert!(text.contains("Before the roll, at rollout1 (± 0.0"), "{text}");
}

#[test]
fn other_names_are_refused() {
    for name in ["rollout", "rollout4", "0", "5", "Rollout1"] {
        let message = refused(&["best", START, "31", "--ply", name]);
        assert!(message.contains("use 1 to 4, or rollout1, rollout2 and rollout3"), "{message}");
    }
    // A rollout has its own depth.
    let message = refused(&["rollout", START, "--ply", "rollout1"]);
    assert!(message.contains("'rollout1' for '--ply <N>'"), "{message}");
}
