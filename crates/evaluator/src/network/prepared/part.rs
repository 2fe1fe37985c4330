//! One part of a network, laid out for speed.
//!
//! The first layer's point units and separable features depend on one index and one count each, so
//! their whole effect is looked up: one row of the first hidden layer for each side, index and
//! count. The candidates of one roll differ from the position before it on a few indices only, and
//! only those rows are added and subtracted. Patterns are rows of a table too, small enough to be
//! added anew for each position. The features and the later layers are products of matrices with all
//! candidates at once, or with all of the same plan.

use super::{
    EMPTY,
    dense::{self, Matrix},
    pattern_rows::PatternRows,
};
use crate::{
    inputs::{InputSet, PatternList},
    network::{Activation, Layer, Mlp, Output, stack_of},
    probabilities::{OUTCOMES, Outcomes},
    simd::{self, Kernel, Task},
};
use sheshbesh_movegen::{BAR, Position};
use std::ops::Range;

const SIDES: usize = 2;
const INDICES: usize = BAR as usize + 1;
/// Counts 0 to 15 fit into a position.
const COUNTS: usize = 16;
/// Positions that go through the network together, so that the sums of a layer stay in the
/// first-level cache.
const BATCH: usize = 24;

/// One part, prepared.
pub(super) struct PreparedPart {
    inputs: InputSet,
    activation: Activation,
    output: Output,
    /// Row (side × 26 + index) × 16 + count: what the point units and the separable features of
    /// so many checkers give.
    points: Matrix,
    /// The first layer's biases.
    empty_board: Matrix,
    /// The first layer's weights for the joint features.
    features: Matrix,
    patterns: Option<PatternRows>,
    /// The layers after the first, weights and biases; one stack for each plan, or one for all.
    stacks: Vec<Vec<(Matrix, Matrix)>>,
}

/// Room for a batch on its way through a network; one for each thread.
pub(super) struct Scratch {
    features: Matrix,
    base: Matrix,
    hidden: Vec<Matrix>,
    /// Those of the caller's list that go to one part: plan, where the part tells plans apart, and
    /// place.
    pub(super) places: Vec<(u8, u32)>,
}

impl PreparedPart {
    pub(super) fn new(part: &Mlp) -> Self {
        part.validate().expect("networks are validated when they are made");
        let first = &part.first;
        let units = part.inputs.point_units();
        let width = first.outputs();
        let weights_of = |input: usize| &first.weights[input * width..][..width];

        let mut points = Matrix::zeros(SIDES * INDICES * COUNTS, width);
        for side in 0..SIDES {
            for index in 0..=BAR {
                for count in 1..COUNTS {
                    let row = points.row_mut((side * INDICES + index as usize) * COUNTS + count);
                    let mut add = |input: usize, value: f32| {
                        for (sum, weight) in row.iter_mut().zip(weights_of(input)) {
                            *sum += value * weight;
                        }
                    };
                    units.for_each_of_side(side, index, count as u8, &mut add);
                    part.inputs.for_each_separable(side, index, count as u8, |feature, value| {
                        add(units.len() + feature, value);
                    });
                }
            }
        }
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
        let joint = (0..part.inputs.features()).filter(|&f| !part.inputs.is_separable(f));
        let joint_weights: Vec<f32> =
            joint.flat_map(|feature| weights_of(units.len() + feature)).copied().collect();
        Self {
            inputs: part.inputs,
            activation: part.activation,
            output: part.output,
            points,
            empty_board: row_of(&first.biases),
            features: rows_of(&joint_weights, width),
            patterns: part.patterns.as_ref().map(PatternRows::new),
            stacks: part
                .stacks
                .iter()
                .map(|stack| {
                    let layer = |layer: &Layer| {
                        (rows_of(&layer.weights, layer.outputs()), row_of(&layer.biases))
                    };
                    stack.iter().map(layer).collect()
                })
                .collect(),
        }
    }

    /// Which stack judges a position.
    #[inline(always)]
    pub(super) fn plan_of(&self, position: &Position) -> u8 {
        stack_of(self.stacks.len(), position) as u8
    }

    pub(super) fn scratch(&self) -> Scratch {
        let mut hidden = vec![Matrix::zeros(BATCH, self.empty_board.stride())];
        hidden
            .extend(self.stacks[0].iter().map(|(_, biases)| Matrix::zeros(BATCH, biases.stride())));
        Scratch {
            features: Matrix::zeros(BATCH, self.inputs.joint_features()),
            base: Matrix::zeros(1, self.empty_board.stride()),
            hidden,
            places: Vec::new(),
        }
    }

