//! Counts plays, to check a generator and to time it.

use super::generate::generate_rolls;
use crate::{board::Position, games::Game};

/// Number of distinct legal plays at `depth` plies below `position`, summed over all distinct rolls
/// at each ply.
///
/// Each distinct roll counts once, and a turn that must be passed counts as one play. A finished
/// game has none.
///
/// ```
/// use sheshbesh_movegen::{perft, Game};
/// let game = Game::Backgammon;
/// assert_eq!(perft(game, &game.start(), 1), 447);
/// ```
pub fn perft(game: Game, position: &Position, depth: u32) -> u64 {
    if depth > 0 && game.end(position, None).is_some() {
        return 0;
    }
    let mut buffers = vec![Buffer::default(); depth as usize];
    count(game, position, &mut buffers)
}

/// The results of all rolls, and the end index of each roll's results.
#[derive(Clone, Default)]
struct Buffer {
    results: Vec<Position>,
    ends: Vec<usize>,
}

/// The same for a game that is not over, with a buffer for each ply.
fn count(game: Game, position: &Position, buffers: &mut [Buffer]) -> u64 {
    let Some((Buffer { results, ends }, deeper)) = buffers.split_last_mut() else { return 1 };
    results.clear();
    generate_rolls(game, position, results, ends);
    if deeper.is_empty() {
        return results.len() as u64;
    }
    let mut first = 0;
    let mut total = 0;
    for (&dice, &end) in game.rolls().iter().zip(&*ends) {
        for result in &results[first..end] {
            if let Some(next) = game.after_play(dice, result).position() {
                total += count(game, &next, deeper);
            }
        }
        first = end;
    }
    total
}
