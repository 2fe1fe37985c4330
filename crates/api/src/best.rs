//! Ranks the plays of a roll, and explains why one play is better than another.

use crate::{
    answers::BestPlays,
    engines::Engines,
    error::QueryError,
    position_query::{parse_dice, position_query},
    queries::BestQuery,
};
use serde::{Deserialize, Deserializer, de};
use sheshbesh_analysis::explain::Explanation;
use sheshbesh_evaluator::{Engine, Stop};
use std::fmt;

position_query! {
    /// A position with a roll to play.
    evaluated BestRequest {
        /// The roll, for example `31`; not needed if the ID contains it.
        dice: Option<String>,
        /// Maximum number of plays to return. Default: all.
        plays: Option<u16>,
        /// Add the best play with the cube centred, owned and the opponent's.
        #[serde(default)]
        cubes: bool,
        /// Explain why the best play beats the runner-up (`true`) or a given play, or which of two
        /// given plays is better.
        explain: Option<ExplainTarget>,
    }
}

position_query! {
    /// Two plays of a roll to compare.
    evaluated ExplainRequest {
        /// The roll, for example `31`; not needed if the ID contains it.
        dice: Option<String>,
        /// The plays, for example `8/5 6/5`: two plays, one play to compare with the best other
        /// play, or none to compare the best two.
        #[serde(default)]
        plays: Vec<String>,
    }
}

/// The plays to explain.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ToExplain), serde(untagged))]
pub enum ExplainTarget {
    /// The best two plays if true, no plays if false.
    Best(bool),
    /// At most two named plays.
    Plays(Vec<String>),
}

impl<'de> Deserialize<'de> for ExplainTarget {
    /// Names the expected values in errors, which serde's untagged enums do not.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl<'de> de::Visitor<'de> for Either {
            type Value = ExplainTarget;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("true, false, or a list of one or two plays")
            }

            fn visit_bool<E>(self, explained: bool) -> Result<ExplainTarget, E> {
                Ok(ExplainTarget::Best(explained))
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, plays: A) -> Result<ExplainTarget, A::Error> {
                let plays = de::value::SeqAccessDeserializer::new(plays);
                Vec::deserialize(plays).map(ExplainTarget::Plays)
            }
        }

        deserializer.deserialize_any(Either)
    }
}

impl BestRequest {
    /// Validates the request and returns a closure that computes the answer with the engine.
    ///
    /// # Errors
    /// When the request is invalid, or no network evaluates the game.
    pub fn question(
        &self,
        engines: &Engines,
    ) -> Result<
        impl FnOnce(&Engine, &Stop) -> Result<BestPlays, QueryError> + Send + 'static,
        QueryError,
    > {
        let common = self.common_fields();
        let cubeful = self.cube_counts()?;
        let (situation, id) = common.evaluation_subject(engines, cubeful)?;
        let dice = parse_dice(self.dice.as_deref(), &situation)?;
        let mut query = BestQuery::new(situation, dice, common.search_options(cubeful)?)?;
        if self.cubes {
            query = query.by_cube()?;
        }
        match &self.explain {
            None | Some(ExplainTarget::Best(false)) => {}
            Some(ExplainTarget::Best(true)) => query = query.explaining(&[])?,
            Some(ExplainTarget::Plays(named)) => query = query.explaining(named)?,
        }
        let most = self.plays.map_or(usize::MAX, usize::from);
        Ok(move |engine: &Engine, stop: &Stop| {
            let mut answer = query.answer(engine, id, stop)?;
            answer.plays.truncate(most);
            Ok(answer)
        })
    }
}

impl ExplainRequest {
    /// Validates the request and returns a closure that computes the answer with the engine.
    ///
    /// # Errors
    /// The same as [`BestRequest::question`].
    pub fn question(
        &self,
        engines: &Engines,
    ) -> Result<
        impl FnOnce(&Engine, &Stop) -> Result<Explanation, QueryError> + Send + 'static,
        QueryError,
    > {
        let common = self.common_fields();
        let cubeful = self.cube_counts()?;
        let (situation, _) = common.evaluation_subject(engines, cubeful)?;
        let dice = parse_dice(self.dice.as_deref(), &situation)?;
        let query = BestQuery::new(situation, dice, common.search_options(cubeful)?)?;
        let query = query.explaining(&self.plays)?;
        Ok(move |engine: &Engine, stop: &Stop| query.explanation(engine, stop))
    }
}
