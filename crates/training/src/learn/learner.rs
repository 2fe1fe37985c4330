//! Changes the weights of one net.

use super::{
    burn_stacks::BurnStacks,
    device::Compute,
    differences::{Slopes, slopes_by_equity},
    first_layer::{FirstLayer, Pass},
    stacks::{StackPass, Stacks},
    weights::ExactWeights,
};
use crate::{
    data::Sample,
    error::InvalidState,
    recipe::{Optimiser, Stage},
};
use bincode::{Decode, Encode};
use rayon::prelude::*;
use sheshbesh_movegen::Game;
use sheshbesh_network::{Net, Shape};

/// Learns one net.
pub(crate) struct Learner {
    /// Its rules say which outcomes a position can still have.
    game: Game,
    shape: Shape,
    first: FirstLayer,
    rest: Rest,
    compute: Compute,
    passes: Vec<(Pass, StackPass)>,
}

/// The layers after the first.
enum Rest {
    Cpu(Stacks),
    Burn(Box<BurnStacks>),
}

/// Rows of a minibatch that one thread takes together. A minibatch is cut at the same places for
/// any number of threads, and the gradients are added in order, so the result is the same.
const SHARD: usize = 256;

/// A learner's state as checkpoints keep it.
#[derive(Clone, Encode, Decode)]
pub(crate) struct LearnerState {
    first: FirstLayer,
    rest: RestState,
}

#[derive(Clone, Encode, Decode)]
enum RestState {
    Cpu(Stacks),
    Burn(super::burn_stacks::BurnState),
}

impl LearnerState {
    fn weights(&self) -> ExactWeights {
        let (first, patterns) = self.first.layer();
        let stacks = match &self.rest {
            RestState::Cpu(stacks) => stacks.layers(),
            RestState::Burn(state) => state.stacks.clone(),
        };
        ExactWeights { first, patterns, stacks }
    }
}

impl Learner {
    /// With the weights of a net that judges a game.
    pub(crate) fn new(game: Game, net: &Net, compute: &Compute) -> Self {
        let stacks = &net.weights().stacks;
        let rest = match compute {
            Compute::Cpu => Rest::Cpu(Stacks::new(stacks)),
            Compute::Burn(device) => Rest::Burn(Box::new(BurnStacks::new(stacks, device))),
        };
        let (shape, first) = (net.shape().clone(), FirstLayer::new(net));
        Self { game, shape, first, rest, compute: compute.clone(), passes: Vec::new() }
    }

    /// Takes the weights of a net if it has another shape.
    pub(crate) fn take(&mut self, net: &Net) {
        if self.shape != *net.shape() {
            *self = Self::new(self.game, net, &self.compute);
        }
    }

    /// Begins a stage, with nothing known of earlier gradients.
    pub(crate) fn begin(&mut self, stage: &Stage) {
        self.first.begin();
        match &mut self.rest {
            Rest::Cpu(stacks) => stacks.begin(),
            Rest::Burn(stacks) => stacks.begin(stage.optimiser),
        }
    }

    /// Goes on with a net of this shape from a checkpoint of a stage.
    pub(crate) fn resume(
        game: Game,
        shape: Shape,
        state: LearnerState,
        stage: &Stage,
        compute: &Compute,
    ) -> Result<Self, InvalidState> {
        let net = state.weights().net(&shape);
        net.map_err(|error| InvalidState(error.to_string()))?;
        let rest = match (state.rest, compute) {
            (RestState::Cpu(stacks), Compute::Cpu) => Rest::Cpu(stacks),
            (RestState::Burn(state), Compute::Burn(device)) => {
                Rest::Burn(Box::new(BurnStacks::resume(state, stage.optimiser, device)?))
            }
            (RestState::Cpu(_), Compute::Burn(_)) => {
                return Err(InvalidState("the run was begun on the device cpu".to_owned()));
            }
            (RestState::Burn(_), Compute::Cpu) => {
                return Err(InvalidState("the run was begun on one of Burn's devices".to_owned()));
            }
        };
        let (first, compute) = (state.first, compute.clone());
        Ok(Self { game, shape, first, rest, compute, passes: Vec::new() })
    }

    /// What [`Learner::resume`] needs.
    pub(crate) fn state(&self) -> Result<LearnerState, InvalidState> {
        let rest = match &self.rest {
            Rest::Cpu(stacks) => RestState::Cpu(stacks.clone()),
            Rest::Burn(stacks) => RestState::Burn(stacks.state()?),
        };
        Ok(LearnerState { first: self.first.clone(), rest })
    }

    /// The weights as they are now.
    pub(crate) fn weights(&self) -> ExactWeights {
        let (first, patterns) = self.first.layer();
        let stacks = match &self.rest {
            Rest::Cpu(stacks) => stacks.layers(),
            Rest::Burn(stacks) => stacks.layers(),
        };
        ExactWeights { first, patterns, stacks }
    }

    /// Takes other weights of its shape, with nothing known of earlier gradients.
    pub(crate) fn set_weights(&mut self, weights: ExactWeights) {
        *self = Self::new(self.game, &self.net_with(&weights), &self.compute);
        self.first.set_patterns(weights.patterns);
    }

