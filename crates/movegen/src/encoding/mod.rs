//! Serialised forms of plain values: serde with the feature `serde`, bincode with the feature
//! `bincode`. Enums and pairs without checks derive theirs where they are defined.

#[cfg(feature = "bincode")]
mod binary;
#[cfg(feature = "serde")]
mod results;
#[cfg(feature = "serde")]
mod rules;
#[cfg(feature = "openapi")]
mod schema;
#[cfg(feature = "serde")]
mod text;

#[cfg(feature = "serde")]
pub use rules::{CubeLimit, CubeRulesForm, InvalidTableRules, TableRulesForm};
