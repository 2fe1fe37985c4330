//! The stages of a recipe.

use super::{Exploration, GameSettings, InvalidRecipe, NetworkSpec, Targets, check, is_default};
use serde::{Deserialize, Serialize};
use sheshbesh_network::Shape;

/// A part of a run with settings of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// Its name in progress and curve.
    pub name: String,
    /// Self-play games.
    pub games: u64,
    /// Whether the networks still do without patterns and buckets, which they get when a stage
    /// begins that says nothing of it. Knowledge that is not a matter of single patterns is learned
    /// faster without them.
    #[serde(default)]
    pub plain: bool,
    /// Games that are played with one snapshot of the weights.
    pub batch_games: u64,
    /// Games from one measurement of strength to the next.
    pub measure_every: u64,
    /// What positions are taught.
    pub targets: Targets,
    /// True if the run's teacher plays and judges the games, instead of the current network. In distillation the
    /// teacher always does.
    #[serde(default, skip_serializing_if = "is_default")]
    pub teacher: bool,
    /// Weight μ of the error of differences between siblings, which are positions of one roll: to the cross-entropy
    /// of the k positions of a roll that are taught, μ/(k − 1) Σ ((eᵢ − ē) − (yᵢ − ȳ))² is added, of their
    /// equities e and of those that are taught, y. It is about what decides between plays, and not about what is
    /// wrong of all of them.
    #[serde(default, skip_serializing_if = "is_default")]
    pub differences: f32,
    /// Whether exact tables say what positions without contact are worth once all checkers are
    /// home: to those who play, and to the networks as what they are taught.
    #[serde(default)]
    pub bearoff_tables: bool,
    /// Which play is made now and then instead of the best.
    #[serde(default)]
    pub exploration: Exploration,
    /// How many of a roll's plays the large network judges when a game is played: those that the
    /// pruning network likes best, at most 16, besides those that it does not know, which end
    /// contact. At 0, or where there is no pruning network, all.
    #[serde(default)]
    pub plays_judged: usize,
    /// Positions of one learning step.
    pub minibatch: usize,
    /// Positions that are kept from one batch to the next; each batch learns from as many of them,
    /// drawn at random, as it brings new ones (times `reuse`). Older
    /// recipes say `memory`.
    #[serde(default, alias = "memory")]
    pub replay_buffer: usize,
    /// In how many generations games are played and learned from, or 0 where they are learned as they come. Of a
    /// generation all games are played before any is learned, so that the teacher, which is what the generation
    /// before it has become, stands still; then it learns from the positions of all generations that the
    /// replay buffer has, while the step size falls from its first to its last.
    #[serde(default, skip_serializing_if = "is_default")]
    pub generations: u32,
    /// How often each position is learned from, or with a replay buffer, how many positions are
    /// learned from for each new one. Older recipes say `replays`.
    #[serde(default = "one", alias = "replays")]
    pub reuse: u32,
    /// How weights are changed.
    pub optimiser: Optimiser,
    /// Step size at the start of the stage.
    pub learning_rate: f64,
    /// Step size at its end.
    pub final_learning_rate: f64,
    /// How old the mean of the weights is that plays, teaches and is what the stage gives: a share
    /// of the batches since the stage began, at most a half. At 0 there is no mean, and the weights
    /// do that as they are.
    #[serde(default)]
    pub averaging: f64,
}

const fn one() -> u32 {
    1
}

/// How weights are changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Optimiser {
    /// Adam on the mean gradient of the minibatch.
    Adam,
    /// Plain steps along the sum of the minibatch's gradients, as if it were learned one by one.
    SgdSum,
}

impl Stage {
    pub(super) fn validate(&self, number: usize) -> Result<(), InvalidRecipe> {
        let check = |holds, field: &str, problem| {
            check(holds, &format!("stage {number}: {field}"), problem)
        };
        let is_rate = |rate: f64| rate > 0.0 && rate <= 10.0;
        self.check_bounds(number)?;
        check(is_rate(self.learning_rate), "learning_rate", "must be above 0 and at most 10")?;
        check(
            is_rate(self.final_learning_rate),
            "final_learning_rate",
            "must be above 0 and at most 10",
        )?;
        check((0.0..=0.5).contains(&self.averaging), "averaging", "must be 0 to 0.5")?;
        check((0.0..=100.0).contains(&self.differences), "differences", "must be 0 to 100")?;
        check(
            self.differences == 0.0 || self.targets.have_siblings(),
            "differences",
            "must be 0 where the targets have no siblings, which those of distillation, two-ply-plays and labels do",
        )?;
        check(
            self.differences == 0.0 || self.replay_buffer == 0,
            "replay_buffer",
            "must be 0 where differences are learned: what is drawn from it has no siblings",
        )?;
        if self.targets == Targets::Labels {
            let plays = self.teacher
                || self.bearoff_tables
                || self.exploration != Exploration::default()
                || self.generations > 0
                || self.replay_buffer > 0
                || self.reuse > 1;
            check(
                !plays,
                "targets",
                "labels are made already: leave out teacher, bearoff_tables, exploration, generations, \
                 replay_buffer and reuse",
            )?;
        }
        self.game_settings().validate(&format!("stage {number}: "))
    }

    /// Settings of its self-play games.
    pub const fn game_settings(&self) -> GameSettings {
        let Self { targets, bearoff_tables, exploration, plays_judged, .. } = *self;
        GameSettings { targets, bearoff_tables, exploration, plays_judged }
    }

    /// True if the teacher plays and judges the games.
    pub fn needs_teacher(&self) -> bool {
        self.teacher || self.targets.are_a_teachers()
    }

    /// The shape that a network has in this stage.
    pub fn shape(&self, spec: &NetworkSpec) -> Shape {
        if self.plain { spec.plain_shape() } else { spec.shape() }
    }

    /// How many snapshots of the weights the stage plays with; with a teacher, how many parts its games have.
    pub fn batches(&self) -> u64 {
        self.games.div_ceil(self.batch_games)
    }

    /// Numbers, within the stage, of the first game of a batch and of the one after its last.
    pub fn batch(&self, number: u64) -> (u64, u64) {
        let first = number * self.batch_games;
        (first, (first + self.batch_games).min(self.games))
    }

    /// Step size when a share of the stage's games has been learned: half a cosine from the
    /// first to the last.
    pub fn learning_rate_at(&self, share: f64) -> f64 {
        let high = (1.0 + (std::f64::consts::PI * share.clamp(0.0, 1.0)).cos()) / 2.0;
        self.final_learning_rate + (self.learning_rate - self.final_learning_rate) * high
    }
}
