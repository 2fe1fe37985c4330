//! `shesh evaluate`: evaluates a position or a file of positions.

use crate::{
    args::{CubeUse, GameOption, Networks, QueryPly, Search, StakesArgs, Weights, open_engine},
    error::CliError,
    terminal::{note, print, print_json, progress},
};
use clap::Args;
use sheshbesh_analysis::{
    board::{self, Names},
    notes::notes,
};
use sheshbesh_api::queries::{EvaluateAllQuery, EvaluateQuery};
use sheshbesh_evaluator::{Depth, Engine, EvaluationLevel, Settings, Stop};
use sheshbesh_movegen::{Situation, notation};
use sheshbesh_network::{
    file::write_atomically,
    input::{limit, read},
};
use std::path::{Path, PathBuf};

/// Evaluate a position, or a file of positions
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh evaluate 4HPwATDgc/ABMA             start, before the roll
  shesh evaluate 4HPwATDgc/ABMA --ply 4 --json
  shesh evaluate 4HPwATDgc/ABMA --ply rollout2
                                            truncated rollout, see shesh best
  shesh evaluate 4HPwATDgc/ABMA --match 7 --score 2-5
  shesh evaluate u9twAADbbTwAAA              a race: adjusted pip counts, too
  shesh evaluate --input positions.csv --output judged.csv --ply 2

The input file has a column position_id; the output file has the columns
position_id, win, win_gammon, win_backgammon, lose_gammon, lose_backgammon and
equity, in the same order. All are for the player on roll, before the roll, or
before the numbers that a turn has left in Gul bara and other games. Gammons
include backgammons, and equity is cubeless, in points, by --scoring. Files are
evaluated at 1-ply by default.

With --json: equity is cubeless, per game at cube 1; cubeful_equity, in games
with a cube, is the equity before the cube decision.")]
pub struct Evaluate {
    /// GNU Backgammon ID, XGID, OGID or FIBS board line [default: the start]
    #[arg(conflicts_with = "input")]
    position: Option<String>,
    /// Input file of positions
    #[arg(long, value_name = "FILE.csv", requires = "output", conflicts_with_all = ["cubeful", "cubeless"])]
    input: Option<PathBuf>,
    /// Output file of evaluations
    #[arg(long, value_name = "FILE.csv", requires = "input")]
    output: Option<PathBuf>,
    /// Write the evaluation of one position as JSON
    #[arg(long, conflicts_with = "input")]
    json: bool,
    #[command(flatten)]
    cube_use: CubeUse,
    #[command(flatten)]
    ply: QueryPly,
    #[command(flatten)]
    stakes: StakesArgs,
    #[command(flatten)]
    search: Search,
    #[command(flatten)]
    weights: Weights,
    #[command(flatten)]
    game: GameOption,
}

/// A row of the input file.
struct Row {
    /// ID as written in the file.
    id: String,
    situation: Situation,
}

/// Name of the input column.
const POSITION_ID: &str = "position_id";

impl Evaluate {
    pub fn run(&self) -> Result<(), CliError> {
        match (&self.input, &self.output, &self.position) {
            (Some(input), Some(output), _) => self.evaluate_file(input, output),
            (_, _, position) => self.evaluate_position(position.as_deref()),
        }
    }

    fn evaluate_position(&self, text: Option<&str>) -> Result<(), CliError> {
        let situation = self.stakes.apply(self.game.read_or_start(text)?, false)?;
        let options = self.search.options(self.ply.ply, Some(&self.cube_use));
        let query = EvaluateQuery::new(situation, options);
        let (engine, id) =
            open_engine(&situation, &self.stakes, &self.search, &self.weights, self.json)?;
        let answer = query.answer(&engine, id, &Stop::never())?;
        if self.json {
            return print_json(&answer);
        }
        let board = board::draw(situation.game, &situation.position, Names::ROLES);
        print(&format!("{board}\n{}", answer.words(&situation)))
    }

    fn evaluate_file(&self, input: &Path, output: &Path) -> Result<(), CliError> {
        let settings = Settings { equities: self.stakes.equities()?, ..self.search.settings() };
        let networks = self.weights.networks()?;
        let rows = self.read(input, &networks)?;
        let mut noted: Vec<String> = Vec::new();
        for Row { situation, .. } in &rows {
            let learned = networks.of(situation.game)?.game();
            for sentence in notes(&self.weights.name(), learned, situation) {
                if !noted.contains(&sentence) {
                    note(&sentence);
                    noted.push(sentence);
                }
            }
        }
        let options =
            self.search.options(self.ply.ply.or(Some(EvaluationLevel::Search(Depth::ONE))), None);
        let query = EvaluateAllQuery::new(rows.iter().map(|row| row.situation), options);
        let engine = Engine::sharing_threads(&networks.evaluator(settings));
        let bar = progress(rows.len() as u64, "positions").with_prefix("evaluate");
        let all = query.answer(&engine, &Stop::never(), || bar.inc(1))?;
        bar.finish_and_clear();
        let mut text = format!(
            "{POSITION_ID},win,win_gammon,win_backgammon,lose_gammon,lose_backgammon,equity\n"
        );
        for (Row { id, situation }, p) in rows.iter().zip(&all) {
            text.push_str(&format!(
                "{id},{:.7},{:.7},{:.7},{:.7},{:.7},{:.7}\n",
                p.win,
                p.win_gammon,
                p.win_backgammon,
                p.lose_gammon,
                p.lose_backgammon,
                p.equity_by(situation.points_of_wins())
            ));
        }
        write_atomically(output, text.as_bytes()).map_err(CliError::failed)
    }

    /// Reads the rows of the input file; every game must have a network.
    fn read(&self, input: &Path, networks: &Networks) -> Result<Vec<Row>, CliError> {
        let bad = |problem: &dyn std::fmt::Display| {
            CliError::BadInput(format!("{}: {problem}", input.display()))
        };
        let bytes = read(input, limit::POSITIONS)
            .map_err(|e| CliError::BadInput(format!("cannot read {}: {e}", input.display())))?;
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(&bytes[..]);
        let headers = reader.headers().map_err(|e| bad(&e))?;
        let column = headers
            .iter()
            .position(|name| name.trim_start_matches('\u{feff}') == POSITION_ID)
            .ok_or_else(|| bad(&format!("missing column {POSITION_ID}")))?;
        let mut rows = Vec::new();
        for record in reader.records() {
            let record = record.map_err(|e| bad(&e))?;
            let line = record.position().map_or(0, csv::Position::line);
            let id = record.get(column).unwrap_or_default();
            let bad_line =
                |problem: &dyn std::fmt::Display| bad(&format!("line {line}: {problem}"));
            let (game, position) =
                notation::parse_position_id(id, self.game.game()).map_err(|e| bad_line(&e))?;
            self.game
                .check(game)
                .and_then(|()| networks.of(game).map(|_| ()))
                .map_err(|e| bad_line(&e))?;
            let situation = Situation::new(position, game);
            let situation = self.stakes.apply(situation, false).map_err(|e| bad_line(&e))?;
            rows.push(Row { id: id.to_owned(), situation });
        }
        Ok(rows)
    }
}
