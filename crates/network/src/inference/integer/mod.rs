//! Integer backend: NNUE with a quantised, efficiently updatable first layer, as in chess engines.
//!
//! The contributions of checkers and patterns to the first layer's sums are looked up; the features
//! are multiplied. For a position that differs little from another one, only the differences are
//! computed. Integer sums are exact, so they do not depend on the position that they are derived
//! from. Rectified units that are off and features that have not changed are skipped.

mod accumulator;
mod bounds;
mod last_layer;
mod quantization;
mod quantized_features;
mod quantized_first;
mod quantized_stack;
mod sparse_affine;

use super::{
    batch::{BATCH, Batch},
    rows::Rows,
    softmax,
};
use crate::{
    inputs::{BatchFeatures, Inputs, Patterns, distance, with_inputs, with_patterns},
    net::Net,
    outcomes::Outcomes,
    shape::{Activation, Output, Shape},
    simd::{Instructions, Kernel, Task},
};
use accumulator::{Accumulator, RowChanges};
use quantization::FEATURE_SHIFT;
use quantized_features::{FeatureWorkspace, WriteQuantized, write_row};
use quantized_first::FirstLayer;
use quantized_stack::Stack;
use sheshbesh_movegen::{Game, Position};
use sparse_affine::{InputRows, NonzeroPairs, Start, activate, find_nonzero, rectify};
use std::{marker::PhantomData, ops::Range};

/// A quantised net.
pub(super) struct IntegerNet {
    shape: Shape,
    first: FirstLayer,
    /// The layers after the first; a stack for each bucket.
    stacks: Vec<Stack>,
    /// Accumulator without checkers and patterns.
    blank: Accumulator,
}

/// Workspace for a batch. Each thread needs its own.
pub(super) struct Workspace {
    base: Accumulator,
    features: FeatureWorkspace,
    work: Intermediates,
}

/// Intermediate results of a batch.
struct Intermediates {
    /// For each position: true if it is derived from the previous position, not from the base.
    follows: [bool; BATCH],
    /// Quantised features of each position, their changes, and the indices of the pairs that
    /// change.
    features: Rows<i16>,
    changes: Rows<i16>,
    used: Rows<u16>,
    /// Number of used pairs in each row.
    counts: [usize; BATCH],
    row_sums: Rows<i16>,
    sums: Rows<i32>,
    /// Units of each hidden layer.
    hidden: Vec<Rows<i16>>,
    /// Outputs of the last layer.
    logits: [[f32; softmax::LANES]; BATCH],
}

impl IntegerNet {
    /// Quantises a net. Returns `None` if units are not rectified, there is no hidden layer, the
    /// outputs are not a softmax, or weights are too large.
    pub(super) fn new(net: &Net) -> Option<Self> {
        let shape = net.shape();
        if shape.activation != Activation::Relu
            || shape.output != Output::Softmax
            || shape.hidden.is_empty()
        {
            return None;
        }
        let first = FirstLayer::new(net)?;
        let stacks = net.weights().stacks.iter();
        let stacks = stacks.map(|layers| Stack::new(&first, layers)).collect::<Option<_>>()?;
        let features = with_inputs!(shape.inputs, I => I::GLOBAL_FEATURES);
        let blank = Accumulator::of_biases(&first, features);
        Some(Self { shape: shape.clone(), first, stacks, blank })
    }

    pub(super) fn workspace(&self) -> Workspace {
        let Stack { hidden, last } = &self.stacks[0];
        let inputs = hidden.iter().map(|layer| layer.weights.inputs()).chain([last.inputs()]);
        let hidden: Vec<Rows<i16>> = inputs.map(|inputs| Rows::zeros(BATCH, inputs)).collect();
        let features = with_inputs!(self.shape.inputs, I => I::GLOBAL_FEATURES);
        let changes = Rows::zeros(BATCH, features);
        let strides = hidden.iter().map(Rows::stride).chain([changes.stride(), self.first.width]);
        let widest = strides.max().unwrap_or_default();
        Workspace {
            base: Accumulator::of_empty_board(&self.first, features),
            features: FeatureWorkspace::new(features),
            work: Intermediates {
                follows: [false; BATCH],
                features: changes.clone(),
                changes,
                used: Rows::zeros(BATCH, widest),
                counts: [0; BATCH],
                row_sums: Rows::zeros(BATCH, self.first.width),
                sums: Rows::zeros(BATCH, widest),
                hidden,
                logits: [[0.0; softmax::LANES]; BATCH],
            },
        }
    }

