//! Stages of a recipe.

use super::{Exploration, GameSettings, InvalidRecipe, NetworkSpec, Targets, check, is_default};
use serde::{Deserialize, Serialize};
use sheshbesh_network::Shape;
use sheshbesh_network::maths;

/// A part of a run with its own settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// Name in progress output and in the learning curve.
    pub name: String,
    /// Self-play games, 1 to 10¹². With the targets `labels`, the number of labelled games.
    pub games: u64,
    /// True for a plain stage, in which networks have no patterns and buckets; false by default.
    /// Plain stages come before all others. The first stage that is not plain adds patterns and
    /// buckets. Knowledge that does not depend on single patterns is learned faster without them.
    #[serde(default)]
    pub plain: bool,
    /// Games of a batch, played with one snapshot of the weights: 1 to 100,000, or 1 to 5,000 with
    /// the targets `distillation`.
    pub batch_games: u64,
    /// Games between two strength measurements, 1 to 10¹². Early in a run, strength is measured
    /// more often.
    pub measure_every: u64,
    /// Targets of the positions.
    pub targets: Targets,
    /// True if the run's teacher plays and evaluates the games instead of the current network;
    /// false by default. With the targets `distillation` the teacher always does.
    #[serde(default, skip_serializing_if = "is_default")]
    pub teacher: bool,
    /// Weight μ of the loss of differences between siblings (results of one roll), 0 to 100; 0 by
    /// default. For the k learned positions of a roll, with predicted equities e and target
    /// equities y, μ/(k − 1) Σ ((eᵢ − ē) − (yᵢ − ȳ))² is added to the cross-entropy. It measures
    /// errors that decide between plays, and ignores an error that all siblings share. It requires
    /// targets with siblings, softmax outputs and no replay buffer.
    #[serde(default, skip_serializing_if = "is_default")]
    pub differences: f32,
    /// True to use exact bearoff tables for positions without contact once all checkers are home;
    /// false by default. The tables then replace the network when games are played, and provide the
    /// targets.
    #[serde(default)]
    pub bearoff_tables: bool,
    /// Exploration: deviations from the best play; none by default.
    #[serde(default)]
    pub exploration: Exploration,
    /// Maximum plays of a roll that the large network evaluates in self-play, 0 to 16; 0 (the
    /// default) evaluates all. The pruning network selects them. Plays that end contact are
    /// evaluated in addition, since the pruning network does not know them. Without a pruning
    /// network, all plays are evaluated. Targets other than `lambda-return` require 0.
    #[serde(default)]
    pub plays_judged: usize,
    /// Positions per minibatch, 1 to 1,048,576.
    pub minibatch: usize,
    /// Capacity of the replay buffer in positions, 0 to 50,000,000; 0 (the default) disables it.
    /// The buffer keeps positions across batches. For each new position, `reuse` positions are
    /// drawn from it at random and learned. Older recipes call this field `memory`.
    #[serde(default, alias = "memory")]
    pub replay_buffer: usize,
    /// Number of generations; 0 (the default) learns from games as they are played. A generation
    /// first plays all its games with fixed weights, the result of the previous generation. Then it
    /// learns from the positions of all generations in the replay buffer, while the learning rate
    /// falls from its first to its last value. Generations require a replay buffer, and at least as
    /// many batches.
    #[serde(default, skip_serializing_if = "is_default")]
    pub generations: u32,
    /// Number of times that each position is learned, 1 to 100; 1 by default. With a replay buffer,
    /// the number of positions drawn for each new position. Older recipes call this field
    /// `replays`.
    #[serde(default = "one", alias = "replays")]
    pub reuse: u32,
    /// Optimiser of the weights.
    pub optimiser: Optimiser,
    /// Learning rate at the start of the stage, above 0 and at most 10.
    pub learning_rate: f64,
    /// Learning rate at the end of the stage, above 0 and at most 10.
    pub final_learning_rate: f64,
    /// Mean age of the averaged weights, as a fraction of the batches since the stage began: 0 to
    /// 0.5. The averaged weights play, provide the targets and are the result of the stage. 0 (the
    /// default) disables averaging.
    #[serde(default)]
    pub averaging: f64,
}

const fn one() -> u32 {
    1
}

/// Optimiser of the weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Optimiser {
    /// Adam on the mean gradient of the minibatch.
    Adam,
    /// Stochastic gradient descent along the sum of the minibatch's gradients. Each position moves
    /// the weights as far as if it were learned alone.
    SgdSum,
}

impl Stage {
    pub(super) fn validate(&self, number: usize) -> Result<(), InvalidRecipe> {
        let check_field = |holds, field: &str, problem| {
            check(holds, &format!("stage {number}: {field}"), problem)
        };
        let is_rate = |rate: f64| rate > 0.0 && rate <= 10.0;
        self.check_bounds(number)?;
        check_field(
            is_rate(self.learning_rate),
            "learning_rate",
            "must be above 0 and at most 10",
        )?;
        check_field(
            is_rate(self.final_learning_rate),
            "final_learning_rate",
            "must be above 0 and at most 10",
        )?;
        check_field((0.0..=0.5).contains(&self.averaging), "averaging", "must be 0 to 0.5")?;
        check_field((0.0..=100.0).contains(&self.differences), "differences", "must be 0 to 100")?;
        check_field(
            self.differences == 0.0 || self.targets.have_siblings(),
            "differences",
            "must be 0 unless the targets are distillation, two-ply-plays or labels",
        )?;
        check_field(
            self.differences == 0.0 || self.replay_buffer == 0,
            "replay_buffer",
            "must be 0 if differences are learned: positions drawn from it have no siblings",
        )?;
        if self.targets == Targets::Labels {
            let plays = self.teacher
                || self.bearoff_tables
                || self.exploration != Exploration::default()
                || self.generations > 0
                || self.replay_buffer > 0
                || self.reuse > 1;
            check_field(
                !plays,
                "targets",
                "labels cannot be combined with teacher, bearoff_tables, exploration, generations, \
                 replay_buffer or reuse",
            )?;
        }
        self.game_settings().validate(&format!("stage {number}: "))
    }

    /// Settings of the self-play games.
    pub const fn game_settings(&self) -> GameSettings {
        let Self { targets, bearoff_tables, exploration, plays_judged, .. } = *self;
        GameSettings { targets, bearoff_tables, exploration, plays_judged, play_ply: 1 }
    }

    /// True if the teacher plays and evaluates the games.
    pub fn needs_teacher(&self) -> bool {
        self.teacher || self.targets.are_a_teachers()
    }

    /// Shape of a network in this stage.
    pub fn shape(&self, spec: &NetworkSpec) -> Shape {
        if self.plain { spec.plain_shape() } else { spec.shape() }
    }

    /// Number of batches. A batch is played with one snapshot of the weights, or by the teacher.
    pub fn batches(&self) -> u64 {
        self.games.div_ceil(self.batch_games)
    }

    /// Game numbers of a batch within the stage: the first, and the one after the last.
    pub fn batch(&self, number: u64) -> (u64, u64) {
        let first = number * self.batch_games;
        (first, (first + self.batch_games).min(self.games))
    }

    /// Learning rate after a fraction of the stage's games has been learned: half a cosine from the
    /// first to the last rate.
    pub fn learning_rate_at(&self, share: f64) -> f64 {
        let high = (1.0 + maths::cos(std::f64::consts::PI * share.clamp(0.0, 1.0))) / 2.0;
        self.final_learning_rate + (self.learning_rate - self.final_learning_rate) * high
    }
}
