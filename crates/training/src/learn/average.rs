//! Average of a stage's weights.
//!
//! Weights that change fast do not settle: they fluctuate around an optimum, and their mean is
//! closer to it (Polyak and Juditsky, *Acceleration of stochastic approximation by averaging*,
//! 1992). The mean can play and provide targets while the learning rate is still high.

use super::weights::ExactWeights;
use bincode::{Decode, Encode};

/// A running mean with a finite memory. The weights after batch t count in proportion to about t to
/// the power η, "polynomial-decay averaging" (Shamir and Zhang, *Stochastic gradient descent for
/// non-smooth optimization*, 2013). Its mean age is therefore a constant fraction of the batches so
/// far.
#[derive(Clone, Encode, Decode)]
pub(crate) struct Average {
    batches: u64,
    /// Mean weights of each learner; empty before the first batch.
    nets: Vec<ExactWeights>,
}

impl Average {
    /// Creates an average of nothing.
    pub(crate) fn new() -> Self {
        Self { batches: 0, nets: Vec::new() }
    }

    /// Mean weights of each learner; empty before the first batch.
    pub(crate) fn nets(&self) -> &[ExactWeights] {
        &self.nets
    }

    /// Returns the mean weights of each learner.
    pub(crate) fn into_nets(self) -> Vec<ExactWeights> {
        self.nets
    }

    /// Adds the weights after another batch. `age` is the mean age of the average, as a fraction of
    /// the batches so far, up to 0.5.
    pub(crate) fn add(&mut self, nets: Vec<ExactWeights>, age: f64) {
        self.batches += 1;
        if self.nets.is_empty() {
            self.nets = nets;
            return;
        }
        // Weights in proportion to t^η have a mean age of t / (η + 2).
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

    /// Weights that equal their batch number.
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
