//! Computer levels.

use super::error::TableError;
use crate::error::ApiError;
use sheshbesh_arena::{Bot, CubePolicy, NetworkPlayer, Player};
use sheshbesh_evaluator::{Depth, EvaluationError, Evaluator};
use sheshbesh_movegen::Game;
use std::fmt;

/// Deepest level offered; one more ply takes seconds per play.
const MAX_DEPTH: Depth = Depth::THREE;

/// A computer player: a bot, or the network at a search depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    /// A bot, which ignores the cube.
    Bot(Bot),
    /// The network at a search depth.
    Network(Depth),
}

impl Level {
    /// All levels, from weakest to strongest.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let depths = (1..=MAX_DEPTH.plies()).filter_map(Depth::new);
        Bot::ALL.into_iter().map(Self::Bot).chain(depths.map(Self::Network))
    }

    /// Returns true if the level can play a game. `has_network` is true if a network can evaluate
    /// it.
    pub(crate) fn plays(self, game: Game, has_network: bool) -> bool {
        match self {
            Self::Bot(bot) => bot.plays(game),
            Self::Network(_) => has_network,
        }
    }

    /// Parses the name of a level that can play the game.
    pub(crate) fn parse(name: &str, game: Game, has_network: bool) -> Result<Self, ApiError> {
        let known: Vec<String> = Self::all()
            .filter(|level| level.plays(game, has_network))
            .map(|level| level.to_string())
            .collect();
        let found = Self::all().find(|level| level.to_string() == name);
        match found {
            Some(level) if level.plays(game, has_network) => Ok(level),
            Some(level) => Err(ApiError::unprocessable(TableError::LevelOfOtherGames {
                level: level.to_string(),
                game,
                known,
            })),
            None => Err(ApiError::unprocessable(TableError::UnknownLevel {
                level: name.to_owned(),
                known,
            })),
        }
    }

    /// Search depth; 1-ply for bots.
    pub(crate) const fn depth(self) -> Depth {
        match self {
            Self::Bot(_) => Depth::ONE,
            Self::Network(depth) => depth,
        }
    }

    /// Creates a player for a game. `seed` is for bots that choose at random; the network plays
    /// with `evaluator`.
    ///
    /// # Errors
    /// If the evaluator does not support the game.
    pub(crate) fn player(
        self,
        game: Game,
        evaluator: &Evaluator,
        seed: u64,
    ) -> Result<Box<dyn Player>, EvaluationError> {
        Ok(match self {
            Self::Bot(bot) => {
                let mut player = bot.player();
                player.begin(seed);
                player
            }
            Self::Network(depth) => {
                let evaluator = evaluator.clone().for_game(game)?;
                Box::new(NetworkPlayer::new(evaluator, depth, CubePolicy::Model))
            }
        })
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bot(bot) => write!(f, "{bot}"),
            Self::Network(depth) => write!(f, "{depth}-ply"),
        }
    }
}
