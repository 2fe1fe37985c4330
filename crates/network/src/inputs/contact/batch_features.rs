//! Features of several positions at once.

use super::{Structural1, Structural2, batch};
use crate::{
    inputs::{Inputs, Parallel1, Pinning1, Pins1, Points1, Race1, Tesauro198},
    simd::{Column, LANES, Lanes},
};
use sheshbesh_movegen::Position;

/// Input sets that may have code to compute the features of several positions side by side.
pub(crate) trait SideBySide: Inputs {
    /// Writes the global features of the positions, one column per feature, and returns true. The
    /// numbers are the same as those of [`Inputs::write_features`]. Returns false if the set has no
    /// such code.
    #[inline(always)]
    fn write_columns<L: Lanes>(_: &[Position; LANES], _: &mut [Column]) -> bool {
        false
    }
}

impl SideBySide for Tesauro198 {}
impl SideBySide for Points1 {}
// No fast network uses these inputs.
impl SideBySide for Structural1 {}
// There are only two global features per side.
impl SideBySide for Race1 {}
impl SideBySide for Parallel1 {}
impl SideBySide for Pinning1 {}
impl SideBySide for Pins1 {}

impl SideBySide for Structural2 {
    #[inline(always)]
    fn write_columns<L: Lanes>(positions: &[Position; LANES], columns: &mut [Column]) -> bool {
        batch::write::<L>(positions, columns);
        true
    }
}
