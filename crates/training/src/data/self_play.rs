//! Games of the engine against itself, turned into samples.

use super::{
    back_games::{self, Seeker},
    sample::Sample,
};
use crate::recipe::{Exploration, Stage, Targets};
use rand::RngExt;
use rayon::prelude::*;
use sheshbesh_evaluator::{Depth, Evaluator, FilterName, Settings, bearoff::Tables};
use sheshbesh_movegen::{
    Dice, Game, Plays, Position,
    random::{GameRng, first_roll, game_rng, roll},
};
use sheshbesh_network::{Network, Outcomes};
use std::sync::Arc;

/// Prepares a network to play, with the filter that its targets want. Positions that the tables
/// know, where there are some, are taught what these say.
pub fn evaluator(network: &Network, targets: Targets, tables: Option<Arc<Tables>>) -> Evaluator {
    let filter = match targets {
        // What pruning loses is made good, see `mean_over_rolls`.
        Targets::ExpectedReturn { .. } => FilterName::Narrow,
        // A narrow search of the replies would make the targets too low.
        Targets::LambdaReturn { .. } | Targets::TwoPly { .. } => FilterName::Wide,
    };
    Evaluator::new(network, Settings { filter: filter.filter(), tables, ..Settings::default() })
}

/// Plays games of one kind with the weights of `evaluator` and gives their samples in the order of the games,
/// whatever the number of threads. Game `number` has a random stream of its own.
pub fn play(
    evaluator: &Evaluator,
    game: Game,
    stage: &Stage,
    seed: u64,
    games: std::ops::Range<u64>,
) -> Vec<Sample> {
    let per_game: Vec<Vec<Sample>> = games
        .into_par_iter()
        .map_init(
            || SelfPlay {
                evaluator: evaluator.clone(),
                plays: Plays::new(game),
                turns: Vec::new(),
            },
            |player, number| player.game(stage, game_rng(seed, number)),
        )
        .collect();
    per_game.concat()
}

/// A turn that was played.
struct Turn {
    /// Before the roll.
    position: Position,
    dice: Dice,
    /// The best play's outcomes, for the player who was on roll.
    best: Outcomes,
    /// Another play was made, so what came later says nothing of this position.
    explored: bool,
    /// What the tables know of the position.
    exact: Option<Outcomes>,
}

impl Turn {
    /// Whether the position is taught anything that came later in the game.
    fn looks_on(&self) -> bool {
        self.exact.is_none() && !self.explored
    }
}

struct SelfPlay {
    evaluator: Evaluator,
    plays: Plays,
    turns: Vec<Turn>,
}

impl SelfPlay {
    fn game(&mut self, stage: &Stage, mut rng: GameRng) -> Vec<Sample> {
        let end = self.play(&stage.exploration, &mut rng);
        let Some(result) = Outcomes::of_finished(self.plays.game(), &end) else {
            return Vec::new();
        };
        match stage.targets {
            Targets::LambdaReturn { lambda } => lambda_returns(&self.turns, result, lambda),
            Targets::ExpectedReturn { lambda } => {
                let evaluator = &mut self.evaluator;
                let means: Vec<Outcomes> = self
                    .turns
                    .iter()
                    .enumerate()
                    // The first roll of a game is no double, so it says nothing of all rolls.
                    .map(|(number, turn)| mean_over_rolls(evaluator, turn, number > 0))
                    .collect();
                expected_returns(&self.turns, &means, lambda)
            }
            Targets::TwoPly { share } => {
                let evaluator = &mut self.evaluator;
                self.turns
                    .iter()
                    .filter(|_| rng.random_bool(share))
                    .map(|turn| Sample {
                        position: turn.position,
                        target: evaluator.evaluate(&turn.position, Depth::TWO).outcomes,
                    })
                    .collect()
            }
        }
    }

