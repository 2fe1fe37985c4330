//! Truncated rollouts as evaluations: of a position, of plays, and of cube decisions.

use crate::{
    cube::{CubeDecision, CubeState, RootSide},
    depth::Depth,
    level::{EvaluationLevel, RolloutLevel, TruncatedRollout},
    search::{Aim, RankedPlay, Ranker, Search, decide_cube},
    self_play::{Estimate, Sample, Settings, Start, estimate, play_in_step},
    stop::Stopped,
};
use sheshbesh_movegen::{Dice, Position, Situation};
use sheshbesh_network::{OUTCOMES, Outcomes, Probabilities};

/// Limits of the plays to roll out: their number, and their maximum loss in points by search.
const ROLLED_OUT: (usize, f32) = (5, 0.08);

impl RolloutLevel {
    /// Settings of the games. The seed is fixed, so a position always has the same value.
    pub(crate) fn settings(self) -> Settings {
        Settings {
            games: self.games(),
            depth: self.play_depth(),
            truncate: Some(self.plies()),
            truncation_depth: Depth::TWO,
            ..Settings::default()
        }
    }
}

/// Mean of the games of a position.
struct Mean {
    /// A's outcomes.
    outcomes: Outcomes,
    /// A's value by the stakes.
    value: Estimate,
}

impl Mean {
    fn of(samples: &[Sample]) -> Self {
        let mean = |index: usize| estimate(samples.iter().map(|sample| sample[index]));
        // Variance reduction can move a mean below 0.
        let outcomes = Outcomes(std::array::from_fn(|index| mean(index).mean)).normalised();
        Self { outcomes, value: mean(OUTCOMES) }
    }

    /// Description of the rollout, with its error on the scale of the stakes.
    fn describe(&self, search: &Search, level: RolloutLevel) -> TruncatedRollout {
        let stakes = search.stakes();
        let unit = stakes.points(1.0) - stakes.points(0.0);
        TruncatedRollout { level, standard_error: unit * self.value.standard_error }
    }

    /// A's value; sums of luck can move a probability out of its range.
    fn value(&self, search: &Search) -> f32 {
        let value = self.value.mean;
        if search.stakes().is_match() { value.clamp(0.0, 1.0) } else { value }
    }
}

fn roll_out(
    search: &Search,
    starts: &[(Start, CubeState)],
    level: RolloutLevel,
) -> Result<Vec<Mean>, Stopped> {
    let played = play_in_step(search, starts, &level.settings())?;
    Ok(played.iter().map(|samples| Mean::of(samples)).collect())
}

/// Cube as it stands.
fn present(search: &Search) -> CubeState {
    search.stakes().state(Settings::default().cube_turns)
}

/// Outcomes and value of a position before the cube action of A, who is on roll. `None` if its
/// evaluation is exact without a rollout, or if the rollout is stopped.
pub(crate) fn evaluate(
    search: &mut Search,
    position: &Position,
    level: RolloutLevel,
) -> Option<(Outcomes, f32, TruncatedRollout)> {
    if search.is_exact(position, RootSide::A) {
        return None;
    }
    let start = (Start::before_roll(*position), present(search));
    let means = roll_out(search, &[start], level).ok()?;
    let mean = &means[0];
    Some((mean.outcomes, mean.value(search), mean.describe(search, level)))
}

/// Number of ranked plays to roll out, from the best: those near it, and at least `least` of those
/// at its depth.
fn count_near(ranked: &[RankedPlay], least: usize) -> usize {
    let best = ranked[0];
    let searched = ranked.iter().take_while(|play| play.depth == best.depth).count();
    let (most, limit) = ROLLED_OUT;
    let near = ranked[..searched].iter().take(most);
    near.take_while(|play| best.equity - play.equity <= limit).count().max(least.min(searched))
}

/// Ranks all legal plays: a search selects those to roll out, at least `least` if as many are
/// searched to its full depth. A single candidate needs no rollout to be the best; it is rolled out
/// if `least` is more than 1. If stopped, the ranking is that of the search.
pub(crate) fn rank(
    search: &mut Search,
    position: &Position,
    dice: Dice,
    level: RolloutLevel,
    least: usize,
) -> Vec<RankedPlay> {
    let depth = EvaluationLevel::Rollout(level).depth();
    let mut ranked = Ranker::new(search, Aim::Present).at_least(least).rank(position, dice, depth);
    let count = count_near(&ranked, least);
    if count == 1 && least <= 1 {
        return ranked;
    }
    let results: Vec<Position> = ranked[..count].iter().map(|play| play.position).collect();
    if let Ok(rolled_out) = compare(search, &results, level) {
        ranked[..count].copy_from_slice(&rolled_out);
        ranked[..count]
            .sort_by(|a, b| b.value.total_cmp(&a.value).then(a.position.cmp(&b.position)));
    }
    ranked
}

