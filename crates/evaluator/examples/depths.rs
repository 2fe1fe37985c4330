//! Times of the queries with a default depth, by game: `cargo run --release -p sheshbesh-evaluator
//! --example depths`.
//!
//! Measures every game that a network learned or that another game's network evaluates. The output
//! is the median and the 95th percentile of `best` (five plays at the full depth), `cube` and
//! `evaluate` over decisions of the network's own games, in milliseconds of one thread. Each
//! decision is timed three times with an empty cache and the fastest counts, since other programs
//! may be running.
//!
//! Arguments: the ply (3 by default), decisions of each game (60), then games (all).

mod games;

use games::visit_games_of;
use rand::RngExt;
use sheshbesh_evaluator::{
    Depth, EvaluationCache, Evaluator, FilterName, Settings, bearoff::Tables, defaults,
};
use sheshbesh_movegen::{Dice, Game, Position, Situation};
use std::{sync::Arc, time::Instant};

/// Approximate share of a game's decisions that is measured.
const SHARE: f64 = 0.05;
/// Cache size in MB.
const CACHE: usize = 16;
/// Number of runs of each decision; the fastest counts.
const REPEATED: usize = 3;
/// Seed of the games.
const SEED: u64 = 12;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, default: usize| {
        arguments.get(place).map_or(default, |text| text.parse().expect("a number"))
    };
    let depth = Depth::new(number(0, 3) as u32).expect("a number of plies");
    let count = number(1, 60);
    let named: Vec<Game> =
        arguments.iter().skip(2).map(|name| name.parse().expect("a game")).collect();
    let all = if named.is_empty() { Game::ALL.to_vec() } else { named };
    let tables = Arc::new(Tables::in_memory());
    println!("{depth}-ply, {count} decisions: median and 95th percentile in ms\n");
    println!("{:16} {:>17} {:>17} {:>17}  default", "game", "best", "cube", "evaluate");
    for game in all {
        let Some(network) = sheshbesh_weights::network(game) else { continue };
        let network = network.clone().for_game(game).unwrap_or_else(|_| network.clone());
        let with = |filter: FilterName| {
            let settings = Settings {
                filter: filter.filter(),
                tables: Some(Arc::clone(&tables)),
                ..Settings::default()
            };
            let mut evaluator = Evaluator::new(&network, settings);
            let start = Situation::new(game.start(), game);
            evaluator.set_stakes(&start).expect("the network judges it");
            evaluator
        };
        let (normal, thorough) = (with(FilterName::Normal), with(FilterName::None));
        let decisions = collect_decisions(game, &normal, count);
        let best = timed(&decisions, &normal, |evaluator, position, dice| {
            evaluator.rank_in_full(position, dice, depth);
        });
        let cube = game.has_cube().then(|| {
            timed(&decisions, &normal, |evaluator, position, _| {
                let situation = Situation::new(*position, game);
                evaluator.cube_decision(&situation, depth).expect("the stakes make sense");
            })
        });
        let evaluate = timed(&decisions, &thorough, |evaluator, position, _| {
            evaluator.evaluate(position, depth);
        });
        let cube = cube.unwrap_or_else(|| "-".to_owned());
        println!(
            "{:16} {best:>17} {cube:>17} {evaluate:>17}  {}",
            game.name(),
            defaults::depth(game)
        );
    }
}

/// Positions with a roll that leaves a choice.
fn collect_decisions(game: Game, evaluator: &Evaluator, count: usize) -> Vec<(Position, Dice)> {
    let mut decisions = Vec::new();
    visit_games_of(game, evaluator, SEED, |turn, rng| {
        if turn.results.len() > 1 && rng.random_bool(SHARE) {
            decisions.push((turn.position, turn.dice));
        }
        decisions.len() == count
    });
    decisions
}

/// Median and 95th percentile of the decisions' times, in milliseconds.
fn timed(
    decisions: &[(Position, Dice)],
    evaluator: &Evaluator,
    decide: impl Fn(&mut Evaluator, &Position, Dice),
) -> String {
    let time = |position: &Position, dice: Dice| {
        let cache = EvaluationCache::new(CACHE);
        cache.make();
        let settings = Settings { cache: Some(Arc::new(cache)), ..evaluator.settings().clone() };
        let mut evaluator = evaluator.with_settings(settings);
        let start = Situation::new(*position, evaluator.game());
        evaluator.set_stakes(&start).expect("the network judges it");
        let began = Instant::now();
        decide(&mut evaluator, position, dice);
        1e3 * began.elapsed().as_secs_f64()
    };
    let fastest = |(position, dice): &(Position, Dice)| {
        (0..REPEATED).map(|_| time(position, *dice)).fold(f64::INFINITY, f64::min)
    };
    let mut times: Vec<f64> = decisions.iter().map(fastest).collect();
    times.sort_by(f64::total_cmp);
    format!("{:.1} {:.1}", times[times.len() / 2], times[times.len() * 19 / 20])
}
