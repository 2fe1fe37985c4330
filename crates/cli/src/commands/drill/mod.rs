//! `shesh drill`: questions with answers that can be measured.

mod journal;
mod limit;
mod numbers;
mod results;
mod session;

use crate::{
    args::{AnalyzerSettings, GameOption, Weights, open_tables},
    error::CliError,
    terminal::print_json,
};
use clap::Args;
use journal::JournalFile;
use limit::{Limit, parse_minutes};
use session::Session;
use sheshbesh_analysis::{
    drill::{Kind, Topic},
    match_analysis::Preset,
};
use sheshbesh_api::{DrillRequest, Engines, limits::DEFAULT_CACHE_MB};
use sheshbesh_evaluator::{EvaluationCache, Settings, Stop, clock};
use std::{path::PathBuf, sync::Arc, time::Duration};

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
  replies      the best second play, after the opponent's best first play
  cube         double or no double, take or pass with contact, for money

--game selects another game. Only games with bearoff tables or a cube have
drills about them; an error names the drills of a game.

Races of up to six checkers a side are exact; other decisions are evaluated like
doubtful ones of shesh analyze, at 3-ply. An answer that loses less than 0.02
is right.

Examples:
  shesh drill pips
  shesh drill take-point --count 20
  shesh drill replies --minutes 5          by the clock
  shesh drill pips --game long-nardi
  shesh drill cube --seed 7                repeat the questions of a seed
  shesh drill epc --journal me.json        keep results in another file
  shesh drill race --seed 7 --number 3 --json
  shesh drill race --seed 7 --number 3 --answer take --json

Results are kept for the trend: your mean error and median time against those of
the last five sessions of the drill. Ctrl-C keeps the answers so far.

--json writes one question, with the grade of an answer: that of
POST /api/v1/drill. Its seed is 0 unless given.")]
pub struct Drill {
    /// pips, epc, take-point, race, openings, replies or cube
    #[arg(value_name = "DRILL")]
    kind: Kind,
    /// Number of questions
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    count: u16,
    /// End by the clock instead, after N minutes; the last question may be answered
    #[arg(long, value_name = "N", value_parser = parse_minutes, conflicts_with = "count")]
    minutes: Option<Duration>,
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
    /// Write one question as JSON, without a session
    #[arg(long, conflicts_with_all = ["count", "minutes", "journal"])]
    json: bool,
    /// Number of the question of --json
    #[arg(long, value_name = "N", default_value_t = 1, requires = "json")]
    number: u32,
    /// Answer that --json grades
    #[arg(long, value_name = "TEXT", requires = "json")]
    answer: Option<String>,
    #[command(flatten)]
    game: GameOption,
    #[command(flatten)]
    weights: Weights,
}

impl Drill {
    pub fn run(&self) -> Result<(), CliError> {
        let topic = Topic::new(self.kind, self.game.game()).map_err(CliError::bad_input)?;
        if self.json {
            return self.write_json(topic);
        }
        let journal = match (&self.journal, self.no_journal) {
            (_, true) => None,
            (Some(path), false) => Some(JournalFile::open(path.clone())?),
            (None, false) => JournalFile::of_user()?,
        };
        let network = self.weights.network(topic.game())?;
        let settings = AnalyzerSettings::new(Preset::Standard, self.no_tables);
        let analyzer = settings.build(&network, &[], &self.weights.name());
        let seed = self.seed.unwrap_or_else(|| clock::since_epoch().as_nanos() as u64);
        let limit = self.minutes.map_or(Limit::Count(self.count), Limit::Time);
        Session::new(topic, seed, limit, &analyzer).run(journal)
    }

    /// Writes the answer of the API to one question.
    fn write_json(&self, topic: Topic) -> Result<(), CliError> {
        let network = self.weights.network(topic.game())?;
        let settings = Settings {
            tables: (!self.no_tables).then(open_tables),
            cache: Some(Arc::new(EvaluationCache::new(DEFAULT_CACHE_MB as usize))),
            ..Settings::default()
        };
        let engines = Engines::sharing_threads(&[(&self.weights.name(), &network)], settings);
        let request = DrillRequest {
            drill: topic.kind().name().to_owned(),
            game: Some(topic.game().to_string()),
            seed: self.seed.unwrap_or_default(),
            number: self.number,
            answer: self.answer.clone(),
        };
        let answer = request.question(&engines)?(engines.engine(), &Stop::never())?;
        print_json(&answer)
    }
}
