//! Exports questions and answers as flash cards for Anki.

use super::session::Analyzers;
use crate::{error::CliError, terminal::print};
use sheshbesh_analysis::{quiz::Question, tutor::explain_decision};
use sheshbesh_network::file::write_atomically;
use sheshbesh_report::anki::{Card, deck};
use std::{path::Path, time::SystemTime};

/// Writes all questions to a deck, the biggest mistakes first. Mistakes that the report does not
/// explain are explained now.
pub(super) fn write(
    path: &Path,
    player: &str,
    questions: &[Question],
    mut analyzers: Analyzers<'_>,
) -> Result<(), CliError> {
    let mut cards = Vec::new();
    for question in questions {
        let explanation = match &question.decision.explanation {
            Some(known) => known.sentences().to_vec(),
            None => {
                let analyzer = analyzers.get(question.preset, question.table.game)?;
                let explained = explain_decision(analyzer, &question.table, &question.decision);
                let explained = explained.map_err(CliError::failed)?;
                explained.map_or_else(Vec::new, |explained| explained.sentences().to_vec())
            }
        };
        cards.push(Card { question, explanation });
    }
    let bytes = deck(player, &cards, SystemTime::now()).map_err(CliError::failed)?;
    write_atomically(path, &bytes).map_err(CliError::failed)?;
    let plural = if cards.len() == 1 { "card" } else { "cards" };
    print(&format!("{} {plural} in {}.\n", cards.len(), path.display()))
}
