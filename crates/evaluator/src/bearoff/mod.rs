//! Exact tables for the end of the game, when nobody can hit any more.
//!
//! - [`OneSided`]: for one side with all its checkers home, the distribution of the number of rolls
//!   that it needs to bear off everything, and of those to its first checker off.
//! - [`TwoSided`]: for few checkers a side, the exact equity, cubeless and with the cube in each of
//!   its three places.
//!
//! Both are made by this engine itself. `two_sided` tells how.

mod cache;
mod index;
mod one_sided;
mod store;
mod tables;
mod two_sided;

pub use crate::exact::{CubeDecision, CubeEquities};
pub use cache::{Cache, MOST_TWO_SIDED_CHECKERS, ONE_SIDED_CHECKERS, TWO_SIDED_CHECKERS, Table};
pub use index::Home;
pub use one_sided::{OneSided, RollDistribution};
pub use tables::Tables;
pub use two_sided::TwoSided;

use sheshbesh_movegen::{Checkers, Dice, Plays, Position};

/// The indices that each roll can lead to from a side's position, all legal plays of it.
///
/// The opponent stands out of the way, so only the side itself decides what is legal.
pub(crate) fn successors(home: Home, plays: &mut Plays) -> [Vec<u32>; Dice::ALL.len()] {
    let out_of_the_way = Checkers::from_points(&[(1, 1)]);
    let position = Position::from_sides_unchecked(home.checkers(), out_of_the_way);
    Dice::ALL.map(|dice| {
        plays
            .generate_or_pass(&position, dice)
            .iter()
            .map(|result| Home::of(result.opponent()).expect("nobody leaves home").index() as u32)
            .collect()
    })
}
