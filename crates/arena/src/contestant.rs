//! Who can be asked to play, by name.

use crate::{
    bots::{Bot, Gnubg, UbgiCommand, UnknownBot},
    network_player::{CubePolicy, NetworkPlayer},
    player::{Player, PlayerError},
};
use sheshbesh_evaluator::{CannotJudge, Depth, Evaluator, Settings, bearoff::Tables};
use sheshbesh_movegen::Game;
use sheshbesh_network::{Network, file::FileError};
use std::{fmt, path::Path, sync::Arc, time::Duration};

/// Someone who can send as many equal players as there are threads.
#[derive(Clone)]
pub enum Contestant {
    /// A bot of this program.
    Bot(Bot),
    /// GNU Backgammon at its own number of plies, where 0 is our 1-ply.
    Gnubg {
        /// Its plies.
        plies: u32,
    },
    /// A program that speaks the Universal Backgammon Interface.
    Ubgi {
        /// How it is started.
        command: UbgiCommand,
        /// What it is called in results.
        name: String,
    },
    /// A network.
    Network {
        /// Ready to judge.
        evaluator: Box<Evaluator>,
        /// What it is called in results.
        name: String,
        /// How far it looks.
        depth: Depth,
        /// What it does with the cube.
        policy: CubePolicy,
    },
}

