//! A net in whole numbers, as chess engines have it (NNUE).
//!
//! What checkers and patterns give to the first layer's sums is looked up, and what features give is
//! multiplied. Of a position that differs little from another one only what differs is: sums of
//! integers are exact, so they are the same whatever they were led to from. Rectified units that are
//! off, and features that have not changed, are passed over.

mod accumulator;
mod products;
mod rounded;

use super::{
    asked::{Asked, BATCH, WriteFeatures},
    rows::Rows,
    softmax,
};
use crate::{
    inputs::{Inputs, with_inputs},
    net::Net,
    outcomes::Outcomes,
    shape::{Activation, Output, Shape},
    simd::{Instructions, Kernel, Task},
};
use accumulator::{Accumulator, RowChanges};
use products::{activate, find_used, rectify};
use rounded::{FEATURE_SHIFT, FEATURE_STEPS, FirstLayer, LaterLayer, later_layers, nearest};
use sheshbesh_movegen::Position;
use std::{marker::PhantomData, ops::Range};

/// A net in whole numbers.
pub(super) struct IntegerNet {
    shape: Shape,
    first: FirstLayer,
    /// The layers after the first; a stack for each bucket.
    stacks: Vec<Vec<LaterLayer>>,
    /// Of no position.
    empty: Accumulator,
}

/// Room for a batch on its way through a net; one for each thread.
pub(super) struct Room {
    base: Accumulator,
    features: Rows<f32>,
    work: Work,
}

/// What is computed of a batch on its way.
struct Work {
    /// Of each position: what changes in its features, and which pairs of them change.
    changes: Rows<i16>,
    used: Rows<u16>,
    /// How many are used.
    counts: [usize; BATCH],
    words: Rows<i16>,
    sums: Rows<i32>,
    /// Units of each layer that has layers after it.
    hidden: Vec<Rows<i16>>,
}

impl IntegerNet {
    /// Lays a net out. None where units are not rectified, or there is no hidden layer, or the
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
        let stacks = stacks.map(|stack| later_layers(&first, stack)).collect::<Option<_>>()?;
        let features = with_inputs!(shape.inputs, I => I::GLOBAL_FEATURES);
        let empty = Accumulator::empty(&first, features);
        Some(Self { shape: shape.clone(), first, stacks, empty })
    }

    pub(super) fn room(&self) -> Room {
        let later = self.stacks[0].iter();
        let hidden: Vec<Rows<i16>> =
            later.map(|layer| Rows::zeros(BATCH, layer.weights.inputs())).collect();
        let features = with_inputs!(self.shape.inputs, I => I::GLOBAL_FEATURES);
        let changes = Rows::zeros(BATCH, features);
        let strides = hidden.iter().map(Rows::stride).chain([changes.stride(), self.first.width]);
        let widest = strides.max().unwrap_or_default();
        Room {
            base: self.empty.clone(),
            features: Rows::zeros(BATCH, features),
            work: Work {
                changes,
                used: Rows::zeros(BATCH, widest),
                counts: [0; BATCH],
                words: Rows::zeros(BATCH, self.first.width),
                sums: Rows::zeros(BATCH, widest),
                hidden,
            },
        }
    }

    /// Outcomes of positions; those of one bucket stand together.
    pub(super) fn evaluate(
        &self,
        instructions: Instructions,
        room: &mut Room,
        Asked { base, positions, places, outcomes }: Asked<'_>,
    ) {
        let Room { base: own_base, features, work } = room;
        // Searches ask about many rolls of one position. A single position is led to from none.
        let base = match places {
            _ if own_base.position == *base => &*own_base,
            [_] => &self.empty,
            _ => {
                with_inputs!(self.shape.inputs, I => {
                    let inputs = PhantomData::<I>;
                    let (position, base) = (base, &mut *own_base);
                    instructions.run(Refresh { net: self, inputs, base, features, work, position });
                });
                &*own_base
            }
        };
        for places in places.chunks(BATCH) {
            with_inputs!(self.shape.inputs, I => {
                let inputs = PhantomData::<I>;
                instructions.run(WriteFeatures { inputs, positions, places, features });
            });
            let layers = Layers { net: self, base, positions, places, features, work, outcomes };
            instructions.run(layers);
        }
    }
}

/// Steps of features.
#[inline(always)]
fn steps(features: &[f32], steps: &mut [i16]) {
    for (to, feature) in steps.iter_mut().zip(features) {
        *to = nearest(feature * FEATURE_STEPS) as i16;
    }
}

/// Brings the base to another position.
struct Refresh<'a, I> {
    net: &'a IntegerNet,
    inputs: PhantomData<I>,
    base: &'a mut Accumulator,
    features: &'a mut Rows<f32>,
    work: &'a mut Work,
    position: &'a Position,
}

