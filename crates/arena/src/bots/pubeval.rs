//! `pubeval`: the linear benchmark player that Gerald Tesauro published in 1993.
//!
//! The weights under `data/` are Tesauro's, from `pubeval.tar`, posted to rec.games.backgammon. One
//! set is for races and one for positions with contact.

use crate::player::Turn;
use sheshbesh_movegen::{BAR, Game, Hitting, OFF, Position};
use std::sync::LazyLock;

/// Number of weights of a set: five for each of 24 points, one for the bar, one for checkers off.
const WEIGHTS: usize = 122;
const UNITS: usize = 5;

struct Weights {
    contact: [f32; WEIGHTS],
    race: [f32; WEIGHTS],
}

static PUBEVAL: LazyLock<Weights> = LazyLock::new(|| Weights {
    contact: read(include_str!("../../data/pubeval-contact.txt")),
    race: read(include_str!("../../data/pubeval-race.txt")),
});

fn read(text: &str) -> [f32; WEIGHTS] {
    let numbers = text.split_ascii_whitespace().map(|number| number.parse().expect("a number"));
    numbers.collect::<Vec<f32>>().try_into().expect("122 weights")
}

/// Score of a result. All plays of a roll use the weights for the position before the play.
pub(super) fn score(turn: &Turn<'_>, result: &Position) -> f32 {
    let (own, opponent) = (result.opponent(), result.own());
    if own.all_off() {
        return f32::INFINITY;
    }
    let weights =
        if Hitting::has_contact(turn.position) { &PUBEVAL.contact } else { &PUBEVAL.race };
    let (points, rest) = weights.split_at(WEIGHTS - 2);
    let mut score = 0.0;
    for (index, weights) in (1..).zip(points.chunks_exact(UNITS)) {
        // The first weights are those of the player's 24 point.
        let point = BAR - index;
        let count = i32::from(own.on(point)) - i32::from(opponent.on(BAR - point));
        score += match count {
            -1 => weights[0],
            1 => weights[1],
            2 => weights[2],
            3 => weights[2] + weights[3],
            4.. => weights[2] + weights[4] * (count - 3) as f32 / 2.0,
            _ => 0.0,
        };
    }
    let checkers = f32::from(Game::Backgammon.checkers());
    score
        + rest[0] * f32::from(opponent.on(BAR)) / 2.0
        + rest[1] * f32::from(own.on(OFF)) / checkers
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_movegen::{Dice, Plays, notation};

    #[test]
    fn published_openings_and_their_scores() {
        let start = Game::Backgammon.start();
        for (roll, play, score) in [
            ("31", "8/5 6/5", 10.34312),
            ("61", "13/7 8/7", 8.71917),
            ("21", "24/21", 7.09586),
            ("54", "24/15", 7.39890),
            ("64", "24/14", 7.60271),
        ] {
            let dice: Dice = roll.parse().unwrap();
            let mut plays = Plays::new(Game::Backgammon);
            let results = plays.generate(&start, dice);
            let turn =
                Turn { game: Game::Backgammon, position: &start, dice, results, table: None };
            let best = crate::player::best_by(results, |result| super::score(&turn, result));
            assert_eq!(
                notation::write(Game::Backgammon, &start, dice, &results[best]).as_deref(),
                Some(play)
            );
            assert!((super::score(&turn, &results[best]) - score).abs() < 1e-4, "{roll}");
        }
    }
}
