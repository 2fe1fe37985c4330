//! The table: cube, score, house rules, and the referee.

mod game_series;
mod house_rules;
mod referee;
mod scoring;
mod situation;

pub use game_series::{GameSeries, UnknownFrame};
pub use house_rules::{FirstPlayer, HouseRules, TableRules, UnknownOpening, UnknownStarter};
pub use referee::{
    Action, Answer, Decision, Ending, GameResult, Illegal, InvalidSituation, Progress, Referee,
    Snapshot,
};
pub use scoring::{Scoring, UnknownScoring};
pub use situation::{Cube, CubeRules, ImpossibleTie, Phase, Session, Situation, Stakes};
