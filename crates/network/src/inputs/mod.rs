//! Inputs of networks: named, versioned encodings of positions.
//!
//! An [input set](InputSet) has two parts. The **point units** of a side depend on one index and
//! the number of checkers on it. A network's first layer can therefore look their contribution up
//! in a table, and the candidate plays of a roll share most of it. The **features** are numbers
//! computed from the whole position. Some of them are **factorised**: sums of contributions of the
//! checkers on single indices. They are easier to learn than the many point units that express the
//! same, and after training they become part of the same table. (NNUE trainers use this name for
//! inputs that are merged into others.) The other features are **global**.
//!
//! Besides inputs, a network can have [patterns](PatternSet), and separate layers for each
//! [bucket](BucketSet) of positions.
//!
//! Recipes and weights files name values of these enums. Each value has a zero-sized type that
//! implements [`Inputs`], [`Patterns`] or [`Buckets`] and does the computation. `with_inputs!` and
//! similar macros select the type once for a batch of positions, so that the code inside is
//! compiled for the set. A name never changes its meaning once networks have been trained on it; an
//! improved encoding gets a new name.

mod board;
mod buckets;
mod checker_changes;
mod contact;
mod encoded;
mod escapes;
mod factorised;
mod feature_writer;
mod parallel;
mod patterns;
mod pinning;
mod point_units;
mod race;
mod registry;
mod rolls;
mod shots;
mod traits;

pub use buckets::{Buckets, GamePlan16, Single};
pub use checker_changes::{CheckerChange, CheckerChanges, distance};
pub use contact::{Structural1, Structural2};
pub use encoded::Encoded;
pub use parallel::Parallel1;
pub use patterns::{
    NONE, PatternDelta, PatternList, PatternSlots, Patterns, Pinning6, Rows6, Windows4,
    Windows4Spares,
};
pub use pinning::{Pinning1, Pins1};
pub use point_units::{Points1, Tesauro198};
pub use race::Race1;
pub use registry::{
    BucketSet, InputSet, PatternSet, UnknownBucketSet, UnknownInputSet, UnknownPatternSet,
};
pub(crate) use registry::{with_inputs, with_patterns};
pub(crate) use traits::BatchFeatures;
pub use traits::Inputs;
