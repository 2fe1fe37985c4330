//! Errors of networks in races: `cargo run --release -p sheshbesh-evaluator --example races`.
//!
//! The positions are without contact, from games that the shipped network plays against itself.
//! Races, in which not all checkers are home yet, are compared with luck-adjusted rollouts that end
//! in the exact tables; bearoffs are compared with the tables. Two-ply evaluations look up
//! bearoffs.
//!
//! Arguments: positions of either class (1,000 by default), then weights files (the shipped one).

#![allow(clippy::disallowed_methods, reason = "an independent twin, and numbers for people")]

mod games;

use games::visit;
use rayon::prelude::*;
use sheshbesh_evaluator::{
    Depth, Evaluator, Settings,
    bearoff::Tables,
    rollout::{self, Start, roll_out},
};
use sheshbesh_movegen::{Class, Game, Position};
use sheshbesh_network::Network;
use std::{path::Path, sync::Arc};

/// Step between the positions of a class that are taken.
const STEP: usize = 4;
const ROLLOUT_GAMES: u64 = 144;
/// Seed of the games.
const SEED: u64 = 12;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (count, files) = match arguments.split_first() {
        Some((count, files)) => (count.parse().expect("a number"), files),
        None => (1000, &[][..]),
    };
    let tables = Arc::new(Tables::in_memory());
    let with_exact = Settings { tables: Some(Arc::clone(&tables)), ..Settings::default() };
    let shipped = Evaluator::new(sheshbesh_weights::shipped(), with_exact.clone());
    let [races, bearoffs] = positions(&shipped, count);

    let starts: Vec<Start> = races.iter().copied().map(Start::before_roll).collect();
    let settings = rollout::Settings { games: ROLLOUT_GAMES, ..Default::default() };
    let rolled = roll_out(&shipped, &starts, &settings, &mut |_| true);
    let truth: Vec<f32> = rolled.iter().map(|result| result.equity.mean).collect();
    let noise = rolled.iter().map(|result| f64::from(result.equity.standard_error).powi(2));
    let noise = (noise.sum::<f64>() / count as f64).sqrt();
    let known = |position| tables.outcomes(position).expect("a bearoff").equity();
    let exact: Vec<f32> = bearoffs.iter().map(known).collect();

    println!("Root mean square error in points. {count} races, rolled out (standard error");
    println!("{noise:.4}), and {count} bearoffs, exact; from the shipped network's games.\n");
    println!("races: 1-ply    2-ply    bearoffs: 1-ply   network");
    let named = |path: &String| (path.clone(), Network::read(Path::new(path)).expect("weights"));
    let mut networks: Vec<(String, Network)> = files.iter().map(named).collect();
    if networks.is_empty() {
        networks.push(("shipped".to_owned(), sheshbesh_weights::shipped().clone()));
    }
    for (name, network) in networks {
        let alone = Evaluator::new(&network, Settings::default());
        let with_tables = alone.with_settings(with_exact.clone());
        println!(
            "{:13.4} {:8.4} {:18.4}   {name}",
            error(&alone, &races, Depth::ONE, &truth),
            error(&with_tables, &races, Depth::TWO, &truth),
            error(&alone, &bearoffs, Depth::ONE, &exact),
        );
    }
}

/// Root mean square error of the equities.
fn error(evaluator: &Evaluator, positions: &[Position], depth: Depth, truth: &[f32]) -> f64 {
    let squares: f64 = positions
        .par_iter()
        .zip(truth)
        .map_init(
            || evaluator.clone(),
            |evaluator, (position, truth)| {
                f64::from(evaluator.evaluate(position, depth).outcomes.equity() - truth).powi(2)
            },
        )
        .sum();
    (squares / positions.len() as f64).sqrt()
}

/// Races and bearoffs before a roll, `count` of either.
fn positions(evaluator: &Evaluator, count: usize) -> [Vec<Position>; 2] {
    let (mut found, mut seen) = ([Vec::new(), Vec::new()], [0; 2]);
    visit(evaluator, SEED, |turn, _| {
        let class = match Game::Backgammon.class(&turn.position) {
            Class::Race => 0,
            Class::Bearoff => 1,
            Class::Contact | Class::Over => return false,
        };
        seen[class] += 1;
        if seen[class] % STEP == 0 && found[class].len() < count {
            found[class].push(turn.position);
        }
        found.iter().all(|found| found.len() == count)
    });
    found
}
