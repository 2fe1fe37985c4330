//! Pattern changes caused by moving checkers: the rows to add to an accumulator and to subtract.

/// Receiver of the patterns that appear and disappear.
pub trait PatternDelta {
    /// Reports that a pattern replaces another one. Either can be [`NONE`].
    fn change(&mut self, before: u16, after: u16);
}

/// Stands for no pattern.
pub const NONE: u16 = u16::MAX;
