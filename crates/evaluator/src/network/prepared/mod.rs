//! A network laid out for speed.

mod dense;
mod part;
mod pattern_rows;

use super::Network;
use crate::{
    bearoff::Tables,
    probabilities::{OUTCOMES, Outcomes},
};
use part::{PreparedPart, Scratch};
use sheshbesh_movegen::{Checkers, Class, Position};

/// The parts of a network, prepared.
pub(crate) struct PreparedNetwork {
    contact: PreparedPart,
    race: Option<PreparedPart>,
    pruner: Option<PreparedPart>,
}

/// Room for each part.
pub(crate) struct Scratches {
    contact: Scratch,
    race: Scratch,
    pruner: Option<Scratch>,
    /// Of the pruning network.
    outcomes: Vec<Outcomes>,
}

impl PreparedNetwork {
    /// # Panics
    /// When the network is not valid, see [`Network::validate`].
    pub(crate) fn new(network: &Network) -> Self {
        Self {
            contact: PreparedPart::new(&network.contact),
            race: network.race.as_ref().map(PreparedPart::new),
            pruner: network.pruner.as_ref().map(PreparedPart::new),
        }
    }

    pub(crate) fn scratch(&self) -> Scratches {
        Scratches {
            contact: self.contact.scratch(),
            race: self.race.as_ref().unwrap_or(&self.contact).scratch(),
            pruner: self.pruner.as_ref().map(PreparedPart::scratch),
            outcomes: Vec::new(),
        }
    }

    /// What the pruning network takes positions to be worth, all of them one time after the other
    /// for each of `worths`, which say what each outcome of their player on roll is worth; infinite
    /// for those that it does not know, which are those without contact. False, and no scores,
    /// where there is no such network or nothing to prune.
    pub(crate) fn prune_scores(
        &self,
        scratch: &mut Scratches,
        base: &Position,
        positions: &[Position],
        worths: &[[f32; OUTCOMES]],
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
        scores.resize(worths.len() * positions.len(), f32::INFINITY);
        for (scores, worth) in scores.chunks_exact_mut(positions.len()).zip(worths) {
            for &(_, place) in &room.places {
                scores[place as usize] = outcomes[place as usize].worth(worth);
            }
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
pub(crate) const EMPTY: Position = Position::from_sides_unchecked(Checkers::NONE, Checkers::NONE);

#[cfg(test)]
mod tests {
    use super::{part::Evaluate, *};
    use crate::{
        inputs::{InputSet, PATTERNS, PLANS, PatternList},
        network::{Activation, Layer, Mlp, Output, PatternTable},
        simd::{Plain, Task},
        test_positions,
    };

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
                inputs: || network.contact.inputs,
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
