//! Sparse affine layers: sums of `i16` products over the nonzero inputs only.
//!
//! Stockfish calls its version `AffineTransformSparseInput`. Most units of a rectified layer are
//! zero, and so are most changes of features between two similar positions.

use crate::{inference::rows::Rows, simd::Kernel};
use std::ops::Range;

/// Number of outputs whose sums are in registers together.
const BLOCK: usize = 64;
/// Outputs are padded to a multiple of this number, which is whole vectors of any kernel.
const MULTIPLE: usize = 16;

/// Layers with no more pairs of inputs are multiplied without a search for zeros.
const SHORT: usize = 32;

/// Weights of a layer. Inputs are taken in pairs, whose products one instruction adds up. Layout:
/// for each block of outputs, for each pair of inputs, for each output of the block, two weights.
pub(super) struct PairWeights {
    weights: Rows<i16>,
    pairs: usize,
    /// Number of outputs, padded.
    outputs: usize,
}

/// Returns the number of 32-bit sums in a row for the given number of outputs.
pub(super) const fn padded(outputs: usize) -> usize {
    outputs.next_multiple_of(MULTIPLE)
}

/// Rows of inputs.
pub(super) struct InputRows<'a> {
    pub(super) values: &'a Rows<i16>,
    /// Pairs that are multiplied; `None` for all pairs.
    pub(super) used: Option<NonzeroPairs<'a>>,
}

/// Pairs of inputs of which at least one is not zero.
#[derive(Clone, Copy)]
pub(super) struct NonzeroPairs<'a> {
    /// Indices of the pairs, a row for each row of inputs.
    pub(super) numbers: &'a Rows<u16>,
    /// Number of pairs in each row.
    pub(super) counts: &'a [usize],
}

/// Initial values of rows of sums.
pub(super) struct Start<'a> {
    /// Sums without inputs.
    pub(super) without: &'a [i32],
    /// True for rows that start from the sums of the previous row instead, which must be computed
    /// in the same call. Empty if there are no such rows.
    pub(super) follows: &'a [bool],
}

impl<'a> Start<'a> {
    pub(super) fn from(without: &'a [i32]) -> Self {
        Self { without, follows: &[] }
    }
}

impl PairWeights {
    /// Creates the weights of a layer with the given numbers of inputs and outputs.
    pub(super) fn new(inputs: usize, outputs: usize, weight: impl Fn(usize, usize) -> i16) -> Self {
        let (pairs, width) = (inputs.div_ceil(2), padded(outputs));
        let mut weights = Rows::zeros(1, 2 * pairs * width);
        let blocks = weights.as_mut_slice().chunks_mut(2 * pairs.max(1) * BLOCK);
        for (block, first) in blocks.zip((0..width).step_by(BLOCK)) {
            let block_width = (width - first).min(BLOCK);
            let filled = outputs.saturating_sub(first).min(block_width);
            for (pair, row) in block.chunks_exact_mut(2 * block_width).enumerate().take(pairs) {
                for input in (2 * pair..inputs).take(2) {
                    let inputs_weights = row.iter_mut().skip(input % 2).step_by(2);
                    for (to, output) in inputs_weights.zip(first..first + filled) {
                        *to = weight(input, output);
                    }
                }
            }
        }
        Self { weights, pairs, outputs: width }
    }

    /// Returns true if searching for zero inputs takes longer than multiplying them.
    pub(super) fn is_short(&self) -> bool {
        self.pairs <= SHORT
    }

    /// Number of inputs, padded.
    pub(super) fn inputs(&self) -> usize {
        2 * self.pairs
    }

