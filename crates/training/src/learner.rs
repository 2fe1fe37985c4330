//! Burn changes the weights.

use crate::{
    model::{IMPOSSIBLE, Model, loss, random_part},
    recipe::{NetworkSpec, Optimiser, Stage},
    sample::Sample,
};
use burn::{
    optim::{
        AdamConfig, GradientsAccumulator, GradientsParams, ModuleOptimizer, OptimizerRecord,
        SgdConfig,
    },
    tensor::{Bytes, Device, Tensor, TensorData},
};
use rayon::prelude::*;
use sheshbesh_evaluator::{
    Outcomes,
    network::{Layer, Mlp, Output},
};

/// Learns one part of a network.
pub(crate) struct Learner {
    /// Its weights are those of the last [`Learner::part`].
    shape: Mlp,
    model: Model,
    optimiser: ModuleOptimizer,
    device: Device,
}

/// Rows of a minibatch that go through the model together. A minibatch is cut at the same places
/// for any number of threads, and the gradients are added in order, so the result is the same.
const SHARD: usize = 512;

/// A learner's state as checkpoints keep it.
#[derive(Clone, bincode::Encode, bincode::Decode)]
pub(crate) struct LearnerState {
    pub(crate) layers: Vec<Layer>,
    /// Burn's record of the optimiser.
    pub(crate) optimiser: Vec<u8>,
}

/// The state does not fit the recipe or cannot be read by Burn.
#[derive(Debug, thiserror::Error)]
#[error("the learner's state does not fit: {0}")]
pub struct InvalidState(pub(crate) String);

impl Learner {
    /// With random weights.
    pub(crate) fn random(spec: &NetworkSpec, seed: u64, device: &Device) -> Self {
        Self::with_weights(random_part(spec, seed), device)
    }

    fn with_weights(shape: Mlp, device: &Device) -> Self {
        let device = device.clone().autodiff();
        let model = Model::new(&shape, &device);
        // Replaced when a stage begins.
        Self { shape, model, optimiser: SgdConfig::new().init(), device }
    }

    /// Whether a part has the shape of this one.
    pub(crate) fn takes(&self, part: &Mlp) -> bool {
        let widths = |part: &Mlp| part.layers.iter().map(Layer::outputs).collect::<Vec<_>>();
        let kind = |part: &Mlp| (part.inputs, part.activation, part.output);
        kind(part) == kind(&self.shape) && widths(part) == widths(&self.shape)
    }

    /// Takes the weights of a part.
    pub(crate) fn start_from(&mut self, part: &Mlp) {
        self.model = Model::new(part, &self.device);
    }

    /// Begins a stage, with nothing known of earlier gradients.
    pub(crate) fn begin(&mut self, stage: &Stage) {
        self.optimiser = new_optimiser(stage.optimiser);
    }

    /// Goes on from a checkpoint of a stage.
    pub(crate) fn resume(
        spec: &NetworkSpec,
        state: LearnerState,
        stage: &Stage,
        device: &Device,
    ) -> Result<Self, InvalidState> {
        let shape = Mlp {
            inputs: spec.input_set(),
            activation: spec.activation.into(),
            output: spec.output.into(),
            layers: state.layers,
        };
        shape.validate().map_err(|error| InvalidState(error.to_string()))?;
        let mut learner = Self::with_weights(shape, device);
        let record = OptimizerRecord::from_bytes(Bytes::from_bytes_vec(state.optimiser))
            .map_err(|error| InvalidState(error.to_string()))?;
        learner.optimiser = new_optimiser(stage.optimiser).load_record(record);
        Ok(learner)
    }

    /// What [`Learner::resume`] needs.
    pub(crate) fn state(&self) -> Result<LearnerState, InvalidState> {
        let optimiser = self.optimiser.into_bytes().map_err(|e| InvalidState(e.to_string()))?;
        Ok(LearnerState { layers: self.model.layers(), optimiser: optimiser.to_vec() })
    }

    /// The part as it is now.
    pub(crate) fn part(&self) -> Mlp {
        Mlp { layers: self.model.layers(), ..self.shape.clone() }
    }

    /// One step for each minibatch of the samples, in their order. Minibatches are of about equal
    /// size, none larger than `stage.minibatch`.
    pub(crate) fn learn(&mut self, samples: &[Sample], stage: &Stage, learning_rate: f64) {
        if samples.is_empty() {
            return;
        }
        let minibatches = samples.len().div_ceil(stage.minibatch);
        for minibatch in samples.chunks(samples.len().div_ceil(minibatches)) {
            let scale = match stage.optimiser {
                Optimiser::Adam => 1.0 / minibatch.len() as f64,
                Optimiser::SgdSum => 1.0,
            };
            let gradients = self.gradients(minibatch, scale);
            self.model = self.optimiser.step(learning_rate, self.model.clone(), gradients);
        }
    }

    fn gradients(&self, minibatch: &[Sample], scale: f64) -> GradientsParams {
        let shards: Vec<GradientsParams> =
            minibatch.par_chunks(SHARD).map(|shard| self.shard_gradients(shard, scale)).collect();
        let mut sum = GradientsAccumulator::new();
        for gradients in shards {
            sum.accumulate(&self.model, gradients);
        }
        sum.grads()
    }

    fn shard_gradients(&self, shard: &[Sample], scale: f64) -> GradientsParams {
        let batch = Batch::new(shard, &self.shape, &self.device);
        let sums = self.model.forward(batch.inputs, self.shape.activation);
        let loss = loss(self.shape.output, sums, batch.targets, batch.mask).mul_scalar(scale);
        GradientsParams::from_grads(loss.backward(), &self.model)
    }
}

fn new_optimiser(optimiser: Optimiser) -> ModuleOptimizer {
    match optimiser {
        Optimiser::Adam => AdamConfig::new().init(),
        Optimiser::SgdSum => SgdConfig::new().init(),
    }
}

/// Samples as tensors, one row each.
struct Batch {
    inputs: Tensor<2>,
    targets: Tensor<2>,
    mask: Tensor<2>,
}

impl Batch {
    fn new(samples: &[Sample], shape: &Mlp, device: &Device) -> Self {
        let (width, units) = (shape.inputs.len(), shape.output.units());
        let mut inputs = vec![0.0; samples.len() * width];
        let mut targets = Vec::with_capacity(samples.len() * units);
        let mut mask = Vec::with_capacity(samples.len() * units);
        for (sample, row) in samples.iter().zip(inputs.chunks_exact_mut(width)) {
            shape.inputs.encode(&sample.position, row);
            let Outcomes([w, wg, wb, l, lg, lb]) = sample.target;
            match shape.output {
                Output::Softmax => {
                    targets.extend([w, wg, wb, l, lg, lb]);
                    let possible = Outcomes::possible(&sample.position);
                    mask.extend(possible.map(|possible| if possible { 0.0 } else { IMPOSSIBLE }));
                }
                Output::FourSigmoids => {
                    targets.extend([w, wg + wb, l, lg + lb]);
                    mask.extend([0.0; 4]);
                }
            }
        }
        let tensor = |values: Vec<f32>, width: usize| {
            Tensor::from_data(TensorData::new(values, [samples.len(), width]), device)
        };
        Self {
            inputs: tensor(inputs, width),
            targets: tensor(targets, units),
            mask: tensor(mask, units),
        }
    }
}
