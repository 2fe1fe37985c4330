//! Input sets for games with hits and contact, such as backgammon.

mod batch;
mod batch_features;
mod entry;
mod v1;
mod v2;

pub(crate) use batch_features::SideBySide;
pub use v1::Structural1;
pub(super) use v1::{BOARD, HOME_BOARD, Hits, OPPOSING_HOME, ROLLS, highest, mirrored};
pub use v2::Structural2;
