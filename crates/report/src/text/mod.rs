//! Analyzed matches as text: a one-page report for a terminal or in Markdown.

pub(crate) mod blocks;
pub(crate) mod numbers;
pub(crate) mod positions;
pub(crate) mod summary;

use blocks::{Block, TextTable, markdown, shortened, terminal};
use numbers::{or_dash, rate};
use sheshbesh_analysis::{
    match_analysis::{AnalyzedMatch, Choice, Document, PlayerTotals},
    numbers::signed,
};

/// Report layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Coloured text for a terminal of 80 columns.
    Terminal,
    /// Markdown.
    Markdown,
}

impl Layout {
    fn format(self, blocks: &[Block]) -> String {
        match self {
            Self::Terminal => terminal(blocks),
            Self::Markdown => markdown(blocks),
        }
    }
}

/// Formats all matches, then the overview.
pub fn render_document(document: &Document, layout: Layout, choice: &Choice) -> String {
    let matches = document.matches.iter();
    let mut text: String =
        matches.map(|analyzed| render_match(analyzed, layout, choice) + "\n").collect();
    text.push_str(&render_overview(document, layout));
    text
}

/// Formats the players' totals if there are several matches, the human match rates, and the
/// settings of the analysis.
pub fn render_overview(document: &Document, layout: Layout) -> String {
    let mut blocks = Vec::new();
    let is_played = !document.matches.iter().all(AnalyzedMatch::are_positions);
    if document.matches.len() > 1 && is_played {
        blocks.push(Block::Heading(1, "Players".to_owned()));
        blocks.push(Block::TextTable(player_table(&document.players)));
        blocks.push(Block::Heading(2, "How they were judged".to_owned()));
    }
    let people =
        document.people.as_ref().filter(|_| is_played).map(|people| Block::Text(people.words()));
    blocks.extend(people);
    blocks.push(summary::describe_settings(document, is_played));
    layout.format(&blocks)
}

/// Formats a one-page report of a match.
pub fn render_match(analyzed: &AnalyzedMatch, layout: Layout, choice: &Choice) -> String {
    layout.format(&summary::of_match(analyzed, choice))
}

/// Table of the players' totals.
pub(crate) fn player_table(players: &[PlayerTotals]) -> TextTable {
    let head = ["player", "matches", "games", "PR", "95 %", "lost", "errors", "best found", "luck"];
    let cells = |totals: &PlayerTotals| {
        let all = &totals.statistics;
        let interval = all.pr_interval.map(|[low, high]| format!("{low:.1}–{high:.1}"));
        let found = rate(&all.match_rate.all);
        vec![
            shortened(&totals.name, 16),
            totals.matches.to_string(),
            totals.games.to_string(),
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
