//! Positions, rolls and plays as they are written in tests that were worked out by hand.

// Each test binary uses only a part of this module.
#![allow(dead_code)]

use sheshbesh_movegen::{AfterPlay, Checkers, Dice, Game, Plays, Position};

/// Checkers from points such as `24:2 13:5`, 25 for those that wait; the rest are off.
pub fn side(text: &str) -> Checkers {
    let points: Vec<(u8, u8)> = text
        .split_whitespace()
        .map(|word| {
            let (point, count) = word.split_once(':').expect("point:count");
            (point.parse().expect("a point"), count.parse().expect("a count"))
        })
        .collect();
    Checkers::from_points(&points).with_rest_off(15)
}

/// A roll such as `31`.
pub fn dice(text: &str) -> Dice {
    text.parse().expect("a roll")
}

/// The positions after the legal plays of a roll, which may be none.
pub fn results(game: Game, position: &Position, roll: &str) -> Vec<Position> {
    Plays::new(game).generate(position, dice(roll)).to_vec()
}

/// The position after a play of the same player, who goes on.
pub fn goes_on(game: Game, roll: &str, result: &Position) -> Position {
    match game.after_play(dice(roll), result) {
        AfterPlay::GoesOn(next) => next,
        other => panic!("{other:?}"),
    }
}
