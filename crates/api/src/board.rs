//! JSON forms of positions.

use crate::{error::QueryError, request_error::RequestError};
use serde::{Deserialize, Deserializer, Serialize, de};
use sheshbesh_movegen::{Game, InvalidPosition, POINTS, Position, TurnState};
use std::fmt;

/// A position as checker counts: borne off (index 0), on the points 1 to 24, and on the bar (25).
/// Each side is counted from its own view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// The checkers of the player on roll.
    pub own: [u8; 26],
    /// The opponent's checkers.
    pub other: [u8; 26],
    /// Games with pinned checkers only: points of the player on roll with one checker of each side,
    /// the opponent's on top. On other points with one checker of each side, the player on roll's
    /// is on top.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub under: Vec<u8>,
    /// Games whose turns have stages only: state of the turn, with the numbers that are left to
    /// play, as in the last letters of the position ID; 0 if the player on roll rolls. In a game
    /// that tells White from Black, 458752 (7 · 2¹⁶) if the player on roll plays White and 393216
    /// (6 · 2¹⁶) if the opponent does, plus 32 for each roll in a row without a step.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub turn: u32,
}

const fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Board {
    /// The checker counts of a position.
    pub fn new(position: &Position) -> Self {
        let [own, other] = [position.own(), position.opponent()]
            .map(|side| std::array::from_fn(|index| side.on(index as u8)));
        let turn = position.turn_state().code();
        let lies_under = if turn == 0 { position.lies_under() } else { 0 };
        let under = (1..=POINTS).rev().filter(|point| lies_under >> point & 1 == 1);
        Self { own, other, under: under.collect(), turn }
    }

    /// The position in a game.
    ///
    /// # Errors
    /// When the counts are not a position of the game.
    pub fn position(&self, game: Game) -> Result<Position, QueryError> {
        if self.turn != 0 {
            let state = TurnState::from_code(self.turn).ok_or(InvalidPosition::TurnState);
            let position = state
                .and_then(|state| game.position_with_turn_state(&self.own, &self.other, state));
            return position.map_err(QueryError::invalid);
        }
        let mut under = 0;
        for &point in &self.under {
            if !(1..=POINTS).contains(&point) {
                return Err(QueryError::invalid(RequestError::UnderPoints));
            }
            under |= 1 << point;
        }
        let position = game.position_with_pins(&self.own, &self.other, under);
        let position = position.map_err(QueryError::invalid)?;
        let wrong = under & !position.lies_under();
        if wrong != 0 {
            let point = wrong.trailing_zeros();
            return Err(QueryError::invalid(RequestError::NothingUnder(point)));
        }
        Ok(position)
    }
}

/// A position in any notation: an ID, or a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Written))]
#[serde(untagged)]
pub enum PositionInput {
    /// A GNU Backgammon position ID, optionally with its match ID, or an XGID. IDs of games other
    /// than backgammon begin with the game's name and `@`.
    Id(String),
    /// Checker counts.
    Board(Board),
}

impl<'de> Deserialize<'de> for PositionInput {
    /// Says what is wrong with a board, which serde's untagged enums do not.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl<'de> de::Visitor<'de> for Either {
            type Value = PositionInput;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a position's ID, or a board with own and other")
            }

            fn visit_str<E: de::Error>(self, id: &str) -> Result<PositionInput, E> {
                Ok(PositionInput::Id(id.to_owned()))
            }

            fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<PositionInput, A::Error> {
                Board::deserialize(de::value::MapAccessDeserializer::new(map))
                    .map(PositionInput::Board)
            }
        }

        deserializer.deserialize_any(Either)
    }
}
