//! Tests `--save`: games are written to files, and read back.

mod common;

use common::{is_one_sentence, shesh, stdout_of};
use sheshbesh_matchfile::{Event, How, Match, Options, Reading, read};
use sheshbesh_movegen::{BySeat, Dice, Game, Plays, Position, Seat, Situation, notation};
use std::{
    path::Path,
    process::{Command, Output},
};

fn run(arguments: &[&str], input: &str, folder: &Path) -> Output {
    let mut command = shesh(arguments);
    command.current_dir(folder).env("XDG_CACHE_HOME", folder).write_stdin(input).output().unwrap()
}

#[track_caller]
fn done(arguments: &[&str], input: &str, folder: &Path) -> String {
    stdout_of(run(arguments, input, folder), arguments)
}

/// Reads a match file, which must cause no warnings.
#[track_caller]
fn written(file: &Path) -> Match {
    let bytes = std::fs::read(file).unwrap_or_else(|e| panic!("{file:?}: {e}"));
    let Reading { record, warnings, .. } = read(&bytes, &Options::default()).unwrap();
    assert_eq!(warnings, [], "{}", String::from_utf8_lossy(&bytes));
    for game in &record.games {
        assert!(game.replay(&record).unwrap().all(|moment| moment.is_ok()));
    }
    record.without_lines()
}

#[test]
fn a_game_at_the_terminal_is_kept_as_far_as_it_went() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let play = ["play", "--match", "3", "--seed", "1", "--save"];
    // The player starts and plays, and then the input ends, or the player quits.
    let text = done(&[&play[..], &["a.json"]].concat(), "hint\n", folder);
    let (_, best) = text.split_once("\n   1. ").unwrap();
    let best = best.split("  ").next().unwrap();
    let mut games = Vec::new();
    for (file, input) in [
        ("b.json", format!("{best}\n\nroll\n")),
        ("c.mat", format!("{best}\n\nroll\nquit\n")),
        ("d.sgf", format!("{best}\n\nroll\nquit\n")),
    ] {
        let text = done(&[&play[..], &[file]].concat(), &input, folder);
        assert!(text.contains("The engine plays"), "{text}");
        let record = written(&folder.join(file));
        assert_eq!((record.length, record.games.len()), (3, 1));
        assert_eq!(record.players.bottom.name, "You");
        assert_eq!(record.about.comment.as_deref(), Some("Seed of the dice: 1"));
        let game = &record.games[0];
        assert_eq!(game.result, None);
        let last = game.entries.last().unwrap();
        assert!(matches!(last.event, Event::Roll(_)) && last.seat == Seat::Bottom, "{last:?}");
        games.push(game.entries.clone());
    }
    assert!(games[0].len() == 3 && games.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn a_match_that_ends_is_kept_whole() {
    let folder = tempfile::tempdir().unwrap();
    let input = "resign backgammon\n".repeat(30);
    let text = done(&["play", "--match", "7", "--save", "a.mat"], &input, folder.path());
    assert!(text.contains("wins the match"), "{text}");
    let record = written(&folder.path().join("a.mat"));
    assert_eq!(record.games.len(), 3);
    for game in &record.games {
        let result = game.result.unwrap();
        assert_eq!((result.winner, result.points), (Some(Seat::Top), 3));
        assert!(matches!(result.how, How::Resigned(_)));
    }
}

#[test]
fn a_duel_is_kept_as_a_session_or_as_matches() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let duel = ["duel", "shesh", "pubeval", "--games", "20", "--json"];
    let without = done(&duel, "", folder);
    for file in ["a.mat", "a.json", "a.sgf"] {
        let result = done(&[&duel[..], &["--save", file]].concat(), "", folder);
        assert_eq!(result, without);
        let record = written(&folder.join(file));
        assert_eq!((record.games.len(), record.length), (20, 0));
        let result: serde_json::Value = serde_json::from_str(&result).unwrap();
        let mut points = 0.0;
        for game in &record.games {
            let result = game.result.unwrap();
            let won = f64::from(result.points);
            points += if result.winner == Some(Seat::Top) { won } else { -won };
        }
        assert_eq!(points / 20.0, result["points_per_game"].as_f64().unwrap());
    }
    // The file does not depend on the number of threads.
    let first = std::fs::read(folder.join("a.mat")).unwrap();
    done(&[&duel[..], &["--save", "b.mat", "--threads", "1"]].concat(), "", folder);
    assert_eq!(std::fs::read(folder.join("b.mat")).unwrap(), first);

    let matches = ["duel", "shesh", "shesh", "--match", "3", "--games", "10", "--json"];
    let result = done(&[&matches[..], &["--save", "m.mat"]].concat(), "", folder);
    let result: serde_json::Value = serde_json::from_str(&result).unwrap();
    let won = (1..=10).filter(|number| {
        let record = written(&folder.join(format!("m-{number:02}.mat")));
        let last = record.games.last().unwrap();
        let winner = last.result.unwrap().winner.unwrap();
        assert!(u32::from(last.score[winner]) + last.result.unwrap().points >= 3);
        winner == Seat::Top
    });
    assert_eq!(won.count() as u64, result["first_won"].as_u64().unwrap());
    let output = run(&[&matches[..], &["--save", "m.mat"]].concat(), "", folder);
    assert!(String::from_utf8_lossy(&output.stderr).contains("m-01.mat already exists"));
}

