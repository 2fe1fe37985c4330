//! Analyzes single decisions like those of a match, before or after they are made.

use super::{
    decision_analyzer::{AnalysisError, blank_decision},
    decision_points::{DecisionPoint, Partner},
    document::{Decision, DecisionKind},
    match_analyzer::MatchAnalyzer,
};
use sheshbesh_evaluator::Evaluator;
use sheshbesh_matchfile::Event;
use sheshbesh_movegen::{Action, Decision as ToDecide, Phase, Situation};

impl DecisionKind {
    /// Kind of the decision to be made; `None` for decisions that are not analyzed.
    pub const fn of(to_decide: ToDecide) -> Option<Self> {
        match to_decide {
            ToDecide::Roll { may_double: true, .. } => Some(Self::Double),
            ToDecide::Play { .. } => Some(Self::Play),
            ToDecide::Double { .. } => Some(Self::Answer),
            ToDecide::Beaver { .. } => Some(Self::AnswerBeaver),
            ToDecide::Raccoon { .. } => Some(Self::AnswerRaccoon),
            _ => None,
        }
    }
}

/// Converts a decision and an action to the arguments of [`MatchAnalyzer::decision`]; `None` for decisions
/// that are not analyzed. A roll means not doubling.
pub fn kind_and_event(to_decide: ToDecide, action: Action) -> Option<(DecisionKind, Event)> {
    let event = match (to_decide, action) {
        (ToDecide::Play { dice, .. }, Action::Play(result)) => Event::Play { dice, result },
        (_, Action::Roll(dice)) => Event::Roll(dice),
        (_, Action::Double) => Event::Double,
        (_, Action::Take) => Event::Take,
        (_, Action::Pass) => Event::Pass,
        (_, Action::Beaver) => Event::Beaver,
        (_, Action::Raccoon) => Event::Raccoon,
        _ => return None,
    };
    Some((DecisionKind::of(to_decide)?, event))
}

impl MatchAnalyzer {
    /// Analyzes a decision in a situation, from the view of the player on roll. The situation of a
    /// play includes the roll, and that of an answer has the view of the player who doubled. The
    /// result is the same as from [`MatchAnalyzer::analyze`], except that it omits the luck of a roll.
    ///
    /// Without an event the decision is open: the options are searched to the preset's full depth,
    /// and nothing is played or lost. Returns `None` for a decision not to double if turning the
    /// cube could change nothing, and for a play without a roll.
    ///
    /// ```
    /// use sheshbesh_analysis::match_analysis::{MatchAnalyzer, DecisionKind, Preset};
    /// use sheshbesh_evaluator::Settings;
    /// use sheshbesh_movegen::{Dice, Game, Phase, Situation, notation};
    /// use sheshbesh_matchfile::Event;
    /// let network = sheshbesh_weights::shipped();
    /// let analyzer = MatchAnalyzer::new(network, "shesh", Settings::default(), Preset::Quick, false);
    /// let (game, dice) = (Game::Backgammon, Dice::new(3, 1).unwrap());
    /// let table = Situation { phase: Phase::Rolled(dice), ..Situation::new(game.start(), game) };
    /// let asked = analyzer.decision(&table, DecisionKind::Play, None)?.unwrap();
    /// assert_eq!((asked.best.as_deref(), asked.loss), (Some("8/5 6/5"), None));
    /// let result = notation::parse(game, &game.start(), dice, "24/20").unwrap();
    /// let event = Event::Play { dice, result };
    /// let made = analyzer.decision(&table, DecisionKind::Play, Some(&event))?.unwrap();
    /// assert!(made.loss > Some(0.1) && made.best == asked.best);
    /// # Ok::<(), sheshbesh_analysis::match_analysis::AnalysisError>(())
    /// ```
    ///
    /// # Errors
    /// If the network does not know the game, the stakes are invalid, or the search is stopped.
    pub fn decision(
        &self,
        table: &Situation,
        kind: DecisionKind,
        event: Option<&Event>,
    ) -> Result<Option<Decision>, AnalysisError> {
        let seat = match kind {
            DecisionKind::Answer | DecisionKind::AnswerRaccoon => !table.seat,
            DecisionKind::Play
            | DecisionKind::Roll
            | DecisionKind::Double
            | DecisionKind::AnswerBeaver => table.seat,
        };
        let question = DecisionPoint {
            kind,
            seat,
            table: *table,
            event,
            partner: Partner::None,
            line: 0,
            comment: None,
            annotation: None,
            by_lot: false,
            is_illegal: false,
            set_up: false,
        };
        let mut asked = self.analyzer.clone();
        if kind.is_cube() {
            return asked.cube(&question);
        }
        let Phase::Rolled(dice) = table.phase else { return Ok(None) };
        let result = match event {
            Some(Event::Play { result, .. }) => Some(*result),
            _ => None,
        };
        let mut decision = blank_decision(&question);
        asked.analyze_play(&mut decision, table, dice, result)?;
        asked.check_stop()?;
        Ok(Some(decision))
    }

    /// Returns a copy of the evaluator for further use. It evaluates money games until its stakes
    /// are set.
    pub fn evaluator(&self) -> Evaluator {
        self.analyzer.evaluator.clone()
    }
}
