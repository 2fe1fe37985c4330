//! Pruning of first-layer units.
//!
//! A quarter or more of the rectified units in a layer with random initial weights become inactive
//! for every position. They stay inactive, because an inactive unit has no gradient, and cost as
//! much time as the others.

use super::first_layer::{FirstLayer, Pass};
use crate::data::Sample;
use sheshbesh_network::{Layer, Net};

/// Positions that go through the layer together.
const TOGETHER: usize = 256;

/// Returns the net with the `units` first-layer units that contribute most to the second layer. A
/// unit's contribution is the mean square, over the samples' positions, of its output times the
/// norm of its outgoing weights.
pub(crate) fn prune_units(net: &Net, samples: &[Sample], units: usize) -> Net {
    let (shape, weights) = (net.shape(), net.weights());
    let width = weights.first.outputs();
    let squares_of = |stack: &Vec<Layer>| -> Vec<f32> {
        let rows = stack[0].weights.chunks_exact(stack[0].outputs());
        rows.map(|row| row.iter().map(|weight| weight * weight).sum()).collect()
    };
    let squares: Vec<Vec<f32>> = weights.stacks.iter().map(squares_of).collect();
    let first = FirstLayer::new(net);
    let mut pass = Pass::default();
    let mut matters = vec![0.0; width];
    for samples in samples.chunks(TOGETHER) {
        let with_bucket = |sample: &Sample| (shape.buckets.bucket(&sample.position), *sample);
        let samples: Vec<(usize, Sample)> = samples.iter().map(with_bucket).collect();
        let sums = first.forward(shape, &samples, &mut pass);
        for (sums, (bucket, _)) in sums.chunks_exact(width).zip(&samples) {
            for ((matter, sum), square) in matters.iter_mut().zip(sums).zip(&squares[*bucket]) {
                let output = sum.max(0.0);
                *matter += f64::from(output * output * square);
            }
        }
    }
    let mut order: Vec<usize> = (0..width).collect();
    order.sort_by(|&a, &b| matters[b].total_cmp(&matters[a]));
    order.truncate(units);
    order.sort_unstable();
    net.narrowed(&order)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Recipe, random_net, test_equities, test_samples};
    use sheshbesh_network::PatternTable;

    #[test]
    fn units_that_are_off_can_go() {
        let mut spec =
            Recipe::shipped("full", sheshbesh_movegen::Game::Backgammon).unwrap().contact;
        spec.hidden = vec![24, 8];
        spec.pattern_units = 10;
        let (shape, mut weights) = random_net(&spec.shape(), 3).into_parts();
        let patterns = shape.patterns.unwrap().0.count();
        let rows: Vec<f32> = (0..10 * patterns).map(|i| (i % 17) as f32 / 170.0).collect();
        weights.patterns = Some(PatternTable::nearest(&rows, 10));
        weights.first.biases.fill(1.0);
        let off = [3, 9, 11, 23];
        off.iter().for_each(|&unit| weights.first.biases[unit] = -1000.0);
        let wide = Net::new(shape, weights).unwrap();
        let narrow = prune_units(&wide, &test_samples(400), 20);
        assert_eq!(narrow.shape().widths(), [20, 8, 6]);
        assert_eq!(narrow.weights().patterns.as_ref().unwrap().units(), 8);
        let positions: Vec<_> = test_samples(100).iter().map(|sample| sample.position).collect();
        let [wide, narrow] = [wide, narrow].map(|net| test_equities(net, &positions));
        for (wide, narrow) in wide.iter().zip(narrow) {
            assert!((wide - narrow).abs() < 1e-5, "{wide} {narrow}");
        }
    }
}
