//! Defaults of questions about one position: the search depth, and whether the cube counts.
//!
//! The commands, the HTTP interface, the C library and the Python package all take their defaults
//! from here, so that they answer the same question alike.

use crate::depth::Depth;
use sheshbesh_movegen::Game;

/// The depth at which `best`, `cube` and `evaluate` judge a position of a game: 3-ply. A game in which
/// that takes more than 0.2 s (median, one thread) would get 2-ply, but none does: `docs/search.md` has
/// the times, and the example `depths` of this crate measures them.
///
/// ```
/// use sheshbesh_evaluator::{Depth, defaults};
/// use sheshbesh_movegen::Game;
/// assert_eq!(defaults::depth(Game::Backgammon), Depth::THREE);
/// ```
pub const fn depth(_game: Game) -> Depth {
    Depth::THREE
}

/// True if plays and positions of a game are judged by equity with the doubling cube: as asked, or
/// else wherever the game has a cube.
///
/// ```
/// use sheshbesh_evaluator::defaults::is_cubeful;
/// use sheshbesh_movegen::Game;
/// assert!(is_cubeful(Game::Backgammon, None) && !is_cubeful(Game::Backgammon, Some(false)));
/// assert!(!is_cubeful(Game::FEVGA, None));
/// ```
pub fn is_cubeful(game: Game, asked: Option<bool>) -> bool {
    game.has_cube() && asked.unwrap_or(true)
}