    /// Outcomes of those positions whose places are in `scratch`.
    pub(super) fn evaluate(
        &self,
        scratch: &mut Scratch,
        base: &Position,
        positions: &[Position],
        outcomes: &mut [Outcomes],
    ) {
        macro_rules! evaluate {
            ($inputs:expr) => {{
                let inputs = || $inputs;
                let part = self;
                simd::dispatch(Evaluate { part, inputs, scratch, base, positions, outcomes })
            }};
        }
        // For the sets of the networks that ship there is code of their own, which is faster.
        match self.inputs {
            InputSet::Structural2 => evaluate!(InputSet::Structural2),
            InputSet::Race1 => evaluate!(InputSet::Race1),
            other => evaluate!(other),
        }
    }

    /// Writes to `sums` what `from` gives (the first layer's sums for `base`), changed to what
    /// the point units of `position` give.
    #[inline(always)]
    fn move_sums<K: Kernel>(
        &self,
        base: &Position,
        position: &Position,
        from: &[f32],
        sums: &mut [f32],
    ) {
        // Each side has at most 26 indices, so there are never more changes than this.
        let mut added = [0u32; SIDES * INDICES];
        let mut removed = [0u32; SIDES * INDICES];
        let (mut adds, mut removes) = (0, 0);
        let sides = [(base.own(), position.own()), (base.opponent(), position.opponent())];
        for (side, (before, after)) in sides.into_iter().enumerate() {
            let mut changed = before.nibbles() ^ after.nibbles();
            while changed != 0 {
                let index = changed.trailing_zeros() / 4;
                let shift = 4 * index;
                changed &= !(15 << shift);
                let row = (side * INDICES + index as usize) * COUNTS;
                let (old, new) =
                    ((before.nibbles() >> shift) & 15, (after.nibbles() >> shift) & 15);
                if new != 0 {
                    added[adds] = ((row + new as usize) * sums.len()) as u32;
                    adds += 1;
                }
                if old != 0 {
                    removed[removes] = ((row + old as usize) * sums.len()) as u32;
                    removes += 1;
                }
            }
        }
        let rows = self.points.as_slice();
        let width = self.points.stride();
        assert!(from.len() == width && sums.len() == width);
        let last_row = (rows.len() - width) as u32;
        assert!(added[..adds].iter().chain(&removed[..removes]).all(|&row| row <= last_row));
        let (added, removed) = (&added[..adds], &removed[..removes]);
        let mut column = 0;
        while column < width {
            // SAFETY: the columns lie within a row, and every row within `rows`, as asserted.
            unsafe {
                let (from, sums) = (from.as_ptr().add(column), sums.as_mut_ptr().add(column));
                let rows = rows.as_ptr().add(column);
                column += K::LANES
                    * match ((width - column) / K::LANES).min(K::ROW_VECTORS) {
                        16.. => move_tile::<K, 16>(from, sums, rows, added, removed),
                        8.. => move_tile::<K, 8>(from, sums, rows, added, removed),
                        4.. => move_tile::<K, 4>(from, sums, rows, added, removed),
                        _ => move_tile::<K, 1>(from, sums, rows, added, removed),
                    };
            }
        }
    }

    /// Takes rows of the first layer's sums through a stack.
    #[inline(always)]
    fn run_stack<K: Kernel>(&self, stack: u8, hidden: &mut [Matrix], rows: Range<usize>) {
        for (i, (weights, biases)) in self.stacks[usize::from(stack)].iter().enumerate() {
            let (before, after) = hidden.split_at_mut(i + 1);
            let (input, sums) = (&mut before[i], &mut after[0]);
            let stride = input.stride();
            let used = rows.start * stride..rows.end * stride;
            dense::activate(self.activation, &mut input.as_mut_slice()[used]);
            dense::fill::<K>(sums, biases, rows.clone());
            let depth = weights.as_slice().len() / weights.stride();
            dense::multiply_add::<K>(sums, input, weights, rows.clone(), 0..depth);
        }
    }

