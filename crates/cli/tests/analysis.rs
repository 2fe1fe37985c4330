//! Tests `shesh cube`, `rollout`, `evaluate`, `duel` and `ubgi` on various positions and invalid
//! input.

mod common;

use common::{is_one_sentence, shesh, stdout_of};
use sheshbesh_api::answers::{
    BearoffAnswer, BestPlays, CubeAnswer, CubeScores, Evaluation, Head, PlayScores, Rollout,
};
use sheshbesh_movegen::{BySide, Game, Phase, Situation};
use std::path::Path;

const START: &str = "4HPwATDgc/ABMA";
/// Contact, race, a checker on the bar, bearoff, and a nearly finished game.
const POSITIONS: [&str; 5] = [
    START,
    "XGID=-BBCBB--D-------c---bbccb-:0:0:1:00:0:0:0:0:10",
    "XGID=-b----E-C---eE---c-e----AA:0:0:1:00:0:0:0:0:10",
    "XGID=-CCCBBB------------bbbccc-:0:0:1:00:0:0:0:0:10",
    "XGID=-A---A------------------a-:0:0:1:00:0:0:0:0:10",
];

fn run(arguments: &[&str], input: &str, cache: &Path) -> std::process::Output {
    shesh(arguments).env("XDG_CACHE_HOME", cache).write_stdin(input).output().unwrap()
}

fn stdout(arguments: &[&str], cache: &Path) -> String {
    stdout_of(run(arguments, "", cache), arguments)
}

fn json(arguments: &[&str], cache: &Path) -> serde_json::Value {
    serde_json::from_str(&stdout(arguments, cache)).unwrap()
}

