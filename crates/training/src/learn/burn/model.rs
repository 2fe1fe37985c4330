//! A network as a Burn module.

use burn::{
    module::{Module, Param, ParamId},
    nn::Linear,
    tensor::{
        Device, Tensor, TensorData,
        activation::{log_softmax, relu, sigmoid, softplus},
    },
};
use sheshbesh_network::{Activation, Layer, Output};

/// The layers of a net after its first: a stack for each bucket.
#[derive(Module, Debug)]
pub struct Model {
    stacks: Vec<Stack>,
}

/// Consecutive layers.
#[derive(Module, Debug)]
struct Stack {
    layers: Vec<Linear>,
}

impl Model {
    /// Creates the module of a net's stacks.
    pub fn new(stacks: &[Vec<Layer>], device: &Device) -> Self {
        // The optimiser's state refers to these ids, so they must be the same after a resume.
        let mut next = 0;
        let mut id = || {
            next += 1;
            ParamId::from(next)
        };
        let mut linear = |layer: &Layer| {
            let shape = [layer.inputs(), layer.outputs()];
            let weights = TensorData::new(layer.weights.clone(), shape);
            let biases = TensorData::new(layer.biases.clone(), [shape[1]]);
            Linear {
                weight: Param::initialized(id(), Tensor::from_data(weights, device).require_grad()),
                bias: Some(Param::initialized(
                    id(),
                    Tensor::from_data(biases, device).require_grad(),
                )),
            }
        };
        let stack =
            |layers: &Vec<Layer>| Stack { layers: layers.iter().map(&mut linear).collect() };
        Self { stacks: stacks.iter().map(stack).collect() }
    }

    /// Returns the weights in the format of a net.
    pub fn stacks(&self) -> Vec<Vec<Layer>> {
        let values = |data: TensorData| data.try_to_vec::<f32>().expect("weights are f32");
        let layer = |layer: &Linear| Layer {
            weights: values(layer.weight.val().into_data()),
            biases: layer.bias.as_ref().map_or_else(Vec::new, |b| values(b.val().into_data())),
        };
        self.stacks.iter().map(|stack| stack.layers.iter().map(layer).collect()).collect()
    }

    /// Computes the last layer's sums from the first layer's, one row for each position of a stack.
    pub fn forward(&self, stack: usize, sums: Tensor<2>, activation: Activation) -> Tensor<2> {
        self.stacks[stack].layers.iter().fold(sums, |sums, layer| {
            layer.forward(match activation {
                Activation::Relu => relu(sums),
                Activation::Sigmoid => sigmoid(sums),
            })
        })
    }
}

/// Loss summed over the rows: cross-entropy of the possible outcomes, half the squared error of
/// TD-Gammon's four units, or the separate cross-entropies of five units.
///
/// `sums`, `targets` and `mask` have one row for each position and one column for each unit. The
/// mask is 0, or [`IMPOSSIBLE`] for an impossible outcome.
pub(crate) fn compute_loss(
    output: Output,
    sums: Tensor<2>,
    targets: Tensor<2>,
    mask: Tensor<2>,
) -> Tensor<1> {
    match output {
        Output::Softmax => (log_softmax(sums + mask, 1) * targets).sum().neg(),
        Output::FourSigmoids => (sigmoid(sums) - targets).powi_scalar(2).sum().mul_scalar(0.5),
        // log σ(x) = x - softplus(x), and log (1 - σ(x)) = -softplus(x).
        Output::FiveSigmoids => (softplus(sums.clone(), 1.0) - sums * targets).sum(),
    }
}
