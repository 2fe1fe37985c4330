//! Traps for readers of match files, each in a made-up file. Other traps are in `mat.rs`,
//! `texts.rs`, `formats.rs`, `xg.rs` and `bgf.rs`, and next to the readers. A table in
//! `docs/guide/analysis.md` lists them all.

use sheshbesh_matchfile::{
    Event, Format, How, Match, Options, Problem, ReadError, Reading, ReplayError, read,
};
use sheshbesh_movegen::{Dice, Seat, Win};

#[track_caller]
fn reads(text: &str) -> Reading {
    let reading = read(text.as_bytes(), &Options::default()).unwrap();
    for game in &reading.record.games {
        for step in game.replay(&reading.record).unwrap() {
            step.unwrap();
        }
    }
    reading
}

/// A file with one game to a given length; the rows follow the players.
fn game(length: u16, rows: &str) -> String {
    format!(" {length} point match\n\n Game 1\n Ada : 0                        Ben : 0\n{rows}\n")
}

fn problems(reading: &Reading) -> Vec<(u32, &Problem)> {
    reading.warnings.iter().map(|warning| (warning.line, &warning.problem)).collect()
}

fn list_events(record: &Match) -> Vec<(Seat, &Event)> {
    record.games[0].entries.iter().map(|entry| (entry.seat, &entry.event)).collect()
}

/// Boards with Ben on the bar, against a closed board and against one with a single gap.
const CLOSED: &str = "; Set Pos=------E-C----F----cbbbbbbA/0\n";
const GAP: &str = "; Set Pos=------E-C----E----ebbbbb-B/0\n";

#[test]
fn a_dance_is_written_in_three_ways() {
    for dance in ["43:", "43: Cannot Move", "43: pass"] {
        let rows = format!("{CLOSED}  1)                             {dance}\n  2) 21: 7/5 7/6");
        let reading = reads(&game(5, &rows));
        assert_eq!(problems(&reading), [], "{dance}");
        let events = list_events(&reading.record);
        let [_, (Seat::Bottom, Event::Play { dice, .. }), (Seat::Top, Event::Play { .. })] =
            events[..]
        else {
            panic!("{dance}: {events:?}");
        };
        assert_eq!(dice.to_string(), "43");
    }
}

#[test]
fn a_bare_roll_is_its_only_play_or_none() {
    // One checker enters on the 24 point, and the other cannot.
    let only = reads(&game(5, &format!("{GAP}  1)                             31:")));
    assert_eq!(problems(&only), []);
    let events_of_only = list_events(&only.record);
    let Event::Play { result, .. } = events_of_only[1].1 else { panic!("{events_of_only:?}") };
    assert_eq!((result.opponent().on(24), result.opponent().on(25)), (1, 1));
    // A roll with several plays was given up; question marks mean the same.
    for bare in ["62:", "62: ????", "62: ???"] {
        let rows = format!("  1) 31: 8/5 6/5                 {bare}\n      Wins 1 point");
        let reading = reads(&game(5, &rows));
        assert_eq!(problems(&reading), [], "{bare}");
        let dice: Dice = "62".parse().unwrap();
        assert_eq!(list_events(&reading.record)[1], (Seat::Bottom, &Event::Roll(dice)));
        let how = reading.record.games[0].result.unwrap().how;
        assert_eq!(how, How::Resigned(Win::Single), "{bare}");
    }
    // If the game goes on, the play is missing.
    let rows = "  1) 31: 8/5 6/5                 62:\n  2) 43: 24/20 13/10";
    let reading = reads(&game(5, rows));
    assert_eq!(problems(&reading), [(6, &Problem::NotPlayed)]);
}

#[test]
fn a_lone_cell_on_the_wrong_side_is_told() {
    let rows = "  1) 31: 8/5 6/5\n  2) 62: 24/18 13/11";
    let reading = reads(&game(5, rows));
    assert_eq!(problems(&reading), [(6, &Problem::OtherSide)]);
    assert_eq!(list_events(&reading.record)[1].0, Seat::Bottom);
}

#[test]
fn no_game_begins_with_a_double() {
    let reading = reads(&game(5, "  1) 33: 8/5(2) 6/3(2)\n      Wins 2 points"));
    let first = ReplayError::FirstRoll("33".parse().unwrap());
    assert_eq!(problems(&reading), [(5, &Problem::ReplayError(first))]);
    let game = &reading.record.games[0];
    assert_eq!((game.entries.len(), game.result.unwrap().points), (0, 2));
}

