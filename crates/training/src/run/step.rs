//! Steps of a stage, which play games, learn, or both.

use super::{Order, Run, stage_seed, teacher::Teacher};
use crate::{
    data::{
        Sample,
        self_play::{self, Games},
        shuffled_by_roll,
    },
    error::TrainingError,
    recipe::{GameSettings, Stage, Targets},
};
use rand::seq::SliceRandom;
use sheshbesh_evaluator::Evaluator;
use sheshbesh_movegen::{
    Game,
    random::{GameRng, game_rng},
};
use sheshbesh_network::Network;
use sheshbesh_parallel::{Executor, Meanwhile};
use std::{ops::Range, sync::Arc};

/// A step of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Play and learn a batch of games.
    Learn,
    /// Read and learn the labels of a batch of games.
    LearnLabels,
    /// Play a batch that is learned when its whole generation has been played.
    Play { batch: u64, generation: Range<u64> },
    /// Learn one batch's share of a generation.
    LearnShare { batch: u64, generation: Range<u64> },
}

impl Stage {
    /// Number of steps: one per batch of games, or two with generations, to play and to learn.
    pub(super) fn steps(&self) -> u64 {
        self.batches() * if self.generations > 0 { 2 } else { 1 }
    }

    /// The step with this number; `None` after the last one.
    pub(super) fn step(&self, number: u64) -> Option<Step> {
        if number >= self.steps() {
            return None;
        }
        if self.targets == Targets::Labels {
            return Some(Step::LearnLabels);
        }
        if self.generations == 0 {
            return Some(Step::Learn);
        }
        let count = u64::from(self.generations);
        let first = |generation: u64| self.batches() * generation / count;
        let generations = (0..count).map(|generation| first(generation)..first(generation + 1));
        // Earlier generations have two steps per batch.
        let mut of_number = generations.skip_while(|generation| 2 * generation.end <= number);
        let generation = of_number.next().expect("every step belongs to a generation");
        let batch = number - generation.start;
        Some(if batch < generation.end {
            Step::Play { batch, generation }
        } else {
            let batch = batch + generation.start - generation.end;
            Step::LearnShare { batch, generation }
        })
    }
}

/// Players of a stage's games: the current weights, or the teacher.
struct Players<'a> {
    /// `None` if the teacher plays, since all ranks have it.
    network: Option<Network>,
    evaluator: Evaluator,
    game: Game,
    settings: GameSettings,
    stage: &'a Stage,
    number: usize,
    seed: u64,
}

impl Players<'_> {
    /// Plays a batch of the stage's games on an executor, and runs `meanwhile` at the same time.
    fn play(&self, executor: &Executor, batch: u64, meanwhile: Meanwhile<'_>) -> Vec<Sample> {
        let Self { network, evaluator, game, settings, stage, number, seed } = self;
        let (first, end) = stage.batch(batch);
        Order::send(executor, || Order::play(*number, *seed, (first, end), network.as_ref()));
        let (game, settings, seed) = (*game, *settings, *seed);
        Games { evaluator, game, settings, seed, first, end }.play_among(executor, meanwhile)
    }
}

impl Run {
    /// Performs the next step of a stage.
    pub(super) fn step(&mut self, executor: &Executor, stage: &Stage) -> Result<(), TrainingError> {
        match stage.step(self.batch).expect("the stage has this step") {
            Step::Learn => self.learn_batch(executor, stage),
            Step::LearnLabels => self.learn_labels(stage),
            Step::Play { batch, .. } => self.play_batch(executor, stage, batch),
            Step::LearnShare { batch, generation } => self.learn_share(stage, batch, generation),
        }
    }