/// Returns the index of the best play among resulting positions, each seen by the opponent; the
/// first of equal ones. `before` is the position before the roll.
pub(crate) fn best(
    search: &mut Search,
    before: &Position,
    results: &[Position],
    level: RolloutLevel,
) -> usize {
    let depth = EvaluationLevel::Rollout(level).depth();
    let ranked = Ranker::new(search, Aim::Present).rank_results(before, results, depth);
    let mut chosen = ranked[0];
    let near = ranked[..count_near(&ranked, 1)].iter().map(|play| play.position);
    let near: Vec<Position> = near.collect();
    if near.len() > 1
        && let Ok(rolled_out) = compare(search, &near, level)
    {
        let better =
            |best: RankedPlay, play: RankedPlay| if play.value > best.value { play } else { best };
        chosen = rolled_out.into_iter().reduce(better).unwrap_or(chosen);
    }
    results
        .iter()
        .position(|result| *result == chosen.position)
        .expect("the best play is one of them")
}

/// Rolls out results of a roll, each seen by the opponent, on the same dice. Keeps their order.
///
/// # Errors
/// Returns an error if the search is stopped.
pub(crate) fn compare(
    search: &Search,
    results: &[Position],
    level: RolloutLevel,
) -> Result<Vec<RankedPlay>, Stopped> {
    let state = present(search);
    let starts: Vec<(Start, CubeState)> =
        results.iter().map(|result| (Start::after_play(*result), state)).collect();
    let means = roll_out(search, &starts, level)?;
    let plays = results.iter().zip(means).map(|(result, mean)| {
        let value = mean.value(search);
        RankedPlay {
            position: *result,
            probabilities: Probabilities::from(mean.outcomes),
            equity: search.stakes().points(value),
            value,
            depth: EvaluationLevel::Rollout(level).depth(),
            rollout: Some(mean.describe(search, level)),
        }
    });
    Ok(plays.collect())
}

