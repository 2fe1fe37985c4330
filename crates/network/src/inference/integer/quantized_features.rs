//! Quantised features: the global features of a batch as `i16`, computed for eight positions at a
//! time if the input set has vector code.

use super::quantization::{FEATURE_SCALE, ROUND, nearest};
use crate::{
    inference::{batch::BATCH, rows::Rows},
    inputs::BatchFeatures,
    simd::{Column, F32x8, Kernel, LANES, Lanes, Task, U32x8},
};
use sheshbesh_movegen::Position;
use std::marker::PhantomData;

/// Minimum number of positions for computing features side by side. For fewer, one by one is
/// faster.
const FEWEST_IN_BATCH: usize = 3;

/// Workspace for features before quantisation.
pub(super) struct FeatureWorkspace {
    /// Features of one position.
    row: Vec<f32>,
    /// Features of several positions: a column for each feature, and columns of zeros up to a
    /// multiple of `2 * LANES`.
    columns: Vec<Column>,
}

impl FeatureWorkspace {
    /// Creates a workspace for the given number of features.
    pub(super) fn new(features: usize) -> Self {
        let columns = features.next_multiple_of(2 * LANES);
        Self { row: vec![0.0; features], columns: vec![Column::default(); columns] }
    }
}

/// Writes the quantised global features of a batch, one row per position. Rows after the batch may
/// be overwritten.
pub(super) struct WriteQuantized<'a, I> {
    pub(super) inputs: PhantomData<I>,
    pub(super) positions: &'a [Position],
    pub(super) indices: &'a [(u8, u32)],
    pub(super) workspace: &'a mut FeatureWorkspace,
    pub(super) quantized: &'a mut Rows<i16>,
}

impl<I: BatchFeatures> Task for WriteQuantized<'_, I> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        let Self { inputs: _, positions, indices, workspace, quantized } = self;
        let mut row = 0;
        while row + FEWEST_IN_BATCH <= indices.len() {
            let mut block = [positions[indices[row].1 as usize]; LANES];
            for (position, &(_, index)) in block.iter_mut().zip(&indices[row..]) {
                *position = positions[index as usize];
            }
            let features = &mut workspace.columns[..I::GLOBAL_FEATURES];
            if !I::write_columns::<K::Lanes>(&block, features) {
                break;
            }
            write_rows::<K::Lanes>(&workspace.columns, quantized, row);
            row += LANES;
        }
        for row in row..indices.len() {
            write_row::<I>(&positions[indices[row].1 as usize], workspace, quantized.row_mut(row));
        }
    }
}

/// Writes the quantised global features of one position.
#[inline(always)]
pub(super) fn write_row<I: BatchFeatures>(
    position: &Position,
    workspace: &mut FeatureWorkspace,
    quantized: &mut [i16],
) {
    let features = &mut workspace.row[..I::GLOBAL_FEATURES];
    I::write_features::<false>(position, features);
    for (to, feature) in quantized.iter_mut().zip(features) {
        *to = nearest(*feature * FEATURE_SCALE) as i16;
    }
}

/// Transposes columns of features to quantised rows, starting at row `first`.
#[inline(always)]
fn write_rows<L: Lanes>(columns: &[Column], quantized: &mut Rows<i16>, first: usize) {
    let stride = quantized.stride();
    assert!(first + LANES <= quantized.rows() && columns.len() <= stride);
    let (columns, _) = columns.as_chunks::<{ 2 * LANES }>();
    for (block, columns) in columns.iter().enumerate() {
        let mut i16s = [U32x8::splat(0); LANES];
        for (i16s, [low, high]) in i16s.iter_mut().zip(columns.as_chunks().0) {
            *i16s = quantize::<L>(low).low_i16s(quantize(high));
        }
        for (lane, i16s) in U32x8::transpose(i16s).into_iter().enumerate() {
            // SAFETY: the rows exist and are long enough, as asserted.
            unsafe {
                let row = quantized.as_mut_ptr().add((first + lane) * stride);
                i16s.store_i16s(row.add(block * 2 * LANES));
            }
        }
    }
}

/// Quantises features. The low halves are the results of [`nearest`]; the high halves are
/// arbitrary.
#[inline(always)]
fn quantize<L: Lanes>(feature: &Column) -> U32x8<L> {
    const { assert!(ROUND.to_bits().trailing_zeros() >= 16) };
    (F32x8::load(feature) * FEATURE_SCALE + F32x8::splat(ROUND)).bits()
}

/// A batch is a multiple of the lanes, so the rows of all lanes exist.
const _: () = assert!(BATCH.is_multiple_of(LANES));
