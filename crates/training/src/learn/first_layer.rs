//! Trains the first layer on the CPU.
//!
//! Nearly all point units and per-point features of a position are zero, and a position has about
//! thirty of twenty thousand patterns. Dense matrix products would spend their time on zeros, and
//! an ordinary optimiser would visit every weight at every step. This code only reads and changes
//! the rows that positions use.

use super::{
    adam::{AdamParam, AddScaled, EPSILON, add_scaled, zero},
    gemm::gemm,
    sparse::Sparse,
};
use crate::{data::Sample, recipe::Optimiser};
use bincode::{BorrowDecode, Decode, Encode, de::Decoder, error::DecodeError};
use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;
use sheshbesh_network::{
    Layer, Net, Shape,
    inputs::{Encoded, PatternSet},
};

/// Decay of the mean square of a pattern's row. It is small, because a row is used rarely and
/// decays only when it is used.
const ROW_FORGETS: f32 = 0.01;

/// The weights, with the optimiser's state.
#[derive(Clone, Encode, Decode)]
pub(crate) struct FirstLayer {
    weights: AdamParam,
    biases: AdamParam,
    patterns: Option<PatternRows>,
    /// Number of Adam steps so far.
    steps: u32,
}

/// One row for each pattern. All numbers of a row share one mean square, and there are no means of
/// gradients. A step therefore reads and writes little more than the rows in use.
#[derive(Clone, Encode)]
struct PatternRows {
    units: usize,
    values: Vec<f32>,
    /// Zero until the pattern occurs.
    squares: Vec<f32>,
}

/// Reusable workspace for a forward and backward pass.
#[derive(Default)]
pub(crate) struct Pass {
    encoded: Encoded,
    /// The sparse inputs.
    inputs: Sparse,
    index: PatternIndex,
    sums: Vec<f32>,
    /// Gradients of the loss with respect to the sums, the weights and the biases.
    by_sums: Vec<f32>,
    by_weights: Vec<f32>,
    by_biases: Vec<f32>,
    /// A transposed matrix, and a gradient computed from it.
    turned: Sparse,
    by_turned: Vec<f32>,
}

impl Pass {
    /// The sums of the last forward pass, one row for each sample.
    pub(crate) fn sums(&self) -> &[f32] {
        &self.sums
    }
}

/// Index from patterns to positions.
///
/// The pattern table is too large for the caches, but the sums of a pass fit. The layer therefore
/// iterates over the patterns, reading each row once, and not over the positions.
#[derive(Default)]
struct PatternIndex {
    /// Pattern and position, in the order of the positions.
    met: Vec<(u16, u16)>,
    /// Positions in the order of the patterns, and the start of each pattern.
    positions: Vec<u16>,
    starts: Vec<u32>,
}

impl PatternIndex {
    fn clear(&mut self) {
        self.met.clear();
    }

    fn add(&mut self, position: usize, patterns: &[u16]) {
        self.met.extend(patterns.iter().map(|&pattern| (pattern, position as u16)));
    }

    /// Builds the index by a counting sort. Call this after all positions have been added.
    fn sort(&mut self, set: PatternSet) {
        self.starts.clear();
        self.starts.resize(set.count() + 2, 0);
        for &(pattern, _) in &self.met {
            self.starts[usize::from(pattern) + 2] += 1;
        }
        for pattern in 0..=set.count() {
            self.starts[pattern + 1] += self.starts[pattern];
        }
        self.positions.resize(self.met.len(), 0);
        // `starts[pattern + 1]` is now the start of a pattern; after it has been filled, it is its
        // end.
        for &(pattern, position) in &self.met {
            let next = &mut self.starts[usize::from(pattern) + 1];
            self.positions[*next as usize] = position;
            *next += 1;
        }
    }

    #[inline(always)]
    fn of(&self, pattern: usize) -> &[u16] {
        &self.positions[self.starts[pattern] as usize..self.starts[pattern + 1] as usize]
    }
}

