//! `shesh`: trains backgammon networks, analyzes positions and matches, and plays games.

mod args;
mod commands;
mod error;
mod files;
mod mpi;
mod rank;
mod terminal;
mod ubgi;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use error::CliError;
use mpi::SharedInputs;
use sheshbesh_movegen::notation::looks_like_xgid;
use std::{ffi::OsString, process::ExitCode};

/// Backgammon engine that learns by self-play
#[derive(Parser)]
#[command(name = "shesh", version, max_term_width = 80, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Number of threads, 1 to 1024 [default: all cores]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
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
    Duel(commands::DuelCommand),
    Benchmark(commands::Benchmark),
    Play(commands::Play),
    Show(commands::Show),
    Analyze(commands::Analyze),
    Quiz(commands::Quiz),
    Convert(commands::Convert),
    Perft(commands::Perft),
    Dice(commands::DiceCommand),
    Ubgi(commands::Ubgi),
    Serve(commands::Serve),
    Completions(commands::Completions),
    Manual(commands::Manual),
}

/// Builds the command line. A negative number is parsed as a value, which its option then rejects,
/// not as an unknown option.
fn command_line() -> clap::Command {
    fn with_numbers(command: clap::Command) -> clap::Command {
        let numbers = |arg: clap::Arg| match arg.get_action().takes_values() {
            true => arg.allow_negative_numbers(true),
            false => arg,
        };
        command.mut_args(numbers).mut_subcommands(with_numbers)
    }
    with_numbers(Cli::command())
}

/// Adds the label `XGID=` to an unlabelled XGID that begins with a hyphen (an empty bar), so that
/// clap does not parse it as an option.
fn labelled(argument: OsString) -> OsString {
    match argument.to_str().filter(|text| text.starts_with('-') && looks_like_xgid(text)) {
        Some(text) => format!("XGID={text}").into(),
        None => argument,
    }
}

fn main() -> ExitCode {
    terminal::survive_file_size_limit();
    let arguments = std::env::args_os().map(labelled);
    match command_line().try_get_matches_from(arguments).and_then(|m| Cli::from_arg_matches(&m)) {
        Ok(cli) => mpi::end(cli.run()),
        Err(error) => {
            mpi::let_the_first_speak();
            end_with(&error)
        }
    }
}

/// Prints the requested help or version, or the error in the command line.
fn end_with(error: &clap::Error) -> ExitCode {
    let text = error.render().ansi().to_string();
    if error.use_stderr() {
        // The message quotes arguments, whose escape sequences must not reach the terminal.
        let steers = |argument: OsString| {
            argument.to_string_lossy().chars().any(|letter| !sheshbesh_analysis::may_stand(letter))
        };
        match std::env::args_os().any(steers) {
            true => terminal::complain(&terminal::plain(&error.to_string())),
            false => terminal::complain(&text),
        }
        return ExitCode::from(error.exit_code() as u8);
    }
    terminal::print(&text).map_or_else(terminal::report_error, |()| ExitCode::SUCCESS)
}

impl Cli {
    fn run(self) -> Result<(), CliError> {
        self.prepare().inspect_err(|_| mpi::let_the_first_speak())?;
        if let Some(likeness) = self.command.shared_by() {
            mpi::join(likeness).inspect_err(|_| mpi::let_the_first_speak())?;
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
            Command::Duel(command) => command.run(),
            Command::Benchmark(command) => command.run(),
            Command::Play(command) => command.run(),
            Command::Show(command) => command.run(),
            Command::Analyze(command) => command.run(),
            Command::Quiz(command) => command.run(),
            Command::Convert(command) => command.run(),
            Command::Perft(command) => command.run(),
            Command::Dice(command) => command.run(),
            Command::Ubgi(command) => command.run(),
            Command::Serve(command) => command.run(self.threads),
            Command::Completions(command) => command.run(command_line()),
            Command::Manual(command) => command.run(command_line()),
        }
    }
}

