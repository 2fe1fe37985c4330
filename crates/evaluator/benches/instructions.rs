//! Work of a fixed size for `ci/counts`, which counts its instructions under valgrind.
//!
//! `instructions NAME TIMES` does the work NAME, TIMES times, on one thread.

use sheshbesh_evaluator::{Depth, Evaluator, Settings};
use sheshbesh_movegen::{Game, Plays, Position, perft};
use std::hint::black_box;

/// Contact with stragglers on both sides, a race, and a bearoff.
const POSITIONS: [&str; 4] =
    ["4HPwATDgc/ABMA", "d4MJgA0vsMMIBg", "u9twAADbbTwAAA", "DwAA4L/FAAAAAA"];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [name, times] = words.as_slice() else {
        // `cargo bench` and `cargo test` start the program without arguments.
        return;
    };
    let Ok(times) = times.parse::<u32>() else { return };
    let game = Game::Backgammon;
    let positions =
        POSITIONS.map(|id| Position::from_gnu_id(id, game).expect("the ID of a position"));
    let dice = "64".parse().expect("a roll");
    let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    let mut plays = Plays::new(game);
    for _ in 0..times {
        match name.as_str() {
            "perft-2" => {
                black_box(perft(game, black_box(&game.start()), 2));
            }
            "roll" => {
                for position in black_box(&positions) {
                    let results = plays.generate_or_pass(position, dice);
                    black_box(evaluator.evaluate_batch(&position.swapped(), results));
                }
            }
            "verdict-2-ply" => {
                for position in black_box(&positions) {
                    black_box(evaluator.evaluate(position, Depth::TWO));
                }
            }
            _ => panic!("no work is called {name:?}"),
        }
    }
}
