//! The mean of the weights that a stage comes by.
//!
//! Weights that are learned fast do not settle: they wander about the place where they should be,
//! and their mean is nearer to it than they are (Polyak and Juditsky, *Acceleration of stochastic
//! approximation by averaging*, 1992). The mean can play and teach while the rate is still high.

use super::weights::ExactWeights;
use bincode::{Decode, Encode};

/// A mean that forgets. The weights after batch t count in proportion to about t to the power η,
/// "polynomial-decay averaging" (Shamir and Zhang, *Stochastic gradient descent for non-smooth
/// optimization*, 2013), so what it holds is always of the same age for the length of the stage.
#[derive(Clone, Encode, Decode)]
pub(crate) struct Average {
    batches: u64,
    /// Of each learner; none before the first batch.
    nets: Vec<ExactWeights>,
}

impl Average {
    /// Of nothing yet.
    pub(crate) fn new() -> Self {
        Self { batches: 0, nets: Vec::new() }
    }

    /// The mean, a net for each learner; none before the first batch.
    pub(crate) fn nets(&self) -> &[ExactWeights] {
        &self.nets
    }

    /// The same for good.
    pub(crate) fn into_nets(self) -> Vec<ExactWeights> {
        self.nets
    }

    /// Takes in the weights after another batch. The mean is then `age` times as many batches old
    /// as there have been, up to a half.
    pub(crate) fn add(&mut self, nets: Vec<ExactWeights>, age: f64) {
        self.batches += 1;
        if self.nets.is_empty() {
            self.nets = nets;
            return;
        }
        // Weights in proportion to t^η are t / (η + 2) old.
        let power = 1.0 / age - 2.0;
        let share = (power + 1.0) / (self.batches as f64 + power);
        for (mean, net) in self.nets.iter_mut().zip(&nets) {
            mean.lerp(net, share as f32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_network::Layer;

    /// Weights that say their batch.
    fn after(batch: u64) -> Vec<ExactWeights> {
        let layer = Layer { weights: vec![batch as f32], biases: vec![-(batch as f32)] };
        let stacks = vec![vec![layer.clone()]];
        vec![ExactWeights { first: layer, patterns: Some(vec![batch as f32; 2]), stacks }]
    }

    #[test]
    fn the_mean_is_as_old_as_it_should_be() {
        for age in [0.05, 0.1, 0.5] {
            let mut average = Average::new();
            (1..=2000).for_each(|batch| average.add(after(batch), age));
            let [net] = average.nets() else { panic!("one net") };
            let want = 2000.0 * (1.0 - age as f32);
            let patterns = net.patterns.as_ref().unwrap();
            let layer = &net.stacks[0][0];
            let numbers = [net.first.weights[0], -net.first.biases[0], patterns[0], patterns[1]];
            for number in numbers.into_iter().chain([layer.weights[0], -layer.biases[0]]) {
                assert!((number - want).abs() < 2.0, "{number}, not {want}");
            }
        }
    }

    #[test]
    fn half_a_stage_old_is_the_plain_mean() {
        let mut average = Average::new();
        for (batch, sum) in [(1, 1.0), (2, 3.0), (3, 6.0), (4, 10.0)] {
            average.add(after(batch), 0.5);
            let mean = average.nets()[0].first.weights[0];
            assert!((mean - sum / batch as f32).abs() < 1e-6, "{mean}");
        }
    }
}
