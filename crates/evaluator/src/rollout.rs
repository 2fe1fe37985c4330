//! Rollouts: the engine plays a position out many times against itself.

use crate::{
    cube::CubeModel,
    evaluator::Evaluator,
    self_play::{Sample, SelfPlay, estimate},
    stop::Stopped,
};
use sheshbesh_network::maths;
use sheshbesh_network::{OUTCOMES, Outcomes};
use sheshbesh_parallel::{Executor, ObjectPool};

pub use crate::self_play::{Estimate, ROUND, Settings, Start, StoppingRule};

/// Result of rolling out a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RolloutResult {
    /// Number of games played.
    pub games: u64,
    /// Cubeless probabilities of A: win, win gammon, win backgammon, lose gammon, lose backgammon.
    pub probabilities: [Estimate; 5],
    /// A's cubeless equity by those probabilities, in points per game.
    pub equity: Estimate,
    /// A's value by the evaluator's stakes: cubeful points per game at the present cube, or the
    /// match winning chance.
    pub value: Estimate,
    /// Difference in value between the best candidate and this one, paired over the games that both
    /// have played on the same dice; 0 ± 0 for the best itself. Its standard error is smaller than
    /// the candidates' own errors suggest, since these are correlated.
    pub behind: Estimate,
}

/// Rolls out candidate positions on the same dice, on all threads of rayon's pool. The result does
/// not depend on the number of threads.
///
/// `round` is called with the results so far after every round, and returns true to continue. If
/// the evaluator's settings stop the rollout, the games of the unfinished round do not count.
///
/// ```
/// use sheshbesh_evaluator::{Evaluator, Settings, rollout::{self, Start, roll_out}};
/// use sheshbesh_movegen::Game;
/// let evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
/// let start = Start::before_roll(Game::Backgammon.start());
/// let settings = rollout::Settings { games: 36, truncate: Some(5), ..Default::default() };
/// let [result] = roll_out(&evaluator, &[start], &settings, &mut |_| true)[..] else { panic!() };
/// assert!(result.games == 36 && result.equity.standard_error < 0.1);
/// ```
pub fn roll_out(
    evaluator: &Evaluator,
    starts: &[Start],
    settings: &Settings,
    round: &mut dyn FnMut(&[RolloutResult]) -> bool,
) -> Vec<RolloutResult> {
    roll_out_among(&Executor::Threads, evaluator, starts, settings, round)
}

/// Games that wait for each thread at the start, for rounds that are distributed together. Results
/// are not checked between these rounds.
const GAMES_A_THREAD: u64 = 4;

/// Rolls out positions like [`roll_out`], on the ranks of an executor.
///
/// Every rank receives the results and calls its own `round`; the root's answer decides. With
/// several ranks and no early stopping condition, several rounds are played between calls of
/// `round`.
pub fn roll_out_among(
    executor: &Executor,
    evaluator: &Evaluator,
    starts: &[Start],
    settings: &Settings,
    round: &mut dyn FnMut(&[RolloutResult]) -> bool,
) -> Vec<RolloutResult> {
    // Threads roll out different games, so each game is searched by one thread.
    let settings_of_search = crate::Settings { parallel: false, ..evaluator.settings().clone() };
    let search = evaluator.search.with_settings(settings_of_search);
    let stakes = search.stakes();
    let mut samples: Vec<Vec<Sample>> = vec![Vec::new(); starts.len()];
    let mut going = vec![true; starts.len()];
    let waiting = GAMES_A_THREAD * executor.threads() as u64;
    let rounds = if settings.enough == StoppingRule::default() && executor.ranks() > 1 {
        waiting.div_ceil(ROUND * starts.len().max(1) as u64)
    } else {
        1
    };
    let mut first = 0;
    let players = ObjectPool::default();
    while first < settings.games && going.contains(&true) {
        let end = (first + rounds * ROUND).min(settings.games);
        let games: Vec<(usize, u64)> = (0..starts.len())
            .filter(|&candidate| going[candidate])
            .flat_map(|candidate| (first..end).map(move |game| (candidate, game)))
            .collect();
        // A stopped game has no sample.
        let play = |index: usize| -> Option<Sample> {
            let (candidate, game) = games[index];
            let new = || Ok(SelfPlay::new(search.clone()));
            let played: Result<Sample, Stopped> = players.lend(new, |player| {
                let state = player.search.stakes().state(settings.cube_turns);
                player.game(starts[candidate], state, settings, game)
            });
            played.ok()
        };
        let played = executor.map(games.len(), play);
        let Some(played) = played.into_iter().collect::<Option<Vec<_>>>() else { break };
        for ((candidate, _), sample) in games.iter().zip(played) {
            samples[*candidate].push(sample);
        }
        first = end;
        let results = summaries(&samples, stakes);
        let goes_on = round(&results);
        if !executor.broadcast(goes_on) {
            break;
        }
        if let Some(most) = settings.enough.standard_error {
            for (going, result) in going.iter_mut().zip(&results) {
                *going &= result.value.standard_error > most;
            }
        }
        if let Some(confidence) = settings.enough.confidence.filter(|_| starts.len() > 1) {
            drop_the_worse(&samples, &results, confidence, &mut going);
        }
    }
    summaries(&samples, stakes)
}

