//! Rollouts: the engine plays a position out many times against itself.

use crate::{
    cube::{CubeModel, CubeState, Levels, NodeValue, RootSide},
    depth::Depth,
    evaluator::Evaluator,
    search::{Aim, Ranker, Search, luck_values},
    stop::Stopped,
};
use rand::{RngExt, seq::SliceRandom};
use sheshbesh_movegen::{
    Dice, ORDERED_ROLLS, Position,
    random::{GameRng, game_rng},
};
use sheshbesh_network::{OUTCOMES, Outcomes};
use sheshbesh_parallel::{Executor, ObjectPool};

/// Rollout settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Maximum number of games of each position.
    pub games: u64,
    /// Seed of the dice. A game number has the same dice for all candidates.
    pub seed: u64,
    /// Search depth of both sides' plays.
    pub depth: Depth,
    /// Number of plies after which a game ends with an evaluation of its position; `None` plays to
    /// the end.
    pub truncate: Option<u32>,
    /// Depth of that evaluation.
    pub truncation_depth: Depth,
    /// Variance reduction: subtracts the luck of every roll from the result.
    pub variance_reduction: bool,
    /// Stratified dice: distributes the first two rolls evenly over all 36 instead of drawing them.
    pub stratified: bool,
    /// Maximum number of cube turns from the start.
    pub cube_turns: u8,
    /// Conditions to stop before all games are played.
    pub enough: StoppingRule,
}

/// Early stopping conditions. They are checked after every [`ROUND`] games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StoppingRule {
    /// Stops when every candidate's value has at most this standard error.
    pub standard_error: Option<f32>,
    /// Stops when the best candidate is better than each other one with this confidence. Candidates
    /// that are worse with this confidence are dropped earlier.
    pub confidence: Option<f32>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            games: 1296,
            seed: 1,
            depth: Depth::ONE,
            truncate: None,
            truncation_depth: Depth::TWO,
            variance_reduction: true,
            stratified: true,
            cube_turns: 10,
            enough: StoppingRule::default(),
        }
    }
}

/// Games of a round; each round has every first roll once.
pub const ROUND: u64 = ORDERED_ROLLS as u64;

/// A mean with its standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// Mean of the games.
    pub mean: f32,
    /// Standard error of the mean; infinite for fewer than two games.
    pub standard_error: f32,
}

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

/// A position to roll out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    position: Position,
    on_roll: RootSide,
}

impl Start {
    /// A position before the roll. Its player on roll is A, whose stakes the evaluator counts.
    pub const fn before_roll(position: Position) -> Self {
        Self { position, on_roll: RootSide::A }
    }

    /// A position after a play of A: the opponent is on roll.
    pub const fn after_play(position: Position) -> Self {
        Self { position, on_roll: RootSide::B }
    }

    /// The position, seen by the player on roll.
    pub const fn position(&self) -> &Position {
        &self.position
    }
}

/// Outcomes of a game for A, then A's value by the stakes.
type Sample = [f32; OUTCOMES + 1];

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
            let new = || Ok(SelfPlay { search: search.clone(), replies: Vec::new() });
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
    (confidence / (1.0 - confidence)).ln() / 1.702
}

