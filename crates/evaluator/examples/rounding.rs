//! Differences between the integer and the floating-point evaluation of a network, over the plays
//! of random games and over odd positions: `cargo run --release -p sheshbesh-evaluator --example
//! rounding -- 60` (number of games), or `… -- 60 FILE.weights`. The default is the shipped
//! network.

#![allow(clippy::disallowed_methods, reason = "an independent twin, and numbers for people")]

use sheshbesh_movegen::{
    Class, Game, Plays, Position,
    testing::{Random, odd_position},
};
use sheshbesh_network::{FastNetwork, Network, Outcomes, Workspace};
use std::path::Path;

/// Number of odd positions to compare.
const ODD: usize = 100_000;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let games: u32 = arguments.next().and_then(|games| games.parse().ok()).unwrap_or(60);
    let file = arguments.next().map(|file| Network::read(Path::new(&file)).expect("a network"));
    let mut both = Both::new(file.as_ref().unwrap_or(sheshbesh_weights::shipped()));
    let mut random = Random::new(5);
    let mut plays = Plays::new(Game::Backgammon);
    let (mut of_games, mut decisions, mut lost) = (Differences::default(), 0u32, 0.0);
    for _ in 0..games {
        let mut before = Game::Backgammon.start();
        while Game::Backgammon.end(&before, None).is_none() {
            let results = plays.generate_or_pass(&before, random.dice()).to_vec();
            let [whole, floats] = both.equities(&before.swapped(), &results);
            of_games.add(&whole, &floats);
            // Equities are the opponent's.
            let least = |equities: &[f64]| {
                (0..equities.len()).min_by(|&a, &b| equities[a].total_cmp(&equities[b]))
            };
            let (chosen, best) = least(&whole).zip(least(&floats)).expect("a play");
            lost += floats[chosen] - floats[best];
            decisions += 1;
            before = results[random.below(results.len())];
        }
    }
    let mut odd = Differences::default();
    for _ in 0..ODD {
        let position = odd_position(&mut random);
        if Game::Backgammon.class(&position) != Class::Over {
            let [whole, floats] = both.equities(&FastNetwork::EMPTY, &[position]);
            odd.add(&whole, &floats);
        }
    }
    of_games.print(&format!("plays of {decisions} decisions"));
    println!(
        "  lost by plays that change {:.5} mEq a decision",
        1000.0 * lost / f64::from(decisions)
    );
    odd.print("odd positions");
}

/// A network with integer and with floating-point arithmetic.
struct Both([(FastNetwork, Workspace); 2]);

impl Both {
    fn new(network: &Network) -> Self {
        let passes = [FastNetwork::new(network), FastNetwork::in_floats(network)];
        Self(passes.map(|pass| {
            let scratch = pass.workspace();
            (pass, scratch)
        }))
    }

    fn equities(&mut self, base: &Position, positions: &[Position]) -> [Vec<f64>; 2] {
        self.0.each_mut().map(|(pass, scratch)| {
            let mut outcomes = Vec::new();
            pass.evaluate(scratch, |_| None, base, positions, &mut outcomes);
            outcomes.iter().map(|outcomes: &Outcomes| f64::from(outcomes.equity())).collect()
        })
    }
}

/// Statistics of equity differences.
#[derive(Default)]
struct Differences {
    count: u32,
    squares: f64,
    largest: f64,
}

impl Differences {
    fn add(&mut self, whole: &[f64], floats: &[f64]) {
        for (whole, floats) in whole.iter().zip(floats) {
            let difference = (whole - floats).abs();
            self.count += 1;
            self.squares += difference.powi(2);
            self.largest = self.largest.max(difference);
        }
    }

    fn print(&self, what: &str) {
        println!("{} {what}", self.count);
        println!(
            "  root mean square difference {:.6}",
            (self.squares / f64::from(self.count)).sqrt()
        );
        println!("  largest difference {:.4}", self.largest);
    }
}
