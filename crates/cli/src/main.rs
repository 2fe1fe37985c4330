//! `shesh`: trains backgammon networks, analyzes positions and matches, and plays games.

mod args;
mod commands;
mod error;
mod files;
mod gnubg;
mod mpi;
mod rank;
mod terminal;
#[cfg(test)]
mod tests;
mod ubgi;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use error::CliError;
use mpi::SharedInputs;
use sheshbesh_movegen::notation::looks_like_xgid;
use std::{ffi::OsString, path::Path, process::ExitCode};

/// Backgammon engine that learns by self-play
#[derive(Parser)]
#[command(name = "shesh", version, max_term_width = 80, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Number of threads, 1 to 1024 [default: all cores]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=i64::from(sheshbesh_api::limits::THREADS)))]
    threads: Option<u16>,
}

const EXAMPLES: &str = "\
Examples:
  shesh train                            train a network from scratch in minutes
  shesh best 4HPwATDgc/ABMA 31           rank the plays of a position and roll
  shesh cube 4HPwATDgc/ABMA --ply 2      evaluate a cube decision
  shesh rollout 4HPwATDgc/ABMA 31        roll out candidate plays
  shesh benchmark                        measure the network against bots
  shesh play                             play against the engine
  shesh serve                            open a board in the browser
  shesh analyze match.mat                analyze each decision of a match
  shesh quiz analyses                    practise your mistakes
  shesh drill pips                       practise counting, against the clock
  shesh convert match.mat match.sgf      convert a match file

Plies are counted as in eXtreme Gammon: 1-ply is the network's evaluation of
each resulting position. GNU Backgammon counts one less (its 0-ply is 1-ply).

The engine uses the fastest SIMD instructions of the processor. The environment
variable SHESH_SIMD selects another set: avx512, avx2, sse2, neon or plain, all
with identical results, or float for floating-point evaluation, to compare.";

#[derive(Subcommand)]
enum Command {
    Train(commands::Train),
    Ensemble(commands::Ensemble),
    Labels(commands::Labels),
    Best(commands::Best),
    Evaluate(commands::Evaluate),
    Cube(commands::CubeCommand),
    Rollout(commands::RolloutCommand),
    Bearoff(commands::Bearoff),
    Hypergammon(commands::Hypergammon),
    Met(commands::Met),
    Openings(commands::Openings),
    Duel(commands::DuelCommand),
    Benchmark(commands::Benchmark),
    Play(commands::Play),
    Show(commands::Show),
    Transcribe(commands::Transcribe),
    Analyze(commands::Analyze),
    Quiz(commands::Quiz),
    Drill(commands::Drill),
    Convert(commands::Convert),
    Perft(commands::Perft),
    Dice(commands::DiceCommand),
    Ubgi(commands::Ubgi),
    External(commands::External),
    Gnubg(commands::Gnubg),
    Serve(commands::Serve),
    #[cfg(feature = "mcp")]
    Mcp(commands::Mcp),
    Completions(commands::Completions),
    Manual(commands::Manual),
}

/// Builds the command line. A negative number is parsed as a value, which its option then rejects,
/// not as an unknown option.
fn build_command_line() -> clap::Command {
    fn allow_numbers(command: clap::Command) -> clap::Command {
        let allow = |arg: clap::Arg| {
            if arg.get_action().takes_values() { arg.allow_negative_numbers(true) } else { arg }
        };
        command.mut_args(allow).mut_subcommands(allow_numbers)
    }
    allow_numbers(Cli::command())
}

/// Adds the label `XGID=` to an unlabelled XGID that begins with a hyphen (an empty bar), so that
/// clap does not parse it as an option.
fn label_xgid(argument: OsString) -> OsString {
    match argument.to_str().filter(|text| text.starts_with('-') && looks_like_xgid(text)) {
        Some(text) => format!("XGID={text}").into(),
        None => argument,
    }
}

/// Names of GNU Backgammon's program. Under one of them, this program answers its commands.
const GNUBG: [&str; 2] = ["gnubg", "gnubg-cli"];

/// True if the program is called as GNU Backgammon, by a link or a copy with its name.
fn is_called_gnubg(program: &OsString) -> bool {
    let stem = Path::new(program).file_stem().unwrap_or_default();
    GNUBG.iter().any(|name| stem.eq_ignore_ascii_case(name))
}

