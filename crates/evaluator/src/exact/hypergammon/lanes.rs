//! Chances of a position in several states at once.

/// Chances of a position, a lane for each state and player on roll: player s in state k has lane
/// 2 k + s. Sixteen lanes fill a cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Lanes<const N: usize>(pub(super) [f32; N]);