impl Cli {
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
    const fn shared_by(&self) -> Option<SharedInputs> {
        match self {
            Self::Train(_) => Some(SharedInputs::Program),
            Self::Analyze(_) => Some(SharedInputs::Options(&["--weights", "--met"])),
            Self::Rollout(_) | Self::Duel(_) | Self::Benchmark(_) => Some(SharedInputs::Files),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Cli, command_line};
    use clap::{CommandFactory, Parser};
    use sheshbesh_movegen::{Game, Situation};

    #[test]
    fn the_command_line_is_consistent() {
        command_line().debug_assert();
    }

    #[test]
    fn every_command_has_examples() {
        for mut command in Cli::command().get_subcommands().cloned() {
            let help = command.render_long_help().to_string();
            let (_, examples) = help.split_once("\nExamples:\n").expect("a heading for examples");
            let examples = examples.lines().take_while(|line| line.starts_with("  "));
            let count = examples.filter(|line| line.contains("shesh ")).count();
            assert!(count >= 3, "{} has {count} examples", command.get_name());
        }
    }

    /// Longer lines would be wrapped inside a sentence.
    #[test]
    fn text_below_the_options_fits_on_80_columns() {
        fn check(command: &clap::Command) {
            let below = [command.get_after_help(), command.get_after_long_help()];
            for text in below.into_iter().flatten().map(ToString::to_string) {
                let long = text.lines().find(|line| line.chars().count() > 80);
                assert_eq!(long, None, "{}", command.get_name());
            }
            command.get_subcommands().for_each(check);
        }
        check(&Cli::command());
    }

    /// Splits a shell command into words; text after two spaces is its description.
    fn words(line: &str) -> Vec<String> {
        let mut words = Vec::new();
        for (number, piece) in line.trim().split('"').enumerate() {
            if number % 2 == 1 {
                words.push(piece.to_owned());
                continue;
            }
            let (command, about) = piece.split_once("  ").unwrap_or((piece, ""));
            words.extend(command.split_whitespace().map(str::to_owned));
            if !about.is_empty() {
                break;
            }
        }
        words
    }

    /// Returns true if a word is an ID: an XGID, or 14 characters that are not all lower case.
    fn is_id(word: &str) -> bool {
        let id = word.split_once('@').map_or(word, |(_, id)| id);
        let position = id.split(':').next().unwrap_or_default();
        let of_base64 = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/');
        id.starts_with("XGID=")
            || position.len() == 14
                && position.chars().all(of_base64)
                && !position.chars().all(|c| c.is_ascii_lowercase())
    }

    #[test]
    fn every_example_is_understood() {
        let commands = Cli::command();
        let mut helps = vec![commands.clone().render_long_help().to_string()];
        for mut command in commands.get_subcommands().cloned() {
            helps.push(command.render_long_help().to_string());
            helps.extend(
                command.get_subcommands_mut().map(|command| command.render_long_help().to_string()),
            );
        }
        let (mut examples, mut ids) = (0, 0);
        for help in &helps {
            // clap wraps the text above to the width of the terminal.
            let (_, below) = help.split_once("\nExamples:\n").unwrap_or_default();
            assert!(below.lines().all(|line| line.chars().count() <= 80), "{help}");
        }
        for line in helps.iter().flat_map(|help| help.lines()) {
            if line.starts_with("  shesh ") {
                let parsed = Cli::try_parse_from(words(line));
                assert!(parsed.is_ok(), "{line}: {}", parsed.err().unwrap());
                examples += 1;
            }
            let game = line.split_once("--game ").map_or("backgammon", |(_, rest)| {
                rest.split_whitespace().next().unwrap_or_default()
            });
            let words = line.split(|c: char| c.is_whitespace() || "'\"\\".contains(c));
            for id in words.filter(|word| is_id(word)) {
                let game: Game = game.parse().unwrap_or_else(|e| panic!("{line}: {e}"));
                let read = Situation::parse(id, game);
                assert!(read.is_ok(), "{line}: {}", read.unwrap_err());
                ids += 1;
            }
        }
        assert!(examples >= 50 && ids >= 25, "{examples} examples, {ids} IDs");
    }
}
