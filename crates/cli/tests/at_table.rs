//! Tests table agreements in duels, games against the engine and evaluations.

use serde_json::Value;

mod common;
use common::{is_one_sentence, json, refused, shesh, stdout};

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
        // The winner of the previous game starts.
        let first = game["entries"][0]["player"].as_u64();
        assert!(winner.is_none() || first == winner, "{game}");
        winner = game["result"]["winner"].as_u64();
    }
    let last = &games.last().unwrap();
    let winner = winner.unwrap() as usize - 1;
    let points = last["result"]["points"].as_u64().unwrap();
    assert!(games.len() > 3 && last["score"][winner].as_u64().unwrap() + points >= 7);
    // The file can be read again and shown.
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

/// In these games the winner starts the next game, but games of a duel are independent.
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

/// A match that would be misread as other games is not written; usual agreements cause no notes.
#[test]
fn games_of_a_duel_are_converted_where_they_are_read_as_they_were_played() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (game, saved, sentence) in [
        (["--game", "snake"], "a.json", "which side of snake: write it as json"),
        (["--frame", "portes,fevga"], "b.json", "the games of a frame: write it as json"),
    ] {
        let save = ["--games", "2", "--save", &path(saved)];
        stdout(&[&["duel", "pipcount", "random"], &game[..], &save].concat());
        let saved = if game[0] == "--game" { saved } else { "b-1.json" };
        for to in ["x.mat", "x.sgf"] {
            let message = refused(&["convert", &path(saved), &path(to)]);
            assert!(is_one_sentence(&message) && message.contains(sentence), "{message}");
            assert!(!folder.path().join(to).exists());
        }
        stdout(&["convert", &path(saved), &path("again.json"), "--force"]);
    }
    let portes = ["duel", "pipcount", "random", "--game", "portes", "--games", "2"];
    stdout(&[&portes[..], &["--save", &path("portes.json")]].concat());
    assert_eq!(notes(&["convert", &path("portes.json"), &path("portes.mat")]), "");
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

/// Games without a cube have no cube decisions, and no text about a cube.
#[test]
fn games_without_a_cube_are_judged_without_one() {
    const PORTES: &str = "portes@4HPwATDgc/ABMA";
    const RACE: &str = "portes@u9twAADbbTwAAA";
    let rollout = ["rollout", PORTES, "--games", "36", "--truncate", "2"];
    let evaluate = ["evaluate", PORTES];
    let best = ["best", PORTES, "31"];
    for options in [&["--cube", "4:own"][..], &["--jacoby"], &["--beavers"]] {
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
        assert!(text.contains("2-3 in a match to 5") && !text.contains("to 5,"), "{text}");
        assert!(!text.contains("cube ") && !text.contains("double"), "{text}");
    }
    let text = stdout(&["evaluate", RACE]);
    assert!(text.contains("The race") && !text.contains("double"), "{text}");
    assert!(stdout(&["evaluate", &RACE["portes@".len()..]]).contains("no double"));
    let in_match = "portes@XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:3:0:5:10";
    let text = stdout(&["show", in_match]);
    assert!(text.contains("Match to 5, score 2-3.") && !text.contains("cube"), "{text}");
    let one_away = "portes@XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:4:1:5:10";
    assert!(stdout(&["show", one_away]).contains("Match to 5, score 2-4.\n"));
}

#[test]
fn what_is_over_is_said_to_be_over() {
    let text = stdout(&["evaluate", "2+4OAAAAAAAAAA"]);
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
        "The engine starts, having won the previous game.",
        "The score is 0 to 4 in a match to 3.",
        "The engine wins the match.",
    ] {
        assert!(text.contains(expected), "no {expected:?} in {text}");
    }
    assert!(!text.contains("The cube is on") && !text.contains("Crawford"), "{text}");
}

