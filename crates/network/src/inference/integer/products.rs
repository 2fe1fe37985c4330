//! Sums of products of words, over those inputs that are not zero.

use crate::{inference::rows::Rows, simd::Kernel};
use std::ops::Range;

/// Outputs whose sums are in registers together.
const BLOCK: usize = 64;
/// Outputs are padded to a multiple of this, so that they are whole vectors of any kernel.
const MULTIPLE: usize = 16;

/// Layers with no more pairs of inputs are multiplied whole.
const SHORT: usize = 32;

/// Weights of a layer. Inputs are taken in pairs, whose products one instruction adds up: for each
/// block of outputs, for each pair of inputs, for each output of the block, two words.
pub(super) struct PairWeights {
    words: Rows<i16>,
    pairs: usize,
    /// Padded.
    outputs: usize,
}

/// Numbers of 32 bits that a row of sums of so many outputs takes.
pub(super) const fn padded(outputs: usize) -> usize {
    outputs.next_multiple_of(MULTIPLE)
}

/// Rows of inputs.
pub(super) struct InputRows<'a> {
    pub(super) values: &'a Rows<i16>,
    /// Which of their pairs are multiplied; all where it is not said.
    pub(super) used: Option<UsedPairs<'a>>,
}

/// Pairs of inputs that are not zero both.
#[derive(Clone, Copy)]
pub(super) struct UsedPairs<'a> {
    /// Their numbers, a row for each row of inputs.
    pub(super) numbers: &'a Rows<u16>,
    /// How many there are in each row.
    pub(super) counts: &'a [usize],
}

/// What rows of sums start from.
pub(super) struct Start<'a> {
    /// What sums are without inputs.
    pub(super) without: &'a [i32],
    /// Rows that start from the sums of the row before instead, which is one of those that are
    /// computed; nothing where there are none.
    pub(super) follows: &'a [bool],
}

impl<'a> Start<'a> {
    pub(super) fn from(without: &'a [i32]) -> Self {
        Self { without, follows: &[] }
    }
}

impl PairWeights {
    /// Of a layer with so many inputs and outputs.
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

    /// Whether looking for inputs that are zero takes longer than multiplying them.
    pub(super) fn is_short(&self) -> bool {
        self.pairs <= SHORT
    }

    /// Length of its input in words.
    pub(super) fn inputs(&self) -> usize {
        2 * self.pairs
    }

    /// Writes the sums of some rows of inputs: what they start from, and the products of those pairs
    /// that are used.
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
        // What the loops need, once.
        let (values, stride) = (values.as_ptr(), values.stride());
        let (sums, sums_stride) = (sums.as_mut_ptr(), sums.stride());
        // Weights of a block stay in the first-level cache for all rows.
        let mut first = 0;
        while first < self.outputs {
            let width = (self.outputs - first).min(BLOCK);
            for row in rows.clone() {
                // SAFETY: the rows are there, and one before those that follow one; so many pairs are
                // used; sums lie within their block; `find_used` numbers pairs of the inputs alone,
                // and inputs and weights have as many.
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

/// Numbers of pairs.
trait Pairs: Copy {
    fn count(self) -> usize;
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
        // SAFETY: the caller's.
        unsafe { usize::from(*self.get_unchecked(place)) }
    }
}

/// So many, one after the other.
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

/// What sums are made of.
#[derive(Clone, Copy)]
struct Operands {
    /// What they start from.
    from: *const i32,
    values: *const i16,
    weights: *const i16,
}

/// Sums of a block of so many outputs.
///
/// # Safety
/// As for [`tile`], for all outputs of the block.
#[inline(always)]
unsafe fn block<K: Kernel, P: Pairs>(operands: Operands, pairs: P, width: usize, sums: *mut i32) {
    let mut done = 0;
    while done < width {
        // SAFETY: the caller's.
        unsafe {
            let Operands { from, values, weights } = operands;
            let (from, weights) = (from.add(done), weights.add(2 * done));
            let (operands, sums) = (Operands { from, values, weights }, sums.add(done));
            // At least eight sums are under way at a time, to hide the latency of adding.
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
    // SAFETY: the caller's.
    unsafe {
        let value = K::splat_pair(operands.values.add(2 * pair));
        let row = operands.weights.add(2 * pair * width);
        for (vector, sum) in sums.iter_mut().enumerate() {
            let weights = K::load_words(row.add(vector * K::WORDS));
            *sum = K::multiply_add_pairs(*sum, value, weights);
        }
    }
}

/// Pairs of a turn of a loop.
const TURN: usize = 4;

/// `VECTORS` sums, in `STREAMS` partial sums each. Gives `VECTORS`.
///
/// # Safety
/// At `from` and `sums` there are so many vectors; at `values` all of `pairs`, and at `weights` for each
/// of them a row of twice `width` words, with so many vectors from the pointer on.
#[inline(always)]
unsafe fn tile<K: Kernel, P: Pairs, const VECTORS: usize, const STREAMS: usize>(
    operands: Operands,
    pairs: P,
    width: usize,
    sums: *mut i32,
) -> usize {
    // SAFETY: the caller's.
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

/// Numbers of the pairs of values that are not zero, and how many there are. `used` has room for
/// as many as there are values.
#[inline(always)]
pub(super) fn find_used<K: Kernel>(values: &[i16], used: &mut [u16]) -> usize {
    assert!(values.len().is_multiple_of(K::WORDS) && used.len() >= values.len());
    let (mut count, mut first) = (0, 0);
    while first < values.len() {
        // SAFETY: the vector lies within the values; no more pairs are found than it has, and there
        // is room for twice as many.
        unsafe {
            let mask = K::nonzero_pairs(K::load_words(values.as_ptr().add(first)));
            let to = used.as_mut_ptr().add(count);
            count += K::write_places(mask, (first / 2) as u32, to);
        }
        first += K::WORDS;
    }
    count
}

/// The sums divided by 2 to the power of `shift`, with `plus` added, where they are positive.
#[inline(always)]
pub(super) fn activate<K: Kernel>(sums: &[i32], shift: u32, plus: Option<&[i16]>, to: &mut [i16]) {
    assert!(sums.len().is_multiple_of(K::WORDS) && to.len() >= sums.len());
    assert!(plus.is_none_or(|plus| plus.len() >= sums.len()));
    let mut first = 0;
    while first < sums.len() {
        // SAFETY: the vectors lie within the sums and what is as long.
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

/// Words where they are positive, and zeros.
#[inline(always)]
pub(super) fn rectify<K: Kernel>(words: &[i16], to: &mut [i16]) {
    assert!(words.len().is_multiple_of(K::WORDS) && to.len() >= words.len());
    let mut first = 0;
    while first < words.len() {
        // SAFETY: the vectors lie within the words and what is as long.
        unsafe {
            let words = K::load_words(words.as_ptr().add(first));
            K::store_words(to.as_mut_ptr().add(first), K::add_positive(words, K::zero()));
        }
        first += K::WORDS;
    }
}
