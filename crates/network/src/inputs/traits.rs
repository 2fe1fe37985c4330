//! The traits of input sets: sparse inputs of a net's first layer, and features for several
//! positions at once.

use crate::simd::{Column, LANES, Lanes};
use sheshbesh_movegen::{BAR, Family, OFF, Position, Side};

/// An input set. The columns of an encoded position are the point units of both sides, followed by
/// the features. Global features keep their order.
pub trait Inputs: Copy + Send + Sync + 'static {
    /// Families of games whose positions the set describes.
    const FAMILIES: &'static [Family];
    /// Name in recipes and weights files.
    const NAME: &'static str;
    /// Number of point units of both sides.
    const POINT_UNITS: usize;
    /// Number of features of both sides.
    const FEATURES: usize;
    /// Number of features, the first ones, that are seldom zero. The others are nearly always zero.
    const DENSE_FEATURES: usize = Self::FEATURES;
    /// Number of global features.
    const GLOBAL_FEATURES: usize = Self::FEATURES;
    /// Number of global features, the first ones, that are seldom zero.
    const DENSE_GLOBAL_FEATURES: usize = Self::GLOBAL_FEATURES;
    /// Upper bound of the absolute values of the global features in any position.
    const LARGEST_FEATURE: f32 = 8.0;

    /// Emits column and value of each nonzero point unit for `count` checkers of a side on an
    /// index. Columns ascend with the index from 1 to the bar, followed by checkers off.
    fn point_units(side: Side, index: u8, count: u8, emit: impl FnMut(usize, f32));

    /// Returns true if a feature is factorised.
    fn is_factorised(_feature: usize) -> bool {
        false
    }

    /// Emits number and value of the contribution to each factorised feature of `count` checkers of
    /// a side on an index.
    fn factorised(_side: Side, _index: u8, _count: u8, _emit: impl FnMut(usize, f32)) {}

    /// Writes the features of a position: all of them, or only the global ones. `features` must
    /// have that length.
    fn write_features<const ALL: bool>(position: &Position, features: &mut [f32]);
}

/// Computation of features for several positions at once, one position per vector lane.
pub(crate) trait BatchFeatures: Inputs {
    /// Writes the global features of the positions, one column per feature, and returns true. The
    /// numbers are the same as those of [`Inputs::write_features`]. Returns false if the set has no
    /// such code.
    #[inline(always)]
    fn write_columns<L: Lanes>(_: &[Position; LANES], _: &mut [Column]) -> bool {
        false
    }
}

/// Emits the nonzero point units of a position in ascending order of columns.
#[inline(always)]
pub(super) fn emit_all<I: Inputs>(position: &Position, mut emit: impl FnMut(usize, f32)) {
    for (side, checkers) in [(Side::OnRoll, position.own()), (Side::Opponent, position.opponent())]
    {
        let counts = checkers.counts();
        for index in (1..=BAR).chain([OFF]) {
            I::point_units(side, index, counts[usize::from(index)], &mut emit);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::inputs::{InputSet, Inputs, with_inputs};
    use sheshbesh_movegen::{
        BAR, Checkers, Position,
        testing::{Random, odd_position},
    };

    /// Positions with all checkers of each side on one index.
    fn stacks() -> impl Iterator<Item = Position> {
        let stack = |index| Checkers::from_points(&[(index, 15)]);
        (0..=BAR)
            .flat_map(|own| (0..=BAR).map(move |opponent| (own, opponent)))
            .filter(|&(own, opponent)| own % BAR == 0 || own + opponent != BAR)
            .map(move |(own, opponent)| Position::from_sides_unchecked(stack(own), stack(opponent)))
    }

    #[test]
    fn no_feature_is_larger_than_is_said() {
        let mut random = Random::new(11);
        let odd: Vec<Position> = (0..5000).map(|_| odd_position(&mut random)).collect();
        for &set in InputSet::ALL {
            with_inputs!(set, I => {
                let mut features = vec![0.0; I::GLOBAL_FEATURES];
                for position in stacks().chain(odd.iter().copied()) {
                    I::write_features::<false>(&position, &mut features);
                    let largest = features.iter().fold(0.0f32, |most, x| most.max(x.abs()));
                    assert!(largest <= I::LARGEST_FEATURE, "{set}: {largest} in {position:?}");
                }
            });
        }
    }
}