fn main() -> ExitCode {
    terminal::survive_file_size_limit();
    let mut arguments: Vec<OsString> = std::env::args_os().map(label_xgid).collect();
    if arguments.first().is_some_and(is_called_gnubg) {
        arguments.insert(1, "gnubg".into());
    }
    if arguments.len() <= 1 && terminal::has_own_window() {
        arguments = ["shesh", "serve", "--desktop"].map(OsString::from).into();
    }
    match build_command_line()
        .try_get_matches_from(arguments)
        .and_then(|m| Cli::from_arg_matches(&m))
    {
        Ok(cli) => {
            let keeps_window = cli.keeps_window();
            let result = cli.run();
            let has_failed = result.is_err();
            let code = mpi::shut_down(result);
            if keeps_window && has_failed {
                // The window would close before the error is read.
                let _ = terminal::ask_line("Press Enter to close this window.");
            }
            code
        }
        Err(error) => {
            mpi::defer_to_root();
            report_clap_error(&error)
        }
    }
}

/// Prints the requested help or version, or the error in the command line.
fn report_clap_error(error: &clap::Error) -> ExitCode {
    let text = error.render().ansi().to_string();
    if error.use_stderr() {
        // The message quotes arguments, whose escape sequences must not reach the terminal.
        let has_controls = |argument: OsString| {
            argument
                .to_string_lossy()
                .chars()
                .any(|letter| !sheshbesh_analysis::markup::may_stand(letter))
        };
        if std::env::args_os().any(has_controls) {
            terminal::write_stderr(&terminal::escape_unstyled(&error.to_string()));
        } else {
            terminal::write_stderr(&text);
        }
        return ExitCode::from(error.exit_code() as u8);
    }
    terminal::print(&text).map_or_else(terminal::report_error, |()| ExitCode::SUCCESS)
}

impl Cli {
    fn run(self) -> Result<(), CliError> {
        self.prepare().inspect_err(|_| mpi::defer_to_root())?;
        if let Some(inputs) = self.command.shared_inputs() {
            mpi::join(inputs).inspect_err(|_| mpi::defer_to_root())?;
        }
        match self.command {
            Command::Train(command) => command.run(),
            Command::Ensemble(command) => command.run(),
            Command::Labels(command) => command.run(),
            Command::Best(command) => command.run(),
            Command::Evaluate(command) => command.run(),
            Command::Cube(command) => command.run(),
            Command::Rollout(command) => command.run(),
            Command::Bearoff(command) => command.run(),
            Command::Hypergammon(command) => command.run(),
            Command::Met(command) => command.run(),
            Command::Openings(command) => command.run(),
            Command::Duel(command) => command.run(),
            Command::Benchmark(command) => command.run(),
            Command::Play(command) => command.run(),
            Command::Show(command) => command.run(),
            Command::Transcribe(command) => command.run(),
            Command::Analyze(command) => command.run(),
            Command::Quiz(command) => command.run(),
            Command::Drill(command) => command.run(),
            Command::Convert(command) => command.run(),
            Command::Perft(command) => command.run(),
            Command::Dice(command) => command.run(),
            Command::Ubgi(command) => command.run(),
            Command::External(command) => command.run(),
            Command::Gnubg(command) => command.run(),
            Command::Serve(command) => command.run(self.threads),
            #[cfg(feature = "mcp")]
            Command::Mcp(command) => command.run(self.threads),
            Command::Completions(command) => command.run(build_command_line()),
            Command::Manual(command) => command.run(build_command_line()),
        }
    }
}

impl Cli {
    /// Returns true for a program whose window closes when it ends.
    const fn keeps_window(&self) -> bool {
        matches!(&self.command, Command::Serve(serve) if serve.is_of_desktop())
    }

    /// Checks the instruction set and creates the thread pool.
    fn prepare(&self) -> Result<(), CliError> {
        sheshbesh_network::check_instructions().map_err(CliError::bad_input)?;
        let Some(threads) = self.threads else { return Ok(()) };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into());
        pool.build_global()
            .map_err(|error| CliError::Failed(format!("cannot start {threads} threads: {error}")))
    }
}

impl Command {
    /// Inputs that all ranks must share, for commands that run on several ranks.
    const fn shared_inputs(&self) -> Option<SharedInputs> {
        match self {
            Self::Train(_) => Some(SharedInputs::Program),
            Self::Analyze(_) => Some(SharedInputs::Options(&["--weights", "--met"])),
            Self::Rollout(_) | Self::Duel(_) | Self::Benchmark(_) => Some(SharedInputs::Files),
            _ => None,
        }
    }
}
