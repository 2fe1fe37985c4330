//! Which units of a first layer matter.
//!
//! Of a layer of rectified units that begins with random weights a quarter and more come to be off
//! for every position, and stay so: what is off has no gradient. They cost as much time as the
//! others.

use crate::{
    first_layer::{FirstLayer, Pass},
    sample::Sample,
};
use sheshbesh_evaluator::network::Mlp;

/// Positions that go through the layer together.
const TOGETHER: usize = 256;

/// The part with those `units` units of its first layer that give most to the second: by the mean
/// square, over the samples' positions, of a unit's output times the length of its weights there.
pub(crate) fn narrowed(part: &Mlp, samples: &[Sample], units: usize) -> Mlp {
    let width = part.first.outputs();
    let squares_of = |stack: usize| -> Vec<f32> {
        let second = &part.stacks[stack][0];
        let rows = second.weights.chunks_exact(second.outputs());
        rows.map(|row| row.iter().map(|weight| weight * weight).sum()).collect()
    };
    let squares: Vec<Vec<f32>> = (0..part.stacks.len()).map(squares_of).collect();
    let first = FirstLayer::new(part);
    let mut pass = Pass::default();
    let mut matters = vec![0.0; width];
    for samples in samples.chunks(TOGETHER) {
        let with_stack = |sample: &Sample| (part.stack_of(&sample.position), *sample);
        let samples: Vec<(usize, Sample)> = samples.iter().map(with_stack).collect();
        let sums = first.forward(part.inputs, &samples, &mut pass);
        for (sums, (stack, _)) in sums.chunks_exact(width).zip(&samples) {
            for ((matter, sum), square) in matters.iter_mut().zip(sums).zip(&squares[*stack]) {
                let output = sum.max(0.0);
                *matter += f64::from(output * output * square);
            }
        }
    }
    let mut order: Vec<usize> = (0..width).collect();
    order.sort_by(|&a, &b| matters[b].total_cmp(&matters[a]));
    order.truncate(units);
    order.sort_unstable();
    part.narrowed(&order)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Recipe, random_part, test_samples};
    use sheshbesh_evaluator::{
        Evaluator, Network,
        inputs::PATTERNS,
        network::{PatternTable, Provenance},
    };

    #[test]
    fn units_that_are_off_can_go() {
        let mut spec = Recipe::shipped("full").unwrap().contact;
        spec.hidden = vec![24, 8];
        spec.pattern_units = 10;
        let mut part = random_part(&spec, 3);
        let weights: Vec<f32> = (0..10 * PATTERNS).map(|i| (i % 17) as f32 / 170.0).collect();
        part.patterns = Some(PatternTable::nearest(&weights, 10));
        part.first.biases.fill(1.0);
        let off = [3, 9, 11, 23];
        off.iter().for_each(|&unit| part.first.biases[unit] = -1000.0);
        let narrow = narrowed(&part, &test_samples(400), 20);
        assert_eq!(narrow.widths(), [20, 8, 6]);
        assert_eq!(narrow.patterns.as_ref().unwrap().units(), 8);
        let judge = |contact: Mlp| {
            let provenance = Provenance::default();
            Evaluator::new(&Network { contact, race: None, pruner: None, provenance })
        };
        let (mut wide, mut narrow) = (judge(part), judge(narrow));
        for sample in test_samples(100) {
            let verdicts =
                [&mut wide, &mut narrow].map(|judge| judge.outcomes(&sample.position).equity());
            assert!((verdicts[0] - verdicts[1]).abs() < 1e-5, "{verdicts:?}");
        }
    }
}
