//! `ambush`: pins checkers, preferably far from home, leaves few blots to be pinned, and protects
//! its mother, the last checker on the start.
//!
//! It does not know how points hold checkers, or how long a pin can be kept.

use super::pinning_eval::Weights;
use crate::player::Turn;
use sheshbesh_movegen::Position;

const WEIGHTS: Weights = Weights {
    points: [0.3, 0.3, 0.3, 0.2],
    stacks: 0.05,
    start: 0.1,
    pinned: [0.4, 1.0, 2.0, 4.0],
    next_roll: 1.0,
    later: 0.3,
    mother: 15.0,
    mother_later: 5.0,
    mother_pinned: 15.0,
    mother_held: 0.0,
    blocked: 0.0,
    stuck: 0.0,
    row: 0.0,
    time: 0.0,
    off: 0.6,
    pips: 0.05,
    outside: 0.03,
};

pub(super) fn score(turn: &Turn<'_>, result: &Position) -> f32 {
    WEIGHTS.score(turn.game, result)
}
