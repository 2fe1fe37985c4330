//! The layers after the first, learned on the CPU.

use super::{
    adam::{AdamParam, add_scaled, zero},
    gemm::{Factor, gemm},
    model::IMPOSSIBLE,
};
use crate::{data::Sample, recipe::Optimiser};
use bincode::{Decode, Encode};
use pulp::Arch;
use sheshbesh_network::{Activation, Layer, OUTCOMES, Output, Shape};

/// The weights of all stacks, and what the optimiser knows of them.
#[derive(Clone, Encode, Decode)]
pub(crate) struct Stacks {
    stacks: Vec<Vec<LearnedLayer>>,
    /// Adam's steps so far.
    steps: u32,
}

#[derive(Clone, Encode, Decode)]
struct LearnedLayer {
    weights: AdamParam,
    biases: AdamParam,
}

/// Gradients, and room for positions on their way through that is kept to be used again.
#[derive(Default)]
pub(crate) struct StackPass {
    /// What goes into each layer, and the last layer's sums.
    values: Vec<Vec<f32>>,
    /// The gradient of the loss by the sums before a layer, and by those after it.
    before: Vec<f32>,
    after: Vec<f32>,
    /// For each stack, those of its layers; empty for stacks that no position went through.
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

    /// The layers as the evaluator knows them.
    pub(crate) fn layers(&self) -> Vec<Vec<Layer>> {
        let layer = |layer: &LearnedLayer| Layer {
            weights: layer.weights.values.clone(),
            biases: layer.biases.values.clone(),
        };
        self.stacks.iter().map(|stack| stack.iter().map(layer).collect()).collect()
    }

    /// Begins a stage, with nothing known of earlier gradients.
    pub(crate) fn begin(&mut self) {
        for layer in self.stacks.iter_mut().flatten() {
            layer.weights.forget();
            layer.biases.forget();
        }
        self.steps = 0;
    }

    /// Takes the first layer's sums of some samples, a row each, through their stacks and back.
    /// Gives the gradient of the loss, times `scale`, by those sums; the stacks' own is left in
    /// the pass. Samples of one stack stand together.
    pub(crate) fn pass(
        &self,
        shape: &Shape,
        samples: &[(usize, Sample)],
        sums: &[f32],
        scale: f32,
        pass: &mut StackPass,
    ) -> Vec<f32> {
        let width = sums.len() / samples.len();
        pass.gradients.resize_with(self.stacks.len(), Vec::new);
        pass.gradients.iter_mut().for_each(Vec::clear);
        let mut by_sums = vec![0.0; sums.len()];
        let mut first = 0;
        for group in samples.chunk_by(|a, b| a.0 == b.0) {
            let rows = first * width..(first + group.len()) * width;
            first += group.len();
            self.pass_group(shape, group, &sums[rows.clone()], scale, pass);
            by_sums[rows].copy_from_slice(&pass.before);
        }
        by_sums
    }

