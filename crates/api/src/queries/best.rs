//! Ranks the plays of a roll, and explains why one play is better than another.

use super::{
    cube::EXPLAINED,
    subject::{SearchOptions, Subject},
};
use crate::{
    answers::{BestPlays, CubePlay, CubePlaysError, Head, Play, describe_plays},
    error::{QueryError, QueryErrorKind},
    request_error::RequestError,
    roll_checks::{check_has_plays, check_roll},
};
use sheshbesh_analysis::{
    EngineId,
    explain::{ExplainError, Explanation, compared, explain},
};
use sheshbesh_evaluator::{Engine, EvaluationLevel, Evaluator, RankedPlay, Stop};
use sheshbesh_movegen::{Dice, Phase, Position, Situation, notation};

/// A roll to play, and optionally two of its plays to compare.
///
/// ```
/// use sheshbesh_analysis::EngineId;
/// use sheshbesh_api::queries::{BestQuery, SearchOptions};
/// use sheshbesh_evaluator::{Depth, Engine, Settings, Stop};
/// use sheshbesh_movegen::{Dice, Game, Situation};
/// let engine = Engine::on_shared_threads(sheshbesh_weights::shipped(), Settings::default());
/// let start = Situation::new(Game::Backgammon.start(), Game::Backgammon);
/// let options = SearchOptions { level: Some(Depth::ONE.into()), ..SearchOptions::default() };
/// let query = BestQuery::new(start, Dice::new(3, 1).unwrap(), options)?;
/// let answer = query.answer(&engine, EngineId::program(), &Stop::never())?;
/// assert_eq!(answer.plays[0].play, "8/5 6/5");
/// # Ok::<(), sheshbesh_api::QueryError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BestQuery {
    subject: Subject,
    dice: Dice,
    /// Resulting positions of the plays to explain.
    compared: Option<Vec<Position>>,
    /// True to add the best play with the cube of each owner.
    by_cube: bool,
}

impl From<CubePlaysError> for QueryError {
    fn from(error: CubePlaysError) -> Self {
        match error {
            CubePlaysError::Evaluation(error) => Self::invalid(error),
            CubePlaysError::Unwritable(error) => Self::failed(error),
        }
    }
}

impl BestQuery {
    /// Creates the query.
    ///
    /// # Errors
    /// When the game is over, or when other numbers are left to play.
    pub fn new(
        situation: Situation,
        dice: Dice,
        options: SearchOptions,
    ) -> Result<Self, QueryError> {
        check_has_plays(&situation)?;
        check_roll(&situation, dice)?;
        Ok(Self { subject: Subject::new(situation, options), dice, compared: None, by_cube: false })
    }

    /// Adds an explanation of two plays to the answer: the two named ones, the named one and the
    /// best other, or the best two.
    ///
    /// # Errors
    /// When more than two plays are named, or one is not legal.
    pub fn explaining(self, named: &[String]) -> Result<Self, QueryError> {
        if named.len() > 2 {
            return Err(QueryError::invalid(RequestError::TooManyPlays));
        }
        let Self { subject: Subject { situation, .. }, dice, .. } = self;
        let read = |text: &String| notation::parse(situation.game, &situation.position, dice, text);
        let compared = named.iter().map(read).collect::<Result<_, _>>();
        Ok(Self { compared: Some(compared.map_err(QueryError::invalid)?), ..self })
    }

    /// Adds the best play with the cube centred, owned and the opponent's to the answer.
    ///
    /// # Errors
    /// When the query is cubeless, or no cube can be turned.
    pub fn by_cube(self) -> Result<Self, QueryError> {
        if !CubePlay::may_differ(&self.subject.situation) {
            return Err(QueryError::invalid(RequestError::NoCubes));
        }
        if !self.subject.cubeful {
            return Err(QueryError::invalid(RequestError::CubesCubeless));
        }
        Ok(Self { by_cube: true, ..self })
    }

    /// Evaluation level.
    pub const fn level(&self) -> EvaluationLevel {
        self.subject.level
    }

