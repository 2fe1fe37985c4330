//! An engine, with its networks as answers name them.

use rayon::ThreadPoolBuildError;
use sheshbesh_analysis::verdicts::EngineId;
use sheshbesh_evaluator::{CannotJudge, Engine, Settings};
use sheshbesh_movegen::Game;
use sheshbesh_network::Network;
use std::sync::Arc;

/// An engine with networks for one or more games, each with the name that answers give it. Clones are
/// cheap and share everything.
#[derive(Clone, Debug)]
pub struct Engines {
    engine: Engine,
    /// By the game that was learned; the main network's is the first.
    ids: Arc<[(Game, EngineId)]>,
}

impl Engines {
    /// Prepares networks that answers call `weights`, with so many threads; as many as there are
    /// processors for 0. The main one judges where no other knows the game better.
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub fn new(
        main: &Network,
        others: &[&Network],
        weights: &str,
        settings: Settings,
        threads: usize,
    ) -> Result<Self, ThreadPoolBuildError> {
        let networks = std::iter::once(main).chain(others.iter().copied());
        let named = |network: &Network| (network.game(), EngineId::with_network(weights, network));
        let alone: Vec<(Game, EngineId)> = networks.map(named).collect();
        let beside = |(place, (game, id)): (usize, &(Game, EngineId))| {
            let others = alone.iter().enumerate().filter(|(other, _)| *other != place);
            (*game, id.clone().beside(others.map(|(_, (_, id))| id)))
        };
        let ids = alone.iter().enumerate().map(beside).collect();
        Ok(Self { engine: Engine::with_others(main, others, settings, threads)?, ids })
    }

    /// The engine alone.
    pub const fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The main network's name.
    pub fn main_id(&self) -> &EngineId {
        &self.ids[0].1
    }

    /// Who judges a game.
    ///
    /// # Errors
    /// When no network does.
    pub fn id_of(&self, game: Game) -> Result<EngineId, CannotJudge> {
        let learned = self.engine.learned_for(game)?;
        let known = self.ids.iter().find(|(known, _)| *known == learned);
        Ok(known.unwrap_or(&self.ids[0]).1.clone())
    }
}