#[test]
fn help_tells_of_what_is_on_the_table() {
    let help = |options: &[&str]| {
        let play = [&["play", "--seed", "4"], options].concat();
        let output = shesh(&play).write_stdin("help\n").output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let plain = help(&["--game", "portes"]);
    assert!(plain.contains("offer to resign") && !plain.contains("offer a double"), "{plain}");
    assert!(!plain.contains("keep your choice"), "{plain}");
    assert!(help(&["--cube"]).contains("offer a double"));
    assert!(help(&["--tutor"]).contains("keep your choice"));
}

#[test]
fn positions_are_judged_by_the_scoring_that_is_agreed() {
    // The player on roll wins a gammon with the next roll.
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
    assert!(note.contains("do not determine left: evaluated by oyn-mars"), "{note}");
    let cube = stdout(&["cube", id, "--scoring", "single"]);
    assert!(cube.contains("scored single"), "{cube}");
}

#[test]
fn tables_of_positions_are_judged_by_the_scoring_that_is_agreed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (input, output) = (path("in.csv"), path("out.csv"));
    // The player on roll wins a gammon with the next roll.
    std::fs::write(&input, "position_id\n4A/8AwADAAAAAA\n").unwrap();
    let equity = |options: &[&str]| {
        let table = ["evaluate", "--no-tables", "--input", &input, "--output", &output];
        stdout(&[&table[..], options].concat());
        let judged = std::fs::read_to_string(&output).unwrap();
        judged.trim().rsplit_once(',').unwrap().1.parse::<f64>().unwrap()
    };
    assert!(equity(&[]) > 1.5);
    assert!((equity(&["--scoring", "single"]) - 1.0).abs() < 0.05);
    let table = ["evaluate", "--input", &input, "--output", &output];
    assert_eq!(
        notes(&[&table[..], &["--scoring", "nardi4"]].concat()).matches("nardi4").count(),
        1
    );
    let message = refused(&[&table[..], &["--game", "portes", "--cube", "2:own"]].concat());
    assert!(message.contains("portes is played without a cube"), "{message}");
}

/// Notes on stderr of a command that succeeds.
fn notes(arguments: &[&str]) -> String {
    let output = shesh(arguments).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{arguments:?}: {said}");
    said
}

/// Limitations of evaluations are reported as notes, and in JSON answers.
#[test]
fn verdicts_say_what_they_leave_out() {
    const EARLY: &str = "early@4HPwATDgc/ABMA";
    let last_roll = "winning with a double or against a loser who is not home are ignored";
    for command in [
        vec!["best", EARLY, "31"],
        vec!["evaluate", EARLY],
        vec!["rollout", EARLY, "--games", "36", "--truncate", "2"],
    ] {
        assert_eq!(notes(&command).matches(last_roll).count(), 1, "{command:?}");
        assert!(!notes(&[&command[..], &["--scoring", "single"]].concat()).contains(last_roll));
        let told = json(&command)["notes"].to_string();
        assert!(
            told.contains(last_roll) && told.contains("shesh was trained for backgammon"),
            "{told}"
        );
    }
    let note = notes(&["evaluate", EARLY, "--scoring", "oyn-mars"]);
    assert!(note.contains("do not determine oyn-mars: evaluated as if they did"), "{note}");
    let in_match = ["evaluate", "nard@AACA/z8AAID/Pw", "--match", "5"];
    assert!(notes(&in_match).contains("match equities for play without a cube"));
    assert!(json(&["evaluate", "4HPwATDgc/ABMA", "--match", "5"]).get("notes").is_none());
}

#[test]
fn of_misere_s_gammons_nothing_is_told() {
    let cube = ["cube", "misere@4HPwATDgc/ABMA"];
    for options in [&[][..], &["--explain"], &["--match", "5", "--explain"]] {
        let text = stdout(&[&cube[..], options].concat());
        assert!(text.contains("cubeless equity") && !text.contains("gammon "), "{text}");
    }
    assert!(stdout(&["cube", "4HPwATDgc/ABMA"]).contains("backgammon   "));
}

