//! A net in whole numbers, as chess engines have it (NNUE).
//!
//! What checkers and patterns give to the first layer's sums is looked up, and what features give is
//! multiplied. Of a position that differs little from another one only what differs is: sums of
//! integers are exact, so they are the same whatever they were led to from. Rectified units that are
//! off, and features that have not changed, are passed over.

mod accumulator;
mod changes;
mod products;
mod rounded;

use super::{features::WriteFeatures, rows::Rows, softmax};
use crate::{
    inputs::{Inputs, with_inputs},
    net::Net,
    outcomes::Outcomes,
    shape::{Activation, Output, Shape},
    simd::{Instructions, Kernel, Task},
};
use accumulator::{Accumulator, LONGEST, RowChanges, long};
use products::{activate, find_used, rectify};
use rounded::{FEATURE_SHIFT, FEATURE_STEPS, FirstLayer, LaterLayer, later_layers, nearest};
use sheshbesh_movegen::Position;
use std::{marker::PhantomData, ops::Range};

/// Positions that go through the net together.
const BATCH: usize = 24;

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
    /// Of each position: what changes in its features, and which pairs of them change.
    changes: Rows<i16>,
    used: Rows<u16>,
    /// How many are used.
    counts: [usize; BATCH],
    words: Rows<i16>,
    sums: Rows<i32>,
    /// Units of each layer that has layers after it.
    hidden: Vec<Rows<i16>>,
    /// Those of the caller's list that go to this net: bucket and place.
    pub(super) places: Vec<(u8, u32)>,
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

    /// Which layers judge a position.
    #[inline(always)]
    pub(super) fn bucket(&self, position: &Position) -> u8 {
        self.shape.buckets.bucket(position) as u8
    }

    pub(super) fn room(&self) -> Room {
        let first = self.first.width;
        let later = &self.stacks[0];
        let inputs = later.iter().map(|layer| layer.weights.inputs());
        let hidden: Vec<usize> = inputs.map(long).collect();
        let features = with_inputs!(self.shape.inputs, I => I::GLOBAL_FEATURES);
        let widest = hidden.iter().copied().chain([first, long(features)]).max().unwrap_or(first);
        Room {
            base: self.empty.clone(),
            features: Rows::zeros(BATCH, features),
            changes: Rows::zeros(BATCH, long(features)),
            used: Rows::zeros(BATCH, widest),
            counts: [0; BATCH],
            words: Rows::zeros(BATCH, first),
            sums: Rows::zeros(BATCH, widest.max(LONGEST)),
            hidden: hidden.into_iter().map(|units| Rows::zeros(BATCH, units)).collect(),
            places: Vec::new(),
        }
    }

    /// Outcomes of those positions whose places are in `room`.
    pub(super) fn evaluate(
        &self,
        instructions: Instructions,
        room: &mut Room,
        base: &Position,
        positions: &[Position],
        outcomes: &mut [Outcomes],
    ) {
        // One position is led to from none at once. Searches ask about many rolls of one position.
        let from_none = room.places.len() == 1 && room.base.position != *base;
        if !from_none && room.base.position != *base {
            with_inputs!(self.shape.inputs, I => {
                let inputs = PhantomData::<I>;
                instructions.run(Refresh { net: self, inputs, room, position: base });
            });
        }
        if self.stacks.len() > 1 {
            room.places.sort_unstable();
        }
        let places = std::mem::take(&mut room.places);
        for places in places.chunks(BATCH) {
            with_inputs!(self.shape.inputs, I => {
                let (inputs, features) = (PhantomData::<I>, &mut room.features);
                instructions.run(WriteFeatures { inputs, positions, places, features });
            });
            instructions.run(Layers { net: self, from_none, room, positions, places, outcomes });
        }
        room.places = places;
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
    room: &'a mut Room,
    position: &'a Position,
}

impl<I: Inputs> Task for Refresh<'_, I> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        let Self { net, inputs: _, room, position } = self;
        let Room { base, features, changes, used, words, sums, .. } = room;
        let mut found = RowChanges::none();
        net.first.find_changes::<K>(base, position, &mut found);
        net.first.update::<K>(base, &found, words.row_mut(0));
        base.words.row_mut(0).copy_from_slice(words.row(0));
        base.position = *position;
        if let Some(rows) = &net.first.patterns {
            base.patterns = rows.set.of(position);
        }
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
    /// Whether positions are led to from no checkers instead of the room's base.
    from_none: bool,
    room: &'a mut Room,
    positions: &'a [Position],
    places: &'a [(u8, u32)],
    outcomes: &'a mut [Outcomes],
}

impl Task for Layers<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        let Self { net, from_none, room, positions, places, outcomes } = self;
        let base = if from_none { &net.empty } else { &room.base };
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
            net.first.update::<K>(base, &found[row % 2], room.words.row_mut(row));
        }
        net.first_layer::<K>(from_none, room, places.len());
        let mut first = 0;
        for places in places.chunk_by(|a, b| a.0 == b.0) {
            let rows = first..first + places.len();
            net.run_stack::<K>(places[0].0, room, rows.clone());
            let last =
                net.stacks[usize::from(places[0].0)].last().expect("a layer after the first");
            let unit = 1.0 / last.scale;
            for (row, &(_, place)) in rows.zip(places) {
                let (position, sums) = (&positions[place as usize], room.sums.row(row));
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
    fn first_layer<K: Kernel>(&self, from_none: bool, room: &mut Room, rows: usize) {
        let Room { base, features, changes, used, counts, words, sums, hidden, .. } = room;
        let base = if from_none { &self.empty } else { &*base };
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
    fn run_stack<K: Kernel>(&self, stack: u8, room: &mut Room, rows: Range<usize>) {
        let Room { used, counts, sums, hidden, .. } = room;
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