/// Why nobody plays under that name.
#[derive(Debug, thiserror::Error)]
pub enum InvalidContestant {
    /// Neither a bot nor a weights file.
    #[error(transparent)]
    Unknown(#[from] UnknownBot),
    /// The plies make no sense.
    #[error("{player:?} cannot look {plies:?} plies ahead: give a number from {least} to {most}")]
    Plies {
        /// Who.
        player: String,
        /// What was given.
        plies: String,
        /// The least that can be given.
        least: u32,
        /// The most.
        most: u32,
    },
    /// A bot that does not look ahead was asked to.
    #[error("{0} does not look ahead, so it takes no number of plies")]
    NoPlies(Bot),
    /// The words of a command are none.
    #[error("{0:?} is no command: write \"ubgi:PROGRAM ARGUMENTS\", quoted as a shell has it")]
    Command(String),
    /// The weights cannot be read.
    #[error(transparent)]
    Weights(#[from] FileError),
}

impl Contestant {
    /// The names of the players that need no file.
    pub fn names() -> Vec<&'static str> {
        let bots = Bot::ALL.map(Bot::name);
        [&["shesh"], bots.as_slice(), &["gnubg", "ubgi:COMMAND"]].concat()
    }

    /// A network under a name.
    pub fn network(network: &Network, name: impl Into<String>, depth: Depth) -> Self {
        Self::evaluator(Evaluator::new(network, Settings::default()), name, depth)
    }

    fn evaluator(evaluator: Evaluator, name: impl Into<String>, depth: Depth) -> Self {
        Self::Network {
            evaluator: Box::new(evaluator),
            name: name.into(),
            depth,
            policy: CubePolicy::Model,
        }
    }

    /// A bot's name, `gnubg`, `shesh` for the network that comes with the program, or the path of
    /// a weights file. The last three may have a colon and a number of plies after them:
    /// `shesh:2`, `gnubg:0`. Or `ubgi:` and a command line, see [`UbgiCommand::parse`].
    ///
    /// # Errors
    /// When nobody has that name or a file cannot be read.
    pub fn parse(text: &str) -> Result<Self, InvalidContestant> {
        if let Some(command) = text.strip_prefix("ubgi:") {
            let command = UbgiCommand::parse(command)
                .ok_or_else(|| InvalidContestant::Command(command.to_owned()))?;
            return Ok(Self::Ubgi { command, name: text.to_owned() });
        }
        let (name, plies) = match text.rsplit_once(':') {
            Some((name, plies)) if !plies.contains(['/', '\\']) => (name, Some(plies)),
            _ => (text, None),
        };
        let number = |least: u32| match plies {
            None => Ok(least),
            Some(plies) => {
                let most = Depth::DEEPEST.plies();
                let number = plies.parse().ok().filter(|plies| (least..=most).contains(plies));
                number.ok_or_else(|| InvalidContestant::Plies {
                    player: name.to_owned(),
                    plies: plies.to_owned(),
                    least,
                    most,
                })
            }
        };
        let depth = || number(1).map(|plies| Depth::new(plies).expect("it is in range"));
        match name {
            "gnubg" => Ok(Self::Gnubg { plies: number(0)? }),
            "shesh" => {
                let networks: Vec<&Network> = sheshbesh_weights::networks().collect();
                let [main, others @ ..] = &networks[..] else { return Err(unknown(name)) };
                let evaluator = Evaluator::with_others(main, others, Settings::default());
                Ok(Self::evaluator(evaluator, text, depth()?))
            }
            _ => match (name.parse::<Bot>(), plies) {
                (Ok(bot), None) => Ok(Self::Bot(bot)),
                (Ok(bot), Some(_)) => Err(InvalidContestant::NoPlies(bot)),
                (Err(_), _) if Path::new(text).exists() => {
                    Ok(Self::network(&Network::read(Path::new(text))?, text, Depth::ONE))
                }
                (Err(_), _) if Path::new(name).exists() => {
                    Ok(Self::network(&Network::read(Path::new(name))?, text, depth()?))
                }
                (Err(_), _) => Err(unknown(name)),
            },
        }
    }

    /// The game that has been learned by what judges a game, if anything does that has learned one.
    pub fn learned_for(&self, game: Game) -> Option<Game> {
        match self {
            Self::Network { evaluator, .. } => evaluator.learned_for(game).ok(),
            _ => None,
        }
    }

    /// Whether it plays a game.
    ///
    /// # Errors
    /// When it does not.
    pub fn check(&self, game: Game) -> Result<(), PlayerError> {
        let plays = match self {
            Self::Bot(bot) => bot.plays(game),
            Self::Gnubg { .. } => Gnubg::plays(game),
            Self::Network { evaluator, .. } => evaluator.learned_for(game).is_ok(),
            // It is asked when it starts.
            Self::Ubgi { .. } => true,
        };
        let problem = || PlayerError {
            player: self.to_string(),
            problem: format!("it does not know {game}"),
        };
        if plays { Ok(()) } else { Err(problem()) }
    }

    /// One player, ready to play.
    ///
    /// # Errors
    /// When it is not installed, or does not play the game.
    pub fn player(&self, game: Game) -> Result<Box<dyn Player>, PlayerError> {
        self.check(game)?;
        Ok(match self {
            Self::Bot(bot) => bot.player(),
            Self::Gnubg { plies } => Box::new(Gnubg::start(*plies, game, false)?),
            Self::Ubgi { command, .. } => Box::new(command.start(game, false)?),
            Self::Network { evaluator, depth, policy, .. } => {
                let evaluator = (**evaluator).clone().for_game(game);
                let problem = |error: CannotJudge| PlayerError {
                    player: self.to_string(),
                    problem: error.to_string(),
                };
                Box::new(NetworkPlayer::new(evaluator.map_err(problem)?, *depth, *policy))
            }
        })
    }

    /// One player, ready to play with a cube.
    ///
    /// # Errors
    /// As [`Contestant::player`].
    pub fn cube_player(&self, game: Game) -> Result<Box<dyn Player>, PlayerError> {
        self.check(game)?;
        match self {
            Self::Gnubg { plies } => Ok(Box::new(Gnubg::start(*plies, game, true)?)),
            Self::Ubgi { command, .. } => Ok(Box::new(command.start(game, true)?)),
            _ => self.player(game),
        }
    }

    /// The same program, given so long for an answer; others stay as they are.
    pub fn with_patience(self, patience: Duration) -> Self {
        match self {
            Self::Ubgi { command, name } => {
                Self::Ubgi { command: command.with_patience(patience), name }
            }
            other => other,
        }
    }

    /// The same network with tables to look the end of the game up in, and handling the cube as
    /// told; others stay as they are.
    pub fn equipped(self, tables: &Arc<Tables>, policy: CubePolicy) -> Self {
        match self {
            Self::Network { evaluator, name, depth, .. } => Self::Network {
                evaluator: Box::new(evaluator.with_settings(Settings {
                    tables: Some(Arc::clone(tables)),
                    ..evaluator.settings().clone()
                })),
                name,
                depth,
                policy,
            },
            other => other,
        }
    }
}

/// Nobody has that name.
fn unknown(name: &str) -> InvalidContestant {
    UnknownBot(name.to_owned()).into()
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bot(bot) => write!(f, "{bot}"),
            Self::Gnubg { plies } => write!(f, "gnubg:{plies}"),
            Self::Ubgi { name, .. } | Self::Network { name, .. } => f.write_str(name),
        }
    }
}
