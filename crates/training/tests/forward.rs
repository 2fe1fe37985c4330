//! The evaluator's forward pass against Burn's on the same weights.

use burn::tensor::{Device, Tensor, TensorData, activation::sigmoid, activation::softmax};
use sheshbesh_evaluator::{
    Evaluator, Network, Outcomes,
    inputs::{self, PATTERNS, PatternList},
    network::{Activation, Mlp, Output, PatternTable, Provenance},
};
use sheshbesh_movegen::{Class, Dice, Game, Plays, Position};
use sheshbesh_training::{
    ActivationName, IMPOSSIBLE, Model, NetworkSpec, OutputName, Recipe, random_part,
};

/// Positions of games of arbitrary plays, the same each time.
fn positions(count: usize) -> Vec<Position> {
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
        if position.class() == Class::Over {
            position = Game::Backgammon.start();
        }
        positions.push(position);
    }
    positions
}

/// The first layer's sums as the definition has them.
fn first_sums(part: &Mlp, position: &Position) -> Vec<f32> {
    let mut inputs = vec![0.0; part.inputs.len()];
    part.inputs.encode(position, &mut inputs);
    let mut sums: Vec<f64> = part.first.biases.iter().map(|&b| f64::from(b)).collect();
    let mut add = |row: &[f32], value: f32| {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum += f64::from(*weight) * f64::from(value);
        }
    };
    for (value, row) in inputs.iter().zip(part.first.weights.chunks(part.first.outputs())) {
        add(row, *value);
    }
    if let Some(table) = &part.patterns {
        let weights = table.weights();
        for &pattern in PatternList::of(position).numbers() {
            add(&weights[usize::from(pattern) * table.units()..][..table.units()], 1.0);
        }
    }
    sums.into_iter().map(|sum| sum as f32).collect()
}

/// Burn's outcomes for one position.
fn burns(part: &Mlp, model: &Model, device: &Device, position: &Position) -> [f32; 6] {
    let stack = if part.stacks.len() > 1 { inputs::plan(position) } else { 0 };
    let first = first_sums(part, position);
    let width = first.len();
    let row = Tensor::<2>::from_data(TensorData::new(first, [1, width]), device);
    let sums = model.forward(stack, row, part.activation);
    let values = |tensor: Tensor<2>| tensor.into_data().try_to_vec::<f32>().unwrap();
    match part.output {
        Output::Softmax => {
            let mask = Outcomes::possible(position).map(|p| if p { 0.0 } else { IMPOSSIBLE });
            let mask = Tensor::<2>::from_data(TensorData::new(mask.to_vec(), [1, 6]), device);
            values(softmax(sums + mask, 1)).try_into().unwrap()
        }
        Output::FourSigmoids => {
            let units = values(sigmoid(sums));
            let sum: f32 = units.iter().sum();
            let [win, win_gammon, lose, lose_gammon] = [0, 1, 2, 3].map(|i| units[i] / sum);
            // The historical network knows no backgammons; where a single game is impossible the
            // evaluator may move probability, so only its own four are compared.
            [win, win_gammon, 0.0, lose, lose_gammon, 0.0]
        }
    }
}

fn compare(part: Mlp) {
    let device = Device::flex().autodiff();
    let model = Model::new(&part, &device);
    let network =
        Network { contact: part, race: None, pruner: None, provenance: Provenance::default() };
    let mut evaluator = Evaluator::new(&network);
    let positions = positions(400);
    for pair in positions.windows(2) {
        let [base, position] = pair else { unreachable!() };
        let expected = burns(&network.contact, &model, &device, position);
        for ours in [evaluator.outcomes(position), evaluator.outcomes_near(base, &[*position])[0]] {
            for (ours, burns) in ours.0.iter().zip(expected) {
                assert!((ours - burns).abs() < 1e-5, "{} {ours} {burns}", position.gnu_id());
            }
        }
    }
}

#[test]
fn shipped_networks_give_what_burn_gives() {
    let shipped = Network::shipped();
    compare(shipped.contact.clone());
    for part in shipped.race.iter().chain(&shipped.pruner) {
        compare(part.clone());
    }
}

#[test]
fn networks_of_every_recipe_and_odd_shapes_give_what_burn_gives() {
    for name in Recipe::names() {
        let recipe = Recipe::shipped(name).unwrap();
        compare(random_part(&recipe.contact, 5));
        for part in recipe.race.iter().chain(&recipe.pruner) {
            compare(random_part(part, 6));
        }
    }
    let quick = Recipe::shipped("quick").unwrap().contact;
    for hidden in [vec![], vec![1], vec![17], vec![33, 7], vec![40, 24, 16]] {
        compare(random_part(&NetworkSpec { hidden, ..quick.clone() }, 7));
    }
}

/// A part whose patterns are not all zero and whose plans differ.
#[test]
fn patterns_and_plans_give_what_burn_gives() {
    let quick = Recipe::shipped("quick").unwrap().contact;
    let spec = NetworkSpec { hidden: vec![40, 16], pattern_units: 30, by_plan: true, ..quick };
    let mut part = random_part(&spec, 8);
    for (stack, seed) in part.stacks.iter_mut().zip(9..) {
        *stack = random_part(&spec, seed).stacks[0].clone();
    }
    let weight = |i: usize| ((i * 7919) % 1000) as f32 / 2000.0 - 0.25;
    let weights: Vec<f32> = (0..PATTERNS * spec.pattern_units).map(weight).collect();
    part.patterns = Some(PatternTable::nearest(&weights, spec.pattern_units));
    compare(part);
}

#[test]
fn every_activation_with_every_output_gives_what_burn_gives() {
    let quick = Recipe::shipped("quick").unwrap().contact;
    for activation in [ActivationName::Relu, ActivationName::Sigmoid] {
        for output in [OutputName::Softmax, OutputName::FourSigmoids] {
            let spec = NetworkSpec { hidden: vec![24, 12], activation, output, ..quick.clone() };
            let part = random_part(&spec, 11);
            assert_eq!(part.activation, Activation::from(activation));
            assert_eq!(part.output, Output::from(output));
            compare(part);
        }
    }
}
