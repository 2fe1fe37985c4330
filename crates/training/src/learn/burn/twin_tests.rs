//! Checks the learner's own code against Burn, and resumed runs against another device.

use crate::{
    DeviceName, NetworkSpec, Recipe, Targets,
    learn::learner::Learner,
    random_net,
    recipe::{Optimiser, Stage},
    test_samples,
};
use sheshbesh_movegen::Game;
use sheshbesh_network::{Net, Output, Weights, inputs::BucketSet};

/// The largest difference between the weights of two nets.
fn difference(a: &Net, b: &Net) -> f32 {
    let weights = |net: &Net| -> Vec<f32> {
        let Weights { first, patterns, stacks } = net.weights();
        let layers = std::iter::once(first).chain(stacks.iter().flatten());
        let layers = layers.flat_map(|l| [&l.weights[..], &l.biases].concat());
        let patterns = patterns.as_ref().map_or(vec![], |table| table.weights());
        layers.chain(patterns).collect()
    };
    let pairs = weights(a).into_iter().zip(weights(b));
    pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

/// Burn's automatic differentiation checks the handwritten gradients.
#[test]
fn the_cpu_learns_what_burn_learns() {
    let mut samples = test_samples(700);
    let full = Recipe::shipped("full", Game::Backgammon).unwrap();
    let historical = Recipe::shipped("td-gammon", Game::Backgammon).unwrap();
    let first = full.stages[0].clone();
    let sum = Stage { optimiser: Optimiser::SgdSum, plain: false, ..first };
    let (by_plan, single) = (BucketSet::GamePlan16, BucketSet::Single);
    let specs = [
        (NetworkSpec { hidden: vec![24, 12, 8], ..full.contact.clone() }, 16, by_plan, 1e-3),
        (NetworkSpec { hidden: vec![20, 10], ..full.contact.clone() }, 0, single, 1e-3),
        (NetworkSpec { hidden: vec![20, 10], ..historical.contact.clone() }, 7, by_plan, 1e-2),
        (
            NetworkSpec {
                hidden: vec![20, 10],
                output: Output::FiveSigmoids,
                ..full.contact.clone()
            },
            0,
            single,
            1e-3,
        ),
        (NetworkSpec { hidden: vec![], ..historical.contact }, 0, single, 1e-2),
    ];
    for (spec, pattern_units, buckets, rate) in specs {
        let spec = NetworkSpec { pattern_units, buckets, ..spec };
        let differences = if spec.output == Output::Softmax { 3.0 } else { 0.0 };
        let targets = Targets::Distillation { margin: 0.1, others: 0.0 };
        let sum = Stage { targets, differences, ..sum.clone() };
        // Rolls of three and six results, some of which a minibatch cuts.
        for (index, sample) in samples.iter_mut().enumerate() {
            sample.is_sibling = index % 15 % 6 != 0;
        }
        let [cpu, burn] = [DeviceName::Cpu, DeviceName::Flex].map(|device| {
            let mut learner =
                Learner::new(Game::Backgammon, &random_net(&spec.shape(), 3), &device.open());
            learner.begin(&sum);
            learner.learn(&samples, &Stage { minibatch: 300, ..sum.clone() }, rate);
            learner.net()
        });
        let moved = difference(&cpu, &random_net(&spec.shape(), 3));
        let apart = difference(&cpu, &burn);
        assert!(moved > 0.02, "{spec:?} moved by {moved} only");
        assert!(apart < moved / 100.0, "{spec:?}: {apart} apart after moving by {moved}");
    }
}

#[test]
fn states_of_another_device_or_shape_are_refused() {
    let full = Recipe::shipped("full", Game::Backgammon).unwrap();
    let spec = NetworkSpec { hidden: vec![8], pattern_units: 4, ..full.contact };
    let [cpu, flex] = [DeviceName::Cpu.open(), DeviceName::Flex.open()];
    let stage = &Stage { plain: false, ..full.stages[0].clone() };
    for (compute, other) in [(&cpu, &flex), (&flex, &cpu)] {
        let state =
            Learner::new(Game::Backgammon, &random_net(&spec.shape(), 1), compute).state().unwrap();
        let resume = |spec: &NetworkSpec, compute| {
            Learner::resume(Game::Backgammon, spec.shape(), state.clone(), stage, compute)
        };
        let same = resume(&spec, compute).unwrap();
        assert_eq!(same.net(), random_net(&spec.shape(), 1));
        let error = resume(&spec, other).err().unwrap().to_string();
        assert!(error.contains("the run was started on"), "{error}");
        for hidden in [vec![9], vec![8, 8]] {
            let other = NetworkSpec { hidden, ..spec.clone() };
            assert!(resume(&other, compute).is_err());
        }
        let fewer = NetworkSpec { pattern_units: 3, ..spec.clone() };
        assert!(resume(&fewer, compute).is_err());
    }
}
