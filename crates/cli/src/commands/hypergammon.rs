//! `shesh hypergammon`: solves Hypergammon, and looks positions up in the solution.

use crate::{
    args::CacheFolder,
    error::CliError,
    terminal::{note, print, print_json, progress, show_path, watch_ctrl_c},
};
use clap::{Args, Subcommand};
use sheshbesh_analysis::{
    EngineId,
    board::{self, Names},
    numbers::thousands,
};
use sheshbesh_api::answers::{Head, HypergammonAnswer};
use sheshbesh_evaluator::hypergammon::{CHECKERS, Files, HypergammonTable, Solver, TOLERANCE};
use sheshbesh_movegen::{Checkers, Game, OFF, Position, Situation};
use sheshbesh_network::maths;
use std::{
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

/// Solve Hypergammon, and look positions up
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh hypergammon make                    some minutes; 290 MB in the cache
  shesh hypergammon make --checkers 2       two checkers per side, in seconds
  shesh hypergammon check
  shesh hypergammon query AACgAgAAKgAAAA    the start: outcomes, equities, cube
  shesh hypergammon query AACgAgAAKgAAAA --json

The table has the outcomes of cubeless money play, and money equities for each
cube owner, with and without the Jacoby rule. Once it exists, all commands
(best, evaluate, cube, play, analyze, serve, ...) use it instead of a network
for --game hypergammon. Ctrl-C saves the state of the solver; make resumes from
it. Solving needs 1 GB of memory.")]
pub struct Hypergammon {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    tables: CacheFolder,
}

#[derive(Subcommand)]
enum Action {
    /// Solve the game, or resume solving, unless the table exists
    Make {
        #[command(flatten)]
        size: Size,
    },
    /// Verify the checksum of every table
    Check,
    /// Look a position up in the table
    Query {
        /// GNU Backgammon ID, XGID, OGID or FIBS board line
        position: String,
        /// Write the answer as JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        size: Size,
    },
}

#[derive(Args)]
struct Size {
    /// Number of checkers per side
    #[arg(long, value_name = "N", default_value_t = CHECKERS, value_parser = clap::value_parser!(u8).range(1..=i64::from(CHECKERS)))]
    checkers: u8,
}

/// Interval between saves of the solver's state: a killed process loses at most this, and the
/// current sweep.
const SAVE_INTERVAL: Duration = Duration::from_secs(60);
const STOPPING: &str =
    "Stopping after this sweep and saving the state; press Ctrl-C again to stop at once.";

impl Hypergammon {
    pub fn run(&self) -> Result<(), CliError> {
        let files = Files::new(self.tables.cache()?.folder());
        match &self.action {
            Action::Make { size } => make(&files, size.checkers),
            Action::Check => check(&files),
            Action::Query { position, json, size } => query(&files, size.checkers, position, *json),
        }
    }
}

fn format_checkers(checkers: u8) -> String {
    format!("{checkers} checker{} a side", if checkers == 1 { "" } else { "s" })
}

/// Describes a table in one line.
fn describe(table: &HypergammonTable) -> String {
    let checkers = table.checkers();
    let name = format_checkers(checkers);
    let (sweeps, change) = table.sweeps();
    let bytes = thousands(HypergammonTable::file_length(checkers));
    format!("  {name:20} {bytes:>12} bytes   {sweeps} sweeps, last change {change:.1e}\n")
}

fn make(files: &Files, checkers: u8) -> Result<(), CliError> {
    let path = files.table(checkers);
    if path.exists() {
        match HypergammonTable::read(checkers, &path) {
            Ok(table) => return print(&format!("The table already exists:\n{}", describe(&table))),
            Err(error) => note(&format!("{error}; remaking the table")),
        }
    }
    files.create().map_err(CliError::failed)?;
    let mut solver = open_solver(files, checkers);
    solve(files, &mut solver)?;
    let table = solver.table();
    drop(solver);
    table.write(&path).map_err(CliError::failed)?;
    // The solver's state is no longer needed; an error is ignored, since a stale file does no harm.
    let _ = std::fs::remove_file(files.unfinished(checkers));
    print(&format!("Solved, in {}:\n{}", show_path(files.folder()), describe(&table)))
}

/// Returns the saved solver, or a new one.
fn open_solver(files: &Files, checkers: u8) -> Solver {
    let path = files.unfinished(checkers);
    if path.exists() {
        match Solver::read(checkers, &path) {
            Ok(solver) => {
                note(&format!("resuming after {} sweeps", solver.sweeps()));
                return solver;
            }
            Err(error) => note(&format!("{error}; restarting")),
        }
    }
    Solver::new(checkers)
}

/// Sweeps until the game is solved, and saves the solver's state periodically.
///
/// # Errors
/// [`CliError::Interrupted`] after Ctrl-C, once the state is saved.
fn solve(files: &Files, solver: &mut Solver) -> Result<(), CliError> {
    let path = files.unfinished(solver.checkers());
    let stop = watch_ctrl_c(Some(STOPPING))?;
    let bar = progress(100, "%").with_prefix("solving");
    let mut saved = Instant::now();
    while !solver.is_solved() {
        solver.step();
        bar.set_position((100.0 * estimate_share_done(solver)) as u64);
        if solver.steps_done() > 0 {
            continue;
        }
        bar.set_prefix(format!("{} sweeps, {:.0e}", solver.sweeps(), solver.change()));
        if stop.load(Ordering::Relaxed) {
            bar.finish_and_clear();
            solver.write(&path).map_err(CliError::failed)?;
            let again = format!("shesh hypergammon make --checkers {}", solver.checkers());
            note(&format!("{} sweeps are done; resume with: {again}", solver.sweeps()));
            return Err(CliError::Interrupted);
        }
        if saved.elapsed() >= SAVE_INTERVAL && !solver.is_solved() {
            if let Err(error) = solver.write(&path) {
                note(&format!("cannot save the state: {error}"));
            }
            saved = Instant::now();
        }
    }
    bar.finish_and_clear();
    Ok(())
}

/// Estimates the fraction of work done, 0 to 1: each sweep shrinks the changes by nearly the same
/// factor, from a few points to the tolerance.
fn estimate_share_done(solver: &Solver) -> f64 {
    /// Approximate change of the first sweep, in points.
    const FIRST: f64 = 3.0;
    /// Approximate factor by which each further sweep shrinks the change.
    const FACTOR: f64 = 0.5;
    let change = f64::from(solver.change()).min(FIRST / FACTOR);
    let part = solver.steps_done() as f64 / solver.steps() as f64;
    let sweeps = |change: f64| maths::ln(change / FIRST) / maths::ln(FACTOR) + 1.0;
    ((sweeps(change) + part) / sweeps(f64::from(TOLERANCE))).clamp(0.0, 1.0)
}

fn check(files: &Files) -> Result<(), CliError> {
    let folder = show_path(files.folder());
    let tables = files.list();
    if tables.is_empty() {
        return print(&format!("No tables in {folder}; make one with: shesh hypergammon make\n"));
    }
    let mut text = format!("Tables in {folder}, all intact:\n");
    for checkers in tables {
        let table = HypergammonTable::read(checkers, &files.table(checkers)).map_err(|error| {
            CliError::Failed(format!("{error}; remake it with: shesh hypergammon make"))
        })?;
        text.push_str(&describe(&table));
    }
    print(&text)
}

fn query(files: &Files, checkers: u8, text: &str, json: bool) -> Result<(), CliError> {
    let situation = Situation::parse(text, Game::Hypergammon).map_err(CliError::bad_input)?;
    if situation.game != Game::Hypergammon {
        let message = format!("the position is from {}, not from hypergammon", situation.game);
        return Err(CliError::BadInput(message));
    }
    if situation.game.end(&situation.position, None).is_some() {
        return Err(CliError::BadInput("the game is over: there is nothing to look up".to_owned()));
    }
    let position = with_checkers(&situation.position, checkers)?;
    let path = files.table(checkers);
    if !path.exists() {
        let message = format!(
            "no table in {}; make it with: shesh hypergammon make --checkers {checkers}",
            files.folder().display()
        );
        return Err(CliError::Failed(message));
    }
    let table = HypergammonTable::read(checkers, &path).map_err(|error| {
        CliError::Failed(format!("{error}; remake it with: shesh hypergammon make"))
    })?;
    let unknown = || CliError::Failed("the position is not in the table".to_owned());
    let exact = table.get(&position).ok_or_else(unknown)?;
    let decisions = [false, true].map(|jacoby| table.decisions(&position, jacoby));
    let [Some(plain), Some(jacoby)] = &decisions else { return Err(unknown()) };
    let head = Head::new(EngineId::program(), &situation);
    let answer = HypergammonAnswer::new(head, checkers, &exact, [plain, jacoby]);
    if json {
        return print_json(&answer);
    }
    let board = board::draw(situation.game, &situation.position, Names::ROLES);
    print(&format!("{board}\n{}", answer.words()))
}

/// Converts a position to a game with fewer checkers per side: removes the missing checkers from
/// those borne off.
///
/// # Errors
/// Fails if a side has more checkers on the board.
fn with_checkers(position: &Position, checkers: u8) -> Result<Position, CliError> {
    let absent = CHECKERS - checkers;
    let [own, opponent] = [position.own(), position.opponent()];
    if own.on(OFF).min(opponent.on(OFF)) < absent {
        let message = format!("the position has more than {}", format_checkers(checkers));
        return Err(CliError::BadInput(message));
    }
    // The lowest nibble counts the checkers borne off.
    let fewer =
        |side: Checkers| Checkers::from_nibbles_unchecked(side.nibbles() - u128::from(absent));
    Ok(Position::from_sides_unchecked(fewer(own), fewer(opponent)))
}
