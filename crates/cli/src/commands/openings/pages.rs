//! Writes pages of openings in Markdown, with boards.

use super::{read_file, show::describe};
use crate::{
    error::CliError,
    files::check_new,
    terminal::{print, show_path},
};
use clap::Args;
use sheshbesh_analysis::{
    board::{self, Names},
    numbers::thousands,
    openings::{FirstPlay, Opening, OpeningPlay, OpeningScore, OpeningsFile},
};
use sheshbesh_movegen::Game;
use sheshbesh_network::file::write_atomically;
use std::path::PathBuf;

/// Write a page in Markdown for each file, with boards
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh openings pages --output docs/openings
  shesh openings pages --file fevga.jsonl --output . --force
  shesh openings pages --file a.jsonl --file b.jsonl --output pages")]
pub(super) struct Pages {
    /// File of rollouts (repeatable) [default: all that come with the program]
    #[arg(long, value_name = "FILE.jsonl")]
    file: Vec<PathBuf>,
    /// Folder of the pages, which are named after the games; created if needed
    #[arg(long, value_name = "FOLDER")]
    output: PathBuf,
    /// Overwrite existing pages
    #[arg(long)]
    force: bool,
}

/// Largest loss of a runner-up in the pages.
const CLOSE: f32 = 0.02;

impl Pages {
    pub(super) fn run(&self) -> Result<(), CliError> {
        let files: Vec<OpeningsFile> = if self.file.is_empty() {
            let shipped = OpeningsFile::shipped_games().filter_map(OpeningsFile::shipped);
            shipped.collect::<Result<_, _>>().map_err(CliError::failed)?
        } else {
            self.file.iter().map(|path| read_file(path)).collect::<Result<_, _>>()?
        };
        for file in &files {
            let game: Game = file.header.game.parse().map_err(CliError::bad_input)?;
            let path = self.output.join(format!("{}.md", game.name()));
            std::fs::create_dir_all(&self.output).map_err(|error| {
                let shown = show_path(&self.output);
                CliError::Failed(format!("cannot create the folder {shown}: {error}"))
            })?;
            check_new(&path, self.force)?;
            write_atomically(&path, page(file, game).as_bytes()).map_err(CliError::failed)?;
            print(&format!("{}\n", show_path(&path)))?;
        }
        Ok(())
    }
}

/// The page of a file.
fn page(file: &OpeningsFile, game: Game) -> String {
    let mut text = format!("# Openings of {game}\n\n");
    text.push_str(&format!(
        "Written by `shesh openings pages`. Rollouts by\n{}.\n\n",
        describe(&file.header).join(", ")
    ));
    text.push_str(
        "Equities are in points, ± one standard error. A play that is behind lost this much\n\
         against the best one on the same dice; *unsure* marks losses below two standard errors.\n",
    );
    for score in OpeningScore::ALL {
        let of_score: Vec<&Opening> =
            file.openings.iter().filter(|opening| opening.question.score == score).collect();
        let (first, replies): (Vec<&Opening>, Vec<&Opening>) =
            of_score.into_iter().partition(|opening| opening.question.after.is_none());
        if !first.is_empty() {
            text.push_str(&format!("\n## First rolls, {score}\n\n{}", table(&first)));
            if score == OpeningScore::Money {
                first.iter().for_each(|opening| text.push_str(&board_of(opening, game)));
            }
        }
        let mut rest = &replies[..];
        while let [next, ..] = rest {
            let first = &next.question.after;
            let end = rest.iter().take_while(|opening| opening.question.after == *first).count();
            if let Some(FirstPlay { roll, play }) = first {
                text.push_str(&format!("\n## Replies to {roll} {play}, {score}\n\n"));
            }
            text.push_str(&table(&rest[..end]));
            rest = &rest[end..];
        }
    }
    text
}

/// Table of rolls with their best plays and runners-up.
fn table(openings: &[&Opening]) -> String {
    let mut text =
        String::from("| roll | best play | equity | runners-up | games |\n|---|---|---|---|---|\n");
    for Opening { question, plays } in openings {
        let [best, others @ ..] = &plays[..] else { continue };
        let close: Vec<String> =
            others.iter().filter(|play| play.behind <= CLOSE).map(runner_up).collect();
        text.push_str(&format!(
            "| {} | {} | {:+.3} ± {:.3} | {} | {} |\n",
            question.roll,
            best.play,
            best.equity,
            best.standard_error,
            close.join(", "),
            thousands(best.games)
        ));
    }
    text
}

fn runner_up(play: &OpeningPlay) -> String {
    let sure = if play.is_surely_behind() { "" } else { " *unsure*" };
    format!("{} −{:.3} ± {:.3}{sure}", play.play, play.behind, play.behind_standard_error)
}

/// The board after the best play of a first roll, from the player's view.
fn board_of(opening: &Opening, game: Game) -> String {
    let Some(best) = opening.plays.first() else { return String::new() };
    let roll = &opening.question.roll;
    let first = FirstPlay { roll: roll.clone(), play: best.play.clone() };
    let Some(after) = first.result(game) else { return String::new() };
    let names = Names { own: "player", other: "opponent" };
    let board = board::draw(game, &after.swapped().bare(), names);
    let board: Vec<String> = anstream::adapter::strip_str(&board)
        .to_string()
        .lines()
        .map(|line| line.trim_end().to_owned())
        .collect();
    format!("\n### {roll}: {}\n\n```text\n{}\n```\n", best.play, board.join("\n"))
}
