//! Fits the cube efficiency by class of position and cube owner: `cargo run --release -p
//! sheshbesh-evaluator --example efficiency`.
//!
//! In Janowski's model a position's equity lies between those of a dead and of a live cube: E =
//! E(dead) + x (E(live) − E(dead)). The positions are from the engine's own games and not in the
//! tables. E comes from cubeful rollouts, E(dead) and E(live) from the model with the rollout's
//! probabilities.
//!
//! x is a least-squares fit, linear in the winning chance of the cube's owner (of the player on
//! roll for a centred cube) and, with contact, in the share of gammons and the pips of both sides.
//! The output compares four errors, as root mean squares in points per game: the model with the
//! fitted x, with the x in use, with the best constant x, and the noise of the rollouts.
//!
//! Arguments: positions of each class (60), games of each rollout (144), seed of the games that the
//! positions come from (23), the name of a game (backgammon) and a weights file for it. Only
//! backgammon is compared with the table. In other games rollouts turn the cube by a constant x,
//! since there may be no fit yet.

#![allow(clippy::disallowed_methods, reason = "an independent twin, and numbers for people")]

mod games;

use games::visit_games_of;
use nalgebra::{DMatrix, DVector};
use rand::RngExt;
use sheshbesh_evaluator::{
    Depth, Evaluator, Settings,
    bearoff::Tables,
    cube::{CubeModel, Efficiency, MatchEquityTable, Phase},
    rollout::{self, Start, roll_out},
};
use sheshbesh_movegen::{Class, Cube, Game, Position, Side, Situation, Stakes};
use sheshbesh_network::{Network, Outcomes};
use std::sync::Arc;

/// Range of winning chances in which the cube is alive.
const ALIVE: std::ops::Range<f32> = 0.15..0.85;
/// Approximate share of a game's positions that is used.
const SHARE: f64 = 0.05;
const OWNERS: [Option<Side>; 3] = [None, Some(Side::OnRoll), Some(Side::Opponent)];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |place: usize, default: u64| {
        arguments.get(place).map_or(default, |text| text.parse().expect("a number"))
    };
    let game: Game =
        arguments.get(3).map_or(Game::Backgammon, |name| name.parse().expect("a game"));
    let own = arguments.get(4).map(|path| Network::read(path.as_ref()).expect("weights"));
    let (count, games, seed) = (argument(0, 60) as usize, argument(1, 144), argument(2, 23));
    let tables = Arc::new(Tables::in_memory());
    let evaluator = Evaluator::new(
        own.as_ref().unwrap_or_else(|| sheshbesh_weights::shipped()),
        Settings {
            tables: Some(Arc::clone(&tables)),
            efficiency: (game != Game::Backgammon).then_some(Efficiency::constant(0.7)),
            ..Settings::default()
        },
    );
    let evaluator = evaluator.for_game(game).expect("a network of the game");
    println!("                   x = base + chance · c + gammons · g + pips / 100 · p   errors");
    println!("class    cube        base      c      g      p     fit   used  const  noise");
    let classes = match game {
        Game::Backgammon => &[Class::Contact, Class::Race, Class::Bearoff][..],
        _ => &[Class::Contact],
    };
    for &class in classes {
        let known = |position: &Position| tables.equities(position).is_some();
        let positions =
            collect_positions(&evaluator, seed, class, count, |position| !known(position));
        let observed: Vec<Observed> = positions
            .into_iter()
            .flat_map(|position| OWNERS.map(|owner| observe(&evaluator, position, owner, games)))
            .collect();
        let (centred, turned): (Vec<_>, Vec<_>) =
            observed.into_iter().partition(|seen| seen.owner.is_none());
        for (name, observed) in [("centred", centred), ("turned", turned)] {
            tell_fit(class, name, &observed);
        }
    }
    if game == Game::Backgammon {
        model_against_table(&evaluator, &tables, seed, 10 * count);
    }
}

/// Cubeful value of a position for one cube owner.
struct Observed {
    owner: Option<Side>,
    phase: Phase,
    /// Winning chance of the cube's owner, or of the player on roll for a centred cube.
    chance: f32,
    gammons: f32,
    dead: f32,
    live: f32,
    /// Value by the model with the efficiency in use.
    used: f32,
    value: f32,
    standard_error: f32,
}

fn observe(evaluator: &Evaluator, position: Position, owner: Option<Side>, games: u64) -> Observed {
    let mut evaluator = evaluator.clone();
    evaluator.set_stakes(&money(evaluator.game(), position, owner)).expect("money");
    let settings = rollout::Settings { games, ..Default::default() };
    let start = Start::before_roll(position);
    let result = roll_out(&evaluator, &[start], &settings, &mut |_| true)[0];
    let [w, wg, wb, lg, lb] = result.probabilities.map(|estimate| estimate.mean);
    let outcomes = Outcomes([w - wg, wg - wb, wb, 1.0 - w - lg, lg - lb, lb]);
    let game = evaluator.game();
    let phase = Phase::of(game, &position);
    let at = |efficiency| make_model(game, position, owner, efficiency).value(&outcomes, phase);
    Observed {
        owner,
        phase,
        chance: if owner == Some(Side::Opponent) { 1.0 - w } else { w },
        gammons: wg + lg,
        dead: at(Efficiency::constant(0.0)),
        live: at(Efficiency::constant(1.0)),
        used: at(Efficiency::fitted(game)),
        value: result.value.mean,
        standard_error: result.value.standard_error,
    }
}

