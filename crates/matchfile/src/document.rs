//! Our own JSON format of a match: it stores everything in a record, and people can read it.

use crate::{
    annotation::{Chances, CubeAnnotation},
    model::PlayerInfo,
};
use serde::{Deserialize, Serialize};
use sheshbesh_movegen::{Win, with_house_rules};
use std::borrow::Cow;

/// Value of the `format` field.
pub(crate) const FORMAT: &str = "sheshbesh-match";
/// Version that is written, and the newest version that is read.
pub(crate) const VERSION: u32 = 1;

/// A match. Players are numbered 1 and 2, and arrays with a value for each player are in this
/// order.
///
/// Readers use lists for `games` and for the entries of each game. Writers serialize one item at a
/// time.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Document<G> {
    pub(crate) format: String,
    pub(crate) version: u32,
    pub(crate) game: String,
    /// Frame, such as `tavli`: several games played in turn. Each game then names the game played
    /// in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) frame: Option<String>,
    /// Match length in points; 0 for money.
    pub(crate) length: u16,
    pub(crate) rules: Rules,
    pub(crate) players: [PlayerInfo; 2],
    #[serde(default)]
    pub(crate) about: About,
    pub(crate) games: G,
}

with_house_rules! {
    /// Rules. House rules are present only if they differ from what is usual.
    #[derive(Debug, Default, Serialize, Deserialize)]
    pub(crate) struct Rules {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) crawford: Option<bool>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) jacoby: Option<bool>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) beavers: Option<bool>,
        /// Largest value of the cube; 1 for a match without a cube.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) largest_cube: Option<u32>,
    }
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
    /// ISO date, such as 2026-02-28.
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
    /// The game played, if it is not the game of the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) game: Option<String>,
    /// True if the sides of an uneven game are exchanged.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) exchanged: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) comment: Option<String>,
    pub(crate) entries: E,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) result: Option<Outcome>,
}

/// An action of a player. The action determines the fields that are present.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// The player, 1 or 2.
    pub(crate) player: u8,
    /// `roll`, `play`, `illegal play`, `double`, `take`, `pass`, `beaver`, `raccoon`, `resign`,
    /// `refuse`, `set board`, `set cube`, `set dice`.
    pub(crate) action: Cow<'static, str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) roll: Option<String>,
    /// The play in standard notation, for people. Readers use `position` instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) play: Option<String>,
    /// Checker moves of an illegal play, such as `13/7*`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) moves: Vec<String>,
    /// GNU Backgammon position ID: after a play, as the opponent sees the position; for a board
    /// that is set up, as this player sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) position: Option<String>,
    /// Value of a cube that is set up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cube: Option<u32>,
    /// Owner of that cube, 1 or 2; absent if the cube is centered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) owner: Option<u8>,
    /// True if the cube is turned against the rules. Readers ignore this field and check it
    /// themselves.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) illegal: bool,
    /// Win offered by a resignation: `single`, `gammon`, `backgammon`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) win: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) comment: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) annotation: Option<Box<Annotation>>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Outcome {
    /// The winner, 1 or 2; absent in a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) winner: Option<u8>,
    pub(crate) points: u32,
    /// `played`, `passed`, `resigned`, `forfeited`, `out of time`, `turn limit`, `settled`,
    /// `unrecorded`.
    pub(crate) how: String,
    /// Win in a game that was played out or resigned: `single`, `gammon`, `backgammon`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) win: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Annotation {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cube: Option<CubeAnnotation>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) play: Option<PlayAnnotation>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) luck: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) luck_match_chance: Option<f64>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct PlayAnnotation {
    pub(crate) candidates: Vec<Candidate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<f64>,
    /// True if the equities are match winning chances.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) mwc: bool,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Candidate {
    /// The play in standard notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) play: Option<String>,
    /// GNU Backgammon ID of the resulting position, as the opponent sees it.
    pub(crate) position: String,
    pub(crate) equity: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) match_chance: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) chances: Option<Chances>,
    #[serde(default)]
    pub(crate) level: String,
}

/// Names of the wins.
pub(crate) const WINS: [(&str, Win); 3] =
    [("single", Win::Single), ("gammon", Win::Gammon), ("backgammon", Win::Backgammon)];
