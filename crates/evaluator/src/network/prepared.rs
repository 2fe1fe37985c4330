//! A network laid out for speed.
//!
//! The first layer's point units depend on one index and one count each, so their whole effect
//! is looked up: one row of the first hidden layer for each side, index and count. The
//! candidates of one roll differ from the position before it on a few indices only, and only
//! those rows are added and subtracted. The features and the later layers are products of
//! matrices with all candidates at once.

use super::{
    Activation, Mlp, Network, Output,
    dense::{self, Matrix},
};
use crate::{
    inputs::InputSet,
    probabilities::{OUTCOMES, Outcomes},
    simd::{self, Kernel, Task},
};
use sheshbesh_movegen::{BAR, Checkers, Class, Position};

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
}

/// One part, prepared.
struct Prepared {
    inputs: InputSet,
    activation: Activation,
    output: Output,
    /// Row (side × 26 + index) × 16 + count.
    points: Matrix,
    /// The first layer's biases.
    empty_board: Matrix,
    /// The first layer's weights for the features.
    features: Matrix,
    /// The layers after the first.
    layers: Vec<(Matrix, Matrix)>,
}

/// Room for a batch on its way through a network; one for each thread.
pub(crate) struct Scratch {
    features: Matrix,
    base: Matrix,
    hidden: Vec<Matrix>,
    /// Places in the caller's list of those that go to one part.
    places: Vec<usize>,
}

impl PreparedNetwork {
    /// # Panics
    /// When the network is not valid, see [`Network::validate`].
    pub(crate) fn new(network: &Network) -> Self {
        Self {
            contact: Prepared::new(&network.contact),
            race: network.race.as_ref().map(Prepared::new),
        }
    }

    pub(crate) fn scratch(&self) -> [Scratch; 2] {
        [&self.contact, self.race.as_ref().unwrap_or(&self.contact)].map(Prepared::scratch)
    }

    /// Outcomes of positions for their players on roll; finished games are exact. `base` is a
    /// position from which they all differ little.
    pub(crate) fn evaluate(
        &self,
        scratch: &mut [Scratch; 2],
        base: &Position,
        positions: &[Position],
        outcomes: &mut Vec<Outcomes>,
    ) {
        outcomes.clear();
        outcomes.resize(positions.len(), Outcomes::default());
        let [contact, race] = scratch;
        contact.places.clear();
        race.places.clear();
        for (place, position) in positions.iter().enumerate() {
            match position.class() {
                Class::Over => {
                    outcomes[place] = Outcomes::of_finished(position).unwrap_or_default();
                }
                Class::Contact => contact.places.push(place),
                Class::Race | Class::Bearoff => race.places.push(place),
            }
        }
        let race_part = self.race.as_ref().unwrap_or(&self.contact);
        for (part, scratch) in [(&self.contact, contact), (race_part, race)] {
            if !scratch.places.is_empty() {
                simd::dispatch(Evaluate { part, scratch, base, positions, outcomes });
            }
        }
    }
}

/// No checkers at all: the base of positions that have nothing in common.
pub(crate) const EMPTY: Position = Position::from_sides(Checkers::NONE, Checkers::NONE);

