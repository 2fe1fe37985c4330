//! Trains the layers after the first on the CPU.

use super::{
    adam::{AdamParam, add_scaled, zero},
    sparse::Sparse,
};
use crate::{data::Sample, recipe::Optimiser};
use bincode::{Decode, Encode};
use sheshbesh_movegen::Game;
use sheshbesh_network::maths;
use sheshbesh_network::{Activation, Layer, OUTCOME_POINTS, OUTCOMES, Outcomes, Output, Shape};

/// Value added to the logits of impossible outcomes.
pub const IMPOSSIBLE: f32 = -1e9;

/// The weights of all stacks, with the optimiser's state.
#[derive(Clone, Encode, Decode)]
pub(crate) struct Stacks {
    stacks: Vec<Vec<LearnedLayer>>,
    /// Number of Adam steps so far.
    steps: u32,
}

#[derive(Clone, Encode, Decode)]
struct LearnedLayer {
    weights: AdamParam,
    biases: AdamParam,
}

impl LearnedLayer {
    /// Number of inputs.
    fn inputs(&self) -> usize {
        self.weights.values.len() / self.biases.values.len()
    }
}

/// Gradients, and a reusable workspace for passes.
#[derive(Default)]
pub(crate) struct StackPass {
    /// Gradient of the loss with respect to the first layer's sums, one row for each sample.
    pub(crate) by_sums: Sparse,
    /// Inputs of each layer. The backward pass replaces them by the gradient with respect to their
    /// values before activation.
    inputs: Vec<Sparse>,
    /// Sums of the current layer, and those of the next one.
    sums: Vec<f32>,
    next: Vec<f32>,
    /// Gradient of the loss with respect to the sums after a layer.
    after: Vec<f32>,
    turned: Sparse,
    /// Gradients of each stack's layers; empty for stacks without positions.
    gradients: Vec<Vec<LayerGradient>>,
}

#[derive(Default)]
struct LayerGradient {
    weights: Vec<f32>,
    biases: Vec<f32>,
}

impl Stacks {
    pub(crate) fn new(stacks: &[Vec<Layer>]) -> Self {
        let learned = |layer: &Layer| LearnedLayer {
            weights: AdamParam::new(&layer.weights),
            biases: AdamParam::new(&layer.biases),
        };
        let stack = |stack: &Vec<Layer>| stack.iter().map(learned).collect();
        Self { stacks: stacks.iter().map(stack).collect(), steps: 0 }
    }

    /// Returns the layers in the format of a net.
    pub(crate) fn layers(&self) -> Vec<Vec<Layer>> {
        let layer = |layer: &LearnedLayer| Layer {
            weights: layer.weights.values.clone(),
            biases: layer.biases.values.clone(),
        };
        self.stacks.iter().map(|stack| stack.iter().map(layer).collect()).collect()
    }

    /// Starts a stage: resets the optimiser's state.
    pub(crate) fn begin(&mut self) {
        for layer in self.stacks.iter_mut().flatten() {
            layer.weights.forget();
            layer.biases.forget();
        }
        self.steps = 0;
    }

    /// Computes the equities of samples from the first layer's sums, one row for each sample.
    /// Samples of one stack must be adjacent; `game` determines the possible outcomes. The output
    /// must be softmax.
    pub(crate) fn equities(
        &self,
        game: Game,
        shape: &Shape,
        samples: &[(usize, Sample)],
        sums: &[f32],
        pass: &mut StackPass,
    ) -> Vec<f32> {
        let width = sums.len() / samples.len();
        let mut equities = Vec::with_capacity(samples.len());
        for group in samples.chunk_by(|a, b| a.0 == b.0) {
            let rows = equities.len() * width..(equities.len() + group.len()) * width;
            self.forward(shape, group, &sums[rows], pass);
            let sums = pass.sums.chunks_exact(shape.output.units());
            equities.extend(group.iter().zip(sums).map(|((_, sample), sums)| {
                let (powers, whole) = softmax(game, sample, sums);
                Outcomes(powers.map(|power| power / whole)).equity()
            }));
        }
        equities
    }

