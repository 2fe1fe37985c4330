//! Kinds of drills in games: not every kind fits every game.

use super::kind::Kind;
use sheshbesh_evaluator::bearoff::BearoffGame;
use sheshbesh_movegen::{Game, codes, listed};

/// A kind of drill in a game that it fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Topic {
    kind: Kind,
    game: Game,
}

/// A kind of drill that does not fit a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the drill {kind} does not fit {game}: drills of this game are {names}",
    names = listed(&Kind::names_in(*game))
)]
pub struct UnfitDrill {
    /// The kind.
    pub kind: Kind,
    /// The game.
    pub game: Game,
}

codes! {
    UnfitDrill {
        Self { kind, game } => "drill.unfit" {
            drill = kind.name(), game = game.to_string(), known = &Kind::names_in(*game)
        },
    }
}

impl Topic {
    /// Creates a topic.
    ///
    /// # Errors
    /// If the kind does not fit the game.
    pub fn new(kind: Kind, game: Game) -> Result<Self, UnfitDrill> {
        if kind.fits(game) { Ok(Self { kind, game }) } else { Err(UnfitDrill { kind, game }) }
    }

    /// The kind.
    pub const fn kind(self) -> Kind {
        self.kind
    }

    /// The game.
    pub const fn game(self) -> Game {
        self.game
    }
}

impl Kind {
    /// True if the right answers are known in a game: effective pips and cubes of races need its
    /// bearoff tables, and all drills about the cube need a cube. First plays must be whole turns
    /// of two dice.
    pub fn fits(self, game: Game) -> bool {
        let bearoff = BearoffGame::of(game);
        match self {
            Self::Pips => true,
            // Nobody hurries to bear off in misère.
            Self::Epc => bearoff.is_some_and(|bearoff| bearoff != BearoffGame::Misere),
            Self::Race => game.has_cube() && bearoff.is_some_and(BearoffGame::has_two_sided),
            Self::TakePoint | Self::Cube => game.has_cube(),
            Self::Openings | Self::Replies => !game.has_stages() && game.dice() == 2,
        }
    }

    /// Names of the kinds that fit a game.
    pub fn names_in(game: Game) -> Vec<String> {
        let kinds = Self::ALL.into_iter().filter(|kind| kind.fits(game));
        kinds.map(|kind| kind.name().to_owned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_fit_games_with_known_answers() {
        assert_eq!(Kind::names_in(Game::Backgammon), Kind::ALL.map(Kind::name));
        assert_eq!(Kind::names_in(Game::LONG_NARDI), ["pips", "epc", "openings", "replies"]);
        assert_eq!(Kind::names_in(Game::TABULA), ["pips"]);
        assert!(Kind::Epc.fits(Game::PORTES) && !Kind::Race.fits(Game::PORTES));
        assert!(!Kind::Epc.fits(Game::Misere));
        let unfit = Topic::new(Kind::Race, Game::LONG_NARDI).unwrap_err();
        assert_eq!(
            unfit.to_string(),
            "the drill race does not fit long-nardi: drills of this game are pips, epc, openings \
             and replies"
        );
    }
}
