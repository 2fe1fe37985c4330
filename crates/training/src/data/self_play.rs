//! Self-play games and their samples.

use super::{
    back_games::{self, Seeker},
    endings,
    sample::{PlayedSamples, Sample},
    targets::{Turn, expected_returns, lambda_returns},
};
use crate::recipe::{GameSettings, Targets};
use rand::{RngExt, seq::IndexedRandom};
use sheshbesh_evaluator::{Depth, Evaluator, Filter, FilterName, Settings, bearoff::Tables};
use sheshbesh_movegen::{
    AfterPlay, Class, Dice, Game, Plays, Position, Side,
    random::{GameRng, first_roll, game_rng, roll},
};
use sheshbesh_network::{Network, Outcomes};
use sheshbesh_parallel::{Executor, Job, Meanwhile, ObjectPool};
use std::{convert::Infallible, sync::Arc};

/// Creates the evaluator for self-play, with the move filter that the targets need. Positions in
/// the tables get exact targets.
pub fn make_evaluator(
    network: &Network,
    settings: &GameSettings,
    tables: Option<Arc<Tables>>,
) -> Evaluator {
    let filter = match settings.targets {
        // The pruning loss is corrected, see `mean_over_rolls`.
        Targets::ExpectedReturn { .. } => FilterName::Narrow.filter(),
        // No search, only a choice of plays.
        Targets::LambdaReturn { .. } => {
            Filter { replies: settings.plays_judged, ..FilterName::Wide.filter() }
        }
        // Narrow pruning of replies would bias the targets downwards. A teacher evaluates without
        // search.
        Targets::Labels
        | Targets::TwoPly { .. }
        | Targets::TwoPlyPlays { .. }
        | Targets::Distillation { .. } => FilterName::Wide.filter(),
    };
    Evaluator::new(network, Settings { filter, tables, ..Settings::default() })
}

/// A range of self-play games, played by one evaluator.
#[derive(Clone, Copy)]
pub struct Games<'a> {
    /// The evaluator that plays.
    pub evaluator: &'a Evaluator,
    /// The game.
    pub game: Game,
    /// Targets and exploration.
    pub settings: GameSettings,
    /// Seed of the games; each game number has its own random stream.
    pub seed: u64,
    /// Number of the first game.
    pub first: u64,
    /// Number of the game after the last.
    pub end: u64,
}

/// Consecutive games that one task plays.
const TOGETHER: u64 = 2;

impl Games<'_> {
    /// Plays the games on all threads of this process.
    pub fn play(&self) -> Vec<Sample> {
        self.play_among(&Executor::Threads, &mut || {})
    }

    /// Plays the games on an executor whose other ranks call this with the same games. Only the
    /// root receives samples, in the order of the games for any number of ranks. It runs `meanwhile`
    /// at the same time.
    pub fn play_among(&self, executor: &Executor, meanwhile: Meanwhile<'_>) -> Vec<Sample> {
        let pool = ObjectPool::default();
        let task = |index: usize| {
            let first = self.first + TOGETHER * index as u64;
            let new = || {
                let (evaluator, plays) = (self.evaluator.clone(), Plays::new(self.game));
                let (turns, siblings) = (Vec::new(), Vec::new());
                Ok::<_, Infallible>(SelfPlay { evaluator, plays, turns, siblings })
            };
            let played = pool.lend(new, |player| {
                let numbers = first..(first + TOGETHER).min(self.end);
                let games = numbers
                    .flat_map(|number| player.game(&self.settings, game_rng(self.seed, number)));
                Ok(PlayedSamples::Local(games.collect()))
            });
            let Ok(samples) = played;
            samples
        };
        let count = (self.end - self.first).div_ceil(TOGETHER) as usize;
        let played = executor.run(Job::new(count, &task).root_only().alongside(meanwhile));
        played.into_iter().flat_map(|samples| samples.into_samples(self.game)).collect()
    }
}

struct SelfPlay {
    evaluator: Evaluator,
    plays: Plays,
    turns: Vec<Turn>,
    /// Samples of several results of each roll, for targets with siblings.
    siblings: Vec<Sample>,
}

