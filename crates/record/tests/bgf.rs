//! `.bgf` files. These are made up; no program but ours has read them.

mod common;

use common::random_match;
use flate2::{Compression, write::GzEncoder};
use serde_json::{Value, json};
use sheshbesh_movegen::{Game, Seat, notation, testing::Random};
use sheshbesh_record::{About, Event, Format, Match, Options, Rules, Unreadable, read};
use std::io::Write;

const HEADER: &str =
    "{\"format\":\"BGF\",\"version\":\"1.0\",\"compress\":true,\"useSmile\":false}\n";

fn number(seat: Seat) -> i32 {
    if seat == Seat::Top { -1 } else { 1 }
}

/// A match as BGBlitz has it: what is no play has a 7 in place of the second die.
fn document(record: &Match) -> Value {
    let games = record.games.iter().map(|game| {
        let mut moves = Vec::new();
        for moment in game.replay(record).unwrap() {
            let moment = moment.unwrap();
            let player = number(moment.entry.seat);
            let marked = |code| {
                let answers = code > 1;
                json!({
                    "player": player, "red": code, "green": 7,
                    "equity": cube(record.length, answers),
                    "pr": {"cubeError": if code == 2 { "-0.25" } else { "-99.00000000" }},
                    "luck": null,
                })
            };
            moves.push(match &moment.entry.event {
                // Turning the cube is an answer where one is asked for.
                Event::Double | Event::Beaver | Event::Raccoon => marked(1),
                Event::Take => marked(2),
                Event::Pass => marked(3),
                Event::Roll(dice) => {
                    json!({"player": player, "red": dice.low(), "green": dice.high(), "from": [-1], "to": [-1]})
                }
                Event::Play { dice, result } => {
                    let table = &moment.table;
                    let hops =
                        notation::checker_moves(table.game, &table.position, *dice, result).unwrap();
                    let from: Vec<u8> = hops.iter().map(|hop| hop.from).collect();
                    let to: Vec<u8> = hops.iter().map(|hop| hop.to).collect();
                    if hops.is_empty() {
                        json!({"player": player, "red": 5, "green": 7, "from": [dice.high()], "to": [dice.low()]})
                    } else {
                        json!({
                            "player": player, "red": dice.high(), "green": dice.low(),
                            "from": from, "to": to, "luck": {"luckWeighted": "-0.12500000"},
                            "moveAnalysis": [{
                                "move": {"from": from, "to": to}, "ply": 2, "played": true,
                                "eq": {
                                    "emg": "0.25000000", "hasEMG": true, "myWins": "0.5",
                                    "myGammon": "0.125", "myBackGammon": "0", "oppGammon": "0.25",
                                    "oppBackGammon": "0",
                                },
                            }],
                        })
                    }
                }
                other => panic!("{other:?}"),
            });
        }
        let result = game.result.unwrap();
        moves.push(json!({"player": number(result.winner.unwrap()), "red": 4, "green": 7}));
        json!({
            "scoreGreen": game.score.top, "scoreRed": game.score.bottom, "gameMode": 0,
            "isCrawford": game.crawford, "wonPoints": result.points, "moves": moves,
        })
    });
    json!({
        "matchlen": record.length, "useCrawford": record.rules.crawford, "useCube": true,
        "useJacoby": record.rules.jacoby, "useBeaver": record.rules.beavers,
        "cubeLimit": 1024, "nameGreen": "Ada", "nameRed": "Ben Bow", "date": "2026.02.28",
        "games": games.collect::<Vec<_>>(),
    })
}

/// What is thought of the cube, in the view of whoever acts: chances of a match, or equities.
fn cube(length: u16, answers: bool) -> Value {
    let seen = |worth: f64| match (answers, length) {
        (false, _) => worth,
        (true, 0) => -worth,
        (true, _) => 1.0 - worth,
    };
    let text = |worth: f64| format!("{worth:.8}");
    json!({
        "useMatchEquity": length > 0, "equity": "0.5", "emg": "0.5", "hasEMG": length > 0,
        "myWins": text(if answers { 0.25 } else { 0.75 }),
        "myGammon": text(if answers { 0.125 } else { 0.5 }), "myBackGammon": "0",
        "oppGammon": text(if answers { 0.5 } else { 0.125 }), "oppBackGammon": "0",
        "cubeDecision": {
            "eqNoDouble": text(seen(0.5)), "eqDoubleTake": text(seen(0.625)),
            "eqDoublePass": text(seen(0.5625)),
        },
    })
}

fn packed(document: &Value) -> Vec<u8> {
    let mut file = GzEncoder::new(HEADER.as_bytes().to_vec(), Compression::fast());
    file.write_all(document.to_string().as_bytes()).unwrap();
    file.finish().unwrap()
}

#[test]
fn games_are_read_with_their_verdicts() {
    let mut random = Random::new(31);
    for length in [1, 5, 7, 0] {
        let mut record = random_match(Game::Backgammon, length, &mut random);
        record.about = About { date: record.about.date, ..About::default() };
        record.rules = Rules { largest_cube: Some(10), ..record.rules };
        let plain = [HEADER.as_bytes(), document(&record).to_string().as_bytes()].concat();
        for bytes in [packed(&document(&record)), plain] {
            let reading = read(&bytes, &Options::default()).unwrap();
            assert_eq!((reading.format, &reading.warnings[..]), (Format::Bgf, &[][..]));
            let mut read = reading.record;
            let (mut judged, mut cubes) = (0, 0);
            for entry in read.games.iter_mut().flat_map(|game| &mut game.entries) {
                let Some(verdict) = entry.verdict.take() else { continue };
                if let Some(cube) = verdict.cube {
                    assert_eq!((cube.no_double, cube.take, cube.pass), (0.5, 0.625, Some(0.5625)));
                    assert_eq!((cube.mwc, cube.chances.unwrap().win_gammon), (length > 0, 0.5));
                    let error = if entry.event == Event::Take { 0.25 } else { 0.0 };
                    assert_eq!(cube.error, Some(error));
                    cubes += 1;
                    continue;
                }
                let Event::Play { result, .. } = entry.event else { panic!() };
                let play = verdict.play.unwrap();
                assert_eq!(verdict.luck, Some(-0.125));
                assert_eq!((play.candidates[0].result, play.error), (result, Some(0.0)));
                assert_eq!(play.candidates[0].equity, 0.25);
                judged += 1;
            }
            assert!(judged > 10 && (length == 1 || cubes > 1));
            assert_eq!(read, record);
        }
    }
}

#[test]
fn other_games_and_damage_are_told() {
    let mut other = document(&random_match(Game::Backgammon, 1, &mut Random::new(1)));
    let whole = packed(&other);
    let half = read(&whole[..whole.len() / 2], &Options::default()).unwrap_err();
    assert!(matches!(half, Unreadable::Damaged { format: Format::Bgf, .. }), "{half}");
    other["games"][0]["gameMode"] = json!(3);
    let error = read(&packed(&other), &Options::default()).unwrap_err();
    assert_eq!(error, Unreadable::OtherGame("game mode 3".to_owned()));
}
