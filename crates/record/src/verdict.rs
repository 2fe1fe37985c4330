//! What the program that wrote a file thinks of what was played.

use serde::{Deserialize, Serialize};
use sheshbesh_movegen::Position;

/// What a program thinks of a decision.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// Of the cube before the roll, or of the answer to it.
    pub cube: Option<CubeVerdict>,
    /// Of the play.
    pub play: Option<PlayVerdict>,
    /// What the roll was worth, as equity.
    pub luck: Option<f64>,
}

/// What a program thinks of a play.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayVerdict {
    /// The plays that it compared, the best first.
    pub candidates: Vec<Candidate>,
    /// What the play that was made loses against the best, at least 0, as normalized equity.
    pub error: Option<f64>,
}

/// A play that was judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The resulting position, which the opponent sees.
    pub result: Position,
    /// Normalized equity with the cube, for whoever plays.
    pub equity: f64,
    /// Chances of the outcomes, for whoever plays.
    pub chances: Option<Chances>,
    /// How it was judged, as the program calls it.
    pub level: String,
}

/// What a program thinks of the cube.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CubeVerdict {
    /// Normalized equity of the player on roll without a double.
    pub no_double: f64,
    /// When a double is taken.
    pub take: f64,
    /// When a double is passed.
    pub pass: f64,
    /// Chances of the outcomes, for the player on roll.
    pub chances: Option<Chances>,
    /// What the decision that was made loses against the best, at least 0: that of whoever made the
    /// entry.
    pub error: Option<f64>,
    /// How it was judged, as the program calls it.
    pub level: String,
}

/// Chances of the outcomes, 0 to 1; a win counts gammons, a gammon counts backgammons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Chances {
    /// To win.
    pub win: f64,
    /// To win at least a gammon.
    pub win_gammon: f64,
    /// To win a backgammon.
    pub win_backgammon: f64,
    /// To lose at least a gammon.
    pub lose_gammon: f64,
    /// To lose a backgammon.
    pub lose_backgammon: f64,
}
