//! Hypergammon, solved: three checkers a side, everything else as in backgammon.
//!
//! Its positions are few, C(28, 3)² = 10.7 million, but a checker that is hit goes back, so what
//! they are worth depends on one another in circles. Hugh Sconyers solved it so in the 1990s: what
//! is known of all positions is improved, sweep by sweep, until a sweep changes nothing any more.
//!
//! - [`Solver`] does that, and can be stopped and go on; `recurrence` says what follows from what.
//! - [`Table`] is what it finds, in a file: outcomes of cubeless money play, and money equities for
//!   each place of the cube. [`Table::decisions`] says what to do with it.
//!
//! The same is done for one or two checkers a side, which takes seconds and is compared with other
//! programs' numbers.

mod checkpoint;
mod files;
mod fixed;
#[cfg(test)]
mod letter;
mod momentum;
mod moves;
mod placement;
mod recurrence;
mod solver;
mod table;
#[cfg(test)]
mod tests;
mod values;

pub use files::Files;
pub use solver::{Solver, TOLERANCE};
pub use table::{Exact, Table};

/// Checkers a side in the game that people play.
pub const CHECKERS: u8 = sheshbesh_movegen::Game::Hypergammon.checkers();
