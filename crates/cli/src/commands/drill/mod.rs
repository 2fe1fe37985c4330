//! `shesh drill`: questions with answers that can be measured.

mod journal;
mod session;

use crate::{
    args::{AnalyzerSettings, Weights},
    error::CliError,
};
use clap::Args;
use journal::JournalFile;
use session::Session;
use sheshbesh_analysis::{drill::Kind, match_analysis::Preset};
use sheshbesh_evaluator::clock;
use sheshbesh_movegen::Game;
use std::path::PathBuf;

/// Practise counting, races, openings and the cube, against the clock
#[derive(Args)]
#[command(after_help = "\
Drills:
  pips         pip counts of both sides
  epc          effective pip count of a bearoff, within 1, by the exact table
  take-point   take point at a match score in percent, within 2: dead cube, no
               gammons, by the match equity table
  race         double or no double, take or pass in races for money
  openings     the best first play
  cube         double or no double, take or pass with contact, for money

Races of up to six checkers a side are exact; other decisions are evaluated like
doubtful ones of shesh analyze, at 3-ply. An answer that loses less than 0.02
is right.

Examples:
  shesh drill pips
  shesh drill take-point --count 20
  shesh drill cube --seed 7                repeat the questions of a seed
  shesh drill epc --journal me.json        keep results in another file

Results are kept for the trend: your mean error and time against those of the
last five sessions of the drill.")]
pub struct Drill {
    /// pips, epc, take-point, race, openings or cube
    #[arg(value_name = "DRILL")]
    kind: Kind,
    /// Number of questions
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    count: u16,
    /// Seed of the questions [default: a new one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// File of results [default: drills.json in the user's data folder]
    #[arg(long, value_name = "FILE", conflicts_with = "no_journal")]
    journal: Option<PathBuf>,
    /// Neither read nor keep results
    #[arg(long)]
    no_journal: bool,
    /// Do not use the exact tables for decisions
    #[arg(long)]
    no_tables: bool,
    #[command(flatten)]
    weights: Weights,
}

impl Drill {
    pub fn run(&self) -> Result<(), CliError> {
        let journal = match (&self.journal, self.no_journal) {
            (_, true) => None,
            (Some(path), false) => Some(JournalFile::open(path.clone())?),
            (None, false) => JournalFile::of_user()?,
        };
        let network = self.weights.network(Game::Backgammon)?;
        let settings = AnalyzerSettings::new(Preset::Standard, self.no_tables);
        let analyzer = settings.build(&network, &[], &self.weights.name());
        let seed = self.seed.unwrap_or_else(|| clock::since_epoch().as_nanos() as u64);
        Session::new(self.kind, seed, self.count, &analyzer).run(journal)
    }
}