#[test]
fn players_change_columns() {
    let text = "\
5 point match

 Game 1
 Ada : 0                        Ben : 0
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Drops                       Wins 1 point

 Game 2
 Ben : 1                        Ada : 0
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Drops                       Wins 1 point
";
    let Reading { record, warnings, .. } = reads(text);
    assert_eq!(warnings, []);
    let Match { players, games, .. } = record;
    assert_eq!((players.top.name.as_str(), players.bottom.name.as_str()), ("Ada", "Ben"));
    assert_eq!((games[1].score.top, games[1].score.bottom), (0, 1));
    // The left player of the second game is Ben.
    let winners = games.iter().map(|game| game.result.unwrap().winner);
    assert_eq!(winners.collect::<Vec<_>>(), [Some(Seat::Bottom), Some(Seat::Bottom)]);
}

#[test]
fn results_stand_in_numbered_cells_and_in_the_loser_s() {
    let studio = "  1) 31: 8/5 6/5                         62: 24/18 13/11\n  2)  Doubles => 2                       Takes
  3) 43: 24/20 13/10                     51: 13/8 6/5\n  4)  Wins 4 point\n  5)";
    let galaxy = "  1) 31: 8/5 6/5                 62: 24/18 13/11\n  2)  Doubles => 2                Takes
  3) 43: 24/20 13/10             51: 13/8 6/5\n  4) 66: ????\n  5)                              Losses 4 point
      Wins 4 point and the match";
    for rows in [studio, galaxy] {
        let reading = reads(&game(4, rows));
        assert_eq!(problems(&reading), [], "{rows}");
        let result = reading.record.games[0].result.unwrap();
        assert_eq!((result.winner, result.points), (Some(Seat::Top), 4));
        assert_eq!(result.how, How::Resigned(Win::Gammon));
    }
}

#[test]
fn whoever_leaves_or_runs_out_of_time_has_lost() {
    for (cell, how) in [("Forfeits", How::Forfeited), ("Loses on time", How::OutOfTime)] {
        let rows = format!("  1) 31: 8/5 6/5                  {cell}\n      Wins 5 points");
        let reading = reads(&game(5, &rows));
        assert_eq!(problems(&reading), [], "{cell}");
        let result = reading.record.games[0].result.unwrap();
        assert_eq!((result.winner, result.points, result.how), (Some(Seat::Top), 5, how));
    }
}

#[test]
fn a_match_that_begins_one_point_away_may_be_in_its_crawford_game() {
    let rows = "  1) 31: 8/5 6/5                 62: 24/18 13/11";
    let text = game(5, rows).replace("Ada : 0", "Ada : 4");
    let reading = reads(&text);
    assert_eq!(problems(&reading), [(4, &Problem::CrawfordGuess)]);
    assert!(reading.record.games[0].crawford);
    // A double shows that it is not the Crawford game.
    let text =
        text.replace(rows, &format!("{rows}\n  2) 43: 24/20 13/10              Doubles => 2"));
    let reading = reads(&text);
    assert_eq!(problems(&reading), [(4, &Problem::CrawfordGuess)]);
    assert!(!reading.record.games[0].crawford);
    // Without the Crawford rule there is no guess.
    let off = format!("; [Crawford \"Off\"]\n{text}");
    let reading = reads(&off);
    assert_eq!(problems(&reading), []);
    assert!(!reading.record.rules.crawford);
}

#[test]
fn scores_of_money_games_run_on_or_do_not() {
    for second in ["0", "1"] {
        let text = format!(
            "Unlimited game\n\n Game 1\n Ada : 0                        Ben : 0
  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Drops                       Wins 1 point\n
 Game 2\n Ada : 0                        Ben : {second}
  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Drops                       Wins 1 point\n"
        );
        let Reading { record, warnings, .. } = reads(&text);
        assert_eq!(warnings, [], "{second}");
        assert_eq!((record.length, record.rules.jacoby, record.rules.beavers), (0, None, None));
        assert!(record.games.iter().all(|game| game.result.unwrap().points == 1));
    }
}

#[test]
fn ratings_stand_behind_names() {
    let text = game(5, "  1) 31: 8/5 6/5")
        .replace("Ada : 0", "Ada,1650.25 : 0")
        .replace("Ben : 0", "Ben,1501.5 : 0");
    let players = reads(&text).record.players;
    assert_eq!((players.top.name.as_str(), players.bottom.name.as_str()), ("Ada", "Ben"));
    let ratings = [players.top.rating, players.bottom.rating];
    assert_eq!(ratings, [Some("1650.25".to_owned()), Some("1501.5".to_owned())]);
}

