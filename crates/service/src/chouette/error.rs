//! Refusals of chouettes, apart from those of the rules.

use crate::reason::Reason;
use sheshbesh_movegen::{codes, listed};

/// Maximum length of a player's name, in characters.
pub(super) const MAX_NAME: usize = 30;
/// Maximum number of actions of a game.
pub(super) const MAX_ACTIONS: usize = 6000;

/// Reason why a chouette cannot begin or continue.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ChouetteTableError {
    /// The name of a player is empty, too long, or has control characters.
    #[error("a player's name must be one line of 1 to {MAX_NAME} characters")]
    PlayerName,
    /// Two players have the same name.
    #[error("two players of the chouette are called {0}")]
    SameName(String),
    /// A level that does not play chouettes.
    #[error("{level} does not play chouettes; available are {}", listed(.known))]
    Level {
        /// Name of the level.
        level: String,
        /// Levels that play them.
        known: Vec<String>,
    },
    /// An action of a person where an engine decides.
    #[error("{0} is an engine and decides now")]
    EngineDecides(String),
    /// An action of an engine where a person decides.
    #[error("{0} is a person and decides now")]
    PersonDecides(String),
    /// A roll before all doubles have been decided.
    #[error("doubles are to be decided before the roll")]
    DoublesFirst,
    /// Nobody is to decide about doubles.
    #[error("no double is to be decided now")]
    NoDoubles,
    /// A double of a cube of other players.
    #[error("a double is only possible with the cubes of the players who decide now")]
    OtherCube,
    /// The captain has nobody to ask, or may not.
    #[error("the captain cannot consult the team now")]
    NoConsulting,
    /// The game has too many actions.
    #[error("a game of a chouette has at most {MAX_ACTIONS} actions")]
    TooManyActions,
    /// The state has too few or too many rolls.
    #[error("the rolls of the state do not match its actions")]
    Rolls,
    /// An action of the state is impossible.
    #[error("action {number} is invalid: {problem}")]
    Action {
        /// Number of the action, from 1.
        number: usize,
        /// The reason.
        problem: Reason,
    },
}

codes! {
    ChouetteTableError {
        Self::PlayerName => "chouette.player-name" { most = MAX_NAME },
        Self::SameName(name) => "chouette.same-name" { name },
        Self::Level { level, known } => "chouette.level" { level, known },
        Self::EngineDecides(name) => "chouette.engine-decides" { name },
        Self::PersonDecides(name) => "chouette.person-decides" { name },
        Self::DoublesFirst => "chouette.doubles-first",
        Self::NoDoubles => "chouette.no-doubles",
        Self::OtherCube => "chouette.other-cube",
        Self::NoConsulting => "chouette.no-consulting",
        Self::TooManyActions => "chouette.too-many-actions" { most = MAX_ACTIONS },
        Self::Rolls => "chouette.rolls",
        Self::Action { number, problem } => "chouette.action" { number, problem },
    }
}
