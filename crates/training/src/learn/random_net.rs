//! Random weights for new nets.

use rand::RngExt;
use sheshbesh_movegen::random::game_rng;
use sheshbesh_network::{Activation, Layer, Net, PatternTable, Shape, Weights};

/// A net with random weights: He's initialisation before ReLU, Glorot's otherwise, both uniform.
/// Biases and patterns are zero, and the stacks of all buckets have the same weights.
///
/// # Panics
/// If the shape has layers that are empty or too wide, see [`Net::new`]. The shapes of valid
/// recipes have none.
pub fn random_net(shape: &Shape, seed: u64) -> Net {
    // Games are numbered from 0, so no game uses this stream.
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
    let first = layers.next().expect("a net has an output layer");
    let stack: Vec<Layer> = layers.collect();
    let patterns = shape.patterns.map(|(set, units)| PatternTable::zeros(set, units));
    let weights = Weights { first, patterns, stacks: vec![stack; shape.buckets.count()] };
    Net::new(shape.clone(), weights).expect("the random weights have this shape")
}
