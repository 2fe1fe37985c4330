//! Actions and decisions of a chouette.

use super::Chouette;
use crate::{
    board::{Dice, Seat, Win},
    codes,
    table::referee::{Action, Decision, Illegal},
};
use std::fmt;

/// An action in a chouette.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChouetteAction {
    /// An action of the board, which concerns all open pairs: [`Action::OpeningRoll`],
    /// [`Action::Roll`], [`Action::Play`], [`Action::Resign`], [`Action::Accept`] or
    /// [`Action::Refuse`].
    Board(Action),
    /// Doubles the cubes of these pairs.
    Double(Vec<usize>),
    /// Answers a double, a beaver or a raccoon of one pair: [`Action::Take`], [`Action::Pass`],
    /// [`Action::Beaver`] or [`Action::Raccoon`].
    Answer(Action),
    /// Offers the cubes that have been passed to the only taker, or does not.
    OfferExtras(bool),
    /// Takes them over, or does not.
    TakeExtras(bool),
    /// Starts the next game.
    NextGame,
}

/// The next decision of a chouette.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChouetteDecision {
    /// [`Action::OpeningRoll`], which no player decides.
    Opening,
    /// [`Action::Roll`], [`Action::Resign`], or [`ChouetteAction::Double`] with any of the pairs
    /// that may be doubled. The box decides for all pairs, and each member of the team for their
    /// own.
    Roll {
        /// The player who rolls: the box or the captain.
        player: usize,
        /// Their side.
        seat: Seat,
        /// Pairs whose cube may be doubled now.
        may_double: Vec<usize>,
    },
    /// [`Action::Play`] or [`Action::Resign`].
    Play {
        /// The player who moves: the box or the captain.
        player: usize,
        /// Their side.
        seat: Seat,
        /// The roll to play.
        dice: Dice,
    },
    /// [`ChouetteAction::Answer`].
    Answer {
        /// The player who answers.
        player: usize,
        /// The pair whose cube has been turned.
        pair: usize,
        /// The double, beaver or raccoon that is answered.
        decision: Decision,
    },
    /// [`ChouetteAction::OfferExtras`]: all members but one have passed, and the box may offer
    /// their cubes to this one.
    OfferExtras {
        /// The box.
        player: usize,
        /// Pairs whose double has been passed.
        pairs: Vec<usize>,
    },
    /// [`ChouetteAction::TakeExtras`]: the only member who is still playing may take over the
    /// cubes. They get what the passes cost, and play these games with the box at the doubled
    /// stakes.
    TakeExtras {
        /// The only member of the team who is still playing.
        player: usize,
        /// Pairs whose double has been passed.
        pairs: Vec<usize>,
    },
    /// [`Action::Accept`] or [`Action::Refuse`], for all open pairs.
    Resignation {
        /// The player who answers: the box or the captain.
        player: usize,
        /// Their side.
        seat: Seat,
        /// The win that is offered.
        offered: Win,
    },
    /// [`ChouetteAction::NextGame`]: the game is over.
    NextGame,
}

impl ChouetteDecision {
    /// The player who decides; `None` if there is nothing to choose. Before a roll, the player who
    /// rolls, although members of the team also decide about their own cubes.
    pub const fn player(&self) -> Option<usize> {
        match *self {
            Self::Roll { player, .. }
            | Self::Play { player, .. }
            | Self::Answer { player, .. }
            | Self::OfferExtras { player, .. }
            | Self::TakeExtras { player, .. }
            | Self::Resignation { player, .. } => Some(player),
            Self::Opening | Self::NextGame => None,
        }
    }
}

impl fmt::Display for ChouetteDecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Opening => f.write_str("the opening roll is next"),
            Self::Roll { .. } => f.write_str("a roll or a double is next"),
            Self::Play { dice, .. } => write!(f, "{dice} must be played"),
            Self::Answer { decision, .. } => decision.fmt(f),
            Self::OfferExtras { .. } => f.write_str("the box may offer the cubes that were passed"),
            Self::TakeExtras { .. } => f.write_str("an offer of more cubes must be answered"),
            Self::Resignation { .. } => f.write_str("a resignation must be answered"),
            Self::NextGame => f.write_str("the game is over"),
        }
    }
}

impl fmt::Display for ChouetteAction {
    /// The action as a verb phrase, as in "to roll 31".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(action) | Self::Answer(action) => action.fmt(f),
            Self::Double(_) => f.write_str("double"),
            Self::OfferExtras(_) => f.write_str("offer more cubes"),
            Self::TakeExtras(_) => f.write_str("answer an offer of more cubes"),
            Self::NextGame => f.write_str("begin the next game"),
        }
    }
}

/// Error of a chouette.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChouetteError {
    /// Too few or too many players.
    #[error("a chouette has {least} to {most} players, not {0}", least = Chouette::FEWEST, most = Chouette::MOST)]
    Players(usize),
    /// The rules are those of a match.
    #[error("a chouette is played for money, not as a match")]
    Match,
    /// The standing at the start of a game is impossible.
    #[error("the line and the points are not those of the players")]
    Standing,
    /// A double without cubes, or with cubes that are not there.
    #[error("a double names each cube of the game at most once, and at least one")]
    NoCubes,
    /// A different decision is next.
    #[error("cannot {action} now: {decision}")]
    NotNow {
        /// The attempted action.
        action: ChouetteAction,
        /// The next decision.
        decision: ChouetteDecision,
    },
    /// The rules forbid the action.
    #[error(transparent)]
    Illegal(#[from] Illegal),
}

codes! {
    ChouetteError {
        Self::Players(n) => "chouette.players" {
            n, least = Chouette::FEWEST, most = Chouette::MOST,
        },
        Self::Match => "chouette.match",
        Self::Standing => "chouette.standing",
        Self::NoCubes => "chouette.no-cubes",
        Self::NotNow { .. } => "chouette.not-now",
    } transparent {
        Self::Illegal(illegal) => illegal,
    }
}
