//! Executor selection: the threads of this process, or the ranks that an MPI launcher has started.

#[cfg(feature = "mpi")]
mod binding;

use crate::{
    error::CliError,
    rank::{self, is_root},
    terminal::{one_line, report_error, write_stderr},
};
use sheshbesh_evaluator::{Depth, Evaluator, Settings, bearoff::Cache, hypergammon::Files};
use sheshbesh_movegen::{
    Game, Plays,
    random::{game_rng, roll},
};
use sheshbesh_network::file::{file_fingerprint, fingerprint};
use sheshbesh_parallel::{Executor, MpiExecutor, Transport, launched};
use std::{
    path::Path,
    process::{self, ExitCode},
    sync::OnceLock,
    thread,
    time::Duration,
};

/// The executor of all ranks, once they have joined.
static RANKS: OnceLock<Executor> = OnceLock::new();

/// Returns the executor: all ranks, or the threads of this process.
pub fn executor() -> &'static Executor {
    RANKS.get().unwrap_or(&Executor::Threads)
}

/// Inputs that all ranks must share, besides the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SharedInputs {
    /// Nothing else: rank 0 broadcasts all that the others need.
    Program,
    /// The command line, and the files given to these options.
    Options(&'static [&'static str]),
    /// The command line, and all files that it names.
    Files,
}

/// Joins the other ranks if a launcher started this process as one of several: waits for them, and
/// checks that program and inputs are identical. Call it after all checks that every rank must
/// pass.
///
/// # Errors
/// Fails if the ranks differ, if MPI fails, or if several ranks run a program without MPI.
pub fn join(inputs: SharedInputs) -> Result<(), CliError> {
    let Some(world) = launched() else { return Ok(()) };
    let Some(transport) = open_transport(world.ranks)? else { return Ok(()) };
    rank::set(transport.world().rank);
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|text| text.to_string_lossy().into_owned()).collect();
    let fingerprint = format!("{}{}", describe_program(), describe_inputs(&arguments, inputs));
    let ranks = MpiExecutor::connect(transport, &fingerprint).map_err(CliError::bad_input)?;
    if RANKS.set(Executor::Mpi(ranks)).is_err() {
        unreachable!("a process joins once");
    }
    Ok(())
}

#[cfg(feature = "mpi")]
fn open_transport(_ranks: usize) -> Result<Option<Transport>, CliError> {
    binding::join().map(Some).map_err(CliError::failed)
}

#[cfg(not(feature = "mpi"))]
fn open_transport(ranks: usize) -> Result<Option<Transport>, CliError> {
    if ranks <= 1 {
        return Ok(None);
    }
    Err(CliError::BadInput(format!(
        "{ranks} processes were started together, but this program was built without MPI: \
         build it with --features mpi"
    )))
}

/// Time that a failing rank waits for rank 0 to report the same error.
const ROOT_REPORTS_WITHIN: Duration = Duration::from_secs(2);

/// Delays error messages of ranks other than 0 before the ranks have joined. If all ranks fail
/// alike, rank 0 reports the error and the launcher ends the job; a rank that fails alone reports
/// after the delay.
pub fn defer_to_root() {
    if launched().is_some_and(|world| world.rank > 0) && RANKS.get().is_none() {
        thread::sleep(ROOT_REPORTS_WITHIN);
    }
}

/// Shuts all ranks down. Rank 0 returns its exit code. Another rank that fails waits for rank 0 to
/// end, then reports its error and aborts the job.
pub fn shut_down(done: Result<(), CliError>) -> ExitCode {
    let Some(ranks) = RANKS.get() else {
        return done.map_or_else(report_error, |()| ExitCode::SUCCESS);
    };
    if let (false, Err(failure)) = (is_root(), &done) {
        let failure = failure.to_string();
        let message = format!("error: rank {}: {}\n", ranks.rank(), one_line(&failure));
        thread::spawn(move || {
            thread::sleep(ROOT_REPORTS_WITHIN);
            write_stderr(&message);
            // No MPI shutdown: the launcher treats this as a lost rank and aborts the job.
            process::exit(1);
        });
    }
    let code = if is_root() {
        done.map_or_else(report_error, |()| ExitCode::SUCCESS)
    } else {
        ExitCode::SUCCESS
    };
    ranks.shut_down();
    code
}

