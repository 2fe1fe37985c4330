//! What can happen at a table, what is to be decided there, and how a game ends.

use crate::{
    dice::Dice,
    players::{BySeat, Seat},
    position::{Position, Win},
};
use std::fmt;

/// What happens at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// One die for each player: the higher one begins, and plays both or, in some games, rolls
    /// again. Equal dice are rolled again by both.
    OpeningRoll(BySeat<u8>),
    /// The player on roll rolls.
    Roll(Dice),
    /// A play, as the resulting position that the opponent sees. Where a roll cannot be played, it
    /// is the same position with the turn passed.
    Play(Position),
    /// The player on roll offers the cube.
    Double,
    /// Plays on with the cube as it was offered.
    Take,
    /// Gives the game up for what the cube showed before it was offered.
    Pass,
    /// Takes a double, and turns the cube once more at once, keeping it.
    Beaver,
    /// Answers a beaver by turning the cube once more; it stays with the other player.
    Raccoon,
    /// Offers to lose the game like this.
    Resign(Win),
    /// Takes what was offered by resigning.
    Accept,
    /// Plays on for more than was offered.
    Refuse,
    /// Sets the checkers up again.
    NextGame,
}

/// What is answered to a double.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// Play on at twice the stakes.
    Take,
    /// Give the game up.
    Pass,
    /// Take, and turn the cube once more at once.
    Beaver,
}

impl From<Answer> for Action {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Take => Self::Take,
            Answer::Pass => Self::Pass,
            Answer::Beaver => Self::Beaver,
        }
    }
}

/// What is to be decided, who decides it, and what can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// [`Action::OpeningRoll`], which nobody decides.
    Opening,
    /// [`Action::Roll`], or [`Action::Double`] where that is allowed, or [`Action::Resign`].
    Roll {
        /// The player on roll.
        seat: Seat,
        /// Whether the rules allow a double now.
        may_double: bool,
    },
    /// [`Action::Play`] with one of the referee's [legal plays](crate::Referee::legal_plays), or
    /// [`Action::Resign`].
    Play {
        /// The player on roll.
        seat: Seat,
        /// What is to be played.
        dice: Dice,
    },
    /// [`Action::Take`], [`Action::Pass`], or [`Action::Beaver`] where that is allowed.
    Double {
        /// Who has been doubled.
        seat: Seat,
        /// Whether the rules allow a beaver now.
        may_beaver: bool,
    },
    /// [`Action::Take`], [`Action::Pass`], or [`Action::Raccoon`] where that is allowed.
    Beaver {
        /// Who has doubled and been beavered.
        seat: Seat,
        /// Whether the cube goes on far enough for a raccoon.
        may_raccoon: bool,
    },
    /// [`Action::Take`] or [`Action::Pass`].
    Raccoon {
        /// Who has beavered and been raccooned.
        seat: Seat,
    },
    /// [`Action::Accept`] or [`Action::Refuse`].
    Resignation {
        /// To whom the game is offered.
        seat: Seat,
        /// What is offered.
        offered: Win,
    },
    /// [`Action::NextGame`]: a game is over.
    NextGame,
    /// Nothing: somebody has won the match.
    MatchOver {
        /// Who.
        winner: Seat,
    },
}

impl Decision {
    /// Who decides; nobody where there is nothing to choose.
    pub const fn seat(&self) -> Option<Seat> {
        match *self {
            Self::Roll { seat, .. }
            | Self::Play { seat, .. }
            | Self::Double { seat, .. }
            | Self::Beaver { seat, .. }
            | Self::Raccoon { seat }
            | Self::Resignation { seat, .. } => Some(seat),
            Self::Opening | Self::NextGame | Self::MatchOver { .. } => None,
        }
    }
}

/// What has brought a game to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// It was played to the end.
    Played(Win),
    /// A double, a beaver or a raccoon was passed.
    Passed,
    /// The loser resigned so much, and the winner was content.
    Resigned(Win),
    /// It was drawn, since so many turns were over.
    TurnLimit,
    /// The players agreed on something else, see [`Referee::settle`](crate::Referee::settle).
    Settled,
}

impl Ending {
    /// What kind of win it is; a pass, a draw or an agreement is a single game.
    pub const fn win(self) -> Win {
        match self {
            Self::Played(win) | Self::Resigned(win) => win,
            Self::Passed | Self::TurnLimit | Self::Settled => Win::Single,
        }
    }
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameResult {
    /// Who has won; nobody in a draw.
    pub winner: Option<Seat>,
    /// Points that the winner gets, the cube included. Of a draw, what each player gets.
    pub points: u32,
    /// What has brought the end.
    pub ending: Ending,
}

impl fmt::Display for Action {
    /// What somebody does, as in "to roll 31".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OpeningRoll(_) => f.write_str("roll for the opening"),
            Self::Roll(dice) => write!(f, "roll {dice}"),
            Self::Play(_) => f.write_str("play"),
            Self::Double => f.write_str("double"),
            Self::Take => f.write_str("take"),
            Self::Pass => f.write_str("pass"),
            Self::Beaver => f.write_str("beaver"),
            Self::Raccoon => f.write_str("raccoon"),
            Self::Resign(_) => f.write_str("resign"),
            Self::Accept => f.write_str("accept a resignation"),
            Self::Refuse => f.write_str("refuse a resignation"),
            Self::NextGame => f.write_str("begin the next game"),
        }
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Opening => f.write_str("the opening roll comes first"),
            Self::Roll { may_double: true, .. } => f.write_str("a roll or a double comes next"),
            Self::Roll { may_double: false, .. } => f.write_str("a roll comes next"),
            Self::Play { dice, .. } => write!(f, "{dice} is to be played"),
            Self::Double { .. } => f.write_str("a double is to be answered"),
            Self::Beaver { .. } => f.write_str("a beaver is to be answered"),
            Self::Raccoon { .. } => f.write_str("a raccoon is to be answered"),
            Self::Resignation { .. } => f.write_str("a resignation is to be answered"),
            Self::NextGame => f.write_str("the game is over"),
            Self::MatchOver { .. } => f.write_str("the match is over"),
        }
    }
}
