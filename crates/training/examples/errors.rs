//! Errors of networks against targets from a teacher's games:
//! `cargo run --release -p sheshbesh-training --example errors`.
//!
//! The teacher plays itself as in the last stage of the recipe `full`, without rivals. The target
//! of each contact position is the expected return of the rest of its game. At λ = 1 the target is
//! unbiased for any teacher, so a network with a lower mean square than the teacher evaluates
//! better by the difference, but the target is noisy. At λ below 1, targets are less noisy, and
//! biased towards the teacher. No other engine is needed.
//!
//! Arguments: number of games (3,000 by default), λ (1), the teacher's weights file (the shipped
//! network), weights files of the networks.

#![allow(clippy::disallowed_methods, reason = "an independent twin, and numbers for people")]

use rayon::prelude::*;
use sheshbesh_evaluator::{Depth, Evaluator, Settings, bearoff::Tables};
use sheshbesh_movegen::{Class, Game};
use sheshbesh_network::Network;
use sheshbesh_training::{
    Recipe, Targets,
    self_play::{self, Games},
};
use std::{path::Path, sync::Arc};

const SEED: u64 = 888;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, default: f64| {
        arguments.get(place).map_or(default, |text| text.parse().expect("a number"))
    };
    let (games, lambda) = (number(0, 3000.0) as u64, number(1, 1.0) as f32);
    let read = |path: &String| Network::read(Path::new(path)).expect("a weights file");
    let shipped = || sheshbesh_weights::shipped().clone();
    let teacher = arguments.get(2).map_or_else(shipped, read);
    let names = arguments.get(3..).unwrap_or_default();
    let networks: Vec<Network> =
        std::iter::once(teacher.clone()).chain(names.iter().map(read)).collect();

    let recipe = Recipe::shipped("full", Game::Backgammon).expect("a recipe that ships");
    let mut settings = recipe.stages.last().expect("a stage").game_settings();
    settings.targets = Targets::ExpectedReturn { lambda, deeper_from: None };
    // Rival plays would cut the returns.
    settings.exploration.rivals = 0.0;
    let tables = Some(Arc::new(Tables::in_memory()));
    let teacher = self_play::make_evaluator(&teacher, &settings, tables);
    let judges: Vec<Evaluator> =
        networks.iter().map(|network| Evaluator::new(network, Settings::default())).collect();
    // For each game, its number of positions and each network's sum of squared errors.
    let sums: Vec<(f64, Vec<f64>)> = (0..games)
        .into_par_iter()
        .map_init(
            || (teacher.clone(), judges.clone()),
            |(evaluator, judges), first| {
                let (game, end) = (recipe.game, first + 1);
                let played = Games { evaluator, game, settings, seed: SEED, first, end }.play();
                // The first roll of a game is never a double, so the target of the first position
                // is biased.
                let met: Vec<_> = played[1..]
                    .iter()
                    .filter(|sample| game.class(&sample.position) == Class::Contact)
                    .collect();
                let squares = judges.iter_mut().map(|judge| {
                    let error = |sample: &&_| {
                        let sample: &sheshbesh_training::Sample = sample;
                        let evaluation = judge.evaluate(&sample.position, Depth::ONE).outcomes;
                        f64::from(sample.target.equity() - evaluation.equity()).powi(2)
                    };
                    met.iter().map(error).sum()
                });
                (met.len() as f64, squares.collect())
            },
        )
        .collect();

    let count: f64 = sums.iter().map(|(count, _)| count).sum();
    println!(
        "{games} games, {count:.0} positions with contact, λ = {lambda}. Mean squares of targets less"
    );
    println!("verdicts at 1-ply, in millionths, and what they lack of the teacher's (95 %).\n");
    for (judge, name) in ["teacher"].into_iter().chain(names.iter().map(String::as_str)).enumerate()
    {
        let mean = |of: &dyn Fn(&[f64]) -> f64| {
            sums.iter().map(|(_, squares)| of(squares)).sum::<f64>() / count
        };
        let square = mean(&|squares| squares[judge]);
        let less = mean(&|squares| squares[0] - squares[judge]);
        // Positions of one game share its luck, so only games are independent.
        let spread =
            |(met, squares): &(f64, Vec<f64>)| (squares[0] - squares[judge] - less * met).powi(2);
        let interval = 1.96 * sums.iter().map(spread).sum::<f64>().sqrt() / count;
        let millionths = |value: f64| 1e6 * value;
        println!(
            "{:8.0}  {:+6.1} ± {:.1}  {name}",
            millionths(square),
            millionths(less),
            millionths(interval)
        );
    }
}
