//! A network laid out for speed.
//!
//! The first layer's point units and separable features depend on one index and one count each, so
//! their whole effect is looked up: one row of the first hidden layer for each side, index and count. The
//! candidates of one roll differ from the position before it on a few indices only, and only
//! those rows are added and subtracted. Patterns are rows of a table too, small enough to be added
//! anew for each position. The features and the later layers are products of matrices with all
//! candidates at once, or with all of the same plan.

use super::{
    Activation, Layer, Mlp, Network, Output, PatternTable,
    dense::{self, Matrix},
};
use crate::{
    bearoff::Tables,
    inputs::{InputSet, PATTERNS, PatternList},
    probabilities::{OUTCOMES, Outcomes},
    simd::{self, Kernel, Task},
};
use sheshbesh_movegen::{BAR, Checkers, Class, Position};
use std::ops::Range;

const SIDES: usize = 2;
const INDICES: usize = BAR as usize + 1;
/// Counts 0 to 15 fit into a position.
const COUNTS: usize = 16;
/// Positions that go through the network together, so that the sums of a layer stay in the
/// first-level cache.
const BATCH: usize = 24;

/// Both parts of a network, prepared.
pub(crate) struct PreparedNetwork {
    contact: Prepared,
    race: Option<Prepared>,
    pruner: Option<Prepared>,
}

/// One part, prepared.
struct Prepared {
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

/// Bytes of a cache line.
const LINE_BYTES: usize = 64;

/// One cache line of a pattern's row.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct PatternLine([i8; LINE_BYTES]);

/// A pattern table whose rows are whole cache lines.
struct PatternRows {
    /// One for each unit, padded with zeros.
    scales: Vec<f32>,
    lines: Vec<PatternLine>,
    lines_per_row: usize,
}

impl PatternRows {
    fn new(table: &PatternTable) -> Self {
        let lines_per_row = table.units().div_ceil(LINE_BYTES);
        let mut scales = table.scales().to_vec();
        scales.resize(lines_per_row * LINE_BYTES, 0.0);
        let mut lines = vec![PatternLine([0; LINE_BYTES]); PATTERNS * lines_per_row];
        for (pattern, lines) in lines.chunks_exact_mut(lines_per_row).enumerate() {
            for (line, bytes) in lines.iter_mut().zip(table.row(pattern).chunks(LINE_BYTES)) {
                line.0[..bytes.len()].copy_from_slice(bytes);
            }
        }
        Self { scales, lines, lines_per_row }
    }

    /// Adds what the patterns give to the first layer's sums. Some fifty bytes fit easily into a
    /// sum of sixteen bits.
    #[inline(always)]
    fn add_to(&self, sums: &mut [f32], patterns: &[u16]) {
        let mut line = 0;
        while line < self.lines_per_row {
            line += match self.lines_per_row - line {
                3.. => self.add_lines::<3>(sums, patterns, line),
                2 => self.add_lines::<2>(sums, patterns, line),
                _ => self.add_lines::<1>(sums, patterns, line),
            }
        }
    }

