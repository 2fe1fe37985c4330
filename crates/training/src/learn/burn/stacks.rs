//! Trains the layers after the first with Burn, on one of its devices.

use super::model::{Model, compute_loss};
use crate::{
    data::Sample,
    error::InvalidState,
    learn::{burn_state::BurnState, stacks::IMPOSSIBLE},
    recipe::Optimiser,
};
use burn::{
    optim::{AdamConfig, GradientsParams, ModuleOptimizer, OptimizerRecord, SgdConfig},
    tensor::{Bytes, Device, Tensor, TensorData, activation::softmax},
};
use sheshbesh_movegen::Game;
use sheshbesh_network::{Layer, OUTCOME_POINTS, Output, Shape};

/// Maps the equities of a minibatch to the slopes of the loss with respect to each of them.
pub(crate) type Slopes<'a> = &'a dyn Fn(&[f32]) -> Vec<f32>;

/// Burn's module and optimiser.
pub(crate) struct BurnStacks {
    model: Model,
    optimiser: ModuleOptimizer,
    device: Device,
}

impl BurnStacks {
    pub(crate) fn new(stacks: &[Vec<Layer>], device: &Device) -> Self {
        let device = device.clone().autodiff();
        // The optimiser is replaced when a stage begins.
        Self { model: Model::new(stacks, &device), optimiser: SgdConfig::new().init(), device }
    }

    /// Restores the stacks from a checkpoint. Its layers must fit each other.
    pub(crate) fn resume(
        state: BurnState,
        optimiser: Optimiser,
        device: &Device,
    ) -> Result<Self, InvalidState> {
        let mut stacks = Self::new(&state.stacks, device);
        let record = OptimizerRecord::from_bytes(Bytes::from_bytes_vec(state.optimiser))
            .map_err(|error| InvalidState(error.to_string()))?;
        stacks.optimiser = new_optimiser(optimiser).load_record(record);
        Ok(stacks)
    }

    /// Returns the state for [`BurnStacks::resume`].
    pub(crate) fn state(&self) -> Result<BurnState, InvalidState> {
        let optimiser = self.optimiser.into_bytes().map_err(|e| InvalidState(e.to_string()))?;
        Ok(BurnState { stacks: self.layers(), optimiser: optimiser.to_vec() })
    }

    /// Returns the layers in the format of a net.
    pub(crate) fn layers(&self) -> Vec<Vec<Layer>> {
        self.model.stacks()
    }

    /// Starts a stage: resets the optimiser's state.
    pub(crate) fn begin(&mut self, optimiser: Optimiser) {
        self.optimiser = new_optimiser(optimiser);
    }

    /// Makes a step for samples, from the first layer's sums, one row for each sample. Samples of
    /// one stack must be adjacent. Returns the gradient of the loss, times `scale`, with respect to
    /// those sums. If there are `slopes`, which are computed from the samples' equities, the loss
    /// includes the slopes times the equities; the output must then be softmax.
    #[expect(clippy::too_many_arguments, reason = "all arguments describe one step")]
    pub(crate) fn learn(
        &mut self,
        game: Game,
        shape: &Shape,
        samples: &[(usize, Sample)],
        sums: &[f32],
        slopes: Option<Slopes<'_>>,
        scale: f32,
        rate: f64,
    ) -> Vec<f32> {
        let width = sums.len() / samples.len();
        let mut rows = sums.chunks_exact(width);
        let mut leaves = Vec::new();
        let mut losses: Option<Tensor<1>> = None;
        let mut equities = Vec::new();
        for group in samples.chunk_by(|a, b| a.0 == b.0) {
            let these: Vec<f32> = rows.by_ref().take(group.len()).flatten().copied().collect();
            let data = TensorData::new(these, [group.len(), width]);
            let leaf = Tensor::<2>::from_data(data, &self.device).require_grad();
            let sums = self.model.forward(group[0].0, leaf.clone(), shape.activation);
            let Goal { targets, mask } = Goal::new(game, group, shape, &self.device);
            if slopes.is_some() {
                let points = Tensor::<2>::from_data([OUTCOME_POINTS], &self.device);
                let outcomes = softmax(sums.clone() + mask.clone(), 1);
                equities.push((outcomes * points).sum_dim(1).reshape([group.len()]));
            }
            let loss = compute_loss(shape.output, sums, targets, mask);
            losses = Some(match losses {
                Some(sum) => sum + loss,
                None => loss,
            });
            leaves.push(leaf);
        }
        let mut loss = losses.expect("a minibatch is not empty");
        if let Some(slopes) = slopes {
            let equities: Tensor<1> = Tensor::cat(equities, 0);
            let known = equities.to_data().try_to_vec::<f32>().expect("equities are f32");
            let data = TensorData::new(slopes(&known), [samples.len()]);
            loss = loss + (equities * Tensor::from_data(data, &self.device)).sum();
        }
        let loss = loss.mul_scalar(scale);
        let gradients = loss.backward();
        let mut by_sums = Vec::with_capacity(sums.len());
        for leaf in leaves {
            let gradient = leaf.grad(&gradients).expect("the loss depends on the sums");
            by_sums.extend(gradient.into_data().try_to_vec::<f32>().expect("gradients are f32"));
        }
        let gradients = GradientsParams::from_grads(gradients, &self.model);
        self.model = self.optimiser.step(rate, self.model.clone(), gradients);
        by_sums
    }
}

fn new_optimiser(optimiser: Optimiser) -> ModuleOptimizer {
    match optimiser {
        Optimiser::Adam => AdamConfig::new().with_epsilon(crate::learn::adam::EPSILON).init(),
        Optimiser::SgdSum => SgdConfig::new().init(),
    }
}

/// Targets and masks of samples, as tensors with one row for each.
struct Goal {
    targets: Tensor<2>,
    mask: Tensor<2>,
}

impl Goal {
    fn new(game: Game, samples: &[(usize, Sample)], net: &Shape, device: &Device) -> Self {
        let output = net.output;
        let shape = [samples.len(), output.units()];
        let mut targets = Vec::with_capacity(shape[0] * shape[1]);
        let mut mask = Vec::with_capacity(shape[0] * shape[1]);
        for (_, sample) in samples {
            targets.extend_from_slice(&output.target(sample.target)[..output.units()]);
            match output {
                Output::Softmax => {
                    let possible = game.possible(&sample.position);
                    mask.extend(possible.map(|possible| if possible { 0.0 } else { IMPOSSIBLE }));
                }
                Output::FourSigmoids | Output::FiveSigmoids => {
                    mask.extend(std::iter::repeat_n(0.0, output.units()));
                }
            }
        }
        let tensor = |values| Tensor::from_data(TensorData::new(values, shape), device);
        Self { targets: tensor(targets), mask: tensor(mask) }
    }
}
