//! More units in the hidden layers of a network that knows something already.

use crate::{model::random_part, recipe::NetworkSpec};
use sheshbesh_evaluator::network::{Layer, Mlp};

/// Whether a part can be [widened] to a shape: it has as many layers, and none has more units.
pub(crate) fn is_narrower(part: &Mlp, spec: &NetworkSpec) -> bool {
    let widths = part.widths();
    let hidden = &widths[..widths.len() - 1];
    hidden.len() == spec.hidden.len()
        && hidden.iter().zip(&spec.hidden).all(|(units, wanted)| units <= wanted)
        && hidden != spec.hidden
}

/// The part with as many units in each hidden layer as the shape says. It says of every position what
/// it said before: what comes from a new unit to those that were there has weight zero at first,
/// and the other weights of new units are random.
pub(crate) fn widened(part: &Mlp, spec: &NetworkSpec, seed: u64) -> Mlp {
    let spec = NetworkSpec { pattern_units: 0, by_plan: false, ..spec.clone() };
    let random = random_part(&spec, seed);
    let widened_stack = |stack: &Vec<Layer>| {
        stack.iter().zip(&random.stacks[0]).map(|(layer, random)| wider(layer, random)).collect()
    };
    Mlp {
        first: wider(&part.first, &random.first),
        stacks: part.stacks.iter().map(widened_stack).collect(),
        ..part.clone()
    }
}

/// The layer's weights, and those of a random layer for units that it lacks.
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
    use crate::{Recipe, test_samples};
    use sheshbesh_evaluator::{Evaluator, Network, network::Provenance};

    #[test]
    fn a_wider_network_judges_as_before() {
        let contact = Recipe::shipped("full").unwrap().contact;
        let spec = |hidden: &[usize]| NetworkSpec {
            hidden: hidden.to_vec(),
            pattern_units: 10,
            ..contact.clone()
        };
        let narrow = random_part(&spec(&[24, 8]), 3);
        let wide_spec = spec(&[30, 17]);
        assert!(is_narrower(&narrow, &wide_spec));
        let wide = widened(&narrow, &wide_spec, 4);
        assert!(wide_spec.describes(&wide));
        for other in [&[24, 8][..], &[30, 7], &[30], &[30, 17, 5]] {
            assert!(!is_narrower(&narrow, &spec(other)), "{other:?}");
        }
        // New units see the old ones and the inputs.
        assert!(wide.first.weights.chunks_exact(30).all(|row| row[24..].iter().all(|w| *w != 0.0)));
        let judge = |contact: Mlp| {
            let provenance = Provenance::default();
            Evaluator::new(&Network { contact, race: None, pruner: None, provenance })
        };
        let mut judges = [judge(narrow), judge(wide)];
        for sample in test_samples(100) {
            let [narrow, wide] =
                judges.each_mut().map(|judge| judge.outcomes(&sample.position).equity());
            assert!((narrow - wide).abs() < 1e-5, "{narrow} {wide}");
        }
    }
}
