//! Questions of drills and grades of answers.

use crate::{
    answers::Head,
    engines::Engines,
    error::{QueryError, QueryErrorKind},
};
use serde::{Deserialize, Serialize};
use sheshbesh_analysis::{
    EngineId,
    drill::{Asked, DrillError, Kind, Question, Topic},
    match_analysis::{AnalysisError, Decision, DecisionKind, MatchAnalyzer, Preset},
    openings::FirstPlay,
};
use sheshbesh_evaluator::{Engine, Stop};
use sheshbesh_movegen::{Game, Side};

/// A question of a drill, or an answer to it. The question follows from its kind, the game, the seed
/// and the number alone.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct DrillRequest {
    /// Kind of drill: `pips`, `epc`, `take-point`, `race`, `openings`, `replies` or `cube`.
    pub drill: String,
    /// Name of a game that the drill fits. Default: backgammon.
    pub game: Option<String>,
    /// Seed of the questions. Default: 0.
    #[serde(default)]
    pub seed: u64,
    /// Number of the question. Default: 1.
    #[serde(default = "first")]
    pub number: u32,
    /// Answer to grade: numbers such as `131 98`, a play, or a cube action such as `no double`. If
    /// omitted, only the question is asked.
    pub answer: Option<String>,
}

const fn first() -> u32 {
    1
}

/// A question of a drill, with the grade of an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Drill {
    /// Engine and position. The XGID has the cube, the score and the dice. For an answer to a
    /// double, the player who doubled is on roll.
    #[serde(flatten)]
    pub head: Head,
    /// Kind of drill.
    pub drill: String,
    /// Seed of the questions.
    pub seed: u64,
    /// Number of the question.
    pub number: u32,
    /// Object of the question: `numbers`, `play`, `double`, or `answer` to a double.
    pub asks: String,
    /// Names of the numbers to answer with, in this order: `own` and `opponent`, or `value`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<String>,
    /// The opponent's first play, in the drill about replies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<FirstPlay>,
    /// The roll to play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<String>,
    /// Points that the player on roll and the opponent need, if the score matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away: Option<[u16; 2]>,
    /// Unit of errors: `pips`, `%` or `EMG`.
    pub unit: String,
    /// Largest error of a right answer, in `unit`.
    pub tolerance: f64,
    /// Grade of the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<DrillGrade>,
}

/// Grade of an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DrillGrade {
    /// True if the error is within the tolerance.
    pub right: bool,
    /// Error in the unit of the question: the sum of the deviations of all numbers, or the loss.
    pub error: f64,
    /// The exact numbers, in the order of `numbers`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub truth: Vec<f64>,
    /// The decision with the answer as the action played, in the format of `shesh analyze --json`,
    /// with an explanation if the answer is not the best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
}

impl DrillRequest {
    /// Validates the request and returns a closure that computes the answer with the engine.
    ///
    /// # Errors
    /// When there is no such drill or game, the drill does not fit the game, or no network evaluates
    /// the game.
    pub fn question(
        self,
        engines: &Engines,
    ) -> Result<impl FnOnce(&Engine, &Stop) -> Result<Drill, QueryError> + Send + 'static, QueryError>
    {
        let kind: Kind = self.drill.parse().map_err(QueryError::invalid)?;
        let game = self.game.as_deref().map_or(Ok(Game::Backgammon), str::parse);
        let topic = Topic::new(kind, game.map_err(QueryError::invalid)?);
        let topic = topic.map_err(QueryError::invalid)?;
        let id = engines.id_of(topic.game()).map_err(QueryError::invalid)?;
        let analyzer = engines.match_analyzer().with_preset(Preset::Standard).with_id(id.clone());
        Ok(move |engine: &Engine, stop: &Stop| {
            let analyzer = analyzer.with_stop(stop.clone());
            engine.install(|| self.ask(topic, id, &analyzer))
        })
    }

    fn ask(
        &self,
        topic: Topic,
        id: EngineId,
        analyzer: &MatchAnalyzer,
    ) -> Result<Drill, QueryError> {
        let kind = topic.kind();
        let question = Question::new(topic, self.seed, self.number, analyzer)
            .map_err(|error| failed(error.into()))?;
        let grade = self.answer.as_deref().map(|answer| grade_answer(&question, analyzer, answer));
        let (asks, numbers) = match &question.asked {
            Asked::Numbers(numbers) => {
                ("numbers", numbers.iter().map(|number| number.name.to_owned()).collect())
            }
            Asked::Decision(asked) => (decision_name(asked.decision.kind), Vec::new()),
        };
        let table = &question.table;
        Ok(Drill {
            head: Head::new(id, table),
            drill: kind.name().to_owned(),
            seed: self.seed,
            number: self.number,
            asks: asks.to_owned(),
            numbers,
            after: question.after.clone(),
            dice: table.phase.dice().map(|dice| dice.to_string()),
            away: table.away().map(|away| [away[Side::OnRoll], away[Side::Opponent]]),
            unit: kind.unit().to_owned(),
            tolerance: kind.tolerance(),
            grade: grade.transpose()?,
        })
    }
}

/// Name of a decision that drills ask about.
const fn decision_name(kind: DecisionKind) -> &'static str {
    match kind {
        DecisionKind::Play => "play",
        DecisionKind::Double => "double",
        _ => "answer",
    }
}

fn grade_answer(
    question: &Question,
    analyzer: &MatchAnalyzer,
    answer: &str,
) -> Result<DrillGrade, QueryError> {
    let graded = question.grade(analyzer, answer).map_err(failed)?;
    let truth = match &question.asked {
        Asked::Numbers(numbers) => numbers.iter().map(|number| number.value).collect(),
        Asked::Decision(_) => Vec::new(),
    };
    let mut decision = graded.decision;
    if let Some(decision) = decision.as_mut().filter(|_| graded.error > 0.0) {
        decision.explanation = analyzer
            .explain_decision(&question.table, decision)
            .map_err(|error| failed(error.into()))?;
    }
    Ok(DrillGrade { right: graded.is_right, error: graded.error, truth, decision })
}

/// Error of a question: the answer cannot be read, or the search was stopped.
fn failed(error: DrillError) -> QueryError {
    match error {
        DrillError::Analysis(AnalysisError::Stopped(stopped)) => {
            QueryError::coded(QueryErrorKind::Stopped, stopped)
        }
        other => QueryError::invalid(other),
    }
}