/// Drops the candidates that are worse than the best with this confidence; drops the best, too,
/// once it is alone.
fn drop_the_worse(
    samples: &[Vec<Sample>],
    results: &[RolloutResult],
    confidence: f32,
    going: &mut [bool],
) {
    let remaining: Vec<usize> = (0..going.len()).filter(|&candidate| going[candidate]).collect();
    let Some(&best) =
        remaining.iter().max_by(|&&a, &&b| results[a].value.mean.total_cmp(&results[b].value.mean))
    else {
        return;
    };
    for &candidate in remaining.iter().filter(|&&candidate| candidate != best) {
        let Estimate { mean, standard_error } = difference(&samples[best], &samples[candidate]);
        let games = samples[best].len().min(samples[candidate].len()) as u64;
        if games >= 2 * ROUND && mean > standard_error * deviations(confidence) {
            going[candidate] = false;
        }
    }
    if going.iter().filter(|&&going| going).count() == 1 {
        going.fill(false);
    }
}

/// Number of standard errors by which a difference must exceed zero for a confidence, by the
/// logistic approximation of the normal distribution: Φ(x) ≈ 1 / (1 + e^(−1.702 x)).
///
/// Not inlined: otherwise the compiler takes the logarithm before the check that there is a
/// confidence, of uninitialised memory. It is harmless, but valgrind reports it in programs that
/// use the library.
#[inline(never)]
fn deviations(confidence: f32) -> f32 {
    let confidence = confidence.clamp(0.5, 0.9999);
    maths::ln_f32(confidence / (1.0 - confidence)) / 1.702
}

/// Paired difference in value between two candidates, over the games both have played. The
/// candidates share their dice, so the difference has a smaller error than either value.
fn difference(best: &[Sample], candidate: &[Sample]) -> Estimate {
    estimate(
        best.iter().zip(candidate).map(|(best, candidate)| best[OUTCOMES] - candidate[OUTCOMES]),
    )
}

/// Results of all candidates, with their differences from the best one.
fn summaries(samples: &[Vec<Sample>], stakes: &CubeModel) -> Vec<RolloutResult> {
    let mut results: Vec<RolloutResult> = samples.iter().map(|s| summary(s, stakes)).collect();
    let best = (0..results.len())
        .max_by(|&a, &b| results[a].value.mean.total_cmp(&results[b].value.mean).then(b.cmp(&a)));
    if let Some(best) = best {
        for (candidate, result) in
            results.iter_mut().enumerate().filter(|&(candidate, _)| candidate != best)
        {
            result.behind = difference(&samples[best], &samples[candidate]);
        }
    }
    results
}

