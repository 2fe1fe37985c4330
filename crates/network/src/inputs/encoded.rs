//! Encoded batches of positions for training, split into dense rows and sparse nonzero inputs.

use super::{
    registry::{InputSet, with_inputs},
    traits::{Inputs, emit_all},
};
use crate::simd::{Instructions, Kernel, Task};
use sheshbesh_movegen::Position;
use std::{marker::PhantomData, ops::Range};

/// Inputs of the first layer for a batch of positions. Inputs that are seldom zero are stored as
/// rows. Of the other inputs, which are nearly always zero, only the nonzero ones are stored.
#[derive(Clone, Debug, Default)]
pub struct Encoded {
    dense: Vec<f32>,
    sparse: Vec<(u32, f32)>,
    /// End of the sparse inputs of each position.
    ends: Vec<usize>,
    features: Vec<f32>,
}

impl Encoded {
    /// Encodes positions, replacing the previous ones.
    pub fn encode<'a>(
        &mut self,
        set: InputSet,
        positions: impl ExactSizeIterator<Item = &'a Position>,
    ) {
        self.dense.clear();
        self.sparse.clear();
        self.ends.clear();
        with_inputs!(set, I => {
            Instructions::best().run(EncodeBatch::<I, _> { set: PhantomData, encoded: self, positions });
        });
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns true if there are no positions.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The dense inputs, one row per position. Their columns are those of
    /// [`InputSet::dense_columns`].
    pub fn dense(&self) -> &[f32] {
        &self.dense
    }

    /// The nonzero sparse inputs of each position as pairs of column and value, in ascending order.
    pub fn sparse(&self) -> impl Iterator<Item = &[(u32, f32)]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.sparse[start..end])
    }
}

impl InputSet {
    /// Columns of an encoded position that are seldom zero. Before them are the point units, and
    /// after them the features that are nearly always zero.
    pub const fn dense_columns(self) -> Range<usize> {
        with_inputs!(self, I => I::POINT_UNITS..I::POINT_UNITS + I::DENSE_FEATURES)
    }
}

struct EncodeBatch<'a, I, P> {
    set: PhantomData<I>,
    encoded: &'a mut Encoded,
    positions: P,
}

impl<'a, I: Inputs, P: Iterator<Item = &'a Position>> Task for EncodeBatch<'_, I, P> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        let Self { set: _, encoded, positions } = self;
        let Encoded { dense, sparse, ends, features } = encoded;
        features.resize(I::FEATURES, 0.0);
        for position in positions {
            emit_all::<I>(position, |column, value| sparse.push((column as u32, value)));
            I::write_features::<true>(position, features);
            let (seldom_zero, others) = features.split_at(I::DENSE_FEATURES);
            dense.extend_from_slice(seldom_zero);
            let columns = (I::POINT_UNITS + I::DENSE_FEATURES) as u32..;
            sparse.extend(columns.zip(others.iter().copied()).filter(|&(_, value)| value != 0.0));
            ends.push(sparse.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_positions;

    #[test]
    fn dense_and_sparse_inputs_are_those_of_single_positions() {
        let positions = test_positions(3);
        let mut encoded = Encoded::default();
        for &set in InputSet::ALL {
            encoded.encode(set, positions.iter());
            let columns = set.dense_columns();
            let mut dense = encoded.dense().chunks(columns.len().max(1));
            for (position, sparse) in positions.iter().zip(encoded.sparse()) {
                let mut want = vec![0.0; set.len()];
                set.encode(position, &mut want);
                assert!(sparse.is_sorted_by_key(|&(column, _)| column));
                let mut got = vec![0.0; set.len()];
                sparse.iter().for_each(|&(column, value)| got[column as usize] = value);
                if !columns.is_empty() {
                    got[columns.clone()].copy_from_slice(dense.next().unwrap());
                }
                assert_eq!(got, want, "{set}");
                let units = want[..columns.start].iter().chain(&want[columns.end..]);
                assert_eq!(sparse.len(), units.filter(|&&input| input != 0.0).count());
            }
            assert_eq!(encoded.len(), positions.len());
        }
    }
}
