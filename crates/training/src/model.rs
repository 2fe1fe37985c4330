//! A network as a Burn module.

use crate::recipe::NetworkSpec;
use burn::{
    module::{Module, Param, ParamId},
    nn::Linear,
    tensor::{
        Device, Tensor, TensorData,
        activation::{log_softmax, relu, sigmoid},
    },
};
use rand::RngExt;
use sheshbesh_arena::random::game_rng;
use sheshbesh_evaluator::network::{Activation, Layer, Mlp, Output};

/// The layers of one part of a network; inputs, activation and output are kept beside it.
#[derive(Module, Debug)]
pub struct Model {
    layers: Vec<Linear>,
}

/// Added to the logits of outcomes that a position rules out.
pub const IMPOSSIBLE: f32 = -1e9;

impl Model {
    /// The module of a network's part.
    pub fn new(part: &Mlp, device: &Device) -> Self {
        let layers = part.layers.iter().zip(0..).map(|(layer, number)| {
            let shape = [layer.inputs(), layer.outputs()];
            let weights = TensorData::new(layer.weights.clone(), shape);
            let biases = TensorData::new(layer.biases.clone(), [shape[1]]);
            // The optimiser's state is kept by these ids, so they must be the same after a resume.
            let id = |i: u64| ParamId::from(2 * number + i + 1);
            Linear {
                weight: Param::initialized(
                    id(0),
                    Tensor::from_data(weights, device).require_grad(),
                ),
                bias: Some(Param::initialized(
                    id(1),
                    Tensor::from_data(biases, device).require_grad(),
                )),
            }
        });
        Self { layers: layers.collect() }
    }

    /// The weights as the evaluator knows them.
    pub fn layers(&self) -> Vec<Layer> {
        let values = |data: TensorData| data.try_to_vec::<f32>().expect("weights are f32");
        self.layers
            .iter()
            .map(|layer| Layer {
                weights: values(layer.weight.val().into_data()),
                biases: layer.bias.as_ref().map_or_else(Vec::new, |b| values(b.val().into_data())),
            })
            .collect()
    }

    /// The last layer's sums, one row for each row of inputs.
    pub fn forward(&self, inputs: Tensor<2>, activation: Activation) -> Tensor<2> {
        let mut rows = inputs;
        for (i, layer) in self.layers.iter().enumerate() {
            if i > 0 {
                rows = match activation {
                    Activation::Relu => relu(rows),
                    Activation::Sigmoid => sigmoid(rows),
                };
            }
            rows = layer.forward(rows);
        }
        rows
    }
}

/// The loss summed over the rows: cross-entropy of the allowed outcomes, or half the squared
/// error of TD-Gammon's four units.
///
/// `sums`, `targets` and `mask` have one row for each position and one column for each unit; the
/// mask is 0, or [`IMPOSSIBLE`] for an outcome that the position rules out.
pub fn loss(output: Output, sums: Tensor<2>, targets: Tensor<2>, mask: Tensor<2>) -> Tensor<1> {
    match output {
        Output::Softmax => (log_softmax(sums + mask, 1) * targets).sum().neg(),
        Output::FourSigmoids => (sigmoid(sums) - targets).powi_scalar(2).sum().mul_scalar(0.5),
    }
}

/// A part with random weights: He's initialisation before ReLU, Glorot's otherwise, both uniform;
/// biases zero.
pub fn random_part(spec: &NetworkSpec, seed: u64) -> Mlp {
    let (inputs, output) = (spec.input_set(), Output::from(spec.output));
    let activation = Activation::from(spec.activation);
    // Games are numbered from 0, so this stream is never a game's.
    let mut rng = game_rng(seed, u64::MAX);
    let mut fan_in = inputs.len();
    let widths = spec.hidden.iter().copied().chain([output.units()]);
    let layers = widths.map(|fan_out| {
        let bound = match activation {
            Activation::Relu => (6.0 / fan_in as f32).sqrt(),
            Activation::Sigmoid => (6.0 / (fan_in + fan_out) as f32).sqrt(),
        };
        let weights = (0..fan_in * fan_out).map(|_| rng.random_range(-bound..bound)).collect();
        fan_in = fan_out;
        Layer { weights, biases: vec![0.0; fan_out] }
    });
    let layers = layers.collect();
    Mlp { inputs, activation, output, layers }
}
