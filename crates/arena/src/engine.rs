//! A network as a player.

use crate::player::{Player, PlayerError, Turn};
use sheshbesh_evaluator::Evaluator;

/// Plays the best play by a network at a number of plies.
pub struct Engine {
    evaluator: Evaluator,
    ply: u32,
}

impl Engine {
    /// At 1-ply it takes the network's verdict on each resulting position.
    pub fn new(evaluator: Evaluator, ply: u32) -> Self {
        Self { evaluator, ply }
    }
}

impl Player for Engine {
    fn choose(&mut self, turn: &Turn<'_>) -> Result<usize, PlayerError> {
        Ok(self.evaluator.choose(turn.position, turn.results, self.ply))
    }
}
