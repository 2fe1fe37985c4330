//! `siege`: plays as `ambush`, and keeps its assets: points before checkers that have still to
//! come, above all rows of points, and time to wait for as long as pins last.
//!
//! The weights were found in games against itself: weights were changed at random, one after the
//! other, and changes that won were kept.

use super::pinning_eval::Weights;
use crate::player::Turn;
use sheshbesh_movegen::Position;

const WEIGHTS: Weights = Weights {
    points: [0.685, 1.08, 0.307, 0.128],
    stacks: 0.114,
    start: 0.1,
    pinned: [0.456, 1.0, 1.57, 1.64],
    next_roll: 1.0,
    later: 0.101,
    mother: 8.79,
    mother_later: 4.09,
    mother_pinned: 15.0,
    mother_held: 0.3,
    blocked: 0.15,
    stuck: 0.5,
    row: 1.0,
    time: 0.2,
    off: 1.77,
    pips: 0.05,
    outside: 0.0165,
};

pub(super) fn score(turn: &Turn<'_>, result: &Position) -> f32 {
    WEIGHTS.score(turn.game, result)
}