#[test]
fn every_kind_of_position_is_analysed() {
    let cache = tempfile::tempdir().unwrap();
    for position in POSITIONS {
        for options in [&[][..], &["--match", "5", "--score", "2-1"], &["--jacoby", "--beavers"]] {
            let command = |name, more: &[&'static str]| [&[name, position], more, options].concat();
            let cube = json(&command("cube", &["--json", "--ply", "2"]), cache.path());
            assert!(!cube["action"].as_str().unwrap().is_empty());
            assert_eq!(cube["mwc"].is_null(), options.first() != Some(&"--match"), "{cube}");
            let text = stdout(&command("cube", &[]), cache.path());
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
            let rollout = ["--games", "36", "--truncate", "6", "--cubeful", "--json"];
            let rollout = json(&command("rollout", &rollout), cache.path());
            assert_eq!(rollout["results"][0]["games"], 36);
            let rollout = ["--games", "36", "--truncate", "1", "--cubeful"];
            let text = stdout(&command("rollout", &rollout), cache.path());
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
            let text = stdout(&command("evaluate", &[]), cache.path());
            assert!(text.contains("Cubeful equity"), "{text}");
        }
    }
}

/// Parses an answer as its type in `sheshbesh-analysis`; returns its head and JSON.
fn read<T>(arguments: &[&str], head: impl Fn(&T) -> &Head, cache: &Path) -> (Head, String)
where
    T: serde::Serialize + serde::de::DeserializeOwned,
{
    let text = stdout(arguments, cache);
    let answer: T = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
    assert_eq!(serde_json::to_string_pretty(&answer).unwrap() + "\n", text);
    (head(&answer).clone(), text)
}

#[test]
fn answers_say_who_judged_what_and_are_read_as_they_are_written() {
    let cache = tempfile::tempdir().unwrap();
    let table = ["--match", "5", "--score", "2-1", "--json"];
    let ask = |arguments: &[&'static str]| [arguments, &table].concat();
    let race = POSITIONS[3];
    let rollout = ask(&["rollout", race, "31", "--games", "36", "--truncate", "1"]);
    for (head, rolled) in [
        (read(&ask(&["best", race, "31"]), |b: &BestPlays| &b.head, cache.path()), true),
        (read(&ask(&["cube", race]), |c: &CubeAnswer| &c.head, cache.path()), false),
        (read(&ask(&["evaluate", race]), |e: &Evaluation| &e.head, cache.path()), false),
        (read(&rollout, |r: &Rollout| &r.head, cache.path()), true),
    ] {
        let (head, text) = head;
        assert_eq!(head.game, "backgammon");
        assert_eq!(head.engine.weights.as_deref(), Some("shesh"), "{text}");
        assert_eq!(head.engine.weights_crc32.unwrap().len(), 8);
        let situation = Situation::from_xgid(&head.xgid.unwrap(), Game::Backgammon).unwrap();
        assert_eq!(situation.position.gnu_id(), head.position_id);
        assert_eq!(situation.away(), Some(BySide { on_roll: 3, opponent: 4 }));
        let dice = Phase::Rolled("31".parse().unwrap());
        assert_eq!(situation.phase, if rolled { dice } else { Phase::BeforeRoll });
    }
    let scores = ["cube", race, "--scores", "4", "--cube", "2:own", "--json"];
    read(&scores, |scores: &CubeScores| &scores.head, cache.path());
    let scores = ["best", race, "31", "--scores", "4", "--cubeful", "--json"];
    read(&scores, |scores: &PlayScores| &scores.head, cache.path());
    let query = ["bearoff", "query", POSITIONS[4], "--json"];
    let (head, _) = read(&query, |answer: &BearoffAnswer| &answer.head, cache.path());
    assert_eq!((head.engine.name.as_str(), head.engine.weights), ("Sheshbesh", None));
}

/// Options for one score of a match to 3.
fn at_one(score: &serde_json::Value) -> Vec<String> {
    let won = |side: &str| 3 - score[side].as_u64().unwrap();
    let mut options = vec!["--match".to_owned(), "3".to_owned(), "--score".to_owned()];
    options.push(format!("{}-{}", won("own_away"), won("opponent_away")));
    options.extend((score["crawford"] == true).then(|| "--crawford".to_owned()));
    options
}

#[test]
fn at_every_score_is_said_what_is_said_at_each() {
    let cache = tempfile::tempdir().unwrap();
    let position = "XGID=-a-BBBC-B---dB---c-cb--Bb-:0:0:1:00:0:0:3:0:10";
    let ask = |arguments: &[&str], options: &[String]| {
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        json(&[arguments, &options, &["--json"]].concat(), cache.path())
    };
    let every = ["--scores".to_owned(), "3".to_owned()];
    for more in [&["--ply", "2"][..], &["--cube", "2:own"]] {
        let cube = [&["cube", position], more].concat();
        let all = ask(&cube, &every);
        let scores = all["scores"].as_array().unwrap();
        // At a cube of 2 the doubler needs two points or more, the cube owner any number.
        assert_eq!(scores.len(), if more[0] == "--cube" { 3 * 2 } else { 3 * 3 });
        for at in scores {
            let one = ask(&cube, &at_one(at));
            for value in ["action", "no_double", "double_take", "double_pass"] {
                assert_eq!(at[value], one[value], "{value} {at}");
            }
        }
        let money = ask(&cube, &[]);
        assert_eq!(all["money"]["action"], money["action"]);
        assert_eq!(all["money"]["no_double"], money["no_double"]);
    }
    for (more, count) in
        [(&["--ply", "2"][..], 9 + 4), (&["--cubeless"], 9), (&["--filter", "narrow"], 9 + 4)]
    {
        let best = [&["best", position, "21"], more].concat();
        let all = ask(&best, &every);
        let scores = all["scores"].as_array().unwrap();
        assert_eq!(scores.len(), count);
        for at in scores {
            let one = &ask(&best, &at_one(at))["plays"];
            for value in ["play", "equity", "mwc"] {
                assert_eq!(at[value], one[0][value], "{value} {at}");
            }
            if one[1]["ply"] == one[0]["ply"] {
                let lost = one[0]["equity"].as_f64().unwrap() - one[1]["equity"].as_f64().unwrap();
                assert!((at["margin"].as_f64().unwrap() - lost).abs() < 1e-6, "{at}");
            }
            let lettered = all["plays"].as_array().unwrap().iter();
            let mut named = lettered.filter(|play| play["letter"] == at["letter"]);
            assert_eq!(named.next().unwrap()["play"], at["play"]);
        }
        assert_eq!(all["money"]["play"], ask(&best, &[])["plays"][0]["play"]);
        assert_eq!(all["money"]["letter"], "A");
    }
}

#[test]
fn every_score_fits_on_80_columns_and_threads_change_nothing() {
    let cache = tempfile::tempdir().unwrap();
    for command in [
        &["cube", START, "--ply", "1", "--scores", "25"][..],
        &["cube", POSITIONS[1], "--ply", "1", "--scores", "16", "--cube", "4:own"],
        &["best", START, "64", "--ply", "1", "--scores", "25"],
        &["best", START, "64", "--cubeless", "--scores", "1"],
    ] {
        let text = stdout(command, cache.path());
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        assert!(text.lines().all(|line| line.trim_end() == line) && !text.contains('\x1b'));
        assert_eq!(text, stdout(&[command, &["--threads", "1"]].concat(), cache.path()));
    }
}

#[test]
fn a_match_that_the_id_knows_goes_on_as_the_id_says() {
    let cache = tempfile::tempdir().unwrap();
    let crawford = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:6:3:1:7:10";
    for (options, words) in [
        (&[][..], "6-3 in a match to 7, Crawford game,"),
        (&["--match", "7"], "6-3 in a match to 7, Crawford game,"),
        (&["--match", "7", "--score", "6-4"], "6-4 in a match to 7, centred"),
        (&["--match", "7", "--score", "6-4", "--crawford"], "6-4 in a match to 7, Crawford game,"),
        (&["--match", "9"], "0-0 in a match to 9, centred"),
        (&["--money"], "money game, centred"),
    ] {
        let text = stdout(&[&["cube", crawford], options].concat(), cache.path());
        assert!(text.contains(words), "{options:?}: {text}");
    }
}

#[test]
fn what_is_played_for_fits_on_80_columns() {
    let cache = tempfile::tempdir().unwrap();
    let table = ["--match", "64", "--score", "63-10", "--crawford", "--cube", "1024:opponent"];
    for command in [
        &["best", START, "31", "--plays", "2"][..],
        &["best", START, "31", "--cubeless", "--plays", "2"],
        &["evaluate", START],
        &["cube", START],
        &["rollout", START, "--games", "36", "--truncate", "1"],
    ] {
        let text = stdout(&[command, &table].concat(), cache.path());
        let words = "63-10 in a match to 64, Crawford game, opponent's cube on 1024";
        assert!(text.contains(words), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }
}

#[test]
fn a_bearoff_is_exact_and_a_race_has_its_counts() {
    let cache = tempfile::tempdir().unwrap();
    // Checkers on the 5 and 1 points against the 1 point: 23 of 36 rolls win.
    let cube = json(&["cube", POSITIONS[4], "--json"], cache.path());
    assert_eq!(cube["action"], "Double, take");
    let close = |value: &serde_json::Value, want: f64| {
        assert!((value.as_f64().unwrap() - want).abs() < 1e-5, "{value}, not {want}");
    };
    close(&cube["no_double"], 10.0 / 36.0);
    close(&cube["double_take"], 20.0 / 36.0);
    close(&cube["probabilities"]["win"], 23.0 / 36.0);
    let race = json(&["evaluate", POSITIONS[3], "--json"], cache.path());
    assert_eq!(race["race"]["counts"].as_array().unwrap().len(), 4);
    assert!(race["race"]["sides"][0]["wastage"].as_f64().unwrap() > 0.0);
    assert!(json(&["evaluate", START, "--json"], cache.path())["race"].is_null());
    // Without a cache folder, the tables are still available.
    let file = cache.path().join("file");
    std::fs::write(&file, "no folder").unwrap();
    let output = run(&["cube", POSITIONS[4], "--json"], "", &file);
    assert!(output.status.success());
    let note = String::from_utf8(output.stderr).unwrap();
    assert_eq!(note.matches("cannot read or write a table file").count(), 1, "{note}");
}

#[test]
fn rival_plays_are_rolled_out_and_the_seed_decides() {
    let cache = tempfile::tempdir().unwrap();
    let rollout = |threads: &'static str, seed: &'static str| {
        let options = ["--games", "72", "--truncate", "5", "--json", "--threads", threads];
        stdout(&[&["rollout", START, "31", "--seed", seed][..], &options].concat(), cache.path())
    };
    let one = rollout("1", "1");
    assert_eq!(one, rollout("2", "1"));
    assert_ne!(one, rollout("1", "2"));
    let rollout: serde_json::Value = serde_json::from_str(&one).unwrap();
    let plays = rollout["results"].as_array().unwrap();
    assert_eq!((plays.len(), &rollout["dice"]), (3, &"31".into()));
    assert_eq!(plays[0]["play"], "8/5 6/5");
}

#[test]
fn deeper_plays_come_first_and_the_cache_changes_nothing() {
    let cache = tempfile::tempdir().unwrap();
    let best = |more: &[&str]| {
        stdout(&[&["best", START, "42", "--ply", "3", "--json"], more].concat(), cache.path())
    };
    let usual = best(&[]);
    assert_eq!(usual, best(&["--cache", "0"]));
    assert_eq!(usual, best(&["--threads", "1"]));
    let best: serde_json::Value = serde_json::from_str(&usual).unwrap();
    let plays = &best["plays"];
    assert_eq!((&plays[0]["play"], &plays[0]["ply"]), (&"8/4 6/4".into(), &3.into()));
    assert_eq!(plays.as_array().unwrap().last().unwrap()["ply"], 1);
}

#[test]
fn duels_take_the_cube() {
    let cache = tempfile::tempdir().unwrap();
    let money = ["duel", "shesh", "shesh", "--cube", "--jacoby", "--beavers"];
    let even = json(&[&money[..], &["--games", "20", "--json"]].concat(), cache.path());
    // A player against itself, with the same dice from both seats, breaks even.
    assert_eq!(even["result"], 0.0);
    let matches = ["duel", "shesh", "random", "--match", "3", "--holland", "--games", "10"];
    let won = json(&[&matches[..], &["--json"]].concat(), cache.path());
    assert_eq!((&won["match_length"], &won["played"]), (&3.into(), &10.into()));
    assert!(won["result"].as_f64().unwrap() > 0.6, "{won}");
}

#[test]
fn games_are_played_with_the_cube() {
    let cache = tempfile::tempdir().unwrap();
    let said = "hint\nhelp\nnonsense\ndouble\nquit\n";
    let output = run(&["play", "--match", "3", "--seed", "1"], said, cache.path());
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("The cube is on 1, centred"), "{text}");
}

/// Output of `shesh play` for the given input.
fn played(options: &[&str], said: &str) -> String {
    let cache = tempfile::tempdir().unwrap();
    let output = run(&[&["play"], options].concat(), said, cache.path());
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn whoever_is_beavered_by_the_engine_may_roll_raccoon_or_pass() {
    // The engine starts well, so a double is a blunder.
    let beavers = ["--cube", "--beavers", "--seed", "2"];
    let text = played(&beavers, "double\nhint\nraccoon\n");
    assert!(text.contains("The engine beavers: the cube is on 4."), "{text}");
    assert!(text.contains("The cube is on 8, and the engine's."), "{text}");
    assert!(text.contains("The cube is on 8, the engine's.\n\n44 to play:"), "{text}");
    let text = played(&beavers, "double\nroll\n");
    assert!(text.contains("The cube is on 4, the engine's.\n\n44 to play:"), "{text}");
    let text = played(&beavers, "double\npass\n");
    assert!(text.contains("The engine wins by a pass, 2 points."), "{text}");
}

#[test]
fn a_beaver_is_offered_where_it_is_allowed() {
    // The player plays badly, and the engine doubles.
    let said = "roll\n24/23 24/22\n\nroll\nbar/18\n\nnonsense\nbeaver\n";
    let game = ["--cube", "--seed", "30"];
    let text = played(&[&game[..], &["--beavers"]].concat(), said);
    assert!(text.contains("to 2. Take, beaver or pass? Type take, beaver or pass.\n"), "{text}");
    assert!(text.contains("The engine raccoons. The cube is on 8, and yours."), "{text}");
    let text = played(&game, said);
    assert!(text.contains("to 2. Take or pass? Type take or pass.\n"), "{text}");
    assert!(!text.contains("beaver"), "{text}");
}

#[test]
fn a_game_may_be_resigned_before_the_roll_too() {
    let game = ["--cube", "--seed", "2"];
    let text = played(&game, "resign\n");
    assert!(text.contains("Roll or double: The engine wins a single game, 1 point."), "{text}");
    let text = played(&game, "resign a lot\nroll\n24/1\nresign gammon\n");
    assert!(text.contains("Type resign, resign gammon or resign backgammon."), "{text}");
    assert!(text.contains("The engine wins a gammon, 2 points."), "{text}");
    // A resignation is no answer to a double.
    let text = played(&["--cube", "--beavers", "--seed", "2"], "double\nresign\nroll\n");
    assert!(text.contains("Type roll, raccoon or pass."), "{text}");
}

#[test]
fn the_limit_of_the_cube_holds_for_beavers_and_raccoons_at_the_terminal() {
    let limited = |limit| ["--cube", "--beavers", "--seed", "2", "--largest-cube", limit];
    let text = played(&limited("4"), "double\nraccoon\nroll\n");
    assert!(text.contains("Roll or pass? Type roll or pass."), "{text}");
    assert!(text.contains("The cube is on 4, the engine's."), "{text}");
    let text = played(&limited("2"), "double\n");
    assert!(text.contains("The engine takes: the cube is on 2."), "{text}");
    assert!(!played(&limited("1"), "").contains("double"));
}

#[test]
fn hints_are_for_the_score_and_the_cube() {
    let cache = tempfile::tempdir().unwrap();
    let best = |dice: &str, options: &[&str]| {
        let output = run(&[&["best", "4HPwATDgc/ABMA", dice], options].concat(), "", cache.path());
        String::from_utf8(output.stdout).unwrap()
    };
    let rows = |text: &str| -> Vec<String> {
        let is_row = |line: &&str| line.starts_with("   1. ") || line.starts_with("   2. ");
        text.lines().filter(is_row).map(str::to_owned).collect()
    };
    for (game, table) in [
        (&["--match", "1"][..], &["--match", "1", "--crawford"][..]),
        (&["--cube", "--jacoby"], &["--money", "--jacoby"]),
    ] {
        // The player starts.
        let text = played(&[game, &["--seed", "1"]].concat(), "hint\n");
        let rolled = text.split_once("You roll ").unwrap().1;
        let dice: String = rolled.chars().filter(char::is_ascii_digit).take(2).collect();
        let advised = rows(&text);
        assert_eq!(advised.len(), 2, "{text}");
        assert_eq!(advised, rows(&best(&dice, &[&["--ply", "1"], table].concat())));
        let neither = rows(&best(&dice, &["--ply", "1", "--cubeless"]));
        assert_ne!(advised, neither, "as if there were neither score nor cube");
    }
}

#[test]
fn programs_are_answered() {
    let cache = tempfile::tempdir().unwrap();
    let said = "ubgi\nisready\nwhat\nposition gnubgid 4HPwATDgc/ABMA\ndice 3 1\n\
                go role chequer\ngo role cube\nquit\nisready\n";
    let output = run(&["ubgi"], said, cache.path());
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    for line in ["ubgiok", "readyok", "error unknown_command what", "bestmove 8/5 6/5"] {
        assert_eq!(text.lines().filter(|l| *l == line).count(), 1, "{line} in {text}");
    }
    assert!(text.contains("bestcube nodouble"));
}

/// Writes a match equity table, with equities before and after the Crawford game; returns its path.
fn equities(folder: &Path, before: [[f64; 2]; 2], after: &[f64]) -> String {
    let row = |row: &[f64]| -> String {
        let entries: String = row.iter().map(|chance| format!("<me>{chance}</me>")).collect();
        format!("<row>{entries}</row>")
    };
    let text = format!(
        "<met><pre-crawford-table>{}{}</pre-crawford-table>\
         <post-crawford-table>{}</post-crawford-table></met>",
        row(&before[0]),
        row(&before[1]),
        row(after),
    );
    let path = folder.join("equities.xml");
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_match_equity_table_of_few_scores_will_do() {
    let cache = tempfile::tempdir().unwrap();
    for after in [&[0.5][..], &[0.5, 0.48], &[0.0, 0.0, 0.0]] {
        let file = equities(cache.path(), [[0.5, 0.7], [0.3, 0.5]], after);
        for score in ["6-0", "0-6", "0-0", "5-5"] {
            let score = ["cube", START, "--match", "7", "--score", score];
            let options = ["--met", file.as_str(), "--json"];
            let cube = json(&[&score[..], &options].concat(), cache.path());
            let mwc = cube["mwc"]["no_double"].as_f64().unwrap();
            assert!((0.0..=1.0).contains(&mwc), "{after:?} {cube}");
        }
    }
}

#[test]
fn the_match_equity_table_that_is_given_governs_the_windows_too() {
    let cache = tempfile::tempdir().unwrap();
    let file = equities(cache.path(), [[0.5, 0.6], [0.4, 0.5]], &[0.5, 0.5]);
    let score = ["cube", START, "--match", "2", "--score", "0-0", "--json"];
    let take_point = |more: &[&str]| {
        let cube = json(&[&score[..], more].concat(), cache.path());
        cube["windows"]["take_point"].as_f64().unwrap()
    };
    // At 2 away each, a double is for the match, and a pass leads to 2 away against 1 away.
    assert!((take_point(&["--met", &file]) - 0.4).abs() < 1e-6);
    assert!((take_point(&[]) - 0.32264).abs() < 1e-5);
}

#[test]
fn bad_input_is_refused_with_exit_code_2() {
    let cache = tempfile::tempdir().unwrap();
    let over = "XGID=-A------------------------:0:0:1:00:0:0:0:0:10";
    for arguments in [
        &["cube", "nonsense"][..],
        &["cube", START, "--match", "5", "--score", "5-1"],
        &["cube", START, "--match", "5", "--crawford"],
        &["cube", START, "--score", "1-2"],
        &["cube", START, "--cube", "3"],
        &["cube", START, "--cube", "2:nobody"],
        &["cube", START, "--met", "no/such/file.xml"],
        &["cube", START, "--match", "7", "--jacoby"],
        &["cube", START, "--scores", "0"],
        &["cube", START, "--scores", "26"],
        &["cube", START, "--scores", "7", "--jacoby"],
        &["cube", START, "--scores", "7", "--match", "5"],
        &["cube", START, "--scores", "7", "--cube", "2"],
        &["cube", START, "--scores", "7", "--cube", "2:opponent"],
        &["best", START, "31", "--scores", "7", "--score", "2-1"],
        &["best", START, "31", "--scores", "7", "--plays", "3"],
        &["best", START, "31", "--scores", "7", "--crawford"],
        &["cube", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"],
        &["cube", over],
        &["rollout", over],
        &["rollout", START, "--games", "0"],
        &["rollout", START, "--standard-error", "-1"],
        &["rollout", START, "--confidence", "2"],
        &["rollout", START, "--time", "nan"],
        &["best", START, "31", "--filter", "tight"],
        &["evaluate", START, "--cache", "x"],
        &["duel", "shesh", "random", "--cube", "--match", "5"],
        &["duel", "shesh", "random", "--cube", "--largest-cube", "3"],
        &["play", "--jacoby"],
        &["play", "--match", "3", "--jacoby"],
        &["play", "--match", "3", "--beavers"],
        &["duel", "shesh", "random", "--match", "3", "--automatic-doubles", "1"],
    ] {
        let output = run(arguments, "", cache.path());
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(is_one_sentence(&stderr) && output.stdout.is_empty(), "{arguments:?}: {stderr}");
    }
}

#[test]
fn dice_are_put_to_the_test() {
    let cache = tempfile::tempdir().unwrap();
    let rolls = ["dice", "--rolls", "20000", "--seed", "5"];
    let report = json(&[&rolls[..], &["--json"]].concat(), cache.path());
    assert_eq!((&report["rolls"], &report["seed"]), (&20_000.into(), &5.into()));
    assert_eq!(report["suspicious"].as_array().unwrap().len(), 0, "{report}");
    let text = stdout(&rolls, cache.path());
    for test in report["tests"].as_array().unwrap() {
        assert!(text.contains(test["name"].as_str().unwrap()), "{test} in {text}");
    }
    let refused = run(&["dice", "--rolls", "10"], "", cache.path());
    assert_eq!(refused.status.code(), Some(2));
    assert!(is_one_sentence(&String::from_utf8(refused.stderr).unwrap()));
}

#[test]
fn two_plays_are_explained() {
    let cache = tempfile::tempdir().unwrap();
    let explain = |plays: &[&str]| -> BestPlays {
        let best = ["best", START, "31", "--ply", "2", "--json", "--explain"];
        serde_json::from_str(&stdout(&[&best[..], plays].concat(), cache.path())).unwrap()
    };
    let named = |plays: &[&str]| {
        let explanation = explain(plays).explanation.unwrap();
        assert!(explanation.difference >= 0.0 && explanation.ply == 2);
        [explanation.better.play, explanation.other.play]
    };
    let all = explain(&[]);
    let [first, second] = [&all.plays[0], &all.plays[1]];
    assert_eq!(named(&[]), [first.play.as_str(), &second.play]);
    // The best play is not compared with itself, but with the second best.
    assert_eq!(named(&["8/5 6/5"]), named(&[]));
    assert_eq!(named(&["24/23 13/10"]), ["8/5 6/5", "24/23 13/10"]);
    assert_eq!(named(&["6/5 6/3", "13/10 24/23"]), ["24/23 13/10", "6/5 6/3"]);
    let loss = explain(&["6/5 6/3"]).explanation.unwrap().difference;
    let of = |play: &str| all.plays.iter().find(|found| found.play == play).unwrap().equity;
    assert!(loss > 0.1 && loss - (of("8/5 6/5") - of("6/5 6/3")) < 0.05);
}

#[test]
fn explanations_fit_the_terminal_whatever_is_played_for() {
    let cache = tempfile::tempdir().unwrap();
    for position in POSITIONS {
        for options in [&[][..], &["--cubeless"], &["--match", "5", "--score", "2-1"]] {
            let best = ["best", position, "41", "--ply", "2", "--explain"];
            let output = run(&[&best[..], options].concat(), "", cache.path());
            if output.status.success() {
                let text = String::from_utf8(output.stdout).unwrap();
                assert!(text.contains("-ply."), "{text}");
                assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
            } else {
                let error = String::from_utf8(output.stderr).unwrap();
                assert!(error.contains("has one play"), "{error}");
                assert_eq!(output.status.code(), Some(2));
            }
        }
    }
}

#[test]
fn plays_that_cannot_be_explained_are_told_in_one_sentence() {
    let cache = tempfile::tempdir().unwrap();
    for plays in [&["13/8"][..], &["8/5 6/5", "6/5 8/5"], &["rubbish"], &["", "8/5 6/5"], &["pass"]]
    {
        let best = ["best", START, "31", "--explain"];
        let output = run(&[&best[..], plays].concat(), "", cache.path());
        assert_eq!(output.status.code(), Some(2), "{plays:?}");
        assert!(output.stdout.is_empty());
        assert!(is_one_sentence(&String::from_utf8(output.stderr).unwrap()), "{plays:?}");
    }
}
