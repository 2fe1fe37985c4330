//! What a net is asked, and the features of what it is asked about.

use super::rows::Rows;
use crate::{
    inputs::Inputs,
    outcomes::Outcomes,
    simd::{Kernel, Task},
};
use sheshbesh_movegen::{Game, Position};
use std::marker::PhantomData;

/// Positions that go through a net together, so that the sums of a layer stay in the first-level
/// cache.
pub(super) const BATCH: usize = 24;

/// What a net is asked.
pub(super) struct Asked<'a> {
    /// Its rules say which outcomes a position can still have.
    pub(super) game: Game,
    /// A position from which the others differ little.
    pub(super) base: &'a Position,
    pub(super) positions: &'a [Position],
    /// Bucket and place of those that are asked about, one at least.
    pub(super) places: &'a [(u8, u32)],
    /// Of all positions.
    pub(super) outcomes: &'a mut [Outcomes],
}

/// Writes the global features of a batch, a row for each position.
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
