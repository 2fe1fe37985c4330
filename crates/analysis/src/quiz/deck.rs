//! What is remembered of a quiz: `quiz.json`.

use super::day::Day;
use super::spacing::{Answered, Card};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// What the field `format` says.
pub const FORMAT: &str = "sheshbesh-quiz";

/// The only version so far.
const VERSION: u32 = 1;

/// How questions were answered, player by player. What else stands in the file is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Deck {
    format: String,
    version: u32,
    players: BTreeMap<String, Cards>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// Those of a player, by [`Question::key`](super::Question::key).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cards {
    cards: BTreeMap<String, Card>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// Why a file is no deck.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadDeck {
    /// It is damaged, or something else.
    #[error("it is damaged: {0}")]
    Damaged(String),
    /// Some other program has written it.
    #[error("it says that it is {0:?}, not {FORMAT:?}")]
    Format(String),
    /// A later version of the program has written it.
    #[error("it is of version {0}, and the last one known here is {VERSION}")]
    Version(u32),
}

impl Default for Deck {
    /// Nothing has been asked yet.
    fn default() -> Self {
        let (players, rest) = (BTreeMap::new(), Map::new());
        Self { format: FORMAT.to_owned(), version: VERSION, players, rest }
    }
}

impl Deck {
    /// From the bytes of a file.
    ///
    /// # Errors
    /// When it is damaged, of another program, or of a later version.
    pub fn read(bytes: &[u8]) -> Result<Self, BadDeck> {
        /// The head alone, so that it is known whose file it is whatever else is in it.
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

    /// As the text of a file.
    pub fn to_json(&self) -> String {
        let text =
            serde_json::to_string_pretty(self).expect("keys are strings, numbers are finite");
        text + "\n"
    }

    /// Who has been asked anything.
    pub fn players(&self) -> impl Iterator<Item = &str> {
        self.players.keys().map(String::as_str)
    }

    /// Those of a player.
    pub fn cards(&self, player: &str) -> Cards {
        self.players.get(player).cloned().unwrap_or_default()
    }

    /// Remembers how a player answered a question, and gives when it comes back.
    pub fn answer(&mut self, player: &str, key: &str, answered: Answered, today: Day) -> Day {
        let cards = &mut self.players.entry(player.to_owned()).or_default().cards;
        let card = cards.entry(key.to_owned());
        card.and_modify(|card| card.answer(answered, today))
            .or_insert_with(|| Card::new(answered, today))
            .due()
    }
}

impl Cards {
    /// What is remembered of a question.
    pub fn get(&self, key: &str) -> Option<&Card> {
        self.cards.get(key)
    }
}
