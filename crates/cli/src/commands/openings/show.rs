//! Prints openings.

use super::{Openings, read_file};
use crate::{
    error::CliError,
    terminal::{print, print_json},
};
use serde::Serialize;
use sheshbesh_analysis::{
    numbers::thousands,
    openings::{FirstPlay, Header, Opening, OpeningQuestion, OpeningsFile},
};
use sheshbesh_movegen::Game;
use std::borrow::Cow;

/// Openings of a score in JSON.
#[derive(Serialize)]
struct JsonOpenings<'a> {
    #[serde(flatten)]
    header: &'a Header,
    openings: Vec<&'a Opening>,
}

impl Openings {
    pub(super) fn show(&self) -> Result<(), CliError> {
        let file = match &self.file {
            Some(path) => read_file(path)?,
            None => self.shipped()?,
        };
        let game = self.check_game(&file)?;
        let first = self.first_play(&file, game)?;
        let openings: Vec<&Opening> = file
            .openings
            .iter()
            .filter(|opening| {
                opening.question.score == self.score && opening.question.after == first
            })
            .collect();
        if openings.is_empty() {
            let kind = if first.is_some() { "replies" } else { "first rolls" };
            let message = format!("no {kind} at {} have been rolled out", self.score);
            return Err(CliError::BadInput(message));
        }
        if self.json {
            return print_json(&JsonOpenings { header: &file.header, openings });
        }
        print(&if self.csv { write_csv(&openings) } else { self.table(&file, game, &openings) })
    }

    /// Rollouts that come with the program.
    fn shipped(&self) -> Result<OpeningsFile, CliError> {
        let game = self.game.game();
        let file = OpeningsFile::shipped(game).ok_or_else(|| {
            let message = format!(
                "no openings of {game} come with the program: make them with shesh openings roll \
                 --game {game} --file FILE, and show them with --file FILE"
            );
            CliError::BadInput(message)
        })?;
        file.map_err(CliError::failed)
    }

    /// Returns the game of a file, or an error if `--game` names another.
    fn check_game(&self, file: &OpeningsFile) -> Result<Game, CliError> {
        let game: Game = file.header.game.parse().map_err(CliError::bad_input)?;
        match self.game.named() {
            Some(named) if named != game => {
                Err(CliError::BadInput(format!("the file has openings of {game}, not of {named}")))
            }
            _ => Ok(game),
        }
    }

    /// The opponent's first play that is replied to: the best of its roll at their score.
    fn first_play(&self, file: &OpeningsFile, game: Game) -> Result<Option<FirstPlay>, CliError> {
        let Some(text) = &self.after else { return Ok(None) };
        let roll = game.parse_roll(text).map_err(CliError::bad_input)?.to_string();
        let score = self.score.opposite();
        let found = file.openings.iter().find(|opening| {
            let question = &opening.question;
            let is_first = question.after.is_none() && !question.other_side;
            is_first && question.score == score && question.roll == roll
        });
        let best = found.and_then(|opening| opening.plays.first()).ok_or_else(|| {
            CliError::BadInput(format!("the first roll {roll} has not been rolled out at {score}"))
        })?;
        Ok(Some(FirstPlay { roll, play: best.play.clone() }))
    }

    fn table(&self, file: &OpeningsFile, game: Game, openings: &[&Opening]) -> String {
        let kind = match &openings[0].question.after {
            None => Cow::Borrowed("first rolls"),
            Some(first) => format!("replies to {} {}", first.roll, first.play).into(),
        };
        let described = describe(&file.header).join("\n");
        let mut text = format!("{game}, {}: {kind}\n{described}\n", self.score);
        for of_side in openings.chunk_by(|a, b| a.question.other_side == b.question.other_side) {
            text.push('\n');
            if let Some(side) = side_name(game, &of_side[0].question) {
                text.push_str(&format!("First rolls of {side}\n"));
            }
            text.push_str("roll  play                         equity                    games\n");
            of_side.iter().for_each(|opening| text.push_str(&rows(opening)));
        }
        text
    }
}

/// Rows of a roll: the best play, and the others with their loss.
fn rows(opening: &Opening) -> String {
    let mut text = String::new();
    for (index, play) in opening.plays.iter().enumerate() {
        let roll = if index == 0 { opening.question.roll.as_str() } else { "" };
        let value = if index == 0 {
            format!("{:+.4} ± {:.4}", play.equity, play.standard_error)
        } else {
            let sure = if play.is_surely_behind() { "" } else { "  unsure" };
            format!("  -{:.4} ± {:.4}{sure}", play.behind, play.behind_standard_error)
        };
        let games = thousands(play.games);
        text.push_str(&format!(" {roll:<4} {:<28} {value:<25} {games:>6}\n", play.play));
    }
    text
}

/// Describes the network, and the settings of rollouts.
pub(super) fn describe(header: &Header) -> [String; 2] {
    let Header { engine, settings, .. } = header;
    let network = engine.weights.as_deref().unwrap_or("a network");
    let checksum = engine.weights_crc32.as_deref().unwrap_or("unknown");
    [
        format!("{} {}, network {network} ({checksum})", engine.name, engine.version),
        format!(
            "{}-ply{}, at most {} games a play, seed {}",
            settings.ply,
            settings
                .truncate
                .map_or_else(String::new, |plies| format!(", truncated at ply {plies}")),
            thousands(settings.games),
            settings.seed
        ),
    ]
}

/// The side of a first roll, in games whose sides start differently.
pub(super) const fn side_name(game: Game, question: &OpeningQuestion) -> Option<&'static str> {
    if question.after.is_some() {
        return None;
    }
    match (game, question.other_side) {
        (Game::Snake, false) => Some("the side with checkers on the bar"),
        (Game::Snake, true) => Some("the side with backgammon's start"),
        (Game::Chase(_) | Game::Icelandic(_), false) => Some("the attackers"),
        (Game::Chase(_) | Game::Icelandic(_), true) => Some("the runners"),
        (Game::American, _) => Some("White"),
        _ => None,
    }
}

fn write_csv(openings: &[&Opening]) -> String {
    let mut text = String::from(
        "score,after_roll,after_play,roll,play,games,equity,standard_error,behind,\
         behind_standard_error,other_side\n",
    );
    for Opening { question, plays } in openings {
        let (after_roll, after_play) = match &question.after {
            Some(first) => (first.roll.as_str(), first.play.as_str()),
            None => ("", ""),
        };
        for play in plays {
            text.push_str(&format!(
                "{},{after_roll},{after_play},{},{},{},{},{},{},{},{}\n",
                question.score,
                question.roll,
                play.play,
                play.games,
                play.equity,
                play.standard_error,
                play.behind,
                play.behind_standard_error,
                question.other_side
            ));
        }
    }
    text
}
