//! Mistakes of the option `Level`.

use sheshbesh_arena::{ErrorModel, Skill};
use sheshbesh_movegen::random::{GameRng, game_rng};

/// Default of the option `Seed`.
const SEED: u64 = 1;

/// Skill of the engine, and the source of its mistakes. Commands in the same order have the same
/// answers.
pub struct Mistakes {
    skill: Skill,
    rng: GameRng,
}

impl Mistakes {
    /// Full strength.
    pub fn none() -> Self {
        Self { skill: Skill::FULL, rng: game_rng(SEED, 0) }
    }

    pub fn set_skill(&mut self, skill: Skill) {
        self.skill = skill;
    }

    pub fn set_seed(&mut self, seed: u64) {
        self.rng = game_rng(seed, 0);
    }

    /// Model of the mistakes and its random numbers; `None` at full strength.
    pub fn model(&mut self) -> Option<(ErrorModel, &mut GameRng)> {
        (!self.skill.is_full()).then(|| (ErrorModel::new(self.skill), &mut self.rng))
    }
}