    /// Ranks all plays; `id` identifies the engine in the answer.
    ///
    /// # Errors
    /// When the engine cannot evaluate the game or the stakes, or when there is nothing to explain.
    pub fn answer(
        &self,
        engine: &Engine,
        id: EngineId,
        stop: &Stop,
    ) -> Result<BestPlays, QueryError> {
        let &Self { ref subject, dice, ref compared, by_cube } = self;
        let &Subject { ref situation, cubeful, level, .. } = subject;
        let deepest = if compared.is_some() { level.max(EXPLAINED.into()) } else { level };
        subject.engine(engine).ask(deepest, stop, |evaluator| {
            let ranked = self.rank(evaluator)?;
            let plays = describe_plays(situation, dice, &ranked).map_err(QueryError::failed)?;
            let explanation = match compared {
                None => None,
                Some(named) => Some(self.compare(evaluator, &ranked, named)?),
            };
            let cubes = if by_cube { self.rank_by_cube(evaluator, &plays)? } else { Vec::new() };
            let tablebase_hit = evaluator.tablebase_hit(&situation.position);
            let rolled = Situation { phase: Phase::Rolled(dice), ..*situation };
            let head = Head::new(id, &rolled).with_tablebase_hit(tablebase_hit, situation);
            Ok(BestPlays { head, dice: dice.to_string(), cubeful, plays, cubes, explanation })
        })
    }

    /// Explains the plays to compare, by default the best two, without the ranking.
    ///
    /// # Errors
    /// The same as [`BestQuery::answer`].
    pub fn explanation(&self, engine: &Engine, stop: &Stop) -> Result<Explanation, QueryError> {
        let named = self.compared.as_deref().unwrap_or_default();
        self.subject.engine(engine).ask(self.level().max(EXPLAINED.into()), stop, |evaluator| {
            // Two named plays need no ranking.
            let ranked = if named.len() < 2 { self.rank(evaluator)? } else { Vec::new() };
            self.compare(evaluator, &ranked, named)
        })
    }

    /// Ranks all plays, best first; see [`Evaluator::rank_in_full`].
    ///
    /// # Errors
    /// When the engine cannot evaluate the game or the stakes.
    pub fn ranking(&self, engine: &Engine, stop: &Stop) -> Result<Vec<RankedPlay>, QueryError> {
        self.subject.engine(engine).ask(self.level(), stop, |evaluator| self.rank(evaluator))
    }

    /// The best play alone, which takes fewer searches than a ranking; see [`Evaluator::rank`].
    ///
    /// # Errors
    /// When the engine cannot evaluate the game or the stakes.
    pub fn best_play(&self, engine: &Engine, stop: &Stop) -> Result<RankedPlay, QueryError> {
        let &Self { ref subject, dice, .. } = self;
        let Subject { situation, level, .. } = subject;
        let ranked = subject.engine(engine).rank(situation, dice, *level, stop);
        let ranked = ranked.map_err(QueryError::invalid)?;
        ranked.into_iter().next().ok_or_else(|| QueryError::invalid(RequestError::NoPlays))
    }

    fn rank(&self, evaluator: &mut Evaluator) -> Result<Vec<RankedPlay>, QueryError> {
        let Subject { situation, level, .. } = &self.subject;
        evaluator.set_stakes(situation).map_err(QueryError::invalid)?;
        Ok(evaluator.rank_in_full(&situation.position, self.dice, *level))
    }

    fn rank_by_cube(
        &self,
        evaluator: &mut Evaluator,
        plays: &[Play],
    ) -> Result<Vec<CubePlay>, QueryError> {
        let Subject { situation, level, .. } = &self.subject;
        Ok(CubePlay::list(evaluator, situation, self.dice, *level, plays)?)
    }

    /// Compares two plays by search: the two named ones, the named one and the best other, or the
    /// best two.
    fn compare(
        &self,
        evaluator: &mut Evaluator,
        ranked: &[RankedPlay],
        named: &[Position],
    ) -> Result<Explanation, QueryError> {
        let &Self { subject: Subject { ref situation, level, .. }, dice, .. } = self;
        let plays = compared(ranked, named)
            .ok_or_else(|| QueryError::invalid(RequestError::OnePlay(dice)))?;
        explain(evaluator, situation, dice, plays, level.depth()).map_err(|error| match error {
            ExplainError::SamePlay => QueryError::invalid(error),
            ExplainError::Stopped(_) => QueryError::coded(QueryErrorKind::Stopped, error),
            _ => QueryError::coded(QueryErrorKind::Failed, error),
        })
    }
}
