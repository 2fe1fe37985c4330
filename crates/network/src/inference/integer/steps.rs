//! Features in whole numbers.

use super::words::{FEATURE_STEPS, ROUND, nearest};
use crate::{
    inference::{asked::BATCH, rows::Rows},
    inputs::SideBySide,
    simd::{Column, Kernel, LANES, Lanes, Numbers, Reals, Task},
};
use sheshbesh_movegen::Position;
use std::marker::PhantomData;

/// With fewer positions than this, one after the other is faster.
const FEWEST_SIDE_BY_SIDE: usize = 3;

/// Room for features on their way to whole numbers.
pub(super) struct FeatureRoom {
    /// Of one position.
    row: Vec<f32>,
    /// Of several, a column for each feature and as many more as make whole words of lanes, of zeros.
    columns: Vec<Column>,
}

impl FeatureRoom {
    /// For so many features.
    pub(super) fn new(features: usize) -> Self {
        let columns = features.next_multiple_of(2 * LANES);
        Self { row: vec![0.0; features], columns: vec![Column::default(); columns] }
    }
}

/// Writes the steps of the global features of a batch, a row for each position. Rows after them may be
/// written over.
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

/// Writes the steps of one position.
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

/// Columns of features become rows of steps, from a row on.
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
            // SAFETY: so many rows are there, and rows have so many words.
            unsafe {
                let row = steps.as_mut_ptr().add((first + lane) * stride);
                words.store_words(row.add(block * 2 * LANES));
            }
        }
    }
}

/// In the low words: the same that [`nearest`] gives, before what other bits hold is taken away.
#[inline(always)]
fn step<L: Lanes>(feature: &Column) -> Numbers<L> {
    const { assert!(ROUND.to_bits().trailing_zeros() >= 16) };
    (Reals::load(feature) * FEATURE_STEPS + Reals::splat(ROUND)).bits()
}

/// Rows of a batch are whole lanes.
const _: () = assert!(BATCH.is_multiple_of(LANES));
