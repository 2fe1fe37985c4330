//! Bots that need no training, as opponents of networks in measurements.

mod ambush;
mod berliner;
mod blockade;
mod board;
mod captures;
mod columns;
mod elbowroom;
mod gnubg;
mod isolated;
mod parallel_eval;
mod parallel_terms;
mod pinning_eval;
mod pinning_terms;
mod pipcount;
mod pubeval;
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

/// A built-in bot. Of the bots that play a game, the weakest comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bot {
    /// Chooses from all legal plays with equal probability.
    Random,
    /// Races, and hits if a hit costs nothing; in chase, captures and keeps out of reach.
    PipCount,
    /// Follows advice for beginners: columns of two or three, no blot near the enemy.
    Columns,
    /// Hand-written evaluator, with terms that fade in and out with the phase of the game.
    Berliner,
    /// Tesauro's public linear benchmark player of 1993.
    Pubeval,
    /// Fevga, one checker at a time: its landing points.
    Elbowroom,
    /// Positional Fevga: rows of points before as many checkers as possible.
    Blockade,
    /// Tactical Plakoto: pins checkers, and avoids being pinned.
    Ambush,
    /// Positional Plakoto: pins, points that hold checkers behind them, and time.
    Siege,
}

impl Bot {
    /// True if the bot plays a game. Most bots only know one family of games.
    pub fn plays(self, game: Game) -> bool {
        match self {
            Self::Random | Self::PipCount => true,
            Self::Columns | Self::Berliner | Self::Pubeval => game.meets_as_backgammon(),
            Self::Elbowroom | Self::Blockade => game.family() == Family::Parallel,
            Self::Ambush | Self::Siege => game.family() == Family::Pinning,
        }
    }

    /// Creates a player.
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

named!(
    Bot,
    UnknownBot {
        Random: "random",
        PipCount: "pipcount",
        Columns: "columns",
        Berliner: "berliner",
        Pubeval: "pubeval",
        Elbowroom: "elbowroom",
        Blockade: "blockade",
        Ambush: "ambush",
        Siege: "siege",
    }
);

/// No bot has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown player {0:?}, and no file has that name: players are {names} and weights files",
    names = crate::PlayerSpec::names().join(", ")
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

/// Makes the play with the highest score of its resulting position. In misère, the aims of
/// backgammon are reversed, and the lowest score wins.
struct Scorer(fn(&Turn<'_>, &Position) -> f32);

impl Player for Scorer {
    fn choose(&mut self, turn: &Turn<'_>) -> Result<usize, PlayerError> {
        let sign = if turn.game == Game::Misere { -1.0 } else { 1.0 };
        Ok(best_by(turn.results, |result| sign * (self.0)(turn, result)))
    }
}