impl FirstLayer {
    pub(crate) fn new(net: &Net) -> Self {
        let weights = net.weights();
        Self {
            weights: AdamParam::new(&weights.first.weights),
            biases: AdamParam::new(&weights.first.biases),
            patterns: weights.patterns.as_ref().map(|table| {
                let values = table.weights();
                let squares = vec![0.0; values.len() / table.units()];
                PatternRows { units: table.units(), values, squares }
            }),
            steps: 0,
        }
    }

    /// Starts a stage: resets the optimiser's state.
    pub(crate) fn begin(&mut self) {
        self.weights.forget();
        self.biases.forget();
        if let Some(patterns) = &mut self.patterns {
            patterns.squares.fill(0.0);
        }
        self.steps = 0;
    }

    /// Returns the layer, and one row of weights for each pattern.
    pub(crate) fn layer(&self) -> (Layer, Option<Vec<f32>>) {
        let layer =
            Layer { weights: self.weights.values.clone(), biases: self.biases.values.clone() };
        (layer, self.patterns.as_ref().map(|rows| rows.values.clone()))
    }

    /// Replaces the rounded pattern rows of a net by exact ones.
    pub(crate) fn set_patterns(&mut self, exact: Option<Vec<f32>>) {
        for (rows, exact) in self.patterns.iter_mut().zip(exact) {
            assert_eq!(rows.values.len(), exact.len(), "the pattern rows have another size");
            rows.values = exact;
        }
    }

    /// Computes the first layer's sums, one row for each sample, and stores them in the pass.
    pub(crate) fn forward<'a>(
        &self,
        shape: &Shape,
        samples: &[(usize, Sample)],
        pass: &'a mut Pass,
    ) -> &'a [f32] {
        let Pass { encoded, inputs, index, sums, .. } = pass;
        let dense_columns = shape.inputs.dense_columns();
        let width = self.biases.values.len();
        encoded.encode(shape.inputs, samples.iter().map(|(_, sample)| &sample.position));
        inputs.clear();
        sums.clear();
        for sparse in encoded.sparse() {
            inputs.push_row(sparse);
            sums.extend_from_slice(&self.biases.values);
        }
        inputs.multiply_add(&self.weights.values, width, sums);
        if let (Some(patterns), Some((set, _))) = (&self.patterns, shape.patterns) {
            index.clear();
            for (position, (_, sample)) in samples.iter().enumerate() {
                index.add(position, set.of(&sample.position).numbers());
            }
            index.sort(set);
            Arch::new().dispatch(AddPatterns { patterns, index, sums, width });
        }
        let weights =
            &self.weights.values[dense_columns.start * width..][..dense_columns.len() * width];
        let rows = sums.len() / width;
        gemm(sums, [encoded.dense(), weights], [rows, dense_columns.len(), width]);
        sums
    }

    /// Computes the gradients of weights and biases from that of the sums, for the positions of the
    /// last forward pass.
    pub(crate) fn backward(&self, shape: &Shape, sparse_by_sums: &Sparse, pass: &mut Pass) {
        let Pass { encoded, inputs, by_sums, by_weights, by_biases, turned, by_turned, .. } = pass;
        let columns = shape.inputs.dense_columns();
        let width = self.biases.values.len();
        zero(by_biases, width);
        for &(unit, by_sum) in sparse_by_sums.rows().flatten() {
            by_biases[unit as usize] += by_sum;
        }
        sparse_by_sums.write_dense(width, by_sums);
        inputs.transpose(shape.inputs.len(), turned);
        turned.multiply(by_sums, width, by_weights);
        // Most units are inactive, so the gradients of a unit's dense inputs are computed together.
        let dense = columns.len();
        sparse_by_sums.transpose(width, turned);
        turned.multiply(encoded.dense(), dense, by_turned);
        for (input, by_weights) in
            by_weights.chunks_exact_mut(width).skip(columns.start).take(dense).enumerate()
        {
            for (by_weight, by_turned) in by_weights.iter_mut().zip(by_turned.chunks_exact(dense)) {
                *by_weight = by_turned[input];
            }
        }
    }

    /// Makes a step along the sum of the gradients of all passes. Their order affects the last
    /// bits.
    pub(crate) fn step(&mut self, passes: &mut [&mut Pass], optimiser: Optimiser, rate: f32) {
        self.steps = self.steps.saturating_add(1);
        if let Some(patterns) = &mut self.patterns {
            patterns.step(passes, self.biases.values.len(), optimiser, rate);
        }
        let Some((first, others)) = passes.split_first_mut() else { return };
        for other in others {
            add_scaled(&mut first.by_weights, &other.by_weights, 1.0);
            add_scaled(&mut first.by_biases, &other.by_biases, 1.0);
        }
        self.weights.step(&first.by_weights, optimiser, rate, self.steps);
        self.biases.step(&first.by_biases, optimiser, rate, self.steps);
    }
}

