//! `shesh quiz`: somebody's own mistakes, asked again.

mod export;
mod folder;
mod session;

use crate::{failure::Failure, judging::loss, options::Weights, output::print, save::check_new};
use clap::Args;
use folder::Folder;
use session::Session;
use sheshbesh_analysis::{
    judged::Document,
    quiz::{Agenda, Day, Deck, agenda, mistakes_by_player, questions},
};
use std::{collections::BTreeMap, path::PathBuf};

/// So many names are told at most.
const NAMES: usize = 12;

/// Asks you your own mistakes again, from reports of `analyze`
#[derive(Args)]
#[command(after_help = "\
The folder is one that `shesh analyze --output FOLDER` wrote. What you answered
is kept in quiz.json there: what you solve comes back after 1, 3, 7, 16, 40 and
100 days, what you do not the same day.

Examples:
  shesh quiz analyses --player You         as `shesh play` calls you
  shesh quiz analyses                      who was asked here before
  shesh quiz analyses --count 5 --threshold 0.08
                                           five blunders
  shesh quiz analyses --player You --csv mistakes.csv
                                           all questions with their answers

Write plays as 8/5 6/5, 24/14, bar/22, 6/off or 6/5(2).")]
pub struct Quiz {
    /// A folder with the reports of matches
    folder: PathBuf,
    /// Whose mistakes; who was asked before, where that is one
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Ask so many questions at most
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    count: u16,
    /// Ask what lost so much or more (EMG); an answer that loses less solves a question
    #[arg(long, value_name = "LOSS", default_value_t = 0.02, value_parser = loss)]
    threshold: f64,
    /// The day by which questions are due, as in 2026-02-28; today by default
    #[arg(long, value_name = "DAY")]
    today: Option<Day>,
    /// Write all questions with their answers to a file, for programs with cards, and ask none
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write over a file that is there already
    #[arg(long, requires = "csv")]
    force: bool,
    /// Do without the exact tables of the bearoff, and of Hypergammon where it was made
    #[arg(long)]
    no_tables: bool,
    #[command(flatten)]
    weights: Weights,
}

impl Quiz {
    pub fn run(&self) -> Result<(), Failure> {
        if let Some(path) = &self.csv {
            check_new(path, self.force)?;
        }
        let folder = Folder::new(&self.folder);
        let documents = folder.reports()?;
        let deck = folder.deck()?;
        let player = self.player(&documents, &deck)?;
        let all = questions(&documents, &player, self.threshold);
        let today = self.today.unwrap_or_else(Day::today);
        let cards = deck.cards(&player);
        if let Some(path) = &self.csv {
            return export::write(path, &all, &cards);
        }
        let Agenda { mut due, new, next } = agenda(&all, &cards, today);
        if all.is_empty() {
            let least = self.threshold;
            return print(&format!("No mistakes of {least} or more are to be asked.\n"));
        }
        let plural = |count: usize| if count == 1 { "question" } else { "questions" };
        if due.is_empty() {
            let next = next.map_or_else(String::new, |day| format!(": the next on {day}"));
            let count = all.len();
            return print(&format!("Of {count} {} none is due on {today}{next}.\n", plural(count)));
        }
        print(&format!(
            "{} of {} {} due, {new} of them new. Say help for what can be said.\n",
            due.len(),
            all.len(),
            if all.len() == 1 { "question is" } else { "questions are" },
        ))?;
        due.truncate(self.count.into());
        let networks = self.weights.networks()?;
        for question in &due {
            networks.of(question.table.game)?;
        }
        let judges = session::Judges::new(&networks, self.weights.name(), self.no_tables);
        Session { folder, deck, player, threshold: self.threshold, today, judges }.run(&due)
    }

    /// Whose mistakes are asked.
    fn player(&self, documents: &[Document], deck: &Deck) -> Result<String, Failure> {
        let counts = mistakes_by_player(documents, self.threshold);
        let before: Vec<&str> = deck.players().filter(|name| counts.contains_key(*name)).collect();
        match (&self.player, &before[..], counts.len()) {
            (Some(name), ..) if counts.contains_key(name) => Ok(name.clone()),
            (Some(name), ..) => Err(Failure::BadInput(format!(
                "nobody is called {name:?} in the reports: there are {}",
                names(&counts)
            ))),
            (None, [only], _) => Ok((*only).to_owned()),
            _ => Err(Failure::BadInput(format!(
                "give --player: the reports have {}",
                names(&counts)
            ))),
        }
    }
}

/// Players with how many mistakes they made, the most first.
fn names(counts: &BTreeMap<String, usize>) -> String {
    let mut all: Vec<(&String, &usize)> = counts.iter().collect();
    all.sort_by(|a, b| b.1.cmp(a.1));
    let more = all.len().saturating_sub(NAMES);
    let told = all.iter().take(NAMES).map(|(name, count)| format!("{name:?} ({count})"));
    let told: Vec<String> = told.collect();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", told.join(", "))
}
