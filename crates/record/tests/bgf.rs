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
            let marked = |code| json!({"player": player, "red": code, "green": 7});
            moves.push(match &moment.entry.event {
                Event::Double => marked(1),
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
                            "from": from, "to": to,
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
        "cubeLimit": 1024, "nameGreen": "Ada", "nameRed": "Ben Bow", "date": "2026.02.28",
        "games": games.collect::<Vec<_>>(),
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
    for length in [1, 5, 7] {
        let mut record = random_match(Game::Backgammon, length, &mut random);
        record.about = About { date: record.about.date, ..About::default() };
        record.rules = Rules { largest_cube: Some(10), ..record.rules };
        let plain = [HEADER.as_bytes(), document(&record).to_string().as_bytes()].concat();
        for bytes in [packed(&document(&record)), plain] {
            let reading = read(&bytes, &Options::default()).unwrap();
            assert_eq!((reading.format, &reading.warnings[..]), (Format::Bgf, &[][..]));
            let mut read = reading.record;
            let mut judged = 0;
            for entry in read.games.iter_mut().flat_map(|game| &mut game.entries) {
                let Some(verdict) = entry.verdict.take() else { continue };
                let play = verdict.play.unwrap();
                let Event::Play { result, .. } = entry.event else { panic!() };
                assert_eq!((play.candidates[0].result, play.error), (result, Some(0.0)));
                assert_eq!(play.candidates[0].equity, 0.25);
                judged += 1;
            }
            assert!(judged > 10);
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
