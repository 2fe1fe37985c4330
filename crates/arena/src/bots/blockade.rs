//! `blockade`: builds rows of points with as few gaps as possible, before as many of the opponent's
//! checkers as possible: first before their head, then before stragglers. It keeps the rows as long
//! as the race allows.
//!
//! The weights were found in games against itself: weights were changed at random, one after the
//! other, and changes that won were kept.

use super::{parallel_eval::Weights, parallel_terms::ParallelBoard};
use crate::player::Turn;
use sheshbesh_movegen::Position;

const WEIGHTS: Weights = Weights {
    points: [0.22, 0.21, 0.38, 0.29],
    stacks: 0.113,
    head: 0.175,
    blocked: 0.5,
    stuck: 1.71,
    row: 4.87,
    off: 0.506,
    pips: 0.0795,
    outside: 0.0335,
    contact: 0.556,
};

pub(super) fn score(turn: &Turn<'_>, result: &Position) -> f32 {
    WEIGHTS.score(&ParallelBoard::after(turn.game, result))
}
