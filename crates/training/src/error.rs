//! Why a run cannot begin or go on.

use crate::{labels::LabelError, recipe::InvalidRecipe};
use sheshbesh_arena::PlayerError;
use sheshbesh_movegen::Game;
use sheshbesh_network::file::FileError;
use std::path::PathBuf;

/// Why a run cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum TrainingError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The recipe cannot be used.
    #[error(transparent)]
    Recipe(#[from] InvalidRecipe),
    /// A checkpoint does not fit.
    #[error(transparent)]
    State(#[from] InvalidState),
    /// There is a run already.
    #[error("{} holds a training run already: resume it, or choose another folder", .0.display())]
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
    /// The recipe has no stage of the number to begin with.
    #[error("there is no stage {number}: the recipe has {stages}")]
    NoStage {
        /// The one to begin with, counted from 1.
        number: usize,
        /// How many it has.
        stages: usize,
    },
    /// The network to start from plays by rules that have nothing in common with the recipe's game.
    #[error("the network to start from learned {learned}, and the recipe's game is {game}")]
    OtherGame {
        /// What it has learned.
        learned: Game,
        /// What is to be learned.
        game: Game,
    },
    /// The network to start from is an ensemble.
    #[error(
        "the network to start from is an ensemble of {0} networks, and one is taught: start from one \
         of its members"
    )]
    Ensemble(usize),
    /// A stage of the recipe needs a teacher, and none is given.
    #[error("stage {0:?} of the recipe learns from a teacher: name the teacher's weights file")]
    NoTeacher(String),
    /// A teacher is given, and no stage needs one.
    #[error(
        "no stage of the recipe learns from a teacher: give stages `teacher = true`, or the targets \
         \"distillation\""
    )]
    IdleTeacher,
    /// The teacher does not judge the recipe's game.
    #[error("the teacher judges {learned}, and the recipe's game is {game}")]
    OtherTeacher {
        /// The game that the teacher judges.
        learned: Game,
        /// The game that is to be learned.
        game: Game,
    },
    /// The teacher in the folder is not the one that the run began with.
    #[error("{} is not the teacher that the run began with", .0.display())]
    ChangedTeacher(PathBuf),
    /// Labels cannot be used.
    #[error(transparent)]
    Labels(#[from] LabelError),
    /// A stage of the recipe learns from labels, and none are given.
    #[error("stage {0:?} of the recipe learns from labels: name the folders that have them")]
    NoLabels(String),
    /// Labels are given, and no stage learns from them.
    #[error("no stage of the recipe learns from labels: give one the targets \"labels\"")]
    IdleLabels,
    /// The labels are of another game.
    #[error("the labels are of {labelled}, and the recipe's game is {game}")]
    OtherLabels {
        /// The labels' game.
        labelled: Game,
        /// The game that is to be learned.
        game: Game,
    },
    /// The folders of labels have shards of different numbers of games.
    #[error("the folders of labels have shards of different numbers of games: give one of them")]
    UnevenShards,
    /// A batch would take a part of a shard of labels.
    #[error(
        "{field} of stage {stage:?} must be a multiple of {shard_games}, the games of a shard of labels"
    )]
    PartOfShard {
        /// The stage.
        stage: String,
        /// What of it.
        field: &'static str,
        /// Games of a shard.
        shard_games: u64,
    },
    /// There is nothing to resume.
    #[error("{} holds no training run to resume", .0.display())]
    NothingToResume(PathBuf),
    /// The bot to measure against cannot play.
    #[error("strength cannot be measured: {0}")]
    Measure(#[from] PlayerError),
    /// Weights have grown beyond all numbers.
    #[error(
        "training diverged in stage {stage:?}, after {games} of its games: weights are no numbers \
         any more; its learning_rate is too high"
    )]
    Diverged {
        /// Games of the stage that had been learned.
        games: u64,
        /// Its name.
        stage: String,
    },
    /// The picture cannot be drawn.
    #[error("the learning curve cannot be drawn: {0}")]
    Plot(String),
}

/// The learner's state does not fit the recipe or the device, or cannot be read by Burn.
#[derive(Debug, thiserror::Error)]
#[error("the learner's state does not fit: {0}")]
pub struct InvalidState(pub(crate) String);

/// The network to start from has a net, named here, that cannot be brought to the recipe's shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the network to start from has another {0} net than the recipe")]
pub struct OtherShape(pub &'static str);
