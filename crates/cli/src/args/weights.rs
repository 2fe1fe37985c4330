//! Selection of the network.

use crate::{error::CliError, terminal::note};
use clap::Args;
use sheshbesh_analysis::{
    EngineId,
    notes::{notes, other_game},
};
use sheshbesh_evaluator::{EvaluationError, Evaluator, Settings};
use sheshbesh_movegen::{Game, Situation};
use sheshbesh_network::{Kinship, Network};
use std::{borrow::Cow, path::PathBuf};

/// Network selection.
#[derive(Args)]
pub struct Weights {
    /// Weights file of the network [default: the built-in network for the game]
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
}

impl Weights {
    /// Returns the network, prepared to evaluate positions of a game by that game's rules. Prints a
    /// note if the network was trained on another game.
    pub fn network(&self, game: Game) -> Result<Cow<'static, Network>, CliError> {
        let (network, learned) = self.read(game)?;
        note_other_game(&self.name(), learned, game);
        Ok(network)
    }

    /// Returns the network, prepared to evaluate a situation. Prints notes on limitations of its
    /// evaluations, and on values that do not come from the network.
    pub fn network_for(&self, situation: &Situation) -> Result<Cow<'static, Network>, CliError> {
        let (network, learned) = self.read(situation.game)?;
        for sentence in notes(&self.name(), learned, situation) {
            note(&sentence);
        }
        Ok(network)
    }

    /// Returns the network, prepared for a game, and the game that it was trained on.
    fn read(&self, game: Game) -> Result<(Cow<'static, Network>, Game), CliError> {
        let network = match &self.weights {
            None => {
                Cow::Borrowed(sheshbesh_weights::network(game).ok_or_else(|| no_network(game))?)
            }
            Some(path) => Cow::Owned(Network::read(path).map_err(CliError::bad_input)?),
        };
        let learned = network.game();
        if !network.judges(game) {
            let error = EvaluationError::OtherRules { learned, game };
            let hint = format!("omit --weights to use the built-in network for {game}");
            return Err(CliError::BadInput(format!("{error}; {hint}")));
        }
        if game.family() == learned.family() {
            return Ok((network, learned));
        }
        let network = network.into_owned().for_game(game).map_err(CliError::bad_input)?;
        Ok((Cow::Owned(network), learned))
    }

    /// Returns the networks for several games, each prepared for its game's rules.
    pub fn networks_of(&self, games: &[Game]) -> Result<Networks, CliError> {
        let mut networks: Vec<Cow<'static, Network>> = Vec::new();
        for &game in games {
            let network = self.network(game)?;
            if networks.iter().all(|known| known.learned() != network.learned()) {
                networks.push(network);
            }
        }
        Ok(Networks(networks))
    }

    /// Returns the selected network, or all built-in networks.
    pub fn networks(&self) -> Result<Networks, CliError> {
        Ok(Networks(match &self.weights {
            None => sheshbesh_weights::networks().map(Cow::Borrowed).collect(),
            Some(path) => vec![Cow::Owned(Network::read(path).map_err(CliError::bad_input)?)],
        }))
    }

    /// Engine identification for answers that use this network.
    pub fn id(&self, network: &Network) -> EngineId {
        EngineId::with_network(&self.name(), network)
    }

    /// Name of the network in results: its path, or `shesh` for the built-in ones.
    pub fn name(&self) -> String {
        self.weights.as_ref().map_or("shesh".to_owned(), |path| path.display().to_string())
    }
}

/// Error for a game that no built-in network evaluates.
fn no_network(game: Game) -> CliError {
    CliError::BadInput(format!(
        "no built-in network for {game}; only show, perft and bots support it"
    ))
}

/// Several networks, each for its own games.
pub struct Networks(Vec<Cow<'static, Network>>);

impl Networks {
    /// Returns the network for a game: the one trained on it, or on its nearest relative.
    pub fn of(&self, game: Game) -> Result<&Network, CliError> {
        let suitable = self.0.iter().enumerate().filter(|(_, network)| network.judges(game));
        let learned = suitable.map(|(index, network)| (index, network.learned()));
        Kinship::nearest(learned, game).map(|index| &*self.0[index]).ok_or_else(|| {
            match &self.0[..] {
                [only] => {
                    CliError::bad_input(EvaluationError::OtherRules { learned: only.game(), game })
                }
                _ => no_network(game),
            }
        })
    }

    /// The main network.
    pub fn main(&self) -> &Network {
        &self.0[0]
    }

    /// All networks except the main one.
    pub fn others(&self) -> Vec<&Network> {
        self.0[1..].iter().map(|network| &**network).collect()
    }

    /// All networks except the given one.
    pub fn except(&self, one: &Network) -> Vec<&Network> {
        let all = self.0.iter().map(|network| &**network);
        all.filter(|network| !std::ptr::eq(*network, one)).collect()
    }

    /// Creates an evaluator with all networks.
    pub fn evaluator(&self, settings: Settings) -> Evaluator {
        Evaluator::with_others(self.main(), &self.others(), settings)
    }
}

/// Prints a note if a network was trained on another game.
pub fn note_other_game(network: &str, learned: Game, game: Game) {
    if let Some(sentence) = other_game(network, learned, game) {
        note(&sentence);
    }
}
