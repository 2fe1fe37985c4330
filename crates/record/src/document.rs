//! A match as our own JSON has it: all that a record has, in words that people and programs read.

use crate::verdict::{Chances, CubeVerdict};
use serde::{Deserialize, Serialize};
use sheshbesh_movegen::Win;
use std::borrow::Cow;

/// What the field `format` says.
pub(crate) const FORMAT: &str = "sheshbesh-match";
/// The version that is written, and the last that is read.
pub(crate) const VERSION: u32 = 1;

/// A match. Players are numbered 1 and 2; what is said of both stands in that order.
///
/// Readers have its games in a list, as each has its entries; writers make one after the other.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Document<G> {
    pub(crate) format: String,
    pub(crate) version: u32,
    pub(crate) game: String,
    /// Several games in turn, such as `tavli`; each game then says what was played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) frame: Option<String>,
    /// Points that are played to, 0 for money.
    pub(crate) length: u16,
    pub(crate) rules: Rules,
    pub(crate) players: [Player; 2],
    #[serde(default)]
    pub(crate) about: About,
    pub(crate) games: G,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Rules {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) crawford: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) jacoby: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) beavers: Option<bool>,
    /// What the cube shows at most, 1 without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) largest_cube: Option<u32>,
    /// What wins are worth, such as `oyn-mars`, where that is not as usual in the game; so it is with
    /// what follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) scoring: Option<String>,
    /// `lot` or `reroll`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) opening: Option<String>,
    /// Who begins a game that is not the first: `lot` or `winner`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) starter: Option<String>,
    /// Who went second may have a last roll.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) last_roll: bool,
    /// Turns of each player after which a game is drawn, 0 for never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) turn_limit: Option<u16>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Player {
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) rating: Option<String>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct About {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) event: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) site: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) round: Option<String>,
    /// As in 2026-02-28.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) time: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) transcriber: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) annotator: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) comment: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Game<E> {
    pub(crate) score: [u16; 2],
    #[serde(default)]
    pub(crate) crawford: bool,
    /// What was played, where that is not the game of the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) game: Option<String>,
    /// The sides of an uneven game are exchanged.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) exchanged: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) comment: Option<String>,
    pub(crate) entries: E,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) result: Option<Outcome>,
}

/// What somebody did; which fields there are depends on the action.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// 1 or 2.
    pub(crate) player: u8,
    /// `roll`, `play`, `illegal play`, `double`, `take`, `pass`, `beaver`, `raccoon`, `resign`,
    /// `refuse`, `set board`, `set cube`, `set dice`.
    pub(crate) action: Cow<'static, str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) roll: Option<String>,
    /// The play as people write it: `position` counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) play: Option<String>,
    /// From where to where the checkers of an illegal play moved, such as `13/7*`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) moves: Vec<String>,
    /// GNU Backgammon's ID of the position after a play, which the other player sees, or of a board
    /// that is set up, which this player sees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) position: Option<String>,
    /// What a cube that is set up shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cube: Option<u32>,
    /// Who owns it; nobody where it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) owner: Option<u8>,
    /// The cube is turned against the rules. Readers find that out themselves.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) illegal: bool,
    /// What is resigned: `single`, `gammon`, `backgammon`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) win: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) comment: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) verdict: Option<Box<Verdict>>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Outcome {
    /// 1 or 2; nobody in a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) winner: Option<u8>,
    pub(crate) points: u32,
    /// `played`, `passed`, `resigned`, `forfeited`, `out of time`, `turn limit`, `settled`, `unrecorded`.
    pub(crate) how: String,
    /// Of a game that was played out or resigned: `single`, `gammon`, `backgammon`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) win: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Verdict {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cube: Option<CubeVerdict>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) play: Option<PlayVerdict>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) luck: Option<f64>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct PlayVerdict {
    pub(crate) candidates: Vec<Candidate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<f64>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Candidate {
    /// As people write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) play: Option<String>,
    /// The ID of the resulting position, which the other player sees.
    pub(crate) position: String,
    pub(crate) equity: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) chances: Option<Chances>,
    #[serde(default)]
    pub(crate) level: String,
}

/// The names of wins.
pub(crate) const WINS: [(&str, Win); 3] =
    [("single", Win::Single), ("gammon", Win::Gammon), ("backgammon", Win::Backgammon)];
