//! Decisions at every score: the output of `shesh best --scores` and `shesh cube --scores`.

use crate::{answers::for_money, queries::Scores};
use sheshbesh_movegen::Situation;

impl Scores {
    /// Formats the table with its legend, to print below the board.
    pub fn words(&self, situation: &Situation) -> String {
        let money = for_money(situation);
        match self {
            Self::Plays(scores) => scores.words(&money),
            Self::Cube(scores) => scores.words(&money),
        }
    }
}