    /// Writes the sums of some rows of inputs: the initial values plus the products of the used
    /// pairs.
    #[inline(always)]
    pub(super) fn multiply<K: Kernel>(
        &self,
        rows: Range<usize>,
        inputs: InputRows<'_>,
        start: Start<'_>,
        sums: &mut Rows<i32>,
    ) {
        let InputRows { values, used } = inputs;
        let Start { without, follows } = start;
        assert!(values.stride() >= 2 * self.pairs && rows.end <= values.rows().min(sums.rows()));
        assert!(self.outputs <= sums.stride().min(without.len()));
        assert!(follows.is_empty() || rows.end <= follows.len() && !follows[rows.start]);
        if let Some(NonzeroPairs { numbers, counts }) = used {
            assert!(rows.end <= numbers.rows());
            assert!(counts[rows.clone()].iter().all(|&count| count <= numbers.stride()));
        }
        // Loop invariants.
        let (values, stride) = (values.as_ptr(), values.stride());
        let (sums, sums_stride) = (sums.as_mut_ptr(), sums.stride());
        // The weights of a block stay in the first-level cache for all rows.
        let mut first = 0;
        while first < self.outputs {
            let width = (self.outputs - first).min(BLOCK);
            for row in rows.clone() {
                // SAFETY: the rows exist, and so does the row before each row that follows one.
                // `counts` is within the rows of `numbers`. Sums lie within their block.
                // `find_nonzero` returns indices of pairs of the inputs only, and inputs and
                // weights have the same number of pairs.
                unsafe {
                    let sums = sums.add(row * sums_stride + first);
                    let from = match follows.get(row) {
                        Some(true) => sums.sub(sums_stride).cast_const(),
                        _ => without.as_ptr().add(first),
                    };
                    let values = values.add(row * stride);
                    let weights = self.weights.as_ptr().add(2 * first * self.pairs);
                    let operands = Operands { from, values, weights };
                    match used {
                        Some(NonzeroPairs { numbers, counts }) => {
                            let numbers = numbers.as_ptr().add(row * numbers.stride());
                            let count = *counts.get_unchecked(row);
                            let used = std::slice::from_raw_parts(numbers, count);
                            debug_assert!(used.iter().all(|&pair| usize::from(pair) < self.pairs));
                            if width == BLOCK {
                                block::<K, _>(operands, used, BLOCK, sums);
                            } else {
                                block::<K, _>(operands, used, width, sums);
                            }
                        }
                        None => block::<K, _>(operands, AllPairs(self.pairs), width, sums),
                    }
                }
            }
            first += BLOCK;
        }
    }
}

/// Indices of pairs.
trait Pairs: Copy {
    fn count(self) -> usize;
    /// Returns the index of a pair.
    ///
    /// # Safety
    /// `index` is below the count.
    unsafe fn number(self, index: usize) -> usize;
}

impl Pairs for &[u16] {
    #[inline(always)]
    fn count(self) -> usize {
        self.len()
    }
    #[inline(always)]
    unsafe fn number(self, index: usize) -> usize {
        // SAFETY: guaranteed by the caller.
        unsafe { usize::from(*self.get_unchecked(index)) }
    }
}

/// All pairs, in ascending order.
#[derive(Clone, Copy)]
struct AllPairs(usize);

impl Pairs for AllPairs {
    #[inline(always)]
    fn count(self) -> usize {
        self.0
    }
    #[inline(always)]
    unsafe fn number(self, index: usize) -> usize {
        index
    }
}

/// Operands of sums of products.
#[derive(Clone, Copy)]
struct Operands {
    /// Initial values of the sums.
    from: *const i32,
    values: *const i16,
    weights: *const i16,
}

/// Computes the sums of a block of `width` outputs.
///
/// # Safety
/// As for [`tile`], for all outputs of the block.
#[inline(always)]
unsafe fn block<K: Kernel, P: Pairs>(operands: Operands, pairs: P, width: usize, sums: *mut i32) {
    let mut done = 0;
    while done < width {
        // SAFETY: guaranteed by the caller.
        unsafe {
            let Operands { from, values, weights } = operands;
            let (from, weights) = (from.add(done), weights.add(2 * done));
            let (operands, sums) = (Operands { from, values, weights }, sums.add(done));
            // At least eight sums are in progress at a time, to hide the latency of additions.
            done += K::LANES
                * match ((width - done) / K::LANES).min(K::TILE) {
                    8.. => tile::<K, P, 8, 1>(operands, pairs, width, sums),
                    4.. => tile::<K, P, 4, 2>(operands, pairs, width, sums),
                    2.. => tile::<K, P, 2, 4>(operands, pairs, width, sums),
                    _ => tile::<K, P, 1, 4>(operands, pairs, width, sums),
                };
        }
    }
}

/// Adds the products of one pair.
///
/// # Safety
/// As for [`tile`].
// A closure would not be compiled for the kernel.
#[inline(always)]
unsafe fn add_pair<K: Kernel, const VECTORS: usize>(
    sums: &mut [K::I16s; VECTORS],
    pair: usize,
    operands: Operands,
    width: usize,
) {
    // SAFETY: guaranteed by the caller.
    unsafe {
        let value = K::splat_pair(operands.values.add(2 * pair));
        let row = operands.weights.add(2 * pair * width);
        for (vector, sum) in sums.iter_mut().enumerate() {
            let weights = K::load_i16s(row.add(vector * K::I16_LANES));
            *sum = K::multiply_add_pairs(*sum, value, weights);
        }
    }
}

