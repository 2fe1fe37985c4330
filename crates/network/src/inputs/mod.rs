//! What a network sees of a position: named, versioned encodings.
//!
//! An [input set](InputSet) is the sum of two parts. The **point units** of a side depend on one index
//! and the number of checkers on it, so a network's first layer can look their effect up in a table,
//! and candidates of one roll share most of it. The **features** are numbers computed from the whole
//! position. Some of these are **factorised**: sums of what the checkers on single indices give, which
//! are easier to learn than the many point units that say the same, and part of the same table once
//! they are learned (so NNUE trainers call inputs that are merged into others). The rest are **global**.
//!
//! Beside inputs a network may know [patterns](PatternSet), and have layers of its own for each
//! [bucket](BucketSet) of positions.
//!
//! What a recipe or a weights file names is a value of one of these enums; what computes it is a type
//! without size that implements [`Inputs`], [`Patterns`] or [`Buckets`]. `with_inputs!` and its like
//! lead from one to the other, once for a batch of positions, so that all inside is compiled for the
//! set. A name never changes its meaning once networks have been trained on it; better ideas get a new
//! one.

mod buckets;
mod checker_changes;
mod come_and_go;
mod encoded;
mod entry;
mod escapes;
mod factorised;
mod input_set;
mod lanes;
mod parallel;
mod pattern_groups;
mod pattern_slots;
mod patterns;
mod per_point;
mod pinning;
mod points;
mod race;
mod sets;
mod side_by_side;
mod spares;
mod structural;
mod window_digits;

pub use buckets::{Buckets, GamePlan16, Single};
pub use checker_changes::{CheckerChange, CheckerChanges, distance};
pub use come_and_go::{ComeAndGo, NONE};
pub use encoded::Encoded;
pub use input_set::Inputs;
pub use parallel::Parallel1;
pub use pattern_slots::PatternSlots;
pub use patterns::{PatternList, Patterns, Windows4, Windows4Spares};
pub use per_point::Structural2;
pub use pinning::{Pinning1, Pins1};
pub use points::{Points1, Tesauro198};
pub use race::Race1;
pub use sets::{
    BucketSet, InputSet, PatternSet, UnknownBucketSet, UnknownInputSet, UnknownPatternSet,
};
pub(crate) use sets::{with_inputs, with_patterns};
pub(crate) use side_by_side::SideBySide;
pub use structural::Structural1;