#[test]
fn what_does_not_go_together_is_one_sentence() {
    for (arguments, says) in [
        (vec!["duel", "random", "random", "--frame", "tavli"], "add --match"),
        (vec!["play", "--frame", "tavli"], "add --match"),
        (vec!["duel", "random", "random", "--frame", "chess"], "unknown game \"chess\""),
        (vec!["duel", "random", "random", "--frame", "fevga,nard", "--cube"], "without a cube"),
        (vec!["evaluate", "4HPwATDgc/ABMA", "--scoring", "most"], "unknown scoring"),
        (
            [&TAVLI[..], &["--games", "2", "--save", "/tmp/tavli-of-nobody.mat"]].concat(),
            "save it as .json",
        ),
        (
            vec!["duel", "random", "random", "--game", "snake", "--save", "/tmp/nobody.sgf"],
            "save a duel of it as .json",
        ),
        (vec!["play", "--game", "plakoto:"], "invalid option \"\" for plakoto"),
        (vec!["play", "--game", "plakoto:draw=1,draw=0"], "is set twice"),
        (vec!["play", "--turn-limit", "-1"], "-1 is not in 0..=65535"),
        (vec!["duel", "random", "random", "--games", "-4"], "invalid value '-4'"),
        (vec!["show", "plakoto@AACA/z8AAID/P"], "14 letters, or 18 with pinned checkers"),
        (vec!["show", "plakoto@AACA/z8AAID/PwAAAA"], "no checker is pinned"),
        (
            vec!["show", "russian@AAAA/38AAAD/fwAAAA"],
            "the last four letters state nothing: leave them out",
        ),
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

/// All games of a frame are analyzed, each by its network, with the agreed scoring.
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
    assert_eq!(judged["frame"], "backgammon,hypergammon");
    assert_eq!(judged["games"][1]["game"], "hypergammon");
    for game in judged["games"].as_array().unwrap() {
        assert!(game["decisions"].as_array().unwrap().len() > 3 && game.get("stopped").is_none());
    }
}

/// The report names the frame and the networks, and the game of each position ID.
#[test]
fn a_report_tells_what_was_played_and_by_which_network_it_is_judged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mixed.json");
    let duel = ["duel", "random", "pipcount", "--frame", "portes,nard,irish"];
    stdout(&[&duel[..], &["--games", "2", "--save", path.to_str().unwrap()]].concat());
    let first = folder.path().join("mixed-1.json");
    let analyze = ["analyze", first.to_str().unwrap(), "--preset", "quick", "--no-tables"];
    let text = stdout(&analyze);
    assert!(text.lines().next().unwrap().ends_with("portes,nard,irish, each once"), "{text}");
    let nard = "shesh was trained for long-nardi, so its evaluation of nard is approximate.";
    for note in ["evaluation of portes is approximate.", nard, "Note: networks judge portes by "] {
        let is_said = text.split_whitespace().collect::<Vec<_>>().join(" ").contains(note);
        assert!(is_said, "no {note:?} in {text}");
    }
    let pasted: Vec<&str> = text.lines().filter(|line| line.contains("XGID=")).collect();
    assert!(!pasted.is_empty());
    assert!(pasted.iter().all(|line| line.contains("portes@XGID") || line.contains("irish@XGID")));
    assert!(!text.contains("found by people") && !text.contains("called"), "{text}");
    let document = json(&analyze);
    let judged = &document["matches"][0];
    assert!(document.get("people").is_none() && judged["players"][0].get("level").is_none());
    assert_eq!(judged["notes"].as_array().unwrap().len(), 4, "{judged}");

    // The quiz also names the game.
    let reports = folder.path().join("reports");
    let reports = reports.to_str().unwrap();
    stdout(&[&analyze[..], &["--output", reports]].concat());
    let quiz = ["quiz", reports, "--player", "random", "--no-tables"];
    let output = shesh(&quiz).write_stdin("skip\n".repeat(60)).output().unwrap();
    let asked = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && asked.contains("Question 1 of"), "{asked}");
    let named = asked.lines().filter(|line| line.contains("money game")).collect::<Vec<_>>();
    let is_named =
        |line: &&str| ["portes, ", "nard, ", "irish, "].iter().any(|game| line.starts_with(game));
    assert!(!named.is_empty() && named.iter().all(is_named), "{asked}");
}

#[test]
fn results_of_a_session_are_counted_by_the_scoring_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let session = path("session.mat");
    let duel = ["duel", "pipcount", "random", "--game", "portes"];
    stdout(&[&duel[..], &["--games", "8", "--save", &session]].concat());
    let points = |file: &str, options: &[&str]| -> Vec<u64> {
        let analyze = ["analyze", file, "--preset", "quick"];
        let judged = json(&[&analyze[..], options].concat());
        let games = judged["matches"][0]["games"].as_array().unwrap();
        games.iter().map(|game| game["points"].as_u64().unwrap()).collect()
    };
    let usual = points(&session, &[]);
    assert!(usual.contains(&2), "somebody wins a gammon: {usual:?}");
    assert_eq!(points(&session, &["--scoring", "single"]), [1; 8]);
    // With scoring left, fifteen remaining checkers count double.
    for (left, usual) in points(&session, &["--scoring", "left"]).iter().zip(&usual) {
        assert!(if *usual == 2 { *left == 30 } else { (1..15).contains(left) }, "{left} {usual}");
    }
    assert_eq!(points(&session, &["--scoring", "oyn-mars"]), usual);
    // The scores of a match determine its games.
    let matches = path("match.mat");
    stdout(&[&duel[..], &["--games", "2", "--match", "3", "--save", &matches]].concat());
    let first = path("match-1.mat");
    let single = ["analyze", &first, "--preset", "quick", "--scoring", "single"];
    assert!(notes(&single).contains("points and scores stay as in the file"));
    assert_eq!(points(&first, &["--scoring", "single"]), points(&first, &[]));
}

