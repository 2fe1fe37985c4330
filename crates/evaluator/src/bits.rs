//! Hashing of floating-point numbers by their bits.

use std::hash::{Hash, Hasher};

/// Hashes numbers. Equal numbers with different bits, such as 0 and −0, hash differently.
pub(crate) fn hash_bits<H: Hasher>(numbers: &[f32], state: &mut H) {
    numbers.len().hash(state);
    numbers.iter().for_each(|number| number.to_bits().hash(state));
}