impl Prepared {
    fn new(part: &Mlp) -> Self {
        part.validate().expect("networks are validated when they are made");
        let (first, rest) = part.layers.split_first().expect("a network has a layer");
        let units = part.inputs.point_units();
        let width = first.outputs();
        let weights_of = |input: usize| &first.weights[input * width..][..width];

        let mut points = Matrix::zeros(SIDES * INDICES * COUNTS, width);
        for side in 0..SIDES {
            for index in 0..=BAR {
                for count in 1..COUNTS {
                    let row = points.row_mut((side * INDICES + index as usize) * COUNTS + count);
                    units.for_each_of_side(side, index, count as u8, |unit, value| {
                        for (sum, weight) in row.iter_mut().zip(weights_of(unit)) {
                            *sum += value * weight;
                        }
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
        Self {
            inputs: part.inputs,
            activation: part.activation,
            output: part.output,
            points,
            empty_board: row_of(&first.biases),
            features: rows_of(&first.weights[units.len() * width..], width),
            layers: rest
                .iter()
                .map(|layer| (rows_of(&layer.weights, layer.outputs()), row_of(&layer.biases)))
                .collect(),
        }
    }

    fn scratch(&self) -> Scratch {
        let mut hidden = vec![Matrix::zeros(BATCH, self.empty_board.stride())];
        hidden.extend(self.layers.iter().map(|(_, biases)| Matrix::zeros(BATCH, biases.stride())));
        Scratch {
            features: Matrix::zeros(BATCH, self.inputs.features()),
            base: Matrix::zeros(1, self.empty_board.stride()),
            hidden,
            places: Vec::new(),
        }
    }

    /// Writes to `sums` what `from` gives (the first layer's sums for `base`), changed to what
    /// the point units of `position` give.
    #[inline(always)]
    fn move_sums<K: Kernel>(&self, base: &Position, position: &Position, from: &[f32], sums: &mut [f32]) {
        // Each side has at most 26 indices, so there are never more changes than this.
        let mut added = [0; SIDES * INDICES];
        let mut removed = [0; SIDES * INDICES];
        let (mut adds, mut removes) = (0, 0);
        let sides = [(base.own(), position.own()), (base.opponent(), position.opponent())];
        for (side, (before, after)) in sides.into_iter().enumerate() {
            let mut changed = before.nibbles() ^ after.nibbles();
            while changed != 0 {
                let index = changed.trailing_zeros() / 4;
                let shift = 4 * index;
                changed &= !(15 << shift);
                let row = (side * INDICES + index as usize) * COUNTS;
                let (old, new) = ((before.nibbles() >> shift) & 15, (after.nibbles() >> shift) & 15);
                if new != 0 {
                    added[adds] = (row + new as usize) * sums.len();
                    adds += 1;
                }
                if old != 0 {
                    removed[removes] = (row + old as usize) * sums.len();
                    removes += 1;
                }
            }
        }
        let rows = self.points.as_slice();
        let width = self.points.stride();
        assert!(from.len() == width && sums.len() == width);
        let last_row = rows.len() - width;
        assert!(added[..adds].iter().chain(&removed[..removes]).all(|&row| row <= last_row));
        let mut column = 0;
        while column < width {
            // SAFETY: the column lies within a row, and every row within `rows`, as asserted.
            unsafe {
                let mut sum = K::load(from.as_ptr().add(column));
                for row in &added[..adds] {
                    sum = K::add(sum, K::load(rows.as_ptr().add(row + column)));
                }
                for row in &removed[..removes] {
                    sum = K::sub(sum, K::load(rows.as_ptr().add(row + column)));
                }
                K::store(sums.as_mut_ptr().add(column), sum);
            }
            column += K::LANES;
        }
    }

    /// The six outcomes from the last layer's sums.
    #[inline(always)]
    fn outcomes(&self, position: &Position, sums: &[f32]) -> Outcomes {
        match self.output {
            Output::Softmax => {
                let possible = Outcomes::possible(position);
                let largest = sums[..OUTCOMES].iter().copied().fold(f32::MIN, f32::max);
                let mut powers = [0.0; OUTCOMES];
                for ((power, sum), possible) in powers.iter_mut().zip(sums).zip(possible) {
                    *power = if possible { dense::exp(sum - largest) } else { 0.0 };
                }
                normalised(powers)
            }
            Output::FourSigmoids => {
                let unit = |i: usize| 1.0 / (1.0 + dense::exp(-sums[i]));
                normalised([unit(0), unit(1), 0.0, unit(2), unit(3), 0.0])
            }
        }
    }
}

/// Divided by their sum.
#[inline(always)]
fn normalised(values: [f32; OUTCOMES]) -> Outcomes {
    // A sum of zero would need every possible outcome 87 logits below an impossible one.
    let scale = 1.0 / values.iter().sum::<f32>().max(f32::MIN_POSITIVE);
    Outcomes(values.map(|value| value * scale))
}

struct Evaluate<'a> {
    part: &'a Prepared,
    scratch: &'a mut Scratch,
    base: &'a Position,
    positions: &'a [Position],
    outcomes: &'a mut [Outcomes],
}

impl Task for Evaluate<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        let Self { part, scratch, base, positions, outcomes } = self;
        let Scratch { features, base: base_sums, hidden, places } = scratch;
        let feature_count = part.inputs.features();
        part.move_sums::<K>(&EMPTY, base, part.empty_board.row(0), base_sums.row_mut(0));
        for places in places.chunks(BATCH) {
            for (row, &place) in places.iter().enumerate() {
                let position = &positions[place];
                let sums = hidden[0].row_mut(row);
                part.move_sums::<K>(base, position, base_sums.row(0), sums);
                part.inputs.write_features::<K>(position, &mut features.row_mut(row)[..feature_count]);
            }
            let rows = places.len();
            dense::multiply_add::<K>(&mut hidden[0], features, &part.features, rows, feature_count);
            for (i, (weights, biases)) in part.layers.iter().enumerate() {
                let (before, after) = hidden.split_at_mut(i + 1);
                let (input, sums) = (&mut before[i], &mut after[0]);
                let used = rows * input.stride();
                dense::activate(part.activation, &mut input.as_mut_slice()[..used]);
                for row in 0..rows {
                    sums.row_mut(row).copy_from_slice(biases.row(0));
                }
                let depth = weights.as_slice().len() / weights.stride();
                dense::multiply_add::<K>(sums, input, weights, rows, depth);
            }
            let last = hidden.last().expect("the first layer's sums");
            for (row, &place) in places.iter().enumerate() {
                outcomes[place] = part.outcomes(&positions[place], last.row(row));
            }
        }
    }
}