#[test]
fn snowie_tells_illegal_plays_by_their_boards() {
    // The board of the starting position, with Ada on roll.
    const FIELDS: &str =
        "7;0;0;0;0;Ada;Ben;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;3;1;";
    let reading = reads(&game(7, &format!("  1) 31: Illegal play ({FIELDS})  62: 24/18 13/11")));
    assert!(matches!(problems(&reading)[..], [(5, Problem::IllegalPlay(_))]));
    let events = list_events(&reading.record);
    let [(_, Event::IllegalPlay { result, .. }), (Seat::Bottom, Event::Play { .. })] = events[..]
    else {
        panic!("{events:?}");
    };
    assert_eq!(*result, sheshbesh_movegen::Game::Backgammon.start());
}

#[test]
fn a_cube_that_shows_something_else_is_told() {
    let rows = "  1) 31: 8/5 6/5                  Doubles => 4\n  2)  Takes                      62: 24/18 13/11";
    let reading = reads(&game(5, rows));
    assert_eq!(problems(&reading), [(5, &Problem::CubeValue { written: 4, shown: 2 })]);
    let rows = "  1) 31: 8/5 6/5                  Doubles => 2\n  2)                             62: 24/18 13/11";
    assert_eq!(problems(&reads(&game(5, rows))), [(6, &Problem::NoAnswer)]);
}

/// Old trees without `CA`, and trees of money games without `MI`.
#[test]
fn old_trees_are_read() {
    let tree = "(;FF[4]GM[6]PlayerWhite[Zo\u{eb}]PB[Ben]
;B[31qtst];W[62xrrp];B[double];W[drop])";
    let latin: Vec<u8> =
        tree.chars().map(|letter| u8::try_from(u32::from(letter)).unwrap()).collect();
    let Reading { record, warnings, format, .. } = read(&latin, &Options::default()).unwrap();
    assert_eq!(format, Format::Sgf);
    // The encoding Latin-1 is not declared.
    let warnings_text: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings_text, ["guessed the encoding windows-1252 (--encoding)"]);
    assert_eq!((record.players.top.name.as_str(), record.length), ("Zo\u{eb}", 0));
    assert_eq!(record.games[0].result.unwrap().how, How::Passed);
}

/// An analysis may end with a node for a decision that is still open; it has no effect.
#[test]
fn trees_may_end_in_a_question() {
    for end in [";PL[W]DI[43]", ";W[double]", ";PL[W]"] {
        let tree = format!(
            "(;FF[4]GM[6]CA[UTF-8]MI[length:5][game:0][ws:0][bs:0]PW[Ada]PB[Ben]RU[Crawford]
;B[31qtst]{end})"
        );
        let Reading { record, warnings, .. } = reads(&tree);
        assert_eq!(warnings, [], "{end}");
        assert_eq!(record.games[0].result, None, "{end}");
    }
}

#[test]
fn bgblitz_has_two_headers() {
    let body = br#"{"matchlen":3,"nameGreen":"Ada","nameRed":"Ben","games":[{"scoreGreen":0,"scoreRed":0,"moves":[
        {"player":1,"red":3,"green":1,"from":[8,6],"to":[5,5]}]}]}"#;
    for header in [
        "{\"format\":\"BGF\",\"version\":\"1.0\",\"compress\":false,\"useSmile\":false}\n",
        "{\"version\":\"0.00011825\",\"compression\":\"gzip\",\"encoding\":\"smile\"}\n",
    ] {
        let bytes = [header.as_bytes(), body].concat();
        let Reading { record, format, .. } = read(&bytes, &Options::default()).unwrap();
        assert_eq!((format, record.games[0].entries.len()), (Format::Bgf, 1), "{header}");
    }
}

/// Files of programs without a reader here; some have extensions or words of supported formats.
#[test]
fn files_of_other_programs_are_refused() {
    for text in [
        "BGF version 1.2\nsomething",
        "Ada vs. Ben\n\nGame 1.0-0\n1\t43: 13/9, 13/10\n",
        "MatchID: 1\nPlayer1: Ada\nGame 1: 0-0\n-1 1 43\n",
        "GAME_1_PLAYER_1=Ada\nGAME_1_GAMEPLAY=1 31 8/5#2 6/5\n",
        "OGXM\u{1}\u{2}",
        "|\u{0}\u{7c}\u{0}",
    ] {
        let error = read(text.as_bytes(), &Options::default()).unwrap_err();
        assert_eq!(error, ReadError::UnknownFormat, "{text:?}");
    }
}
