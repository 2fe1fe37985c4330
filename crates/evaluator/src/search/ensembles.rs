//! Tests of searches by ensembles: the first member chooses replies, all members evaluate the
//! chosen ones.

use super::ranking::NEAR;
use crate::{
    Depth, EvaluationCache, Evaluator, Filter, PositionEvaluation, Settings,
    exact::bearoff::Tables,
    rollout::{self, Start, roll_out},
    test_positions,
};
use sheshbesh_movegen::{BySide, Class, Dice, Game, Plays, Position, Situation, Stakes};
use sheshbesh_network::{Network, Outcomes};
use std::{path::Path, sync::Arc};

fn small() -> Network {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/backgammon");
    Network::read(&Path::new(folder).join("small.weights")).unwrap()
}

fn shipped() -> Network {
    sheshbesh_weights::shipped().clone()
}

/// Two members that often choose different plays.
fn make_ensemble() -> Network {
    Network::ensemble(vec![(shipped(), 0.6), (small(), 0.4)]).unwrap()
}

/// Settings with and without pruning, and with and without tables.
fn settings() -> Vec<Settings> {
    let tables = Arc::new(Tables::in_memory());
    let with = |replies, tables| {
        let filter = Filter { replies, ..Filter::default() };
        Settings { filter, tables, ..Settings::default() }
    };
    vec![with(0, None), with(1, Some(Arc::clone(&tables))), with(4, None), with(6, Some(tables))]
}

/// Positions of every class.
fn positions(count: usize) -> Vec<Position> {
    let all = test_positions(60);
    let game = Game::Backgammon;
    let of = |class| {
        let of_class: Vec<Position> =
            all.iter().filter(|p| game.class(p) == class).copied().collect();
        let step = (of_class.len() / count).max(1);
        of_class.into_iter().step_by(step).take(count)
    };
    [Class::Contact, Class::Race, Class::Bearoff].into_iter().flat_map(of).collect()
}

fn assert_near(got: &Outcomes, want: &Outcomes, of: &Position) {
    for (a, b) in got.0.iter().zip(want.0) {
        assert!((a - b).abs() < 2e-6, "{got:?}, not {want:?} of {of:?}");
    }
}

#[test]
fn single_positions_have_the_mean_of_the_members_verdicts() {
    for settings in settings() {
        let evaluator = |network: &Network| Evaluator::new(network, settings.clone());
        let mut all = evaluator(&make_ensemble());
        let mut members = [(0.6, evaluator(&shipped())), (0.4, evaluator(&small()))];
        for position in positions(60) {
            let mut want = Outcomes::default();
            for (weight, member) in &mut members {
                want.add(member.evaluate(&position, Depth::ONE).outcomes, *weight);
            }
            assert_near(&all.evaluate(&position, Depth::ONE).outcomes, &want, &position);
        }
    }
}

/// Reference search: the first member's best reply to each roll, evaluated by all members.
struct SlowTwin {
    first: Evaluator,
    all: Evaluator,
}

impl SlowTwin {
    fn search(&mut self, position: &Position, ply: u32) -> Outcomes {
        let known = Game::Backgammon.class(position) == Class::Bearoff
            && self.all.settings().tables.is_some();
        if ply == 1 || known || Game::Backgammon.class(position) == Class::Over {
            return self.all.evaluate(position, Depth::ONE).outcomes;
        }
        let mut mean = Outcomes::default();
        for dice in Dice::ALL {
            let mut plays = Plays::new(Game::Backgammon);
            let results = plays.generate_or_pass(position, dice);
            let (best, _) = self.first.best_reply(position, results);
            let after = self.search(&results[best], ply - 1);
            mean.add(after.swapped(), dice.probability() as f32);
        }
        mean.normalised()
    }
}

#[test]
fn a_search_is_that_of_a_slow_twin() {
    let mut differs = 0;
    for settings in settings() {
        let evaluator = |network: &Network| Evaluator::new(network, settings.clone());
        let mut ensemble = evaluator(&make_ensemble());
        let mut first = evaluator(&shipped());
        let mut twin = SlowTwin { first: evaluator(&shipped()), all: ensemble.clone() };
        for (ply, count) in [(2, 12), (3, 1)] {
            for position in positions(count) {
                let depth = Depth::new(ply).unwrap();
                let got = ensemble.evaluate(&position, depth).outcomes;
                assert_near(&got, &twin.search(&position, ply), &position);
                differs += usize::from(got != first.evaluate(&position, depth).outcomes);
                if ply == 2 {
                    let mut mean = Outcomes::default();
                    for (reply, dice) in ensemble.replies(&position).into_iter().zip(Dice::ALL) {
                        mean.add(reply, dice.probability() as f32);
                    }
                    assert_near(&mean, &got, &position);
                }
            }
        }
    }
    assert!(differs > 80, "{differs}");
}

/// Reference choice of the best play at 1-ply: all members evaluate the plays near the best one,
/// again and again, until they have evaluated all of these.
fn best_at_1ply(first: &[Outcomes], all: &[Outcomes]) -> usize {
    let mut known = first.to_vec();
    loop {
        let best = Outcomes::lowest(&known);
        let most = known[best].equity() + NEAR;
        let next: Vec<Outcomes> = known
            .iter()
            .zip(all)
            .map(|(known, all)| if known.equity() <= most { *all } else { *known })
            .collect();
        if next == known {
            return best;
        }
        known = next;
    }
}

