//! The features of a batch of positions.

use super::rows::Rows;
use crate::{
    inputs::Inputs,
    simd::{Kernel, Task},
};
use sheshbesh_movegen::Position;
use std::marker::PhantomData;

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