    fn players<'a>(&self, stage: &'a Stage) -> Players<'a> {
        let settings = stage.game_settings();
        let tables = stage.bearoff_tables.then(|| Arc::clone(&self.tables));
        let (network, evaluator) = match Teacher::of_stage(self.teacher.as_ref(), stage) {
            Some(teacher) => (None, self_play::make_evaluator(teacher, &settings, tables)),
            None => {
                let network = self.network();
                let evaluator = self_play::make_evaluator(&network, &settings, tables);
                (Some(network), evaluator)
            }
        };
        let seed = stage_seed(self.seed, self.stage);
        let (game, number) = (self.recipe.game, self.stage);
        Players { network, evaluator, game, settings, stage, number, seed }
    }

    /// Learns the pending batch. Meanwhile the weights from before that batch play the next one.
    fn learn_batch(&mut self, executor: &Executor, stage: &Stage) -> Result<(), TrainingError> {
        let players = self.players(stage);
        let seed = players.seed;
        let mut samples = match self.pending.take() {
            Some(samples) => samples,
            None => players.play(executor, self.batch, &mut || {}),
        };
        self.replay_buffer.add(&samples, stage.replay_buffer)?;
        let learning_rate = rate(stage, self.batch, 0..stage.batches());
        let next = self.batch + 1;
        let (learners, buffer) = (&mut self.learners, &self.replay_buffer);
        let learned = samples.len();
        let mut learn = || {
            for time in 0..stage.reuse {
                let mut rng = game_rng(!seed, next * u64::from(stage.reuse) + u64::from(time));
                if stage.replay_buffer > 0 {
                    samples = buffer.draw(learned, &mut rng);
                } else {
                    shuffle(&mut samples, stage, &mut rng);
                }
                learners.learn(&samples, stage, learning_rate);
            }
            learners.update_average(stage);
        };
        self.pending = if next < stage.batches() {
            Some(players.play(executor, next, &mut learn))
        } else {
            learn();
            None
        };
        self.learned(stage, self.batch, learned as u64 * u64::from(stage.reuse))
    }

    /// Reads and learns the labels of a batch of games.
    fn learn_labels(&mut self, stage: &Stage) -> Result<(), TrainingError> {
        let labels = self.labels.as_ref().expect("a stage that learns labels has labels");
        let (seed, (first, end)) = (stage_seed(self.seed, self.stage), stage.batch(self.batch));
        let mut samples = labels.read(seed, first, end)?;
        shuffle(&mut samples, stage, &mut game_rng(!seed, self.batch));
        self.learners.learn(&samples, stage, rate(stage, self.batch, 0..stage.batches()));
        self.learners.update_average(stage);
        self.learned(stage, self.batch, samples.len() as u64)
    }

    /// Plays a batch that is learned when its whole generation has been played.
    fn play_batch(
        &mut self,
        executor: &Executor,
        stage: &Stage,
        batch: u64,
    ) -> Result<(), TrainingError> {
        let samples = self.players(stage).play(executor, batch, &mut || {});
        self.replay_buffer.add(&samples, stage.replay_buffer)?;
        self.batch += 1;
        Ok(())
    }

    /// Learns one batch's share of a generation, from samples of all games so far.
    fn learn_share(
        &mut self,
        stage: &Stage,
        batch: u64,
        generation: Range<u64>,
    ) -> Result<(), TrainingError> {
        let all = self.replay_buffer.len() as u64 * u64::from(stage.reuse);
        let batches = generation.end - generation.start;
        let before = |batch: u64| all * (batch - generation.start) / batches;
        let count = before(batch + 1) - before(batch);
        let mut rng = game_rng(!stage_seed(self.seed, self.stage), batch);
        let samples = self.replay_buffer.draw(count as usize, &mut rng);
        let is_last = batch + 1 == generation.end;
        self.learners.learn(&samples, stage, rate(stage, batch, generation));
        self.learners.update_average(stage);
        if is_last && batch + 1 < stage.batches() {
            // The result teaches the next generation. Its optimisers start without earlier
            // gradients.
            self.learners.finish();
            self.learners.begin(stage);
        }
        self.learned(stage, batch, count)
    }

    /// Checks and counts the result of a learning step.
    fn learned(&mut self, stage: &Stage, batch: u64, samples: u64) -> Result<(), TrainingError> {
        let (first, end) = stage.batch(batch);
        // The weights in the last checkpoint are still finite.
        if !self.learners.are_finite() {
            return Err(TrainingError::Diverged { games: end, stage: stage.name.clone() });
        }
        self.batch += 1;
        self.counters.games += end - first;
        self.counters.samples += samples;
        Ok(())
    }
}

/// Shuffles samples, and keeps siblings together if their differences are learned.
fn shuffle(samples: &mut Vec<Sample>, stage: &Stage, rng: &mut GameRng) {
    if stage.differences > 0.0 {
        *samples = shuffled_by_roll(samples, rng);
    } else {
        samples.shuffle(rng);
    }
}

/// Learning rate of a batch. It falls from the stage's first to its last rate over the batches
/// `within`.
fn rate(stage: &Stage, batch: u64, within: Range<u64>) -> f64 {
    let first = |batch: u64| stage.batch(batch).0;
    let games = first(within.end).min(stage.games) - first(within.start);
    stage.learning_rate_at((first(batch) - first(within.start)) as f64 / games as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Recipe;

    fn make_stage(games: u64, generations: u32) -> Stage {
        let mut stage = Recipe::shipped("full", Game::Backgammon).unwrap().stages.pop().unwrap();
        (stage.games, stage.batch_games, stage.generations) = (games, 10, generations);
        stage
    }

    #[test]
    fn a_generation_is_played_before_it_is_learned() {
        let play = |batch, generation| Some(Step::Play { batch, generation });
        let learn = |batch, generation| Some(Step::LearnShare { batch, generation });
        let stage = make_stage(45, 2);
        let steps: Vec<_> = (0..=10).map(|number| stage.step(number)).collect();
        let want = [
            play(0, 0..2),
            play(1, 0..2),
            learn(0, 0..2),
            learn(1, 0..2),
            play(2, 2..5),
            play(3, 2..5),
            play(4, 2..5),
            learn(2, 2..5),
            learn(3, 2..5),
            learn(4, 2..5),
            None,
        ];
        assert_eq!(steps, want);
        assert_eq!(make_stage(45, 0).step(3), Some(Step::Learn));
        assert_eq!(make_stage(45, 0).step(5), None);
    }

    #[test]
    fn the_rate_falls_in_each_generation() {
        let stage = make_stage(45, 2);
        for generation in [0..2, 2..5] {
            let rates: Vec<f64> =
                generation.clone().map(|batch| rate(&stage, batch, generation.clone())).collect();
            assert_eq!(rates[0], stage.learning_rate);
            assert!(rates.is_sorted_by(|a, b| a > b), "{rates:?}");
        }
        // Without generations, the rate depends on the games of the stage.
        assert_eq!(rate(&stage, 4, 0..5), stage.learning_rate_at(40.0 / 45.0));
    }
}
