//! Reasons why a request is invalid, apart from those of its values.

use crate::limits::{MATCH_LENGTH, SCORES_LENGTH};
use sheshbesh_movegen::{Dice, Game, POINTS, StatedGame, codes, listed, quoted};

/// Names of all questions.
pub const QUERIES: [&str; 10] = [
    "best", "cube", "drill", "evaluate", "explain", "picture", "plays", "position", "rollout",
    "scores",
];

/// Reason why the fields of a request do not make a question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// Not JSON.
    #[error("the body is not valid JSON: {0}")]
    Json(String),
    /// JSON, but not an object.
    #[error("the body is not a JSON object")]
    NoObject,
    /// A field is missing, unknown, or has a wrong type; as the parser says it.
    #[error("{0}")]
    Field(String),
    /// No question has the name.
    #[error("unknown question {question}: questions are {known}", question = quoted(.0), known = listed(&QUERIES))]
    UnknownQuestion(String),
    /// There is no position.
    #[error("missing field `position`")]
    NoPosition,
    /// The position is of another game than the request.
    #[error("the position is of {found}, and game says {stated}")]
    OtherGame {
        /// Game of the position.
        found: StatedGame,
        /// Game of the request.
        stated: StatedGame,
    },
    /// A point of `under` is not on the board.
    #[error("under must name points from 1 to {POINTS}")]
    UnderPoints,
    /// A point of `under` has no pinned checker.
    #[error("under names point {0}, where no checker lies under a single opposing one")]
    NothingUnder(u32),
    /// The game is over before a play.
    #[error("the game is over: there are no plays")]
    NoPlays,
    /// The game is over before a rollout.
    #[error("the game is over: there is nothing to roll out")]
    NothingToRollOut,
    /// There is no roll.
    #[error("the position has no roll: give dice, such as {roll}", roll = .0.example_roll())]
    NoRoll(Game),
    /// The last turn has left other numbers to play.
    #[error("no roll now, since numbers are left to play: {0}")]
    NumbersLeft(String),
    /// The match is too short or too long.
    #[error("match must be 1 to {MATCH_LENGTH} points")]
    MatchLength,
    /// A match with rules of money games.
    #[error("match cannot be combined with money, jacoby or beavers")]
    MatchForMoney,
    /// Cubeful and cubeless.
    #[error("cubeful and cubeless cannot both be true")]
    CubefulAndCubeless,
    /// More than two plays to compare.
    #[error("at most two plays can be compared")]
    TooManyPlays,
    /// Plays by cube without cube play.
    #[error("cubes cannot be combined with cubeless equity")]
    CubesCubeless,
    /// Plays by cube where no cube can be turned.
    #[error("plays can only be compared by cube where the cube can be turned")]
    NoCubes,
    /// The roll has one play.
    #[error("{0} has one play: no other to compare")]
    OnePlay(Dice),
    /// No double to explain.
    #[error("the player on roll may not double: nothing to explain")]
    NoDouble,
    /// Outcome probabilities with a position.
    #[error("chances and a position cannot be given together")]
    ChancesAndPosition,
    /// Outcome probabilities with search settings.
    #[error("ply and filter do not apply to chances")]
    ChancesSearched,
    /// Fields of outcome probabilities without them.
    #[error("class and pips need chances")]
    NoChances,
    /// Too few or too many games of a rollout.
    #[error("games must be 1 to {0}")]
    RolloutGames(u64),
    /// Too few or too many plays of a rollout.
    #[error("plays must be 1 to {0}")]
    RolloutPlays(u16),
    /// A rollout that searches too deep.
    #[error("ply must be 1 to {0} for a rollout")]
    RolloutDepth(u32),
    /// A rollout that is truncated too early or too late.
    #[error("truncate must be 1 to {0} plies")]
    RolloutLength(u32),
    /// A score in a question about all scores.
    #[error("match, money, score, crawford, jacoby and beavers do not apply to all scores")]
    StatedScore,
    /// A match that is too long for a question about all scores.
    #[error("length must be 1 to {SCORES_LENGTH} points, not {0}")]
    ScoresLength(u16),
    /// A question about all scores that searches too deep.
    #[error("ply must be at most {0} for all scores")]
    ScoresDepth(u32),
}

codes! {
    RequestError {
        Self::Json(problem) => "request.json" { problem },
        Self::NoObject => "request.no-object",
        Self::Field(problem) => "request.field" { problem },
        Self::UnknownQuestion(text) => "request.unknown-question" { text },
        Self::NoPosition => "request.no-position",
        Self::OtherGame { found, stated } => "request.other-game" { found, stated },
        Self::UnderPoints => "request.under-points",
        Self::NothingUnder(point) => "request.nothing-under" { point },
        Self::NoPlays => "request.no-plays",
        Self::NothingToRollOut => "request.nothing-to-roll-out",
        Self::NoRoll(game) => "request.no-roll" { roll = game.example_roll() },
        Self::NumbersLeft(numbers) => "request.numbers-left" { numbers },
        Self::MatchLength => "request.match-length" { most = MATCH_LENGTH },
        Self::MatchForMoney => "request.match-for-money",
        Self::CubefulAndCubeless => "request.cubeful-and-cubeless",
        Self::TooManyPlays => "request.too-many-plays",
        Self::CubesCubeless => "request.cubes-cubeless",
        Self::NoCubes => "request.no-cubes",
        Self::OnePlay(dice) => "request.one-play" { dice },
        Self::NoDouble => "request.no-double",
        Self::ChancesAndPosition => "request.chances-and-position",
        Self::ChancesSearched => "request.chances-searched",
        Self::NoChances => "request.no-chances",
        Self::RolloutGames(most) => "request.rollout-games" { most },
        Self::RolloutPlays(most) => "request.rollout-plays" { most },
        Self::RolloutDepth(most) => "request.rollout-depth" { most },
        Self::RolloutLength(most) => "request.rollout-length" { most },
        Self::StatedScore => "request.stated-score",
        Self::ScoresLength(length) => "request.scores-length" { most = SCORES_LENGTH, length },
        Self::ScoresDepth(most) => "request.scores-depth" { most },
    }
}
