//! A network as a Burn module.

use burn::{
    module::{Module, Param, ParamId},
    nn::Linear,
    tensor::{
        Device, Tensor, TensorData,
        activation::{log_softmax, relu, sigmoid, softplus},
    },
};
use rand::RngExt;
use sheshbesh_movegen::random::game_rng;
use sheshbesh_network::{Activation, Layer, Net, Output, PatternTable, Shape, Weights};

/// The layers of a net after its first: a stack for each bucket.
#[derive(Module, Debug)]
pub struct Model {
    stacks: Vec<Stack>,
}

/// Layers, one after the other.
#[derive(Module, Debug)]
struct Stack {
    layers: Vec<Linear>,
}

/// Added to the logits of outcomes that a position rules out.
pub const IMPOSSIBLE: f32 = -1e9;

impl Model {
    /// The module of a net's stacks.
    pub fn new(stacks: &[Vec<Layer>], device: &Device) -> Self {
        // The optimiser's state is kept by these ids, so they must be the same after a resume.
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

    /// The weights as the evaluator knows them.
    pub fn stacks(&self) -> Vec<Vec<Layer>> {
        let values = |data: TensorData| data.try_to_vec::<f32>().expect("weights are f32");
        let layer = |layer: &Linear| Layer {
            weights: values(layer.weight.val().into_data()),
            biases: layer.bias.as_ref().map_or_else(Vec::new, |b| values(b.val().into_data())),
        };
        self.stacks.iter().map(|stack| stack.layers.iter().map(layer).collect()).collect()
    }

    /// The last layer's sums from the first one's, one row for each position of a stack.
    pub fn forward(&self, stack: usize, sums: Tensor<2>, activation: Activation) -> Tensor<2> {
        self.stacks[stack].layers.iter().fold(sums, |sums, layer| {
            layer.forward(match activation {
                Activation::Relu => relu(sums),
                Activation::Sigmoid => sigmoid(sums),
            })
        })
    }
}

/// The loss summed over the rows: cross-entropy of the allowed outcomes, half the squared error of
/// TD-Gammon's four units, or the cross-entropy of each of five units by itself.
///
/// `sums`, `targets` and `mask` have one row for each position and one column for each unit; the
/// mask is 0, or [`IMPOSSIBLE`] for an outcome that the position rules out.
pub(crate) fn loss(
    output: Output,
    sums: Tensor<2>,
    targets: Tensor<2>,
    mask: Tensor<2>,
) -> Tensor<1> {
    match output {
        Output::Softmax => (log_softmax(sums + mask, 1) * targets).sum().neg(),
        Output::FourSigmoids => (sigmoid(sums) - targets).powi_scalar(2).sum().mul_scalar(0.5),
        // log σ(x) is x less the softplus of x, and log (1 - σ(x)) is less the softplus of x.
        Output::FiveSigmoids => (softplus(sums.clone(), 1.0) - sums * targets).sum(),
    }
}

/// A net with random weights: He's initialisation before ReLU, Glorot's otherwise, both uniform.
/// Biases and patterns are zero, and the stacks of all buckets begin alike.
///
/// # Panics
/// When the shape has layers without units or too wide, see [`Net::new`]; those of recipes have not.
pub fn random_net(shape: &Shape, seed: u64) -> Net {
    // Games are numbered from 0, so this stream is never a game's.
    let mut rng = game_rng(seed, u64::MAX);
    let layers = shape.layers().map(|(fan_in, fan_out)| {
        let bound = match shape.activation {
            Activation::Relu => (6.0 / fan_in as f32).sqrt(),
            Activation::Sigmoid => (6.0 / (fan_in + fan_out) as f32).sqrt(),
        };
        let weights = (0..fan_in * fan_out).map(|_| rng.random_range(-bound..bound)).collect();
        Layer { weights, biases: vec![0.0; fan_out] }
    });
    let mut layers = layers.collect::<Vec<Layer>>().into_iter();
    let first = layers.next().expect("there is a layer of outputs");
    let stack: Vec<Layer> = layers.collect();
    let patterns = shape.patterns.map(|(set, units)| PatternTable::zeros(set, units));
    let weights = Weights { first, patterns, stacks: vec![stack; shape.buckets.count()] };
    Net::new(shape.clone(), weights).expect("weights of this shape were drawn")
}
