//! Quantised features.

use super::quantization::{FEATURE_STEPS, ROUND, nearest};
use crate::{
    inference::{batch::BATCH, rows::Rows},
    inputs::SideBySide,
    simd::{Column, Kernel, LANES, Lanes, Numbers, Reals, Task},
};
use sheshbesh_movegen::Position;
use std::marker::PhantomData;

/// Minimum number of positions for computing features side by side. For fewer, one by one is
/// faster.
const FEWEST_SIDE_BY_SIDE: usize = 3;

/// Workspace for features before quantisation.
pub(super) struct FeatureRoom {
    /// Features of one position.
    row: Vec<f32>,
    /// Features of several positions: a column for each feature, and columns of zeros up to a
    /// multiple of `2 * LANES`.
    columns: Vec<Column>,
}

impl FeatureRoom {
    /// Creates a workspace for the given number of features.
    pub(super) fn new(features: usize) -> Self {
        let columns = features.next_multiple_of(2 * LANES);
        Self { row: vec![0.0; features], columns: vec![Column::default(); columns] }
    }
}

/// Writes the quantised global features of a batch, one row per position. Rows after the batch may
/// be overwritten.
pub(super) struct WriteSteps<'a, I> {
    pub(super) inputs: PhantomData<I>,
    pub(super) positions: &'a [Position],
    pub(super) places: &'a [(u8, u32)],
    pub(super) room: &'a mut FeatureRoom,
    pub(super) steps: &'a mut Rows<i16>,
}

impl<I: SideBySide> Task for WriteSteps<'_, I> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        let Self { inputs: _, positions, places, room, steps } = self;
        let mut row = 0;
        while row + FEWEST_SIDE_BY_SIDE <= places.len() {
            let mut block = [positions[places[row].1 as usize]; LANES];
            for (position, &(_, place)) in block.iter_mut().zip(&places[row..]) {
                *position = positions[place as usize];
            }
            let features = &mut room.columns[..I::GLOBAL_FEATURES];
            if !I::write_columns::<K::Lanes>(&block, features) {
                break;
            }
            write_rows::<K::Lanes>(&room.columns, steps, row);
            row += LANES;
        }
        for row in row..places.len() {
            write_row::<I>(&positions[places[row].1 as usize], room, steps.row_mut(row));
        }
    }
}

/// Writes the quantised global features of one position.
#[inline(always)]
pub(super) fn write_row<I: SideBySide>(
    position: &Position,
    room: &mut FeatureRoom,
    steps: &mut [i16],
) {
    let features = &mut room.row[..I::GLOBAL_FEATURES];
    I::write_features::<false>(position, features);
    for (to, feature) in steps.iter_mut().zip(features) {
        *to = nearest(*feature * FEATURE_STEPS) as i16;
    }
}

/// Transposes columns of features to quantised rows, starting at row `first`.
#[inline(always)]
fn write_rows<L: Lanes>(columns: &[Column], steps: &mut Rows<i16>, first: usize) {
    let stride = steps.stride();
    assert!(first + LANES <= steps.rows() && columns.len() <= stride);
    let (columns, _) = columns.as_chunks::<{ 2 * LANES }>();
    for (block, columns) in columns.iter().enumerate() {
        let mut words = [Numbers::splat(0); LANES];
        for (words, [low, high]) in words.iter_mut().zip(columns.as_chunks().0) {
            *words = step::<L>(low).low_words(step(high));
        }
        for (lane, words) in Numbers::transpose(words).into_iter().enumerate() {
            // SAFETY: the rows exist and are long enough, as asserted.
            unsafe {
                let row = steps.as_mut_ptr().add((first + lane) * stride);
                words.store_words(row.add(block * 2 * LANES));
            }
        }
    }
}

/// Quantises features. The low words are the results of [`nearest`]; the high words are arbitrary.
#[inline(always)]
fn step<L: Lanes>(feature: &Column) -> Numbers<L> {
    const { assert!(ROUND.to_bits().trailing_zeros() >= 16) };
    (Reals::load(feature) * FEATURE_STEPS + Reals::splat(ROUND)).bits()
}

/// A batch is a multiple of the lanes, so the rows of all lanes exist.
const _: () = assert!(BATCH.is_multiple_of(LANES));
