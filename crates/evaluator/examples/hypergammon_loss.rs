//! Loss of networks at Hypergammon, by the table of the solved game: `cargo run --release -p
//! sheshbesh-evaluator --example hypergammon_loss -- FILE...`.
//!
//! Each network plays against itself at 1-ply. The output is the mean loss of its choices per
//! decision (a roll with more than one play) in cubeless money play, and the error of its
//! evaluations of the positions before the roll. The table is that of the user's cache folder, see
//! `shesh hypergammon make`.
//!
//! Arguments: weights files; without any, the shipped network. The environment variable DECISIONS
//! sets the number of decisions (20,000 by default).

#![allow(clippy::disallowed_methods, reason = "an independent twin, and numbers for people")]

mod games;

use games::visit_games_of;
use sheshbesh_evaluator::{
    Depth, Evaluator, Settings,
    bearoff::Cache,
    hypergammon::{CHECKERS, Files, HypergammonTable},
};
use sheshbesh_movegen::{Game, Position};
use sheshbesh_network::Network;
use std::path::Path;

/// Seed of the games.
const SEED: u64 = 41;

fn main() {
    let decisions = std::env::var("DECISIONS").map_or(20_000, |n| n.parse().expect("a number"));
    let folder = Cache::of_user().expect("a cache folder").folder().to_owned();
    let table = HypergammonTable::read(CHECKERS, &Files::new(folder).table(CHECKERS));
    let table = table.unwrap_or_else(|error| panic!("{error}; see: shesh hypergammon make"));
    println!("{decisions} decisions each.\n");
    println!("loss at 1-ply, mEq   wrong      rmse     network");
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        measure(&table, decisions, "shipped", sheshbesh_weights::shipped());
    }
    for file in files {
        let network = Network::read(Path::new(&file)).expect("a weights file");
        measure(&table, decisions, &file, &network);
    }
}

fn measure(table: &HypergammonTable, count: usize, name: &str, network: &Network) {
    let evaluator = Evaluator::new(network, Settings::default());
    let mut judge = evaluator.clone();
    let (mut losses, mut errors) = (Vec::new(), Vec::new());
    visit_games_of(Game::Hypergammon, &evaluator, SEED, |turn, _| {
        let evaluation = judge.evaluate(&turn.position, Depth::ONE).outcomes.equity();
        errors.push(f64::from(evaluation) - cubeless(table, &turn.position));
        if turn.results.len() > 1 {
            // Equities of the plays to the opponent, who is on roll after them.
            let equities: Vec<f64> = turn.results.iter().map(|r| cubeless(table, r)).collect();
            let chosen = equities[judge.best(&turn.position, turn.results, Depth::ONE)];
            losses.push(chosen - equities.iter().copied().fold(f64::INFINITY, f64::min));
        }
        losses.len() == count
    });
    let mean =
        |values: &mut dyn Iterator<Item = f64>, count: usize| values.sum::<f64>() / count as f64;
    let loss = mean(&mut losses.iter().copied(), count);
    let spread = mean(&mut losses.iter().map(|other| (other - loss).powi(2)), count);
    let interval = 1.96 * (spread / count as f64).sqrt();
    // Smaller differences are ties or rounding of the table.
    let wrong = losses.iter().filter(|loss| **loss > 1e-5).count();
    let rmse = mean(&mut errors.iter().map(|error| error.powi(2)), errors.len()).sqrt();
    println!(
        "{:9.3} ± {:.3}   {:6.2} %   {rmse:.4}   {name}",
        1000.0 * loss,
        1000.0 * interval,
        100.0 * wrong as f64 / count as f64
    );
}

/// Cubeless equity of a position to its player on roll.
fn cubeless(table: &HypergammonTable, position: &Position) -> f64 {
    let exact = table.get(position).map(|exact| exact.equities.cubeless);
    let ended =
        || Game::Hypergammon.end(position, None).expect("it is over, or the table knows it");
    // Only the opponent's last play ends a game.
    f64::from(exact.unwrap_or_else(|| -f32::from(ended().points)))
}