/// A match in which every game is drawn has no winner.
#[test]
fn a_match_that_nobody_can_win_is_drawn() {
    let duel = ["duel", "pipcount", "random", "--games", "2", "--turn-limit", "1"];
    for more in [&["--match", "1"][..], &["--frame", "portes,fevga"]] {
        let result = json(&[&duel[..], more].concat());
        assert_eq!(result["drawn"], 2, "{result}");
    }
}

#[test]
fn a_list_is_played_once_whatever_its_games_are_called_together() {
    let list = ["duel", "pipcount", "random", "--frame", "portes,plakoto,fevga", "--games", "2"];
    assert!(stdout(&list).contains("2 frames of"));
    let tavli = ["duel", "pipcount", "random", "--frame", "tavli"];
    assert!(refused(&tavli).contains("add --match"));
}

#[test]
fn gammons_that_count_nothing_are_not_told() {
    for more in [&[][..], &["--match", "5"]] {
        let asked = [&["cube", "4HPwATDgc/ABMA", "--scoring", "single"][..], more].concat();
        let said = stdout(&asked);
        assert!(said.contains("dead cube") && !said.contains("gammon is worth"), "{said}");
        assert!(!said.contains("gammon rates"), "{said}");
        assert_eq!(json(&asked)["windows"]["gammon_price"], 0.0);
    }
}

#[test]
fn all_scores_of_a_game_without_a_cube_come_with_a_note() {
    let asked = ["best", "portes@4HPwATDgc/ABMA", "31", "--scores", "3"];
    let said = String::from_utf8(shesh(&asked).output().unwrap().stderr).unwrap();
    let note = "scores of portes are evaluated with match equities for play without a cube";
    assert!(said.contains(note), "{said}");
    let notes = json(&asked)["notes"].as_array().unwrap().clone();
    assert!(notes.iter().any(|said| said == note), "{notes:?}");
}

#[test]
fn a_run_does_not_begin_in_the_middle_of_nothing() {
    let said = refused(&["train", "--recipe", "full", "--from-stage", "2"]);
    assert!(said.contains("--start-from"), "{said}");
}

/// Draws that give points can tie a match at its length: every command evaluates such a match, and
/// the next game decides it.
#[test]
fn a_match_that_draws_have_tied_is_played_saved_and_judged() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let mut tied = 0;
    for (name, game) in [
        ("tapa", &["--game", "tapa"][..]),
        ("plakoto", &["--game", "plakoto:draw=1"]),
        ("frame", &["--frame", "plakoto:draw=1,backgammon"]),
    ] {
        let saved = path(&format!("{name}.json"));
        let duel = ["duel", "random", "random", "--match", "1", "--games", "10", "--seed", "4"];
        stdout(&[&duel[..], game, &["--save", &saved]].concat());
        for number in 1..=10 {
            let file = path(&format!("{name}-{number:02}.json"));
            let judged = json(&["analyze", &file, "--preset", "quick"]);
            let games = judged["matches"][0]["games"].as_array().unwrap();
            let last = games.last().unwrap();
            // The result is half a match, measured from a draw.
            let result = judged["matches"][0]["identity"]["result"].as_f64().unwrap();
            let won = if last["winner"] == 1 { 0.5 } else { -0.5 };
            assert!((result - won).abs() < 1e-6, "{file}: {result}");
            if last["score"] != serde_json::json!([0, 0]) {
                tied += 1;
                assert_eq!(last["score"][0], last["score"][1], "{file}");
            }
        }
    }
    assert!(tied > 5, "{tied} matches were tied");
    let start = "tapa@AACA/z8AAID/Pw";
    for (length, score) in [("1", "1-1"), ("1", "3-3"), ("5", "5-5"), ("5", "7-7")] {
        let at = ["--match", length, "--score", score];
        let answer = json(&[&["evaluate", start][..], &at].concat());
        let [mwc, win] =
            [&answer["mwc"], &answer["probabilities"]["win"]].map(|x| x.as_f64().unwrap());
        assert!((mwc - win).abs() < 1e-6, "{answer}");
        let best = json(&[&["best", start, "31"][..], &at].concat());
        let first = &best["plays"][0];
        let win = first["probabilities"]["win"].as_f64().unwrap();
        assert!((first["mwc"].as_f64().unwrap() - win).abs() < 1e-6, "{first}");
    }
    for (length, score) in [("1", "1-0"), ("1", "2-1"), ("5", "5-6")] {
        let said = refused(&["evaluate", start, "--match", length, "--score", score]);
        let errors: Vec<&str> = said.lines().filter(|line| !line.starts_with("note: ")).collect();
        assert!(matches!(errors[..], [error] if error.ends_with("the match is over")), "{said}");
    }
}
