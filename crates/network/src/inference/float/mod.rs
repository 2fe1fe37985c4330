//! Float backend: NNUE without quantisation, for nets that do not fit into integers.
//!
//! The first layer's point units and factorised features depend on one index and one count each.
//! Their combined contribution is looked up: one row of the first hidden layer for each side, index
//! and count. The first layer's sums are an accumulator, as in NNUE. It is computed from scratch
//! for the position before a roll. For the candidate plays, which differ from that position on a
//! few indices only, it is updated by adding and subtracting rows. Patterns are rows of a table,
//! too. Their rows are small enough to be added from scratch for each position. The global features
//! and the later layers are matrix products over all candidate plays at once, or over all of one
//! bucket.

mod dense;
mod pattern_rows;

use super::{
    batch::{BATCH, Batch, WriteFeatures},
    changes::PointChanges,
    first_layer::{EMPTY, global_weights, points_table},
    softmax,
};
use crate::{
    inputs::{CheckerChanges, Inputs, with_inputs},
    net::{Layer, Net, Weights},
    outcomes::Outcomes,
    shape::{Output, Shape},
    simd::{Instructions, Kernel, Task},
};
use dense::Matrix;
use pattern_rows::PatternRows;
use sheshbesh_movegen::{Game, Position};
use std::{marker::PhantomData, ops::Range};

/// A net laid out for evaluation in floats.
pub(super) struct FloatNet {
    shape: Shape,
    /// Row (side × 32 + index) × 16 + count: contribution of `count` checkers through point units
    /// and factorised features.
    points: Matrix,
    /// The first layer's biases.
    empty_board: Matrix,
    /// The first layer's weights for the global features.
    features: Matrix,
    /// Number of global features, the first ones, that are seldom zero.
    dense_features: usize,
    patterns: Option<PatternRows>,
    /// The layers after the first, as weights and biases; a stack for each bucket.
    stacks: Vec<Vec<(Matrix, Matrix)>>,
}

/// Workspace for a batch. Each thread needs its own.
pub(super) struct Workspace {
    features: Matrix,
    base: Matrix,
    hidden: Vec<Matrix>,
}

impl FloatNet {
    pub(super) fn new(net: &Net) -> Self {
        let Weights { first, patterns, stacks } = net.weights();
        let set = net.shape().inputs;
        let (points, global) = with_inputs!(set, I => {
            (points_table::<I>(first), global_weights::<I>(first))
        });
        let row_of = |values: &[f32]| {
            let mut row = Matrix::zeros(1, values.len());
            row.row_mut(0)[..values.len()].copy_from_slice(values);
            row
        };
        let rows_of = |weights: &[f32], columns: usize| {
            let mut rows = Matrix::zeros(weights.len() / columns, columns);
            for (row, values) in weights.chunks_exact(columns).enumerate() {
                rows.row_mut(row)[..columns].copy_from_slice(values);
            }
            rows
        };
        let layer =
            |layer: &Layer| (rows_of(&layer.weights, layer.outputs()), row_of(&layer.biases));
        Self {
            shape: net.shape().clone(),
            points: rows_of(&points, first.outputs()),
            empty_board: row_of(&first.biases),
            features: rows_of(&global, first.outputs()),
            dense_features: with_inputs!(set, I => I::DENSE_GLOBAL_FEATURES),
            patterns: net
                .shape()
                .patterns
                .zip(patterns.as_ref())
                .map(|((set, _), table)| PatternRows::new(set, table)),
            stacks: stacks.iter().map(|stack| stack.iter().map(layer).collect()).collect(),
        }
    }

    pub(super) fn workspace(&self) -> Workspace {
        let mut hidden = vec![Matrix::zeros(BATCH, self.empty_board.stride())];
        hidden
            .extend(self.stacks[0].iter().map(|(_, biases)| Matrix::zeros(BATCH, biases.stride())));
        let features = with_inputs!(self.shape.inputs, I => I::GLOBAL_FEATURES);
        Workspace {
            features: Matrix::zeros(BATCH, features),
            base: Matrix::zeros(1, self.empty_board.stride()),
            hidden,
        }
    }

    /// Writes the outcomes of positions. Positions of one bucket must be adjacent.
    // Only the features are compiled for each input set; the matrices are the same for all.
    pub(super) fn evaluate(
        &self,
        instructions: Instructions,
        workspace: &mut Workspace,
        Batch { game, base, positions, indices, outcomes }: Batch<'_>,
    ) {
        let Workspace { features, base: base_sums, hidden } = workspace;
        instructions.run(Refresh { net: self, position: base, sums: base_sums });
        for indices in indices.chunks(BATCH) {
            with_inputs!(self.shape.inputs, I => {
                let inputs = PhantomData::<I>;
                instructions.run(WriteFeatures { inputs, positions, indices, features });
            });
            instructions.run(Layers {
                net: self,
                game,
                base,
                base_sums,
                positions,
                indices,
                features,
                hidden,
                outcomes,
            });
        }
    }