impl SelfPlay {
    fn game(&mut self, settings: &GameSettings, mut rng: GameRng) -> Vec<Sample> {
        let end = self.play(settings, &mut rng);
        let Some(result) = Outcomes::of_finished(self.plays.game(), &end) else {
            return Vec::new();
        };
        match settings.targets {
            Targets::LambdaReturn { lambda } => lambda_returns(&self.turns, result, lambda),
            Targets::ExpectedReturn { lambda, deeper_from } => {
                let evaluator = &mut self.evaluator;
                let means: Vec<Outcomes> = self
                    .turns
                    .iter()
                    .enumerate()
                    // The first roll of a game is never a double, so it says nothing about the mean
                    // of all rolls.
                    .map(|(number, turn)| mean_over_rolls(evaluator, turn, number > 0))
                    .collect();
                let deeper: Vec<Option<Outcomes>> = (0..means.len())
                    .map(|number| {
                        let disputed =
                            is_disputed(&self.turns, &means[number], number, deeper_from?);
                        let position = &self.turns[number].position;
                        disputed.then(|| evaluator.evaluate(position, Depth::THREE).outcomes)
                    })
                    .collect();
                expected_returns(&self.turns, &means, &deeper, lambda)
            }
            Targets::TwoPly { share } => {
                let evaluator = &mut self.evaluator;
                self.turns
                    .iter()
                    .filter(|turn| turn.is_rolled() && rng.random_bool(share))
                    .map(|turn| Sample {
                        position: turn.position,
                        target: evaluator.evaluate(&turn.position, Depth::TWO).outcomes,
                        is_sibling: false,
                    })
                    .collect()
            }
            Targets::TwoPlyPlays { .. } => {
                let judged = std::mem::take(&mut self.siblings).into_iter().map(|sample| {
                    let evaluation = self.evaluator.evaluate(&sample.position, Depth::TWO);
                    Sample { target: evaluation.outcomes, ..sample }
                });
                judged.collect()
            }
            Targets::Distillation { .. } => std::mem::take(&mut self.siblings),
            // Label folders have the targets.
            Targets::Labels => Vec::new(),
        }
    }

    /// Plays one game and returns its final position. Fills `self.turns` and, for targets with
    /// siblings, `self.siblings`.
    fn play(&mut self, settings: &GameSettings, rng: &mut GameRng) -> Position {
        let GameSettings { targets, exploration, plays_judged, .. } = *settings;
        self.turns.clear();
        self.siblings.clear();
        let game = self.plays.game();
        let mut dice: Dice = first_roll(game, rng);
        let mut position = if rng.random_bool(exploration.back_games) {
            dice = roll(game, rng);
            back_games::random(game, rng)
        } else if exploration.endings > 0.0 && rng.random_bool(exploration.endings) {
            dice = roll(game, rng);
            endings::random(game, rng)
        } else {
            game.start()
        };
        let random_plays = if rng.random_bool(exploration.random_openings) {
            rng.random_range(0..=exploration.opening_plays) as usize
        } else {
            0
        };
        let mut seeker =
            rng.random_bool(exploration.back_game_seekers).then(|| Seeker::random(rng));
        loop {
            let turn = self.turns.len();
            // From then on the seeker plays its best, and returns include the rest of the game.
            seeker = seeker.filter(|seeker| !seeker.is_there(turn, position.own()));
            let results = self.plays.generate_or_pass(&position, dice);
            let seeker = seeker.as_ref().filter(|seeker| seeker.has_turn(turn));
            let wants_rival =
                exploration.rivals > 0.0 && seeker.is_none() && rng.random_bool(exploration.rivals);
            let ((best, after_best), sought, searched) =
                if seeker.is_none() && plays_judged > 0 && !wants_rival {
                    (self.evaluator.best_reply(&position, results), None, None)
                } else {
                    let after = self.evaluator.evaluate_batch(&position.swapped(), results);
                    let best = Outcomes::lowest(after);
                    match targets {
                        Targets::Distillation { margin, others } => {
                            let taught = distilled(game, results, after, best, margin, others, rng);
                            self.siblings.extend(together(taught));
                        }
                        Targets::TwoPlyPlays { margin, most } => {
                            let taught = near_the_best(game, results, after, best, margin, most);
                            self.siblings.extend(together(taught));
                        }
                        _ => {}
                    }
                    let sought = match seeker {
                        Some(seeker) => Some(seeker.choose(results, after)),
                        None if wants_rival => rival(after, best, rng),
                        None => None,
                    };
                    let searched = match settings.play_ply {
                        2 => near_the_best(game, results, after, best, PLAY_MARGIN, PLAYS_SEARCHED),
                        _ => Vec::new(),
                    };
                    let after_best = after[best];
                    let after_best = self.evaluator.settled(&results[best], after_best);
                    ((best, after_best), sought, best_of(&mut self.evaluator, &searched, results))
                };
            let is_random = turn < random_plays || rng.random_bool(exploration.random_plays);
            let played_best = searched.unwrap_or(best);
            let next = if is_random {
                rng.random_range(0..results.len())
            } else {
                sought.unwrap_or(played_best)
            };
            let most = game.largest_win();
            let exact = self.evaluator.tables().and_then(|tables| tables.outcomes(&position));
            let exact = exact.map(|exact| exact.at_most(most));
            let explored = next != played_best;
            let best = after_best.swapped();
            let result = results[next];
            let after = game.after_play(dice, &result);
            let goes_on = matches!(after, AfterPlay::GoesOn(_));
            self.turns.push(Turn { position, dice, best, explored, exact, goes_on });
            dice = roll(game, rng);
            match after.position() {
                Some(next) => position = next,
                None => return result,
            }
        }
    }
}

