//! Fits the cube's efficiency by class of position:
//! `cargo run --release -p sheshbesh-evaluator --example efficiency`.
//!
//! Janowski's model puts a position's worth between a dead cube's and a live one's:
//! E = E(dead) + x (E(live) − E(dead)). For positions of the engine's own games, E comes from
//! cubeful rollouts, for small bearoffs exactly from the two-sided table; E(dead) and E(live) from the
//! model with the rollout's probabilities. x is the least-squares fit, for a cube in the middle and
//! for an own one.
//!
//! Arguments: positions of each class (40), games of each rollout (144).

mod games;

use games::visit;
use rand::RngExt;
use sheshbesh_evaluator::{
    Depth, Evaluator, Settings,
    bearoff::Tables,
    cube::{CubeModel, Efficiency, MatchEquityTable},
    rollout::{self, Start, roll_out},
};
use sheshbesh_movegen::{Class, Cube, Game, Position, Side, Situation, Stakes};
use sheshbesh_network::Outcomes;
use std::sync::Arc;

/// Chances to win between which the cube is alive.
const ALIVE: std::ops::Range<f32> = 0.2..0.8;
/// About this share of a game's positions is looked at.
const SHARE: f64 = 0.05;
/// Of the games.
const SEED: u64 = 23;

fn main() {
    let arguments: Vec<u64> =
        std::env::args().skip(1).map(|text| text.parse().expect("a number")).collect();
    let count = arguments.first().copied().unwrap_or(40) as usize;
    let games = arguments.get(1).copied().unwrap_or(144);
    let tables = Arc::new(Tables::in_memory());
    let evaluator = Evaluator::new(
        sheshbesh_weights::shipped(),
        Settings { tables: Some(Arc::clone(&tables)), ..Settings::default() },
    );
    println!("class      centred   own cube");
    for class in [Class::Contact, Class::Race, Class::Bearoff] {
        let positions = positions(&evaluator, &tables, class, count);
        let fits = [None, Some(Side::OnRoll)].map(|owner| {
            let mut fit = Fit::default();
            for &position in &positions {
                let (outcomes, worth) = match tables.equities(&position) {
                    Some(exact) => {
                        let win = (1.0 + exact.cubeless) / 2.0;
                        let worth = if owner.is_none() { exact.centred } else { exact.owned };
                        (Outcomes([win, 0.0, 0.0, 1.0 - win, 0.0, 0.0]), worth)
                    }
                    None => {
                        let mut evaluator = evaluator.clone();
                        evaluator.set_stakes(&money(position, owner)).expect("money");
                        let settings = rollout::Settings { games, ..Default::default() };
                        let start = Start::before_roll(position);
                        let result = roll_out(&evaluator, &[start], &settings, &mut |_| true)[0];
                        let [w, wg, wb, lg, lb] = result.probabilities.map(|e| e.mean);
                        (
                            Outcomes([w - wg, wg - wb, wb, 1.0 - w - lg, lg - lb, lb]),
                            result.worth.mean,
                        )
                    }
                };
                fit.add(position, owner, &outcomes, worth);
            }
            fit.efficiency()
        });
        println!("{:10} {:7.3} {:10.3}", format!("{class:?}"), fits[0], fits[1]);
    }
    model_against_table(&evaluator, &tables, count);
}

/// How far the model with the default efficiency is from the two-sided table.
fn model_against_table(evaluator: &Evaluator, tables: &Tables, count: usize) {
    let positions = positions(evaluator, tables, Class::Bearoff, 10 * count);
    println!("\nthe model against the table, {} bearoffs, points per game", positions.len());
    println!("cube         mean       size    largest");
    for owner in [None, Some(Side::OnRoll), Some(Side::Opponent)] {
        let differences: Vec<f32> = positions
            .iter()
            .map(|position| {
                let exact = tables.equities(position).expect("the table knows it");
                let win = (1.0 + exact.cubeless) / 2.0;
                let outcomes = Outcomes([win, 0.0, 0.0, 1.0 - win, 0.0, 0.0]);
                let model = model(*position, owner, Efficiency::default());
                let model =
                    model.value_before_doubling(&outcomes, Game::Backgammon.class(position));
                let exact = match owner {
                    None => exact.centred,
                    Some(Side::OnRoll) => exact.owned,
                    Some(Side::Opponent) => exact.opponents,
                };
                model - exact
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

fn money(position: Position, owner: Option<Side>) -> Situation {
    let mut situation = Situation::new(position, Game::Backgammon);
    situation.stakes = Stakes::Money { jacoby: false, beavers: false };
    situation.cube = Cube::new(owner.is_some().into(), owner).expect("far from its limit");
    situation
}

fn model(position: Position, owner: Option<Side>, efficiency: Efficiency) -> CubeModel {
    let equities = MatchEquityTable::kazaross_xg2();
    CubeModel::new(&money(position, owner), &equities, efficiency, true).expect("money")
}

/// Least squares through the origin.
#[derive(Default)]
struct Fit {
    products: f64,
    squares: f64,
}

impl Fit {
    fn add(&mut self, position: Position, owner: Option<Side>, outcomes: &Outcomes, worth: f32) {
        let at = |x| {
            let efficiency = Efficiency { contact: x, race: x, bearoff: x };
            let model = model(position, owner, efficiency);
            model.value(outcomes, Game::Backgammon.class(&position))
        };
        let (dead, live) = (at(0.0), at(1.0));
        self.products += f64::from((worth - dead) * (live - dead));
        self.squares += f64::from((live - dead).powi(2));
    }

    fn efficiency(&self) -> f64 {
        self.products / self.squares
    }
}

/// Positions before the roll from games of the network against itself; bearoffs that the two-sided
/// table knows.
fn positions(evaluator: &Evaluator, tables: &Tables, class: Class, count: usize) -> Vec<Position> {
    let mut judge = evaluator.clone();
    let mut found = Vec::new();
    visit(evaluator, SEED, |turn, rng| {
        let position = turn.position;
        let known = class != Class::Bearoff || tables.equities(&position).is_some();
        if Game::Backgammon.class(&position) == class
            && ALIVE.contains(&judge.evaluate(&position, Depth::ONE).probabilities().win)
            && known
            && rng.random_bool(if class == Class::Contact { SHARE } else { 4.0 * SHARE })
        {
            found.push(position);
        }
        found.len() == count
    });
    found
}
