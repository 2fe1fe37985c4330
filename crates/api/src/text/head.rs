//! Notes below an answer.

use crate::answers::Head;
use sheshbesh_evaluator::TablebaseHit;

impl Head {
    /// Sentence stating that the position was looked up, and with which precision; empty if it was
    /// not.
    pub(super) const fn lookup_words(&self) -> &'static str {
        match self.tablebase_hit {
            None => "",
            Some(TablebaseHit::Exact) => {
                "\nLooked up in the table of the solved game: exact at any ply.\n"
            }
            Some(TablebaseHit::Outcomes) => {
                "\nOutcomes are of cubeless money play, from the table of the solved game.\n"
            }
        }
    }
}
