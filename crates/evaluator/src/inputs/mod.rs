//! What a network sees of a position: named, versioned input sets.
//!
//! Every set is the sum of two parts. The **point units** of a side depend on one index and the
//! number of checkers on it, so a network's first layer can look their effect up in a table, and
//! candidates of one roll share most of it. The **features** are numbers computed from the whole
//! position.
//!
//! Beside them a network may know [patterns](PatternList), and have layers of its own for each
//! [game plan](plan).

mod entry;
mod escapes;
mod located;
mod patterns;
mod plan;
mod points;
mod race;
mod separable;
mod structural;

pub use patterns::{PATTERNS, PatternList};
pub use plan::{PLANS, plan};
pub use points::PointUnits;

use crate::simd::Kernel;
use sheshbesh_movegen::{Position, listed, named};

/// A named, versioned set of inputs. A set never changes once networks have been trained on it;
/// better ideas get a new name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InputSet {
    /// The 198 units of Tesauro's TD-Gammon (1992).
    Tesauro198,
    /// The point units of `structural1` alone, for small and fast networks.
    Points1,
    /// Point units and 47 structural features a side.
    Structural1,
    /// Those of `structural1`, and features that say where something happens: the danger of each
    /// blot, and how well each straggler is held.
    Structural2,
    /// Point units and race features.
    Race1,
}

impl InputSet {
    /// Every set.
    pub const ALL: [Self; 5] =
        [Self::Tesauro198, Self::Points1, Self::Structural1, Self::Structural2, Self::Race1];

    /// The name in recipes and weights files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tesauro198 => "tesauro198",
            Self::Points1 => "points1",
            Self::Structural1 => "structural1",
            Self::Structural2 => "structural2",
            Self::Race1 => "race1",
        }
    }

    /// Which units describe the checkers on one point.
    pub const fn point_units(self) -> PointUnits {
        match self {
            Self::Tesauro198 => PointUnits::Tesauro,
            _ => PointUnits::Counts,
        }
    }

    /// How many features follow the point units.
    pub const fn features(self) -> usize {
        match self {
            Self::Tesauro198 => 2,
            Self::Points1 => 0,
            Self::Structural1 => structural::FEATURES,
            Self::Structural2 => located::FEATURES,
            Self::Race1 => race::FEATURES,
        }
    }

    /// How many of the features, the first ones, are seldom zero; the others nearly always are.
    pub const fn dense_features(self) -> usize {
        match self {
            Self::Structural2 => located::DENSE,
            other => other.features(),
        }
    }

    /// How many features are joint: not separable, see [`InputSet::is_separable`].
    pub(crate) const fn joint_features(self) -> usize {
        match self {
            Self::Structural2 => located::JOINT,
            Self::Race1 => race::JOINT,
            other => other.features(),
        }
    }

    /// How many of the joint features, the first ones, are seldom zero.
    pub(crate) const fn dense_joint_features(self) -> usize {
        match self {
            Self::Structural2 => located::JOINT_DENSE,
            other => other.joint_features(),
        }
    }

    /// Whether a feature is the sum of what the checkers on single indices give; here only those
    /// of `structural2` and `race1` are counted as such.
    pub(crate) fn is_separable(self, feature: usize) -> bool {
        match self {
            Self::Structural2 => located::is_separable(feature),
            Self::Race1 => race::is_separable(feature),
            _ => false,
        }
    }

    /// Calls `feature(place, value)` for what `count` checkers of a side (0: on roll, 1: opponent)
    /// on an index give to each separable feature.
    pub(crate) fn for_each_separable(
        self,
        side: usize,
        index: u8,
        count: u8,
        feature: impl FnMut(usize, f32),
    ) {
        match self {
            Self::Structural2 => located::for_each_separable(side, index, count, feature),
            Self::Race1 => race::for_each_separable(side, index, count, feature),
            _ => {}
        }
    }

    /// Length of an encoded position.
    pub const fn len(self) -> usize {
        self.point_units().len() + self.features()
    }

    /// A set is never empty.
    pub const fn is_empty(self) -> bool {
        false
    }

    /// Writes the features of a position: all of them, `features.len() == self.features()`, or only
    /// the joint ones, `features.len() == self.joint_features()`.
    #[inline(always)]
    pub(crate) fn write_features<const ALL: bool>(self, position: &Position, features: &mut [f32]) {
        match self {
            // The player on roll is always Tesauro's White, so it is always White's turn.
            Self::Tesauro198 => features.copy_from_slice(&[1.0, 0.0]),
            Self::Points1 => {}
            Self::Structural1 => structural::write(position, features),
            Self::Structural2 => located::write::<ALL>(position, features),
            Self::Race1 => race::write::<ALL>(position, features),
        }
    }

    /// Encodes a position as the network's learner sees it: the point units of the player on roll,
    /// those of the opponent, then the features. `inputs.len() == self.len()`.
    ///
    /// # Panics
    /// When the slice has another length.
    pub fn encode(self, position: &Position, inputs: &mut [f32]) {
        assert_eq!(inputs.len(), self.len(), "an encoded position of {self} has another length");
        let (points, features) = inputs.split_at_mut(self.point_units().len());
        self.point_units().write(position, points);
        crate::simd::dispatch(WriteFeatures { set: self, position, features });
    }
}

struct WriteFeatures<'a> {
    set: InputSet,
    position: &'a Position,
    features: &'a mut [f32],
}

impl crate::simd::Task for WriteFeatures<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        self.set.write_features::<true>(self.position, self.features);
    }
}

named!(InputSet, UnknownInputSet);

/// No input set has that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no input set is called {0:?}; there are {names}",
    names = listed(&InputSet::ALL.map(InputSet::name))
)]
pub struct UnknownInputSet(pub String);
