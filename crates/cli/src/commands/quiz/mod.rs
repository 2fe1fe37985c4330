//! `shesh quiz`: spaced repetition of a player's own mistakes.

#[cfg(feature = "anki")]
mod cards;
mod export;
mod folder;
pub mod prompt;
mod session;

use crate::{
    args::{Weights, parse_loss},
    error::CliError,
    files::check_new,
    terminal::print,
};
use clap::Args;
use folder::Folder;
use session::Session;
use sheshbesh_analysis::{
    match_analysis::Document,
    quiz::{Agenda, Day, Deck, collect_questions, mistakes_by_player, plan_agenda},
};
use std::{collections::BTreeMap, path::PathBuf};

/// Maximum number of players listed in an error message.
const NAMES: usize = 12;

/// Practise your own mistakes, from reports of `analyze`
#[derive(Args)]
#[command(after_help = "\
`shesh analyze --output FOLDER` writes the folder. Answers are stored there in
quiz.json: a solved question returns after 1, 3, 7, 16, 40 and 100 days, an
unsolved one on the same day.

Examples:
  shesh quiz analyses --player You         your name in games of `shesh play`
  shesh quiz analyses                      the player of the last session
  shesh quiz analyses --count 5 --threshold 0.08
                                           five blunders
  shesh quiz analyses --player You --csv mistakes.csv
                                           export questions and answers
  shesh quiz analyses --player You --apkg mistakes.apkg
                                           flash cards for Anki, with boards

Anki identifies a card by player and position, so importing a later deck updates
cards and adds new ones; what was learned stays.

Write plays as 8/5 6/5, 24/14, bar/22, 6/off or 6/5(2).")]
pub struct Quiz {
    /// Folder of match reports
    folder: PathBuf,
    /// Player to quiz [default: the only player of earlier sessions]
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Maximum number of questions
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    count: u16,
    /// Minimum loss of the mistakes (EMG); an answer that loses less solves a question
    #[arg(long, value_name = "LOSS", default_value_t = 0.02, value_parser = parse_loss)]
    threshold: f64,
    /// Date for which questions are due, such as 2026-02-28 [default: today]
    #[arg(long, value_name = "DAY")]
    today: Option<Day>,
    /// Export all questions as flash cards (CSV) instead of asking them
    #[arg(long, value_name = "FILE", group = "export")]
    csv: Option<PathBuf>,
    /// Export all questions as a deck of flash cards for Anki (.apkg); importing a newer deck
    /// updates the cards
    #[cfg(feature = "anki")]
    #[arg(long, value_name = "FILE", group = "export")]
    apkg: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long, requires = "export")]
    force: bool,
    /// Do not use the exact tables for the bearoff and Hypergammon
    #[arg(long)]
    no_tables: bool,
    #[command(flatten)]
    weights: Weights,
}

impl Quiz {
    pub fn run(&self) -> Result<(), CliError> {
        if let Some(path) = self.apkg()
            && !path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("apkg"))
        {
            let shown = path.display();
            return Err(CliError::BadInput(format!("{shown} would be a deck: name it .apkg")));
        }
        if let Some(path) = self.csv.as_ref().or(self.apkg()) {
            check_new(path, self.force)?;
        }
        let folder = Folder::new(&self.folder);
        let documents = folder.read_reports()?;
        let deck = folder.read_deck()?;
        let player = self.select_player(&documents, &deck)?;
        let all = collect_questions(&documents, &player, self.threshold);
        let today = self.today.unwrap_or_else(Day::today);
        let cards = deck.cards(&player);
        if let Some(path) = &self.csv {
            return export::write(path, &all, &cards);
        }
        #[cfg(feature = "anki")]
        if let Some(path) = &self.apkg {
            if all.is_empty() {
                let least = self.threshold;
                let message = format!("no mistakes of {least} or more: there is no card to write");
                return Err(CliError::BadInput(message));
            }
            let networks = self.weights.networks()?;
            let analyzers = session::Analyzers::new(&networks, self.weights.name(), self.no_tables);
            return cards::write(path, &player, &all, analyzers);
        }
        let Agenda { mut due, new, next } = plan_agenda(&all, &cards, today);
        if all.is_empty() {
            let least = self.threshold;
            return print(&format!("There are no mistakes of {least} or more.\n"));
        }
        let plural = |count: usize| if count == 1 { "question" } else { "questions" };
        if due.is_empty() {
            let next = next.map_or_else(String::new, |day| format!("; the next is due on {day}"));
            let count = all.len();
            return print(&format!("None of {count} {} is due on {today}{next}.\n", plural(count)));
        }
        print(&format!(
            "{} of {} {} due, {new} of them new. Type help for a list of commands.\n",
            due.len(),
            all.len(),
            if all.len() == 1 { "question is" } else { "questions are" },
        ))?;
        due.truncate(self.count.into());
        let networks = self.weights.networks()?;
        for question in &due {
            networks.of(question.table.game)?;
        }
        let analyzers = session::Analyzers::new(&networks, self.weights.name(), self.no_tables);
        Session { folder, deck, player, threshold: self.threshold, today, analyzers }.run(&due)
    }

    /// File for flash cards.
    #[cfg(feature = "anki")]
    const fn apkg(&self) -> Option<&PathBuf> {
        self.apkg.as_ref()
    }

    /// File for flash cards; none without the feature `anki`.
    #[cfg(not(feature = "anki"))]
    const fn apkg(&self) -> Option<&PathBuf> {
        None
    }

    /// Selects the player: `--player`, or the only player of earlier sessions.
    ///
    /// # Errors
    /// Fails if the reports have no such player, or if the choice is ambiguous.
    fn select_player(&self, documents: &[Document], deck: &Deck) -> Result<String, CliError> {
        let counts = mistakes_by_player(documents, self.threshold);
        let before: Vec<&str> = deck.players().filter(|name| counts.contains_key(*name)).collect();
        match (&self.player, &before[..], counts.len()) {
            (Some(name), ..) if counts.contains_key(name) => Ok(name.clone()),
            (Some(name), ..) => Err(CliError::BadInput(format!(
                "no player {name:?} in the reports: players are {}",
                list_players(&counts)
            ))),
            (None, [only], _) => Ok((*only).to_owned()),
            _ => Err(CliError::BadInput(format!(
                "missing --player: the reports have {}",
                list_players(&counts)
            ))),
        }
    }
}

/// Lists players and their numbers of mistakes, in descending order.
fn list_players(counts: &BTreeMap<String, usize>) -> String {
    let mut all: Vec<(&String, &usize)> = counts.iter().collect();
    all.sort_by(|a, b| b.1.cmp(a.1));
    let more = all.len().saturating_sub(NAMES);
    let players = all.iter().take(NAMES).map(|(name, count)| format!("{name:?} ({count})"));
    let players: Vec<String> = players.collect();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", players.join(", "))
}
