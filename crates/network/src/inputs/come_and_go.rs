//! What becomes of patterns where checkers move.

/// What patterns come and what patterns go.
pub trait ComeAndGo {
    /// One takes the place of another one; either can be [`NONE`].
    fn change(&mut self, before: u16, after: u16);
}

/// In place of the number of a pattern.
pub const NONE: u16 = u16::MAX;