    /// Updates an accumulator: `from` holds the first layer's sums of points for `base`; writes the
    /// sums for `position` to `sums`.
    #[inline(always)]
    fn update<K: Kernel>(
        &self,
        base: &Position,
        position: &Position,
        from: &[f32],
        sums: &mut [f32],
    ) {
        let (mut checkers, mut changes) = (CheckerChanges::none(), PointChanges::none());
        checkers.find(base, position);
        changes.find(&checkers);
        assert!(changes.are_below(self.points.rows()));
        let width = self.points.stride();
        assert!(from.len() == width && sums.len() == width);
        let mut column = 0;
        while column < width {
            // SAFETY: the columns lie within a row, and every row exists, as asserted.
            unsafe {
                let (from, sums) = (from.as_ptr().add(column), sums.as_mut_ptr().add(column));
                let rows = self.points.as_ptr().add(column);
                column += K::LANES
                    * match ((width - column) / K::LANES).min(K::ROW_VECTORS) {
                        16.. => update_tile::<K, 16>(from, sums, rows, width, &changes),
                        8.. => update_tile::<K, 8>(from, sums, rows, width, &changes),
                        4.. => update_tile::<K, 4>(from, sums, rows, width, &changes),
                        _ => update_tile::<K, 1>(from, sums, rows, width, &changes),
                    };
            }
        }
    }

    /// Runs rows of the first layer's sums through a stack.
    #[inline(always)]
    fn run_stack<K: Kernel>(&self, stack: u8, hidden: &mut [Matrix], rows: Range<usize>) {
        for (i, (weights, biases)) in self.stacks[usize::from(stack)].iter().enumerate() {
            let (before, after) = hidden.split_at_mut(i + 1);
            let (input, sums) = (&mut before[i], &mut after[0]);
            let stride = input.stride();
            let used = rows.start * stride..rows.end * stride;
            dense::activate(self.shape.activation, &mut input.as_mut_slice()[used]);
            dense::fill::<K>(sums, biases, rows.clone());
            dense::multiply_add::<K>(sums, input, weights, rows.clone(), 0..weights.rows());
        }
    }

    /// Converts the last layer's sums to the six outcomes.
    #[inline(always)]
    fn outcomes(&self, game: Game, position: &Position, sums: &[f32]) -> Outcomes {
        match self.shape.output {
            Output::Softmax => {
                softmax::outcomes(game.possible(position), std::array::from_fn(|i| sums[i]))
            }
            Output::FourSigmoids => {
                let unit = |i: usize| 1.0 / (1.0 + softmax::exp(-sums[i]));
                softmax::normalised([unit(0), unit(1), 0.0, unit(2), unit(3), 0.0])
            }
            Output::FiveSigmoids => softmax::five_sigmoids(game.possible(position), sums),
        }
    }
}

/// Updates `VECTORS` vectors of sums by adding and subtracting rows. Returns `VECTORS`.
///
/// # Safety
/// `from` and `sums` point to `VECTORS` vectors. The rows in `changes` exist, `width` numbers
/// apart. From the pointer `rows` on, each has `VECTORS` vectors.
#[inline(always)]
unsafe fn update_tile<K: Kernel, const VECTORS: usize>(
    from: *const f32,
    sums: *mut f32,
    rows: *const f32,
    width: usize,
    changes: &PointChanges,
) -> usize {
    // SAFETY: the caller has checked the pointers.
    unsafe {
        let mut tile = [K::splat(0.0); VECTORS];
        for (vector, sum) in tile.iter_mut().enumerate() {
            *sum = K::load(from.add(vector * K::LANES));
        }
        for &row in changes.added() {
            let row = rows.add(usize::from(row) * width);
            for (vector, sum) in tile.iter_mut().enumerate() {
                *sum = K::add(*sum, K::load(row.add(vector * K::LANES)));
            }
        }
        for &row in changes.removed() {
            let row = rows.add(usize::from(row) * width);
            for (vector, sum) in tile.iter_mut().enumerate() {
                *sum = K::sub(*sum, K::load(row.add(vector * K::LANES)));
            }
        }
        for (vector, sum) in tile.iter().enumerate() {
            K::store(sums.add(vector * K::LANES), *sum);
        }
    }
    VECTORS
}

/// Computes an accumulator from scratch.
struct Refresh<'a> {
    net: &'a FloatNet,
    position: &'a Position,
    sums: &'a mut Matrix,
}

impl Task for Refresh<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        let Self { net, position, sums } = self;
        net.update::<K>(&EMPTY, position, net.empty_board.row(0), sums.row_mut(0));
    }
}

/// Runs a batch through a net after its features have been written.
struct Layers<'a> {
    net: &'a FloatNet,
    game: Game,
    base: &'a Position,
    base_sums: &'a Matrix,
    positions: &'a [Position],
    indices: &'a [(u8, u32)],
    features: &'a Matrix,
    hidden: &'a mut [Matrix],
    outcomes: &'a mut [Outcomes],
}

impl Task for Layers<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        let Self { net, game, base, base_sums, positions, indices, features, hidden, outcomes } =
            self;
        for (row, &(_, index)) in indices.iter().enumerate() {
            let position = &positions[index as usize];
            let sums = hidden[0].row_mut(row);
            net.update::<K>(base, position, base_sums.row(0), sums);
            if let Some(patterns) = &net.patterns {
                patterns.add_to(sums, position);
            }
        }
        let rows = 0..indices.len();
        let (dense, sparse) = (0..net.dense_features, net.dense_features..net.features.rows());
        let weights = &net.features;
        dense::multiply_add::<K>(&mut hidden[0], features, weights, rows.clone(), dense);
        if !sparse.is_empty() {
            dense::multiply_add_sparse::<K>(&mut hidden[0], features, weights, rows, sparse);
        }
        let mut first = 0;
        for indices in indices.chunk_by(|a, b| a.0 == b.0) {
            let rows = first..first + indices.len();
            net.run_stack::<K>(indices[0].0, hidden, rows.clone());
            let last = hidden.last().expect("the first layer's sums");
            for (row, &(_, index)) in rows.zip(indices) {
                let index = index as usize;
                outcomes[index] = net.outcomes(game, &positions[index], last.row(row));
            }
            first += indices.len();
        }
    }
}
