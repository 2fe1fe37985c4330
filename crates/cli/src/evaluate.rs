//! `shesh evaluate`: what positions are worth.

use crate::{
    best::JsonProbabilities,
    board::{self, Names},
    failure::Failure,
    options::{Game, Ply, Weights},
    output::{print, print_json, progress},
};
use clap::Args;
use rayon::prelude::*;
use serde::Serialize;
use sheshbesh_evaluator::{Evaluator, Probabilities, file::write_atomically};
use sheshbesh_movegen::Position;
use std::{
    fmt::Write,
    path::{Path, PathBuf},
};

/// Judges a position, or a file of them
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh evaluate 4HPwATDgc/ABMA             the start, the player on roll to roll
  shesh evaluate 4HPwATDgc/ABMA --ply 2 --json
  shesh evaluate --input positions.csv --output judged.csv --ply 2

The input file has a column position_id; the output file has the columns
position_id, win, win_gammon, win_backgammon, lose_gammon, lose_backgammon and
equity, in the same order. All are for the player on roll, before the roll;
gammons include backgammons, and equity is cubeless, in points.")]
pub struct Evaluate {
    /// GNU Backgammon ID or XGID
    #[arg(required_unless_present = "input", conflicts_with = "input")]
    position: Option<String>,
    /// Table of positions to judge
    #[arg(long, value_name = "FILE.csv", requires = "output")]
    input: Option<PathBuf>,
    /// Where the judged positions are written
    #[arg(long, value_name = "FILE.csv", requires = "input")]
    output: Option<PathBuf>,
    /// Write the verdict on one position as JSON
    #[arg(long, conflicts_with = "input")]
    json: bool,
    #[command(flatten)]
    ply: Ply,
    #[command(flatten)]
    weights: Weights,
    #[command(flatten)]
    game: Game,
}

#[derive(Serialize)]
struct JsonVerdict {
    position_id: String,
    ply: u32,
    equity: f32,
    probabilities: JsonProbabilities,
}

/// Name of the column that is read.
const POSITION_ID: &str = "position_id";

impl Evaluate {
    pub fn run(&self) -> Result<(), Failure> {
        let evaluator = Evaluator::new(&*self.weights.network()?);
        match (&self.input, &self.output, &self.position) {
            (Some(input), Some(output), _) => self.table(evaluator, input, output),
            (_, _, Some(position)) => self.one(evaluator, position),
            _ => Err(Failure::BadInput("give a position, or --input and --output".to_owned())),
        }
    }

    fn one(&self, mut evaluator: Evaluator, text: &str) -> Result<(), Failure> {
        let position = self.game.read(text)?.position;
        let ply = self.ply.ply;
        let p = evaluator.evaluate(&position, ply);
        if self.json {
            return print_json(&JsonVerdict {
                position_id: position.gnu_id(),
                ply,
                equity: p.equity(),
                probabilities: p.into(),
            });
        }
        let mut text = board::draw(&position, Names::ROLES);
        let sides = [
            ("wins", p.win, p.win_gammon, p.win_backgammon),
            ("loses", p.lose(), p.lose_gammon, p.lose_backgammon),
        ];
        text.push_str(&format!("\nBefore the roll, at {ply}-ply, the player on roll\n\n"));
        for (verb, all, gammon, backgammon) in sides {
            let [all, gammon, backgammon] = [all, gammon, backgammon].map(|p| 100.0 * p);
            writeln!(
                text,
                "  {verb:5} {all:6.2} %   gammon {gammon:6.2} %   backgammon {backgammon:6.2} %"
            )
            .expect("writing into a string");
        }
        text.push_str(&format!("\nCubeless equity {:+.4} points per game\n", p.equity()));
        print(&text)
    }

    fn table(&self, evaluator: Evaluator, input: &Path, output: &Path) -> Result<(), Failure> {
        let rows = self.read(input)?;
        let bar = progress(rows.len() as u64, "positions").with_prefix("evaluate");
        let ply = self.ply.ply;
        let verdicts: Vec<Probabilities> = rows
            .par_iter()
            .map_init(
                || evaluator.clone(),
                |evaluator, (_, position)| {
                    let verdict = evaluator.evaluate(position, ply);
                    bar.inc(1);
                    verdict
                },
            )
            .collect();
        bar.finish_and_clear();
        let mut text = format!(
            "{POSITION_ID},win,win_gammon,win_backgammon,lose_gammon,lose_backgammon,equity\n"
        );
        for ((id, _), p) in rows.iter().zip(&verdicts) {
            writeln!(
                text,
                "{id},{:.7},{:.7},{:.7},{:.7},{:.7},{:.7}",
                p.win,
                p.win_gammon,
                p.win_backgammon,
                p.lose_gammon,
                p.lose_backgammon,
                p.equity()
            )
            .expect("writing into a string");
        }
        write_atomically(output, text.as_bytes()).map_err(Failure::failed)
    }

    /// The position IDs of a table and what they stand for.
    fn read(&self, input: &Path) -> Result<Vec<(String, Position)>, Failure> {
        let bad = |problem: &dyn std::fmt::Display| {
            Failure::BadInput(format!("{}: {problem}", input.display()))
        };
        let file = std::fs::File::open(input)
            .map_err(|e| Failure::BadInput(format!("cannot read {}: {e}", input.display())))?;
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(file);
        let headers = reader.headers().map_err(|e| bad(&e))?;
        let column = headers
            .iter()
            .position(|name| name.trim_start_matches('\u{feff}') == POSITION_ID)
            .ok_or_else(|| bad(&format!("there is no column called {POSITION_ID}")))?;
        let mut rows = Vec::new();
        for record in reader.records() {
            let record = record.map_err(|e| bad(&e))?;
            let line = record.position().map_or(0, csv::Position::line);
            let id = record.get(column).unwrap_or_default();
            let position = Position::from_gnu_id(id, self.game.variant)
                .map_err(|e| bad(&format!("line {line}: {e}")))?;
            rows.push((id.to_owned(), position));
        }
        Ok(rows)
    }
}