    /// Writes the outcomes of positions. Positions of one bucket must be adjacent.
    pub(super) fn evaluate(
        &self,
        instructions: Instructions,
        workspace: &mut Workspace,
        Batch { game, base, positions, indices, outcomes }: Batch<'_>,
    ) {
        let Workspace { base: own_base, features, work } = workspace;
        // Searches evaluate many rolls of one position.
        let base = match indices {
            _ if own_base.position == *base => &*own_base,
            [_] => &self.blank,
            _ => {
                with_inputs!(self.shape.inputs, I => {
                    let inputs = PhantomData::<I>;
                    let (position, base) = (base, &mut *own_base);
                    instructions.run(Refresh { net: self, inputs, base, features, work, position });
                });
                &*own_base
            }
        };
        for indices in indices.chunks(BATCH) {
            with_inputs!(self.shape.inputs, I => {
                let inputs = PhantomData::<I>;
                let (workspace, quantized) = (&mut *features, &mut work.features);
                instructions.run(WriteQuantized { inputs, positions, indices, workspace, quantized });
            });
            let layers = Layers { net: self, game, base, positions, indices, work, outcomes };
            instructions.run(layers);
        }
    }
}

/// Moves the base to another position.
struct Refresh<'a, I> {
    net: &'a IntegerNet,
    inputs: PhantomData<I>,
    base: &'a mut Accumulator,
    features: &'a mut FeatureWorkspace,
    work: &'a mut Intermediates,
    position: &'a Position,
}

impl<I: BatchFeatures> Task for Refresh<'_, I> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        let Self { net, inputs: _, base, features, work, position } = self;
        let Intermediates { changes, used, row_sums, sums, .. } = work;
        let mut found = RowChanges::none();
        with_patterns!(net.first.pattern_set(), P => {
            net.first.find_changes::<P>(&base.position, &base.patterns, position, &mut found);
        });
        net.first.update::<K>(base.row_sums.row(0), &found, row_sums.row_mut(0));
        base.row_sums.row_mut(0).copy_from_slice(row_sums.row(0));
        (base.position, base.patterns) = (*position, found.slots);
        if I::GLOBAL_FEATURES == 0 {
            return;
        }
        write_row::<I>(position, features, changes.row_mut(0));
        for (change, before) in changes.row_mut(0).iter_mut().zip(base.features.row_mut(0)) {
            let now = *change;
            *change = now.wrapping_sub(*before);
            *before = now;
        }
        let count = find_nonzero::<K>(changes.row(0), used.row_mut(0));
        let (weights, before) = (&net.first.features, base.feature_sums.row(0));
        let used = Some(NonzeroPairs { numbers: used, counts: &[count] });
        let inputs = InputRows { values: changes, used };
        weights.multiply::<K>(0..1, inputs, Start::from(before), sums);
        base.feature_sums.row_mut(0).copy_from_slice(&sums.row(0)[..net.first.width]);
    }
}

/// Runs a batch through a net after its features have been written.
struct Layers<'a> {
    net: &'a IntegerNet,
    game: Game,
    base: &'a Accumulator,
    positions: &'a [Position],
    indices: &'a [(u8, u32)],
    work: &'a mut Intermediates,
    outcomes: &'a mut [Outcomes],
}

impl Task for Layers<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        let Self { net, game, base, positions, indices, work, outcomes } = self;
        with_patterns!(net.first.pattern_set(), P => {
            net.look_up::<K, P>(base, positions, indices, work);
        });
        net.first_layer::<K>(base, work, indices.len());
        let mut first = 0;
        for indices in indices.chunk_by(|a, b| a.0 == b.0) {
            net.run_stack::<K>(indices[0].0, work, first..first + indices.len());
            let logits = &mut work.logits[..indices.len()];
            softmax::powers(logits.as_flattened_mut());
            for (powers, &(_, index)) in logits.iter().zip(indices) {
                let possible = game.possible(&positions[index as usize]);
                outcomes[index as usize] = softmax::of_powers(possible, powers);
            }
            first += indices.len();
        }
    }
}

