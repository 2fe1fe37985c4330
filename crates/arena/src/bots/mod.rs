//! Bots that need no training: opponents to measure a network against.

mod alone;
mod ambush;
mod berliner;
mod blockade;
mod board;
mod columns;
mod elbowroom;
mod gnubg;
mod in_the_way;
mod on_top;
mod pinned;
mod pipcount;
mod pubeval;
mod road;
mod siege;
mod ubgi;

pub use gnubg::Gnubg;
pub use ubgi::{Ubgi, UbgiCommand};

use crate::player::{Player, PlayerError, Turn, best_by};
use rand::RngExt;
use sheshbesh_movegen::{
    Family, Game, Position, named,
    random::{GameRng, game_rng},
};

/// A bot of this program, from the weakest to the strongest of those that play a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bot {
    /// Any legal play, each as likely.
    Random,
    /// Races, and hits when it costs nothing.
    PipCount,
    /// The beginner's advice: columns of two or three, no blot near the enemy.
    Columns,
    /// A hand-written evaluator whose terms fade in and out with the phase of the game.
    Berliner,
    /// Tesauro's public linear benchmark player of 1993.
    Pubeval,
    /// Fevga one checker at a time: where it can land.
    Elbowroom,
    /// Fevga for position: rows of points before as many checkers as can be.
    Blockade,
    /// Plakoto for pins: what can be pinned, and what must not be.
    Ambush,
    /// Plakoto for position: pins, points that hold what is behind them, and time.
    Siege,
}

impl Bot {
    /// Every bot.
    pub const ALL: [Self; 9] = [
        Self::Random,
        Self::PipCount,
        Self::Columns,
        Self::Berliner,
        Self::Pubeval,
        Self::Elbowroom,
        Self::Blockade,
        Self::Ambush,
        Self::Siege,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::PipCount => "pipcount",
            Self::Columns => "columns",
            Self::Berliner => "berliner",
            Self::Pubeval => "pubeval",
            Self::Elbowroom => "elbowroom",
            Self::Blockade => "blockade",
            Self::Ambush => "ambush",
            Self::Siege => "siege",
        }
    }

    /// Whether it can play a game: most know what is good in backgammon, and nothing else.
    pub fn plays(self, game: Game) -> bool {
        match self {
            Self::Random | Self::PipCount => true,
            Self::Columns | Self::Berliner | Self::Pubeval => game.family() == Family::Hitting,
            Self::Elbowroom | Self::Blockade => game.family() == Family::Parallel,
            Self::Ambush | Self::Siege => game.family() == Family::Pinning,
        }
    }

    /// A player of this kind.
    pub fn player(self) -> Box<dyn Player> {
        match self {
            Self::Random => Box::new(Random { rng: game_rng(0, 0) }),
            Self::PipCount => Box::new(Scorer(pipcount::score)),
            Self::Columns => Box::new(Scorer(columns::score)),
            Self::Berliner => Box::new(Scorer(berliner::score)),
            Self::Pubeval => Box::new(Scorer(pubeval::score)),
            Self::Elbowroom => Box::new(Scorer(elbowroom::score)),
            Self::Blockade => Box::new(Scorer(blockade::score)),
            Self::Ambush => Box::new(Scorer(ambush::score)),
            Self::Siege => Box::new(Scorer(siege::score)),
        }
    }
}

named!(Bot, UnknownBot);

/// No bot has that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "nobody is called {0:?} and there is no such file; there are {names} and weights files",
    names = crate::Contestant::names().join(", ")
)]
pub struct UnknownBot(pub String);

struct Random {
    rng: GameRng,
}

impl Player for Random {
    fn begin(&mut self, seed: u64) {
        self.rng = game_rng(seed, 0);
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<usize, PlayerError> {
        Ok(self.rng.random_range(0..turn.results.len()))
    }
}

/// Makes the play with the highest score, or in giveaway, where all is wanted that backgammon's players
/// avoid, the one with the lowest; the function gets the turn and a resulting position.
struct Scorer(fn(&Turn<'_>, &Position) -> f32);

impl Player for Scorer {
    fn choose(&mut self, turn: &Turn<'_>) -> Result<usize, PlayerError> {
        let sign = if turn.game == Game::Misere { -1.0 } else { 1.0 };
        Ok(best_by(turn.results, |result| sign * (self.0)(turn, result)))
    }
}
