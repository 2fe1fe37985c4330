//! What an input set is.

use sheshbesh_movegen::{BAR, Family, OFF, Position, Side};

/// What an input set consists of. Columns of an encoded position are the point units of both sides,
/// then the features; of these the global ones keep their order among themselves.
pub trait Inputs: Copy + Send + Sync + 'static {
    /// The games whose positions it describes are those in which checkers meet in one of these ways.
    const FAMILIES: &'static [Family];
    /// The name in recipes and weights files.
    const NAME: &'static str;
    /// Point units of both sides.
    const POINT_UNITS: usize;
    /// Features of both sides.
    const FEATURES: usize;
    /// How many of the features, the first ones, are seldom zero; the others nearly always are.
    const DENSE_FEATURES: usize = Self::FEATURES;
    /// How many features are global.
    const GLOBAL_FEATURES: usize = Self::FEATURES;
    /// How many of the global features, the first ones, are seldom zero.
    const DENSE_GLOBAL_FEATURES: usize = Self::GLOBAL_FEATURES;
    /// No global feature of any position is larger, either way.
    const LARGEST_FEATURE: f32 = 8.0;

    /// Emits, as column and value, each point unit that is not zero when `count` checkers of a side
    /// stand on an index. Columns ascend with the index from 1 to the bar, and then off.
    fn point_units(side: Side, index: u8, count: u8, emit: impl FnMut(usize, f32));

    /// Whether a feature is factorised.
    fn is_factorised(_feature: usize) -> bool {
        false
    }

    /// Emits, as number and value, what `count` checkers of a side on an index give to each
    /// factorised feature.
    fn factorised(_side: Side, _index: u8, _count: u8, _emit: impl FnMut(usize, f32)) {}

    /// Writes the features of a position: all of them, or only the global ones. `features` has as many
    /// places.
    fn write_features<const ALL: bool>(position: &Position, features: &mut [f32]);
}

/// Emits the point units of a position that are not zero, by ascending column.
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

    /// All checkers of each side in one place.
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
