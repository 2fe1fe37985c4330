//! What inputs have to know of a game.

use sheshbesh_movegen::Family;

/// What becomes of checkers of both sides that meet. Games that are alike in this have positions that
/// mean nearly the same, whatever else their rules say, and are described by the same inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meeting {
    /// The sides run against each other; lone checkers are hit, two close a point.
    Hits,
    /// The sides run the same way round; one checker closes a point.
    Blocks,
}

impl Meeting {
    /// In the games of a family.
    pub const fn of(family: Family) -> Self {
        match family {
            Family::Hitting => Self::Hits,
            Family::Fevga => Self::Blocks,
        }
    }
}