    /// The same for samples of one stack; the gradient is left in `pass.before`.
    fn pass_group(
        &self,
        shape: &Shape,
        samples: &[(usize, Sample)],
        sums: &[f32],
        scale: f32,
        pass: &mut StackPass,
    ) {
        let (number, rows) = (samples[0].0, samples.len());
        let stack = &self.stacks[number];
        let StackPass { values, before, after, gradients } = pass;
        let gradients = &mut gradients[number];
        gradients.resize_with(stack.len(), LayerGradient::default);
        values.resize_with(stack.len() + 1, Vec::new);
        values[0].clear();
        values[0].extend_from_slice(sums);
        for (i, layer) in stack.iter().enumerate() {
            let (inputs, outputs) = values.split_at_mut(i + 1);
            let (inputs, outputs) = (&mut inputs[i], &mut outputs[0]);
            activate(shape.activation, inputs);
            outputs.clear();
            (0..rows).for_each(|_| outputs.extend_from_slice(&layer.biases.values));
            let sizes = [rows, inputs.len() / rows, layer.biases.values.len()];
            let factors = [Factor::Rows(inputs), Factor::Rows(&layer.weights.values)];
            gemm(outputs, factors, sizes);
        }
        zero(before, rows * shape.output.units());
        let units = shape.output.units();
        let last = values[stack.len()].chunks_exact(units).zip(before.chunks_exact_mut(units));
        for ((_, sample), (sums, gradient)) in samples.iter().zip(last) {
            error(shape, sample, sums, gradient);
            gradient.iter_mut().for_each(|g| *g *= scale);
        }
        for (i, layer) in stack.iter().enumerate().rev() {
            std::mem::swap(before, after);
            let LayerGradient { weights, biases } = &mut gradients[i];
            let (depth, width) = (values[i].len() / rows, layer.biases.values.len());
            zero(weights, depth * width);
            zero(biases, width);
            after.chunks_exact(width).for_each(|row| add_scaled(biases, row, 1.0));
            let factors = [Factor::Columns(&values[i]), Factor::Rows(after)];
            gemm(weights, factors, [depth, rows, width]);
            zero(before, rows * depth);
            let factors = [Factor::Rows(after), Factor::Columns(&layer.weights.values)];
            gemm(before, factors, [rows, width, depth]);
            slope(shape.activation, &values[i], before);
        }
    }

    /// A step along the sum of the gradients of passes. Their order counts in the last bits.
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
                    Arch::new().dispatch(|| {
                        for (sum, other) in sum.iter_mut().zip(gradients) {
                            add_scaled(&mut sum.weights, &other.weights, 1.0);
                            add_scaled(&mut sum.biases, &other.biases, 1.0);
                        }
                    });
                }
            }
            Arch::new().dispatch(|| {
                for (layer, gradient) in stack.iter_mut().zip(&sum) {
                    layer.weights.step(&gradient.weights, optimiser, rate, steps);
                    layer.biases.step(&gradient.biases, optimiser, rate, steps);
                }
            });
        }
    }
}

/// What hidden units make of their sums.
fn activate(activation: Activation, sums: &mut [f32]) {
    match activation {
        Activation::Relu => sums.iter_mut().for_each(|x| *x = x.max(0.0)),
        Activation::Sigmoid => sums.iter_mut().for_each(|x| *x = 1.0 / (1.0 + (-*x).exp())),
    }
}

/// Makes the gradient by the units' values that by their sums.
fn slope(activation: Activation, values: &[f32], gradient: &mut [f32]) {
    for (g, &value) in gradient.iter_mut().zip(values) {
        *g *= match activation {
            Activation::Relu => f32::from(u8::from(value > 0.0)),
            Activation::Sigmoid => value * (1.0 - value),
        };
    }
}

/// The gradient of [`loss`](super::model::loss) by the last layer's sums of one sample.
fn error(shape: &Shape, sample: &Sample, sums: &[f32], gradient: &mut [f32]) {
    let targets = shape.output.target(sample.target);
    match shape.output {
        Output::Softmax => {
            let possible = shape.inputs.possible(&sample.position);
            let masked: [f32; OUTCOMES] =
                std::array::from_fn(|i| if possible[i] { sums[i] } else { IMPOSSIBLE });
            let largest = masked.iter().copied().fold(f32::MIN, f32::max);
            let powers = masked.map(|sum| (sum - largest).exp());
            let (whole, taught) = (powers.iter().sum::<f32>(), targets.iter().sum::<f32>());
            for ((g, power), target) in gradient.iter_mut().zip(powers).zip(targets) {
                *g = taught * power / whole - target;
            }
        }
        Output::FourSigmoids => {
            for ((g, sum), target) in gradient.iter_mut().zip(sums).zip(targets) {
                let value = 1.0 / (1.0 + (-sum).exp());
                *g = (value - target) * value * (1.0 - value);
            }
        }
    }
}
