//! How far the shipped network in whole numbers is from itself in floats, over the plays of random
//! games: `cargo run --release -p sheshbesh-evaluator --example rounding -- 60` (games).

use sheshbesh_movegen::{Game, Plays, testing::Random};
use sheshbesh_network::{FastNetwork, Outcomes};

fn main() {
    let games: u32 = std::env::args().nth(1).and_then(|games| games.parse().ok()).unwrap_or(60);
    let network = sheshbesh_weights::shipped();
    let passes = [FastNetwork::new(network), FastNetwork::in_floats(network)];
    let mut scratches = passes.each_ref().map(FastNetwork::scratch);
    let (mut random, mut plays) = (Random::new(5), Plays::new(Game::Backgammon));
    let (mut squares, mut largest, mut count) = (0.0, 0.0f64, 0u32);
    let (mut lost, mut decisions) = (0.0, 0u32);
    for _ in 0..games {
        let mut before = Game::Backgammon.start();
        while Game::Backgammon.end(&before, None).is_none() {
            let results = plays.generate_or_pass(&before, random.dice()).to_vec();
            let mut judge = |pass: usize| {
                let (mut outcomes, base) = (Vec::new(), before.swapped());
                let scratch = &mut scratches[pass];
                passes[pass].evaluate(scratch, |_| None, &base, &results, &mut outcomes);
                outcomes.into_iter().map(|o: Outcomes| f64::from(o.equity())).collect::<Vec<_>>()
            };
            let (whole, floats) = (judge(0), judge(1));
            for (whole, floats) in whole.iter().zip(&floats) {
                squares += (whole - floats).powi(2);
                largest = largest.max((whole - floats).abs());
            }
            count += results.len() as u32;
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
    println!("{count} positions of {decisions} decisions");
    println!("root mean square difference {:.6}", (squares / f64::from(count)).sqrt());
    println!("largest difference {largest:.4}");
    println!(
        "lost by plays that change {:.5} mEq a decision",
        1000.0 * lost / f64::from(decisions)
    );
}
