//! Who can be asked to play.

use crate::fault::Fault;
use sheshbesh_arena::{Bot, CubePolicy, NetworkPlayer, Player};
use sheshbesh_evaluator::{CannotJudge, Depth, Evaluator};
use sheshbesh_movegen::{Game, listed, quoted};
use std::fmt;

/// Deepest level that is offered: one ply more takes seconds a play.
const DEEPEST: Depth = Depth::THREE;

/// A player, from the weakest to the strongest: the bots, then the network at so many plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    /// A bot, which knows nothing of the cube.
    Bot(Bot),
    /// The network, looking so far.
    Network(Depth),
}

impl Level {
    /// Everybody, from the weakest.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let depths = (1..=DEEPEST.plies()).filter_map(Depth::new);
        Bot::ALL.into_iter().map(Self::Bot).chain(depths.map(Self::Network))
    }

    /// Whether it plays a game, which a network judges or not.
    pub(crate) fn plays(self, game: Game, is_judged: bool) -> bool {
        match self {
            Self::Bot(bot) => bot.plays(game),
            Self::Network(_) => is_judged,
        }
    }

    /// That of a name, which must play the game.
    pub(crate) fn read(name: &str, game: Game, is_judged: bool) -> Result<Self, Fault> {
        let known: Vec<String> = Self::all()
            .filter(|level| level.plays(game, is_judged))
            .map(|level| level.to_string())
            .collect();
        let found = Self::all().find(|level| level.to_string() == name);
        let names: Vec<&str> = known.iter().map(String::as_str).collect();
        match found {
            Some(level) if level.plays(game, is_judged) => Ok(level),
            Some(level) => Err(Fault::nonsense(format_args!(
                "{level} does not play {game}; there are {}",
                listed(&names)
            ))),
            None => Err(Fault::nonsense(format_args!(
                "no level is called {}; there are {}",
                quoted(name),
                listed(&names)
            ))),
        }
    }

    /// How far it looks.
    pub(crate) const fn depth(self) -> Depth {
        match self {
            Self::Bot(_) => Depth::ONE,
            Self::Network(depth) => depth,
        }
    }

    /// A player of a game who chooses by chance from a seed, if by chance at all. The network judges
    /// with an evaluator.
    ///
    /// # Errors
    /// When the evaluator does not know the game.
    pub(crate) fn player(
        self,
        game: Game,
        evaluator: &Evaluator,
        seed: u64,
    ) -> Result<Box<dyn Player>, CannotJudge> {
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
