//! Tests whether the board facts in explanations agree with equity losses more often than random
//! facts. Run it with `cargo run --release -p sheshbesh-analysis --example null_test`.
//!
//! Decisions come from games that the shipped network plays against itself. Each decision has the
//! best play and the best of the plausible plays that lose 0.02 points or more. A fact agrees if
//! its count favours the better play. The controls are random facts about the same boards: checkers
//! counted with random weights for each place, and the parity of the checkers on some places. The
//! first half of the decisions selects the sign of each random fact; all printed numbers are of the
//! second half. In each decision, a kind of fact is compared with the share of random facts that
//! are right there, among those that differ between the boards. Games are the independent units.
//!
//! Arguments: number of decisions (default 24,000) and number of random facts (default 4,999).

use rayon::prelude::*;
use sheshbesh_analysis::explain::{FACTS, FactKind, board_facts};
use sheshbesh_evaluator::{Depth, Evaluator, RankedPlay, Settings, bearoff::Tables};
use sheshbesh_movegen::{
    BAR, Checkers, Game, Plays, Position,
    random::{first_roll, game_rng, roll},
    testing::Random,
};
use statrs::distribution::{ContinuousCDF, Normal};
use std::{collections::BTreeMap, sync::Arc};

const GAME: Game = Game::Backgammon;
/// Seed of the games.
const SEED: u64 = 41;
/// Interval between sampled turns, so that decisions of a game differ.
const STEP: usize = 3;
/// Number of best plays by 1-ply to search.
const FIRST: usize = 8;
/// Minimum and exclusive maximum loss of the other play, in points.
const LOSS: (f32, f32) = (0.02, 0.2);
/// Search depth of the final comparison of both plays.
const DEPTH: Depth = Depth::THREE;
/// Probability that any kind of fact passes by chance, over all kinds together.
const LEVEL: f64 = 0.01;

/// Two plays of a roll, as positions from the opponent's view.
struct Decision {
    game: u64,
    before: Position,
    better: Position,
    other: Position,
}

/// A meaningless fact.
enum RandomFact {
    /// Weighted count of both sides' checkers, with a weight from -2 to 2 for each place.
    Checkers([[i8; 26]; 2]),
    /// Parity of a side's checkers on some places.
    Parity { opponent: bool, places: u32 },
}

impl RandomFact {
    fn new(random: &mut Random, number: usize) -> Self {
        if number.is_multiple_of(2) {
            let mut weights = [[0; 26]; 2];
            weights.iter_mut().flatten().for_each(|weight| *weight = random.below(5) as i8 - 2);
            return Self::Checkers(weights);
        }
        let place = |bits, place| bits | (random.below(2) as u32) << place;
        let places = (1..=BAR).fold(0, place);
        Self::Parity { opponent: random.below(2) == 1, places }
    }

    fn count(&self, result: &Position) -> i32 {
        let (mine, theirs) = (result.opponent(), result.own());
        match self {
            Self::Checkers(weights) => {
                let weighted = |(side, weights): (Checkers, &[i8; 26])| -> i32 {
                    let places = weights.iter().zip(0..);
                    places
                        .map(|(weight, place)| i32::from(*weight) * i32::from(side.on(place)))
                        .sum()
                };
                [mine, theirs].into_iter().zip(weights).map(weighted).sum()
            }
            Self::Parity { opponent, places } => {
                let side = if *opponent { theirs } else { mine };
                let on = (1..=BAR).filter(|place| places >> place & 1 == 1);
                on.map(|place| i32::from(side.on(place))).sum::<i32>() % 2
            }
        }
    }
}

/// Signs of a fact in each decision: 1 if the better play has more, -1 if the other has, 0 if
/// equal.
type Signs = Vec<i8>;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: usize| {
        arguments.next().map_or(default, |number| number.parse().expect("a number"))
    };
    let (count, randoms) = (number(24_000), number(4_999));
    let decisions = sample_decisions(count);
    let half = decisions.len() / 2;
    let (first, second) = decisions.split_at(half);

    let mut random = Random::new(SEED);
    let facts: Vec<RandomFact> =
        (0..randoms).map(|number| RandomFact::new(&mut random, number)).collect();
    let nulls: Vec<Signs> = facts.par_iter().map(|fact| turned(fact, first, second)).collect();
    let kinds: Vec<(FactKind, Signs)> = FACTS
        .iter()
        .map(|row| {
            (row.kind, second.iter().map(|of| sign(row.kind, row.more_is_better, of)).collect())
        })
        .collect();

    // Share of right signs among the random facts that are nonzero in a decision.
    let by_chance: Vec<f64> = (0..second.len())
        .map(|place| {
            let signs = nulls.iter().map(|null| null[place]).filter(|sign| *sign != 0);
            let (right, all) =
                signs.fold((0, 0), |(right, all), sign| (right + i32::from(sign > 0), all + 1));
            f64::from(right) / f64::from(all.max(1))
        })
        .collect();

    let level = LEVEL / kinds.len() as f64;
    println!("{} decisions, the second half of {count}; {randoms} random facts", second.len());
    println!("a kind stays with p below {level:.5}: {LEVEL} over {} kinds\n", kinds.len());
    println!("| kind | differs in | agrees | random facts there | p | |");
    println!("|---|---|---|---|---|---|");
    for (kind, signs) in &kinds {
        let said = signs.iter().zip(second).zip(&by_chance).filter(|((sign, _), _)| **sign != 0);
        let (mut number, mut right, mut chance) = (0, 0.0, 0.0);
        // Excess over the random facts, for each game.
        let mut games: BTreeMap<u64, f64> = BTreeMap::new();
        for ((sign, decision), by_chance) in said {
            let agrees = f64::from(u8::from(*sign > 0));
            (number, right, chance) = (number + 1, right + agrees, chance + by_chance);
            *games.entry(decision.game).or_default() += agrees - by_chance;
        }
        let beyond: f64 = games.values().sum();
        let error = games.values().map(|sum| sum * sum).sum::<f64>().sqrt();
        let p = if error > 0.0 { Normal::standard().sf(beyond / error) } else { 1.0 };
        let name = serde_json::to_string(kind).expect("a kind has a name");
        println!(
            "| `{}` | {number} | {:.1} % | {:.1} % | {} | {} |",
            name.trim_matches('"'),
            100.0 * right / f64::from(number.max(1)),
            100.0 * chance / f64::from(number.max(1)),
            if p < 1e-4 { "below 0.0001".to_owned() } else { format!("{p:.4}") },
            if p < level { "stays" } else { "dropped" },
        );
    }
}

