//! An engine and the names of its networks in answers.

#[cfg(feature = "parallel")]
use rayon::ThreadPoolBuildError;
use sheshbesh_analysis::{
    EngineId,
    match_analysis::{MatchAnalyzer, Preset},
};
use sheshbesh_evaluator::{Engine, EvaluationError, Evaluator, FilterName, Settings, Stop};
use sheshbesh_movegen::Game;
use sheshbesh_network::Network;
use std::sync::Arc;

/// An engine with networks for one or more games. Each network has a name that answers report.
/// Clones are cheap and share all data.
#[derive(Clone, Debug)]
pub struct Engines {
    engine: Engine,
    /// The ID of each network, with the game that it learned; the main network comes first.
    ids: Arc<[(Game, EngineId)]>,
}

impl Engines {
    /// Creates an engine. `weights` is the name of its networks in answers. `threads` is the number
    /// of threads; 0 uses one thread per processor. The main network evaluates every game that no
    /// other network fits better.
    ///
    /// # Errors
    /// When the threads cannot be started.
    #[cfg(feature = "parallel")]
    pub fn new(
        main: &Network,
        others: &[&Network],
        weights: &str,
        settings: Settings,
        threads: usize,
    ) -> Result<Self, ThreadPoolBuildError> {
        let networks: Vec<_> = std::iter::once(main).chain(others.iter().copied()).collect();
        let named: Vec<_> = networks.into_iter().map(|network| (weights, network)).collect();
        let engine = Engine::with_others(main, others, settings, threads)?;
        Ok(Self { engine, ids: Self::name(&named) })
    }

    /// Creates an engine without threads of its own, like [`Engine::sharing_threads`]. The networks
    /// have names of their own; the first one is the main network.
    ///
    /// # Panics
    /// If there is no network.
    pub fn sharing_threads(networks: &[(&str, &Network)], settings: Settings) -> Self {
        let (&(_, main), others) = networks.split_first().expect("an engine needs a network");
        let others: Vec<_> = others.iter().map(|&(_, network)| network).collect();
        let engine = Engine::sharing_threads(&Evaluator::with_others(main, &others, settings));
        Self { engine, ids: Self::name(networks) }
    }

    /// IDs of networks, each beside the others.
    fn name(networks: &[(&str, &Network)]) -> Arc<[(Game, EngineId)]> {
        let named = |&(name, network): &(&str, &Network)| {
            (network.game(), EngineId::with_network(name, network))
        };
        let alone: Vec<(Game, EngineId)> = networks.iter().map(named).collect();
        let beside = |(index, (game, id)): (usize, &(Game, EngineId))| {
            let others = alone.iter().enumerate().filter(|(other, _)| *other != index);
            (*game, id.clone().beside(others.map(|(_, (_, id))| id)))
        };
        alone.iter().enumerate().map(beside).collect()
    }

    /// Lists networks that are not loaded beside the others, so that IDs and documents equal those
    /// of an engine with all of them. `known` has the game and the checksum of each network, in the
    /// usual order; a loaded network replaces the one of its game.
    #[must_use]
    pub fn with_known(self, known: &[(Game, String)]) -> Self {
        let loaded = |game: Game| {
            let id = self.ids.iter().map(|(_, id)| id).find(|id| id.learned == Some(game));
            id.and_then(|id| id.weights_crc32.clone())
        };
        let all: Vec<(Game, String)> = known
            .iter()
            .map(|(game, checksum)| (*game, loaded(*game).unwrap_or(checksum.clone())))
            .collect();
        let beside = |(game, id): &(Game, EngineId)| {
            let others = all.iter().filter(|(other, _)| Some(*other) != id.learned).cloned();
            (*game, EngineId { others: others.collect(), ..id.clone() })
        };
        Self { ids: self.ids.iter().map(beside).collect(), ..self }
    }

    /// The engine.
    pub const fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The ID of the main network.
    pub fn main_id(&self) -> &EngineId {
        &self.ids[0].1
    }

    /// Creates an analyzer of matches with the main network's ID, the default preset and the settings
    /// of `shesh analyze`.
    pub fn match_analyzer(&self) -> MatchAnalyzer {
        // Errors are small equity differences, so replies are searched with a wide move filter.
        let filter = FilterName::Wide.filter();
        let settings = Settings { filter, ..self.engine.settings().clone() };
        let evaluator = self.engine.with_settings(settings).evaluator(&Stop::never());
        MatchAnalyzer::sharing(&evaluator, self.main_id().clone(), Preset::default(), false)
    }

    /// The ID of the network that evaluates a game.
    ///
    /// # Errors
    /// When no network evaluates it.
    pub fn id_of(&self, game: Game) -> Result<EngineId, EvaluationError> {
        let learned = self.engine.learned_for(game)?;
        let known = self.ids.iter().find(|(known, _)| *known == learned);
        Ok(known.unwrap_or(&self.ids[0]).1.clone())
    }
}
