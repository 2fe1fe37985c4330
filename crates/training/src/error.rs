//! Errors of training runs.

use crate::{labels::LabelError, recipe::InvalidRecipe};
use sheshbesh_arena::PlayerError;
use sheshbesh_movegen::Game;
use sheshbesh_network::file::FileError;
use std::path::PathBuf;

/// Error that prevents a run from starting or continuing.
#[derive(Debug, thiserror::Error)]
pub enum TrainingError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The recipe cannot be used.
    #[error(transparent)]
    Recipe(#[from] InvalidRecipe),
    /// The state in a checkpoint does not fit.
    #[error(transparent)]
    State(#[from] InvalidState),
    /// The folder already holds a run.
    #[error("{} already holds a training run: resume it, or choose another folder", .0.display())]
    Occupied(PathBuf),
    /// Another process trains in the folder.
    #[error(
        "another training run is using {}: wait until it ends, or choose another folder",
        .0.display()
    )]
    InUse(PathBuf),
    /// The network to start from does not fit the recipe.
    #[error(transparent)]
    OtherShape(#[from] OtherShape),
    /// The recipe has no stage with this number.
    #[error("no stage {number}: the recipe has {stages}")]
    NoStage {
        /// Number of the stage to begin with, counted from 1.
        number: usize,
        /// Number of stages in the recipe.
        stages: usize,
    },
    /// The network to start from is for a game of another family than the recipe's game.
    #[error("the network to start from is for {learned}, but the recipe is for {game}")]
    OtherGame {
        /// Game of the network.
        learned: Game,
        /// Game of the recipe.
        game: Game,
    },
    /// The network to start from is an ensemble.
    #[error("cannot start from an ensemble of {0} networks: start from one of its members")]
    Ensemble(usize),
    /// A stage of the recipe needs a teacher, and none is given.
    #[error("stage {0:?} of the recipe learns from a teacher: name the teacher's weights file")]
    NoTeacher(String),
    /// A teacher is given, and no stage needs one.
    #[error(
        "no stage of the recipe learns from a teacher: set `teacher = true` or the targets \
         \"distillation\" in a stage"
    )]
    IdleTeacher,
    /// The teacher cannot evaluate the recipe's game.
    #[error("the teacher is for {learned}, but the recipe is for {game}")]
    OtherTeacher {
        /// Game of the teacher.
        learned: Game,
        /// Game of the recipe.
        game: Game,
    },
    /// The teacher in the folder is not the one that the run began with.
    #[error("{} is not the teacher of this run", .0.display())]
    ChangedTeacher(PathBuf),
    /// Labels cannot be used.
    #[error(transparent)]
    Labels(#[from] LabelError),
    /// A stage of the recipe learns from labels, and none are given.
    #[error("stage {0:?} of the recipe learns from labels: name the label folders")]
    NoLabels(String),
    /// Labels are given, and no stage learns from them.
    #[error("no stage of the recipe learns from labels: set the targets \"labels\" in a stage")]
    IdleLabels,
    /// The labels are for another game.
    #[error("the labels are for {labelled}, but the recipe is for {game}")]
    OtherLabels {
        /// Game of the labels.
        labelled: Game,
        /// Game of the recipe.
        game: Game,
    },
    /// The label folders have different numbers of games per shard.
    #[error("the label folders have different numbers of games per shard: give one of them")]
    UnevenShards,
    /// A number of games in the recipe is not a multiple of the games per shard.
    #[error(
        "{field} of stage {stage:?} must be a multiple of {shard_games}, the games of a label \
         shard"
    )]
    PartOfShard {
        /// Name of the stage.
        stage: String,
        /// Field of the stage.
        field: &'static str,
        /// Games per shard.
        shard_games: u64,
    },
    /// The folder holds no run to resume.
    #[error("no training run to resume in {}", .0.display())]
    NothingToResume(PathBuf),
    /// The bot for measurements cannot play.
    #[error("cannot measure strength: {0}")]
    Measure(#[from] PlayerError),
    /// A weight has become infinite or NaN.
    #[error(
        "training diverged in stage {stage:?} after {games} games: weights are not finite; use a \
         lower learning_rate"
    )]
    Diverged {
        /// Games of the stage that had been learned by then.
        games: u64,
        /// Name of the stage.
        stage: String,
    },
    /// The learning curve cannot be plotted.
    #[error("cannot draw the learning curve: {0}")]
    Plot(String),
}

/// The learner's state does not fit the recipe or the device, or Burn cannot read it.
#[derive(Debug, thiserror::Error)]
#[error("invalid learner state: {0}")]
pub struct InvalidState(pub(crate) String);

/// A net of the network to start from cannot be brought to the recipe's shape. The field is the
/// name of the net.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the network to start from and the recipe have different {0} nets")]
pub struct OtherShape(pub &'static str);
