//! Notes below an answer.

use sheshbesh_evaluator::TablebaseHit;

/// Sentence stating that the position was looked up, and with which precision; empty if it was not.
pub fn lookup_words(looked_up: Option<TablebaseHit>) -> &'static str {
    match looked_up {
        None => "",
        Some(TablebaseHit::Exact) => {
            "\nLooked up in the table of the solved game: exact at any ply.\n"
        }
        Some(TablebaseHit::Outcomes) => {
            "\nOutcomes are of cubeless money play, from the table of the solved game.\n"
        }
    }
}
