//! Errors of evaluations and labels against rollouts:
//! `cargo run --release -p sheshbesh-training --example labels`.
//!
//! Takes some contact positions from each game that a network plays against itself. Each position
//! is evaluated at 1-ply, 2-ply (with all replies, and with the filter of searches) and 3-ply. It
//! also gets the label of a recipe's stage, with and without labels a ply deeper, and a rollout by
//! the same network with variance reduction. The output has the mean differences to the rollouts,
//! which are biases, and mean squares less the rollouts' own noise. No other engine is needed.
//!
//! Arguments: number of games (300 by default), games per rollout (72), λ (0.7), `deeper_from`
//! (0.05), a weights file (the shipped network).

#![allow(clippy::disallowed_methods, reason = "an independent twin, and numbers for people")]

use rayon::prelude::*;
use sheshbesh_evaluator::{
    Depth, Evaluator, FilterName, Settings,
    bearoff::Tables,
    rollout::{self, Start, roll_out},
};
use sheshbesh_movegen::{Class, Game};
use sheshbesh_network::Network;
use sheshbesh_training::{
    GameSettings, Recipe, Sample, Targets,
    self_play::{self, Games},
};
use std::{path::Path, sync::Arc};

const SEED: u64 = 999;
/// Interval between the positions taken from a game, so that they differ.
const STEP: usize = 7;
const NAMES: [&str; 6] =
    ["1-ply", "2-ply, all replies", "2-ply", "3-ply", "label", "label, deeper"];

/// Equities of a position, in points.
struct Said {
    values: [f64; NAMES.len()],
    start: Start,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, default: f64| {
        arguments.get(place).map_or(default, |text| text.parse().expect("a number"))
    };
    let (games, rolled) = (number(0, 300.0) as u64, number(1, 72.0) as u64);
    let (lambda, deeper_from) = (number(2, 0.7) as f32, number(3, 0.05) as f32);
    let network = match arguments.get(4) {
        Some(path) => Network::read(Path::new(path)).expect("a weights file"),
        None => sheshbesh_weights::shipped().clone(),
    };
    let recipe = Recipe::shipped("full", Game::Backgammon).expect("a recipe that ships");
    let mut settings = recipe.stages.last().expect("a stage").game_settings();
    settings.exploration = Default::default();
    let tables = Some(Arc::new(Tables::in_memory()));
    let taught = [None, Some(deeper_from)].map(|deeper_from| {
        let targets = Targets::ExpectedReturn { lambda, deeper_from };
        GameSettings { targets, ..settings }
    });
    let teacher = self_play::make_evaluator(&network, &taught[0], tables.clone());
    let judge = |filter: FilterName| {
        let (filter, tables) = (filter.filter(), tables.clone());
        Evaluator::new(&network, Settings { filter, tables, ..Settings::default() })
    };
    let judges = [judge(FilterName::None), judge(FilterName::Normal)];
    let said: Vec<Said> = (0..games)
        .into_par_iter()
        .map_init(
            || (teacher.clone(), judges.clone()),
            |(evaluator, [all, pruning]), first| {
                let labels: [Vec<Sample>; 2] = std::array::from_fn(|i| {
                    let (game, settings, end) = (recipe.game, taught[i], first + 1);
                    Games { evaluator, game, settings, seed: SEED, first, end }.play()
                });
                let [plain, deeper] = labels;
                let pairs = plain.iter().zip(&deeper).skip(1 + first as usize % STEP).step_by(STEP);
                let met = |sample: &Sample| recipe.game.class(&sample.position) == Class::Contact;
                let told = pairs.filter(|(sample, _)| met(sample)).map(|(label, deeper)| {
                    let position = &label.position;
                    let at = |judge: &mut Evaluator, depth| {
                        judge.evaluate(position, depth).outcomes.equity()
                    };
                    let values = [
                        at(all, Depth::ONE),
                        at(all, Depth::TWO),
                        at(pruning, Depth::TWO),
                        at(pruning, Depth::THREE),
                        label.target.equity(),
                        deeper.target.equity(),
                    ];
                    Said { values: values.map(f64::from), start: Start::before_roll(*position) }
                });
                told.collect::<Vec<_>>()
            },
        )
        .flatten()
        .collect();

    let starts: Vec<Start> = said.iter().map(|said| said.start).collect();
    let settings = rollout::Settings { games: rolled, cube_turns: 0, ..Default::default() };
    let rolled_out = roll_out(&judges[1], &starts, &settings, &mut |_| true);
    let truth: Vec<(f64, f64)> = rolled_out
        .iter()
        .map(|r| (f64::from(r.equity.mean), f64::from(r.equity.standard_error).powi(2)))
        .collect();
    let disputed: Vec<bool> = said.iter().map(|said| said.values[4] != said.values[5]).collect();
    println!(
        "{games} games, rollouts of {rolled}; points over the rollouts (95 %), mean squares in"
    );
    println!("millionths, λ = {lambda}, labels a ply deeper from {deeper_from} on.");
    for (title, chosen) in [("All", vec![true; said.len()]), ("Disputed", disputed)] {
        let chosen: Vec<usize> = (0..said.len()).filter(|&place| chosen[place]).collect();
        let count = chosen.len() as f64;
        println!("\n{title}, {count} positions\n");
        for (kind, name) in NAMES.iter().enumerate() {
            let over = |place: &usize| said[*place].values[kind] - truth[*place].0;
            let mean = chosen.iter().map(over).sum::<f64>() / count;
            let square = chosen.iter().map(|place| over(place).powi(2)).sum::<f64>() / count;
            let noise = chosen.iter().map(|place| truth[*place].1).sum::<f64>() / count;
            let interval = 1.96 * ((square - mean * mean) / count).sqrt();
            println!("  {name:20} {mean:+.4} ± {interval:.4} {:8.0}", 1e6 * (square - noise));
        }
    }
}
