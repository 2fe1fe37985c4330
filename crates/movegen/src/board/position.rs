//! Positions: the checkers of both sides.

use super::{
    checkers::{BAR, Checkers, OFF, POINTS},
    players::Side,
};
use crate::codes;

/// Kind of win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "bincode", derive(bincode::Encode, bincode::Decode))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(description = "Size of a win."))]
pub enum Win {
    /// The loser has borne off a checker: 1 point.
    Single = 1,
    /// The loser has borne off none: 2 points.
    Gammon = 2,
    /// The loser has borne off none and has a checker on the bar or in the winner's home board: 3
    /// points.
    Backgammon = 3,
}

impl Win {
    /// All kinds of wins, the smallest first.
    pub const ALL: [Self; 3] = [Self::Single, Self::Gammon, Self::Backgammon];

    /// The name of this kind of win.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Single => "single game",
            Self::Gammon => "gammon",
            Self::Backgammon => "backgammon",
        }
    }

    /// Points at cube value 1.
    pub const fn points(self) -> u8 {
        self as u8
    }
}

codes! {
    Win {
        Self::Single => "win.single",
        Self::Gammon => "win.gammon",
        Self::Backgammon => "win.backgammon",
    }
}

/// Relation between the point numbers of the two sides.
///
/// ```
/// use sheshbesh_movegen::Game;
/// // In backgammon one side's 24 point is the other's 1 point, in fevga its 12 point.
/// assert_eq!(Game::Backgammon.view().other(24), 1);
/// assert_eq!(Game::FEVGA.view().other(24), 12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum View {
    /// The sides move in opposite directions: point 1 is the other side's point 24.
    Contrary,
    /// The sides move in the same direction: the other side's number of a point is this much
    /// larger, modulo 24.
    Parallel(u8),
}

impl View {
    /// The other side's index of a point from 1 to 24.
    #[inline]
    pub const fn other(self, point: u8) -> u8 {
        match self {
            Self::Contrary => BAR - point,
            Self::Parallel(further) => (point - 1 + further) % POINTS + 1,
        }
    }

    /// The same relation, seen by the other side.
    ///
    /// ```
    /// use sheshbesh_movegen::View;
    /// assert_eq!(View::Contrary.seen_by_other(), View::Contrary);
    /// assert_eq!(View::Parallel(6).seen_by_other(), View::Parallel(18));
    /// ```
    #[must_use]
    pub const fn seen_by_other(self) -> Self {
        match self {
            Self::Contrary => Self::Contrary,
            Self::Parallel(further) => Self::Parallel((POINTS - further) % POINTS),
        }
    }
}

/// Class of a position. It determines the network or table that evaluates the position best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// The game is over. In most games, a side has borne off all its checkers.
    Over,
    /// No contact, and all checkers of both sides are home.
    Bearoff,
    /// No contact: the sides have passed each other.
    Race,
    /// The sides can still hit or block each other.
    Contact,
}

/// Both sides' checkers, from the view of the player on roll.
///
/// Each side is counted from its own view, so passing the turn only swaps the two.
///
/// ```
/// use sheshbesh_movegen::Game;
/// let start = Game::Backgammon.start();
/// assert_eq!(start.own().on(6), 5);
/// assert_eq!(start.swapped(), start);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(C)]
pub struct Position {
    own: Checkers,
    opponent: Checkers,
}

/// Positions of all games have the same size, small enough to copy.
const _: () = assert!(size_of::<Position>() == 32);

/// Error for checkers that are not a valid position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPosition {
    /// A side has too many or too few checkers.
    #[error("{side} has {found} checkers on the board, on the bar and off; expected {expected}")]
    Checkers {
        /// The side.
        side: Side,
        /// Number of checkers found.
        found: u32,
        /// Number of checkers in the game.
        expected: u8,
    },
    /// Both sides have checkers on one point.
    #[error("both sides have checkers on the player on roll's {0} point")]
    SharedPoint(u8),
    /// Both sides have checkers on one point, and neither has a single checker that could be
    /// pinned.
    #[error("both sides have two checkers or more on the player on roll's {0} point")]
    BothHold(u8),
    /// Both sides have one checker on a point, and it is not stated which one is pinned.
    #[error(
        "both sides have one checker on the player on roll's {0} point: state which one is pinned"
    )]
    WhoLiesUnder(u8),
    /// A point has more checkers than allowed.
    #[error("more than {most} checkers on {side}'s {point} point")]
    Full {
        /// The side.
        side: Side,
        /// The point, in the numbers of that side.
        point: u8,
        /// Maximum number of checkers on a point.
        most: u8,
    },
    /// A side holds all points of a start quarter, which is illegal at the end of a turn.
    #[error("{0} holds all six points of a start quarter")]
    StartQuarter(Side),
    /// A side has an illegal row of six points.
    #[error("{0} has six points in a row with no opposing checker ahead of them")]
    Row(Side),
    /// It is not stated which side plays White, in a game that tells White from Black.
    #[error("no side plays White: use a complete position ID, or a board with its turn")]
    WhoIsWhite,
    /// The game has no turn in this state.
    #[error("the game has no turn in this state")]
    TurnState,
    /// A checker is on the bar in a game without hits.
    #[error("a checker is on the bar in a game without hits")]
    Bar,
    /// Black has checkers in reserve, in a game in which only White has.
    #[error("{0} plays Black, which has no checkers in reserve")]
    Reserve(Side),
    /// Both sides have borne off all checkers.
    #[error("both sides have borne off all their checkers")]
    BothOff,
}

