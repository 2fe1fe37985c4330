//! Batches: positions that go through a net together, and their features.
//!
//! A batch turns the later layers into matrix products and keeps their sums in the first-level
//! cache.

use super::rows::Rows;
use crate::{
    inputs::Inputs,
    outcomes::Outcomes,
    simd::{Kernel, Task},
};
use sheshbesh_movegen::{Game, Position};
use std::marker::PhantomData;

/// Number of positions that go through a net together. The sums of a layer then stay in the
/// first-level cache.
pub(super) const BATCH: usize = 24;

/// The positions to evaluate and where to write their outcomes.
pub(super) struct Batch<'a> {
    /// Game whose rules decide which outcomes are possible in a position.
    pub(super) game: Game,
    /// A position that differs little from the others.
    pub(super) base: &'a Position,
    pub(super) positions: &'a [Position],
    /// Bucket of each position to evaluate, and its index in `positions`; at least one.
    pub(super) indices: &'a [(u8, u32)],
    /// Outcomes of all positions.
    pub(super) outcomes: &'a mut [Outcomes],
}

/// Writes the global features of a batch, one row per position.
pub(super) struct WriteFeatures<'a, I> {
    pub(super) inputs: PhantomData<I>,
    pub(super) positions: &'a [Position],
    pub(super) indices: &'a [(u8, u32)],
    pub(super) features: &'a mut Rows<f32>,
}

impl<I: Inputs> Task for WriteFeatures<'_, I> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        for (row, &(_, index)) in self.indices.iter().enumerate() {
            let features = &mut self.features.row_mut(row)[..I::GLOBAL_FEATURES];
            I::write_features::<false>(&self.positions[index as usize], features);
        }
    }
}
