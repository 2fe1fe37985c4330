//! Flash cards for Anki: a player's mistakes as a deck (`.apkg`).
//!
//! A package is a ZIP archive of an SQLite collection. Notes have stable identifiers, so importing a
//! deck again updates the cards and keeps what was learned.

mod card;
mod collection;
mod package;

use card::Note;
use sheshbesh_analysis::quiz::Question;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A question with its explanation in sentences.
#[derive(Clone, Debug)]
pub struct Card<'a> {
    /// The question, with its solution.
    pub question: &'a Question,
    /// Sentences of the explanation; may be empty.
    pub explanation: Vec<String>,
}

/// Reasons why a deck cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum DeckError {
    /// SQLite failed.
    #[error("cannot make the collection: {0}")]
    Collection(#[from] rusqlite::Error),
    /// The archive cannot be written.
    #[error("cannot make the package: {0}")]
    Package(#[from] rawzip::Error),
    /// The compressor failed.
    #[error("cannot compress the collection: {0}")]
    Compression(#[from] std::io::Error),
}

/// Makes a deck of a player's mistakes, with a subdeck each for plays, doubles and answers, and
/// returns the bytes of an `.apkg` file. Cards are in the order given. A note is identified by
/// player and question, and `now` is the time of its last change: Anki updates notes that are older.
///
/// # Errors
/// If SQLite or the compressor fails.
pub fn deck(player: &str, cards: &[Card<'_>], now: SystemTime) -> Result<Vec<u8>, DeckError> {
    let notes: Vec<Note> = cards.iter().map(|card| Note::new(player, card)).collect();
    let since_epoch = now.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    let collection = collection::write(player, &notes, since_epoch)?;
    package::write(&collection)
}