/// True if the 2-ply and the 1-ply equity of a turn differ by at least `distance` points. The 1-ply
/// equity is known from the previous turn. Positions in the tables are never disputed.
fn is_disputed(turns: &[Turn], mean: &Outcomes, number: usize, distance: f32) -> bool {
    if turns[number].exact.is_some() {
        return false;
    }
    // The 1-ply equity is unknown for the first position of a game and after an explored play.
    let before = number.checked_sub(1).map(|before| &turns[before]);
    let known = before.filter(|before| !before.explored);
    known.is_some_and(|before| {
        (mean.equity() - before.turned(before.best).equity()).abs() >= distance
    })
}

/// Marks the samples of one roll as siblings.
fn together(samples: impl IntoIterator<Item = Sample>) -> impl Iterator<Item = Sample> {
    samples.into_iter().zip(0..).map(|(sample, index)| Sample { is_sibling: index > 0, ..sample })
}

/// Samples of the positions that a roll can lead to: all within `margin` points of the best for the
/// player who has rolled, and a random fraction of the others. `after` holds their outcomes for the
/// opponent, who is on roll in them.
fn distilled<'a>(
    game: Game,
    results: &'a [Position],
    after: &'a [Outcomes],
    best: usize,
    margin: f32,
    others: f64,
    rng: &'a mut GameRng,
) -> impl Iterator<Item = Sample> + 'a {
    let limit = after[best].equity() + margin;
    let siblings = results.iter().zip(after);
    siblings.filter_map(move |(&position, &target)| {
        let is_taught = target.equity() <= limit || others > 0.0 && rng.random_bool(others);
        let is_rolled = is_before_roll(game, &position);
        (is_taught && is_rolled).then_some(Sample { position, target, is_sibling: false })
    })
}

/// Samples of the best results of a roll: at most `most`, all within `margin` points of the best;
/// none if there are fewer than two. Arguments and targets are those of [`distilled`].
fn near_the_best(
    game: Game,
    results: &[Position],
    after: &[Outcomes],
    best: usize,
    margin: f32,
    most: usize,
) -> Vec<Sample> {
    let limit = after[best].equity() + margin;
    let mut near: Vec<Sample> = results
        .iter()
        .zip(after)
        .filter(|(position, target)| target.equity() <= limit && is_before_roll(game, position))
        .map(|(&position, &target)| Sample { position, target, is_sibling: false })
        .collect();
    // The sort is stable: equal plays keep the order of generation.
    near.sort_by(|a, b| a.target.equity().total_cmp(&b.target.equity()));
    near.truncate(most);
    if near.len() < 2 { Vec::new() } else { near }
}

/// Maximum difference to the best play at 1-ply, in points, of plays that are searched at 2-ply.
const PLAY_MARGIN: f32 = 0.08;
/// Maximum number of plays of a turn that are searched at 2-ply.
const PLAYS_SEARCHED: usize = 4;

/// The best of the plays of a roll at 2-ply, as its number among the results; `None` without plays.
fn best_of(evaluator: &mut Evaluator, plays: &[Sample], results: &[Position]) -> Option<usize> {
    let equity_after =
        |play: &Sample| evaluator.evaluate(&play.position, Depth::TWO).outcomes.equity();
    let equities: Vec<f32> = plays.iter().map(equity_after).collect();
    let best = (0..plays.len()).min_by(|&a, &b| equities[a].total_cmp(&equities[b]))?;
    results.iter().position(|result| *result == plays[best].position)
}

/// True if the game goes on and the player on roll rolls next. Other positions are no samples.
fn is_before_roll(game: Game, position: &Position) -> bool {
    game.class(position) != Class::Over && {
        let state = position.turn_state();
        state.stage.is_none() && state.moves == Side::OnRoll
    }
}

/// Maximum equity loss of a rival play to the best, in points.
const RIVALRY: f32 = 0.06;

/// Draws a play that is nearly as good as the best, by the opponent's outcomes after each play.
fn rival(after: &[Outcomes], best: usize, rng: &mut GameRng) -> Option<usize> {
    let most = after[best].equity() + RIVALRY;
    let is_near = |play: &usize| *play != best && after[*play].equity() <= most;
    let near: Vec<usize> = (0..after.len()).filter(is_near).collect();
    near.choose(rng).copied()
}

