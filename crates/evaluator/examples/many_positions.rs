//! Speed of evaluating many positions at 1-ply on all threads: `cargo run --release -p
//! sheshbesh-evaluator --example many_positions -- FILE [THREADS]`.
//!
//! The file has one ID of a backgammon position per line. The output is positions per second
//! without and with reading the IDs, each the best of ten runs.

use sheshbesh_evaluator::{Depth, Engine, EvaluationCache, Settings, Stop, bearoff::Tables};
use sheshbesh_movegen::{Game, Position};
use std::{sync::Arc, time::Instant};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().expect("a file of IDs");
    let threads = arguments.next().map_or(0, |threads| threads.parse().expect("a number"));
    let text = std::fs::read_to_string(file).expect("a file of IDs");
    let read = || -> Vec<Position> { text.lines().map(|id| id.parse().expect("an ID")).collect() };
    // Same settings as in the Python package.
    let (cache, tables) = (EvaluationCache::new(64), Tables::in_memory());
    cache.make();
    tables.make();
    let settings = Settings {
        tables: Some(Arc::new(tables)),
        cache: Some(Arc::new(cache)),
        ..Settings::default()
    };
    let engine = Engine::new(sheshbesh_weights::shipped(), settings, threads).expect("threads");
    let judge = |positions: &[Position]| {
        let all = engine.evaluate_all(Game::Backgammon, positions, Depth::ONE, &Stop::never());
        all.expect("it knows backgammon").len()
    };
    let positions = read();
    let best_of = |work: &dyn Fn() -> usize| {
        let rate = |_| {
            let began = Instant::now();
            work() as f64 / began.elapsed().as_secs_f64()
        };
        (0..10).map(rate).fold(0.0, f64::max)
    };
    println!("{:.0} {:.0}", best_of(&|| judge(&positions)), best_of(&|| judge(&read())));
}
