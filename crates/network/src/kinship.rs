//! Which game's network judges another game best.

use sheshbesh_movegen::Game;

/// How near a game is to the one that a network was taught, the nearest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kinship {
    /// It is that game.
    Same,
    /// It is that game but for what may be agreed otherwise.
    Options,
    /// It is played as that game is but for what wins count, or where checkers may rest.
    Near,
    /// They have family and inputs in common.
    Family,
}

impl Kinship {
    /// What `learned` is to `game`.
    ///
    /// ```
    /// use sheshbesh_movegen::Game;
    /// use sheshbesh_network::Kinship;
    /// assert_eq!(Kinship::of(Game::PORTES, Game::TAVLA), Kinship::Near);
    /// assert!(Kinship::of(Game::LONG_NARDI, Game::NARD) < Kinship::of(Game::FEVGA, Game::NARD));
    /// ```
    pub fn of(learned: Game, game: Game) -> Self {
        let near = match game {
            Game::Tavla(_) => Some(Game::PORTES),
            Game::Nard(_) => Some(Game::LONG_NARDI),
            Game::Tapa(_) => Some(Game::PLAKOTO),
            _ => None,
        };
        if learned == game {
            Self::Same
        } else if learned.name() == game.name() {
            Self::Options
        } else if near == Some(learned) {
            Self::Near
        } else {
            Self::Family
        }
    }

    /// The place of the nearest to a game among those that were learned by what can judge it, the
    /// first of equally near ones.
    pub fn nearest(learned: impl IntoIterator<Item = (usize, Game)>, game: Game) -> Option<usize> {
        let kin = learned.into_iter().map(|(place, learned)| (Self::of(learned, game), place));
        kin.min().map(|(_, place)| place)
    }
}