#[test]
fn games_with_beavers_and_automatic_doubles_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let cube = ["--cube", "--jacoby", "--beavers", "--automatic-doubles", "2"];
    for file in ["a.mat", "a.json", "a.sgf"] {
        let duel = ["duel", "shesh", "columns", "--games", "60", "--save", file];
        done(&[&duel[..], &cube].concat(), "", folder.path());
        let record = written(&folder.path().join(file));
        assert_eq!(record.games.len(), 60);
        let events = || record.games.iter().flat_map(|game| &game.entries);
        assert!(events().any(|entry| entry.event == Event::Double));
        assert!(events().any(|entry| matches!(entry.event, Event::SetCube { .. })));
    }
}

#[test]
fn what_is_there_already_stays_unless_it_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let there = folder.join("there.mat");
    std::fs::write(&there, "mine").unwrap();
    std::fs::create_dir(folder.join("folder.mat")).unwrap();
    let game = " 1 point match\n\n Game 1\n A : 0     B : 0\n  1) 31: 8/5 6/5\n";
    let duel = ["duel", "pipcount", "random", "--games", "2"];
    let convert = ["convert", "-", "--to", "mat"];
    for (command, save, expected) in [
        (&["play"][..], &["--save", "there.mat"][..], "--force"),
        (&duel, &["--save", "there.mat"], "--force"),
        (&convert, &["there.mat"], "--force"),
        (&["ubgi"], &["--save", "there.mat"], "--force"),
        (&["play"], &["--save", "folder.mat"], "is a folder"),
        (&["play"], &["--save", "none/x.mat"], "the folder none does not exist"),
        (&["play"], &["--save", "x.png"], "unknown extension"),
        (&["play"], &["--save", "x"], "unknown extension"),
        (&["play"], &["--force"], "--save"),
        (&duel, &["--save", "x.mat", "--games", "10001"], "10,000"),
    ] {
        let arguments: Vec<&str> = match (command, save) {
            // Replace the command's own `--games`.
            (command, [file @ .., "--games", more]) => {
                [&command[..3], &["--games", more], file].concat()
            }
            _ => [command, save].concat(),
        };
        let output = run(&arguments, game, folder);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.contains(expected), "{arguments:?}: {stderr}");
        assert!(is_one_sentence(&stderr) || stderr.contains("--help"), "{stderr}");
        assert_eq!(std::fs::read_to_string(&there).unwrap(), "mine");
    }
    for command in [&convert[..], &duel] {
        let save: &[&str] =
            if command == convert { &["there.mat"] } else { &["--save", "there.mat"] };
        done(&[command, save, &["--force"]].concat(), game, folder);
        written(&there);
    }
}

/// A reply that only one roll allows: the roll, and the resulting position.
fn reply(game: Game, before: &Position) -> (Dice, Position) {
    let mut plays = Plays::new(game);
    let all = Dice::ALL.map(|roll| plays.generate_or_pass(before, roll).to_vec());
    let leads = |after: &Position| all.iter().filter(|plays| plays.contains(after)).count();
    let found = Dice::ALL.into_iter().zip(&all).find_map(|(roll, plays)| {
        let alone = plays.iter().find(|after| leads(after) == 1)?;
        (!roll.is_double()).then_some((roll, *alone))
    });
    found.unwrap()
}

