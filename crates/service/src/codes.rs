//! Codes of all messages in answers.

use crate::{
    chouette::ChouetteTableError,
    file_error::FileError,
    http_error::HttpError,
    job::{JobError, JobNote, TimeLimit},
    routes::{convert::Note, judge::SlowPreset, record::RecordError},
    table::TableError,
};
use sheshbesh_analysis::{
    drill::{DrillError, UnfitDrill, UnknownDrill},
    explain::ExplainError,
    match_analysis::{AnalysisError, UnknownPreset},
    notes::EvaluationNote,
    quiz::NoAnswer,
    svg_board::UnknownTheme,
};
use sheshbesh_api::{
    RequestError,
    answers::{CubeQueryError, ImpossibleCubeError, ScoresError, UnwritablePlayError},
    outcomes::{ChancesError, UnknownClassError},
    stakes::{ParseStakesError, StakesError},
    stopping_rule::StoppingRuleError,
};
use sheshbesh_evaluator::{
    EvaluationError, InvalidDepth, InvalidLevel, Stopped, UnknownFilter, cube::InvalidStakes,
};
use sheshbesh_matchfile::{
    ExportError, ExportLoss, ExportLosses, MisleadingFormat, Problem, ReadError, ReplayError,
    UnknownEncoding, Warning,
};
use sheshbesh_movegen::{
    Action, ChouetteError, Code, Coded, Decision, GAME_CODE, Illegal, ImpossibleTie, InvalidDice,
    InvalidHouseRules, InvalidId, InvalidPosition, InvalidSituation, InvalidTableRules, OtherDice,
    RollError, Side, UnknownConsulting, UnknownFirstPlayer, UnknownGame, UnknownGameSeries,
    UnknownOpening, UnknownScoring, Win,
    notation::{IdKind, IdProblem, IllegalPlay},
};

/// Joins the codes of types.
macro_rules! codes_of {
    ($($type:ty),* $(,)?) => {
        &[$(<$type as Coded>::CODES),*]
    };
}

/// Codes by type.
const TYPES: &[&[Code]] = codes_of![
    Action,
    AnalysisError,
    ChancesError,
    ChouetteError,
    ChouetteTableError,
    CubeQueryError,
    Decision,
    DrillError,
    EvaluationError,
    EvaluationNote,
    ExplainError,
    ExportLoss,
    ExportError,
    ExportLosses,
    FileError,
    HttpError,
    IdKind,
    IdProblem,
    Illegal,
    IllegalPlay,
    ImpossibleCubeError,
    ImpossibleTie,
    InvalidDepth,
    InvalidLevel,
    InvalidDice,
    InvalidHouseRules,
    InvalidId,
    InvalidPosition,
    InvalidSituation,
    InvalidStakes,
    InvalidTableRules,
    JobError,
    JobNote,
    MisleadingFormat,
    NoAnswer,
    Note,
    OtherDice,
    ParseStakesError,
    Problem,
    ReadError,
    RecordError,
    ReplayError,
    RequestError,
    RollError,
    ScoresError,
    Side,
    SlowPreset,
    StakesError,
    Stopped,
    StoppingRuleError,
    TableError,
    TimeLimit,
    UnfitDrill,
    UnknownClassError,
    UnknownConsulting,
    UnknownDrill,
    UnknownEncoding,
    UnknownFilter,
    UnknownFirstPlayer,
    UnknownGame,
    UnknownGameSeries,
    UnknownOpening,
    UnknownPreset,
    UnknownScoring,
    UnknownTheme,
    UnwritablePlayError,
    Warning,
    Win,
];

/// Codes of all messages and of the phrases within them, with the names of their values.
///
/// ```
/// let codes = sheshbesh_service::codes();
/// assert!(codes.iter().any(|code| code.name == "dice.invalid" && code.values == ["text"]));
/// ```
pub fn codes() -> Vec<Code> {
    TYPES.iter().copied().flatten().copied().chain([GAME_CODE]).collect()
}
