//! Analysis of plays. The best play and the play made are always evaluated at the same depth.

use super::{
    counting::SAME,
    decision_analyzer::{
        AnalysisError, DecisionAnalyzer, Difference, ILLEGAL, blank_decision, chance, chances,
        points,
    },
    decision_points::DecisionPoint,
    document::{Candidate, Decision},
    rounding::rounded,
};
use sheshbesh_evaluator::{Depth, Evaluator, RankedPlay, RolloutLevel, cube::Scale};
use sheshbesh_matchfile::Event;
use sheshbesh_movegen::{Dice, Phase, Position, Situation, notation};
use std::cmp::Ordering;

/// Limits of the first search: the number of best plays by 1-ply, and their maximum loss.
const FIRST: (usize, f32) = (10, 0.2);

/// Decisions with a smaller difference between the two best plays are searched deeper.
const CLOSE: f32 = 0.04;

/// Limits of the deeper search: the number of best plays, and their maximum loss.
const RIVALS: (usize, f32) = (8, NEAR);
pub(super) const NEAR: f32 = 0.08;

/// Minimum loss of an error, as in eXtreme Gammon.
pub(super) const ERROR: f64 = 0.02;

fn better(a: &RankedPlay, b: &RankedPlay) -> Ordering {
    b.level()
        .cmp(&a.level())
        .then(b.depth.cmp(&a.depth))
        .then(b.value.total_cmp(&a.value))
        .then(a.position.cmp(&b.position))
}

/// All plays of a roll: those rolled out first, then those searched deepest.
struct Ranking {
    plays: Vec<RankedPlay>,
    /// Position after the play made; `None` if the roll has not been played.
    played: Option<Position>,
}

impl Ranking {
    fn played(&self) -> Option<&RankedPlay> {
        self.plays.iter().find(|play| Some(play.position) == self.played)
    }

    /// Equity of the best play minus that of the second-best.
    fn gap(&self) -> Option<f32> {
        Some(self.plays[0].equity - self.plays.get(1)?.equity)
    }

    /// Equity difference between the best and the worst play of the first search.
    fn spread(&self) -> f64 {
        let first = self.plays.iter().take(FIRST.0).map(|play| f64::from(play.equity));
        let least = first.clone().fold(f64::INFINITY, f64::min);
        first.fold(f64::NEG_INFINITY, f64::max) - least
    }

    /// Searches the best plays deeper, together with the play made.
    fn deepen(
        &mut self,
        evaluator: &mut Evaluator,
        before: &Position,
        (most, within): (usize, f32),
        depth: Depth,
    ) -> Result<(), AnalysisError> {
        let best = self.plays[0];
        // The second-best play is always included, so that its difference to the best is known.
        let kept = |(index, play): &(usize, RankedPlay)| {
            let near = play.depth == best.depth && best.equity - play.equity <= within;
            *index < 2 || *index < most && near || Some(play.position) == self.played
        };
        let (front, mut back): (Vec<_>, Vec<_>) =
            self.plays.iter().copied().enumerate().partition(kept);
        let results: Vec<Position> = front.iter().map(|(_, play)| play.position).collect();
        let mut plays = evaluator.compare(before, &results, depth)?;
        plays.extend(back.drain(..).map(|(_, play)| play));
        plays.sort_by(better);
        self.plays = plays;
        Ok(())
    }

    /// Rolls out the best two plays and the play made, on the same dice.
    fn roll_out(
        &mut self,
        evaluator: &mut Evaluator,
        before: &Position,
        level: RolloutLevel,
    ) -> Result<(), AnalysisError> {
        let is_rival =
            |&index: &usize| index < 2 || Some(self.plays[index].position) == self.played;
        let indices: Vec<usize> = (0..self.plays.len()).filter(is_rival).collect();
        let results: Vec<Position> =
            indices.iter().map(|&index| self.plays[index].position).collect();
        let rolled_out = evaluator.compare(before, &results, level)?;
        for (index, play) in indices.into_iter().zip(rolled_out) {
            // The depth remains that of the search.
            self.plays[index] = RankedPlay { depth: self.plays[index].depth, ..play };
        }
        self.plays.sort_by(better);
        Ok(())
    }

    /// Loss of the play made, in EMG.
    fn loss(&self) -> f64 {
        self.played().map_or(0.0, |played| f64::from(self.plays[0].equity - played.equity))
    }

    /// True if a deeper search may change the result.
    fn is_in_doubt(&self) -> bool {
        self.played != Some(self.plays[0].position) || self.gap().is_some_and(|gap| gap < CLOSE)
    }
}

