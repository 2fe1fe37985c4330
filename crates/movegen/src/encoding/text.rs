//! Values that are serialised as text, as `Display` writes it and `FromStr` parses it.

use crate::{
    board::Dice,
    games::{Game, Opening},
    table::{FirstPlayer, GameSeries, Scoring},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::borrow::Cow;

macro_rules! as_text {
    ($($type:ty),+ $(,)?) => {
        $(
            impl Serialize for $type {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
                }
            }

            impl<'de> Deserialize<'de> for $type {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    Cow::<str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
                }
            }
        )+
    };
}

as_text!(Dice, Game, GameSeries, Opening, FirstPlayer, Scoring);
