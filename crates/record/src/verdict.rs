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
    /// What rolling on is worth to the player on roll: normalized equity, or a chance to win the match
    /// where the file has only that, as `mwc` says.
    pub no_double: f64,
    /// The same of a double that is taken.
    pub take: f64,
    /// Of a double that is passed; `None` where the file does not tell what that is worth in its
    /// match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass: Option<f64>,
    /// The three are chances to win the match, 0 to 1.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mwc: bool,
    /// Chances of the outcomes, for the player on roll.
    pub chances: Option<Chances>,
    /// What the decision that was made loses against the best, at least 0, as normalized equity: that
    /// of whoever made the entry.
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

impl Chances {
    /// The same for the other player.
    #[must_use]
    pub(crate) fn turned(self) -> Self {
        Self {
            win: 1.0 - self.win,
            win_gammon: self.lose_gammon,
            win_backgammon: self.lose_backgammon,
            lose_gammon: self.win_gammon,
            lose_backgammon: self.win_backgammon,
        }
    }
}
