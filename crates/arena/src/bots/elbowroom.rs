//! `elbowroom`: seeks mobility for its own checkers, and denies it to the opponent's.
//!
//! It considers one checker at a time: the number of the next six points on which the checker can
//! land. It knows nothing about rows, so it leaves gaps in them.

use super::{parallel_eval::Weights, parallel_terms::ParallelBoard};
use crate::player::Turn;
use sheshbesh_movegen::Position;

const WEIGHTS: Weights = Weights {
    points: [0.1, 0.35, 0.25, 0.25],
    stacks: 0.06,
    head: 0.16,
    blocked: 0.5,
    stuck: 2.5,
    row: 0.0,
    off: 0.6,
    pips: 0.083,
    outside: 0.03,
    contact: 0.6,
};

pub(super) fn score(turn: &Turn<'_>, result: &Position) -> f32 {
    WEIGHTS.score(&ParallelBoard::after(turn.game, result))
}
