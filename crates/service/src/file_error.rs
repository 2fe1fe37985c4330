//! Refusals of uploaded match files.

use crate::reason::Reason;
use sheshbesh_movegen::codes;

/// Reason why an uploaded file is not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum FileError {
    /// The name is empty, too long, or has control characters.
    #[error("the file name must be one line of 1 to {0} bytes")]
    Name(usize),
    /// The file is empty.
    #[error("the file is empty")]
    Empty,
    /// The file has too many games.
    #[error("the file has more than {0} games: split it")]
    TooManyGames(usize),
    /// A reason that applies to one file or match.
    #[error("{name}: {problem}")]
    In {
        /// Name of the file or match.
        name: String,
        /// The reason.
        problem: Reason,
    },
}

codes! {
    FileError {
        Self::Name(most) => "file.name" { most },
        Self::Empty => "file.empty",
        Self::TooManyGames(most) => "file.too-many-games" { most },
        Self::In { name, problem } => "file.in" { name, problem },
    }
}
