//! Analysis of cube decisions.

use super::{
    counting::{CubeEquities, OPTIONAL},
    decision_analyzer::{
        AnalysisError, DecisionAnalyzer, Difference, ILLEGAL, blank_decision, chance, chances,
        points,
    },
    decision_points::{DecisionPoint, Partner},
    document::{Cube as CubeReport, CubeError, Decision, DecisionKind},
    rounding::rounded,
};
use sheshbesh_evaluator::{
    EvaluationLevel,
    cube::{CubeDecision, ReplyDecision, Scale, exceeds},
};
use sheshbesh_matchfile::Event;
use sheshbesh_movegen::{Cube, Phase, Side, Situation};
use sheshbesh_network::Probabilities;

/// Names of the cube actions.
const DOUBLE: &str = "double";
const NO_DOUBLE: &str = "no-double";
const TAKE: &str = "take";
const PASS: &str = "pass";
const BEAVER: &str = "beaver";
const RACCOON: &str = "raccoon";

/// An action and its value to the player who decides: points at the present cube, or a match
/// winning chance.
type Action = (&'static str, f64);

impl DecisionAnalyzer {
    /// Evaluates a cube decision. Returns `None` if no player turned the cube and turning it could
    /// change nothing.
    pub(super) fn cube(
        &mut self,
        question: &DecisionPoint<'_>,
    ) -> Result<Option<Decision>, AnalysisError> {
        if question.is_illegal {
            return Ok(Some(against_rules(question)));
        }
        let decision = match question.kind {
            DecisionKind::Double | DecisionKind::Answer => self.double_or_answer(question)?,
            _ => Some(self.beavered(question)?),
        };
        Ok(decision.map(|decision| match question.event {
            Some(_) => decision,
            // The default action was evaluated as a placeholder. There is no decision yet to count.
            None => Decision { counted: false, counted_by_gnubg: false, ..decision.undecided() },
        }))
    }

    fn double_or_answer(
        &mut self,
        question: &DecisionPoint<'_>,
    ) -> Result<Option<Decision>, AnalysisError> {
        let played = match question.kind {
            DecisionKind::Double if question.event != Some(&Event::Double) => NO_DOUBLE,
            DecisionKind::Double => DOUBLE,
            _ => name_answer(question.event),
        };
        let table = Situation { phase: Phase::BeforeRoll, ..question.table };
        let (low, high) = (self.depths.low, self.depths.high);
        let Some(mut cube_decision) =
            self.cube_decision(&table, low.into(), played != NO_DOUBLE)?
        else {
            return Ok(None);
        };
        let scale = cube_decision.scale;
        let choices = list_choices(question, played);
        let lost = |cube_decision: &CubeDecision| {
            let losses = choices.iter().map(|choice| choice.loss(cube_decision));
            losses.fold(0.0, f64::max)
        };
        let is_close = choices
            .iter()
            .any(|choice| distance(choice.kind, &cube_decision) < self.depths.cube_margin);
        let is_open = choices.iter().any(|choice| choice.is_open);
        if high > low && (is_open || is_close || lost(&cube_decision) > 0.0) {
            cube_decision = self.cube_decision(&table, high.into(), true)?.unwrap_or(cube_decision);
        }
        let mut decision = blank_decision(question);
        if let Some(level) = self.depths.rollout
            && lost(&cube_decision) >= OPTIONAL
            && let Some(rolled_out) = self.cube_decision(&table, level.into(), true)?
        {
            decision.rollout_games = rolled_out.rollout.map(|_| level.games());
            // The depth remains that of the search.
            cube_decision = CubeDecision { depth: cube_decision.depth, ..rolled_out };
        }
        let equities = cube_equities(&cube_decision);
        (decision.counted, decision.counted_by_gnubg) = match played {
            NO_DOUBLE => (equities.counts_for_xg(), equities.counts_for_gnubg()),
            DOUBLE => (!equities.is_optional(), true),
            _ => (true, true),
        };
        decision.cube = Some(report(&cube_decision, table.points_of_wins()));
        decision.ply = cube_decision.depth.plies();
        let actions = list_actions(question.kind, &cube_decision);
        analyzer(&mut decision, &actions, played, scale, table.cube);
        decision.error = decision.loss.filter(|loss| *loss >= OPTIONAL).and_then(|_| {
            let best = decision.best.as_deref().unwrap_or_default();
            error_kind(played, best, &equities)
        });
        Ok(Some(decision))
    }

    /// Evaluates the cube actions at a level. Returns `None` if turning the cube cannot help the
    /// player who turns it, unless `whatever` is set.
    fn cube_decision(
        &mut self,
        table: &Situation,
        level: EvaluationLevel,
        whatever: bool,
    ) -> Result<Option<CubeDecision>, AnalysisError> {
        // A double and its answer need the same evaluations.
        let asked = (*table, level, whatever);
        if let Some((_, cube_decision)) =
            self.cube_decisions.iter().find(|(known, _)| *known == asked)
        {
            return Ok(*cube_decision);
        }
        let cube_decision = self.evaluate_cube(table, level, whatever)?;
        self.cube_decisions.retain(|((known, ..), _)| known == table);
        self.cube_decisions.push((asked, cube_decision));
        Ok(cube_decision)
    }

    fn evaluate_cube(
        &mut self,
        table: &Situation,
        level: EvaluationLevel,
        whatever: bool,
    ) -> Result<Option<CubeDecision>, AnalysisError> {
        let cube_decision = self.evaluator.cube_decision(table, level)?;
        self.check_stop()?;
        if cube_decision.may_double {
            return Ok(Some(cube_decision));
        }
        if !whatever {
            return Ok(None);
        }
        // The model does not evaluate a double that can help only the opponent.
        let Some(taken) = after_take(table) else { return Ok(None) };
        self.evaluator.set_stakes(&taken)?;
        let double_take = self.evaluator.evaluate(&table.position, level).value;
        self.check_stop()?;
        Ok(Some(CubeDecision { double_take, may_double: true, ..cube_decision }))
    }

    /// Evaluates the answer to a beaver or a raccoon in a money game. The cube is turned already
    /// and owned by the player who beavered.
    fn beavered(&mut self, question: &DecisionPoint<'_>) -> Result<Decision, AnalysisError> {
        let table = Situation { phase: Phase::BeforeRoll, ..question.table };
        let depth = self.depths.high;
        self.evaluator.set_stakes(&table)?;
        let evaluation = self.evaluator.evaluate(&table.position, depth);
        self.check_stop()?;
        let scale = self.evaluator.stakes().scale();
        let mut actions = Vec::new();
        let rolled = evaluation.value;
        let raccooned = self.evaluator.value_after_raccoon(&question.table, rolled, depth)?;
        self.check_stop()?;
        if let Some(replies) = ReplyDecision::to_beaver(&question.table, rolled, raccooned) {
            actions.extend([(TAKE, replies.take.into()), (PASS, replies.pass.into())]);
            actions.extend(replies.turn.map(|worth| (RACCOON, worth.into())));
        }
        let played = match question.event {
            Some(Event::Pass) => PASS,
            Some(Event::Raccoon) => RACCOON,
            _ => TAKE,
        };
        let mut decision = blank_decision(question);
        (decision.counted, decision.counted_by_gnubg) = (true, true);
        decision.ply = evaluation.depth.plies();
        analyzer(&mut decision, &actions, played, scale, table.cube);
        decision.error = decision.loss.filter(|loss| *loss >= OPTIONAL).map(|_| CubeError::Beaver);
        Ok(decision)
    }
}

/// One side of a double: the choice to double, or the answer.
struct Choice {
    kind: DecisionKind,
    played: &'static str,
    /// True if nobody has chosen yet.
    is_open: bool,
}

impl Choice {
    /// Loss of the action played, in EMG.
    fn loss(&self, cube_decision: &CubeDecision) -> f64 {
        let (best, done) = best_and_done(&list_actions(self.kind, cube_decision), self.played);
        points(cube_decision.scale, best.1) - points(cube_decision.scale, done)
    }
}

/// The choices about the position of a cube decision: the double and its answer, if both were made.
fn list_choices(question: &DecisionPoint<'_>, played: &'static str) -> Vec<Choice> {
    let own = Choice { kind: question.kind, played, is_open: question.event.is_none() };
    let answer = |event| Choice {
        kind: DecisionKind::Answer,
        played: name_answer(event),
        is_open: event.is_none(),
    };
    let other = match (question.kind, question.partner) {
        (DecisionKind::Double, Partner::Made(event)) => Some(answer(Some(event))),
        (DecisionKind::Double, Partner::Open) => Some(answer(None)),
        (DecisionKind::Answer, Partner::Made(_)) => {
            Some(Choice { kind: DecisionKind::Double, played: DOUBLE, is_open: false })
        }
        _ => None,
    };
    [own].into_iter().chain(other).collect()
}

/// Name of an answer; taking is the default.
fn name_answer(event: Option<&Event>) -> &'static str {
    match event {
        Some(Event::Pass) => PASS,
        Some(Event::Beaver) => BEAVER,
        _ => TAKE,
    }
}