#[test]
fn what_a_program_asks_is_kept_with_what_lies_between() {
    let folder = tempfile::tempdir().unwrap();
    let game = Game::Backgammon;
    let start = game.start();
    let best = notation::parse(game, &start, "31".parse().unwrap(), "8/5 6/5").unwrap();
    let (roll, after) = reply(game, &best);
    let (opening, opened) = reply(game, &start);
    let doubled = "XGID=-BBCBB--D-------c---bbccb-:0:0:1:D:0:0:2:0:10";
    let race = Situation::from_xgid(doubled, game).unwrap().position;
    let lines = [
        "newsession type match length 5".to_owned(),
        "newgame".to_owned(),
        format!("position gnubgid {}", start.gnu_id()),
        "dice 3 1\ngo role chequer".to_owned(),
        format!("position gnubgid {}", after.gnu_id()),
        "dice 4 2\ngo role chequer".to_owned(),
        // An unrelated position.
        "position gnubgid 4HPwATDgc/ABMA\nsetcube value 2 owner p1".to_owned(),
        "dice 6 5\ngo role chequer".to_owned(),
        // The opponent starts, having won the previous game.
        "newgame\nsetscore 0 2".to_owned(),
        format!("position gnubgid {}\ndice 2 1\ngo role chequer", opened.gnu_id()),
        "newsession type money jacoby off beavers on".to_owned(),
        format!("position xgid {doubled}\ngo role cube"),
        "quit".to_owned(),
    ];
    for ending in ["json", "mat", "sgf"] {
        let file = format!("a.{ending}");
        done(&["ubgi", "--save", &file], &lines.join("\n"), folder.path());
        let record = written(&folder.path().join(&file));
        assert_eq!((record.length, record.games.len()), (5, 2));
        let events: Vec<(Seat, Event)> =
            record.games[0].entries.iter().map(|e| (e.seat, e.event.clone())).collect();
        let play = |dice: &str, result| Event::Play { dice: dice.parse().unwrap(), result };
        assert_eq!(events[0], (Seat::Top, play("31", best)));
        assert_eq!(events[1], (Seat::Bottom, Event::Play { dice: roll, result: after }));
        assert!(matches!(events[2], (Seat::Top, Event::Play { .. })));
        assert_eq!(events[3], (Seat::Top, Event::SetBoard(start)));
        let cube = Event::SetCube { exponent: 1, owner: Some(Seat::Bottom) };
        assert_eq!(events[4], (Seat::Top, cube));
        assert!(matches!(events[5], (Seat::Top, Event::Play { .. })) && events.len() == 6);
        let second = &record.games[1];
        assert_eq!(second.score, BySeat { bottom: 2, top: 0 });
        assert_eq!(second.entries[0].seat, Seat::Bottom);
        assert_eq!(second.entries[0].event, Event::Play { dice: opening, result: opened });
        assert_eq!((second.entries[1].seat, second.entries.len()), (Seat::Top, 2));

        let record = written(&folder.path().join(format!("a-2.{ending}")));
        let events: Vec<&Event> = record.games[0].entries.iter().map(|e| &e.event).collect();
        assert_eq!(events, [&Event::SetBoard(race), &Event::Double, &Event::Beaver]);
    }
    // The second file exists already and is not overwritten.
    let first = folder.path().join("a.mat");
    let second = std::fs::read(folder.path().join("a-2.mat")).unwrap();
    std::fs::remove_file(&first).unwrap();
    std::fs::write(folder.path().join("a-2.mat"), "mine").unwrap();
    let output = run(&["ubgi", "--save", "a.mat"], &lines.join("\n"), folder.path());
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && stderr.contains("a-2.mat already exists"), "{stderr}");
    assert_eq!(std::fs::read_to_string(folder.path().join("a-2.mat")).unwrap(), "mine");
    done(&["ubgi", "--save", "a.mat", "--force"], &lines.join("\n"), folder.path());
    assert_eq!(std::fs::read(folder.path().join("a-2.mat")).unwrap(), second);
    written(&first);
}

/// Interrupts a command after a while; returns its exit code. Retries with twice the time if the
/// command had not yet installed its handler.
#[cfg(unix)]
fn interrupted(arguments: &[&str], folder: &Path) -> i32 {
    use std::{process::Stdio, thread, time::Duration};
    for time in [500, 1000, 2000, 4000, 8000, 16_000] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_shesh"))
            .args(arguments)
            .current_dir(folder)
            .env("XDG_CACHE_HOME", folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Take stdin, since waiting for the child would close it.
        let stdin = child.stdin.take();
        thread::sleep(Duration::from_millis(time));
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        let code = child.wait().unwrap().code();
        drop(stdin);
        if let Some(code) = code {
            return code;
        }
    }
    panic!("{arguments:?} does not watch for Ctrl-C");
}

#[cfg(unix)]
#[test]
fn what_is_interrupted_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let play = ["play", "--seed", "1", "--no-tables", "--save", "a.mat"];
    assert_eq!(interrupted(&play, folder), 130);
    let record = written(&folder.join("a.mat"));
    assert_eq!((record.games.len(), record.games[0].result), (1, None));

    let duel = ["duel", "shesh:3", "shesh:3", "--games", "5000", "--save", "b.json"];
    let code = interrupted(&duel, folder);
    assert!(matches!(code, 0 | 1), "{code}");
    let record = written(&folder.join("b.json"));
    assert!((1..5000).contains(&record.games.len()));
    assert!(record.games.iter().any(|game| game.result.is_none()));
}
