//! Request to a net, and the features of the requested positions.

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

/// A request to a net.
pub(super) struct Batch<'a> {
    /// Game whose rules decide which outcomes are possible in a position.
    pub(super) game: Game,
    /// A position that differs little from the others.
    pub(super) base: &'a Position,
    pub(super) positions: &'a [Position],
    /// Bucket and index of each requested position; at least one.
    pub(super) places: &'a [(u8, u32)],
    /// Outcomes of all positions.
    pub(super) outcomes: &'a mut [Outcomes],
}

/// Writes the global features of a batch, one row per position.
pub(super) struct WriteFeatures<'a, I> {
    pub(super) inputs: PhantomData<I>,
    pub(super) positions: &'a [Position],
    pub(super) places: &'a [(u8, u32)],
    pub(super) features: &'a mut Rows<f32>,
}

impl<I: Inputs> Task for WriteFeatures<'_, I> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        for (row, &(_, place)) in self.places.iter().enumerate() {
            let features = &mut self.features.row_mut(row)[..I::GLOBAL_FEATURES];
            I::write_features::<false>(&self.positions[place as usize], features);
        }
    }
}
