//! Answer history of a quiz, stored in `quiz.json`.

use super::day::Day;
use super::spacing::{Answered, Card};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Value of the field `format`.
pub const FORMAT: &str = "sheshbesh-quiz";

/// The only version so far.
const VERSION: u32 = 1;

/// Answer history of all players. Unknown fields of the file are preserved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Deck {
    format: String,
    version: u32,
    players: BTreeMap<String, Cards>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// Cards of a player, by [`Question::key`](super::Question::key).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cards {
    cards: BTreeMap<String, Card>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// Reasons for rejecting a deck file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadDeck {
    /// Damaged, or not a deck.
    #[error("damaged file: {0}")]
    Damaged(String),
    /// Written by another program.
    #[error("wrong format {0:?}: expected {FORMAT:?}")]
    Format(String),
    /// Written by a later version of the program.
    #[error("unsupported version {0}: the latest known is {VERSION}")]
    Version(u32),
}

impl Default for Deck {
    /// An empty deck.
    fn default() -> Self {
        let (players, rest) = (BTreeMap::new(), Map::new());
        Self { format: FORMAT.to_owned(), version: VERSION, players, rest }
    }
}

impl Deck {
    /// Parses the bytes of a file.
    ///
    /// # Errors
    /// If the file is damaged, or was written by another program or a later version.
    pub fn read(bytes: &[u8]) -> Result<Self, BadDeck> {
        /// Parsed first, to identify the file whatever else it contains.
        #[derive(Deserialize)]
        struct Head {
            format: String,
            version: u32,
        }
        let damaged = |error: serde_json::Error| BadDeck::Damaged(error.to_string());
        let head: Head = serde_json::from_slice(bytes).map_err(damaged)?;
        if head.format != FORMAT {
            return Err(BadDeck::Format(head.format));
        }
        if head.version != VERSION {
            return Err(BadDeck::Version(head.version));
        }
        serde_json::from_slice(bytes).map_err(damaged)
    }

    /// Formats the deck as JSON text for a file.
    pub fn to_json(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("a deck can be written as JSON");
        text + "\n"
    }

    /// Players with cards.
    pub fn players(&self) -> impl Iterator<Item = &str> {
        self.players.keys().map(String::as_str)
    }

    /// Cards of a player.
    pub fn cards(&self, player: &str) -> Cards {
        self.players.get(player).cloned().unwrap_or_default()
    }

    /// Records an answer and returns the day on which the question is due again.
    pub fn answer(&mut self, player: &str, key: &str, answered: Answered, today: Day) -> Day {
        let cards = &mut self.players.entry(player.to_owned()).or_default().cards;
        let card = cards.entry(key.to_owned());
        card.and_modify(|card| card.answer(answered, today))
            .or_insert_with(|| Card::new(answered, today))
            .due()
    }
}

impl Cards {
    /// Card of a question, if it was asked before.
    pub fn get(&self, key: &str) -> Option<&Card> {
        self.cards.get(key)
    }
}
