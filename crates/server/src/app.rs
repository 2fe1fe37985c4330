//! The engine, the dice, the jobs: one of each for all requests.

use crate::{
    Options, answer::Answer, budget::Budget, fault::Fault, jobs::Jobs, table::Chance, work::Work,
};
use rayon::ThreadPoolBuildError;
use sheshbesh_analysis::judged::{Judge, Preset};
use sheshbesh_evaluator::{Engine, FilterName, Settings, Stop};
use sheshbesh_movegen::Game;
use sheshbesh_network::Network;
use sheshbesh_questions::{Engines, Refusal};
use std::sync::atomic::{AtomicU32, Ordering};

/// Bytes that a match file may have.
pub(crate) const LARGEST_FILE: usize = 4 << 20;

/// What all handlers share.
pub(crate) struct App {
    /// The engine, with its networks as answers name them.
    pub(crate) engines: Engines,
    /// All dice.
    pub(crate) chance: Chance,
    /// How many sessions have begun.
    sessions: AtomicU32,
    /// Where questions are put to the network.
    pub(crate) work: Work,
    /// What takes long.
    pub(crate) jobs: Jobs,
    /// Memory for what requests bring and what they are answered.
    pub(crate) budget: Budget,
    /// The part of it that bodies may take, so that there is room to answer those that have come.
    pub(crate) bodies: Budget,
    /// Judges decisions as `analyze` does.
    judge: Judge,
}

impl App {
    pub(crate) fn new(
        main: &Network,
        others: &[&Network],
        options: Options,
    ) -> Result<Self, ThreadPoolBuildError> {
        let Options { weights, settings, threads, seed, waiting, longest_job, memory, .. } =
            options;
        let budget = Budget::new(memory);
        let engines = Engines::new(main, others, &weights, settings, threads)?;
        let engine = engines.engine();
        // Errors are small differences: replies are looked at closely.
        let closely = Settings { filter: FilterName::Wide.filter(), ..engine.settings().clone() };
        let evaluator = engine.with_settings(closely).evaluator(&Stop::never());
        Ok(Self {
            judge: Judge::sharing(&evaluator, engines.main_id().clone(), Preset::default(), false),
            chance: Chance::new(seed),
            sessions: AtomicU32::new(0),
            jobs: Jobs::new(engine.with_threads(engine.threads())?, longest_job, budget.clone()),
            work: Work::new(engine.clone(), waiting),
            bodies: budget.part((budget.total() / 4).max(LARGEST_FILE)),
            engines,
            budget,
        })
    }

    /// Puts a question to the engine.
    ///
    /// # Errors
    /// As [`Work::run`].
    pub(crate) async fn answer<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Engine, &Stop) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<Answer<T>, Fault> {
        let answer = self.work.run(move |engine, stop| Ok(question(engine, stop)?));
        answer.await.map(Answer)
    }

    /// Whether a network judges a game.
    pub(crate) fn knows(&self, game: Game) -> bool {
        self.engines.id_of(game).is_ok()
    }

    /// Who judges decisions of a game as `analyze` does; or refuses to, where no network knows it.
    pub(crate) fn judge_of(&self, game: Game, preset: Preset) -> Judge {
        let judge = self.judge.with_preset(preset);
        self.engines.id_of(game).map_or(judge.clone(), |id| judge.with_id(id))
    }

    /// The number of a session that begins: the first is 1.
    pub(crate) fn next_session(&self) -> u32 {
        self.sessions.fetch_add(1, Ordering::Relaxed).wrapping_add(1)
    }
}