fn summary(samples: &[Sample], stakes: &CubeModel) -> RolloutResult {
    let of = |value: fn(&Sample) -> f32| estimate(samples.iter().map(value));
    let outcomes = |s: &Sample| Outcomes(std::array::from_fn(|i| s[i]));
    let equities = samples.iter().map(|s| stakes.cubeless_equity(&outcomes(s)));
    RolloutResult {
        games: samples.len() as u64,
        probabilities: [
            of(|s| s[0] + s[1] + s[2]),
            of(|s| s[1] + s[2]),
            of(|s| s[2]),
            of(|s| s[4] + s[5]),
            of(|s| s[5]),
        ],
        equity: estimate(equities),
        value: of(|s| s[OUTCOMES]),
        behind: Estimate::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cube::RootSide,
        depth::Depth,
        exact::bearoff::{TWO_SIDED_CHECKERS, Tables},
    };
    use sheshbesh_movegen::{BySide, Checkers, Game, Position, Situation, Stakes};
    use std::sync::{Arc, OnceLock};

    fn tables() -> Arc<Tables> {
        static TABLES: OnceLock<Arc<Tables>> = OnceLock::new();
        Arc::clone(TABLES.get_or_init(|| Arc::new(Tables::in_memory())))
    }

    fn side(points: &[u8]) -> Checkers {
        let all = Game::Backgammon.checkers();
        let on = points.iter().fold(Checkers::NONE, |side, &point| side.with_unchecked(point, 1));
        on.with_rest_off(all)
    }

    fn run(evaluator: &Evaluator, position: Position, settings: &Settings) -> RolloutResult {
        roll_out(evaluator, &[Start::before_roll(position)], settings, &mut |_| true)[0]
    }

    /// Exact values come from the tables; the evaluator has none and must play the positions out.
    #[test]
    fn it_is_unbiased_and_variance_falls() {
        let evaluator = Evaluator::new(sheshbesh_weights::shipped(), crate::Settings::default());
        for (own, opponent) in [(&[6, 5, 3][..], &[6, 4, 2][..]), (&[4, 4, 2, 1], &[5, 5, 1])] {
            let position = Position::from_sides_unchecked(side(own), side(opponent));
            assert!(own.len() <= usize::from(TWO_SIDED_CHECKERS));
            let exact = tables().equities(&position).unwrap().cubeless;
            let mut errors = [0.0; 2];
            for (variance_reduction, error) in [(false, 0), (true, 1)] {
                let settings = Settings {
                    games: 1296,
                    stratified: false,
                    variance_reduction,
                    ..Settings::default()
                };
                let result = run(&evaluator, position, &settings);
                let Estimate { mean, standard_error } = result.equity;
                // The plays are not perfect, but their errors are far below this.
                let allowed = 4.0 * standard_error + 0.01;
                assert!((mean - exact).abs() < allowed, "{mean} ± {standard_error}, {exact}");
                errors[error] = standard_error;
            }
            assert!(errors[1] * 3.0 < errors[0], "{errors:?}");
        }
    }

    #[test]
    fn threads_and_other_candidates_change_nothing() {
        let evaluator = Evaluator::new(
            sheshbesh_weights::shipped(),
            crate::Settings { tables: Some(tables()), ..crate::Settings::default() },
        );
        let start = Start::before_roll(Game::Backgammon.start());
        let settings = Settings { games: 40, ..Settings::default() };
        let on = |threads, starts: &[Start]| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| roll_out(&evaluator, starts, &settings, &mut |_| true))
        };
        let one = on(1, &[start]);
        assert_eq!(one, on(3, &[start]));
        let both = on(2, &[start, start]);
        assert_eq!([one[0], one[0]], both[..]);
        assert_eq!(one[0].games, 40);
        // Being on roll at the start is worth about 0.07 points.
        let Estimate { mean, standard_error } = one[0].equity;
        assert!((mean - 0.07).abs() < 4.0 * standard_error, "{mean} ± {standard_error}");
        assert!(standard_error < 0.03, "{standard_error}");
    }

    #[test]
    fn truncated_and_stopped() {
        let evaluator = Evaluator::new(sheshbesh_weights::shipped(), crate::Settings::default());
        let position = Game::Backgammon.start();
        let short = Settings { games: 72, truncate: Some(4), ..Settings::default() };
        let full = run(&evaluator, position, &short);
        assert_eq!(full.games, 72);
        // Variance reduction leaves a small error.
        assert!(full.value.standard_error < 0.02, "{full:?}");
        let enough = StoppingRule { standard_error: Some(1.0), ..StoppingRule::default() };
        assert_eq!(run(&evaluator, position, &Settings { enough, ..short }).games, ROUND);
        let mut rounds = 0;
        let start = Start::before_roll(position);
        roll_out(&evaluator, &[start], &short, &mut |_| {
            rounds += 1;
            false
        });
        assert_eq!(rounds, 1);
    }

    #[test]
    fn after_the_last_turn_of_the_cube_a_rollout_equals_one_at_double_match_point() {
        let at = |score: u16| {
            let mut situation = Situation::new(Game::Backgammon.start(), Game::Backgammon);
            situation.stakes = Stakes::Match { length: 2, crawford: false };
            situation.score = BySide { on_roll: score, opponent: score };
            let mut evaluator =
                Evaluator::new(sheshbesh_weights::shipped(), crate::Settings::default());
            evaluator.set_stakes(&situation).unwrap();
            SelfPlay::new(evaluator.search)
        };
        let (mut two_away, mut last_point) = (at(0), at(1));
        let position = Position::from_gnu_id("4HPwATDgc/ABMA", Game::Backgammon).unwrap();
        let start = Start::before_roll(position);
        for (depth, truncate) in [(Depth::ONE, None), (Depth::TWO, Some(5))] {
            let settings = Settings { depth, truncate, ..Settings::default() };
            let mut gammons_counted = 0;
            for number in 0..24 {
                let centred = two_away.search.stakes().state(1);
                let turned = two_away.search.stakes().turned(centred, RootSide::A);
                let dead = last_point.search.stakes().state(0);
                let want = last_point.game(start, dead, &settings, number).unwrap();
                let game = two_away.game(start, turned, &settings, number).unwrap();
                assert_eq!(game, want, "{number}");
                let before = two_away.search.stakes().state(0);
                let other = two_away.game(start, before, &settings, number).unwrap();
                gammons_counted += usize::from(other[..OUTCOMES] != want[..OUTCOMES]);
            }
            assert!(gammons_counted > 6, "{gammons_counted} at {depth}-ply");
        }
    }
}
