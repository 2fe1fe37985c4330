//! Positions as requests and answers have them.

use crate::refusal::Refusal;
use serde::{Deserialize, Deserializer, Serialize, de};
use sheshbesh_movegen::{Game, POINTS, Position};
use std::fmt;

/// A position as numbers: what each side has borne off (index 0), has on its points 1 to 24, and on
/// the bar (25), each side counted from its own view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// The checkers of the player on roll.
    pub own: [u8; 26],
    /// The opponent's.
    pub other: [u8; 26],
    /// In games in which checkers are pinned, points of the player on roll that hold one checker of
    /// each side, his under the opponent's. On other points with one of each, his lies above.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub under: Vec<u8>,
}

impl Board {
    /// As numbers.
    pub fn new(position: &Position) -> Self {
        let [own, other] = [position.own(), position.opponent()]
            .map(|side| std::array::from_fn(|index| side.on(index as u8)));
        let lies_under = position.lies_under();
        let under = (1..=POINTS).rev().filter(|point| lies_under >> point & 1 == 1);
        Self { own, other, under: under.collect() }
    }

    /// The position of a game, which it must be.
    ///
    /// # Errors
    /// When no such position can be.
    pub fn position(&self, game: Game) -> Result<Position, Refusal> {
        let mut under = 0;
        for &point in &self.under {
            if !(1..=POINTS).contains(&point) {
                let sentence = format_args!("under names points, which are 1 to {POINTS}");
                return Err(Refusal::nonsense(sentence));
            }
            under |= 1 << point;
        }
        let position = game.position_with_pins(&self.own, &self.other, under);
        let position = position.map_err(Refusal::nonsense)?;
        let wrong = under & !position.lies_under();
        if wrong != 0 {
            let point = wrong.trailing_zeros();
            return Err(Refusal::nonsense(format_args!(
                "no checker lies under a single opposing one on point {point}, which under names"
            )));
        }
        Ok(position)
    }
}

/// A position in any notation: an ID, or a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Written {
    /// GNU Backgammon's ID of the position, or of position and match, or an XGID; of games other than
    /// backgammon with the game's name and `@` before it.
    Id(String),
    /// Numbers.
    Board(Board),
}

impl<'de> Deserialize<'de> for Written {
    /// Says what is wrong with a board, which serde's untagged enums do not.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl<'de> de::Visitor<'de> for Either {
            type Value = Written;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a position's ID, or a board with own and other")
            }

            fn visit_str<E: de::Error>(self, id: &str) -> Result<Written, E> {
                Ok(Written::Id(id.to_owned()))
            }

            fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<Written, A::Error> {
                Board::deserialize(de::value::MapAccessDeserializer::new(map)).map(Written::Board)
            }
        }

        deserializer.deserialize_any(Either)
    }
}
