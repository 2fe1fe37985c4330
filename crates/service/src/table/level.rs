//! Computer levels.

use super::error::TableError;
use crate::error::ApiError;
use sheshbesh_arena::{Bot, CubePolicy, NetworkPlayer, Player, Skill, SkilledPlayer};
use sheshbesh_evaluator::{Depth, EvaluationError, Evaluator};
use sheshbesh_movegen::Game;
use std::{cmp::Ordering, fmt};

/// Deepest level offered; one more ply takes seconds per play.
const MAX_DEPTH: Depth = Depth::THREE;

/// Prefix of the names of skills.
const SKILL: &str = "pr-";

/// A computer player: a bot, or the network with a skill or at a search depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    /// A bot, which ignores the cube.
    Bot(Bot),
    /// The network at 1-ply, with the mistakes of a skill.
    Skill(Skill),
    /// The network at a search depth.
    Network(Depth),
}

impl Level {
    /// All levels that are offered: bots, then the network from weakest to strongest. Of skills,
    /// those with a name.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let depths = (1..=MAX_DEPTH.plies()).filter_map(Depth::new).map(Self::Network);
        let skills = Skill::NAMED.into_iter().map(|(_, skill)| Self::Skill(skill));
        Bot::ALL.into_iter().map(Self::Bot).chain(skills).chain(depths)
    }

    /// Returns true if the level can play a game. `has_network` is true if a network can evaluate
    /// it.
    pub(crate) fn plays(self, game: Game, has_network: bool) -> bool {
        match self {
            Self::Bot(bot) => bot.plays(game),
            Self::Skill(_) | Self::Network(_) => has_network,
        }
    }

    /// Parses the name of a level that can play the game: of one that is offered, or of any skill
    /// below full strength.
    pub(crate) fn parse(name: &str, game: Game, has_network: bool) -> Result<Self, ApiError> {
        let skill = name.strip_prefix(SKILL).and_then(|pr| pr.parse::<Skill>().ok());
        let skill = skill.filter(|skill| !skill.is_full()).map(Self::Skill);
        let found = skill.or_else(|| Self::all().find(|level| level.to_string() == name));
        match found {
            Some(level) => level.check(game, has_network),
            None => Err(ApiError::unprocessable(TableError::UnknownLevel {
                level: name.to_owned(),
                known: Self::known(game, has_network),
            })),
        }
    }

    /// Returns the level, if it can play the game.
    pub(crate) fn check(self, game: Game, has_network: bool) -> Result<Self, ApiError> {
        if self.plays(game, has_network) {
            return Ok(self);
        }
        Err(ApiError::unprocessable(TableError::LevelOfOtherGames {
            level: self.to_string(),
            game,
            known: Self::known(game, has_network),
        }))
    }

    /// Names of the levels that can play a game.
    fn known(game: Game, has_network: bool) -> Vec<String> {
        let known = Self::all().filter(|level| level.plays(game, has_network));
        known.map(|level| level.to_string()).collect()
    }

    /// The level of a skill.
    pub(crate) const fn of_skill(skill: Skill) -> Self {
        if skill.is_full() { Self::Network(Depth::ONE) } else { Self::Skill(skill) }
    }

    /// Search depth; 1-ply for bots.
    pub(crate) const fn depth(self) -> Depth {
        match self {
            Self::Bot(_) | Self::Skill(_) => Depth::ONE,
            Self::Network(depth) => depth,
        }
    }

    /// Creates a player for a game. `seed` is for random choices; the network plays with
    /// `evaluator`.
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
            Self::Skill(skill) => {
                let evaluator = evaluator.clone().for_game(game)?;
                let mut player = SkilledPlayer::new(evaluator, Depth::ONE, skill);
                player.begin(seed);
                Box::new(player)
            }
            Self::Network(depth) => {
                let evaluator = evaluator.clone().for_game(game)?;
                Box::new(NetworkPlayer::new(evaluator, depth, CubePolicy::Model))
            }
        })
    }
}

/// Stronger levels are greater; bots have no order among themselves.
impl PartialOrd for Level {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Bot(one), Self::Bot(other)) => (one == other).then_some(Ordering::Equal),
            (Self::Bot(_), _) => Some(Ordering::Less),
            (_, Self::Bot(_)) => Some(Ordering::Greater),
            (Self::Skill(one), Self::Skill(other)) => other.partial_cmp(one),
            (Self::Skill(_), Self::Network(_)) => Some(Ordering::Less),
            (Self::Network(_), Self::Skill(_)) => Some(Ordering::Greater),
            (Self::Network(one), Self::Network(other)) => one.partial_cmp(other),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bot(bot) => write!(f, "{bot}"),
            Self::Skill(skill) => write!(f, "{SKILL}{skill}"),
            Self::Network(depth) => write!(f, "{depth}-ply"),
        }
    }
}