fn tell_fit(class: Class, name: &str, observed: &[Observed]) {
    let terms = |seen: &Observed| match class {
        Class::Contact => vec![1.0, seen.chance, seen.gammons, seen.phase.pips as f32 / 100.0],
        _ => vec![1.0, seen.chance],
    };
    let line = Fit::new(observed, terms);
    let constant = Fit::new(observed, |_| vec![1.0]);
    let used = root_mean_square(observed, |seen| seen.used - seen.value);
    let noise = root_mean_square(observed, |seen| seen.standard_error);
    let numbers: String = (0..4)
        .map(|term| line.numbers.get(term).copied().unwrap_or(0.0))
        .map(|n| format!(" {n:+.3}"))
        .collect();
    println!(
        "{:8} {name:8} {numbers}   {:.4} {used:.4} {:.4} {noise:.4}",
        format!("{class:?}"),
        line.error,
        constant.error
    );
}

fn root_mean_square(observed: &[Observed], of: impl Fn(&Observed) -> f32) -> f32 {
    (observed.iter().map(|seen| of(seen).powi(2)).sum::<f32>() / observed.len() as f32).sqrt()
}

/// Least-squares fit of a cube's value beyond a dead one, by the terms of x.
struct Fit {
    numbers: Vec<f32>,
    error: f32,
}

impl Fit {
    fn new(observed: &[Observed], terms: impl Fn(&Observed) -> Vec<f32>) -> Self {
        let row = |seen: &Observed| {
            terms(seen).into_iter().map(|term| term * (seen.live - seen.dead)).collect::<Vec<_>>()
        };
        let rows: Vec<f32> = observed.iter().flat_map(row).collect();
        let matrix = DMatrix::from_row_slice(observed.len(), rows.len() / observed.len(), &rows);
        let beyond = observed.iter().map(|seen| seen.value - seen.dead);
        let beyond = DVector::from_iterator(observed.len(), beyond);
        let numbers =
            matrix.clone().svd(true, true).solve(&beyond, 1e-6).expect("both are asked for");
        let error = (matrix * &numbers - beyond).norm() / (observed.len() as f32).sqrt();
        Self { numbers: numbers.iter().copied().collect(), error }
    }
}

/// Compares the model of the default efficiency with the two-sided table.
fn model_against_table(evaluator: &Evaluator, tables: &Tables, seed: u64, count: usize) {
    let known = |position: &Position| tables.equities(position).is_some();
    let positions = collect_positions(evaluator, seed, Class::Bearoff, count, known);
    println!("\nthe model against the table, {} bearoffs, points per game", positions.len());
    println!("cube         mean       size    largest");
    for owner in OWNERS {
        let differences: Vec<f32> = positions
            .iter()
            .map(|position| {
                let exact = tables.equities(position).expect("the table knows it");
                let win = (1.0 + exact.cubeless) / 2.0;
                let outcomes = Outcomes([win, 0.0, 0.0, 1.0 - win, 0.0, 0.0]);
                let game = Game::Backgammon;
                let model = make_model(game, *position, owner, Efficiency::default());
                let phase = Phase::of(Game::Backgammon, position);
                let exact = match owner {
                    None => exact.centred,
                    Some(Side::OnRoll) => exact.owned,
                    Some(Side::Opponent) => exact.opponents,
                };
                model.value_before_doubling(&outcomes, phase) - exact
            })
            .collect();
        let count = differences.len() as f32;
        let mean = differences.iter().sum::<f32>() / count;
        let size = differences.iter().map(|d| d.abs()).sum::<f32>() / count;
        let largest = differences.iter().map(|d| d.abs()).fold(0.0, f32::max);
        let name = match owner {
            None => "centred",
            Some(Side::OnRoll) => "own",
            Some(Side::Opponent) => "opponent's",
        };
        println!("{name:10} {mean:+.4}     {size:.4}     {largest:.4}");
    }
}

fn money(game: Game, position: Position, owner: Option<Side>) -> Situation {
    let mut situation = Situation::new(position, game);
    situation.stakes = Stakes::Money { jacoby: false, beavers: false };
    situation.cube = Cube::new(owner.is_some().into(), owner).expect("far from its limit");
    situation
}

fn make_model(
    game: Game,
    position: Position,
    owner: Option<Side>,
    efficiency: Efficiency,
) -> CubeModel {
    let equities = MatchEquityTable::kazaross_xg2();
    CubeModel::new(&money(game, position, owner), &equities, efficiency, true).expect("money")
}

/// Positions of a class before the roll, from the network's games against itself, that meet
/// `wanted`.
fn collect_positions(
    evaluator: &Evaluator,
    seed: u64,
    class: Class,
    count: usize,
    wanted: impl Fn(&Position) -> bool,
) -> Vec<Position> {
    let mut judge = evaluator.clone();
    let mut found = Vec::new();
    let game = evaluator.game();
    visit_games_of(game, evaluator, seed, |turn, rng| {
        let position = turn.position;
        if game.class(&position) == class
            && wanted(&position)
            && rng.random_bool(if class == Class::Contact { SHARE } else { 4.0 * SHARE })
            && ALIVE.contains(&judge.evaluate(&position, Depth::ONE).probabilities().win)
        {
            found.push(position);
        }
        found.len() == count
    });
    found
}
