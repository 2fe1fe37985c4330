//! Sums of products of words, over the inputs that are not zero.

use crate::{inference::rows::Rows, simd::Kernel};
use std::ops::Range;

/// Number of outputs whose sums are in registers together.
const BLOCK: usize = 64;
/// Outputs are padded to a multiple of this number, which is whole vectors of any kernel.
const MULTIPLE: usize = 16;

/// Layers with no more pairs of inputs are multiplied without a search for zeros.
const SHORT: usize = 32;

/// Weights of a layer. Inputs are taken in pairs, whose products one instruction adds up. Layout:
/// for each block of outputs, for each pair of inputs, for each output of the block, two words.
pub(super) struct PairWeights {
    words: Rows<i16>,
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
    pub(super) used: Option<UsedPairs<'a>>,
}

/// Pairs of inputs of which at least one is not zero.
#[derive(Clone, Copy)]
pub(super) struct UsedPairs<'a> {
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
        let mut words = Rows::zeros(1, 2 * pairs * width);
        let blocks = words.as_mut_slice().chunks_mut(2 * pairs.max(1) * BLOCK);
        for (block, first) in blocks.zip((0..width).step_by(BLOCK)) {
            let block_width = (width - first).min(BLOCK);
            let filled = outputs.saturating_sub(first).min(block_width);
            for (pair, words) in block.chunks_exact_mut(2 * block_width).enumerate().take(pairs) {
                for input in (2 * pair..inputs).take(2) {
                    let words = words.iter_mut().skip(input % 2).step_by(2);
                    for (word, output) in words.zip(first..first + filled) {
                        *word = weight(input, output);
                    }
                }
            }
        }
        Self { words, pairs, outputs: width }
    }

    /// Returns true if searching for zero inputs takes longer than multiplying them.
    pub(super) fn is_short(&self) -> bool {
        self.pairs <= SHORT
    }

    /// Length of the input in words.
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
        if let Some(UsedPairs { numbers, counts }) = used {
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
                // `find_used` returns indices of pairs of the inputs only, and inputs and weights
                // have the same number of pairs.
                unsafe {
                    let sums = sums.add(row * sums_stride + first);
                    let from = match follows.get(row) {
                        Some(true) => sums.sub(sums_stride).cast_const(),
                        _ => without.as_ptr().add(first),
                    };
                    let values = values.add(row * stride);
                    let weights = self.words.as_ptr().add(2 * first * self.pairs);
                    let operands = Operands { from, values, weights };
                    match used {
                        Some(UsedPairs { numbers, counts }) => {
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
    /// `place` is below the count.
    unsafe fn number(self, place: usize) -> usize;
}

impl Pairs for &[u16] {
    #[inline(always)]
    fn count(self) -> usize {
        self.len()
    }
    #[inline(always)]
    unsafe fn number(self, place: usize) -> usize {
        // SAFETY: guaranteed by the caller.
        unsafe { usize::from(*self.get_unchecked(place)) }
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
    unsafe fn number(self, place: usize) -> usize {
        place
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
    sums: &mut [K::Words; VECTORS],
    pair: usize,
    operands: Operands,
    width: usize,
) {
    // SAFETY: guaranteed by the caller.
    unsafe {
        let value = K::splat_pair(operands.values.add(2 * pair));
        let row = operands.weights.add(2 * pair * width);
        for (vector, sum) in sums.iter_mut().enumerate() {
            let weights = K::load_words(row.add(vector * K::WORDS));
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
/// `weights` has a row of twice `width` words, with `VECTORS` vectors from the pointer on.
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
            *sum = K::load_words(from.add(vector * K::WORDS));
        }
        let whole_turns = pairs.count() - pairs.count() % TURN;
        let mut place = 0;
        while place < whole_turns {
            for step in 0..TURN {
                let pair = pairs.number(place + step);
                add_pair::<K, VECTORS>(&mut partial[step % STREAMS], pair, operands, width);
            }
            place += TURN;
        }
        while place < pairs.count() {
            add_pair::<K, VECTORS>(&mut partial[0], pairs.number(place), operands, width);
            place += 1;
        }
        for vector in 0..VECTORS {
            let sum = partial[1..]
                .iter()
                .fold(partial[0][vector], |sum, other| K::add_numbers(sum, other[vector]));
            K::store_words(sums.add(vector * K::WORDS), sum);
        }
    }
    VECTORS
}

/// Writes the indices of the pairs of values that are not zero, and returns their number. `used`
/// must be at least as long as `values`.
#[inline(always)]
pub(super) fn find_used<K: Kernel>(values: &[i16], used: &mut [u16]) -> usize {
    assert!(values.len().is_multiple_of(K::WORDS) && used.len() >= values.len());
    let (mut count, mut first) = (0, 0);
    while first < values.len() {
        // SAFETY: the vector lies within the values. It has half as many pairs as words, and there
        // is room for as many pairs as words.
        unsafe {
            let mask = K::nonzero_pairs(K::load_words(values.as_ptr().add(first)));
            let to = used.as_mut_ptr().add(count);
            count += K::write_places(mask, (first / 2) as u32, to);
        }
        first += K::WORDS;
    }
    count
}

/// Divides the sums by 2 to the power of `shift`, adds `plus`, and replaces negative results by 0.
#[inline(always)]
pub(super) fn activate<K: Kernel>(sums: &[i32], shift: u32, plus: Option<&[i16]>, to: &mut [i16]) {
    assert!(sums.len().is_multiple_of(K::WORDS) && to.len() >= sums.len());
    assert!(plus.is_none_or(|plus| plus.len() >= sums.len()));
    let mut first = 0;
    while first < sums.len() {
        // SAFETY: the vectors lie within the sums, and the other slices are at least as long.
        unsafe {
            let from: *const i16 = sums.as_ptr().add(first).cast();
            let (low, high) = (K::load_words(from), K::load_words(from.add(K::WORDS)));
            let plus = match plus {
                Some(plus) => K::load_words(plus.as_ptr().add(first)),
                None => K::zero(),
            };
            let words = K::add_positive(K::narrow(low, high, shift), plus);
            K::store_words(to.as_mut_ptr().add(first), words);
        }
        first += K::WORDS;
    }
}

/// Copies words, and replaces negative ones by 0.
#[inline(always)]
pub(super) fn rectify<K: Kernel>(words: &[i16], to: &mut [i16]) {
    assert!(words.len().is_multiple_of(K::WORDS) && to.len() >= words.len());
    let mut first = 0;
    while first < words.len() {
        // SAFETY: the vectors lie within the words, and `to` is at least as long.
        unsafe {
            let words = K::load_words(words.as_ptr().add(first));
            K::store_words(to.as_mut_ptr().add(first), K::add_positive(words, K::zero()));
        }
        first += K::WORDS;
    }
}
