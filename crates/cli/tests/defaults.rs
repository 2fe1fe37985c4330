//! Tests the defaults of queries about one position: 3-ply, and cubeful in games with a cube.

mod common;

use common::{is_one_sentence, json, shesh, stdout};
use serde_json::Value;
use std::fs;

const START: &str = "4HPwATDgc/ABMA";
const FEVGA: &str = "fevga@AACA/z8AAID/Pw";

fn number(answer: &Value, name: &str) -> f64 {
    answer[name].as_f64().unwrap_or_else(|| panic!("no {name} in {answer}"))
}

#[test]
fn questions_about_one_position_are_asked_at_3_ply_with_the_cube() {
    let rollout = ["rollout", START, "31", "--games", "36", "--truncate", "2", "--plays", "2"];
    for (question, said) in [
        (&["best", START, "42"][..], &["--ply", "3", "--cubeful"][..]),
        (&["best", START, "42", "--match", "5", "--score", "3-1"], &["--ply", "3", "--cubeful"]),
        (&["best", START, "42", "--explain"], &["--ply", "3", "--cubeful"]),
        (&["best", START, "42", "--scores", "3"], &["--ply", "3", "--cubeful"]),
        (&["evaluate", START], &["--ply", "3", "--cubeful"]),
        (&["cube", START], &["--ply", "3"]),
        (&["cube", START, "--scores", "3"], &["--ply", "3"]),
        (&["best", FEVGA, "42"], &["--ply", "3"]),
        (&["evaluate", FEVGA], &["--ply", "3"]),
        (&rollout, &["--ply", "1", "--cubeful"]),
    ] {
        let usual = json(question);
        assert_eq!(usual, json(&[question, said].concat()), "{question:?}");
        if question[0] != "cube" {
            assert_eq!(usual["cubeful"], question[1] == START, "{question:?}");
            let cubeless = json(&[question, &["--cubeless"]].concat());
            assert_eq!(cubeless["cubeful"], false, "{question:?}");
            assert_eq!(cubeless != usual, question[1] == START, "{question:?}");
        }
    }
}

#[test]
fn words_say_the_depth_and_whether_the_cube_counts() {
    let said = |arguments: &[&str]| stdout(arguments).replace('\n', " ");
    let text = said(&["best", START, "31"]);
    assert!(text.contains("at 3-ply, cubeful, money game, centred cube:"), "{text}");
    let text = said(&["best", START, "31", "--cubeless"]);
    assert!(text.contains("at 3-ply, cubeless, money game, centred cube:"), "{text}");
    let text = said(&["best", FEVGA, "31"]);
    assert!(text.contains("at 3-ply:") && !text.contains("cube"), "{text}");
    let text = said(&["evaluate", START]);
    assert!(text.contains("at 3-ply") && text.contains("Cubeful equity"), "{text}");
    let text = said(&["evaluate", START, "--cubeless"]);
    assert!(text.contains("Cubeless equity") && !text.contains("Cubeful"), "{text}");
    let rollout = ["rollout", START, "--games", "36", "--truncate", "1"];
    assert!(said(&rollout).contains(" cubeful rollout"));
    assert!(said(&[&rollout[..], &["--cubeless"]].concat()).contains(" cubeless rollout"));
}

#[test]
fn five_plays_of_every_opening_roll_are_searched_to_the_full_depth() {
    for ply in [2, 3] {
        for high in 1..=6 {
            for low in 1..=high {
                let best =
                    json(&["best", START, &format!("{high}{low}"), "--ply", &ply.to_string()]);
                let plays = best["plays"].as_array().unwrap();
                let full = plays.iter().filter(|play| play["ply"] == ply).count();
                assert!(full >= plays.len().min(5), "{high}{low} at {ply}-ply: {full}");
            }
        }
    }
    // If there are fewer plays, all of them are searched to the full depth.
    let few = json(&["best", "AQAAhAAAAAAAAA", "11"]);
    assert!(few["plays"].as_array().unwrap().iter().all(|play| play["ply"] == 3), "{few}");
    // The table marks plays that were searched less deeply.
    let text = stdout(&["best", START, "31"]);
    let rows: Vec<&str> = text.lines().filter(|line| line.contains(". ")).collect();
    assert_eq!(rows.len(), 10, "{text}");
    assert!(rows[..5].iter().all(|row| !row.contains("-ply")), "{text}");
    assert!(rows[9].ends_with("  1-ply"), "{text}");
}

