//! A step of a stage: games are played, learned, or both.

use super::{Order, Run, stage_seed};
use crate::{
    data::{
        Sample,
        self_play::{self, Games},
    },
    error::TrainingError,
    recipe::Stage,
};
use rand::seq::SliceRandom;
use sheshbesh_evaluator::{
    Evaluator,
    crew::{Crew, Meanwhile},
};
use sheshbesh_movegen::{Game, random::game_rng};
use sheshbesh_network::Network;
use std::sync::Arc;

impl Stage {
    /// How many steps it has: one for each batch of games, and where what they taught is learned
    /// afterwards, as many for that.
    pub(super) fn steps(&self) -> u64 {
        self.batches() * if self.learn_afterwards { 2 } else { 1 }
    }
}

/// The weights as they are at a time, playing the games of a stage.
struct Players<'a> {
    network: Network,
    evaluator: Evaluator,
    game: Game,
    stage: &'a Stage,
    number: usize,
    seed: u64,
}

impl Players<'_> {
    /// Plays a batch of the stage's games among a crew, while something else is done.
    fn play(&self, crew: &dyn Crew, batch: u64, meanwhile: Meanwhile<'_>) -> Vec<Sample> {
        let Self { network, evaluator, game, stage, number, seed } = self;
        let (first, end) = stage.batch(batch);
        Order::tell(crew, || Order::play(*number, *seed, (first, end), network));
        Games { evaluator, game: *game, stage, seed: *seed, first, end }.play_among(crew, meanwhile)
    }
}

impl Run {
    /// Makes the next step of a stage.
    pub(super) fn step(&mut self, crew: &dyn Crew, stage: &Stage) -> Result<(), TrainingError> {
        if !stage.learn_afterwards {
            self.learn_batch(crew, stage)
        } else if self.batch < stage.batches() {
            self.play_batch(crew, stage)
        } else {
            self.learn_share(stage)
        }
    }

    fn players<'a>(&self, stage: &'a Stage) -> Players<'a> {
        let tables = stage.bearoff_tables.then(|| Arc::clone(&self.tables));
        let network = self.network();
        let evaluator = self_play::evaluator(&network, stage, tables);
        let seed = stage_seed(self.seed, self.stage);
        Players { network, evaluator, game: self.recipe.game, stage, number: self.stage, seed }
    }

    /// Learns the pending batch while the next one is played with the weights before it.
    fn learn_batch(&mut self, crew: &dyn Crew, stage: &Stage) -> Result<(), TrainingError> {
        let players = self.players(stage);
        let seed = players.seed;
        let mut samples = match self.pending.take() {
            Some(samples) => samples,
            None => players.play(crew, self.batch, &mut || {}),
        };
        self.replay_buffer.add(&samples, stage.replay_buffer)?;
        let learning_rate = rate(stage, self.batch);
        let next = self.batch + 1;
        let (learners, buffer) = (&mut self.learners, &self.replay_buffer);
        let learned = samples.len();
        let mut learn = || {
            for time in 0..stage.reuse {
                let mut rng = game_rng(!seed, next * u64::from(stage.reuse) + u64::from(time));
                if stage.replay_buffer > 0 {
                    samples = buffer.draw(learned, &mut rng);
                } else {
                    samples.shuffle(&mut rng);
                }
                learners.learn(&samples, stage, learning_rate);
            }
            learners.update_average(stage);
        };
        self.pending = match next < stage.batches() {
            true => Some(players.play(crew, next, &mut learn)),
            false => {
                learn();
                None
            }
        };
        self.learned(stage, self.batch, learned as u64 * u64::from(stage.reuse))
    }

    /// Plays a batch that is learned when all are played.
    fn play_batch(&mut self, crew: &dyn Crew, stage: &Stage) -> Result<(), TrainingError> {
        let samples = self.players(stage).play(crew, self.batch, &mut || {});
        self.replay_buffer.add(&samples, stage.replay_buffer)?;
        self.batch += 1;
        Ok(())
    }

    /// Learns from as many samples of all games as one batch's share is.
    fn learn_share(&mut self, stage: &Stage) -> Result<(), TrainingError> {
        let batch = self.batch - stage.batches();
        let all = self.replay_buffer.len() as u64 * u64::from(stage.reuse);
        let before = |batch: u64| all * batch / stage.batches();
        let count = before(batch + 1) - before(batch);
        let mut rng = game_rng(!stage_seed(self.seed, self.stage), batch);
        let samples = self.replay_buffer.draw(count as usize, &mut rng);
        self.learners.learn(&samples, stage, rate(stage, batch));
        self.learners.update_average(stage);
        self.learned(stage, batch, count)
    }

    /// Counts what a step has learned, of games or a share of them.
    fn learned(&mut self, stage: &Stage, batch: u64, samples: u64) -> Result<(), TrainingError> {
        let (first, end) = stage.batch(batch);
        // The last checkpoint holds weights that are still numbers.
        if !self.learners.are_finite() {
            return Err(TrainingError::Diverged { games: end, stage: stage.name.clone() });
        }
        self.batch += 1;
        self.counters.games += end - first;
        self.counters.samples += samples;
        Ok(())
    }
}

/// Step size for a batch.
fn rate(stage: &Stage, batch: u64) -> f64 {
    stage.learning_rate_at(stage.batch(batch).0 as f64 / stage.games as f64)
}
