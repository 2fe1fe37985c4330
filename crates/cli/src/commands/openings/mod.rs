//! `shesh openings`: first rolls and replies, rolled out.

mod pages;
mod run;
mod show;

use crate::{args::GameOption, error::CliError};
use clap::{Args, Subcommand};
use sheshbesh_analysis::openings::{OpeningScore, OpeningsFile};
use sheshbesh_network::input::{limit, read_to_string};
use std::path::{Path, PathBuf};

/// Show the best first plays and replies, roll them out, or write pages of them
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "\
Examples:
  shesh openings                            first rolls of backgammon, for money
  shesh openings --score gammon-go
  shesh openings --after 31                 replies to the best play of 31
  shesh openings --game plakoto --csv
  shesh openings roll --game snake --replies --truncate 11 --file s.jsonl
  shesh openings --file s.jsonl --after 31  replies that you have rolled out
  shesh openings pages --output docs/openings

Rollouts of a play stop when it is surely worse than the best, or when its loss
is known to 0.003. Ctrl-C or a kill loses the roll being rolled out; the same
command goes on with the file, which in the end is the same.

Scores are those of the player on roll: money, dmp (double match point),
gammon-go (needs two points against one, Crawford) and gammon-save (needs one
against two). ± is the standard error.")]
pub struct Openings {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    game: GameOption,
    /// Score: money, dmp, gammon-go or gammon-save
    #[arg(long, value_name = "SCORE", default_value_t = OpeningScore::Money)]
    score: OpeningScore,
    /// The opponent's first roll, whose best play is replied to; in snake, one of
    /// the side with checkers on the bar, in chase and Icelandic of the attackers
    #[arg(long, value_name = "ROLL")]
    after: Option<String>,
    /// File of rollouts, made by shesh openings roll [default: those that
    /// come with the program]
    #[arg(long, value_name = "FILE.jsonl")]
    file: Option<PathBuf>,
    /// Write the openings as JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Write the openings as CSV, one line for each play
    #[arg(long)]
    csv: bool,
}

#[derive(Subcommand)]
enum Action {
    /// Roll out first rolls and replies into a file, or go on with it
    Roll(run::Roll),
    /// Write Markdown pages of first rolls and replies, with boards
    Pages(pages::Pages),
}

impl Openings {
    pub fn run(&self) -> Result<(), CliError> {
        match &self.action {
            Some(Action::Roll(roll)) => roll.run(),
            Some(Action::Pages(pages)) => pages.run(),
            None => self.show(),
        }
    }
}

/// Reads a file of openings.
fn read_file(path: &Path) -> Result<OpeningsFile, CliError> {
    let shown = path.display();
    let text = read_to_string(path, limit::OPENINGS)
        .map_err(|error| CliError::BadInput(format!("{shown}: {error}")))?;
    OpeningsFile::parse(&text).map_err(|error| CliError::BadInput(format!("{shown}: {error}")))
}
