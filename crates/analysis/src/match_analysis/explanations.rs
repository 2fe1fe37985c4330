//! Explains the mistakes that are shown; an explanation takes longer than the analysis itself.

use super::{
    decision_analyzer::AnalysisError,
    document::{AnalyzedMatch, Decision, DecisionKind, Explained},
    match_analyzer::MatchAnalyzer,
    mistakes::{Choice, mistakes},
};
use crate::explain::{ExplainError, Explanation, explain, explain_cube};
use sheshbesh_evaluator::{Depth, Evaluator};
use sheshbesh_movegen::{Phase, Situation};
use sheshbesh_parallel::threads;

impl MatchAnalyzer {
    /// Explains the shown mistakes of a match at the depth of their analysis. Returns true if any
    /// mistake was newly explained. Answers to beavers and mistakes that the evaluator cannot
    /// explain are left as they are.
    ///
    /// ```
    /// # use sheshbesh_analysis::match_analysis::{Choice, MatchAnalyzer, Preset};
    /// # use sheshbesh_evaluator::Settings;
    /// # use sheshbesh_matchfile::{Options, read};
    /// # let text = " 3 point match\n\n Game 1\n Ada : 0              Ben : 0\n  1) 31: 24/20          64: 24/14\n";
    /// # let reading = read(text.as_bytes(), &Options::default())?;
    /// # let network = sheshbesh_weights::shipped();
    /// let analyzer = MatchAnalyzer::new(network, "shesh", Settings::default(), Preset::Quick, false);
    /// let mut analyzed = analyzer.analyze("ada.mat", text.as_bytes(), &reading, &|_| ())?;
    /// let choice = Choice { errors: 0.02, most: 1 };
    /// assert!(analyzer.explain(&mut analyzed, &choice)? && !analyzer.explain(&mut analyzed, &choice)?);
    /// let explained = analyzed.games[0].decisions.iter().filter_map(|of| of.explanation.as_ref());
    /// assert!(explained.flat_map(|of| of.sentences()).any(|said| said.contains("Roll by roll")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the search is stopped.
    pub fn explain(
        &self,
        analyzed: &mut AnalyzedMatch,
        choice: &Choice,
    ) -> Result<bool, AnalysisError> {
        let all = mistakes(analyzed, choice.errors).into_iter().take(choice.most);
        let open: Vec<(usize, usize, &Decision)> = all
            .filter(|mistake| mistake.decision.explanation.is_none())
            .map(|mistake| (mistake.game - 1, mistake.index, mistake.decision))
            .collect();
        let explained = threads::map_each(open.len(), |index| {
            let (number, _, decision) = open[index];
            let table = analyzed.table(&analyzed.games[number], decision);
            of_mistake(&mut self.analyzer.evaluator.clone(), table, decision)
        });
        let explained: Vec<_> = explained.into_iter().collect::<Result<_, AnalysisError>>()?;
        let indices: Vec<_> = open.iter().map(|&(number, index, _)| (number, index)).collect();
        let mut any = false;
        for ((number, index), explanation) in indices.into_iter().zip(explained) {
            any |= explanation.is_some();
            analyzed.games[number].decisions[index].explanation = explanation;
        }
        Ok(any)
    }

    /// Explains a decision at the depth of its analysis; `None` if there is no explanation.
    ///
    /// # Errors
    /// If the search is stopped.
    pub fn explain_decision(
        &self,
        table: &Situation,
        decision: &Decision,
    ) -> Result<Option<Explained>, AnalysisError> {
        of_mistake(&mut self.analyzer.evaluator.clone(), Some(*table), decision)
    }
}

/// Explains a mistake; `None` if there is no explanation.
fn of_mistake(
    evaluator: &mut Evaluator,
    table: Option<Situation>,
    decision: &Decision,
) -> Result<Option<Explained>, AnalysisError> {
    let Some(table) = table else { return Ok(None) };
    let Some(depth) = Depth::new(decision.ply) else { return Ok(None) };
    let explained = match (decision.kind, table.phase) {
        (DecisionKind::Play, Phase::Rolled(dice)) => {
            let result = |play: &str| decision.result(table.game, play);
            let best = decision.best.as_deref().and_then(result);
            let (Some(best), Some(played)) = (best, result(&decision.played)) else {
                return Ok(None);
            };
            // After a rollout, a search may prefer the other play and contradict the analysis.
            let agrees = |of: &Explanation| Some(&of.better.play) == decision.best.as_ref();
            explain(evaluator, &table, dice, [best, played], depth)
                .map(|of| agrees(&of).then(|| Explained::Play(Box::new(of))))
        }
        (DecisionKind::Double | DecisionKind::Answer, _) => explain_cube(evaluator, &table, depth)
            .map(|of| of.map(|of| Explained::Cube(Box::new(of)))),
        _ => return Ok(None),
    };
    match explained {
        Ok(explained) => Ok(explained),
        Err(ExplainError::Stopped(stopped)) => Err(stopped.into()),
        // A hand-written document may contain impossible decisions.
        Err(_) => Ok(None),
    }
}
