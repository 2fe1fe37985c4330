//! Compares the evaluator's forward pass with Burn's, for the same weights.

use burn::tensor::{Device, Tensor, TensorData, activation::sigmoid, activation::softmax};
use sheshbesh_movegen::{Class, Dice, Game, Plays, Position};
use sheshbesh_network::{
    Activation, ClassSet, Expert, FastNetwork, Net, Network, Output, PatternTable,
    inputs::BucketSet,
};
use sheshbesh_training::{IMPOSSIBLE, Model, NetworkSpec, Recipe, random_net};

/// Positions of games with arbitrary but repeatable plays.
fn random_positions(count: usize) -> Vec<Position> {
    let mut positions = Vec::new();
    let mut plays = Plays::new(Game::Backgammon);
    let mut position = Game::Backgammon.start();
    for turn in 0.. {
        if positions.len() == count {
            break;
        }
        let dice = Dice::ALL[(turn * 5 + turn / 21) % 21];
        let results = plays.generate_or_pass(&position, dice);
        position = results[turn * 7919 % results.len()];
        if Game::Backgammon.class(&position) == Class::Over {
            position = Game::Backgammon.start();
        }
        positions.push(position);
    }
    positions
}

/// The first layer's sums by definition.
fn first_sums(net: &Net, position: &Position) -> Vec<f32> {
    let (shape, weights) = (net.shape(), net.weights());
    let mut inputs = vec![0.0; shape.inputs.len()];
    shape.inputs.encode(position, &mut inputs);
    let mut sums: Vec<f64> = weights.first.biases.iter().map(|&b| f64::from(b)).collect();
    let mut add = |row: &[f32], value: f32| {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum += f64::from(*weight) * f64::from(value);
        }
    };
    for (value, row) in inputs.iter().zip(weights.first.weights.chunks(weights.first.outputs())) {
        add(row, *value);
    }
    if let (Some((set, units)), Some(table)) = (shape.patterns, &weights.patterns) {
        let rows = table.weights();
        for &pattern in set.of(position).numbers() {
            add(&rows[usize::from(pattern) * units..][..units], 1.0);
        }
    }
    sums.into_iter().map(|sum| sum as f32).collect()
}

/// Burn's outcomes for one position.
fn burns(net: &Net, model: &Model, device: &Device, position: &Position) -> [f32; 6] {
    let shape = net.shape();
    let first = first_sums(net, position);
    let width = first.len();
    let row = Tensor::<2>::from_data(TensorData::new(first, [1, width]), device);
    let sums = model.forward(shape.buckets.bucket(position), row, shape.activation);
    let values = |tensor: Tensor<2>| tensor.into_data().try_to_vec::<f32>().unwrap();
    match shape.output {
        Output::Softmax => {
            let mask =
                Game::Backgammon.possible(position).map(|p| if p { 0.0 } else { IMPOSSIBLE });
            let mask = Tensor::<2>::from_data(TensorData::new(mask.to_vec(), [1, 6]), device);
            values(softmax(sums + mask, 1)).try_into().unwrap()
        }
        Output::FourSigmoids => {
            let units = values(sigmoid(sums));
            let sum: f32 = units.iter().sum();
            let [win, win_gammon, lose, lose_gammon] = [0, 1, 2, 3].map(|i| units[i] / sum);
            // The historical network has no backgammons. If a single game is impossible, the
            // evaluator may move probability, so only the four outputs are compared.
            [win, win_gammon, 0.0, lose, lose_gammon, 0.0]
        }
        Output::FiveSigmoids => {
            let possible = Game::Backgammon.possible(position);
            let units = values(sigmoid(sums));
            let nested = |all: f32, units: &[f32], possible: &[bool]| {
                let gammons = if possible[1] || possible[2] { units[0].min(all) } else { 0.0 };
                let backgammons = if possible[2] { units[1].min(gammons) } else { 0.0 };
                [all - gammons, gammons - backgammons, backgammons]
            };
            let wins = nested(units[0], &units[1..3], &possible[..3]);
            let losses = nested(1.0 - units[0], &units[3..5], &possible[3..]);
            [wins, losses].concat().try_into().unwrap()
        }
    }
}

fn compare(net: Net) {
    let device = Device::flex().autodiff();
    let model = Model::new(&net.weights().stacks, &device);
    let experts = vec![Expert { classes: ClassSet::ALL, net: net.clone() }];
    let network = Network::new(Game::Backgammon, experts, None).unwrap();
    let fast = FastNetwork::in_floats(&network);
    let (mut scratch, mut outcomes) = (fast.workspace(), Vec::new());
    let positions = random_positions(400);
    for pair in positions.windows(2) {
        let [base, position] = pair else { unreachable!() };
        let expected = burns(&net, &model, &device, position);
        for base in [base, &FastNetwork::EMPTY] {
            fast.evaluate(&mut scratch, |_| None, base, &[*position], &mut outcomes);
            for (ours, burns) in outcomes[0].0.iter().zip(expected) {
                assert!((ours - burns).abs() < 1e-5, "{} {ours} {burns}", position.gnu_id());
            }
        }
    }
}

#[test]
fn shipped_networks_give_what_burn_gives() {
    sheshbesh_weights::shipped().nets().cloned().for_each(compare);
}

#[test]
fn networks_of_every_recipe_and_odd_shapes_give_what_burn_gives() {
    for name in Recipe::names(Game::Backgammon) {
        let recipe = Recipe::shipped(name, Game::Backgammon).unwrap();
        for (_, _, spec) in recipe.experts() {
            compare(random_net(&spec.shape(), 5));
        }
        recipe.pruner.iter().for_each(|spec| compare(random_net(&spec.shape(), 6)));
    }
    let quick = Recipe::shipped("quick", Game::Backgammon).unwrap().contact;
    for hidden in [vec![], vec![1], vec![17], vec![33, 7], vec![40, 24, 16]] {
        compare(random_net(&NetworkSpec { hidden, ..quick.clone() }.shape(), 7));
    }
}

/// A net with nonzero patterns and different stacks.
#[test]
fn patterns_and_plans_give_what_burn_gives() {
    let quick = Recipe::shipped("quick", Game::Backgammon).unwrap().contact;
    let spec = NetworkSpec {
        hidden: vec![40, 16],
        pattern_units: 30,
        buckets: BucketSet::GamePlan16,
        ..quick
    };
    let (shape, mut weights) = random_net(&spec.shape(), 8).into_parts();
    for (stack, seed) in weights.stacks.iter_mut().zip(9..) {
        *stack = random_net(&shape, seed).weights().stacks[0].clone();
    }
    let (set, units) = shape.patterns.unwrap();
    let weight = |i: usize| ((i * 7919) % 1000) as f32 / 2000.0 - 0.25;
    let rows: Vec<f32> = (0..set.count() * units).map(weight).collect();
    weights.patterns = Some(PatternTable::nearest(&rows, units));
    compare(Net::new(shape, weights).unwrap());
}

#[test]
fn every_activation_with_every_output_gives_what_burn_gives() {
    let quick = Recipe::shipped("quick", Game::Backgammon).unwrap().contact;
    for activation in [Activation::Relu, Activation::Sigmoid] {
        for output in [Output::Softmax, Output::FourSigmoids, Output::FiveSigmoids] {
            let spec = NetworkSpec { hidden: vec![24, 12], activation, output, ..quick.clone() };
            compare(random_net(&spec.shape(), 11));
        }
    }
}
