//! Cube decisions from outcome probabilities instead of a position.

use crate::{
    answers::GivenChances,
    error::QueryError,
    outcomes::{read_class, read_numbers},
    position_query::PositionQuery,
    request_error::RequestError,
};
use serde::{Deserialize, Deserializer, Serialize, de};
use sheshbesh_movegen::{Class, Game, Situation};
use std::fmt;

/// Outcome probabilities of the player on roll in percent: wins, gammons and backgammons won, then
/// the same for losses. Gammons include backgammons; wins and losses add up to 100.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum WrittenChances {
    /// Six numbers: `[72.1, 2.0, 0.1, 27.9, 2.0, 0.0]`.
    Numbers(Vec<f64>),
    /// The same numbers as text, in the format of the option `--chances`:
    /// `72.1,2.0,0.1,27.9,2.0,0.0`.
    Text(String),
}

/// Maximum number of elements read from an array.
const MOST_NUMBERS: usize = 64;

impl<'de> Deserialize<'de> for WrittenChances {
    /// Names the expected value in errors, which serde's untagged enums do not.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl<'de> de::Visitor<'de> for Either {
            type Value = WrittenChances;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("six percentages, W, WG, WB, L, LG, LB")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<WrittenChances, E> {
                Ok(WrittenChances::Text(text.to_owned()))
            }

            fn visit_seq<A: de::SeqAccess<'de>>(
                self,
                mut all: A,
            ) -> Result<WrittenChances, A::Error> {
                let mut numbers = Vec::new();
                while let Some(number) = all.next_element()? {
                    if numbers.len() == MOST_NUMBERS {
                        return Err(de::Error::invalid_length(MOST_NUMBERS + 1, &self));
                    }
                    numbers.push(number);
                }
                Ok(WrittenChances::Numbers(numbers))
            }
        }

        deserializer.deserialize_any(Either)
    }
}

/// Validates outcome probabilities and combines them with the stated cube, score and rules.
pub(crate) fn read_given(
    chances: &WrittenChances,
    class: Option<&str>,
    pips: Option<u32>,
    query: &PositionQuery<'_>,
) -> Result<GivenChances, QueryError> {
    if query.position.is_some() {
        return Err(QueryError::invalid(RequestError::ChancesAndPosition));
    }
    if query.ply.is_some() || query.filter.is_some() {
        return Err(QueryError::invalid(RequestError::ChancesSearched));
    }
    let game = query.game.map(str::parse::<Game>).transpose().map_err(QueryError::invalid)?;
    let game = game.unwrap_or_default();
    let situation = query.stated_on(Situation::new(game.start(), game), true)?;
    let text;
    let numbers = match chances {
        WrittenChances::Numbers(numbers) => numbers,
        WrittenChances::Text(written) => {
            text = read_numbers(written).map_err(QueryError::invalid)?;
            &text
        }
    };
    let class = class.map_or(Ok(Class::Contact), read_class).map_err(QueryError::invalid)?;
    GivenChances::new(situation, numbers, class, pips).map_err(QueryError::invalid)
}
