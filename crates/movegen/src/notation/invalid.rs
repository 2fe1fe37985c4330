//! What can be wrong with an ID.

use crate::{
    agreed::UnknownGame,
    game::Game,
    position::InvalidPosition,
    table::{Situation, Stakes},
};

/// Why a text is no ID.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidId {
    /// Too many or too few letters.
    #[error("a {kind} has {expected} letters, and {text:?} has {found}")]
    Length {
        /// Which ID.
        kind: &'static str,
        /// What was given.
        text: String,
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// Too many or too few letters, where those of pinned checkers may follow.
    #[error(
        "a position ID of {game} has 14 letters, or 18 where checkers are pinned, and {text:?} has \
         {found}"
    )]
    PinnedLength {
        /// In which game.
        game: Game,
        /// What was given.
        text: String,
        /// How many there are.
        found: usize,
    },
    /// Something that base64 does not know.
    #[error("a {kind} is written in the letters A-Z, a-z, 0-9, + and /, unlike {text:?}")]
    Letters {
        /// Which ID.
        kind: &'static str,
        /// What was given.
        text: String,
    },
    /// The bits say more than an ID can.
    #[error("the {kind} {text:?} describes nothing: {problem}")]
    Bits {
        /// Which ID.
        kind: &'static str,
        /// What was given.
        text: String,
        /// What is wrong.
        problem: &'static str,
    },
    /// An XGID has too many or too few parts.
    #[error("an XGID has 10 parts with colons between them, and this one has {0}")]
    Parts(usize),
    /// A part of an XGID makes no sense.
    #[error("the XGID's {part} cannot be {text:?}: it is {expected}")]
    Part {
        /// Which part.
        part: &'static str,
        /// What was given.
        text: String,
        /// What can stand there.
        expected: &'static str,
    },
    /// A score that the match cannot have.
    #[error("a score of {score} cannot be in a match to {length}")]
    Score {
        /// Of either player.
        score: u16,
        /// The match's.
        length: u16,
    },
    /// A cube that has been turned, or a double, in a game that knows none.
    #[error("{game} is played without a cube, and the {kind} {text:?} shows a double")]
    NoCube {
        /// Which game.
        game: Game,
        /// Which ID.
        kind: &'static str,
        /// What was given.
        text: String,
    },
    /// XGIDs are for games that are played by backgammon's rules.
    #[error("there are no XGIDs of {0}: give a position ID such as {0}@{start}", start = .0.start())]
    NoXgid(Game),
    /// The name before the `@` is no game's.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The checkers make no position.
    #[error(transparent)]
    Position(#[from] InvalidPosition),
}

/// Nobody has won the match yet.
pub(super) fn check_score(situation: &Situation) -> Result<(), InvalidId> {
    let Stakes::Match { length, .. } = situation.stakes else { return Ok(()) };
    match situation.score.into_iter().find(|&score| score >= length) {
        Some(score) => Err(InvalidId::Score { score, length }),
        None => Ok(()),
    }
}
