//! Adds units to the hidden layers of a trained net.

use super::random_net::random_net;
use sheshbesh_network::{Layer, Net, Shape, Weights};

/// True if a net of a shape can be [widened](widen) to another: it has as many layers, no layer
/// with more units, and at least one with fewer.
pub(crate) fn is_narrower(shape: &Shape, wanted: &Shape) -> bool {
    let mut layers = shape.hidden.iter().zip(&wanted.hidden);
    shape.hidden.len() == wanted.hidden.len()
        && layers.all(|(units, wanted)| units <= wanted)
        && shape.hidden != wanted.hidden
}

/// Returns the net with `hidden` units in its hidden layers. Evaluations do not change, as in
/// Net2Net (Chen, Goodfellow and Shlens, *Net2Net: accelerating learning via knowledge transfer*,
/// 2016). Net2Net copies a unit and splits its outgoing weights. Here the weights from a new unit
/// to existing units start at zero, and its other weights are random.
///
/// # Panics
/// If the net [is not narrower](is_narrower).
pub(crate) fn widen(net: &Net, hidden: &[usize], seed: u64) -> Net {
    let shape = Shape { hidden: hidden.to_vec(), ..net.shape().clone() };
    let random = random_net(&shape, seed).into_parts().1;
    let Weights { first, patterns, stacks } = net.weights();
    let widened_stack = |stack: &Vec<Layer>| {
        stack.iter().zip(&random.stacks[0]).map(|(layer, random)| wider(layer, random)).collect()
    };
    let weights = Weights {
        first: wider(first, &random.first),
        patterns: patterns.clone(),
        stacks: stacks.iter().map(widened_stack).collect(),
    };
    Net::new(shape, weights).expect("the widened layers have this shape")
}

/// The layer's weights, with those of a random layer for new units.
fn wider(layer: &Layer, random: &Layer) -> Layer {
    let (units, wanted) = (layer.outputs(), random.outputs());
    let mut wide = random.clone();
    let mut rows = layer.weights.chunks_exact(units);
    for wide in wide.weights.chunks_exact_mut(wanted) {
        match rows.next() {
            Some(row) => wide[..units].copy_from_slice(row),
            None => wide[..units].fill(0.0),
        }
    }
    wide.biases[..units].copy_from_slice(&layer.biases);
    wide
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NetworkSpec, Recipe, test_equities, test_samples};

    #[test]
    fn a_wider_network_judges_as_before() {
        let contact = Recipe::shipped("full", sheshbesh_movegen::Game::Backgammon).unwrap().contact;
        let shape = |hidden: &[usize]| {
            let hidden = hidden.to_vec();
            NetworkSpec { hidden, pattern_units: 10, ..contact.clone() }.shape()
        };
        let narrow = random_net(&shape(&[24, 8]), 3);
        assert!(is_narrower(narrow.shape(), &shape(&[30, 17])));
        let wide = widen(&narrow, &[30, 17], 4);
        assert_eq!(wide.shape(), &shape(&[30, 17]));
        for other in [&[24, 8][..], &[30, 7], &[30], &[30, 17, 5]] {
            assert!(!is_narrower(narrow.shape(), &shape(other)), "{other:?}");
        }
        // New units read the old ones and the inputs.
        let mut rows = wide.weights().first.weights.chunks_exact(30);
        assert!(rows.all(|row| row[24..].iter().all(|w| *w != 0.0)));
        let positions: Vec<_> = test_samples(100).iter().map(|sample| sample.position).collect();
        let [narrow, wide] = [narrow, wide].map(|net| test_equities(net, &positions));
        for (narrow, wide) in narrow.iter().zip(wide) {
            assert!((narrow - wide).abs() < 1e-5, "{narrow} {wide}");
        }
    }
}
