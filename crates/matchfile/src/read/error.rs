//! Errors of the readers of binary formats.

/// The reason that a file is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FormatError {
    /// The file names an unknown game.
    Game(String),
    /// The file is damaged.
    Damaged(String),
}
