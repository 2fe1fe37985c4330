//! `shesh dice`: statistical tests of the dice.

use crate::{
    error::CliError,
    terminal::{print, print_json, progress},
};
use clap::Args;
use serde::Serialize;
use sheshbesh_analysis::{
    EngineId,
    dice::{DiceReport, DiceTest, Tally},
    numbers::thousands,
};
use sheshbesh_movegen::random::{die, game_rng};

/// Number of rolls drawn for each game: about the length of a complete game, from the positions per
/// game counted in `docs/notebook`.
const ROLLS_OF_A_GAME: u64 = 55;

/// Test the dice generator used in games
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh dice                                a million rolls
  shesh dice --seed 7                       dice of another seed
  shesh dice --rolls 100000000              more rolls reveal smaller faults
  shesh dice --json

A p-value is the probability that fair dice give a result at least as extreme:
one in twenty tests of fair dice has a p-value below 0.05. To rule out chance,
repeat the tests with another --seed. Each game has its own stream of dice; the
rolls are drawn as in games, from one stream after the other.")]
pub struct DiceCommand {
    /// Number of rolls, at least 1000
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(Tally::LEAST_ROLLS..=10_000_000_000))]
    rolls: u64,
    /// Seed of the dice
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write the report as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct JsonDice<'a> {
    engine: EngineId,
    seed: u64,
    #[serde(flatten)]
    report: &'a DiceReport,
    /// Names of the tests that the dice fail.
    suspicious: Vec<&'a str>,
}

impl DiceCommand {
    pub fn run(&self) -> Result<(), CliError> {
        let report = self.count_rolls().report();
        if self.json {
            let suspicious = report.suspicious().map(|test: &DiceTest| test.name.as_str());
            return print_json(&JsonDice {
                engine: EngineId::program(),
                seed: self.seed,
                suspicious: suspicious.collect(),
                report: &report,
            });
        }
        print(&format!(
            "{} rolls, {ROLLS_OF_A_GAME} for each game, seed {}\n\n{}",
            thousands(self.rolls),
            self.seed,
            report.words()
        ))
    }

    fn count_rolls(&self) -> Tally {
        let bar = progress(self.rolls, "rolls").with_prefix("dice");
        let mut tally = Tally::default();
        for game in 0..self.rolls.div_ceil(ROLLS_OF_A_GAME) {
            let mut rng = game_rng(self.seed, game);
            let left = self.rolls - game * ROLLS_OF_A_GAME;
            for _ in 0..left.min(ROLLS_OF_A_GAME) {
                // Same order as in `random::roll`, which does not keep the order of the dice.
                tally.add([die(&mut rng), die(&mut rng)]);
            }
            bar.inc(left.min(ROLLS_OF_A_GAME));
        }
        bar.finish_and_clear();
        tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_movegen::{Dice, Game, random::roll};

    #[test]
    fn rolls_are_drawn_as_games_draw_them() {
        let (mut one, mut other) = (game_rng(3, 5), game_rng(3, 5));
        for _ in 0..1000 {
            let dice = Dice::new(die(&mut one), die(&mut one)).unwrap();
            assert_eq!(dice, roll(Game::Backgammon, &mut other));
        }
    }
}
