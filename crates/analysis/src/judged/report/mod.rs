//! Reports of analyzed matches for readers.

pub(crate) mod blocks;
pub(crate) mod numbers;
pub(crate) mod summary;

use super::{
    document::{AnalyzedMatch, Document, PlayerTotals},
    mistakes::Choice,
};
use blocks::{Block, TextTable, markdown, shortened, terminal};
use numbers::{or_dash, rate, signed};

/// Report layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Coloured text for a terminal of 80 columns.
    Terminal,
    /// Markdown.
    Markdown,
}

impl Layout {
    fn of(self, blocks: &[Block]) -> String {
        match self {
            Self::Terminal => terminal(blocks),
            Self::Markdown => markdown(blocks),
        }
    }
}

impl Document {
    /// Formats all matches, then the overview.
    pub fn report(&self, layout: Layout, choice: &Choice) -> String {
        let mut text: String =
            self.matches.iter().map(|judged| judged.report(layout, choice) + "\n").collect();
        text.push_str(&self.overview(layout));
        text
    }

    /// Formats the players' totals if there are several matches, the human match rates, and the
    /// settings of the analysis.
    pub fn overview(&self, layout: Layout) -> String {
        let mut blocks = Vec::new();
        if self.matches.len() > 1 {
            blocks.push(Block::Heading(1, "Players".to_owned()));
            blocks.push(Block::TextTable(careers(&self.players)));
            blocks.push(Block::Heading(2, "How they were judged".to_owned()));
        }
        let people = self.people.as_ref().map(|people| Block::Text(people.words()));
        blocks.extend(people);
        blocks.push(summary::judged_by(&self.engine));
        layout.of(&blocks)
    }
}

impl AnalyzedMatch {
    /// Formats a one-page report of the match.
    pub fn report(&self, layout: Layout, choice: &Choice) -> String {
        layout.of(&summary::of_match(self, choice))
    }
}

pub(crate) fn careers(players: &[PlayerTotals]) -> TextTable {
    let head = ["player", "matches", "games", "PR", "95 %", "lost", "errors", "best found", "luck"];
    let cells = |career: &PlayerTotals| {
        let all = &career.statistics;
        let interval = all.pr_interval.map(|[low, high]| format!("{low:.1}–{high:.1}"));
        let found = rate(&all.match_rate.all);
        vec![
            shortened(&career.name, 16),
            career.matches.to_string(),
            career.games.to_string(),
            or_dash(all.pr, 2),
            interval.unwrap_or_else(|| "-".to_owned()),
            format!("{:.2}", all.error),
            format!("{} ({})", all.errors, all.blunders),
            // The share only; the document has the interval.
            found.split_once(" (").map_or(found.clone(), |(share, _)| share.to_owned()),
            signed(all.luck),
        ]
    };
    let rows = players.iter().map(cells).collect();
    TextTable { head: head.into_iter().map(str::to_owned).collect(), rows }
}