/// A cube turn that breaks the rules, or the answer to one. Neither loses equity or counts.
fn against_rules(question: &DecisionPoint<'_>) -> Decision {
    let played = match question.event {
        Some(Event::Take) => TAKE,
        Some(Event::Pass) => PASS,
        _ => ILLEGAL,
    };
    Decision { played: played.to_owned(), ..blank_decision(question) }
}

/// The situation after a double is taken.
fn after_take(table: &Situation) -> Option<Situation> {
    Some(Situation { cube: table.cube.turned_to(Some(Side::Opponent))?, ..*table })
}

/// The possible actions of the player who decides, with their values.
fn list_actions(kind: DecisionKind, cube_decision: &CubeDecision) -> Vec<Action> {
    let [no_double, take, pass] =
        [cube_decision.no_double, cube_decision.double_take, cube_decision.double_pass]
            .map(f64::from);
    if kind == DecisionKind::Double {
        return vec![(NO_DOUBLE, no_double), (DOUBLE, f64::from(cube_decision.double()))];
    }
    let theirs =
        |worth: f64| if cube_decision.scale == Scale::Money { -worth } else { 1.0 - worth };
    let mut actions = vec![(TAKE, theirs(take)), (PASS, theirs(pass))];
    if cube_decision.beavers {
        actions.push((BEAVER, theirs(2.0 * take)));
    }
    actions
}