    /// Runs samples forward and backward through their stacks, from the first layer's sums, one row
    /// for each sample. Stores the gradients of the loss, times `scale`, with respect to those sums
    /// and to the stacks' weights in the pass. Samples of one stack must be adjacent; `game`
    /// determines the possible outcomes. If there are `slopes`, one for each sample, the loss
    /// includes the slopes times the samples' equities.
    #[expect(clippy::too_many_arguments, reason = "all arguments describe one pass")]
    pub(crate) fn pass(
        &self,
        game: Game,
        shape: &Shape,
        samples: &[(usize, Sample)],
        sums: &[f32],
        slopes: &[f32],
        scale: f32,
        pass: &mut StackPass,
    ) {
        let width = sums.len() / samples.len();
        pass.gradients.resize_with(self.stacks.len(), Vec::new);
        pass.gradients.iter_mut().for_each(Vec::clear);
        pass.by_sums.clear();
        let mut first = 0;
        for group in samples.chunk_by(|a, b| a.0 == b.0) {
            let rows = first * width..(first + group.len()) * width;
            let slopes = slopes.get(first..first + group.len()).unwrap_or_default();
            first += group.len();
            self.pass_group(game, shape, group, &sums[rows], slopes, scale, pass);
        }
    }

    /// Runs samples of one stack forward. Stores the last layer's sums and the inputs of each layer
    /// in the pass.
    fn forward(
        &self,
        shape: &Shape,
        samples: &[(usize, Sample)],
        first_sums: &[f32],
        pass: &mut StackPass,
    ) {
        let (stack, rows) = (&self.stacks[samples[0].0], samples.len());
        let StackPass { inputs, sums, next, .. } = pass;
        inputs.resize_with(inputs.len().max(stack.len()), Sparse::default);
        sums.clear();
        sums.extend_from_slice(first_sums);
        for (layer, inputs) in stack.iter().zip(&mut *inputs) {
            activate(shape.activation, sums);
            inputs.clear();
            inputs.push_dense(sums, sums.len() / rows);
            next.clear();
            (0..rows).for_each(|_| next.extend_from_slice(&layer.biases.values));
            inputs.multiply_add(&layer.weights.values, layer.biases.values.len(), next);
            std::mem::swap(sums, next);
        }
    }

    /// Same as [`Self::pass`] for samples of one stack. Appends their gradients with respect to the
    /// sums.
    #[expect(clippy::too_many_arguments, reason = "all arguments describe one pass")]
    fn pass_group(
        &self,
        game: Game,
        shape: &Shape,
        samples: &[(usize, Sample)],
        first_sums: &[f32],
        slopes: &[f32],
        scale: f32,
        pass: &mut StackPass,
    ) {
        self.forward(shape, samples, first_sums, pass);
        let (number, rows) = (samples[0].0, samples.len());
        let stack = &self.stacks[number];
        let StackPass { by_sums, inputs, sums, after, turned, gradients, .. } = pass;
        let gradients = &mut gradients[number];
        gradients.resize_with(stack.len(), LayerGradient::default);
        let units = shape.output.units();
        zero(after, rows * units);
        let last = sums.chunks_exact(units).zip(after.chunks_exact_mut(units));
        for (index, ((_, sample), (sums, gradient))) in samples.iter().zip(last).enumerate() {
            error(game, shape, sample, sums, slopes.get(index).copied(), gradient);
            gradient.iter_mut().for_each(|g| *g *= scale);
        }
        for (i, layer) in stack.iter().enumerate().rev() {
            let LayerGradient { weights, biases } = &mut gradients[i];
            let (depth, width) = (layer.inputs(), layer.biases.values.len());
            zero(biases, width);
            after.chunks_exact(width).for_each(|row| add_scaled(biases, row, 1.0));
            inputs[i].transpose(depth, turned);
            turned.multiply(after, width, weights);
            let factors = [&after[..], &layer.weights.values];
            match shape.activation {
                // Zeros have no slope, and are not stored.
                Activation::Relu => inputs[i].replace(factors, width, |_| 1.0),
                Activation::Sigmoid => inputs[i].replace(factors, width, |x| x * (1.0 - x)),
            }
            if i > 0 {
                inputs[i].write_dense(depth, after);
            }
        }
        match inputs.first() {
            Some(by_these) if !stack.is_empty() => {
                by_these.rows().for_each(|row| by_sums.push_row(row));
            }
            _ => by_sums.push_dense(after, units),
        }
    }

