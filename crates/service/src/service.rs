//! Shared state of all routes: the engine and the dice.

use crate::table::{Level, ServerDice};
use sheshbesh_analysis::match_analysis::{MatchAnalyzer, Preset};
use sheshbesh_api::Engines;
use sheshbesh_arena::Skill;
use sheshbesh_movegen::Game;
use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

/// The engine with everything that answers need beside it.
pub struct Service {
    /// The engine, and the networks by the names used in answers.
    pub(crate) engines: Engines,
    /// Source of all dice.
    pub(crate) dice: ServerDice,
    /// Number of sessions started.
    sessions: Arc<AtomicU32>,
    /// Evaluates decisions with the settings of `shesh analyze`.
    analyzer: MatchAnalyzer,
    /// Skill of the engine where a request names no level.
    skill: Skill,
    /// Games whose networks can be added when they are needed.
    available: Vec<Game>,
}

impl Service {
    /// Creates a service. All dice follow from `seed`.
    pub fn new(engines: Engines, seed: u64) -> Self {
        Self {
            analyzer: engines.match_analyzer(),
            dice: ServerDice::new(seed),
            sessions: Arc::default(),
            engines,
            skill: Skill::FULL,
            available: Vec::new(),
        }
    }

    /// Sets the skill of the engine where a request names no level.
    #[must_use]
    pub fn with_skill(self, skill: Skill) -> Self {
        Self { skill, ..self }
    }

    /// Level of the engine where a request names none.
    pub(crate) const fn default_level(&self) -> Level {
        Level::of_skill(self.skill)
    }

    /// Returns a service with other networks, which continues the sessions of this one.
    #[must_use]
    pub fn with_engines(&self, engines: Engines) -> Self {
        let available = self.available.clone();
        let sessions = Arc::clone(&self.sessions);
        let skill = self.skill;
        Self { available, sessions, skill, dice: self.dice, ..Self::new(engines, 0) }
    }

    /// Lists games as evaluated although their networks are not loaded: the caller loads a network
    /// when its game is chosen.
    #[must_use]
    pub fn with_available(self, games: impl IntoIterator<Item = Game>) -> Self {
        Self { available: games.into_iter().collect(), ..self }
    }

    /// The engine, and the networks by the names used in answers.
    pub const fn engines(&self) -> &Engines {
        &self.engines
    }

    /// Returns true if a network can evaluate a game, or will be able to.
    pub(crate) fn can_evaluate(&self, game: Game) -> bool {
        let is_available = self.available.iter().any(|known| known.name() == game.name());
        is_available || self.engines.id_of(game).is_ok()
    }

    /// Returns an analyzer for decisions of a game, with the settings of `shesh analyze`. Its
    /// methods fail if no network supports the game.
    pub(crate) fn analyzer_of(&self, game: Game, preset: Preset) -> MatchAnalyzer {
        let analyzer = self.analyzer.with_preset(preset);
        self.engines.id_of(game).map_or(analyzer.clone(), |id| analyzer.with_id(id))
    }

    /// Allocates a session number; the first is 1.
    pub(crate) fn next_session(&self) -> u32 {
        self.sessions.fetch_add(1, Ordering::Relaxed).wrapping_add(1)
    }
}
