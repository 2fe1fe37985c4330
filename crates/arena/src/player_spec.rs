//! Participants of a duel, by name.

use crate::{
    bots::{Bot, Gnubg, UbgiCommand, UnknownBot},
    network_player::{CubePolicy, NetworkPlayer},
    player::{Player, PlayerError},
    skill::{InvalidSkill, Skill, SkilledPlayer},
};
use sheshbesh_evaluator::{
    Depth, EvaluationError, EvaluationLevel, Evaluator, RolloutLevel, Settings, bearoff::Tables,
};
use sheshbesh_movegen::{Game, listed};
use sheshbesh_network::{Network, file::FileError};
use std::{fmt, path::Path, sync::Arc, time::Duration};

/// A participant of a duel, which can create as many equal players as there are threads.
#[derive(Clone)]
pub enum PlayerSpec {
    /// A built-in bot.
    Bot(Bot),
    /// GNU Backgammon at its own number of plies, where 0 is our 1-ply.
    Gnubg {
        /// Number of plies.
        plies: u32,
    },
    /// A program that speaks the Universal Backgammon Interface.
    Ubgi {
        /// Command that starts the program.
        command: UbgiCommand,
        /// Name in results.
        name: String,
    },
    /// A network.
    Network {
        /// Evaluator of the network.
        evaluator: Box<Evaluator>,
        /// Name in results.
        name: String,
        /// Evaluation level.
        level: EvaluationLevel,
        /// Cube policy.
        policy: CubePolicy,
        /// Skill. Below full strength, the policy does not matter.
        skill: Skill,
    },
}

