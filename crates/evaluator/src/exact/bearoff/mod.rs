//! Exact tables for bearoffs without contact.
//!
//! - [`OneSided`]: for one side with all its checkers home, the distributions of the number of
//!   rolls to bear off all checkers and of the number of rolls to the first checker off.
//! - [`TwoSided`]: for few checkers a side, the exact equity, cubeless and for each of the three
//!   cube owners.
//!
//! This engine computes both itself; the module `two_sided` describes the recursion. Games that do
//! not end as backgammon does have tables of their own ([`BearoffGame`]).

mod cache;
mod game;
mod index;
mod one_sided;
mod store;
mod tables;
#[cfg(test)]
mod tests;
mod two_sided;

pub use crate::cube::{CubeEquities, DoublingEquities};
pub use cache::{Cache, MOST_TWO_SIDED_CHECKERS, ONE_SIDED_CHECKERS, TWO_SIDED_CHECKERS, TableId};
pub use game::BearoffGame;
pub use index::Home;
pub use one_sided::{OneSided, RollDistribution};
pub use tables::{Bearoffs, Tables};
pub use two_sided::TwoSided;

use sheshbesh_movegen::{Checkers, Dice, Plays, Position};

/// Indices that each roll can lead to from a side's position, for all legal plays.
///
/// The opponent is out of the way, so the side alone determines the legal plays.
pub(crate) fn successors(home: Home, plays: &mut Plays) -> [Vec<u32>; Dice::ALL.len()] {
    let out_of_the_way = Checkers::from_points(&[(1, 1)]);
    let position = Position::from_sides_unchecked(home.checkers(), out_of_the_way);
    Dice::ALL.map(|dice| {
        plays
            .generate_or_pass(&position, dice)
            .iter()
            .map(|result| {
                Home::of(result.opponent()).expect("checkers stay in the home board").index() as u32
            })
            .collect()
    })
}
