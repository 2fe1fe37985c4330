//! Games of the engine against itself, turned into samples.

use crate::{
    back_games,
    recipe::{Exploration, Stage, Targets},
    sample::Sample,
};
use rand::RngExt;
use rayon::prelude::*;
use sheshbesh_arena::random::{GameRng, game_rng, opening_roll, roll};
use sheshbesh_evaluator::{Evaluator, Outcomes};
use sheshbesh_movegen::{Dice, Plays, Position, Variant};

/// Plays games with the weights of `evaluator` and gives their samples in the order of the games,
/// whatever the number of threads. Game `number` has a random stream of its own.
pub(crate) fn play(
    evaluator: &Evaluator,
    stage: &Stage,
    seed: u64,
    games: std::ops::Range<u64>,
) -> Vec<Sample> {
    let per_game: Vec<Vec<Sample>> = games
        .into_par_iter()
        .map_init(
            || SelfPlay { evaluator: evaluator.clone(), plays: Plays::new(), turns: Vec::new() },
            |player, game| player.game(stage, game_rng(seed, game)),
        )
        .collect();
    per_game.concat()
}

/// A turn that was played.
struct Turn {
    /// Before the roll.
    position: Position,
    /// The best play's outcomes, for the player who was on roll.
    best: Outcomes,
    /// Another play was made, so what came later says nothing of this position.
    explored: bool,
}

struct SelfPlay {
    evaluator: Evaluator,
    plays: Plays,
    turns: Vec<Turn>,
}

impl SelfPlay {
    fn game(&mut self, stage: &Stage, mut rng: GameRng) -> Vec<Sample> {
        let end = self.play(&stage.exploration, &mut rng);
        let Some(result) = Outcomes::of_finished(&end) else { return Vec::new() };
        match stage.targets {
            Targets::LambdaReturn { lambda } => lambda_returns(&self.turns, result, lambda),
            Targets::TwoPly { share } => {
                let evaluator = &mut self.evaluator;
                self.turns
                    .iter()
                    .filter(|_| rng.random_bool(share))
                    .map(|turn| Sample {
                        position: turn.position,
                        target: evaluator.search(&turn.position, 2),
                    })
                    .collect()
            }
        }
    }

    /// Plays one game into `self.turns` and gives its last position.
    fn play(&mut self, exploration: &Exploration, rng: &mut GameRng) -> Position {
        self.turns.clear();
        let mut dice: Dice = opening_roll(rng);
        let mut position = if rng.random_bool(exploration.back_games) {
            dice = roll(rng);
            back_games::random(Variant::Backgammon, rng)
        } else {
            Variant::Backgammon.start()
        };
        let random_plays = if rng.random_bool(exploration.random_openings) {
            rng.random_range(0..=exploration.opening_plays) as usize
        } else {
            0
        };
        while position.result().is_none() {
            let results = self.plays.generate_or_pass(&position, dice);
            let (place, after) = self.evaluator.best_of(&position, results);
            let explored = results.len() > 1
                && (self.turns.len() < random_plays || rng.random_bool(exploration.random_plays));
            let next = if explored { rng.random_range(0..results.len()) } else { place };
            self.turns.push(Turn { position, best: after.swapped(), explored: next != place });
            position = results[next];
            dice = roll(rng);
        }
        position
    }
}

/// The forward view of TD(λ): each position is taught (1 − λ) times the verdict on the best
/// play's resulting position plus λ times what that position is taught, and the last one the
/// result (for the player on roll after it). Where another play than the best was made, the
/// verdict alone counts.
fn lambda_returns(turns: &[Turn], result: Outcomes, lambda: f32) -> Vec<Sample> {
    let mut later = result;
    let mut samples: Vec<Sample> = turns
        .iter()
        .rev()
        .map(|turn| {
            let followed = later.swapped();
            let mut target = turn.best;
            if !turn.explored {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn outcomes(win: f32) -> Outcomes {
        Outcomes([win, 0.0, 0.0, 1.0 - win, 0.0, 0.0])
    }

    fn turn(win: f32, explored: bool) -> Turn {
        Turn { position: Variant::Backgammon.start(), best: outcomes(win), explored }
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