fn sign(kind: FactKind, more_is_better: bool, of: &Decision) -> i8 {
    let facts = board_facts(GAME, &of.before, &of.better, &of.other);
    let Some(fact) = facts.iter().find(|fact| fact.kind == kind) else { return 0 };
    let more = fact.better.count.cmp(&fact.other.count) as i8;
    if more_is_better { more } else { -more }
}

/// Signs of a random fact in the second half, oriented to agree with most of the first half.
fn turned(fact: &RandomFact, first: &[Decision], second: &[Decision]) -> Signs {
    let of = |decisions: &[Decision]| -> Signs {
        let sign = |of: &Decision| fact.count(&of.better).cmp(&fact.count(&of.other)) as i8;
        decisions.iter().map(sign).collect()
    };
    let liked: i32 = of(first).into_iter().map(i32::from).sum();
    let way = if liked < 0 { -1 } else { 1 };
    of(second).into_iter().map(|sign| way * sign).collect()
}

/// Collects decisions from consecutive games, independently of the number of threads.
fn sample_decisions(count: usize) -> Vec<Decision> {
    let settings = Settings { tables: Some(Arc::new(Tables::in_memory())), ..Settings::default() };
    let evaluator = Evaluator::new(sheshbesh_weights::shipped(), settings);
    let (mut found, mut next) = (Vec::new(), 0);
    while found.len() < count {
        let games: Vec<Vec<Decision>> =
            (next..next + 64).into_par_iter().map_init(|| evaluator.clone(), of_game).collect();
        found.extend(games.into_iter().flatten());
        next += 64;
    }
    found.truncate(count);
    found
}

fn of_game(evaluator: &mut Evaluator, game: u64) -> Vec<Decision> {
    let mut rng = game_rng(SEED, game);
    let mut plays = Plays::new(GAME);
    let (mut position, mut dice) = (GAME.start(), first_roll(GAME, &mut rng));
    let mut found = Vec::new();
    for turn in 0.. {
        let results = plays.generate_or_pass(&position, dice);
        let ranked = evaluator.rank(&position, dice, Depth::ONE);
        if turn % STEP == 0 && results.len() > 1 {
            found.extend(pair(evaluator, game, &position, &ranked));
        }
        position = ranked[0].position;
        if GAME.end(&position, None).is_some() {
            return found;
        }
        dice = roll(GAME, &mut rng);
    }
    found
}

/// Selects the best play and the best of the plays that lose enough, confirmed by a deep search.
fn pair(
    evaluator: &mut Evaluator,
    game: u64,
    before: &Position,
    ranked: &[RankedPlay],
) -> Option<Decision> {
    let first: Vec<Position> = ranked.iter().take(FIRST).map(|play| play.position).collect();
    let mut compare = |plays: &[Position], depth| {
        let mut ranked = evaluator.compare(before, plays, depth).expect("nobody says stop");
        ranked.sort_by(|a, b| b.equity.total_cmp(&a.equity).then(a.position.cmp(&b.position)));
        ranked
    };
    let wrong = |ranked: &[RankedPlay]| -> Option<Position> {
        let losses = ranked.iter().map(|play| (play.position, ranked[0].equity - play.equity));
        let mut enough = losses.filter(|(_, loss)| (LOSS.0..LOSS.1).contains(loss));
        enough.next().map(|(position, _)| position)
    };
    let ranked = compare(&first, Depth::TWO);
    let two = [ranked[0].position, wrong(&ranked)?];
    let ranked = compare(&two, DEPTH);
    let other = wrong(&ranked)?;
    Some(Decision { game, before: *before, better: ranked[0].position, other })
}
