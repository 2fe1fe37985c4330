//! The engine of the module: the networks that the host has given, tables and a cache.

use sheshbesh_api::{Engines, QueryError};
use sheshbesh_evaluator::{EvaluationCache, Settings, bearoff::Tables};
use sheshbesh_movegen::Game;
use sheshbesh_network::{Kinship, Network};
use sheshbesh_service::Service;
use std::sync::Arc;

/// Evaluation cache size in MB. The module's memory is to stay below 300 MB.
const CACHE_MB: usize = 32;

/// Games that have networks of their own, in the order of `sheshbesh_weights::networks`. Games of
/// equal kinship get the first network.
const LEARNED: [Game; 7] = [
    Game::Backgammon,
    Game::LongGammon,
    Game::Hypergammon,
    Game::Misere,
    Game::PLAKOTO,
    Game::FEVGA,
    Game::LONG_NARDI,
];

/// The networks and the engine made of them.
pub(crate) struct Host {
    /// Networks with their names in answers, in the order of [`LEARNED`], others last.
    networks: Vec<(String, Network)>,
    settings: Settings,
    /// Made when the first question is asked after a network has been added.
    engines: Option<Engines>,
    /// Networks that the host can add: game and checksum.
    known: Vec<(Game, String)>,
    /// Seed of all dice.
    seed: u64,
    /// Answers requests; without the latest networks if `is_current` is false.
    service: Option<Arc<Service>>,
    is_current: bool,
}

impl Default for Host {
    fn default() -> Self {
        let settings = Settings {
            // Tables and cache are made when they are first used.
            tables: Some(Arc::new(Tables::in_memory())),
            cache: Some(Arc::new(EvaluationCache::new(CACHE_MB))),
            cubeful: false,
            ..Settings::default()
        };
        Self {
            networks: Vec::new(),
            settings,
            engines: None,
            known: Vec::new(),
            seed: 0,
            service: None,
            is_current: false,
        }
    }
}

impl Host {
    /// Adds a network, or replaces the one that learned the same game. Returns the game.
    pub(crate) fn add(&mut self, name: &str, file: &[u8]) -> Result<Game, QueryError> {
        let network = Network::from_bytes(file)
            .map_err(|error| QueryError::failed(format_args!("{name}: {error}")))?;
        let learned = network.game();
        let rank = |game: Game| LEARNED.iter().position(|&known| known == game);
        self.networks.retain(|(_, known)| known.game() != learned);
        self.networks.push((name.to_owned(), network));
        self.networks.sort_by_key(|(_, known)| rank(known.game()).unwrap_or(LEARNED.len()));
        self.change();
        Ok(learned)
    }

    /// Forgets what depends on the networks.
    fn change(&mut self) {
        self.engines = None;
        self.is_current = false;
    }

    /// Sets the seed of all dice; sessions begin with number 1 again.
    pub(crate) fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.service = None;
        self.change();
    }

    /// Declares networks that can be added, see [`Engines::with_known`].
    pub(crate) fn declare(&mut self, known: Vec<(Game, String)>) {
        self.known = known;
        self.change();
    }

    /// The service with all networks. It keeps counting sessions when networks are added.
    ///
    /// # Errors
    /// When there is no network.
    pub(crate) fn service(&mut self) -> Result<Arc<Service>, QueryError> {
        let engines = self.engines()?.clone();
        let service = match self.service.take() {
            Some(service) if self.is_current => service,
            Some(service) => Arc::new(service.with_engines(engines)),
            None => {
                // Games are listed as if all networks were there.
                let evaluated = |game: &Game| {
                    self.known.iter().any(|(learned, _)| learned.family() == game.family())
                };
                let available = Game::ALL.into_iter().filter(evaluated);
                Arc::new(Service::new(engines, self.seed).with_available(available))
            }
        };
        self.is_current = true;
        self.service = Some(Arc::clone(&service));
        Ok(service)
    }

    /// The engine with all networks.
    ///
    /// # Errors
    /// When there is no network.
    pub(crate) fn engines(&mut self) -> Result<&Engines, QueryError> {
        if self.networks.is_empty() {
            return Err(QueryError::failed("no network has been loaded"));
        }
        Ok(self.engines.get_or_insert_with(|| {
            let networks = self.networks.iter();
            let named: Vec<_> = networks.map(|(name, network)| (name.as_str(), network)).collect();
            Engines::sharing_threads(&named, self.settings.clone()).with_known(&self.known)
        }))
    }
}

/// The game whose network evaluates a game best: its own or its nearest relative's.
pub(crate) fn learned_for(game: Game) -> Game {
    let family = LEARNED.into_iter().enumerate();
    let family = family.filter(|(_, learned)| learned.family() == game.family());
    Kinship::nearest(family, game).map_or(Game::Backgammon, |place| LEARNED[place])
}
