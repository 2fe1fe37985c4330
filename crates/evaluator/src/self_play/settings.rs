//! Settings of rollouts, and positions to roll out.

use crate::{cube::RootSide, depth::Depth};
use sheshbesh_movegen::{ORDERED_ROLLS, Position};

/// Rollout settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Maximum number of games of each position.
    pub games: u64,
    /// Seed of the dice. A game number has the same dice for all candidates.
    pub seed: u64,
    /// Search depth of both sides' plays.
    pub depth: Depth,
    /// Number of plies after which a game ends with an evaluation of its position; `None` plays to
    /// the end.
    pub truncate: Option<u32>,
    /// Depth of that evaluation.
    pub truncation_depth: Depth,
    /// Variance reduction: subtracts the luck of every roll from the result.
    pub variance_reduction: bool,
    /// Stratified dice: distributes the first two rolls evenly over all 36, or 216 with three dice,
    /// instead of drawing them.
    pub stratified: bool,
    /// Maximum number of cube turns from the start.
    pub cube_turns: u8,
    /// Conditions to stop before all games are played.
    pub enough: StoppingRule,
}

/// Early stopping conditions. They are checked after every [`ROUND`] games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StoppingRule {
    /// Stops when every candidate's value has at most this standard error.
    pub standard_error: Option<f32>,
    /// Stops when the best candidate is better than each other one with this confidence. Candidates
    /// that are worse with this confidence are dropped earlier.
    pub confidence: Option<f32>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            games: 1296,
            seed: 1,
            depth: Depth::ONE,
            truncate: None,
            truncation_depth: Depth::TWO,
            variance_reduction: true,
            stratified: true,
            cube_turns: 10,
            enough: StoppingRule::default(),
        }
    }
}

/// Games of a round; with two dice, each round has every first roll once.
pub const ROUND: u64 = ORDERED_ROLLS as u64;

/// A position to roll out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    pub(super) position: Position,
    pub(super) on_roll: RootSide,
}

impl Start {
    /// A position before the roll. Its player on roll is A, whose stakes the evaluator counts.
    pub const fn before_roll(position: Position) -> Self {
        Self { position, on_roll: RootSide::A }
    }

    /// A position after a play of A: the opponent is on roll.
    pub const fn after_play(position: Position) -> Self {
        Self { position, on_roll: RootSide::B }
    }

    /// The position, seen by the player on roll.
    pub const fn position(&self) -> &Position {
        &self.position
    }
}
