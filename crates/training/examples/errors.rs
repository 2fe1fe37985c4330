//! How far networks' verdicts are from what a teacher's games say:
//! `cargo run --release -p sheshbesh-training --example errors`.
//!
//! The teacher plays against itself as in the last stage of the recipe `full`, without rivals, and each position with contact has
//! the expected return of the rest of its game. At λ = 1 that is right on average whoever the teacher
//! is, so what a network's mean square lacks of the teacher's is what it judges better; but it is noisy. At λ below 1
//! targets are less noisy, and partial to the teacher. No other engine's opinion is needed.
//!
//! Arguments: how many games (3,000 by default), λ (1), the teacher's weights file (the shipped network's), those
//! of the networks.

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
    // Whose plays would cut the returns.
    settings.exploration.rivals = 0.0;
    let tables = Some(Arc::new(Tables::in_memory()));
    let teacher = self_play::evaluator(&teacher, &settings, tables);
    let judges: Vec<Evaluator> =
        networks.iter().map(|network| Evaluator::new(network, Settings::default())).collect();
    // Of each game the positions, and the sums of each judge's squares.
    let sums: Vec<(f64, Vec<f64>)> = (0..games)
        .into_par_iter()
        .map_init(
            || (teacher.clone(), judges.clone()),
            |(evaluator, judges), first| {
                let (game, end) = (recipe.game, first + 1);
                let played = Games { evaluator, game, settings, seed: SEED, first, end }.play();
                // The first roll of a game is no double, so its target is biased.
                let met: Vec<_> = played[1..]
                    .iter()
                    .filter(|sample| game.class(&sample.position) == Class::Contact)
                    .collect();
                let squares = judges.iter_mut().map(|judge| {
                    let error = |sample: &&_| {
                        let sample: &sheshbesh_training::Sample = sample;
                        let verdict = judge.evaluate(&sample.position, Depth::ONE).outcomes;
                        f64::from(sample.target.equity() - verdict.equity()).powi(2)
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
        // Positions of one game share its luck: games are what is independent.
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