/// Pairs per iteration of a loop.
const TURN: usize = 4;

/// Computes `VECTORS` vectors of sums, each as `STREAMS` partial sums. Returns `VECTORS`.
///
/// # Safety
/// `from` and `sums` point to `VECTORS` vectors. `values` has all of `pairs`. For each of them,
/// `weights` has a row of twice `width` weights, with `VECTORS` vectors from the pointer on.
#[inline(always)]
unsafe fn tile<K: Kernel, P: Pairs, const VECTORS: usize, const STREAMS: usize>(
    operands: Operands,
    pairs: P,
    width: usize,
    sums: *mut i32,
) -> usize {
    // SAFETY: guaranteed by the caller.
    unsafe {
        let (from, sums): (*const i16, *mut i16) = (operands.from.cast(), sums.cast());
        let mut partial = [[K::zero(); VECTORS]; STREAMS];
        for (vector, sum) in partial[0].iter_mut().enumerate() {
            *sum = K::load_i16s(from.add(vector * K::I16_LANES));
        }
        let whole_turns = pairs.count() - pairs.count() % TURN;
        let mut index = 0;
        while index < whole_turns {
            for step in 0..TURN {
                let pair = pairs.number(index + step);
                add_pair::<K, VECTORS>(&mut partial[step % STREAMS], pair, operands, width);
            }
            index += TURN;
        }
        while index < pairs.count() {
            add_pair::<K, VECTORS>(&mut partial[0], pairs.number(index), operands, width);
            index += 1;
        }
        for vector in 0..VECTORS {
            let sum = partial[1..]
                .iter()
                .fold(partial[0][vector], |sum, other| K::add_i32s(sum, other[vector]));
            K::store_i16s(sums.add(vector * K::I16_LANES), sum);
        }
    }
    VECTORS
}

/// Writes the indices of the pairs of values that are not zero, and returns their number. `used`
/// must be at least as long as `values`.
#[inline(always)]
pub(super) fn find_nonzero<K: Kernel>(values: &[i16], used: &mut [u16]) -> usize {
    assert!(values.len().is_multiple_of(K::I16_LANES) && used.len() >= values.len());
    let (mut count, mut first) = (0, 0);
    while first < values.len() {
        // SAFETY: the vector lies within the values. It has half as many pairs as `i16`s, and
        // there is room for as many pairs as `i16`s.
        unsafe {
            let mask = K::nonzero_pairs(K::load_i16s(values.as_ptr().add(first)));
            let to = used.as_mut_ptr().add(count);
            count += K::write_set_bits(mask, (first / 2) as u32, to);
        }
        first += K::I16_LANES;
    }
    count
}

/// Divides the sums by 2 to the power of `shift`, adds `plus`, and replaces negative results by 0.
#[inline(always)]
pub(super) fn activate<K: Kernel>(sums: &[i32], shift: u32, plus: Option<&[i16]>, to: &mut [i16]) {
    assert!(sums.len().is_multiple_of(K::I16_LANES) && to.len() >= sums.len());
    assert!(plus.is_none_or(|plus| plus.len() >= sums.len()));
    let mut first = 0;
    while first < sums.len() {
        // SAFETY: the vectors lie within the sums, and the other slices are at least as long.
        unsafe {
            let from: *const i16 = sums.as_ptr().add(first).cast();
            let (low, high) = (K::load_i16s(from), K::load_i16s(from.add(K::I16_LANES)));
            let plus = match plus {
                Some(plus) => K::load_i16s(plus.as_ptr().add(first)),
                None => K::zero(),
            };
            let i16s = K::add_relu(K::narrow(low, high, shift), plus);
            K::store_i16s(to.as_mut_ptr().add(first), i16s);
        }
        first += K::I16_LANES;
    }
}

/// Copies sums, and replaces negative ones by 0 (ReLU).
#[inline(always)]
pub(super) fn rectify<K: Kernel>(sums: &[i16], to: &mut [i16]) {
    assert!(sums.len().is_multiple_of(K::I16_LANES) && to.len() >= sums.len());
    let mut first = 0;
    while first < sums.len() {
        // SAFETY: the vectors lie within the sums, and `to` is at least as long.
        unsafe {
            let vector = K::load_i16s(sums.as_ptr().add(first));
            K::store_i16s(to.as_mut_ptr().add(first), K::add_relu(vector, K::zero()));
        }
        first += K::I16_LANES;
    }
}
