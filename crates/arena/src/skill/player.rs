//! A network that plays with a skill.

use super::{error_model::ErrorModel, rating::Skill};
use crate::{
    network_player::{CubePolicy, NetworkPlayer},
    player::{Player, PlayerError, Turn, Visibility},
};
use sheshbesh_evaluator::{EvaluationLevel, Evaluator};
use sheshbesh_movegen::{
    Answer, Situation, Win,
    random::{GameRng, game_rng},
};

/// Player that errs like a person of a rating, by the equities of a network. Answers to beavers and
/// to resignations are the network's.
///
/// The rating holds at 1-ply; a deeper search lowers it by up to 1, most at a low one.
/// Mistakes depend on the seed of [`Player::begin`] and on the decisions before.
pub struct SkilledPlayer {
    network: NetworkPlayer,
    model: ErrorModel,
    rng: GameRng,
}

impl SkilledPlayer {
    /// Creates a player; [`Player::begin`] seeds its mistakes.
    pub fn new(evaluator: Evaluator, level: impl Into<EvaluationLevel>, skill: Skill) -> Self {
        let network = NetworkPlayer::new(evaluator, level, CubePolicy::Model);
        Self { network, model: ErrorModel::new(skill), rng: game_rng(0, 0) }
    }
}

impl Player for SkilledPlayer {
    fn begin(&mut self, seed: u64) {
        self.rng = game_rng(seed, 0);
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<usize, PlayerError> {
        let compared = self.network.compare(turn)?;
        Ok(self.model.play(&compared, &mut self.rng))
    }

    fn doubles(&mut self, table: &Situation) -> Result<bool, PlayerError> {
        Ok(self.model.doubles(&self.network.decision(table)?, &mut self.rng))
    }

    fn answer(&mut self, table: &Situation) -> Result<Answer, PlayerError> {
        Ok(self.model.answer(&self.network.decision(table)?, &mut self.rng))
    }

    fn raccoons(&mut self, table: &Situation) -> Result<bool, PlayerError> {
        self.network.raccoons(table)
    }

    fn accepts(
        &mut self,
        table: &Situation,
        visibility: Visibility,
        offered: Win,
    ) -> Result<bool, PlayerError> {
        self.network.accepts(table, visibility, offered)
    }
}
