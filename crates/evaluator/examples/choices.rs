//! Loss of networks by their choices, measured by a deeper search: `cargo run --release -p
//! sheshbesh-evaluator --example choices`.
//!
//! The rolls are from games that the judge, a network, plays against itself, as long as there is
//! contact. Each network chooses a play at 1-ply. The judge evaluates these choices, and its own
//! best plays at 1-ply, at 3-ply. No other engine is needed, and differences of a thousandth of a
//! point show within minutes; a duel takes hours. A judge favours networks that err as it does,
//! above all itself, so compare only others.
//!
//! Arguments: number of rolls (5,000 by default), the judge's weights file, the networks' weights
//! files.

#![allow(clippy::disallowed_methods, reason = "an independent twin, and numbers for people")]

mod games;

use games::visit;
use rayon::prelude::*;
use sheshbesh_evaluator::{Depth, Evaluator, Settings, bearoff::Tables};
use sheshbesh_movegen::{Class, Game, Position};
use sheshbesh_network::Network;
use std::{path::Path, sync::Arc};

/// Step between the rolls taken, so that rolls of the same game differ.
const STEP: usize = 5;
/// Number of the judge's own plays in addition to the networks' choices.
const OWN: usize = 4;
/// Seed of the games.
const SEED: u64 = 31;
const DEPTH: Depth = Depth::THREE;

/// A roll and all its results.
struct Choice {
    before: Position,
    results: Vec<Position>,
}

/// Loss of one network at one roll, and its error in evaluating the best play.
struct Loss {
    points: f64,
    error: f64,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let count = arguments.first().map_or(5000, |count| count.parse().expect("a number"));
    let read = |path: &String| {
        let network = Network::read(Path::new(path)).expect("a weights file");
        (path.clone(), Evaluator::new(&network, Settings::default()))
    };
    let shipped = || {
        ("shipped".to_owned(), Evaluator::new(sheshbesh_weights::shipped(), Settings::default()))
    };
    let (name, judge) = arguments.get(1).map_or_else(shipped, read);
    let judge = judge.with_settings(Settings {
        tables: Some(Arc::new(Tables::in_memory())),
        ..Settings::default()
    });
    let mut networks: Vec<(String, Evaluator)> = arguments.iter().skip(2).map(read).collect();
    if networks.is_empty() {
        networks.push(shipped());
    }

    let contestants: Vec<Evaluator> = networks.iter().map(|(_, network)| network.clone()).collect();
    let losses: Vec<Vec<Loss>> = choices(&judge, count)
        .par_iter()
        .map_init(
            || (judge.clone(), contestants.clone()),
            |(judge, contestants), choice| choice.losses(judge, contestants),
        )
        .collect();

    println!("{count} rolls of {name}, which judges them at {DEPTH}-ply.\n");
    println!("loss at 1-ply, mEq   rmse     network");
    for (i, (name, _)) in networks.iter().enumerate() {
        let of_rolls = || losses.iter().map(|losses| &losses[i]);
        let mean = |value: &dyn Fn(&Loss) -> f64| of_rolls().map(value).sum::<f64>() / count as f64;
        let loss = mean(&|loss| loss.points);
        let spread = mean(&|other| (other.points - loss).powi(2));
        let interval = 1.96 * (spread / count as f64).sqrt();
        let rmse = mean(&|loss| loss.error.powi(2)).sqrt();
        println!("{:9.3} ± {:.3}      {rmse:.4}   {name}", 1000.0 * loss, 1000.0 * interval);
    }
}

impl Choice {
    fn losses(&self, judge: &mut Evaluator, networks: &mut [Evaluator]) -> Vec<Loss> {
        let Self { before, results } = self;
        let chosen: Vec<usize> =
            networks.iter_mut().map(|network| network.best(before, results, Depth::ONE)).collect();
        let at_first_sight: Vec<f32> = judge
            .evaluate_batch(&before.swapped(), results)
            .iter()
            .map(|outcomes| outcomes.equity())
            .collect();
        let mut looked_at: Vec<usize> = (0..results.len()).collect();
        looked_at.sort_by(|&a, &b| at_first_sight[a].total_cmp(&at_first_sight[b]));
        looked_at.truncate(OWN);
        looked_at.extend(&chosen);
        looked_at.sort_unstable();
        looked_at.dedup();
        // Equity of each play to the opponent, who is on roll after it.
        let values: Vec<(usize, f32)> = looked_at
            .into_iter()
            .map(|play| (play, judge.evaluate(&results[play], DEPTH).outcomes.equity()))
            .collect();
        let (best, least) =
            *values.iter().min_by(|a, b| a.1.total_cmp(&b.1)).expect("a roll with a choice");
        let loss = |(network, chosen): (&mut Evaluator, usize)| {
            let (_, gives) = values.iter().find(|(play, _)| *play == chosen).expect("looked at");
            let evaluation = network.evaluate(&results[best], Depth::ONE).outcomes.equity();
            Loss { points: f64::from(gives - least), error: f64::from(evaluation - least) }
        };
        networks.iter_mut().zip(chosen).map(loss).collect()
    }
}

/// Rolls with a choice.
fn choices(judge: &Evaluator, count: usize) -> Vec<Choice> {
    let (mut found, mut seen) = (Vec::new(), 0);
    visit(judge, SEED, |turn, _| {
        if turn.results.len() > 1 && Game::Backgammon.class(&turn.position) == Class::Contact {
            seen += 1;
            if seen % STEP == 0 {
                found.push(Choice { before: turn.position, results: turn.results.to_vec() });
            }
        }
        found.len() == count
    });
    found
}
