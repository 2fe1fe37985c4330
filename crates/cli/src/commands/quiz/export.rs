//! Exports questions and answers as CSV, for flash card programs.

use crate::error::CliError;
use sheshbesh_analysis::quiz::{Cards, Question};
use sheshbesh_network::file::write_atomically;
use std::path::Path;

const COLUMNS: [&str; 13] = [
    "question",
    "game",
    "position_id",
    "xgid",
    "dice",
    "played",
    "best",
    "loss",
    "players",
    "file",
    "date",
    "box",
    "due",
];

/// Writes all questions to a file, the biggest mistakes first, a row per question.
pub(super) fn write(path: &Path, questions: &[Question], cards: &Cards) -> Result<(), CliError> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record(COLUMNS).map_err(CliError::failed)?;
    for question in questions {
        let Question { key, table, decision, players, file, date, .. } = question;
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let card = cards.get(key);
        let row = [
            key.clone(),
            table.game.to_string(),
            decision.position_id.clone(),
            text(&decision.xgid),
            text(&decision.dice),
            decision.played.clone(),
            text(&decision.best),
            decision.loss.map_or_else(String::new, |loss| loss.to_string()),
            players.join(" – "),
            file.clone(),
            text(date),
            card.map_or_else(String::new, |card| card.place().to_string()),
            card.map_or_else(String::new, |card| card.due().to_string()),
        ];
        csv.write_record(row).map_err(CliError::failed)?;
    }
    let bytes = csv.into_inner().map_err(CliError::failed)?;
    write_atomically(path, &bytes).map_err(CliError::failed)
}
