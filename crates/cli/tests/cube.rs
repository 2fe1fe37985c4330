//! Tests `shesh cube`: given chances, cube points, and answers to beavers.

use serde_json::Value;

mod common;
use common::{is_one_sentence, json, refused, stdout};

fn chances(numbers: &str, more: &[&str]) -> Value {
    json(&[&["cube", "--chances", numbers][..], more].concat())
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn close(value: &Value, expected: f64, within: f64) {
    assert!((number(value) - expected).abs() <= within, "{value}, not {expected}");
}

const EXAMPLE: &str = "72.1,2.0,0.1,27.9,2.0,0.0";
const START: &str = "4HPwATDgc/ABMA";

#[test]
fn a_published_decision_comes_out_of_its_chances() {
    let answer = chances(EXAMPLE, &[]);
    assert_eq!(answer["action"], "Double, take");
    close(&answer["no_double"], 0.667, 0.02);
    close(&answer["double_take"], 0.684, 0.02);
    close(&answer["double_pass"], 1.0, 1e-6);
    close(&answer["cubeless_equity"], 0.443, 1e-5);
    close(&answer["probabilities"]["win"], 0.721, 1e-6);
    assert_eq!((&answer["class"], &answer["engine"]["weights"]), (&"contact".into(), &Value::Null));
    let text = stdout(&["cube", "--chances", EXAMPLE]);
    assert!(
        text.contains("Double, take") && text.contains("From given chances, contact"),
        "{text}"
    );
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn dead_live_and_practical_points_stand_beside_each_other() {
    let plain = chances("50,0,0,50,0,0", &[]);
    let points = &plain["points"];
    for (column, take, double, cash, within) in [
        ("dead", 0.25, 0.5, 0.75, 1e-4),
        ("live", 0.2, 0.8, 0.8, 1e-3),
        ("practical", 0.22, 0.71, 0.78, 0.02),
    ] {
        close(&points[column]["take_point"], take, f64::min(within, 0.012));
        close(&points[column]["double_point"], double, within);
        close(&points[column]["cash_point"], cash, f64::min(within, 0.012));
        assert_eq!(points[column]["too_good_point"], Value::Null);
    }
    for asked in [&["--chances", "50,0,0,50,0,0"][..], &[START]] {
        let text = stdout(&[&["cube"][..], asked].concat());
        let header =
            text.lines().find(|line| line.contains("dead cube")).expect("there is a table");
        assert!(header.contains("live cube") && header.contains("practical"), "{text}");
        let rows: Vec<&str> = text.lines().filter(|line| line.matches(" %").count() == 3).collect();
        assert!(rows.iter().any(|row| row.trim_start().starts_with("take")), "{text}");
        assert!(rows.iter().any(|row| row.trim_start().starts_with("double")), "{text}");
    }
    // A position has cube points, with its own gammon rates; there is no double point if the
    // opponent owns the cube.
    let start = json(&["cube", START]);
    assert!(number(&start["points"]["practical"]["take_point"]) > 0.2);
    let theirs = json(&["cube", START, "--cube", "2:opponent"]);
    assert_eq!(theirs["points"]["practical"]["double_point"], Value::Null);
    assert!(theirs["points"]["practical"]["take_point"].is_number());
    // The redoubling point is higher than the doubling point of a centred cube.
    let own = chances("50,0,0,50,0,0", &["--cube", "2:own"]);
    let point = |answer: &Value| number(&answer["points"]["practical"]["double_point"]);
    assert!(point(&own) > point(&plain) + 0.005, "{own}");
}

#[test]
fn stakes_count_for_chances_as_for_positions() {
    // Under the Jacoby rule, playing on for a gammon with a centred cube is wrong.
    let many = "80,45,1,20,2,0";
    assert_eq!(chances(many, &[])["action"], "Too good to double, pass");
    assert_eq!(chances(many, &["--jacoby"])["action"], "Double, pass");
    assert_eq!(chances("30,5,0,70,15,0", &["--beavers"])["action"], "No double, beaver");
    assert_eq!(chances(EXAMPLE, &["--cube", "2:opponent"])["action"], "No cube available");
    assert_eq!(chances(EXAMPLE, &["--cube", "2:own"])["may_double"], true);
    // At double match point, winning chances are match winning chances.
    let last = chances(EXAMPLE, &["--match", "5", "--score", "4-4"]);
    close(&last["mwc"]["no_double"], 0.721, 1e-6);
    assert_eq!(last["may_double"], false);
    assert_eq!(last["points"]["dead"]["take_point"], Value::Null);
    // At 2 away each, a double is right at once; the take point comes from 2 away against 1 away,
    // Crawford.
    let two = chances("50,10,0,50,10,0", &["--match", "5", "--score", "3-3"]);
    close(&two["points"]["dead"]["take_point"], 0.32264, 1e-4);
    assert_eq!(two["action"], "Double, take");
    let trailer = chances("50,10,0,50,10,0", &["--match", "5", "--score", "3-4"]);
    assert_eq!(trailer["action"], "Double, take");
    let crawford = ["--match", "5", "--score", "3-4", "--crawford"];
    assert_eq!(chances("50,10,0,50,10,0", &crawford)["may_double"], false);
    // Class and pips affect the equity.
    let of = |more: &[&str]| number(&chances(EXAMPLE, more)["no_double"]);
    let all =
        [of(&[]), of(&["--class", "race"]), of(&["--class", "bearoff"]), of(&["--pips", "90"])];
    assert!(
        all.iter().all(|value| all.iter().filter(|other| *other == value).count() == 1),
        "{all:?}"
    );
    assert_eq!(of(&["--class", "contact", "--pips", "180"]), all[0]);
    assert_eq!(chances(EXAMPLE, &["--game", "hypergammon"])["game"], "hypergammon");
}

#[test]
fn chances_that_cannot_be_are_refused_by_name() {
    for (numbers, named) in [
        ("72.1,2.0,0.1,28.2,2.0,0.0", "add up to 100.3"),
        ("72.1,2.0,0.1,27.6,2.0,0.0", "add up to 99.7"),
        ("72.1,73,0.1,27.9,2.0,0.0", "WG cannot be 73"),
        ("72.1,2.0,2.1,27.9,2.0,0.0", "WB cannot be 2.1"),
        ("72.1,2.0,0.1,27.9,28,0.0", "LG cannot be 28"),
        ("72.1,2.0,0.1,27.9,2.0,2.5", "LB cannot be 2.5"),
        ("-1,0,0,101,0,0", "W cannot be -1"),
        ("72.1,2.0,0.1,27.9,2.0,nan", "LB cannot be \"nan\""),
        ("72.1,2.0,0.1,27.9,2.0,1e999", "LB cannot be \"1e999\""),
        ("72.1,2.0,0.1,27.9,2.0", ", not 5"),
        ("72.1;2.0;0.1;27.9;2.0;0", ", not 1"),
        ("", ", not 1"),
    ] {
        let said = refused(&["cube", "--chances", numbers]);
        assert!(said.contains(named) && is_one_sentence(&said), "{numbers}: {said}");
    }
    for sums in ["72.1,0,0,28.1,0,0", "72.1,0,0,27.7,0,0"] {
        assert_eq!(chances(sums, &[])["may_double"], true);
    }
    for (more, named) in [
        (&[START][..], "--chances"),
        (&["--scores", "5"], "--chances"),
        (&["--ply", "2"], "--chances"),
        (&["--weights", "x.weights"], "--chances"),
        (&["--class", "opening"], "opening"),
        (&["--pips", "751"], "751"),
        (&["--score", "1-2"], "--match"),
        (&["--match", "5", "--score", "5-2"], "the match is over"),
        (&["--game", "fevga"], "fevga is played without a cube"),
    ] {
        let said = refused(&[&["cube", "--chances", EXAMPLE][..], more].concat());
        assert!(said.contains(named), "{more:?}: {said}");
    }
    assert!(refused(&["cube", START, "--class", "race"]).contains("--chances"));
    let crawford = ["--match", "5", "--score", "4-1", "--crawford", "--explain"];
    let said = refused(&[&["cube", "--chances", EXAMPLE][..], &crawford].concat());
    assert!(said.contains("nothing to explain"), "{said}");
}

#[test]
fn chances_are_explained_by_numbers() {
    let answer = chances(EXAMPLE, &["--explain"]);
    let explanation = &answer["explanation"];
    let difference = number(&answer["double_take"]) - number(&answer["no_double"]);
    close(&explanation["double"], difference, 1e-5);
    close(&explanation["take"], 1.0 - number(&answer["double_take"]), 1e-5);
    let reasons = &explanation["reasons"];
    close(&reasons["win"], 0.721, 1e-6);
    close(&reasons["gammons"]["own"], 2.0 / 72.1, 1e-4);
    // The points of the table, from the opponent's view.
    let points = &answer["points"];
    assert_eq!(reasons["double_point"], points["practical"]["double_point"]);
    for column in ["dead", "live", "practical"] {
        let cash = number(&points[column]["cash_point"]);
        close(&reasons["take_point"][column], 1.0 - cash, 1e-5);
    }
    for side in ["own", "opponent"] {
        close(&reasons["gammon_values"][side], 0.5, 1e-6);
        close(&reasons["doubled_gammon_values"][side], 0.5, 1e-6);
    }
    // By the Jacoby rule, gammons count after a double only.
    let jacoby = &chances(EXAMPLE, &["--explain", "--jacoby"])["explanation"]["reasons"];
    close(&jacoby["gammon_values"]["own"], 0.0, 0.0);
    close(&jacoby["doubled_gammon_values"]["own"], 0.5, 1e-6);
    // At 2-away 2-away, a cube on 2 ends the match.
    let last = ["--explain", "--match", "2", "--score", "0-0"];
    let last = &chances(EXAMPLE, &last)["explanation"]["reasons"];
    assert!(number(&last["gammon_values"]["own"]) > 0.3, "{last}");
    close(&last["doubled_gammon_values"]["own"], 0.0, 0.0);
    let text = stdout(&["cube", "--chances", EXAMPLE, "--explain"]);
    for said in ["by the cube model", "The opponent wins 27.9 %", "gammon value is 0.50"] {
        assert!(text.replace('\n', " ").contains(said), "{said}: {text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

/// Draws cannot tie a match of backgammon; in games whose draws give points they can.
#[test]
fn a_tie_at_the_length_is_refused_where_no_draw_counts() {
    for score in ["7-7", "9-9"] {
        for command in [&["best", "31"][..], &["cube"], &["evaluate"]] {
            let said = refused(&[command, &["--match", "7", "--score", score]].concat());
            let sentence = format!("impossible score {score} in a match to 7");
            assert!(said.contains(&sentence) && said.contains("backgammon"), "{said}");
            // A draw gives no points in plakoto, and one point each in tapa.
            if command[0] != "cube" {
                let at = ["--match", "7", "--score", score, "--ply", "1"];
                let of = |game| [command, &["--game", game], &at].concat();
                refused(&of("plakoto"));
                stdout(&of("tapa"));
                stdout(&of("plakoto:draw=1"));
            }
        }
    }
    for score in ["7:7", "9:9"] {
        let id = format!("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:{score}:0:7:10");
        for command in ["best", "cube", "show"] {
            assert!(refused(&[command, &id]).contains("in a match to 7"), "{score}");
        }
    }
    assert!(
        stdout(&["cube", START, "--match", "7", "--score", "6-6"]).contains("No cube available")
    );
}

/// Uses match IDs that GNU Backgammon 1.07 shows after `double` and `redouble`.
#[test]
fn beavers_and_raccoons_are_shown_and_answered() {
    let make_xgid = |around: &str| format!("{START}:{around}");
    for (around, text, to, decides, action) in [
        (
            "cBEAAAAAAAAA",
            "Has doubled. The opponent decides: take or pass.",
            "double",
            "opponent",
            "No double, take",
        ),
        (
            "QRkAAAAAAAAA",
            "beavered. The player on roll decides: take, pass or raccoon.",
            "beaver",
            "own",
            "Beaver, ",
        ),
        (
            "QhEAAAAAAAAA",
            "raccooned. The opponent decides: take or pass.",
            "raccoon",
            "opponent",
            "Raccoon, ",
        ),
    ] {
        let id = make_xgid(around);
        assert!(stdout(&["show", &id]).contains(text), "{}", stdout(&["show", &id]));
        let answer = json(&["cube", &id]);
        let reply = &answer["reply"];
        assert_eq!((&reply["to"], &reply["decides"]), (&to.into(), &decides.into()));
        assert!(answer["action"].as_str().unwrap().starts_with(action), "{answer}");
        let best = reply["best"].as_str().unwrap();
        let worth = number(&reply[best]);
        assert!(worth >= number(&reply["take"]) && worth >= number(&reply["pass"]), "{reply}");
        let said = stdout(&["cube", &id]);
        assert!(said.contains(&format!("is to answer a {to}:")), "{said}");
        // Options in addition to the ID keep the beaver.
        assert_eq!(json(&["cube", &id, "--jacoby"])["reply"]["to"], *to);
    }
    // At the start, owning the cube is worth more than being on roll: after a beaver, take.
    let beaver = json(&["cube", &make_xgid("QRkAAAAAAAAA")]);
    assert_eq!(beaver["action"], "Beaver, take");
    let [take, raccoon] = ["take", "raccoon"].map(|name| number(&beaver["reply"][name]));
    assert!((raccoon - 2.0 * take).abs() < 1e-6 && beaver["reply"]["pass"] == -0.5, "{beaver}");
    // Checkers on the 5 and 1 points against one that is borne off next: 23 of 36 rolls win at
    // once, so the equity is 10/36.
    let race = |around: &str| json(&["cube", &format!("AQAAhAAAAAAAAA:{around}")]);
    let wrong = race("QRkAAAAAAAAA");
    assert_eq!(wrong["action"], "Beaver, raccoon");
    close(&wrong["reply"]["take"], 10.0 / 36.0, 1e-4);
    close(&wrong["reply"]["raccoon"], 20.0 / 36.0, 1e-4);
    assert_eq!(race("QhEAAAAAAAAA")["action"], "Raccoon, take");
    // XGIDs give the same; their cube value includes the turn to be answered.
    for (xgid, said) in [
        ("XGID=-b----E-C---eE---c-e----B-:2:-1:1:B:0:0:2:0:10", "Beaver, take"),
        ("XGID=-b----E-C---eE---c-e----B-:3:-1:1:R:0:0:2:0:10", "Raccoon, take"),
    ] {
        assert_eq!(json(&["cube", xgid])["action"], said);
    }
    // With beavers, a double may be beavered.
    let doubled = json(&["cube", &make_xgid("cBEAAAAAAAAA"), "--beavers"]);
    assert!(doubled["reply"]["beaver"].is_number(), "{doubled}");
    // These IDs are invalid.
    for (wrong, said) in [
        ("XGID=-b----E-C---eE---c-e----B-:2:-1:1:B:0:0:0:0:10", "beavers are not allowed"),
        ("XGID=-b----E-C---eE---c-e----B-:1:-1:1:D:0:0:0:0:10", "the opponent owns the cube"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:4:3:1:5:10", "Crawford"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:B:0:0:2:0:10", "after a beaver"),
    ] {
        let refusal = refused(&["cube", wrong]);
        assert!(refusal.contains(said) && is_one_sentence(&refusal), "{refusal}");
    }
    // A double at a score, with match winning chances.
    let at_score = json(&["cube", "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:3:3:0:5:10"]);
    let reply = &at_score["reply"];
    close(&reply["mwc"]["take"], 1.0 - number(&at_score["mwc"]["double_take"]), 1e-6);
    // The leader after the Crawford game gains nothing from a double, but it still gets an answer.
    let leader = json(&["cube", "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:4:3:0:5:10"]);
    assert_eq!(leader["reply"]["best"], "take");
    assert!(number(&leader["reply"]["mwc"]["take"]) > 0.4, "{leader}");
}