    /// Makes a step along the sum of the gradients of all passes. Their order affects the last
    /// bits.
    pub(crate) fn step(&mut self, passes: &mut [&mut StackPass], optimiser: Optimiser, rate: f32) {
        self.steps = self.steps.saturating_add(1);
        let steps = self.steps;
        for (number, stack) in self.stacks.iter_mut().enumerate() {
            let mut sum: Vec<LayerGradient> = Vec::new();
            for pass in passes.iter_mut() {
                let gradients = &mut pass.gradients[number];
                if sum.is_empty() {
                    sum = std::mem::take(gradients);
                } else {
                    for (sum, other) in sum.iter_mut().zip(gradients) {
                        add_scaled(&mut sum.weights, &other.weights, 1.0);
                        add_scaled(&mut sum.biases, &other.biases, 1.0);
                    }
                }
            }
            for (layer, gradient) in stack.iter_mut().zip(&sum) {
                layer.weights.step(&gradient.weights, optimiser, rate, steps);
                layer.biases.step(&gradient.biases, optimiser, rate, steps);
            }
        }
    }
}

/// Applies the activation to the sums of hidden units.
fn activate(activation: Activation, sums: &mut [f32]) {
    match activation {
        Activation::Relu => sums.iter_mut().for_each(|x| *x = x.max(0.0)),
        Activation::Sigmoid => sums.iter_mut().for_each(|x| *x = 1.0 / (1.0 + maths::exp_f32(-*x))),
    }
}

/// Exponentials of the last layer's sums, as in softmax, with zero for impossible outcomes; and
/// their sum.
fn softmax(game: Game, sample: &Sample, sums: &[f32]) -> ([f32; OUTCOMES], f32) {
    let possible = game.possible(&sample.position);
    let masked: [f32; OUTCOMES] =
        std::array::from_fn(|i| if possible[i] { sums[i] } else { IMPOSSIBLE });
    let largest = masked.iter().copied().fold(f32::MIN, f32::max);
    let powers = masked.map(|sum| maths::exp_f32(sum - largest));
    (powers, powers.iter().sum())
}

/// Gradient of the loss (`loss` in `burn/model.rs`) with respect to the last layer's sums of one
/// sample, plus that of its equity times `slope`, if there is one.
fn error(
    game: Game,
    shape: &Shape,
    sample: &Sample,
    sums: &[f32],
    slope: Option<f32>,
    gradient: &mut [f32],
) {
    let targets = shape.output.target(sample.target);
    match shape.output {
        Output::Softmax => {
            let (powers, whole) = softmax(game, sample, sums);
            let taught = targets.iter().sum::<f32>();
            for ((g, power), target) in gradient.iter_mut().zip(powers).zip(targets) {
                *g = taught * power / whole - target;
            }
            if let Some(slope) = slope {
                let outcomes = powers.map(|power| power / whole);
                let equity = Outcomes(outcomes).equity();
                for ((g, outcome), points) in gradient.iter_mut().zip(outcomes).zip(OUTCOME_POINTS)
                {
                    *g += slope * outcome * (points - equity);
                }
            }
        }
        Output::FourSigmoids => {
            for ((g, sum), target) in gradient.iter_mut().zip(sums).zip(targets) {
                let value = 1.0 / (1.0 + maths::exp_f32(-sum));
                *g = (value - target) * value * (1.0 - value);
            }
        }
        // Separate cross-entropy of each unit.
        Output::FiveSigmoids => {
            for ((g, sum), target) in gradient.iter_mut().zip(sums).zip(targets) {
                *g = 1.0 / (1.0 + maths::exp_f32(-sum)) - target;
            }
        }
    }
}
