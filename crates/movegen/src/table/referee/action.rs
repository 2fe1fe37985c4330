//! Actions and decisions at a table, and results of games.

use crate::{
    board::{BySeat, Dice, Position, Seat, Win},
    codes,
};
use std::fmt;

/// An action at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "bincode", derive(bincode::Encode, bincode::Decode))]
pub enum Action {
    /// One die for each player. The higher one starts, and plays both dice or, in some games, rolls
    /// again. Equal dice are rolled again by both players.
    OpeningRoll(BySeat<u8>),
    /// The player on roll rolls.
    Roll(Dice),
    /// A play, as the resulting position, seen by the opponent. If a roll cannot be played, it is
    /// the same position with the turn passed.
    Play(Position),
    /// The player on roll doubles.
    Double,
    /// Takes the double and plays on.
    Take,
    /// Gives up the game at the cube value before the double.
    Pass,
    /// Takes a double and immediately turns the cube once more, keeping it.
    Beaver,
    /// Answers a beaver by turning the cube once more; it stays with the other player.
    Raccoon,
    /// Offers to lose the game by this kind of win.
    Resign(Win),
    /// Accepts the offered resignation.
    Accept,
    /// Refuses the offered resignation and plays on.
    Refuse,
    /// Starts the next game.
    NextGame,
}

/// Kind of an [`Action`], without its dice, position or win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "bincode", derive(bincode::Encode, bincode::Decode))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ActionType, description = "Action types."))]
pub enum ActionKind {
    /// [`Action::OpeningRoll`].
    Opening,
    /// [`Action::Roll`].
    Roll,
    /// [`Action::Play`].
    Play,
    /// [`Action::Double`].
    Double,
    /// [`Action::Take`].
    Take,
    /// [`Action::Pass`].
    Pass,
    /// [`Action::Beaver`].
    Beaver,
    /// [`Action::Raccoon`].
    Raccoon,
    /// [`Action::Resign`].
    Resign,
    /// [`Action::Accept`].
    Accept,
    /// [`Action::Refuse`].
    Refuse,
    /// [`Action::NextGame`].
    NextGame,
}

impl Action {
    /// The kind of the action.
    pub const fn kind(&self) -> ActionKind {
        match self {
            Self::OpeningRoll(_) => ActionKind::Opening,
            Self::Roll(_) => ActionKind::Roll,
            Self::Play(_) => ActionKind::Play,
            Self::Double => ActionKind::Double,
            Self::Take => ActionKind::Take,
            Self::Pass => ActionKind::Pass,
            Self::Beaver => ActionKind::Beaver,
            Self::Raccoon => ActionKind::Raccoon,
            Self::Resign(_) => ActionKind::Resign,
            Self::Accept => ActionKind::Accept,
            Self::Refuse => ActionKind::Refuse,
            Self::NextGame => ActionKind::NextGame,
        }
    }
}

/// Answer to a double.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "bincode", derive(bincode::Encode, bincode::Decode))]
pub enum Answer {
    /// Play on at twice the stakes.
    Take,
    /// Give up the game.
    Pass,
    /// Take, and immediately turn the cube once more.
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

/// The next decision: its kind, the player who decides, and the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// [`Action::OpeningRoll`], which no player decides.
    Opening,
    /// [`Action::Roll`], [`Action::Double`] if allowed, or [`Action::Resign`].
    Roll {
        /// The player on roll.
        seat: Seat,
        /// True if a double is legal now.
        may_double: bool,
    },
    /// [`Action::Play`] with one of the referee's [legal plays](crate::Referee::legal_plays), or
    /// [`Action::Resign`].
    Play {
        /// The player on roll.
        seat: Seat,
        /// The roll to play.
        dice: Dice,
    },
    /// [`Action::Take`], [`Action::Pass`], or [`Action::Beaver`] if allowed.
    Double {
        /// The player who has been doubled.
        seat: Seat,
        /// True if a beaver is legal now.
        may_beaver: bool,
    },
    /// [`Action::Take`], [`Action::Pass`], or [`Action::Raccoon`] if allowed.
    Beaver {
        /// The player who has doubled and been beavered.
        seat: Seat,
        /// True if the cube can be turned far enough for a raccoon.
        may_raccoon: bool,
    },
    /// [`Action::Take`] or [`Action::Pass`].
    Raccoon {
        /// The player who has beavered and been raccooned.
        seat: Seat,
    },
    /// [`Action::Accept`] or [`Action::Refuse`].
    Resignation {
        /// The player to whom the resignation is offered.
        seat: Seat,
        /// The win that is offered.
        offered: Win,
    },
    /// [`Action::NextGame`]: a game is over.
    NextGame,
    /// None: a player has won the match.
    MatchOver {
        /// The winner.
        winner: Seat,
    },
}