/// Adds the rows of patterns to sums.
struct AddPatterns<'a> {
    patterns: &'a PatternRows,
    index: &'a PatternIndex,
    sums: &'a mut [f32],
    width: usize,
}

impl WithSimd for AddPatterns<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { patterns, index, sums, width } = self;
        for (pattern, row) in patterns.values.chunks_exact(patterns.units).enumerate() {
            for &position in index.of(pattern) {
                let sums = &mut sums[usize::from(position) * width..][..width];
                AddScaled { sums, row, scale: 1.0 }.with_simd(simd);
            }
        }
    }
}

/// Patterns that one task processes.
const PATTERNS_TOGETHER: usize = 256;

impl PatternRows {
    fn step(&mut self, passes: &[&mut Pass], width: usize, optimiser: Optimiser, rate: f32) {
        let units = self.units;
        let values = self.values.par_chunks_mut(PATTERNS_TOGETHER * units);
        let squares = self.squares.par_chunks_mut(PATTERNS_TOGETHER);
        values.zip(squares).enumerate().for_each(|(chunk, (values, squares))| {
            let first = chunk * PATTERNS_TOGETHER;
            let step =
                PatternStep { passes, first, values, squares, units, width, optimiser, rate };
            Arch::new().dispatch(step);
        });
    }
}

/// A step of some patterns' rows, starting with the pattern `first`.
struct PatternStep<'a, 'p> {
    passes: &'a [&'p mut Pass],
    first: usize,
    values: &'a mut [f32],
    squares: &'a mut [f32],
    units: usize,
    /// Units of the layer.
    width: usize,
    optimiser: Optimiser,
    rate: f32,
}

impl WithSimd for PatternStep<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { passes, first, values, squares, units, width, optimiser, rate } = self;
        let mut gradient = vec![0.0; units];
        for (row, (values, square)) in values.chunks_exact_mut(units).zip(squares).enumerate() {
            let pattern = first + row;
            if passes.iter().all(|pass| pass.index.of(pattern).is_empty()) {
                continue;
            }
            gradient.fill(0.0);
            for pass in passes {
                for &position in pass.index.of(pattern) {
                    let row = &pass.by_sums[usize::from(position) * width..][..units];
                    AddScaled { sums: &mut gradient, row, scale: 1.0 }.with_simd(simd);
                }
            }
            let scale = match optimiser {
                Optimiser::Adam => {
                    let mean = SumOfSquares(&gradient).with_simd(simd) / units as f32;
                    *square += if *square == 0.0 { mean } else { ROW_FORGETS * (mean - *square) };
                    rate / (square.sqrt() + EPSILON)
                }
                Optimiser::SgdSum => rate,
            };
            AddScaled { sums: values, row: &gradient, scale: -scale }.with_simd(simd);
        }
    }
}

