//! Distinct legal plays per second on one thread: `cargo bench -p sheshbesh-movegen`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sheshbesh_movegen::{BAR, Class, Dice, Game, Plays, Position, perft, testing::Random};
use std::hint::black_box;

/// Number of positions of each kind.
const EACH: usize = 64;

/// Kinds of positions that stress a generator in different ways.
const KINDS: [&str; 4] = ["contact", "bar", "race", "bearoff"];

fn kind_of(position: &Position) -> Option<usize> {
    match Game::Backgammon.class(position) {
        Class::Over => None,
        Class::Contact => Some(usize::from(position.own().on(BAR) > 0)),
        Class::Race => Some(2),
        Class::Bearoff => Some(3),
    }
}

/// The first positions of each kind from games of random plays; always the same.
fn positions() -> [Vec<Position>; KINDS.len()] {
    let mut kinds: [Vec<Position>; KINDS.len()] = Default::default();
    let mut random = Random::new(1);
    let mut plays = Plays::new(Game::Backgammon);
    while kinds.iter().any(|kind| kind.len() < EACH) {
        let mut position = Game::Backgammon.start();
        while let Some(kind) = kind_of(&position) {
            // Keep one in seven, so that the positions are not neighbours.
            if kinds[kind].len() < EACH && random.below(7) == 0 {
                kinds[kind].push(position);
            }
            let results = plays.generate_or_pass(&position, random.dice());
            position = results[random.below(results.len())];
        }
    }
    kinds
}

fn all_rolls(positions: &[Position], plays: &mut Plays) -> u64 {
    let rolls = positions.iter().flat_map(|position| Dice::ALL.map(|dice| (position, dice)));
    rolls.map(|(position, dice)| plays.generate(position, dice).len() as u64).sum()
}

fn plays(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("plays");
    let mut buffer = Plays::new(Game::Backgammon);
    for (name, positions) in KINDS.iter().zip(positions()) {
        group.throughput(Throughput::Elements(all_rolls(&positions, &mut buffer)));
        group.bench_function(*name, |bencher| {
            bencher.iter(|| all_rolls(black_box(&positions), &mut buffer));
        });
    }
    group.sample_size(10);
    let start = Game::Backgammon.start();
    group.throughput(Throughput::Elements(perft(Game::Backgammon, &start, 3)));
    group.bench_function("perft 3", |bencher| {
        bencher.iter(|| perft(Game::Backgammon, black_box(&start), 3))
    });
    group.finish();
}

criterion_group!(benches, plays);
criterion_main!(benches);
