//! Defaults for queries about one position: the search depth, and whether equity is cubeful.
//!
//! The commands, the HTTP API, the C library and the Python package all take their defaults from
//! here, so that they answer the same query alike.

use crate::depth::Depth;
use sheshbesh_movegen::Game;

/// Default depth of `best`, `cube` and `evaluate` for one position: 3-ply, or 2-ply in games whose
/// 3-ply searches take more than 0.2 s (median, one thread).
///
/// `docs/internals/search.md` lists the times; the example `depths` of this crate measures them.
///
/// ```
/// use sheshbesh_evaluator::{Depth, defaults};
/// use sheshbesh_movegen::Game;
/// assert_eq!(defaults::depth(Game::Backgammon), Depth::THREE);
/// assert_eq!(defaults::depth(Game::TABULA), Depth::TWO);
/// ```
pub const fn depth(game: Game) -> Depth {
    match game {
        Game::Tabula(_) => Depth::TWO,
        _ => Depth::THREE,
    }
}

/// True if plays and positions are evaluated by cubeful equity: as `asked`, or true by default.
/// Always false in games without a cube.
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
