//! The evaluator's forward pass against Burn's on the same weights.

use burn::tensor::{Device, Tensor, TensorData, activation::sigmoid, activation::softmax};
use sheshbesh_evaluator::{
    Evaluator, Network, Outcomes,
    network::{Activation, Mlp, Output, Provenance},
};
use sheshbesh_movegen::{Class, Dice, Plays, Position, Variant};
use sheshbesh_training::{IMPOSSIBLE, Model, NetworkSpec, Recipe, random_part};

/// Positions of games of arbitrary plays, the same each time.
fn positions(count: usize) -> Vec<Position> {
    let mut positions = Vec::new();
    let mut plays = Plays::new();
    let mut position = Variant::Backgammon.start();
    for turn in 0.. {
        if positions.len() == count {
            break;
        }
        let dice = Dice::ALL[(turn * 5 + turn / 21) % 21];
        let results = plays.generate_or_pass(&position, dice);
        position = results[turn * 7919 % results.len()];
        if position.class() == Class::Over {
            position = Variant::Backgammon.start();
        }
        positions.push(position);
    }
    positions
}

/// Burn's outcomes for one position.
fn burns(part: &Mlp, model: &Model, device: &Device, position: &Position) -> [f32; 6] {
    let mut inputs = vec![0.0; part.inputs.len()];
    part.inputs.encode(position, &mut inputs);
    let row = Tensor::<2>::from_data(TensorData::new(inputs, [1, part.inputs.len()]), device);
    let sums = model.forward(row, part.activation);
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

#[test]
fn sigmoids_are_compared_too() {
    let recipe = Recipe::shipped("td-gammon").unwrap();
    assert_eq!(Activation::from(recipe.contact.activation), Activation::Sigmoid);
    assert_eq!(Output::from(recipe.contact.output), Output::FourSigmoids);
}
