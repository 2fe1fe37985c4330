//! `shesh transcribe`: writes a live match down, roll by roll.

mod input;
mod session;

use crate::{
    args::{GameOption, Weights},
    error::CliError,
    files::{Target, read_match_file},
    terminal::print,
};
use clap::Args;
use session::TranscriptSession;
use sheshbesh_api::limits::MATCH_LENGTH;
use sheshbesh_evaluator::{Evaluator, Settings};
use sheshbesh_matchfile::{Match, Options, PlayerInfo, Problem, Transcript, read};
use sheshbesh_movegen::BySeat;
use std::path::PathBuf;

/// Write down a live match: type the dice, choose among the likeliest plays
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh transcribe final.mat --match 7 --players Ada Ben
  shesh transcribe final.mat             go on with the file
  shesh transcribe club.json --match 5   JSON keeps everything
  shesh transcribe money.sgf             money games

Type the two dice: the likeliest plays are listed, best first. Enter takes the
first, a number another one, or type the play: 8/5 6/5. The first roll of a game
is the die of the first player and then that of the second; the higher begins.
Before a roll: d double, t take, p pass, r resign (r g a gammon). A play that
breaks the rules is kept and marked. The file is written after each entry.

  u                undo                   l     list the entries
  fix 5 31 8/5 6/5    replace entry 5     cut 5    remove from entry 5 on
  insert 5 d, t    insert before entry 5  delete 5    remove entry 5
  fix 2.5 ...      the same in game 2     q     quit")]
pub struct Transcribe {
    /// Match file to write, .mat, .sgf or .json; an existing one is continued
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Length of a new match in points [default: money games]
    #[arg(long = "match", value_name = "POINTS", value_parser = clap::value_parser!(u16).range(1..=i64::from(MATCH_LENGTH)))]
    length: Option<u16>,
    /// Names of the players of a new match
    #[arg(long, value_name = "NAME", num_args = 2)]
    players: Option<Vec<String>>,
    #[command(flatten)]
    weights: Weights,
    #[command(flatten)]
    game: GameOption,
}

impl Transcribe {
    pub fn run(&self) -> Result<(), CliError> {
        let target = Target::new(&self.file)?;
        let is_new = !self.file.exists();
        let record = if is_new { self.begin(&target)? } else { self.resume()? };
        if record.game.dice() != 2 {
            let (game, dice) = (record.game, record.game.dice());
            return Err(CliError::BadInput(format!(
                "{game} is played with {dice} dice: only games with two can be written down"
            )));
        }
        let network = self.weights.network(record.game)?;
        let evaluator = Evaluator::new(&network, Settings::default());
        let shown = self.file.display();
        let doing = if is_new { "Writing" } else { "Continuing" };
        print(&format!("{doing} {shown}. Type help for the commands.\n\n"))?;
        TranscriptSession::new(Transcript::new(record), target, evaluator).run()
    }

    /// The record of a new match.
    fn begin(&self, target: &Target) -> Result<Match, CliError> {
        target.check(false)?;
        let names = self.players.clone().unwrap_or_default();
        let name = |index: usize, otherwise: &str| PlayerInfo {
            name: names.get(index).map_or(otherwise, String::as_str).to_owned(),
            rating: None,
        };
        Ok(Match {
            game: self.game.game(),
            length: self.length.unwrap_or(0),
            players: BySeat { top: name(0, "Player 1"), bottom: name(1, "Player 2") },
            ..Match::default()
        })
    }

    /// Reads the match to continue.
    fn resume(&self) -> Result<Match, CliError> {
        let shown = self.file.display();
        if self.length.is_some() || self.players.is_some() {
            return Err(CliError::BadInput(format!(
                "{shown} already exists and has a length and players: leave out --match and --players"
            )));
        }
        let bytes = read_match_file(&self.file).map_err(CliError::BadInput)?;
        let options = Options { game: self.game.game(), ..Options::default() };
        let reading = read(&bytes, &options)
            .map_err(|error| CliError::BadInput(format!("{shown}: {error}")))?;
        let found = reading.record.game;
        if let Some(named) = self.game.named().filter(|&named| named != found) {
            return Err(CliError::BadInput(format!(
                "{shown} is a match of {found}, not of {named}"
            )));
        }
        if let Some(warning) = reading.warnings.iter().find(|warning| !is_kept(&warning.problem)) {
            // Writing the file would make the reader's correction permanent.
            return Err(CliError::BadInput(format!(
                "{shown} is not as it was written ({warning}): convert it first, with shesh convert"
            )));
        }
        Ok(reading.record)
    }
}

/// True for an oddity that the record keeps, so that writing the file again loses nothing.
const fn is_kept(problem: &Problem) -> bool {
    matches!(problem, Problem::IllegalPlay(_) | Problem::NotPlayed | Problem::MayBeMoney(_))
}
