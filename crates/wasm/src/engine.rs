//! The engine of the module: the networks that the host has given, tables and a cache.

use sheshbesh_api::{Engines, QueryError};
use sheshbesh_evaluator::{EvaluationCache, Settings, bearoff::Tables};
use sheshbesh_movegen::Game;
use sheshbesh_network::{Kinship, Network};
use std::sync::Arc;

/// Evaluation cache size in MB. The module's memory is to stay below 300 MB.
const CACHE_MB: usize = 32;

/// Games that have networks of their own, in the order of `sheshbesh_weights::networks`. Games of
/// equal kinship get the first network.
const LEARNED: [Game; 15] = [
    Game::Backgammon,
    Game::LongGammon,
    Game::Hypergammon,
    Game::Snake,
    Game::Misere,
    Game::PLAKOTO,
    Game::FEVGA,
    Game::LONG_NARDI,
    Game::GUL_BARA,
    Game::GYULBAR,
    Game::CHASE,
    Game::RUSSIAN,
    Game::TABULA,
    Game::ACEY_DEUCEY,
    Game::American,
];

/// The networks and the engine made of them.
pub(crate) struct Host {
    /// Networks with their names in answers, in the order of [`LEARNED`], others last.
    networks: Vec<(String, Network)>,
    settings: Settings,
    /// Made when the first question is asked after a network has been added.
    engines: Option<Engines>,
    /// Number of networks added so far.
    generation: u64,
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
        Self { networks: Vec::new(), settings, engines: None, generation: 0 }
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
        self.engines = None;
        self.generation += 1;
        Ok(learned)
    }

    /// Number of networks added so far: it tells whether engines are still the latest.
    #[cfg(feature = "requests")]
    pub(crate) fn generation(&self) -> u64 {
        self.generation
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
            Engines::sharing_threads(&named, self.settings.clone())
        }))
    }
}

/// The game whose network evaluates a game best: its own or its nearest relative's.
pub(crate) fn learned_for(game: Game) -> Game {
    let family = LEARNED.into_iter().enumerate();
    let family = family.filter(|(_, learned)| learned.family() == game.family());
    Kinship::nearest(family, game).map_or(Game::Backgammon, |index| LEARNED[index])
}

#[cfg(test)]
#[test]
fn every_network_of_another_game_is_known() {
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights");
    let folders = ["nardi", "variants"].map(|folder| format!("{weights}/{folder}"));
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let files = files.map(|file| file.unwrap().path());
    let mut games: Vec<Game> = files
        .filter(|file| file.extension().is_some_and(|ending| ending == "weights"))
        .map(|file| file.file_stem().unwrap().to_str().unwrap().parse().unwrap())
        .collect();
    games.push(Game::Backgammon);
    assert!(games.iter().all(|game| LEARNED.contains(game)), "{games:?}");
    assert_eq!(games.len(), LEARNED.len());
}
