//! Refusals of sessions, rules and actions, apart from those of the referee.

use sheshbesh_movegen::{Decision, Game, codes, listed, quoted};

/// Reason why a session cannot begin or continue.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TableError {
    /// A play outside a player's turn to move.
    #[error("cannot play now: {0}")]
    NoPlayNow(Decision),
    /// A play in two notations, or in none.
    #[error("give exactly one of play and position_id")]
    OnePlay,
    /// An event lacks a field.
    #[error("missing {0}")]
    Missing(&'static str),
    /// An event plays before it rolls.
    #[error("a play was made before the roll")]
    PlayBeforeRoll,
    /// Nothing is left to play.
    #[error("the match is over")]
    MatchOver,
    /// The state has an impossible cube.
    #[error("invalid cube value {0}: it must be 1, 2, 4 and so on")]
    CubeValue(u32),
    /// The state lacks its dice.
    #[error("the phase is rolled, but dice is missing")]
    NoDice,
    /// The state has dice in another phase.
    #[error("dice is given, but the phase is not rolled")]
    Dice,
    /// The state has a position of another game.
    #[error("the position is of {found}, but the game is {game}")]
    OtherGame {
        /// Game of the position.
        found: Game,
        /// Game of the session.
        game: Game,
    },
    /// The state has a Crawford game without a match.
    #[error("a money game has no Crawford game")]
    CrawfordForMoney,
    /// The position to begin at has a beaver.
    #[error("a session cannot begin with a beaver to be answered")]
    BeginsWithBeaver,
    /// A position and a frame.
    #[error("a frame cannot begin at a position: leave out position or frame")]
    FrameAtPosition,
    /// A game and a frame.
    #[error("a frame already names its games: leave out game or frame")]
    FrameAndGame,
    /// Tavli without a match length.
    #[error("tavli needs a match length: add match")]
    TavliLength,
    /// A level that does not play the game.
    #[error("{level} does not play {game}; available are {}", listed(.known))]
    LevelOfOtherGames {
        /// Name of the level.
        level: String,
        /// The game.
        game: Game,
        /// Levels that play it.
        known: Vec<String>,
    },
    /// No level has the name.
    #[error("unknown level {}; available are {}", quoted(.level), listed(.known))]
    UnknownLevel {
        /// The unknown name.
        level: String,
        /// Levels that play the game.
        known: Vec<String>,
    },
}

codes! {
    TableError {
        Self::OnePlay => "session.one-play",
        Self::Missing(field) => "session.missing" { field },
        Self::PlayBeforeRoll => "session.play-before-roll",
        Self::MatchOver => "session.match-over",
        Self::CubeValue(value) => "session.cube-value" { value },
        Self::NoDice => "session.no-dice",
        Self::Dice => "session.dice",
        Self::OtherGame { found, game } => "session.other-game" { found, game },
        Self::CrawfordForMoney => "session.crawford-for-money",
        Self::BeginsWithBeaver => "session.begins-with-beaver",
        Self::FrameAtPosition => "session.frame-at-position",
        Self::FrameAndGame => "session.frame-and-game",
        Self::TavliLength => "session.tavli-length",
        Self::LevelOfOtherGames { level, game, known } => "session.level-of-other-games" {
            level, game, known,
        },
        Self::UnknownLevel { level, known } => "session.unknown-level" { level, known },
        Self::NoPlayNow(decision) => "session.no-play-now" { decision },
    }
}