impl DecisionAnalyzer {
    /// Analyzes the play and the luck of a roll.
    pub(super) fn play(&mut self, question: &DecisionPoint<'_>) -> Result<Decision, AnalysisError> {
        let mut decision = blank_decision(question);
        let table = &question.table;
        let Phase::Rolled(dice) = table.phase else { return Ok(decision) };
        let before = Situation { phase: Phase::BeforeRoll, ..*table };
        if !question.set_up {
            let luck = self.luck(&before, dice, question.by_lot)?;
            decision.luck = Some(luck.emg);
            (decision.luck_mwc, decision.luck_points) = (luck.mwc, luck.points);
        }
        match question.event {
            None => {
                self.analyze_play(&mut decision, table, dice, None)?;
                // There is no decision yet to count.
                (decision.counted, decision.counted_by_gnubg) = (false, false);
            }
            Some(Event::Play { result, .. }) => {
                self.analyze_play(&mut decision, table, dice, Some(*result))?;
            }
            Some(Event::IllegalPlay { .. }) => decision.played = ILLEGAL.to_owned(),
            _ => {}
        }
        Ok(decision)
    }

    /// Analyzes the play of a roll. If the roll has not been played, it is searched as deeply as a
    /// doubtful decision and has no loss.
    pub(super) fn analyze_play(
        &mut self,
        decision: &mut Decision,
        table: &Situation,
        dice: Dice,
        result: Option<Position>,
    ) -> Result<(), AnalysisError> {
        self.evaluator.set_stakes(&Situation { phase: Phase::BeforeRoll, ..*table })?;
        let scale = self.evaluator.stakes().scale();
        let position = &table.position;
        let plays = self.evaluator.rank(position, dice, Depth::ONE);
        decision.plays = Some(plays.len());
        decision.counted_by_gnubg = plays.len() > 1;
        let mut ranking = Ranking { plays, played: result };
        if ranking.plays.len() > 1 {
            let (low, high) = (self.depths.low, self.depths.high);
            if low > Depth::ONE {
                ranking.deepen(&mut self.evaluator, position, FIRST, low)?;
            }
            decision.counted = ranking.spread() >= SAME;
            if high > low && ranking.is_in_doubt() {
                ranking.deepen(&mut self.evaluator, position, RIVALS, high)?;
            }
            if let Some(level) = self.depths.rollout
                && ranking.loss() >= ERROR
            {
                ranking.roll_out(&mut self.evaluator, position, level)?;
                self.check_stop()?;
                decision.rollout_games = Some(level.games());
            }
        }
        let mut candidates = list_candidates(table, dice, &ranking, scale);
        decision.gap = ranking.gap().map(|gap| rounded(gap.into()));
        let best = ranking.plays[0];
        // The referee accepted the play, so it is in the ranking.
        let played = ranking.played().copied().unwrap_or(best);
        let (best, played) = (f64::from(best.value), f64::from(played.value));
        let is_made = |(position, _): &(Position, Candidate)| Some(*position) == result;
        let made = candidates.iter().position(is_made);
        decision.played = made.map_or_else(String::new, |index| candidates[index].1.play.clone());
        if result.is_some() {
            decision.lose(Difference::between(played, best.max(played), scale, table.cube.value()));
        }
        // Among plays of equal value, the play made counts as the best.
        if let (Some(index), Some(0.0)) = (made, decision.loss) {
            candidates[..=index].rotate_right(1);
        }
        decision.best = Some(candidates[0].1.play.clone());
        decision.equity = Some(rounded(points(scale, best.max(played))));
        decision.mwc = chance(scale, best.max(played));
        decision.ply = ranking.plays[0].depth.plies();
        decision.candidates = candidates.into_iter().map(|(_, play)| play).collect();
        Ok(())
    }
}

/// Selects the candidates to report: the play made and up to eight of the best plays. From the
/// fourth on, these must be close to the best at its search depth.
fn list_candidates(
    table: &Situation,
    dice: Dice,
    ranking: &Ranking,
    scale: Scale,
) -> Vec<(Position, Candidate)> {
    let best = ranking.plays[0];
    let near = |(index, play): &(usize, &RankedPlay)| {
        let near = play.depth >= best.depth && best.equity - play.equity <= FIRST.1;
        *index < RIVALS.0 && (*index < 3 || near) || Some(play.position) == ranking.played
    };
    let kept: Vec<&RankedPlay> =
        ranking.plays.iter().enumerate().filter(near).map(|(_, play)| play).collect();
    let results: Vec<Position> = kept.iter().map(|play| play.position).collect();
    let texts = notation::write_all(table.game, &table.position, dice, &results);
    let error = |play: &RankedPlay| play.rollout.map(|rollout| rollout.standard_error);
    let candidate = |(play, text): (&RankedPlay, Option<String>)| {
        let candidate = Candidate {
            play: text.unwrap_or_default(),
            position_id: notation::position_id(table.game, &play.position),
            equity: rounded(points(scale, play.value.into())),
            mwc: chance(scale, play.value.into()),
            ply: play.depth.plies(),
            standard_error: error(play).map(|error| rounded(error.into())),
            probabilities: chances(play.probabilities),
        };
        (play.position, candidate)
    };
    kept.into_iter().zip(texts).map(candidate).collect()
}
