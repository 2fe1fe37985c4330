//! Input sets for games with hits, such as backgammon: shots, primes, containment and timing.
//!
//! [`Structural1`] is `v1.rs`. [`Structural2`], `v2.rs`, adds features of single points; `batch/`
//! computes its global features for eight positions at once.

mod batch;
mod building;
mod entry;
mod factorised;
mod one_side;
mod v1;
mod v2;

pub use v1::Structural1;
pub use v2::Structural2;