/// 2-ply evaluation of a position without the bias of pruned replies, which accumulates over a
/// game; or the exact outcomes from the tables.
///
/// All replies to the roll that was played have been evaluated, so the pruning loss at that roll is
/// known. It estimates the mean loss over all rolls, because rolls are fair.
fn mean_over_rolls(evaluator: &mut Evaluator, turn: &Turn, roll_was_fair: bool) -> Outcomes {
    if let Some(exact) = turn.exact {
        return exact;
    }
    let (mut mean, mut kept) = (Outcomes::default(), Outcomes::default());
    let rolls = evaluator.game().rolls();
    for (reply, dice) in evaluator.replies(&turn.position).into_iter().zip(rolls) {
        mean.add(reply, dice.probability() as f32);
        if *dice == turn.dice {
            kept = reply;
        }
    }
    if roll_was_fair {
        for ((mean, best), kept) in mean.0.iter_mut().zip(turn.best.0).zip(kept.0) {
            *mean += best - kept;
        }
    }
    mean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rival_is_nearly_as_good_as_the_best() {
        let outcomes = |win: f32| Outcomes([win, 0.0, 0.0, 1.0 - win, 0.0, 0.0]);
        let after = [0.5, 0.4, 0.42, 0.41, 0.44].map(outcomes);
        let mut rng = game_rng(1, 1);
        let drawn: Vec<usize> = (0..50).filter_map(|_| rival(&after, 1, &mut rng)).collect();
        assert_eq!(drawn.len(), 50);
        assert!([2, 3].iter().all(|play| drawn.contains(play)));
        assert!(drawn.iter().all(|play| [2, 3].contains(play)));
        assert_eq!(rival(&after[..2], 1, &mut rng), None);
    }

    #[test]
    fn every_game_can_be_played_by_itself() {
        for game in Game::ALL {
            let recipe = crate::Recipe::shipped("quick", game).expect("a recipe");
            let mut settings = recipe.stages[0].game_settings();
            settings.exploration.random_plays = 0.2;
            let network = sheshbesh_weights::network(game).expect("a relative's network");
            let evaluator = make_evaluator(network, &settings, None).for_game(game).expect("kin");
            let games = Games { evaluator: &evaluator, game, settings, seed: 1, first: 0, end: 4 };
            let samples = games.play();
            assert!(samples.len() > 40, "{game}: {}", samples.len());
        }
    }

    #[test]
    fn positions_that_are_disputed_are_labelled_a_ply_deeper() {
        let recipe = crate::Recipe::shipped("full", Game::Backgammon).expect("a recipe");
        let mut settings = recipe.stages.last().expect("a stage").game_settings();
        settings.exploration = Default::default();
        let mut taught = |deeper_from| {
            settings.targets = Targets::ExpectedReturn { lambda: 0.0, deeper_from };
            let evaluator = make_evaluator(sheshbesh_weights::shipped(), &settings, None);
            let game = Game::Backgammon;
            let games = Games { evaluator: &evaluator, game, settings, seed: 1, first: 0, end: 1 };
            (games.play(), evaluator)
        };
        let ((plain, mut judge), (all, _), (some, _)) =
            (taught(None), taught(Some(0.0)), taught(Some(0.02)));
        let mut deep = |sample: &Sample| judge.evaluate(&sample.position, Depth::THREE).outcomes;
        let mut counts = [0; 2];
        for ((plain, all), some) in plain.iter().zip(&all).zip(&some) {
            counts[usize::from(all.target == deep(plain))] += 1;
            assert!(some.target == plain.target || some.target == all.target);
        }
        // Only the first position of a game has no deeper label.
        assert!(counts[0] == 1 && counts[1] > 20, "{counts:?}");
        let disputed = some.iter().zip(&plain).filter(|(some, plain)| some != plain).count();
        assert!((1..counts[1] / 2).contains(&disputed), "{disputed} of {counts:?}");
    }

    #[test]
    fn what_the_tables_know_is_what_is_taught() {
        let recipe = crate::Recipe::shipped("full", Game::Backgammon).expect("a recipe");
        let tables = Arc::new(Tables::in_memory());
        for stage in &recipe.stages {
            let tables = Some(Arc::clone(&tables));
            let settings = stage.game_settings();
            let evaluator = make_evaluator(sheshbesh_weights::shipped(), &settings, tables.clone());
            let game = Game::Backgammon;
            let games = Games { evaluator: &evaluator, game, settings, seed: 1, first: 0, end: 3 };
            let samples = games.play();
            let known = |sample: &Sample| tables.as_ref()?.outcomes(&sample.position);
            let exact: Vec<_> = samples.iter().filter(|s| known(s).is_some()).collect();
            assert!(exact.len() > 5);
            assert!(exact.iter().all(|sample| Some(sample.target) == known(sample)));
        }
    }
}