#[test]
fn equities_are_named_by_whether_they_count_the_cube() {
    for table in [&[][..], &["--match", "7", "--score", "2-5"], &["--cube", "2:own"]] {
        let best = |more: &[&str]| json(&[&["best", START, "31"], table, more].concat());
        let (cubeful, cubeless) = (best(&[]), best(&["--cubeless"]));
        for answer in [&cubeful, &cubeless] {
            for play in answer["plays"].as_array().unwrap() {
                let p = |name: &str| number(&play["probabilities"], name);
                let equity = 2.0 * p("win") - 1.0 + p("win_gammon") + p("win_backgammon")
                    - p("lose_gammon")
                    - p("lose_backgammon");
                assert!((equity - number(play, "cubeless_equity")).abs() < 1e-5, "{play}");
            }
        }
        let differs = |answer: &Value| {
            let play = &answer["plays"][0];
            (number(play, "equity") - number(play, "cubeless_equity")).abs() > 1e-3
        };
        assert!(differs(&cubeful), "{table:?}");
        // In a match, cubeless `equity` depends on the score, and `cubeless_equity` does not.
        assert_eq!(differs(&cubeless), table.contains(&"--match"), "{table:?}");

        let evaluate = |more: &[&str]| json(&[&["evaluate", START], table, more].concat());
        let (cubeful, cubeless) = (evaluate(&[]), evaluate(&["--cubeless"]));
        assert_eq!((&cubeful["cubeful"], &cubeless["cubeful"]), (&true.into(), &false.into()));
        assert_eq!(cubeful["cubeful_equity"], cubeless["cubeful_equity"], "{table:?}");
        assert!((number(&cubeful, "equity") - number(&cubeless, "equity")).abs() < 0.02);
        assert!((number(&cubeful, "cubeful_equity") - number(&cubeful, "equity")).abs() > 1e-3);
    }
    assert!(json(&["evaluate", FEVGA]).get("cubeful_equity").is_none());
}

#[test]
fn the_best_plays_alone_are_written_as_json() {
    let all = json(&["best", START, "31"]);
    let three = json(&["best", START, "31", "--plays", "3"]);
    assert_eq!(three["plays"].as_array().unwrap()[..], all["plays"].as_array().unwrap()[..3]);
    let many = json(&["best", START, "31", "--plays", "1000"]);
    assert_eq!(many, all);
    // The compared play need not be among the listed ones.
    let explained = ["best", START, "31", "--plays", "1", "--explain", "6/3 6/5"];
    let explained = json(&explained);
    assert_eq!(explained["plays"].as_array().unwrap().len(), 1);
    assert_eq!(explained["explanation"]["other"]["play"], "6/5 6/3");
}

#[test]
fn tables_of_positions_keep_1_ply_and_cubeless_equity() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (input, output) = (path("in.csv"), path("out.csv"));
    fs::write(&input, format!("position_id\n{START}\n")).unwrap();
    let table = ["evaluate", "--input", &input, "--output", &output];
    stdout(&table);
    let usual = fs::read_to_string(&output).unwrap();
    stdout(&[&table[..], &["--ply", "1"]].concat());
    assert_eq!(fs::read_to_string(&output).unwrap(), usual);
    let equity: f64 = usual.trim().rsplit_once(',').unwrap().1.parse().unwrap();
    let alone = json(&["evaluate", START, "--ply", "1", "--cubeless"]);
    assert!((equity - number(&alone, "equity")).abs() < 1e-5, "{usual}");
    stdout(&[&table[..], &["--ply", "2"]].concat());
    assert_ne!(fs::read_to_string(&output).unwrap(), usual);
}

/// The option is the default, and has no effect in games without a cube either.
#[test]
fn cubeful_has_no_effect() {
    let rollout = ["--games", "36", "--truncate", "2", "--plays", "2"];
    for game in ["backgammon", "fevga", "portes", "plakoto"] {
        for question in [
            &["best", "31", "--game", game][..],
            &["evaluate", "--game", game],
            &[&["rollout", "31", "--game", game][..], &rollout].concat(),
        ] {
            let said = [question, &["--cubeful"]].concat();
            let [usual, said] = [question, &said].map(|arguments| {
                let text = stdout(arguments);
                // Drop the last line of a rollout, which has the elapsed time.
                text.lines()
                    .filter(|line| !line.ends_with("games/s"))
                    .collect::<Vec<_>>()
                    .join("\n")
            });
            assert_eq!(usual, said, "{question:?}");
        }
    }
}

#[test]
fn contradictions_are_refused() {
    for (arguments, named) in [
        (&["best", START, "31", "--cubeful", "--cubeless"][..], "--cubeless"),
        (&["evaluate", START, "--cubeful", "--cubeless"], "--cubeless"),
        (&["rollout", START, "--cubeful", "--cubeless"], "--cubeless"),
        (&["evaluate", "--input", "a.csv", "--output", "b.csv", "--cubeless"], "--cubeless"),
        (&["best", START, "31", "--plays", "3", "--scores", "3"], "--plays"),
        (&["best", START, "31", "--ply", "5"], "use 1 to 4, or rollout1"),
    ] {
        let output = shesh(arguments).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(is_one_sentence(&stderr) && stderr.contains(named), "{arguments:?}: {stderr}");
    }
}