impl<I: Inputs> Task for Refresh<'_, I> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        let Self { net, inputs: _, base, features, work, position } = self;
        let Work { changes, used, words, sums, .. } = work;
        let mut found = RowChanges::none();
        let patterns = net.first.find_changes::<K>(base, position, &mut found);
        net.first.update::<K>(base, &found, words.row_mut(0));
        base.words.row_mut(0).copy_from_slice(words.row(0));
        (base.position, base.patterns) = (*position, patterns);
        if I::GLOBAL_FEATURES == 0 {
            return;
        }
        let features = &mut features.row_mut(0)[..I::GLOBAL_FEATURES];
        I::write_features::<false>(position, features);
        steps(features, changes.row_mut(0));
        for (change, before) in changes.row_mut(0).iter_mut().zip(base.features.row_mut(0)) {
            let now = *change;
            *change = now.wrapping_sub(*before);
            *before = now;
        }
        let count = find_used::<K>(changes.row(0), used.row_mut(0));
        let (weights, before) = (&net.first.features, base.sums.row(0));
        weights.multiply::<K>(0..1, changes, used, &[count], before, sums);
        base.sums.row_mut(0).copy_from_slice(&sums.row(0)[..net.first.width]);
    }
}

/// A batch's way through a net once its features are written.
struct Layers<'a> {
    net: &'a IntegerNet,
    base: &'a Accumulator,
    positions: &'a [Position],
    places: &'a [(u8, u32)],
    features: &'a Rows<f32>,
    work: &'a mut Work,
    outcomes: &'a mut [Outcomes],
}

impl Task for Layers<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        let Self { net, base, positions, places, features, work, outcomes } = self;
        // Rows of one position come near while those of the one before are added up.
        let mut found = [RowChanges::none(), RowChanges::none()];
        net.first.find_changes::<K>(base, &positions[places[0].1 as usize], &mut found[0]);
        for row in 0..places.len() {
            if let Some(&(_, next)) = places.get(row + 1) {
                net.first.find_changes::<K>(
                    base,
                    &positions[next as usize],
                    &mut found[(row + 1) % 2],
                );
            }
            net.first.update::<K>(base, &found[row % 2], work.words.row_mut(row));
        }
        net.first_layer::<K>(base, features, work, places.len());
        let mut first = 0;
        for places in places.chunk_by(|a, b| a.0 == b.0) {
            let rows = first..first + places.len();
            net.run_stack::<K>(places[0].0, work, rows.clone());
            let last =
                net.stacks[usize::from(places[0].0)].last().expect("a layer after the first");
            let unit = 1.0 / last.scale;
            for (row, &(_, place)) in rows.zip(places) {
                let (position, sums) = (&positions[place as usize], work.sums.row(row));
                let sums = std::array::from_fn(|i| sums[i] as f32 * unit);
                let possible = net.shape.inputs.possible(position);
                outcomes[place as usize] = softmax::outcomes(possible, sums);
            }
            first += places.len();
        }
    }
}

impl IntegerNet {
    /// Adds what features give, and rectifies the units.
    #[inline(always)]
    fn first_layer<K: Kernel>(
        &self,
        base: &Accumulator,
        features: &Rows<f32>,
        work: &mut Work,
        rows: usize,
    ) {
        let Work { changes, used, counts, words, sums, hidden } = work;
        let weights = &self.first.features;
        if weights.inputs() == 0 {
            for row in 0..rows {
                rectify::<K>(words.row(row), hidden[0].row_mut(row));
            }
            return;
        }
        for (row, count) in counts.iter_mut().enumerate().take(rows) {
            let changes = changes.row_mut(row);
            steps(&features.row(row)[..features.stride().min(changes.len())], changes);
            for (change, before) in changes.iter_mut().zip(base.features.row(0)) {
                *change = change.wrapping_sub(*before);
            }
            *count = find_used::<K>(changes, used.row_mut(row));
        }
        let without = base.sums.row(0);
        weights.multiply::<K>(0..rows, changes, used, &counts[..], without, sums);
        for row in 0..rows {
            let sums = &sums.row(row)[..self.first.width];
            activate::<K>(sums, FEATURE_SHIFT, Some(words.row(row)), hidden[0].row_mut(row));
        }
    }

    /// Takes rows of the first layer's units through a stack; what comes out is in the sums.
    #[inline(always)]
    fn run_stack<K: Kernel>(&self, stack: u8, work: &mut Work, rows: Range<usize>) {
        let Work { used, counts, sums, hidden, .. } = work;
        let stack = &self.stacks[usize::from(stack)];
        for (number, layer) in stack.iter().enumerate() {
            let units = &hidden[number];
            for row in rows.clone() {
                counts[row] = find_used::<K>(units.row(row), used.row_mut(row));
            }
            let biases = layer.biases.row(0);
            layer.weights.multiply::<K>(rows.clone(), units, used, &counts[..], biases, sums);
            if let Some(next) = hidden.get_mut(number + 1) {
                for row in rows.clone() {
                    let (sums, next) = (sums.row_mut(row), next.row_mut(row));
                    sums[biases.len().min(next.len())..next.len()].fill(0);
                    activate::<K>(&sums[..next.len()], layer.shift, None, next);
                }
            }
        }
    }
}