/// Evaluates the cube actions of A, who is on roll: the games before and after a double have the
/// same dice. Without a double to consider, only the position is rolled out. If stopped, the
/// decision is that of a search.
pub(crate) fn decide(
    search: &mut Search,
    situation: &Situation,
    level: RolloutLevel,
) -> CubeDecision {
    let position = &situation.position;
    let decision = decide_cube(search, situation, EvaluationLevel::Rollout(level).depth());
    if search.is_exact(position, RootSide::A) {
        return decision;
    }
    let (start, state) = (Start::before_roll(*position), present(search));
    let mut starts = vec![(start, state)];
    if decision.may_double {
        starts.push((start, search.stakes().turned(state, RootSide::A)));
    }
    let Ok(means) = roll_out(search, &starts, level) else { return decision };
    let no_double = means[0].value(search);
    let double_take = means.get(1).map_or(no_double, |taken| taken.value(search));
    CubeDecision {
        no_double: search.stakes().rolling_on(0, RootSide::A, no_double, double_take),
        double_take,
        outcomes: means[0].outcomes,
        rollout: Some(means[0].describe(search, level)),
        ..decision
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Evaluator, Stop, cube::CubeAction, rollout::roll_out};
    use sheshbesh_movegen::{BySide, Checkers, Game, Plays, Stakes};

    fn make_evaluator() -> Evaluator {
        Evaluator::new(sheshbesh_weights::shipped(), crate::Settings::default())
    }

    fn start() -> Situation {
        Situation::new(Game::Backgammon.start(), Game::Backgammon)
    }

    /// Levels are rollouts with fixed settings.
    #[test]
    fn values_are_those_of_rollouts() {
        let mut evaluator = make_evaluator();
        let mut situation = start();
        situation.stakes = Stakes::Match { length: 3, crawford: false };
        situation.score = BySide { on_roll: 0, opponent: 1 };
        evaluator.set_stakes(&situation).unwrap();
        let level = RolloutLevel::One;
        let position = situation.position;
        let evaluation = evaluator.evaluate(&position, level);
        let roll = |evaluator: &Evaluator, start: Start| {
            roll_out(evaluator, &[start], &level.settings(), &mut |_| true)[0]
        };
        let want = roll(&evaluator, Start::before_roll(position));
        assert_eq!((evaluation.value, want.games), (want.value.mean, level.games()));
        let error = evaluation.rollout.unwrap().standard_error;
        let unit = evaluator.stakes().points(1.0) - evaluator.stakes().points(0.0);
        assert!((error / unit - want.value.standard_error).abs() < 1e-6);
        let win: f32 = want.probabilities[0].mean;
        assert!((evaluation.probabilities().win - win).abs() < 1e-3, "{evaluation:?}, {win}");

        let dice = Dice::new(3, 1).unwrap();
        let ranked = evaluator.rank_in_full(&position, dice, level);
        let rolled_out = ranked.iter().take_while(|play| play.rollout.is_some());
        assert!(rolled_out.clone().count() >= 5 && ranked.len() == 16);
        for play in rolled_out {
            let want = roll(&evaluator, Start::after_play(play.position));
            assert_eq!(play.value, want.value.mean);
        }
        assert!(ranked.is_sorted_by(|a, b| (a.level(), a.value) >= (b.level(), b.value)));

        // The cube decision: the position as it is, and after a double.
        let decided = evaluator.cube_decision(&situation, level).unwrap();
        assert_eq!(decided.no_double, evaluation.value);
        let cube = situation.cube.turned_to(Some(sheshbesh_movegen::Side::Opponent)).unwrap();
        let taken = Situation { cube, ..situation };
        evaluator.set_stakes(&taken).unwrap();
        let taken = roll(&evaluator, Start::before_roll(position)).value.mean;
        assert!((decided.double_take - taken).abs() < 1e-5, "{}, {taken}", decided.double_take);
        assert_eq!(decided.action(), CubeAction::NoDouble);
    }

    #[test]
    fn the_best_play_is_the_first_of_the_ranking() {
        let mut evaluator = make_evaluator();
        evaluator.set_stakes(&start()).unwrap();
        let position = start().position;
        let mut plays = Plays::new(Game::Backgammon);
        for dice in [(2, 1), (4, 3), (6, 6)].map(|(a, b)| Dice::new(a, b).unwrap()) {
            let results = plays.generate(&position, dice);
            let best = evaluator.best(&position, results, RolloutLevel::One);
            let ranked = evaluator.rank(&position, dice, RolloutLevel::One);
            assert_eq!(results[best], ranked[0].position, "{dice}");
        }
    }

    #[test]
    fn a_stopped_rollout_leaves_the_search() {
        let settings = crate::Settings { stop: Stop::when(|| true), ..Default::default() };
        let mut stopped = make_evaluator().with_settings(settings);
        let (position, dice) = (start().position, Dice::new(3, 1).unwrap());
        let ranked = stopped.rank(&position, dice, RolloutLevel::Two);
        assert_eq!(ranked, stopped.rank(&position, dice, Depth::THREE));
        let evaluation = stopped.evaluate(&position, RolloutLevel::Two);
        assert_eq!(evaluation, stopped.evaluate(&position, Depth::THREE));
        assert_eq!(stopped.cube_decision(&start(), RolloutLevel::Two).unwrap().rollout, None);
    }

    /// A double just after a play counts in its rollout: the opponent, who bears off both checkers
    /// with 29 of 36 rolls, doubles the player out. Without a double, the loss is 22 of 36 points.
    #[test]
    fn the_opponent_may_double_after_the_play() {
        let mut evaluator = make_evaluator();
        evaluator.set_stakes(&start()).unwrap();
        let side = |points: &[(u8, u8)]| Checkers::from_points(points).with_rest_off(15);
        let position = Position::from_sides_unchecked(side(&[(4, 1), (1, 1)]), side(&[(1, 1)]));
        let settings = RolloutLevel::One.settings();
        let roll = |start| roll_out(&evaluator, &[start], &settings, &mut |_| true)[0].value.mean;
        let value = roll(Start::after_play(position));
        assert!((value + 1.0).abs() < 0.01, "{value}");
        // Seen by the opponent, who does not double now.
        let value = roll(Start::before_roll(position));
        assert!((value - 22.0 / 36.0).abs() < 0.01, "{value}");
    }
}