impl Decision {
    /// The player who decides; `None` if there is nothing to choose.
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

/// Cause of the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "bincode", derive(bincode::Encode, bincode::Decode))]
pub enum Ending {
    /// The game was played to the end.
    Played(Win),
    /// A double, a beaver or a raccoon was passed.
    Passed,
    /// The loser resigned this kind of win, and the winner accepted.
    Resigned(Win),
    /// The game was drawn because the turn limit was reached.
    TurnLimit,
    /// The players agreed on another result; see [`Referee::settle`](crate::Referee::settle).
    Settled,
}

impl Ending {
    /// The kind of win; a pass, a draw or an agreement is a single game.
    pub const fn win(self) -> Win {
        match self {
            Self::Played(win) | Self::Resigned(win) => win,
            Self::Passed | Self::TurnLimit | Self::Settled => Win::Single,
        }
    }
}

/// Result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "bincode", derive(bincode::Encode, bincode::Decode))]
pub struct GameResult {
    /// The winner; `None` for a draw.
    pub winner: Option<Seat>,
    /// Points that the winner gets, including the cube; in a draw, the points that each player
    /// gets.
    pub points: u32,
    /// Cause of the end.
    pub ending: Ending,
}

impl fmt::Display for Action {
    /// The action as a verb phrase, as in "to roll 31".
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
            Self::Opening => f.write_str("the opening roll is next"),
            Self::Roll { may_double: true, .. } => f.write_str("a roll or a double is next"),
            Self::Roll { may_double: false, .. } => f.write_str("a roll is next"),
            Self::Play { dice, .. } => write!(f, "{dice} must be played"),
            Self::Double { .. } => f.write_str("a double must be answered"),
            Self::Beaver { .. } => f.write_str("a beaver must be answered"),
            Self::Raccoon { .. } => f.write_str("a raccoon must be answered"),
            Self::Resignation { .. } => f.write_str("a resignation must be answered"),
            Self::NextGame => f.write_str("the game is over"),
            Self::MatchOver { .. } => f.write_str("the match is over"),
        }
    }
}

codes! {
    Action {
        Self::OpeningRoll(_) => "action.opening",
        Self::Roll(dice) => "action.roll" { dice },
        Self::Play(_) => "action.play",
        Self::Double => "action.double",
        Self::Take => "action.take",
        Self::Pass => "action.pass",
        Self::Beaver => "action.beaver",
        Self::Raccoon => "action.raccoon",
        Self::Resign(_) => "action.resign",
        Self::Accept => "action.accept",
        Self::Refuse => "action.refuse",
        Self::NextGame => "action.next-game",
    }
}

codes! {
    Decision {
        Self::Opening => "decision.opening",
        Self::Roll { may_double: true, .. } => "decision.roll-or-double",
        Self::Roll { may_double: false, .. } => "decision.roll",
        Self::Play { dice, .. } => "decision.play" { dice },
        Self::Double { .. } => "decision.double",
        Self::Beaver { .. } => "decision.beaver",
        Self::Raccoon { .. } => "decision.raccoon",
        Self::Resignation { .. } => "decision.resignation",
        Self::NextGame => "decision.next-game",
        Self::MatchOver { .. } => "decision.match-over",
    }
}