struct SumOfSquares<'a>(&'a [f32]);

impl WithSimd for SumOfSquares<'_> {
    type Output = f32;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f32 {
        let (vectors, last) = S::as_simd_f32s(self.0);
        let last = simd.partial_load_f32s(last);
        let mut sums = simd.mul_f32s(last, last);
        for &vector in vectors {
            sums = simd.mul_add_f32s(vector, vector, sums);
        }
        simd.reduce_sum_f32s(sums)
    }
}

/// Accepts only rows of `units` numbers with one mean square each.
impl<C> Decode<C> for PatternRows {
    fn decode<D: Decoder<Context = C>>(decoder: &mut D) -> Result<Self, DecodeError> {
        let (units, values, squares) = <(usize, Vec<f32>, Vec<f32>)>::decode(decoder)?;
        if units > 0 && Some(values.len()) == units.checked_mul(squares.len()) {
            Ok(Self { units, values, squares })
        } else {
            Err(DecodeError::Other("patterns and their means differ in number"))
        }
    }
}

impl<'de, C> BorrowDecode<'de, C> for PatternRows {
    fn borrow_decode<D: bincode::de::BorrowDecoder<'de, Context = C>>(
        decoder: &mut D,
    ) -> Result<Self, DecodeError> {
        Self::decode(decoder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NetworkSpec, Recipe, random_net, test_samples};

    #[test]
    fn a_step_follows_the_gradient_of_a_sum_of_products() {
        const UNITS: usize = 6;
        let quick = Recipe::shipped("quick", sheshbesh_movegen::Game::Backgammon).unwrap().contact;
        let spec = NetworkSpec { hidden: vec![UNITS, 4], pattern_units: 5, ..quick };
        let shape = &spec.shape();
        let (set, _) = shape.patterns.unwrap();
        let mut layer = FirstLayer::new(&random_net(shape, 1));
        let before = layer.clone();
        let samples: Vec<(usize, Sample)> =
            test_samples(60).into_iter().map(|sample| (0, sample)).collect();
        let by_sums: Vec<f32> =
            (0..60 * UNITS).map(|i| ((i * 7919) % 100) as f32 / 100.0 - 0.5).collect();
        let mut passes: [Pass; 2] = Default::default();
        let halves = samples.chunks(30).zip(by_sums.chunks(30 * UNITS)).zip(&mut passes);
        for ((samples, by_sums), pass) in halves {
            layer.forward(shape, samples, pass);
            let mut sparse = Sparse::default();
            sparse.push_dense(by_sums, UNITS);
            layer.backward(shape, &sparse, pass);
        }
        let [first, second] = &mut passes;
        layer.step(&mut [first, second], Optimiser::SgdSum, 1.0);

        let (mut weights, mut biases) = (before.weights.values, before.biases.values);
        let mut patterns = before.patterns.unwrap().values;
        for ((_, sample), by_sums) in samples.iter().zip(by_sums.chunks(UNITS)) {
            let mut inputs = vec![0.0; shape.inputs.len()];
            shape.inputs.encode(&sample.position, &mut inputs);
            for (unit, by_sum) in by_sums.iter().enumerate() {
                biases[unit] -= by_sum;
                for (input, value) in inputs.iter().enumerate() {
                    weights[input * UNITS + unit] -= value * by_sum;
                }
                for &pattern in set.of(&sample.position).numbers() {
                    if unit < 5 {
                        patterns[usize::from(pattern) * 5 + unit] -= by_sum;
                    }
                }
            }
        }
        let close = |got: &[f32], want: &[f32]| {
            got.len() == want.len() && got.iter().zip(want).all(|(g, w)| (g - w).abs() < 1e-4)
        };
        assert!(close(&layer.weights.values, &weights));
        assert!(close(&layer.biases.values, &biases));
        assert!(close(&layer.patterns.unwrap().values, &patterns));
    }
}