#[test]
fn plays_are_chosen_by_all_members() {
    let filter = Filter { replies: 0, ..Filter::default() };
    let settings = Settings { filter, ..Settings::default() };
    let evaluator = |network: &Network| Evaluator::new(network, settings.clone());
    let [mut all, mut first] = [make_ensemble(), shipped()].map(|n| evaluator(&n));
    let mut plays = Plays::new(Game::Backgammon);
    let (mut as_first, mut as_mean, mut turns) = (0, 0, 0);
    for position in positions(100).into_iter().take(200) {
        for dice in [Dice::ALL[3], Dice::ALL[13]] {
            let results = plays.generate_or_pass(&position, dice);
            let near = position.swapped();
            let of_first = first.evaluate_batch(&near, results).to_vec();
            let mean = all.evaluate_batch(&near, results).to_vec();
            let (reply, outcomes) = all.best_reply(&position, results);
            assert_eq!((reply, outcomes), (Outcomes::lowest(&mean), mean[reply]));
            let best = all.best(&position, results, Depth::ONE);
            let want = best_at_1ply(&of_first, &mean);
            // Plays that are equal but for rounding may come in another order.
            let far = (mean[best].equity() - mean[want].equity()).abs();
            assert!(best == want || far < 1e-6, "{position:?} {dice}: {best}, not {want}");
            as_first += usize::from(best == Outcomes::lowest(&of_first));
            as_mean += usize::from(mean[best].equity() - mean[reply].equity() < 1e-6);
            turns += 1;
        }
    }
    assert!(as_first < turns, "the second member changes no play");
    assert!(as_mean * 100 >= turns * 98, "{as_mean} of {turns} are best by the mean");
}

/// With the cube, and at a score, the best play is the first of a ranking.
#[test]
fn the_best_play_leads_the_ranking() {
    let settings = Settings { cubeful: true, ..Settings::default() };
    let mut evaluator = Evaluator::new(&make_ensemble(), settings);
    let mut plays = Plays::new(Game::Backgammon);
    let (mut first, mut turns) = (0, 0);
    for position in positions(20) {
        let money = Situation::new(position, Game::Backgammon);
        let mut at_score = money;
        at_score.stakes = Stakes::Match { length: 7, crawford: false };
        at_score.score = BySide { on_roll: 2, opponent: 4 };
        for situation in [money, at_score] {
            evaluator.set_stakes(&situation).unwrap();
            for dice in [Dice::ALL[3], Dice::ALL[13], Dice::ALL[20]] {
                let results = plays.generate_or_pass(&position, dice);
                let best = evaluator.best(&position, results, Depth::ONE);
                let ranked = evaluator.rank(&position, dice, Depth::ONE);
                let of_best = ranked.iter().find(|play| play.position == results[best]).unwrap();
                first += usize::from(ranked[0].value - of_best.value < 1e-6);
                turns += 1;
            }
        }
    }
    assert!(first * 100 >= turns * 98, "{first} of {turns}");
}

/// Halves are exact, so everything is bit for bit the result of the network alone.
#[test]
fn a_network_twice_answers_as_that_network() {
    let twice = Network::ensemble(vec![(shipped(), 1.0), (shipped(), 1.0)]).unwrap();
    let position = positions(3)[1];
    let dice = Dice::new(5, 2).unwrap();
    let answers = |network: &Network, parallel| {
        let mut evaluator = Evaluator::new(network, Settings { parallel, ..Settings::default() });
        let money = Situation::new(position, Game::Backgammon);
        let mut at_score = money;
        at_score.stakes = Stakes::Match { length: 7, crawford: false };
        at_score.score = BySide { on_roll: 2, opponent: 4 };
        let mut all = String::new();
        for situation in [money, at_score] {
            for depth in [Depth::ONE, Depth::TWO, Depth::THREE] {
                let cube = evaluator.cube_decision(&situation, depth).unwrap();
                let ranked = evaluator.rank(&position, dice, depth);
                let rolls = evaluator.rolls(&position, depth).unwrap();
                let answered = evaluator.answers(&ranked[0].position, Depth::ONE).unwrap();
                all += &format!("{cube:?} {ranked:?} {rolls:?} {answered:?}\n");
            }
        }
        let games = rollout::Settings { games: 72, ..rollout::Settings::default() };
        let start = [Start::before_roll(position)];
        all + &format!("{:?}", roll_out(&evaluator, &start, &games, &mut |_| true)[0].value)
    };
    let want = answers(&shipped(), false);
    assert_eq!(answers(&twice, false), want);
    assert_eq!(answers(&twice, true), want);
}

/// A cache shared by an ensemble and its first member keeps their evaluations apart.
#[test]
fn a_shared_cache_does_not_mix_members_and_means() {
    let cache = Arc::new(EvaluationCache::new(8));
    let networks = [make_ensemble(), shipped(), make_ensemble()];
    let evaluations = |cache: Option<&Arc<EvaluationCache>>, parallel| -> Vec<PositionEvaluation> {
        let settings = Settings { cache: cache.cloned(), parallel, ..Settings::default() };
        let evaluator = |network| Evaluator::new(network, settings.clone());
        let mut evaluators = networks.each_ref().map(evaluator);
        let evaluations = positions(2).into_iter().flat_map(|position| {
            evaluators.each_mut().map(|evaluator| evaluator.evaluate(&position, Depth::THREE))
        });
        evaluations.collect()
    };
    let want = evaluations(None, false);
    assert_ne!(want[0], want[1]);
    for parallel in [false, true, false] {
        assert_eq!(evaluations(Some(&cache), parallel), want);
    }
}