    /// Adds some lines of each row, their sums in registers. Gives how many.
    // Counted loops over arrays become vector code at any level of optimisation; zips do not.
    #[allow(clippy::needless_range_loop)]
    #[inline(always)]
    fn add_lines<const LINES: usize>(
        &self,
        sums: &mut [f32],
        patterns: &[u16],
        first: usize,
    ) -> usize {
        let mut bytes = [[0i16; LINE_BYTES]; LINES];
        for &pattern in patterns {
            let row = &self.lines[usize::from(pattern) * self.lines_per_row + first..][..LINES];
            for line in 0..LINES {
                for i in 0..LINE_BYTES {
                    bytes[line][i] += i16::from(row[line].0[i]);
                }
            }
        }
        for line in 0..LINES {
            let first = (first + line) * LINE_BYTES;
            let count = LINE_BYTES.min(sums.len() - first);
            let (sums, scales) = (&mut sums[first..][..count], &self.scales[first..][..count]);
            for i in 0..count {
                sums[i] += scales[i] * f32::from(bytes[line][i]);
            }
        }
        LINES
    }
}

/// Room for each part.
pub(crate) struct Scratches {
    contact: Scratch,
    race: Scratch,
    pruner: Option<Scratch>,
    /// Of the pruning network.
    outcomes: Vec<Outcomes>,
}

/// Room for a batch on its way through a network; one for each thread.
struct Scratch {
    features: Matrix,
    base: Matrix,
    hidden: Vec<Matrix>,
    /// Those of the caller's list that go to one part: plan, where the part tells plans apart, and
    /// place.
    places: Vec<(u8, u32)>,
}

impl PreparedNetwork {
    /// # Panics
    /// When the network is not valid, see [`Network::validate`].
    pub(crate) fn new(network: &Network) -> Self {
        Self {
            contact: Prepared::new(&network.contact),
            race: network.race.as_ref().map(Prepared::new),
            pruner: network.pruner.as_ref().map(Prepared::new),
        }
    }

    pub(crate) fn scratch(&self) -> Scratches {
        Scratches {
            contact: self.contact.scratch(),
            race: self.race.as_ref().unwrap_or(&self.contact).scratch(),
            pruner: self.pruner.as_ref().map(Prepared::scratch),
            outcomes: Vec::new(),
        }
    }

    /// What the pruning network takes positions to be worth, `worth` being what each outcome of
    /// their player on roll is worth; infinite for those that it does not know, which are those
    /// without contact. False, and no scores, where there is no such network or nothing to prune.
    pub(crate) fn prune_scores(
        &self,
        scratch: &mut Scratches,
        base: &Position,
        positions: &[Position],
        worth: &[f32; OUTCOMES],
        scores: &mut Vec<f32>,
    ) -> bool {
        let (Some(part), Some(room)) = (&self.pruner, &mut scratch.pruner) else { return false };
        room.places.clear();
        for (place, position) in positions.iter().enumerate() {
            if position.class() == Class::Contact {
                room.places.push((part.plan_of(position), place as u32));
            }
        }
        if room.places.is_empty() {
            return false;
        }
        let outcomes = &mut scratch.outcomes;
        outcomes.clear();
        outcomes.resize(positions.len(), Outcomes::default());
        part.evaluate(room, base, positions, outcomes);
        scores.clear();
        scores.resize(positions.len(), f32::INFINITY);
        for &(_, place) in &room.places {
            scores[place as usize] = outcomes[place as usize].worth(worth);
        }
        true
    }

