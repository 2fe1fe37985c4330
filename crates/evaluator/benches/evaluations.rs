//! Evaluations per second on one thread: `cargo bench -p sheshbesh-evaluator`.
//!
//! The positions are all candidate plays in a fixed set of games that the network `small.weights`
//! plays against itself, the same for every measured network. They are evaluated together for each
//! roll, and one by one in an order with unrelated neighbours. `SHESH_WEIGHTS=FILE` measures
//! another network.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sheshbesh_evaluator::{Depth, Evaluator, Settings};
use sheshbesh_movegen::{Dice, Game, Plays, Position, testing::Random};
use sheshbesh_network::{Network, instructions};
use std::{hint::black_box, path::Path};

const GAMES: u32 = 20;
/// Number of positions that are searched deeper, spread over the games.
const SEARCHED: usize = 60;

/// A position before a roll, the roll, and all its results.
struct Decision {
    before: Position,
    dice: Dice,
    candidates: Vec<Position>,
}

fn collect_decisions(evaluator: &mut Evaluator) -> Vec<Decision> {
    let mut random = Random::new(1);
    let mut die = || random.below(6) as u8 + 1;
    let mut plays = Plays::new(Game::Backgammon);
    let mut decisions = Vec::new();
    for _ in 0..GAMES {
        let mut before = Game::Backgammon.start();
        while Game::Backgammon.end(&before, None).is_none() {
            let dice = Dice::new(die(), die()).expect("two dice");
            let candidates = plays.generate_or_pass(&before, dice).to_vec();
            let best = evaluator.best(&before, &candidates, Depth::ONE);
            let next = candidates[best];
            decisions.push(Decision { before, dice, candidates });
            before = next;
        }
    }
    decisions
}

/// Network that plays the games.
const PLAYER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/backgammon/small.weights");

fn evaluator_of(path: &Path) -> Evaluator {
    Evaluator::new(&Network::read(path).expect("a weights file"), Settings::default())
}

/// Evaluator with the shipped network, or the one in the file that `SHESH_WEIGHTS` names.
fn measured() -> Evaluator {
    std::env::var_os("SHESH_WEIGHTS").map_or_else(
        || Evaluator::new(sheshbesh_weights::shipped(), Settings::default()),
        |path| evaluator_of(path.as_ref()),
    )
}

fn evaluations(criterion: &mut Criterion) {
    let decisions = collect_decisions(&mut evaluator_of(PLAYER.as_ref()));
    let mut evaluator = measured();
    let mut single: Vec<Position> =
        decisions.iter().flat_map(|decision| decision.candidates.iter().copied()).collect();
    // A stride without a common factor with the length visits every index once.
    let length = single.len();
    let stride = (length / 3..).find(|stride| gcd(*stride, length) == 1).expect("a prime is near");
    single = (0..length).map(|i| single[i * stride % length]).collect();

    let mut group = criterion.benchmark_group(format!("evaluations ({})", instructions()));
    group.throughput(Throughput::Elements(length as u64));
    group.bench_function("candidates of a roll", |bencher| {
        bencher.iter(|| {
            for decision in black_box(&decisions) {
                let base = decision.before.swapped();
                black_box(evaluator.evaluate_batch(&base, &decision.candidates));
            }
        });
    });
    group.bench_function("single positions", |bencher| {
        bencher.iter(|| {
            for position in black_box(&single) {
                black_box(evaluator.evaluate(position, Depth::ONE));
            }
        });
    });
    group.finish();

    let mut group = criterion.benchmark_group("plays chosen");
    group.sample_size(10);
    let step = decisions.len() / SEARCHED;
    let searched: Vec<&Decision> = decisions.iter().step_by(step).collect();
    group.throughput(Throughput::Elements(searched.len() as u64));
    for depth in [Depth::ONE, Depth::TWO, Depth::THREE] {
        group.bench_function(format!("{depth}-ply"), |bencher| {
            bencher.iter(|| {
                for Decision { before, dice, candidates } in &searched {
                    black_box((evaluator.best(before, candidates, depth), dice));
                }
            });
        });
    }
    group.finish();
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

criterion_group!(benches, evaluations);
criterion_main!(benches);
