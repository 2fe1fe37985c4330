//! Games with bearoff tables of their own.

use super::Home;
use sheshbesh_movegen::{Dice, Game, OldEnglish};

/// Way in which a game ends once all checkers are home and cannot meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BearoffGame {
    /// Backgammon, and the games that [end as it does](Game::bears_off_as_backgammon).
    Backgammon,
    /// Old English: at most five checkers on a point, so a roll may have to be passed.
    OldEnglish,
    /// Misère: the first side to bear off everything loses.
    Misere,
    /// Irish: doubles are played twice, and there are no gammons.
    Irish,
    /// Early backgammon by its own scoring: a win with a double counts two.
    Early,
}

impl BearoffGame {
    /// All of them; a game's place is its number.
    pub const ALL: [Self; 5] =
        [Self::Backgammon, Self::OldEnglish, Self::Misere, Self::Irish, Self::Early];

    /// The bearoff of a game; `None` if there are no tables for it.
    pub fn of(game: Game) -> Option<Self> {
        match game {
            _ if game.bears_off_as_backgammon() => Some(Self::Backgammon),
            Game::OldEnglish(OldEnglish { may_waste: false }) => Some(Self::OldEnglish),
            Game::Misere => Some(Self::Misere),
            Game::Irish => Some(Self::Irish),
            Game::Early(_) => Some(Self::Early),
            _ => None,
        }
    }

    /// The game that is played.
    pub const fn game(self) -> Game {
        match self {
            Self::Backgammon => Game::Backgammon,
            Self::OldEnglish => Game::OLD_ENGLISH,
            Self::Misere => Game::Misere,
            Self::Irish => Game::Irish,
            Self::Early => Game::EARLY,
        }
    }

    /// Number among [`ALL`](Self::ALL).
    pub(super) const fn number(self) -> usize {
        self as usize
    }

    /// True if a side alone may have to pass a roll.
    pub(super) const fn may_pass(self) -> bool {
        matches!(self, Self::OldEnglish)
    }

    /// True if the arrangement of a side can occur.
    pub(super) fn is_possible(self, home: Home) -> bool {
        self != Self::OldEnglish || home.counts().iter().all(|&count| count <= OldEnglish::MOST)
    }

    /// Part of a file's name that tells the game; empty for backgammon.
    pub(super) fn file_label(self) -> String {
        match self {
            Self::Backgammon => String::new(),
            _ => format!("{}-", self.game().name()),
        }
    }

    /// Equity of a player who has just borne off everything, without gammons.
    pub(super) const fn finished(self) -> f32 {
        match self {
            Self::Misere => -1.0,
            _ => 1.0,
        }
    }

    /// True if a win counts two over a side that has borne off nothing.
    pub(super) const fn counts_gammons(self) -> bool {
        matches!(self, Self::Backgammon | Self::OldEnglish)
    }

    /// True if a win counts two with this roll.
    pub(super) fn counts_double(self, dice: Dice) -> bool {
        self == Self::Early && dice.is_double()
    }

    /// True if the game has a two-sided table. That of early backgammon would need the chances of
    /// its double wins beside the equities.
    pub const fn has_two_sided(self) -> bool {
        !matches!(self, Self::Early)
    }
}
