//! Loss and time of the move filters: `cargo run --release -p sheshbesh-evaluator --example
//! filters`.
//!
//! The decisions are from games that the network plays against itself, with positions of all
//! classes. Each is decided with every filter at the same ply; the search without a filter measures
//! the loss of a filter's choice. Times are those of one thread.
//!
//! Arguments: the ply (2 by default), the number of decisions (2,000), then filters to try beside
//! the named ones, such as `8:0.08,4:0.06,2:0.03,4`: for each ply the number of plays that go on
//! and their maximum difference from the best, then the number of replies.

mod games;

use games::visit;
use rand::RngExt;
use rayon::prelude::*;
use sheshbesh_evaluator::{
    Depth, Evaluator, Filter, FilterName, MoveFilter, Settings, bearoff::Tables,
};
use sheshbesh_movegen::{Class, Dice, Game, Plays, Position};
use std::{sync::Arc, time::Instant};

/// Approximate share of a game's decisions that is measured.
const SHARE: f64 = 0.1;
/// Seed of the games.
const SEED: u64 = 11;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, default: usize| {
        arguments.get(place).map_or(default, |text| text.parse().expect("a number"))
    };
    let depth = Depth::new(number(0, 2) as u32).expect("a number of plies");
    let count = number(1, 2000);
    let tables = Arc::new(Tables::in_memory());
    let settings = Settings { tables: Some(tables), ..Settings::default() };
    let evaluator = Evaluator::new(sheshbesh_weights::shipped(), settings.clone());
    let decisions = collect_decisions(&evaluator, count);
    let of = |class| {
        decisions.iter().filter(|(position, _)| Game::Backgammon.class(position) == class).count()
    };
    println!(
        "{count} decisions at {depth}-ply: {} contact, {} race, {} bearoff\n",
        of(Class::Contact),
        of(Class::Race),
        of(Class::Bearoff)
    );
    let with = |filter: Filter| evaluator.with_settings(Settings { filter, ..settings.clone() });
    let everything = with(FilterName::None.filter());
    let named = FilterName::ALL.map(|name| (name.name().to_owned(), name.filter()));
    let tried = arguments.iter().skip(2).map(|text| (text.clone(), filter(text)));
    // The opponent's equity after each play.
    let judged: Vec<Vec<f32>> = decisions
        .par_iter()
        .map_init(
            || (everything.clone(), Plays::new(Game::Backgammon)),
            |(evaluator, plays), (position, dice)| {
                let results = plays.generate_or_pass(position, *dice);
                let judge = |result| evaluator.evaluate(result, depth).outcomes.equity();
                results.iter().map(judge).collect()
            },
        )
        .collect();
    println!("{:32} mEq given up  ms a play", "filter");
    for (name, filter) in named.into_iter().chain(tried) {
        let mut evaluator = with(filter);
        let mut plays = Plays::new(Game::Backgammon);
        let mut lost = 0.0;
        // A search of everything takes long, and its loss is known.
        let all = filter == FilterName::None.filter();
        let timed = if all { decisions.len() / 20 } else { decisions.len() };
        let began = Instant::now();
        for ((position, dice), judged) in decisions.iter().zip(&judged).take(timed) {
            let results = plays.generate_or_pass(position, *dice);
            let choice = evaluator.best(position, results, depth);
            let best = judged.iter().copied().fold(f32::INFINITY, f32::min);
            lost += f64::from(judged[choice] - best);
        }
        let milliseconds = 1e3 * began.elapsed().as_secs_f64() / timed as f64;
        println!("{name:32} {:12.3} {milliseconds:10.3}", 1e3 * lost / timed as f64);
    }
}

/// Parses a filter argument.
fn filter(text: &str) -> Filter {
    let (plays, replies) = text.rsplit_once(',').expect("plays, a comma, replies");
    let plays: Vec<MoveFilter> = plays
        .split(',')
        .map(|text| {
            let (max, threshold) = text.split_once(':').expect("plays, a colon, points");
            MoveFilter {
                max: max.parse().expect("a number of plays"),
                threshold: threshold.parse().expect("points"),
            }
        })
        .collect();
    Filter {
        plays: plays.try_into().expect("as many as there are plies to go to"),
        ranked: 1,
        replies: replies.parse().expect("a number of replies"),
    }
}

/// Positions with a roll that leaves a choice.
fn collect_decisions(evaluator: &Evaluator, count: usize) -> Vec<(Position, Dice)> {
    let mut decisions = Vec::new();
    visit(evaluator, SEED, |turn, rng| {
        if turn.results.len() > 1 && rng.random_bool(SHARE) {
            decisions.push((turn.position, turn.dice));
        }
        decisions.len() == count
    });
    decisions
}
