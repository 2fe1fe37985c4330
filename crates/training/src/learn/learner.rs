//! Trains one net.

#[cfg(feature = "burn")]
use super::burn::{BurnStacks, Slopes};
use super::{
    burn_state::BurnState,
    device::Compute,
    differences::slopes_by_equity,
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

/// Trains one net.
pub(crate) struct Learner {
    /// Game whose rules determine the possible outcomes of a position.
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
    #[cfg(feature = "burn")]
    Burn(Box<BurnStacks>),
}

/// Rows of a shard, which one task processes. Shards do not depend on the number of threads, and
/// their gradients are added in order, so the result is the same for any number of threads.
const SHARD: usize = 256;

/// State of a learner in a checkpoint.
#[derive(Clone, Encode, Decode)]
pub(crate) struct LearnerState {
    first: FirstLayer,
    rest: RestState,
}

#[derive(Clone, Encode, Decode)]
enum RestState {
    Cpu(Stacks),
    Burn(BurnState),
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
    /// Creates a learner with the weights of a net for `game`.
    pub(crate) fn new(game: Game, net: &Net, compute: &Compute) -> Self {
        let stacks = &net.weights().stacks;
        let rest = match compute {
            Compute::Cpu => Rest::Cpu(Stacks::new(stacks)),
            #[cfg(feature = "burn")]
            Compute::Burn(device) => Rest::Burn(Box::new(BurnStacks::new(stacks, device))),
        };
        let (shape, first) = (net.shape().clone(), FirstLayer::new(net));
        Self { game, shape, first, rest, compute: compute.clone(), passes: Vec::new() }
    }

    /// Takes the weights of a net if its shape differs.
    pub(crate) fn take(&mut self, net: &Net) {
        if self.shape != *net.shape() {
            *self = Self::new(self.game, net, &self.compute);
        }
    }

    /// Starts a stage: resets the optimiser's state.
    #[cfg_attr(not(feature = "burn"), expect(unused_variables, reason = "for Burn's optimiser"))]
    pub(crate) fn begin(&mut self, stage: &Stage) {
        self.first.begin();
        match &mut self.rest {
            Rest::Cpu(stacks) => stacks.begin(),
            #[cfg(feature = "burn")]
            Rest::Burn(stacks) => stacks.begin(stage.optimiser),
        }
    }

    /// Restores a learner for a net of this shape from a checkpoint of a stage.
    ///
    /// # Errors
    /// A state that does not fit the shape or the device.
    #[cfg_attr(not(feature = "burn"), expect(unused_variables, reason = "for Burn's optimiser"))]
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
            #[cfg(feature = "burn")]
            (RestState::Burn(state), Compute::Burn(device)) => {
                Rest::Burn(Box::new(BurnStacks::resume(state, stage.optimiser, device)?))
            }
            #[cfg(feature = "burn")]
            (RestState::Cpu(_), Compute::Burn(_)) => {
                return Err(InvalidState("the run was started on the device cpu".to_owned()));
            }
            (RestState::Burn(_), Compute::Cpu) => {
                return Err(InvalidState(
                    "the run was started on one of Burn's devices".to_owned(),
                ));
            }
        };
        let (first, compute) = (state.first, compute.clone());
        Ok(Self { game, shape, first, rest, compute, passes: Vec::new() })
    }

    /// Returns the state for [`Learner::resume`].
    pub(crate) fn state(&self) -> Result<LearnerState, InvalidState> {
        let rest = match &self.rest {
            Rest::Cpu(stacks) => RestState::Cpu(stacks.clone()),
            #[cfg(feature = "burn")]
            Rest::Burn(stacks) => RestState::Burn(stacks.state()?),
        };
        Ok(LearnerState { first: self.first.clone(), rest })
    }

    /// The current weights.
    pub(crate) fn weights(&self) -> ExactWeights {
        let (first, patterns) = self.first.layer();
        let stacks = match &self.rest {
            Rest::Cpu(stacks) => stacks.layers(),
            #[cfg(feature = "burn")]
            Rest::Burn(stacks) => stacks.layers(),
        };
        ExactWeights { first, patterns, stacks }
    }

    /// Sets weights of the same shape, and resets the optimiser's state.
    pub(crate) fn set_weights(&mut self, weights: ExactWeights) {
        *self = Self::new(self.game, &self.net_with(&weights), &self.compute);
        self.first.set_patterns(weights.patterns);
    }

    /// Shape of the net.
    pub(crate) fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The current net.
    pub(crate) fn net(&self) -> Net {
        self.net_with(&self.weights())
    }

    /// The net with other weights of the same shape.
    pub(crate) fn net_with(&self, weights: &ExactWeights) -> Net {
        weights.net(&self.shape).expect("learned weights are finite and keep their number")
    }

    /// Makes one step for each minibatch of the samples, in order. Minibatches have about the same
    /// size, at most `stage.minibatch`.
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
        // Index in the minibatch of each sample in bucket order. Siblings are adjacent in the
        // minibatch only.
        let mut indices: Vec<usize> = (0..minibatch.len()).collect();
        indices.sort_by_key(|&index| bucket_of[index]);
        let with_bucket = |&index: &usize| (bucket_of[index], minibatch[index]);
        let samples: Vec<(usize, Sample)> = indices.iter().map(with_bucket).collect();
        let differences = stage.differences;
        let learns_differences =
            differences > 0.0 && minibatch.iter().skip(1).any(|sample| sample.is_sibling);
        // Maps equities in bucket order to the slopes of their differences.
        let slopes_of = |equities: &[f32]| -> Vec<f32> {
            let mut in_order = vec![0.0; equities.len()];
            indices.iter().zip(equities).for_each(|(&index, equity)| in_order[index] = *equity);
            let slopes = slopes_by_equity(minibatch, &in_order, differences);
            indices.iter().map(|&index| slopes[index]).collect()
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
            #[cfg(feature = "burn")]
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
    use crate::{DeviceName, NetworkSpec, Recipe, random_net};

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
