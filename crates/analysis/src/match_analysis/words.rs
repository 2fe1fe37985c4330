//! Words for actions and cube errors.

use super::document::{CubeError, DecisionKind};
use sheshbesh_movegen::notation;

/// Words for the action played.
pub fn action_words(kind: DecisionKind, played: &str) -> String {
    match played {
        "no-double" => "no double".to_owned(),
        "illegal" if kind == DecisionKind::Play => "illegal play".to_owned(),
        "illegal" => "illegal turn of the cube".to_owned(),
        // "Pass" is also the answer to a double, so a forced pass has other words.
        notation::PASS if kind == DecisionKind::Play => "no play".to_owned(),
        "" if matches!(kind, DecisionKind::Roll | DecisionKind::Play) => "not played".to_owned(),
        other => other.to_owned(),
    }
}

/// Names a cube error as in the tables of cube errors.
pub const fn cube_error_words(error: CubeError) -> &'static str {
    match error {
        CubeError::MissedDouble => "missed double",
        CubeError::MissedCash => "missed cash",
        CubeError::WrongDouble => "wrong double",
        CubeError::WrongCash => "too good, doubled",
        CubeError::WrongTake => "wrong take",
        CubeError::WrongPass => "wrong pass",
        CubeError::Beaver => "beaver",
    }
}
