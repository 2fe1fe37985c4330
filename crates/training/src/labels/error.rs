//! Errors of label files.

use crate::recipe::InvalidRecipe;
use sheshbesh_movegen::Game;
use sheshbesh_network::file::FileError;
use std::path::PathBuf;

/// Labels cannot be made or read.
#[derive(Debug, thiserror::Error)]
pub enum LabelError {
    /// A file cannot be read or written, or is damaged.
    #[error(transparent)]
    File(#[from] FileError),
    /// The folder is no label folder.
    #[error("{} is not a label folder: it has no {}", .0.display(), super::RECIPE)]
    NoLabels(PathBuf),
    /// The folder has labels of another recipe or network.
    #[error("{} has labels of another {what}: choose another folder", folder.display())]
    Other {
        /// The folder.
        folder: PathBuf,
        /// The part that differs.
        what: &'static str,
    },
    /// The folder's recipe cannot be used.
    #[error("{}: {problem}", path.display())]
    Recipe {
        /// The file.
        path: PathBuf,
        /// The invalid value or syntax error.
        problem: InvalidRecipe,
    },
    /// A shard's header does not match its folder or file name.
    #[error("{} does not belong here: it is {found}", path.display())]
    Mismatched {
        /// The file.
        path: PathBuf,
        /// Description of the header.
        found: String,
    },
    /// A checkpoint cannot store the folder's name.
    #[error("the name of {} is not UTF-8: rename the folder", .0.display())]
    Name(PathBuf),
    /// The folder has no shards.
    #[error("{} has no shards yet: run shesh labels make", .0.display())]
    Empty(PathBuf),
    /// The network is for another game than the recipe.
    #[error("the network is for {learned}, but the labels are for {game}")]
    OtherGame {
        /// The network's game.
        learned: Game,
        /// The recipe's game.
        game: Game,
    },
}
