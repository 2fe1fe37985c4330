//! Positions as requests and answers have them.

use serde::{Deserialize, Deserializer, Serialize, de};
use sheshbesh_movegen::{Game, InvalidPosition, Position};
use std::fmt;
use utoipa::ToSchema;

/// A position as numbers: what each side has borne off (index 0), has on its points 1 to 24, and on
/// the bar (25), each side counted from its own view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Board {
    /// The checkers of the player on roll.
    own: [u8; 26],
    /// The opponent's.
    other: [u8; 26],
}

impl Board {
    /// As numbers.
    pub(crate) fn new(position: &Position) -> Self {
        let [own, other] = [position.own(), position.opponent()]
            .map(|side| std::array::from_fn(|index| side.on(index as u8)));
        Self { own, other }
    }

    /// The position of a game, which it must be.
    pub(crate) fn position(&self, game: Game) -> Result<Position, InvalidPosition> {
        game.position(&self.own, &self.other)
    }
}

/// A position in any notation: an ID, or a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum Written {
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