    /// Outcomes of positions for their players on roll; finished games are exact, and so is what the
    /// tables know. `base` is a position from which they all differ little.
    pub(crate) fn evaluate(
        &self,
        scratch: &mut Scratches,
        tables: Option<&Tables>,
        base: &Position,
        positions: &[Position],
        outcomes: &mut Vec<Outcomes>,
    ) {
        outcomes.clear();
        outcomes.resize(positions.len(), Outcomes::default());
        let Scratches { contact, race, .. } = scratch;
        contact.places.clear();
        race.places.clear();
        let race_part = self.race.as_ref().unwrap_or(&self.contact);
        for (place, position) in positions.iter().enumerate() {
            match position.class() {
                Class::Over => {
                    outcomes[place] = Outcomes::of_finished(position).unwrap_or_default();
                }
                Class::Contact => {
                    contact.places.push((self.contact.plan_of(position), place as u32));
                }
                Class::Race => race.places.push((race_part.plan_of(position), place as u32)),
                Class::Bearoff => match tables.and_then(|tables| tables.outcomes(position)) {
                    Some(exact) => outcomes[place] = exact,
                    None => race.places.push((race_part.plan_of(position), place as u32)),
                },
            }
        }
        for (part, scratch) in [(&self.contact, contact), (race_part, race)] {
            if !scratch.places.is_empty() {
                part.evaluate(scratch, base, positions, outcomes);
            }
        }
    }
}

/// No checkers at all: the base of positions that have nothing in common.
pub(crate) const EMPTY: Position = Position::from_sides(Checkers::NONE, Checkers::NONE);

impl Prepared {
    fn new(part: &Mlp) -> Self {
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
    fn plan_of(&self, position: &Position) -> u8 {
        super::stack_of(self.stacks.len(), position) as u8
    }

    fn scratch(&self) -> Scratch {
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
    fn evaluate(
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
struct Evaluate<'a, I> {
    part: &'a Prepared,
    inputs: I,
    scratch: &'a mut Scratch,
    base: &'a Position,
    positions: &'a [Position],
    outcomes: &'a mut [Outcomes],
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{inputs::PLANS, simd::Plain, test_positions};

    /// Small weights that look random.
    fn part(inputs: InputSet, hidden: &[usize], activation: Activation, output: Output) -> Mlp {
        bigger_part(inputs, hidden, activation, output, 0, false)
    }

    fn bigger_part(
        inputs: InputSet,
        hidden: &[usize],
        activation: Activation,
        output: Output,
        pattern_units: usize,
        by_plan: bool,
    ) -> Mlp {
        let mut state = 1u32;
        let mut weight = |fan_in: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((state >> 8) as f32 / (1 << 23) as f32 - 1.0) * (3.0 / fan_in as f32).sqrt()
        };
        let mut layer = |fan_in: usize, fan_out: usize| Layer {
            weights: (0..fan_in * fan_out).map(|_| weight(fan_in)).collect(),
            biases: (0..fan_out).map(|_| weight(fan_out)).collect(),
        };
        let widths: Vec<usize> = hidden.iter().copied().chain([output.units()]).collect();
        let first = layer(inputs.len(), widths[0]);
        let mut stack = || widths.windows(2).map(|pair| layer(pair[0], pair[1])).collect();
        let stacks = (0..if by_plan { PLANS } else { 1 }).map(|_| stack()).collect();
        let patterns = (pattern_units > 0).then(|| {
            let weights = layer(PATTERNS, pattern_units).weights;
            let louder: Vec<f32> = weights.iter().map(|weight| 20.0 * weight).collect();
            PatternTable::nearest(&louder, pattern_units)
        });
        Mlp { inputs, activation, output, first, patterns, stacks }
    }

    /// The forward pass as the definition has it, in double precision.
    fn slow_outcomes(part: &Mlp, position: &Position) -> [f64; OUTCOMES] {
        let mut inputs = vec![0.0; part.inputs.len()];
        part.inputs.encode(position, &mut inputs);
        let mut values: Vec<f64> = inputs.into_iter().map(f64::from).collect();
        let stack = part.stack_of(position);
        let layers = std::iter::once(&part.first).chain(&part.stacks[stack]);
        for (i, layer) in layers.enumerate() {
            if i > 0 {
                for value in &mut values {
                    *value = match part.activation {
                        Activation::Relu => value.max(0.0),
                        Activation::Sigmoid => 1.0 / (1.0 + (-*value).exp()),
                    };
                }
            }
            let mut sums: Vec<f64> = layer.biases.iter().map(|&b| f64::from(b)).collect();
            for (value, weights) in values.iter().zip(layer.weights.chunks(sums.len())) {
                for (sum, &weight) in sums.iter_mut().zip(weights) {
                    *sum += value * f64::from(weight);
                }
            }
            if let (0, Some(table)) = (i, &part.patterns) {
                for &pattern in PatternList::of(position).numbers() {
                    let weights = table.row(usize::from(pattern)).iter().zip(table.scales());
                    for (sum, (&steps, &scale)) in sums.iter_mut().zip(weights) {
                        *sum += f64::from(steps) * f64::from(scale);
                    }
                }
            }
            values = sums;
        }
        let possible = Outcomes::possible(position);
        let raw: [f64; OUTCOMES] = match part.output {
            Output::Softmax => {
                std::array::from_fn(|i| if possible[i] { values[i].exp() } else { 0.0 })
            }
            Output::FourSigmoids => {
                let unit = |i: usize| 1.0 / (1.0 + (-values[i]).exp());
                [unit(0), unit(1), 0.0, unit(2), unit(3), 0.0]
            }
        };
        let sum: f64 = raw.iter().sum();
        raw.map(|value| value / sum)
    }

    fn networks() -> Vec<Network> {
        let provenance = crate::network::Provenance::default();
        let (relu, sigmoid) = (Activation::Relu, Activation::Sigmoid);
        vec![
            Network {
                contact: part(InputSet::Structural1, &[50, 20], relu, Output::Softmax),
                race: Some(part(InputSet::Race1, &[16], relu, Output::Softmax)),
                pruner: Some(part(InputSet::Points1, &[24], relu, Output::Softmax)),
                provenance: provenance.clone(),
            },
            Network {
                // More units than columns are looked through together.
                contact: part(InputSet::Tesauro198, &[530], sigmoid, Output::FourSigmoids),
                race: None,
                pruner: None,
                provenance: provenance.clone(),
            },
            Network {
                contact: part(InputSet::Structural2, &[], relu, Output::Softmax),
                race: Some(part(InputSet::Structural1, &[33, 32, 31], sigmoid, Output::Softmax)),
                pruner: None,
                provenance: provenance.clone(),
            },
            Network {
                contact: bigger_part(
                    InputSet::Structural2,
                    &[100, 16],
                    relu,
                    Output::Softmax,
                    70,
                    true,
                ),
                race: Some(part(InputSet::Race1, &[16], relu, Output::Softmax)),
                pruner: None,
                provenance,
            },
        ]
    }

    #[test]
    fn fast_forward_pass_equals_the_definition() {
        let positions = test_positions(40);
        for network in networks() {
            let prepared = PreparedNetwork::new(&network);
            let mut scratch = prepared.scratch();
            // All together from a base that is one of them, and each alone.
            let mut together = Vec::new();
            prepared.evaluate(&mut scratch, None, &positions[7], &positions, &mut together);
            for (position, together) in positions.iter().zip(together) {
                let mut alone = Vec::new();
                let one = std::slice::from_ref(position);
                prepared.evaluate(&mut scratch, None, &EMPTY, one, &mut alone);
                let want = match Outcomes::of_finished(position) {
                    Some(outcomes) => outcomes.0.map(f64::from),
                    None => slow_outcomes(network.part(position.class()), position),
                };
                for got in [together, alone[0]] {
                    for (got, want) in got.0.iter().zip(want) {
                        assert!((f64::from(*got) - want).abs() < 1e-5, "{position:?}: {got}");
                    }
                }
            }
        }
    }

    #[test]
    fn plain_instructions_give_the_same() {
        let positions: Vec<Position> = test_positions(10)
            .into_iter()
            .filter(|position| position.class() == Class::Contact)
            .collect();
        for network in networks() {
            let prepared = PreparedNetwork::new(&network);
            let mut scratch = prepared.contact.scratch();
            scratch.places =
                positions.iter().zip(0..).map(|(p, i)| (prepared.contact.plan_of(p), i)).collect();
            let mut best = Vec::new();
            prepared.evaluate(&mut prepared.scratch(), None, &EMPTY, &positions, &mut best);
            let mut plain = vec![Outcomes::default(); positions.len()];
            let (part, base) = (&prepared.contact, &EMPTY);
            Evaluate {
                part,
                inputs: || part.inputs,
                scratch: &mut scratch,
                base,
                positions: &positions,
                outcomes: &mut plain,
            }
            .run::<Plain>();
            for (best, plain) in best.iter().zip(plain) {
                for i in 0..OUTCOMES {
                    assert!((best.0[i] - plain.0[i]).abs() < 1e-5);
                }
            }
        }
    }
}