    /// The six outcomes from the last layer's sums.
    #[inline(always)]
    fn outcomes(&self, position: &Position, sums: &[f32]) -> Outcomes {
        match self.output {
            Output::Softmax => {
                let possible = Outcomes::possible(position);
                let largest = sums[..OUTCOMES].iter().copied().fold(f32::MIN, f32::max);
                // A power of two lanes makes vector code.
                let sums: [f32; 8] = std::array::from_fn(|i| sums[i] - largest);
                let powers = sums.map(dense::exp);
                normalised(std::array::from_fn(|i| if possible[i] { powers[i] } else { 0.0 }))
            }
            Output::FourSigmoids => {
                let unit = |i: usize| 1.0 / (1.0 + dense::exp(-sums[i]));
                normalised([unit(0), unit(1), 0.0, unit(2), unit(3), 0.0])
            }
        }
    }
}

/// `VECTORS` sums, moved by rows that are added and removed. Gives `VECTORS`.
///
/// # Safety
/// There are so many sums, and so many numbers from each row's first on.
#[inline(always)]
unsafe fn move_tile<K: Kernel, const VECTORS: usize>(
    from: *const f32,
    sums: *mut f32,
    rows: *const f32,
    added: &[u32],
    removed: &[u32],
) -> usize {
    // SAFETY: the caller has checked the places.
    unsafe {
        let mut tile = [K::splat(0.0); VECTORS];
        for (vector, sum) in tile.iter_mut().enumerate() {
            *sum = K::load(from.add(vector * K::LANES));
        }
        for &row in added {
            for (vector, sum) in tile.iter_mut().enumerate() {
                *sum = K::add(*sum, K::load(rows.add(row as usize + vector * K::LANES)));
            }
        }
        for &row in removed {
            for (vector, sum) in tile.iter_mut().enumerate() {
                *sum = K::sub(*sum, K::load(rows.add(row as usize + vector * K::LANES)));
            }
        }
        for (vector, sum) in tile.iter().enumerate() {
            K::store(sums.add(vector * K::LANES), *sum);
        }
    }
    VECTORS
}

/// Divided by their sum.
#[inline(always)]
fn normalised(mut values: [f32; OUTCOMES]) -> Outcomes {
    // A sum of zero would need every possible outcome 87 logits below an impossible one.
    let scale = 1.0 / values.iter().sum::<f32>().max(f32::MIN_POSITIVE);
    for value in &mut values {
        *value *= scale;
    }
    Outcomes(values)
}

/// A batch's way through a part; `inputs` gives the part's input set.
pub(super) struct Evaluate<'a, I> {
    pub(super) part: &'a PreparedPart,
    pub(super) inputs: I,
    pub(super) scratch: &'a mut Scratch,
    pub(super) base: &'a Position,
    pub(super) positions: &'a [Position],
    pub(super) outcomes: &'a mut [Outcomes],
}

impl<I: Fn() -> InputSet> Task for Evaluate<'_, I> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        let Self { part, inputs, scratch, base, positions, outcomes } = self;
        let Scratch { features, base: base_sums, hidden, places } = scratch;
        let inputs = inputs();
        let feature_count = inputs.joint_features();
        part.move_sums::<K>(&EMPTY, base, part.empty_board.row(0), base_sums.row_mut(0));
        if part.stacks.len() > 1 {
            places.sort_unstable();
        }
        for places in places.chunks(BATCH) {
            for (row, &(_, place)) in places.iter().enumerate() {
                let position = &positions[place as usize];
                let sums = hidden[0].row_mut(row);
                part.move_sums::<K>(base, position, base_sums.row(0), sums);
                if let Some(patterns) = &part.patterns {
                    patterns.add_to(sums, PatternList::of(position).numbers());
                }
                let features = &mut features.row_mut(row)[..feature_count];
                inputs.write_features::<false>(position, features);
            }
            let rows = 0..places.len();
            let dense = inputs.dense_joint_features();
            let weights = &part.features;
            dense::multiply_add::<K>(&mut hidden[0], features, weights, rows.clone(), 0..dense);
            if dense < feature_count {
                let located = dense..feature_count;
                dense::multiply_add_sparse::<K>(&mut hidden[0], features, weights, rows, located);
            }
            let mut first = 0;
            for places in places.chunk_by(|a, b| a.0 == b.0) {
                let rows = first..first + places.len();
                part.run_stack::<K>(places[0].0, hidden, rows.clone());
                let last = hidden.last().expect("the first layer's sums");
                for (row, &(_, place)) in rows.zip(places) {
                    let place = place as usize;
                    outcomes[place] = part.outcomes(&positions[place], last.row(row));
                }
                first += places.len();
            }
        }
    }
}
