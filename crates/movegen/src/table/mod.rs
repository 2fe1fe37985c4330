//! The table: cube, score, house rules, and the referee.

mod chouette;
mod cube;
mod game_series;
mod house_rules;
mod referee;
mod scoring;
mod situation;

pub use chouette::{
    Chouette, ChouetteAction, ChouetteDecision, ChouetteError, ChouetteRules, ChouetteStanding,
    Consulting, PairResult, UnknownConsulting,
};
pub use cube::Cube;
pub use game_series::{GameSeries, UnknownGameSeries};
pub use house_rules::{
    FirstPlayer, HouseRules, InvalidHouseRules, TableRules, UnknownFirstPlayer, UnknownOpening,
};
pub use referee::{
    Action, ActionKind, Answer, Decision, Ending, GameResult, Illegal, InvalidSituation, Progress,
    Referee, Snapshot,
};
pub use scoring::{Scoring, UnknownScoring};
pub use situation::{CubeRules, ImpossibleTie, Phase, Session, Situation, Stakes};
