//! Ranks the plays of a roll, and explains why one play is better than another.

use crate::{
    answers::{BestPlays, Head, describe_plays},
    cube::EXPLAINED,
    engines::Engines,
    error::{QueryError, QueryErrorKind},
    position_query::{parse_dice, position_query},
    request_error::RequestError,
};
use serde::{Deserialize, Deserializer, de};
use sheshbesh_analysis::explain::{ExplainError, Explanation, compared, explain};
use sheshbesh_evaluator::{Depth, Engine, Evaluator, RankedPlay, Settings, Stop};
use sheshbesh_movegen::{Dice, Phase, Position, Situation, notation};
use std::fmt;

position_query! {
    /// A position with a roll to play.
    evaluated BestRequest {
        /// The roll, for example `31`; not needed if the ID contains it.
        dice: Option<String>,
        /// Maximum number of plays to return. Default: all.
        plays: Option<u16>,
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

/// A roll to play in a position, and the search depth.
struct PlayQuery {
    situation: Situation,
    dice: Dice,
    depth: Depth,
}

impl PlayQuery {
    /// Reads the named plays as their resulting positions.
    fn read(&self, named: &[String]) -> Result<Vec<Position>, QueryError> {
        if named.len() > 2 {
            return Err(QueryError::invalid(RequestError::TooManyPlays));
        }
        let Self { situation: Situation { game, position, .. }, dice, .. } = self;
        let read = |text: &String| notation::parse(*game, position, *dice, text);
        named.iter().map(read).collect::<Result<_, _>>().map_err(QueryError::invalid)
    }

    fn rank(&self, evaluator: &mut Evaluator) -> Result<Vec<RankedPlay>, QueryError> {
        evaluator.set_stakes(&self.situation).map_err(QueryError::invalid)?;
        Ok(evaluator.rank_in_full(&self.situation.position, self.dice, self.depth))
    }

    /// Compares two plays: the two named ones, the named one and the best other, or the best two.
    fn explain(
        &self,
        evaluator: &mut Evaluator,
        ranked: &[RankedPlay],
        named: &[Position],
    ) -> Result<Explanation, QueryError> {
        let &Self { ref situation, dice, depth } = self;
        let plays = compared(ranked, named)
            .ok_or_else(|| QueryError::invalid(RequestError::OnePlay(dice)))?;
        explain(evaluator, situation, dice, plays, depth).map_err(|error| match error {
            ExplainError::SamePlay => QueryError::invalid(error),
            ExplainError::Stopped(_) => QueryError::coded(QueryErrorKind::Stopped, error),
            _ => QueryError::coded(QueryErrorKind::Failed, error),
        })
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
        let (situation, cubeful, id) = common.evaluation_subject(engines, self.cube_counts()?)?;
        let dice = parse_dice(self.dice.as_deref(), &situation)?;
        let query = PlayQuery { situation, dice, depth: common.depth(situation.game)? };
        let filter = common.filter()?.unwrap_or_default().filter();
        let named = match &self.explain {
            None | Some(ExplainTarget::Best(false)) => None,
            Some(ExplainTarget::Best(true)) => Some(Vec::new()),
            Some(ExplainTarget::Plays(named)) => Some(query.read(named)?),
        };
        let looks = if named.is_some() { query.depth.max(EXPLAINED) } else { query.depth };
        let most = self.plays.map_or(usize::MAX, usize::from);
        Ok(move |engine: &Engine, stop: &Stop| {
            let settings = Settings { filter, cubeful, ..engine.settings().clone() };
            engine.with_settings(settings).ask(looks, stop, |evaluator| {
                let ranked = query.rank(evaluator)?;
                let mut plays =
                    describe_plays(&situation, dice, &ranked).map_err(QueryError::failed)?;
                plays.truncate(most);
                let explanation = match named {
                    None => None,
                    Some(named) => Some(query.explain(evaluator, &ranked, &named)?),
                };
                let looked_up = evaluator.tablebase_hit(&situation.position);
                let id = id.looking_up(looked_up, &situation);
                let head = Head::new(id, &Situation { phase: Phase::Rolled(dice), ..situation });
                Ok(BestPlays { head, dice: dice.to_string(), cubeful, plays, explanation })
            })
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
        let (situation, cubeful, _) = common.evaluation_subject(engines, self.cube_counts()?)?;
        let dice = parse_dice(self.dice.as_deref(), &situation)?;
        let query = PlayQuery { situation, dice, depth: common.depth(situation.game)? };
        let filter = common.filter()?.unwrap_or_default().filter();
        let named = query.read(&self.plays)?;
        Ok(move |engine: &Engine, stop: &Stop| {
            let settings = Settings { filter, cubeful, ..engine.settings().clone() };
            engine.with_settings(settings).ask(query.depth.max(EXPLAINED), stop, |evaluator| {
                // Two named plays need no ranking.
                let ranked = if named.len() < 2 { query.rank(evaluator)? } else { Vec::new() };
                query.explain(evaluator, &ranked, &named)
            })
        })
    }
}