    /// What it learns.
    pub(crate) fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The net as it is now.
    pub(crate) fn net(&self) -> Net {
        self.net_with(&self.weights())
    }

    /// The net with other weights of its shape.
    pub(crate) fn net_with(&self, weights: &ExactWeights) -> Net {
        weights
            .net(&self.shape)
            .expect("weights that are learned stay finite and as many as they are")
    }

    /// One step for each minibatch of the samples, in their order. Minibatches are of about equal
    /// size, none larger than `stage.minibatch`.
    pub(crate) fn learn(&mut self, samples: &[Sample], stage: &Stage, learning_rate: f64) {
        if samples.is_empty() {
            return;
        }
        let minibatches = samples.len().div_ceil(stage.minibatch);
        for minibatch in samples.chunks(samples.len().div_ceil(minibatches)) {
            self.learn_minibatch(minibatch, stage, learning_rate);
        }
    }

    fn learn_minibatch(&mut self, minibatch: &[Sample], stage: &Stage, rate: f64) {
        let optimiser = stage.optimiser;
        let scale = match optimiser {
            Optimiser::Adam => 1.0 / minibatch.len() as f32,
            Optimiser::SgdSum => 1.0,
        };
        let buckets = self.shape.buckets;
        let bucket_of = |sample: &Sample| buckets.bucket(&sample.position);
        let bucket_of: Vec<usize> = minibatch.iter().map(bucket_of).collect();
        // Where each of the sorted ones stands in the minibatch, whose siblings stand together.
        let mut places: Vec<usize> = (0..minibatch.len()).collect();
        places.sort_by_key(|&place| bucket_of[place]);
        let with_bucket = |&place: &usize| (bucket_of[place], minibatch[place]);
        let samples: Vec<(usize, Sample)> = places.iter().map(with_bucket).collect();
        let differences = stage.differences;
        let learns_differences =
            differences > 0.0 && minibatch.iter().skip(1).any(|sample| sample.is_sibling);
        // From the equities of the sorted ones to the slopes of their differences.
        let slopes_of = |equities: &[f32]| -> Vec<f32> {
            let mut in_order = vec![0.0; equities.len()];
            places.iter().zip(equities).for_each(|(&place, equity)| in_order[place] = *equity);
            let slopes = slopes_by_equity(minibatch, &in_order, differences);
            places.iter().map(|&place| slopes[place]).collect()
        };

        let shards = samples.len().div_ceil(SHARD);
        if self.passes.len() < shards {
            self.passes.resize_with(shards, Default::default);
        }
        let passes = &mut self.passes[..shards];
        let (game, first, shape) = (self.game, &self.first, &self.shape);
        let shards = || samples.par_chunks(SHARD);
        match &mut self.rest {
            Rest::Cpu(stacks) => {
                let slopes = if learns_differences {
                    let equities = shards().zip(&mut *passes).map(|(shard, passes)| {
                        let (pass, stack_pass) = passes;
                        let sums = first.forward(shape, shard, pass);
                        stacks.equities(game, shape, shard, sums, stack_pass)
                    });
                    slopes_of(&equities.collect::<Vec<_>>().concat())
                } else {
                    Vec::new()
                };
                shards().enumerate().zip(&mut *passes).for_each(|((number, shard), passes)| {
                    let (pass, stack_pass) = passes;
                    let slopes = slopes.chunks(SHARD).nth(number).unwrap_or_default();
                    if !learns_differences {
                        first.forward(shape, shard, pass);
                    }
                    stacks.pass(game, shape, shard, pass.sums(), slopes, scale, stack_pass);
                    first.backward(shape, &stack_pass.by_sums, pass);
                });
                let (mut passes, mut stack_passes): (Vec<_>, Vec<_>) =
                    passes.iter_mut().map(|(pass, stack_pass)| (pass, stack_pass)).unzip();
                self.first.step(&mut passes, optimiser, rate as f32);
                stacks.step(&mut stack_passes, optimiser, rate as f32);
            }
            Rest::Burn(stacks) => {
                let sums: Vec<&[f32]> = shards()
                    .zip(&mut *passes)
                    .map(|(shard, (pass, _))| first.forward(shape, shard, pass))
                    .collect();
                let slopes = learns_differences.then_some(&slopes_of as Slopes<'_>);
                let by_sums =
                    stacks.learn(game, shape, &samples, &sums.concat(), slopes, scale, rate);
                let width = by_sums.len() / samples.len();
                by_sums.par_chunks(SHARD * width).zip(&mut *passes).for_each(
                    |(by_sums, (pass, stack_pass))| {
                        stack_pass.by_sums.clear();
                        stack_pass.by_sums.push_dense(by_sums, width);
                        first.backward(shape, &stack_pass.by_sums, pass);
                    },
                );
                let mut passes: Vec<_> = passes.iter_mut().map(|(pass, _)| pass).collect();
                self.first.step(&mut passes, optimiser, rate as f32);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DeviceName, NetworkSpec, Recipe, Targets, random_net, test_samples};
    use sheshbesh_network::inputs::BucketSet;
    use sheshbesh_network::{Output, Weights};

    /// The largest difference between the weights of two nets.
    fn difference(a: &Net, b: &Net) -> f32 {
        let weights = |net: &Net| -> Vec<f32> {
            let Weights { first, patterns, stacks } = net.weights();
            let layers = std::iter::once(first).chain(stacks.iter().flatten());
            let layers = layers.flat_map(|l| [&l.weights[..], &l.biases].concat());
            let patterns = patterns.as_ref().map_or(vec![], |table| table.weights());
            layers.chain(patterns).collect()
        };
        let pairs = weights(a).into_iter().zip(weights(b));
        pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
    }

    /// Burn's automatic derivatives are the twin of those written out here.
    #[test]
    fn the_cpu_learns_what_burn_learns() {
        let mut samples = test_samples(700);
        let full = Recipe::shipped("full", Game::Backgammon).unwrap();
        let historical = Recipe::shipped("td-gammon", Game::Backgammon).unwrap();
        let first = full.stages[0].clone();
        let sum = Stage { optimiser: Optimiser::SgdSum, plain: false, ..first };
        let (by_plan, single) = (BucketSet::GamePlan16, BucketSet::Single);
        let specs = [
            (NetworkSpec { hidden: vec![24, 12, 8], ..full.contact.clone() }, 16, by_plan, 1e-3),
            (NetworkSpec { hidden: vec![20, 10], ..full.contact.clone() }, 0, single, 1e-3),
            (NetworkSpec { hidden: vec![20, 10], ..historical.contact.clone() }, 7, by_plan, 1e-2),
            (
                NetworkSpec {
                    hidden: vec![20, 10],
                    output: Output::FiveSigmoids,
                    ..full.contact.clone()
                },
                0,
                single,
                1e-3,
            ),
            (NetworkSpec { hidden: vec![], ..historical.contact }, 0, single, 1e-2),
        ];
        for (spec, pattern_units, buckets, rate) in specs {
            let spec = NetworkSpec { pattern_units, buckets, ..spec };
            let differences = if spec.output == Output::Softmax { 3.0 } else { 0.0 };
            let targets = Targets::Distillation { margin: 0.1, others: 0.0 };
            let sum = Stage { targets, differences, ..sum.clone() };
            // Rolls of one to five results, some of which a minibatch cuts.
            for (place, sample) in samples.iter_mut().enumerate() {
                sample.is_sibling = place % 15 % 6 != 0;
            }
            let [cpu, burn] = [DeviceName::Cpu, DeviceName::Flex].map(|device| {
                let mut learner =
                    Learner::new(Game::Backgammon, &random_net(&spec.shape(), 3), &device.open());
                learner.begin(&sum);
                learner.learn(&samples, &Stage { minibatch: 300, ..sum.clone() }, rate);
                learner.net()
            });
            let moved = difference(&cpu, &random_net(&spec.shape(), 3));
            let apart = difference(&cpu, &burn);
            assert!(moved > 0.02, "{spec:?} moved by {moved} only");
            assert!(apart < moved / 100.0, "{spec:?}: {apart} apart after moving by {moved}");
        }
    }

    #[test]
    fn states_of_another_device_or_shape_are_refused() {
        let full = Recipe::shipped("full", Game::Backgammon).unwrap();
        let spec = NetworkSpec { hidden: vec![8], pattern_units: 4, ..full.contact };
        let [cpu, flex] = [DeviceName::Cpu.open(), DeviceName::Flex.open()];
        let stage = &Stage { plain: false, ..full.stages[0].clone() };
        for (compute, other) in [(&cpu, &flex), (&flex, &cpu)] {
            let state = Learner::new(Game::Backgammon, &random_net(&spec.shape(), 1), compute)
                .state()
                .unwrap();
            let resume = |spec: &NetworkSpec, compute| {
                Learner::resume(Game::Backgammon, spec.shape(), state.clone(), stage, compute)
            };
            let same = resume(&spec, compute).unwrap();
            assert_eq!(same.net(), random_net(&spec.shape(), 1));
            let error = resume(&spec, other).err().unwrap().to_string();
            assert!(error.contains("the run was begun on"), "{error}");
            for hidden in [vec![9], vec![8, 8]] {
                let other = NetworkSpec { hidden, ..spec.clone() };
                assert!(resume(&other, compute).is_err());
            }
            let fewer = NetworkSpec { pattern_units: 3, ..spec.clone() };
            assert!(resume(&fewer, compute).is_err());
        }
    }

    #[test]
    fn exact_weights_fit_their_own_shape_only() {
        let full = Recipe::shipped("full", Game::Backgammon).unwrap().contact;
        let spec = NetworkSpec { hidden: vec![8, 4], pattern_units: 4, ..full };
        let net = random_net(&spec.shape(), 1);
        let weights = Learner::new(Game::Backgammon, &net, &DeviceName::Cpu.open()).weights();
        assert_eq!(weights.net(net.shape()), Ok(net));
        for pattern_units in [0, 3] {
            let other = NetworkSpec { pattern_units, ..spec.clone() };
            assert!(weights.net(&other.shape()).is_err());
        }
    }
}
