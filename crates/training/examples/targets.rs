//! Differences between a network's targets and its evaluations, by the kind of game:
//! `cargo run --release -p sheshbesh-training --example targets`.
//!
//! The network plays itself as in the last stage of the recipe `full`, and each position's target
//! is compared with the 1-ply evaluation. The mean difference is the error of one step at λ = 0,
//! and at λ = 1 that of the rest of the game with the luck removed. Both are zero in a kind of game
//! that the network evaluates without bias. The excess of λ = 1 over λ = 0 is the bias of 2-ply
//! evaluations against rollouts. The root mean square at λ = 0 tells by how much one step changes
//! an evaluation, up or down. No other engine is needed.
//!
//! Arguments: number of games (3,000 by default), fraction of games with a player who seeks a back
//! game (1), a weights file (the shipped network).

#![allow(clippy::disallowed_methods, reason = "an independent twin, and numbers for people")]

use rayon::prelude::*;
use sheshbesh_evaluator::{Depth, bearoff::Tables};
use sheshbesh_movegen::{Game, Position};
use sheshbesh_network::{
    Network,
    inputs::{Buckets, GamePlan16},
};
use sheshbesh_training::{
    GameSettings, Recipe, Targets,
    self_play::{self, Games},
};
use std::{path::Path, sync::Arc};

const LAMBDAS: [f32; 2] = [0.0, 1.0];
/// Minimum difference in pips for a player to be far behind or far ahead.
const FAR: i64 = 40;
const SEED: u64 = 777;
/// Kinds of game with fewer positions are not shown.
const FEWEST: f64 = 300.0;

const KINDS: [&str; 4] = ["nobody back", "some back", "an anchor", "two anchors"];
const LEADS: [&str; 3] = ["behind", "even", "ahead"];
const GAMES: usize = KINDS.len() * KINDS.len() * LEADS.len();

/// Sums over the positions of one kind in one game.
#[derive(Clone, Copy, Default)]
struct Sums {
    count: f64,
    /// Sum of targets less evaluations, for each λ.
    over: [f64; LAMBDAS.len()],
    /// Sum of their squares at λ = 0.
    squares: f64,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, default: f64| {
        arguments.get(place).map_or(default, |text| text.parse().expect("a number"))
    };
    let (games, seekers) = (number(0, 3000.0) as u64, number(1, 1.0));
    let network = match arguments.get(2) {
        Some(path) => Network::read(Path::new(path)).expect("a weights file"),
        None => sheshbesh_weights::shipped().clone(),
    };
    let recipe = Recipe::shipped("full", Game::Backgammon).expect("a recipe that ships");
    let mut settings = recipe.stages.last().expect("a stage").game_settings();
    settings.exploration.back_game_seekers = seekers;
    settings.exploration.back_games = 0.0;
    // Rival plays would cut the returns.
    settings.exploration.rivals = 0.0;
    let all = LAMBDAS.map(|lambda| {
        let targets = Targets::ExpectedReturn { lambda, deeper_from: None };
        GameSettings { targets, ..settings }
    });
    let tables = settings.bearoff_tables.then(|| Arc::new(Tables::in_memory()));
    let evaluator = self_play::make_evaluator(&network, &settings, tables);
    let sums: Vec<[Sums; GAMES]> = (0..games)
        .into_par_iter()
        .map_init(
            || evaluator.clone(),
            |evaluator, game| {
                let mut sums = [Sums::default(); GAMES];
                for (i, &settings) in all.iter().enumerate() {
                    // The first roll of a game is never a double, so the target of the first
                    // position is biased.
                    let (first, end) = (game, game + 1);
                    let game = recipe.game;
                    let played = Games { evaluator, game, settings, seed: SEED, first, end }.play();
                    for sample in &played[1..] {
                        let verdict =
                            evaluator.evaluate(&sample.position, Depth::ONE).outcomes.equity();
                        let over = f64::from(sample.target.equity() - verdict);
                        let sums = &mut sums[kind(&sample.position)];
                        sums.over[i] += over;
                        if i == 0 {
                            sums.count += 1.0;
                            sums.squares += over * over;
                        }
                    }
                }
                sums
            },
        )
        .collect();

    let percent = 100.0 * seekers;
    println!(
        "{games} games, {percent:.0} % with a seeker. Targets less verdicts at 1-ply, in points,"
    );
    println!("with 95 % intervals, where {FEWEST} positions or more are of a kind.\n");
    println!(
        "on roll      opponent     pips   positions  mean, λ = 0    mean, λ = 1    1 less 0       rms, 0"
    );
    for kind in 0..GAMES {
        let of_games: Vec<Sums> = sums.iter().map(|of_game| of_game[kind]).collect();
        let (plan, lead) = (kind / LEADS.len(), kind % LEADS.len());
        let (own, opponent) = (KINDS[plan / KINDS.len()], KINDS[plan % KINDS.len()]);
        show(&format!("{own:12} {opponent:12} {:7}", LEADS[lead]), &of_games);
    }
    let of_games: Vec<Sums> = sums.iter().map(|of_game| Sums::of_all(of_game)).collect();
    show(&format!("{:33}", "all"), &of_games);
}

impl Sums {
    fn of_all(kinds: &[Self]) -> Self {
        kinds.iter().fold(Self::default(), |all, kind| Self {
            count: all.count + kind.count,
            over: std::array::from_fn(|i| all.over[i] + kind.over[i]),
            squares: all.squares + kind.squares,
        })
    }
}

/// Prints a line for one kind of position, from the sums of each game.
fn show(name: &str, of_games: &[Sums]) {
    let count: f64 = of_games.iter().map(|sums| sums.count).sum();
    if count < FEWEST {
        return;
    }
    print!("{name} {count:9.0}");
    let values: [&dyn Fn(&Sums) -> f64; 3] =
        [&|sums| sums.over[0], &|sums| sums.over[1], &|sums| sums.over[1] - sums.over[0]];
    for value in values {
        let mean = of_games.iter().map(value).sum::<f64>() / count;
        // Positions of one game share its luck, so only games are independent.
        let spread = |sums: &Sums| (value(sums) - mean * sums.count).powi(2);
        let interval = 1.96 * of_games.iter().map(spread).sum::<f64>().sqrt() / count;
        print!("  {mean:+.4} ±{}", format!("{interval:.4}").trim_start_matches('0'));
    }
    let squares: f64 = of_games.iter().map(|sums| sums.squares).sum();
    println!("  {:.4}", (squares / count).sqrt());
}

/// Kind of a position: the game plans of both sides, and the lead in the race.
fn kind(position: &Position) -> usize {
    let lead = i64::from(position.opponent().pips()) - i64::from(position.own().pips());
    let lead = usize::from(lead > -FAR) + usize::from(lead >= FAR);
    GamePlan16::bucket(position) * LEADS.len() + lead
}