/// Returns the best action and the value of the action played. The action played wins ties, see
/// [`exceeds`].
fn best_and_done(actions: &[Action], played: &str) -> (Action, f64) {
    let done = actions.iter().find(|(name, _)| *name == played).map_or(0.0, |(_, worth)| *worth);
    let mut best = actions.iter().copied().find(|(name, _)| *name == played).unwrap_or(actions[0]);
    for action in actions {
        if exceeds(action.1, best.1) {
            best = *action;
        }
    }
    (best, done)
}

/// Difference in EMG between the actions of a decision; a deeper search may change the result if it
/// is small.
fn distance(kind: DecisionKind, cube_decision: &CubeDecision) -> f64 {
    let CubeEquities { no_double, take, pass } = cube_equities(cube_decision);
    match kind {
        DecisionKind::Double => (no_double - take.min(pass)).abs(),
        _ if cube_decision.beavers => (take - pass).abs().min(take.abs()),
        _ => (take - pass).abs(),
    }
}

/// Equities in EMG; `take` is the opponent's best answer to the double other than a pass.
fn cube_equities(cube_decision: &CubeDecision) -> CubeEquities {
    let of = |worth: f32| points(cube_decision.scale, worth.into());
    let take = of(cube_decision.double_take);
    let beavered = cube_decision.beavers && take < 0.0;
    CubeEquities {
        no_double: of(cube_decision.no_double),
        take: if beavered { 2.0 * take } else { take },
        pass: of(cube_decision.double_pass),
    }
}

/// Records the best action and the loss of the action played.
fn analyzer(decision: &mut Decision, actions: &[Action], played: &str, scale: Scale, cube: Cube) {
    let (best, done) = best_and_done(actions, played);
    decision.played = played.to_owned();
    decision.best = Some(best.0.to_owned());
    decision.lose(Difference::between(done, best.1, scale, cube.value()));
    let scale = match (decision.kind, scale) {
        // Answers have the view of the player who answers.
        (DecisionKind::Answer, Scale::Match { win, lose }) => {
            Scale::Match { win: 1.0 - lose, lose: 1.0 - win }
        }
        (_, scale) => scale,
    };
    decision.equity = Some(rounded(points(scale, best.1)));
    decision.mwc = chance(scale, best.1);
}

fn error_kind(played: &str, best: &str, equities: &CubeEquities) -> Option<CubeError> {
    Some(match (played, best) {
        (NO_DOUBLE, DOUBLE) if equities.take > equities.pass => CubeError::MissedCash,
        (NO_DOUBLE, DOUBLE) => CubeError::MissedDouble,
        (DOUBLE, NO_DOUBLE) if equities.no_double > equities.pass => CubeError::WrongCash,
        (DOUBLE, NO_DOUBLE) => CubeError::WrongDouble,
        (PASS, _) => CubeError::WrongPass,
        (TAKE, PASS) => CubeError::WrongTake,
        (BEAVER | TAKE, _) => CubeError::Beaver,
        _ => return None,
    })
}

fn report(cube_decision: &CubeDecision, points_of_wins: [u8; 3]) -> CubeReport {
    let all = [cube_decision.no_double, cube_decision.double_take, cube_decision.double_pass]
        .map(f64::from);
    let [no_double, double_take, double_pass] =
        all.map(|worth| rounded(points(cube_decision.scale, worth)));
    let probabilities = Probabilities::from(cube_decision.outcomes);
    CubeReport {
        action: cube_decision.words().to_owned(),
        no_double,
        double_take,
        double_pass,
        mwc: cube_decision.scale.is_match().then(|| all.map(rounded)),
        may_beaver: cube_decision.beavers,
        cubeless_equity: rounded(probabilities.equity_by(points_of_wins).into()),
        probabilities: chances(probabilities),
    }
}
