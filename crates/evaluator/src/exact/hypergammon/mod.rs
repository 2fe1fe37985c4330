//! Hypergammon, solved: three checkers a side, otherwise the rules of backgammon.
//!
//! It has only C(28, 3)² = 10.7 million positions, but hit checkers go back, so their values depend
//! on one another in cycles. Hugh Sconyers solved it in the 1990s by value iteration: sweeps over
//! all positions improve the values until a sweep changes nothing.
//!
//! - [`Solver`] runs the sweeps, and can be stopped and resumed; the module `bellman` defines
//!   the values.
//! - [`HypergammonTable`] is the result, in a file: outcomes of cubeless money play, and money equities for
//!   each cube owner. [`HypergammonTable::decisions`] gives the cube decisions.
//!
//! [`MatchSolver`] solves the game at match scores, with the cube: exact match equities.
//!
//! The same works for one or two checkers a side, which takes seconds and is compared with the
//! numbers of other programs.

mod acceleration;
mod bellman;
mod checkpoint;
mod files;
mod fixed;
mod heavy_ball;
mod lanes;
mod match_solver;
mod match_states;
mod moves;
mod placement;
#[cfg(test)]
mod reference_solver;
mod solver;
mod table;
#[cfg(test)]
mod tests;
mod values;

pub use files::Files;
pub use match_solver::MatchSolver;
pub use match_states::{Score, Scores};
pub use solver::{Solver, TOLERANCE};
pub use table::{Exact, HypergammonTable};

/// Checkers a side in the standard game.
pub const CHECKERS: u8 = sheshbesh_movegen::Game::Hypergammon.checkers();