fn estimate(values: impl Iterator<Item = f32> + Clone) -> Estimate {
    let (mut count, mut sum) = (0.0f64, 0.0f64);
    for value in values.clone() {
        count += 1.0;
        sum += f64::from(value);
    }
    let mean = sum / f64::max(count, 1.0);
    let squares: f64 = values.map(|value| (f64::from(value) - mean).powi(2)).sum();
    let standard_error =
        if count < 2.0 { f32::INFINITY } else { (squares / (count - 1.0) / count).sqrt() as f32 };
    Estimate { mean: mean as f32, standard_error }
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

/// Plays games for both sides.
struct SelfPlay {
    search: Search,
    /// Evaluations after the best reply to each roll, from which luck is computed.
    replies: Vec<NodeValue>,
}

impl SelfPlay {
    fn game(
        &mut self,
        start: Start,
        mut state: CubeState,
        settings: &Settings,
        number: u64,
    ) -> Result<Sample, Stopped> {
        let mut rng = game_rng(settings.seed, number);
        let spread = Spread::new(settings.seed, number);
        let Start { mut position, mut on_roll } = start;
        let mut luck = [0.0; OUTCOMES + 1];
        // A's value once a double is passed; the game continues for the probabilities.
        let mut decided: Option<f32> = None;
        let mut ply = 0;
        let mut result = loop {
            if let Some(node) = self.end(&position, on_roll, state, ply, settings)? {
                break to_sample(self.search.stakes(), &node, on_roll, state);
            }
            if ply > 0 && decided.is_none() {
                match self.turn(&position, on_roll, state) {
                    Turn::None => {}
                    Turn::Taken(turned) => state = turned,
                    Turn::Passed(value) => decided = Some(value),
                }
            }
            let dice = match spread.roll(ply) {
                Some(dice) if settings.stratified => dice,
                _ => ordered_roll(rng.random_range(0..ROUND) as usize),
            };
            if settings.variance_reduction {
                let counted = if decided.is_none() { OUTCOMES + 1 } else { OUTCOMES };
                let lucky = self.luck(&position, dice, on_roll, state);
                for (luck, more) in luck[..counted].iter_mut().zip(lucky) {
                    *luck += more;
                }
            }
            // Luck is measured on the replies that pruning keeps; the play is the best of all.
            let (depth, level) = (settings.depth, state.level());
            position = Ranker::new(&mut self.search, Aim::Level(on_roll, level))
                .best_result(&position, dice, depth)?;
            on_roll = !on_roll;
            ply += 1;
        };
        if let Some(value) = decided {
            result[OUTCOMES] = value;
        }
        for (result, luck) in result.iter_mut().zip(luck) {
            *result -= luck;
        }
        Ok(result)
    }

    /// Returns the evaluation that ends the game here, if it ends.
    fn end(
        &mut self,
        position: &Position,
        on_roll: RootSide,
        state: CubeState,
        ply: u32,
        settings: &Settings,
    ) -> Result<Option<NodeValue>, Stopped> {
        let search = &mut self.search;
        let levels = Levels::only(state.level());
        if search.game().end(position, None).is_some() {
            return search.search_node(position, 1, on_roll, levels).map(Some);
        }
        if let Some(node) = search.static_evaluator.ended_by_tables(position, on_roll) {
            return Ok(Some(node));
        }
        if settings.truncate.is_none_or(|most| ply < most) {
            return Ok(None);
        }
        search.search_node(position, settings.truncation_depth.plies(), on_roll, levels).map(Some)
    }

    /// Applies the cube decisions of the player on roll and of the opponent.
    fn turn(&mut self, position: &Position, on_roll: RootSide, state: CubeState) -> Turn {
        if !self.search.stakes().may_turn(state, on_roll) {
            return Turn::None;
        }
        let values = self.search.static_evaluator.value_without_double(position, on_roll).values;
        let model = self.search.stakes();
        let turned = model.turned(state, on_roll);
        let rolls_on = on_roll.points(model.value_in(&values, state));
        let taken = on_roll.points(model.value_in(&values, turned));
        let passed = on_roll.points(model.passed(state, on_roll));
        if taken.min(passed) < rolls_on {
            Turn::None
        } else if taken > passed {
            Turn::Passed(on_roll.points(passed))
        } else {
            Turn::Taken(turned)
        }
    }

    /// Luck of a roll: the evaluation after it minus the mean over all rolls.
    fn luck(
        &mut self,
        position: &Position,
        dice: Dice,
        on_roll: RootSide,
        state: CubeState,
    ) -> Sample {
        let replies = &mut self.replies;
        luck_values(&mut self.search, position, on_roll, state.level(), replies);
        let mut rolled = [0.0; OUTCOMES + 1];
        let mut mean = [0.0; OUTCOMES + 1];
        for (other, node) in Dice::ALL.into_iter().zip(&self.replies) {
            let sample = to_sample(self.search.stakes(), node, !on_roll, state);
            for (mean, x) in mean.iter_mut().zip(sample) {
                *mean += other.probability() as f32 * x;
            }
            if other == dice {
                rolled = sample;
            }
        }
        std::array::from_fn(|i| rolled[i] - mean[i])
    }
}

/// Result of the cube decisions before a roll.
enum Turn {
    /// No cube action.
    None,
    /// The double was taken; this is the cube now.
    Taken(CubeState),
    /// The double was passed; this is A's value.
    Passed(f32),
}

fn to_sample(stakes: &CubeModel, node: &NodeValue, on_roll: RootSide, state: CubeState) -> Sample {
    let mut sample = [0.0; OUTCOMES + 1];
    sample[..OUTCOMES].copy_from_slice(&on_roll.outcomes(node.outcomes).0);
    sample[OUTCOMES] = stakes.value_in(&node.values, state);
    sample
}

fn ordered_roll(number: usize) -> Dice {
    let faces = 6;
    let die = |n: usize| n as u8 + 1;
    Dice::new(die(number / faces), die(number % faces)).expect("dice show 1 to 6")
}

/// Stratified first two rolls of a game: 36 consecutive games have every first roll once, and 36 ×
/// 36 games have every pair of a first and a second roll.
struct Spread([usize; 2]);

impl Spread {
    fn new(seed: u64, game: u64) -> Self {
        let rolls = ROUND as usize;
        // Games are numbered from 0, so no game uses this stream.
        let mut rng: GameRng = game_rng(seed, u64::MAX);
        let mut order = || {
            let mut order: Vec<usize> = (0..rolls).collect();
            order.shuffle(&mut rng);
            order
        };
        let (first, second) = (order(), order());
        let (in_round, round) = ((game % ROUND) as usize, (game / ROUND) as usize);
        Self([first[in_round], second[(in_round + round) % rolls]])
    }

    fn roll(&self, ply: u32) -> Option<Dice> {
        self.0.get(ply as usize).map(|&number| ordered_roll(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::bearoff::{TWO_SIDED_CHECKERS, Tables};
    use sheshbesh_movegen::{BySide, Checkers, Game, Situation, Stakes};
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
            SelfPlay { search: evaluator.search, replies: Vec::new() }
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

    #[test]
    fn every_roll_comes_once_in_a_round() {
        let mut seen = [0; Dice::ALL.len()];
        for game in 36..72 {
            let dice = Spread::new(5, game).roll(0).unwrap();
            seen[Dice::ALL.iter().position(|d| *d == dice).unwrap()] += 1;
        }
        assert!(Dice::ALL.iter().zip(seen).all(|(dice, n)| n == dice.weight()));
    }
}
