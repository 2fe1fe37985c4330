//! Writes pages of openings in Markdown, with boards.

use super::{
    read_file,
    show::{describe, side_name},
};
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
use sheshbesh_movegen::{Game, notation};
use sheshbesh_network::file::write_atomically;
use std::path::PathBuf;

/// Write Markdown pages of first rolls and replies, with boards
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
    /// Folder of the pages, which are named after game and score; created if needed
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
            std::fs::create_dir_all(&self.output).map_err(|error| {
                let shown = show_path(&self.output);
                CliError::Failed(format!("cannot create the folder {shown}: {error}"))
            })?;
            let pages = pages_of(file, game);
            let paths: Vec<PathBuf> =
                pages.iter().map(|(name, _)| self.output.join(name)).collect();
            paths.iter().try_for_each(|path| check_new(path, self.force))?;
            for (path, (_, text)) in paths.iter().zip(pages) {
                write_atomically(path, text.as_bytes()).map_err(CliError::failed)?;
                print(&format!("{}\n", show_path(path)))?;
            }
        }
        Ok(())
    }
}

/// Names and texts of the pages of a file: one for the first rolls, and one for the replies at each
/// score.
fn pages_of(file: &OpeningsFile, game: Game) -> Vec<(String, String)> {
    let of_score = |score: OpeningScore| {
        let openings = file.openings.iter().filter(move |one| one.question.score == score);
        openings.partition::<Vec<&Opening>, _>(|opening| opening.question.after.is_none())
    };
    let mut first_rolls = heading(file, &format!("{}: first rolls", title(game)));
    let mut pages = Vec::new();
    for score in OpeningScore::ALL {
        let (first, replies) = of_score(score);
        if !first.is_empty() {
            first_rolls.push_str(&format!("\n## First rolls, {score}\n"));
        }
        for of_side in first.chunk_by(|a, b| a.question.other_side == b.question.other_side) {
            if let Some(side) = side_name(game, &of_side[0].question) {
                first_rolls.push_str(&format!("\nFirst rolls of {side}:\n"));
            }
            first_rolls.push_str(&format!("\n{}", table(of_side)));
        }
        if !replies.is_empty() {
            let name = format!("{}-replies-{score}.md", game.name());
            first_rolls.push_str(&format!("\n[Replies, {score}]({name})\n"));
            pages.push((name, page_of_replies(file, game, score, &replies)));
        }
        if score == OpeningScore::Money {
            for opening in first {
                first_rolls.push_str(&board_of(opening, game).unwrap_or_default());
            }
        }
    }
    pages.insert(0, (format!("{}.md", game.name()), first_rolls));
    pages
}

/// The game's title, with the options that it is played with.
fn title(game: Game) -> String {
    let named = game.to_string();
    match named.split_once(':') {
        Some((_, options)) => format!("{} ({options})", game.title()),
        None => game.title().to_owned(),
    }
}

/// A page's title, what it was made from, and what its figures mean.
fn heading(file: &OpeningsFile, title: &str) -> String {
    format!(
        "# {title}\n\nWritten by `shesh openings pages`. Rollouts by\n{}.\n\n\
         Equities are in points, ± one standard error. A play that is behind lost this much\n\
         against the best one on the same dice; *unsure* marks losses below two standard errors.\n",
        describe(&file.header).join(", ")
    )
}

/// Tables of the replies at a score, one for each first play.
fn page_of_replies(
    file: &OpeningsFile,
    game: Game,
    score: OpeningScore,
    mut replies: &[&Opening],
) -> String {
    let mut text = heading(file, &format!("{}: replies, {score}", title(game)));
    while let [next, ..] = replies {
        let first = &next.question.after;
        let count = replies.iter().take_while(|opening| opening.question.after == *first).count();
        if let Some(FirstPlay { roll, play }) = first {
            text.push_str(&format!("\n## Replies to {roll} {play}\n\n"));
        }
        let (of_first, rest) = replies.split_at(count);
        text.push_str(&table(of_first));
        replies = rest;
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
fn board_of(opening: &Opening, game: Game) -> Option<String> {
    let Opening { question, plays } = opening;
    let play = &plays.first()?.play;
    let (situation, dice) = question.situation(game)?;
    let after = notation::parse(game, &situation.position, dice, play).ok()?;
    let names = Names { own: "player", other: "opponent" };
    let board = board::draw(game, &after.swapped().bare(), names);
    let board: Vec<String> = anstream::adapter::strip_str(&board)
        .to_string()
        .lines()
        .map(|line| line.trim_end().to_owned())
        .collect();
    let roll = &question.roll;
    let side = match side_name(game, question) {
        Some(side) if game.is_uneven() => format!(", {side}"),
        _ => String::new(),
    };
    Some(format!("\n### {roll}: {play}{side}\n\n```text\n{}\n```\n", board.join("\n")))
}
