//! Makes `.bgf` files for tests; no program but ours has read them.

use flate2::{Compression, write::GzEncoder};
use serde_json::{Value, json};
use sheshbesh_matchfile::{Event, Match};
use sheshbesh_movegen::{Seat, notation};
use std::io::Write;

pub const HEADER: &str =
    "{\"format\":\"BGF\",\"version\":\"1.0\",\"compress\":true,\"useSmile\":false}\n";

fn number(seat: Seat) -> i32 {
    if seat == Seat::Top { -1 } else { 1 }
}

/// Formats a match as a BGBlitz document. An action without a roll has a 7 in place of the second
/// die.
pub fn document(record: &Match) -> Value {
    let games = record.games.iter().map(|game| {
        let mut moves = Vec::new();
        for step in game.replay(record).unwrap() {
            let step = step.unwrap();
            let player = number(step.entry.seat);
            let marked = |code| {
                let answers = code > 1;
                json!({
                    "player": player, "red": code, "green": 7,
                    "equity": cube(record.length, answers),
                    "pr": {"cubeError": if code == 2 { "-0.25" } else { "-99.00000000" }},
                    "luck": null,
                })
            };
            moves.push(match &step.entry.event {
                // Turning the cube answers a double or a beaver, if one is to be answered.
                Event::Double | Event::Beaver | Event::Raccoon => marked(1),
                Event::Take => marked(2),
                Event::Pass => marked(3),
                Event::Roll(dice) => {
                    json!({"player": player, "red": dice.low(), "green": dice.high(), "from": [-1], "to": [-1]})
                }
                Event::Play { dice, result } => {
                    let table = &step.table;
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
        let comment: Vec<&str> = game.comment.iter().flat_map(|comment| comment.lines()).collect();
        json!({
            "comment": comment, "scoreGreen": game.score.top, "scoreRed": game.score.bottom, "gameMode": 0,
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

/// An annotation of the cube in the view of the acting player: match winning chances, or equities.
fn cube(length: u16, answers: bool) -> Value {
    let seen = |value: f64| match (answers, length) {
        (false, _) => value,
        (true, 0) => -value,
        (true, _) => 1.0 - value,
    };
    let text = |value: f64| format!("{value:.8}");
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

pub fn packed(document: &Value) -> Vec<u8> {
    let mut file = GzEncoder::new(HEADER.as_bytes().to_vec(), Compression::fast());
    file.write_all(document.to_string().as_bytes()).unwrap();
    file.finish().unwrap()
}