/// Identifies the program: its version, and a fingerprint of its evaluations on this machine.
fn describe_program() -> String {
    let (version, commit) = (env!("CARGO_PKG_VERSION"), env!("SHESH_COMMIT"));
    format!("shesh {version} {commit}, judging {}", fingerprint_evaluations())
}

/// Number of random games for the fingerprint of evaluations.
const JUDGED_GAMES: u64 = 20;

fn fingerprint_evaluations() -> String {
    let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
    let (game, mut bytes) = (Game::Backgammon, Vec::new());
    let mut plays = Plays::new(game);
    for number in 0..JUDGED_GAMES {
        let mut rng = game_rng(0, number);
        let mut next = Some(game.start());
        while let Some(position) = next {
            let outcomes = evaluator.evaluate(&position, Depth::ONE).outcomes;
            bytes.extend(outcomes.0.iter().flat_map(|number| number.to_le_bytes()));
            let dice = roll(game, &mut rng);
            let results = plays.generate_or_pass(&position, dice);
            next = game.after_play(dice, &results[bytes.len() % results.len()]).position();
        }
    }
    fingerprint(&bytes)
}

/// Options whose files rank 0 writes; their previous contents do not matter.
const WRITTEN: &[&str] = &["--save"];

/// Describes the arguments that must be identical on all ranks, with fingerprints of the files
/// among them. `--threads` may differ. A player's file may have a number of plies after a colon.
fn describe_inputs(arguments: &[String], inputs: SharedInputs) -> String {
    let mut description = String::new();
    let mut before = "";
    for argument in arguments {
        let (option, value) = match argument.split_once('=') {
            Some((option, value)) if option.starts_with("--") => (option, value),
            _ => (before, argument.as_str()),
        };
        before = argument;
        let files_are_for_all = match inputs {
            SharedInputs::Program => return description,
            SharedInputs::Options(options) => options.contains(&option),
            SharedInputs::Files => !WRITTEN.contains(&option),
        };
        if option == "--threads" || argument == "--threads" {
            continue;
        }
        description += &format!(" {argument}");
        let without_plies = value.rsplit_once(':').map_or(value, |(file, _)| file);
        let found = [value, without_plies].into_iter().find(|path| Path::new(path).is_file());
        let found = found.filter(|_| files_are_for_all).map(Path::new);
        if let Some(fingerprint) = found.and_then(|path| file_fingerprint(path).ok()) {
            description += &format!(" ({fingerprint})");
        }
    }
    let tables = Cache::of_user().map(|cache| Files::new(cache.folder()).list());
    if tables.is_some_and(|tables| !tables.is_empty()) {
        description += ", with hypergammon's table";
    }
    description
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_inputs_are_described() {
        let describe = |text: &str, inputs: SharedInputs| {
            let arguments: Vec<String> = text.split_whitespace().map(String::from).collect();
            describe_inputs(&arguments, inputs).replace(", with hypergammon's table", "")
        };
        let hash = fingerprint(&std::fs::read("Cargo.toml").unwrap());
        let duel = "duel Cargo.toml:2 shesh --threads 3 --games 10";
        let expected = format!(" duel Cargo.toml:2 ({hash}) shesh --games 10");
        assert_eq!(describe(duel, SharedInputs::Files), expected);
        assert_eq!(describe(duel, SharedInputs::Program), "");
        let weights = SharedInputs::Options(&["--weights"]);
        let saves = "duel shesh pubeval --save Cargo.toml --force";
        assert_eq!(describe(saves, SharedInputs::Files), format!(" {saves}"));
        assert_eq!(describe("analyze Cargo.toml --threads=2", weights), " analyze Cargo.toml");
        for joint in [" ", "="] {
            let analyze = format!("analyze a.mat --weights{joint}Cargo.toml");
            assert_eq!(describe(&analyze, weights), format!(" {analyze} ({hash})"));
        }
        assert_eq!(fingerprint_evaluations(), fingerprint_evaluations());
    }

    #[test]
    fn a_single_process_uses_its_threads() {
        join(SharedInputs::Files).unwrap();
        assert!(is_root() && executor().ranks() == 1);
        assert_eq!(shut_down(Ok(())), ExitCode::SUCCESS);
    }
}
