//! Table of the 21 rolls in vector lanes, so that the compiler vectorises loops over them.

/// Number of lanes for rolls of two different numbers, followed by lanes for doubles. Both are
/// padded with rolls of weight 0.
pub(super) const MIXED: usize = 16;
pub(super) const DOUBLES: usize = 8;
/// Number of lanes for all rolls.
pub(super) const ROLL_LANES: usize = MIXED + DOUBLES;

/// Properties of each roll, one lane per roll.
pub(super) struct RollLanes {
    /// The higher number; for doubles, twice the number.
    pub(super) far: [u32; ROLL_LANES],
    /// The lower number.
    pub(super) near: [u32; ROLL_LANES],
    /// All bits set for doubles, none for other rolls.
    pub(super) is_double: [u32; ROLL_LANES],
    /// The number of the 36 rolls; 0 for padding.
    pub(super) weight: [u32; ROLL_LANES],
}

/// The 21 rolls.
pub(super) static BY_ROLL: RollLanes = {
    let (ones, zeros) = ([1; ROLL_LANES], [0; ROLL_LANES]);
    let mut table = RollLanes { far: ones, near: ones, is_double: zeros, weight: zeros };
    let (mut i, mut high) = (0, 1);
    while high <= 6 {
        let mut low = 1;
        while low < high {
            (table.far[i], table.near[i], table.weight[i]) = (high, low, 2);
            i += 1;
            low += 1;
        }
        let double = MIXED + high as usize - 1;
        (table.far[double], table.near[double], table.weight[double]) = (2 * high, high, 1);
        table.is_double[double] = !0;
        high += 1;
    }
    table
};
