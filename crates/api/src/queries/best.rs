//! Ranks the plays of a roll, and explains why one play is better than another.

use super::{
    cube::EXPLAINED,
    subject::{SearchOptions, Subject},
};
use crate::{
    answers::{BestPlays, CubePlay, CubePlaysError, Head, Play, describe_plays},
    error::{QueryError, QueryErrorKind},
    request_error::RequestError,
};
use sheshbesh_analysis::{
    EngineId,
    explain::{ExplainError, Explanation, compared, explain},
};
use sheshbesh_evaluator::{Depth, Engine, Evaluator, RankedPlay, Stop};
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
/// let options = SearchOptions { depth: Some(Depth::ONE), ..SearchOptions::default() };
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

/// Checks that the game is not over.
pub(crate) fn check_has_plays(situation: &Situation) -> Result<(), QueryError> {
    match situation.game.end(&situation.position, None) {
        None => Ok(()),
        Some(_) => Err(QueryError::invalid(RequestError::NoPlays)),
    }
}

impl BestQuery {
    /// Creates the query.
    ///
    /// # Errors
    /// When the game is over.
    pub fn new(
        situation: Situation,
        dice: Dice,
        options: SearchOptions,
    ) -> Result<Self, QueryError> {
        check_has_plays(&situation)?;
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

    /// Search depth.
    pub const fn depth(&self) -> Depth {
        self.subject.depth
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
        let &Subject { ref situation, cubeful, depth, .. } = subject;
        let deepest = if compared.is_some() { depth.max(EXPLAINED) } else { depth };
        subject.engine(engine).ask(deepest, stop, |evaluator| {
            let ranked = self.rank(evaluator)?;
            let plays = describe_plays(situation, dice, &ranked).map_err(QueryError::failed)?;
            let explanation = match compared {
                None => None,
                Some(named) => Some(self.compare(evaluator, &ranked, named)?),
            };
            let cubes = if by_cube { self.rank_by_cube(evaluator, &plays)? } else { Vec::new() };
            let looked_up = evaluator.tablebase_hit(&situation.position);
            let rolled = Situation { phase: Phase::Rolled(dice), ..*situation };
            let head = Head::new(id, &rolled).looking_up(looked_up, situation);
            Ok(BestPlays { head, dice: dice.to_string(), cubeful, plays, cubes, explanation })
        })
    }

    /// Explains the plays to compare, by default the best two, without the ranking.
    ///
    /// # Errors
    /// The same as [`BestQuery::answer`].
    pub fn explanation(&self, engine: &Engine, stop: &Stop) -> Result<Explanation, QueryError> {
        let named = self.compared.as_deref().unwrap_or_default();
        self.subject.engine(engine).ask(self.depth().max(EXPLAINED), stop, |evaluator| {
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
        self.subject.engine(engine).ask(self.depth(), stop, |evaluator| self.rank(evaluator))
    }

    fn rank(&self, evaluator: &mut Evaluator) -> Result<Vec<RankedPlay>, QueryError> {
        let Subject { situation, depth, .. } = &self.subject;
        evaluator.set_stakes(situation).map_err(QueryError::invalid)?;
        Ok(evaluator.rank_in_full(&situation.position, self.dice, *depth))
    }

    fn rank_by_cube(
        &self,
        evaluator: &mut Evaluator,
        plays: &[Play],
    ) -> Result<Vec<CubePlay>, QueryError> {
        let Subject { situation, depth, .. } = &self.subject;
        Ok(CubePlay::list(evaluator, situation, self.dice, *depth, plays)?)
    }

    /// Compares two plays: the two named ones, the named one and the best other, or the best two.
    fn compare(
        &self,
        evaluator: &mut Evaluator,
        ranked: &[RankedPlay],
        named: &[Position],
    ) -> Result<Explanation, QueryError> {
        let &Self { subject: Subject { ref situation, depth, .. }, dice, .. } = self;
        let plays = compared(ranked, named)
            .ok_or_else(|| QueryError::invalid(RequestError::OnePlay(dice)))?;
        explain(evaluator, situation, dice, plays, depth).map_err(|error| match error {
            ExplainError::SamePlay => QueryError::invalid(error),
            ExplainError::Stopped(_) => QueryError::coded(QueryErrorKind::Stopped, error),
            _ => QueryError::coded(QueryErrorKind::Failed, error),
        })
    }
}
