//! Rolls openings out into a file, in stages that can be resumed.

use crate::{
    args::{GameOption, Weights, open_tables},
    error::CliError,
    terminal::{note, print, progress, show_path, watch_ctrl_c},
};
use clap::Args;
use sheshbesh_analysis::openings::{
    Header, Opening, OpeningScore, OpeningSettings, OpeningsFile, Plan,
};
use sheshbesh_api::limits::{Limits, ROLLOUT_DEPTH, ROLLOUT_PLIES};
use sheshbesh_evaluator::{Evaluator, Settings, Stop};
use sheshbesh_movegen::{Game, Situation};
use sheshbesh_network::input::{limit, read_to_string};
use std::{
    fs::{File, OpenOptions},
    io::{self, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::{Arc, atomic::Ordering},
};

/// Roll out first rolls and replies into a file, or go on with it
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh openings roll --file a.jsonl
  shesh openings roll --score all --replies --file a.jsonl --truncate 11
  shesh openings roll --game tapa --file tapa.jsonl --ply 2
  shesh openings roll --file quick.jsonl --games 216 --seed 7")]
pub(super) struct Roll {
    #[command(flatten)]
    game: GameOption,
    /// Score, repeatable: money, dmp, gammon-go, gammon-save, or all [default: money]
    #[arg(long, value_name = "SCORE")]
    score: Vec<String>,
    /// Roll out the replies to the best first plays too
    #[arg(long)]
    replies: bool,
    /// File to write, or to go on with
    #[arg(long, value_name = "FILE.jsonl")]
    file: PathBuf,
    /// Maximum number of games of a play
    #[arg(long, value_name = "N", default_value_t = OpeningSettings::default().games, value_parser = clap::value_parser!(u64).range(36..=Limits::COMMANDS.rollout_games))]
    games: u64,
    /// Number of plies after which games end with a 2-ply evaluation [default: play to the end]
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=i64::from(ROLLOUT_PLIES)))]
    truncate: Option<u32>,
    /// Number of plays of a roll, the best at 2-ply
    #[arg(long, value_name = "N", default_value_t = OpeningSettings::default().plays as u16, value_parser = clap::value_parser!(u16).range(1..=i64::from(Limits::COMMANDS.rollout_plays)))]
    plays: u16,
    /// Search depth of both sides in plies, 1 to 3
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=i64::from(ROLLOUT_DEPTH.plies())))]
    ply: u32,
    /// Seed of the dice
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    weights: Weights,
}

impl Roll {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let game = self.game.game();
        let plan = Plan { game, scores: self.scores(game)?, replies: self.replies };
        let situation = Situation::new(game.start(), game);
        let network = self.weights.network_for(&situation)?;
        let stop = watch_ctrl_c(Some("Stopping; the file can be continued."))?;
        let stops = Stop::on(Arc::clone(&stop));
        let settings = Settings { tables: Some(open_tables()), stop: stops, ..Settings::default() };
        let mut evaluator = Evaluator::new(&network, settings);
        let rollouts = OpeningSettings {
            seed: self.seed,
            ply: self.ply,
            games: self.games,
            truncate: self.truncate,
            plays: self.plays.into(),
            ..OpeningSettings::default()
        };
        let header = Header::new(game, self.weights.id(&network), rollouts);
        let (mut openings, mut file) = self.open(&header, &plan)?;
        if !openings.is_empty() {
            note(&format!("going on after {} rolls", openings.len()));
        }
        let bar = progress(plan.questions(&openings).len() as u64, "rolls");
        bar.set_position(openings.len() as u64);
        while let Some(question) = plan.next(&openings) {
            let rolled =
                rollouts.roll_out(&mut evaluator, game, &question).map_err(CliError::failed)?;
            let Some(opening) = rolled else {
                bar.finish_and_clear();
                if stop.load(Ordering::Relaxed) {
                    return Err(CliError::Interrupted);
                }
                let message = format!("cannot roll out {} at {}", question.roll, question.score);
                return Err(CliError::Failed(message));
            };
            self.written(file.write_all(opening.to_line().as_bytes()))?;
            openings.push(opening);
            bar.set_length(plan.questions(&openings).len() as u64);
            bar.inc(1);
        }
        bar.finish_and_clear();
        print(&format!("{} rolls -> {}\n", openings.len(), show_path(&self.file)))
    }

    /// Scores of the run, each once; `all` are those of the game.
    fn scores(&self, game: Game) -> Result<Vec<OpeningScore>, CliError> {
        if self.score.is_empty() {
            return Ok(vec![OpeningScore::Money]);
        }
        let mut scores = Vec::new();
        for name in &self.score {
            if name == "all" {
                scores.extend(OpeningScore::ALL.into_iter().filter(|score| score.is_of(game)));
                continue;
            }
            let score: OpeningScore = name.parse().map_err(CliError::bad_input)?;
            if !score.is_of(game) {
                let message = format!("wins of {game} count one: use money or dmp");
                return Err(CliError::BadInput(message));
            }
            scores.push(score);
        }
        scores.sort_by_key(|score| *score as u8);
        scores.dedup();
        Ok(scores)
    }

    /// Opens the file after the last whole line of the same run, or begins it.
    fn open(&self, header: &Header, plan: &Plan) -> Result<(Vec<Opening>, File), CliError> {
        let text = match self.file.metadata() {
            Ok(_) => {
                let read = read_to_string(&self.file, limit::OPENINGS);
                read.map_err(|error| self.bad(&error))?
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(self.bad(&error)),
        };
        let (openings, length) =
            OpeningsFile::resume(&text, header, plan).map_err(|error| self.bad(&error))?;
        let file = OpenOptions::new().create(true).write(true).truncate(false).open(&self.file);
        let mut file = file.map_err(|error| self.bad(&error))?;
        self.written(file.set_len(length as u64))?;
        self.written(file.seek(SeekFrom::End(0)).map(|_| ()))?;
        if length == 0 {
            self.written(file.write_all(header.to_line().as_bytes()))?;
        }
        Ok((openings, file))
    }

    fn bad(&self, error: &dyn std::fmt::Display) -> CliError {
        CliError::BadInput(format!("{}: {error}", shown(&self.file)))
    }

    fn written(&self, result: io::Result<()>) -> Result<(), CliError> {
        result.map_err(|error| CliError::Failed(format!("{}: {error}", shown(&self.file))))
    }
}

fn shown(path: &Path) -> String {
    show_path(path)
}
