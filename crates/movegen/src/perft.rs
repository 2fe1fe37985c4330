//! Counting plays, to check a generator and to time it.

use crate::{
    dice::Dice,
    generate::Plays,
    position::{Class, Position},
};

/// Distinct legal plays at `depth` plies below `position`, summed over all 21 rolls at each ply.
///
/// Each distinct roll counts once, and a turn that must be passed counts as one play. A finished
/// game has none.
///
/// ```
/// use sheshbesh_movegen::{perft, Game};
/// assert_eq!(perft(&Game::Backgammon.start(), 1), 447);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    let mut buffers: Vec<Plays> = (0..depth).map(|_| Plays::new()).collect();
    count(position, &mut buffers)
}

fn count(position: &Position, buffers: &mut [Plays]) -> u64 {
    let Some((plays, deeper)) = buffers.split_last_mut() else { return 1 };
    if position.class() == Class::Over {
        return 0;
    }
    let mut total = 0;
    for dice in Dice::ALL {
        let results = plays.generate_or_pass(position, dice);
        if deeper.is_empty() {
            total += results.len() as u64;
        } else {
            total += results.iter().map(|next| count(next, deeper)).sum::<u64>();
        }
    }
    total
}