codes! {
    InvalidPosition {
        Self::Checkers { side, found, expected } => "position.checkers" { side, found, expected },
        Self::SharedPoint(point) => "position.shared" { point },
        Self::BothHold(point) => "position.both-hold" { point },
        Self::WhoLiesUnder(point) => "position.which-is-pinned" { point },
        Self::Full { side, point, most } => "position.full" { side, point, most },
        Self::StartQuarter(side) => "position.start-quarter" { side },
        Self::Row(side) => "position.row" { side },
        Self::WhoIsWhite => "position.which-is-white",
        Self::TurnState => "position.turn-state",
        Self::Bar => "position.bar",
        Self::Reserve(side) => "position.reserve" { side },
        Self::BothOff => "position.both-off",
    }
}

impl Position {
    /// Creates a position from the two sides, each in its owner's view, without checks.
    ///
    /// Use [`Game::position`](crate::Game::position) for untrusted input.
    #[inline]
    pub const fn from_sides_unchecked(own: Checkers, opponent: Checkers) -> Self {
        Self { own, opponent }
    }

    /// Creates a position from counts on indices 0 (off) to 25 (bar). Each side is counted from its
    /// owner's view and has `checkers` checkers. Both sides may be on one point only with `pins`.
    /// If each side has one checker on point `i`, bit `i` of `pins` is set if the player on roll's
    /// is the pinned one.
    pub(crate) fn new(
        own: &[u8; 26],
        opponent: &[u8; 26],
        checkers: u8,
        view: View,
        pins: Option<u32>,
    ) -> Result<Self, InvalidPosition> {
        for (side, counts) in [(Side::OnRoll, own), (Side::Opponent, opponent)] {
            let found = counts.iter().map(|&count| u32::from(count)).sum();
            if found != u32::from(checkers) {
                return Err(InvalidPosition::Checkers { side, found, expected: checkers });
            }
        }
        let side = |counts: &[u8; 26]| {
            (OFF..=BAR).fold(Checkers::NONE, |side, i| side.with_unchecked(i, counts[i as usize]))
        };
        let mut position = Self::from_sides_unchecked(side(own), side(opponent));
        for point in 1..=POINTS {
            let other = view.other(point);
            match (own[point as usize], opponent[other as usize], pins) {
                (0, _, _) | (_, 0, _) => {}
                (1, against, Some(pins)) if against > 1 || pins >> point & 1 == 1 => {
                    position.own = position.own.pinned_on(point);
                }
                (_, 1, Some(_)) => position.opponent = position.opponent.pinned_on(other),
                (_, _, None) => return Err(InvalidPosition::SharedPoint(point)),
                (_, _, Some(_)) => return Err(InvalidPosition::BothHold(point)),
            }
        }
        if position.own.all_off() && position.opponent.all_off() {
            return Err(InvalidPosition::BothOff);
        }
        Ok(position)
    }

    /// The checkers of the player on roll.
    #[inline]
    pub const fn own(&self) -> Checkers {
        self.own
    }

    /// The opponent's checkers, counted from the opponent's view.
    #[inline]
    pub const fn opponent(&self) -> Checkers {
        self.opponent
    }

    /// The same checkers with the other player on roll.
    #[inline]
    pub const fn swapped(&self) -> Self {
        Self { own: self.opponent, opponent: self.own }
    }

    /// The points of the player on roll where both sides have one checker and theirs lies under the
    /// opponent's, as bits.
    pub fn lies_under(&self) -> u32 {
        // Games with pins have opposite directions, so point i is the opponent's point 25 - i.
        let single = self.opponent().exactly(1);
        let theirs = single.reverse_bits() >> (u32::BITS - 1 - u32::from(BAR));
        self.own().pinned() & theirs
    }
}