/// Error of a participant's name.
#[derive(Debug, thiserror::Error)]
pub enum InvalidPlayerSpec {
    /// Neither a bot nor a weights file.
    #[error(transparent)]
    Unknown(#[from] UnknownBot),
    /// The number of plies is invalid.
    #[error(
        "invalid number of plies {plies:?} for {player:?}: use {least} to {most}{or_rollouts}",
        or_rollouts = or_rollouts(player)
    )]
    Plies {
        /// Name of the player.
        player: String,
        /// Number of plies as given.
        plies: String,
        /// Minimum number of plies.
        least: u32,
        /// Maximum number of plies.
        most: u32,
    },
    /// The skill is invalid.
    #[error(transparent)]
    Skill(#[from] InvalidSkill),
    /// A skill was given for a player that is no network.
    #[error("{0} is no network, so it takes no level")]
    NoSkill(String),
    /// A number of plies was given for a bot that does not look ahead.
    #[error("{0} does not search, so it takes no number of plies")]
    NoPlies(Bot),
    /// The command line is invalid.
    #[error("invalid command {0:?}: write \"ubgi:PROGRAM ARGUMENTS\" with shell quoting")]
    Command(String),
    /// The weights cannot be read.
    #[error(transparent)]
    Weights(#[from] FileError),
}

impl PlayerSpec {
    /// Names of the players that need no file.
    pub fn names() -> Vec<&'static str> {
        let bots = Bot::ALL.map(Bot::name);
        [&["shesh"], bots.as_slice(), &["gnubg", "ubgi:COMMAND"]].concat()
    }

    /// Creates a participant from a network and a name.
    pub fn network(
        network: &Network,
        name: impl Into<String>,
        level: impl Into<EvaluationLevel>,
    ) -> Self {
        Self::evaluator(Evaluator::new(network, Settings::default()), name, level.into())
    }

    fn evaluator(evaluator: Evaluator, name: impl Into<String>, level: EvaluationLevel) -> Self {
        Self::Network {
            evaluator: Box::new(evaluator),
            name: name.into(),
            level,
            policy: CubePolicy::Model,
            skill: Skill::FULL,
        }
    }

    /// Parses a bot's name, `gnubg`, `shesh` for the network that comes with the program, or the
    /// path of a weights file. The last three accept a colon and a number of plies: `shesh:2`,
    /// `gnubg:0`; networks also a truncated rollout, `shesh:rollout1`, and a skill,
    /// `shesh:level=8`. Also parses `ubgi:` and a command line, see [`UbgiCommand::parse`].
    ///
    /// # Errors
    /// An unknown name, or a file that cannot be read.
    pub fn parse(text: &str) -> Result<Self, InvalidPlayerSpec> {
        if let Some(command) = text.strip_prefix("ubgi:") {
            let command = UbgiCommand::parse(command)
                .ok_or_else(|| InvalidPlayerSpec::Command(command.to_owned()))?;
            return Ok(Self::Ubgi { command, name: text.to_owned() });
        }
        if let Some((name, skill)) = text.rsplit_once(":level=")
            && !Path::new(text).exists()
        {
            let skill: Skill = skill.parse()?;
            return match Self::parse(name)? {
                Self::Network { evaluator, level, policy, .. } => {
                    Ok(Self::Network { evaluator, name: text.to_owned(), level, policy, skill })
                }
                _ => Err(InvalidPlayerSpec::NoSkill(name.to_owned())),
            };
        }
        let (name, plies) = match text.rsplit_once(':') {
            Some((name, plies)) if !plies.contains(['/', '\\']) => (name, Some(plies)),
            _ => (text, None),
        };
        let most = Depth::DEEPEST.plies();
        let invalid = |plies: &str, least: u32| {
            let (player, plies) = (name.to_owned(), plies.to_owned());
            InvalidPlayerSpec::Plies { player, plies, least, most }
        };
        let number = |plies: &str| {
            let number = plies.parse().ok().filter(|plies| (0..=most).contains(plies));
            number.ok_or_else(|| invalid(plies, 0))
        };
        let level = || match plies {
            None => Ok(Depth::ONE.into()),
            Some(plies) => plies.parse::<EvaluationLevel>().map_err(|_| invalid(plies, 1)),
        };
        match name {
            "gnubg" => Ok(Self::Gnubg { plies: plies.map_or(Ok(0), number)? }),
            "shesh" => {
                let networks: Vec<&Network> = sheshbesh_weights::networks().collect();
                let [main, others @ ..] = &networks[..] else { return Err(unknown(name)) };
                let evaluator = Evaluator::with_others(main, others, Settings::default());
                Ok(Self::evaluator(evaluator, text, level()?))
            }
            _ => match (name.parse::<Bot>(), plies) {
                (Ok(bot), None) => Ok(Self::Bot(bot)),
                (Ok(bot), Some(_)) => Err(InvalidPlayerSpec::NoPlies(bot)),
                (Err(_), _) if Path::new(text).exists() => {
                    Ok(Self::network(&Network::read(Path::new(text))?, text, Depth::ONE))
                }
                (Err(_), _) if Path::new(name).exists() => {
                    Ok(Self::network(&Network::read(Path::new(name))?, text, level()?))
                }
                (Err(_), _) => Err(unknown(name)),
            },
        }
    }

    /// Game that the network for a game has learned; `None` if there is no network for the game.
    pub fn learned_for(&self, game: Game) -> Option<Game> {
        match self {
            Self::Network { evaluator, .. } => evaluator.learned_for(game).ok(),
            _ => None,
        }
    }

    /// Checks that the participant plays a game.
    ///
    /// # Errors
    /// If it does not play the game.
    pub fn check(&self, game: Game) -> Result<(), PlayerError> {
        let plays = match self {
            Self::Bot(bot) => bot.plays(game),
            Self::Gnubg { .. } => Gnubg::plays(game),
            Self::Network { evaluator, .. } => evaluator.learned_for(game).is_ok(),
            // The program is asked when it starts.
            Self::Ubgi { .. } => true,
        };
        let problem = || PlayerError {
            player: self.to_string(),
            problem: format!("{game} is not supported"),
        };
        if plays { Ok(()) } else { Err(problem()) }
    }

    /// Creates a player for games without a cube.
    ///
    /// # Errors
    /// If its program is not installed, or it does not play the game.
    pub fn player(&self, game: Game) -> Result<Box<dyn Player>, PlayerError> {
        self.check(game)?;
        Ok(match self {
            Self::Bot(bot) => bot.player(),
            Self::Gnubg { plies } => Box::new(Gnubg::start(*plies, game, false)?),
            Self::Ubgi { command, .. } => Box::new(command.start(game, false)?),
            Self::Network { evaluator, level, policy, skill, .. } => {
                let evaluator = (**evaluator).clone().for_game(game);
                let problem = |error: EvaluationError| PlayerError {
                    player: self.to_string(),
                    problem: error.to_string(),
                };
                let evaluator = evaluator.map_err(problem)?;
                if skill.is_full() {
                    Box::new(NetworkPlayer::new(evaluator, *level, *policy))
                } else {
                    Box::new(SkilledPlayer::new(evaluator, *level, *skill))
                }
            }
        })
    }

    /// Creates a player for games with a cube.
    ///
    /// # Errors
    /// Same as [`PlayerSpec::player`].
    pub fn cube_player(&self, game: Game) -> Result<Box<dyn Player>, PlayerError> {
        self.check(game)?;
        match self {
            Self::Gnubg { plies } => Ok(Box::new(Gnubg::start(*plies, game, true)?)),
            Self::Ubgi { command, .. } => Ok(Box::new(command.start(game, true)?)),
            _ => self.player(game),
        }
    }

    /// Sets the maximum time for a program's answer. Other participants do not change.
    pub fn with_patience(self, patience: Duration) -> Self {
        match self {
            Self::Ubgi { command, name } => {
                Self::Ubgi { command: command.with_patience(patience), name }
            }
            other => other,
        }
    }

    /// Sets a network's bearoff tables and cube policy. Other participants do not change.
    pub fn equipped(self, tables: &Arc<Tables>, policy: CubePolicy) -> Self {
        match self {
            Self::Network { evaluator, name, level, skill, .. } => Self::Network {
                evaluator: Box::new(evaluator.with_settings(Settings {
                    tables: Some(Arc::clone(tables)),
                    ..evaluator.settings().clone()
                })),
                name,
                level,
                policy,
                skill,
            },
            other => other,
        }
    }
}

/// Words for the levels other than plies, which networks have.
fn or_rollouts(player: &str) -> String {
    match player {
        "gnubg" => String::new(),
        _ => format!(", or {}", listed(&RolloutLevel::ALL.map(RolloutLevel::name))),
    }
}

/// Error of an unknown name.
fn unknown(name: &str) -> InvalidPlayerSpec {
    UnknownBot(name.to_owned()).into()
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bot(bot) => write!(f, "{bot}"),
            Self::Gnubg { plies } => write!(f, "gnubg:{plies}"),
            Self::Ubgi { name, .. } | Self::Network { name, .. } => f.write_str(name),
        }
    }
}
