//! Evaluation levels in requests: a number of plies, or a name.

use crate::error::QueryError;
use serde::{Deserialize, Deserializer, de};
use sheshbesh_evaluator::EvaluationLevel;
use std::fmt;

/// Evaluation level of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "openapi",
    derive(utoipa::ToSchema),
    schema(as = EvaluationLevel),
    serde(untagged)
)]
pub enum LevelInput {
    /// Search depth in plies, 1 to 4.
    Plies(u32),
    /// Search depth in digits, or a truncated rollout: `rollout1`, `rollout2` or `rollout3`.
    Name(String),
}

impl LevelInput {
    /// Returns the level.
    ///
    /// # Errors
    /// When there is no such level.
    pub(crate) fn level(&self) -> Result<EvaluationLevel, QueryError> {
        let level = match self {
            Self::Plies(plies) => plies.to_string().parse(),
            Self::Name(name) => name.parse(),
        };
        level.map_err(QueryError::invalid)
    }
}

impl<'de> Deserialize<'de> for LevelInput {
    /// Names the expected values in errors, which serde's untagged enums do not.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl de::Visitor<'_> for Either {
            type Value = LevelInput;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of plies or the name of a rollout, such as rollout1")
            }

            fn visit_u64<E: de::Error>(self, plies: u64) -> Result<LevelInput, E> {
                let invalid = |_| E::invalid_value(de::Unexpected::Unsigned(plies), &self);
                u32::try_from(plies).map(LevelInput::Plies).map_err(invalid)
            }

            fn visit_i64<E: de::Error>(self, plies: i64) -> Result<LevelInput, E> {
                let invalid = |_| E::invalid_value(de::Unexpected::Signed(plies), &self);
                u32::try_from(plies).map(LevelInput::Plies).map_err(invalid)
            }

            fn visit_str<E>(self, name: &str) -> Result<LevelInput, E> {
                Ok(LevelInput::Name(name.to_owned()))
            }
        }

        deserializer.deserialize_any(Either)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_evaluator::{Depth, RolloutLevel};

    fn read(json: &str) -> Result<EvaluationLevel, String> {
        let input: LevelInput = serde_json::from_str(json).map_err(|error| error.to_string())?;
        input.level().map_err(|error| error.to_string())
    }

    #[test]
    fn numbers_and_names_are_read() {
        for (json, level) in [
            ("3", Depth::THREE.into()),
            ("\"4\"", Depth::DEEPEST.into()),
            ("\"rollout2\"", EvaluationLevel::Rollout(RolloutLevel::Two)),
        ] {
            assert_eq!(read(json), Ok(level));
        }
    }

    #[test]
    fn others_are_refused_by_the_names_that_exist() {
        for json in ["0", "5", "\"rollout\"", "\"\""] {
            let refused = read(json).unwrap_err();
            let known = "use 1 to 4, or rollout1, rollout2 and rollout3";
            assert!(refused.contains(known), "{json}: {refused}");
        }
        for json in ["-1", "2.5", "true", "99999999999", "[3]"] {
            let refused = read(json).unwrap_err();
            assert!(refused.contains("a number of plies or the name"), "{json}: {refused}");
        }
    }
}