impl IntegerNet {
    /// Adds the contributions of checkers and patterns. A single position is derived from the blank
    /// accumulator, or from the current base if that fits. Candidate plays of a roll are ordered
    /// such that neighbours often have more in common than each has with the position before the
    /// roll.
    #[inline(always)]
    fn look_up<K: Kernel, P: Patterns>(
        &self,
        base: &Accumulator,
        positions: &[Position],
        indices: &[(u8, u32)],
        work: &mut Intermediates,
    ) {
        let Intermediates { follows, row_sums, .. } = work;
        let position = |row: usize| &positions[indices[row].1 as usize];
        // Rows of one position are prefetched while those of the previous one are added.
        let mut pending = [RowChanges::none(), RowChanges::none()];
        let [mut found, mut next] = pending.each_mut();
        if std::ptr::eq(base, &self.blank) {
            debug_assert!(indices.len() == 1, "a blank base has one position");
            self.first.find_all::<P>(position(0), found);
        } else {
            self.first.find_changes::<P>(&base.position, &base.patterns, position(0), found);
        }
        follows[0] = false;
        for row in 0..indices.len() {
            if row + 1 < indices.len() {
                let (this, after) = (position(row), position(row + 1));
                let nearer = distance(this, after) <= distance(&base.position, after);
                follows[row + 1] = nearer;
                let (before, slots) =
                    if nearer { (this, &found.slots) } else { (&base.position, &base.patterns) };
                self.first.find_changes::<P>(before, slots, after, next);
            }
            if follows[row] {
                let (before, row_sums) = row_sums.row_after(row);
                self.first.update::<K>(before, found, row_sums);
            } else {
                self.first.update::<K>(base.row_sums.row(0), found, row_sums.row_mut(row));
            }
            std::mem::swap(&mut found, &mut next);
        }
    }

    /// Adds the contributions of features, and rectifies the units.
    #[inline(always)]
    fn first_layer<K: Kernel>(&self, base: &Accumulator, work: &mut Intermediates, rows: usize) {
        let Intermediates {
            follows, features, changes, used, counts, row_sums, sums, hidden, ..
        } = work;
        let weights = &self.first.features;
        if weights.inputs() == 0 {
            for row in 0..rows {
                rectify::<K>(row_sums.row(row), hidden[0].row_mut(row));
            }
            return;
        }
        for (row, count) in counts.iter_mut().enumerate().take(rows) {
            let now = features.row(row);
            let before = if follows[row] { features.row(row - 1) } else { base.features.row(0) };
            let changes = changes.row_mut(row);
            for ((change, now), before) in changes.iter_mut().zip(now).zip(before) {
                *change = now.wrapping_sub(*before);
            }
            *count = find_nonzero::<K>(changes, used.row_mut(row));
        }
        let used = Some(NonzeroPairs { numbers: used, counts });
        let inputs = InputRows { values: changes, used };
        let start = Start { without: base.feature_sums.row(0), follows };
        weights.multiply::<K>(0..rows, inputs, start, sums);
        for row in 0..rows {
            let sums = &sums.row(row)[..self.first.width];
            activate::<K>(sums, FEATURE_SHIFT, Some(row_sums.row(row)), hidden[0].row_mut(row));
        }
    }

    /// Runs rows of the first layer's units through a stack. Writes the logits from the first one
    /// on.
    #[inline(always)]
    fn run_stack<K: Kernel>(&self, stack: u8, work: &mut Intermediates, rows: Range<usize>) {
        let Intermediates { used, counts, sums, hidden, logits, .. } = work;
        let stack = &self.stacks[usize::from(stack)];
        for (number, layer) in stack.hidden.iter().enumerate() {
            let units = &hidden[number];
            let mut found = None;
            if !layer.weights.is_short() {
                for row in rows.clone() {
                    counts[row] = find_nonzero::<K>(units.row(row), used.row_mut(row));
                }
                found = Some(NonzeroPairs { numbers: used, counts });
            }
            let biases = layer.biases.row(0);
            let inputs = InputRows { values: units, used: found };
            layer.weights.multiply::<K>(rows.clone(), inputs, Start::from(biases), sums);
            let next = &mut hidden[number + 1];
            for row in rows.clone() {
                let (sums, next) = (sums.row_mut(row), next.row_mut(row));
                sums[biases.len().min(next.len())..next.len()].fill(0);
                activate::<K>(&sums[..next.len()], layer.shift, None, next);
            }
        }
        let units = &hidden[stack.hidden.len()];
        for (row, logits) in rows.zip(logits) {
            stack.last.logits::<K>(units.row(row), logits);
        }
    }
}
