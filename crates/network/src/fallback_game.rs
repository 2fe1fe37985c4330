//! Choice of a fallback network: for a game without a network of its own, that of the most similar
//! game.

use sheshbesh_movegen::Game;

/// Similarity between a game and the game that a network was trained on, most similar first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kinship {
    /// The same game.
    Same,
    /// The same game with other options.
    Options,
    /// The same board and moves; differs in scoring, in where checkers may stay, or in doubles.
    Near,
    /// The same family and inputs.
    Family,
}

impl Kinship {
    /// Returns the kinship of `learned`, a network's game, to `game`.
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
            Game::CrazyGyulbar(_) => Some(Game::GYULBAR),
            Game::Jacquet(_) | Game::Matador(_) => Some(Game::FEVGA),
            Game::Tapa(_) => Some(Game::PLAKOTO),
            Game::Icelandic(_) => Some(Game::CHASE),
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

    /// Returns the index of the network whose game is nearest to `game`; the lowest index on ties.
    /// `learned` lists the networks that can evaluate `game`, as pairs of index and game.
    pub fn nearest(learned: impl IntoIterator<Item = (usize, Game)>, game: Game) -> Option<usize> {
        let kin = learned.into_iter().map(|(index, learned)| (Self::of(learned, game), index));
        kin.min().map(|(_, index)| index)
    }
}