    /// Plays one game into `self.turns` and gives its last position.
    fn play(&mut self, exploration: &Exploration, rng: &mut GameRng) -> Position {
        self.turns.clear();
        let game = self.plays.game();
        let mut dice: Dice = first_roll(game, rng);
        let mut position = if rng.random_bool(exploration.back_games) {
            dice = roll(rng);
            back_games::random(game, rng)
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
        while game.end(&position, None).is_none() {
            let turn = self.turns.len();
            // From then on the game is played as well as it can be, and what comes of it counts.
            seeker = seeker.filter(|seeker| !seeker.is_there(turn, position.own()));
            let results = self.plays.generate_or_pass(&position, dice);
            let after = self.evaluator.evaluate_batch(&position.swapped(), results);
            let best = Outcomes::lowest(after);
            let best_outcomes = after[best].swapped();
            let is_random = turn < random_plays || rng.random_bool(exploration.random_plays);
            let next = if is_random {
                rng.random_range(0..results.len())
            } else if let Some(seeker) = seeker.as_ref().filter(|seeker| seeker.has_turn(turn)) {
                seeker.choose(results, after)
            } else {
                best
            };
            let exact = self.evaluator.settings().tables.as_ref();
            let exact = exact.and_then(|tables| tables.outcomes(&position));
            let explored = next != best;
            self.turns.push(Turn { position, dice, best: best_outcomes, explored, exact });
            position = results[next];
            dice = roll(rng);
        }
        position
    }
}

/// The forward view of TD(λ): each position is taught (1 − λ) times the verdict on the best
/// play's resulting position plus λ times what that position is taught, and the last one the
/// result (for the player on roll after it). Where another play than the best was made, the
/// verdict alone counts, and what the tables know is taught as it is.
fn lambda_returns(turns: &[Turn], result: Outcomes, lambda: f32) -> Vec<Sample> {
    let mut later = result;
    let mut samples: Vec<Sample> = turns
        .iter()
        .rev()
        .map(|turn| {
            let followed = later.swapped();
            let mut target = turn.exact.unwrap_or(turn.best);
            if turn.looks_on() {
                for (t, f) in target.0.iter_mut().zip(followed.0) {
                    *t += lambda * (f - *t);
                }
            }
            later = target;
            Sample { position: turn.position, target }
        })
        .collect();
    samples.reverse();
    samples
}

/// The 2-ply verdict on a position without the bias of pruned replies, which adds up in a long
/// game; or what the tables know.
///
/// For the roll that came all replies have been judged, so what pruning lost there is known. It
/// stands for what is lost on average: the rolls that come are fair.
fn mean_over_rolls(evaluator: &mut Evaluator, turn: &Turn, roll_was_fair: bool) -> Outcomes {
    if let Some(exact) = turn.exact {
        return exact;
    }
    let (mut mean, mut kept) = (Outcomes::default(), Outcomes::default());
    for (reply, dice) in evaluator.replies(&turn.position).into_iter().zip(Dice::ALL) {
        mean.add(reply, dice.probability() as f32);
        if dice == turn.dice {
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

/// TD(λ) with the expected error of each step, see [`Targets::ExpectedReturn`]; `means` are the 2-ply verdicts.
///
/// The target of a position is its mean plus λ times what the next position's target has more
/// than the 1-ply verdict on it. At the end of the game there is nothing more. Where another play than the best
/// was made, the mean alone counts, and so it does where the tables know it. Targets add up to one,
/// but noise can take them a little below zero; the gradient of the cross-entropy is right all the
/// same.
fn expected_returns(turns: &[Turn], means: &[Outcomes], lambda: f32) -> Vec<Sample> {
    // Of the next position's target over its 1-ply verdict, for the player on roll there.
    let mut more = Outcomes::default();
    let mut samples: Vec<Sample> = (0..turns.len())
        .rev()
        .map(|number| {
            let turn = &turns[number];
            let mut target = means[number];
            if turn.looks_on() {
                target.add(more.swapped(), lambda);
            }
            // What the play before this one was thought to be worth, seen from here.
            more = match number.checked_sub(1) {
                Some(before) => {
                    let verdict = turns[before].best.swapped().0;
                    Outcomes(std::array::from_fn(|i| target.0[i] - verdict[i]))
                }
                None => Outcomes::default(),
            };
            Sample { position: turn.position, target }
        })
        .collect();
    samples.reverse();
    samples
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcomes(win: f32) -> Outcomes {
        Outcomes([win, 0.0, 0.0, 1.0 - win, 0.0, 0.0])
    }

    fn turn(win: f32, explored: bool) -> Turn {
        let (position, dice) = (Game::Backgammon.start(), Dice::ALL[0]);
        Turn { position, dice, best: outcomes(win), explored, exact: None }
    }

    fn wins(turns: &[Turn], lambda: f32) -> Vec<f32> {
        // The player on roll after the last turn has lost.
        lambda_returns(turns, outcomes(0.0), lambda).iter().map(|s| s.target.0[0]).collect()
    }

    #[test]
    fn lambda_one_teaches_the_result_and_zero_the_next_verdict() {
        let turns = [turn(0.5, false), turn(0.6, false), turn(1.0, false)];
        assert_eq!(wins(&turns, 1.0), [1.0, 0.0, 1.0]);
        assert_eq!(wins(&turns, 0.0), [0.5, 0.6, 1.0]);
    }

    #[test]
    fn expected_returns_add_up_the_errors_of_the_means() {
        let turns = [turn(0.5, false), turn(0.6, false), turn(1.0, false)];
        let means = [0.55, 0.58, 0.9].map(outcomes);
        let wins = |turns: &[Turn], lambda| -> Vec<f32> {
            expected_returns(turns, &means, lambda).iter().map(|s| s.target.0[0]).collect()
        };
        let close = |got: Vec<f32>, want: [f32; 3]| {
            assert!(got.iter().zip(want).all(|(g, w)| (g - w).abs() < 1e-6), "{got:?}");
        };
        close(wins(&turns, 0.0), [0.55, 0.58, 0.9]);
        // The third position was thought to be worth 0.4 to its player, the second 0.5.
        close(wins(&turns, 1.0), [0.55 - (0.58 - 0.5 - 0.5), 0.58 - 0.5, 0.9]);
        close(wins(&turns, 0.5), [0.55 - 0.5 * (0.33 - 0.5), 0.58 - 0.25, 0.9]);
        // After another play than the best nothing later counts.
        let turns = [turn(0.5, false), turn(0.6, true), turn(1.0, false)];
        close(wins(&turns, 1.0), [0.55 - 0.08, 0.58, 0.9]);
    }

    #[test]
    fn what_the_tables_know_is_taught_as_it_is() {
        let mut turns = [turn(0.5, false), turn(0.6, false), turn(1.0, false)];
        turns[1].exact = Some(outcomes(0.7));
        assert_eq!(wins(&turns, 1.0), [1.0 - 0.7, 0.7, 1.0]);
        let means = [0.55, 0.7, 0.9].map(outcomes);
        let samples = expected_returns(&turns, &means, 1.0);
        assert_eq!(samples[1].target, outcomes(0.7));
        // The second position was thought to be worth 0.5.
        assert!((samples[0].target.0[0] - (0.55 - (0.7 - 0.5))).abs() < 1e-6);

        let recipe = crate::Recipe::shipped("full").expect("a recipe");
        let tables = Arc::new(Tables::in_memory());
        for stage in &recipe.stages {
            let tables = Some(Arc::clone(&tables));
            let evaluator = evaluator(sheshbesh_weights::shipped(), stage.targets, tables.clone());
            let samples = play(&evaluator, Game::Backgammon, stage, 1, 0..3);
            let known = |sample: &Sample| tables.as_ref()?.outcomes(&sample.position);
            let exact: Vec<_> = samples.iter().filter(|s| known(s).is_some()).collect();
            assert!(exact.len() > 5);
            assert!(exact.iter().all(|sample| Some(sample.target) == known(sample)));
        }
    }

    #[test]
    fn lambda_between_mixes_and_exploring_cuts() {
        let close = |got: Vec<f32>, want: [f32; 3]| {
            assert!(got.iter().zip(want).all(|(g, w)| (g - w).abs() < 1e-6), "{got:?}");
        };
        // 0.6 and 1 - 1 = 0 by halves are 0.3; 0.5 and 1 - 0.3 by halves 0.6.
        let turns = [turn(0.5, false), turn(0.6, false), turn(1.0, false)];
        close(wins(&turns, 0.5), [0.6, 0.3, 1.0]);
        let turns = [turn(0.5, false), turn(0.6, true), turn(1.0, false)];
        close(wins(&turns, 0.5), [0.45, 0.6, 1.0]);
    }
}
