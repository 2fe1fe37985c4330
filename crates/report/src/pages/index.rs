//! Index page with links to the match pages.

use super::{
    named::{Named, shorten_names},
    page::list_settings,
};
use crate::text::{
    blocks::{TextTable, shortened},
    numbers::{or_dash, stakes},
    player_table,
    summary::{count_games, played_for},
};
use askama::Template;
use sheshbesh_analysis::match_analysis::{AnalyzedMatch, Document};

/// Maximum length of a name in a row, in characters.
const NAME: usize = 32;

/// Contents of the index page.
#[derive(Debug, Template)]
#[template(path = "index.html")]
pub(super) struct Index {
    title: String,
    facts: Vec<(&'static str, String)>,
    lines: Vec<Line>,
    players: Named,
}

/// Row of a match.
#[derive(Debug)]
struct Line {
    link: String,
    /// Both players, or the file of positions without them.
    name: String,
    length: String,
    date: String,
    games: usize,
    pr: [String; 2],
    luck: [String; 2],
}

impl Index {
    pub(super) fn of(document: &Document, links: &[String], analyzed_otherwise: usize) -> Self {
        let lines = document.matches.iter().zip(links).map(|(analyzed, link)| Line {
            link: link.clone(),
            name: name(analyzed),
            length: played_for(analyzed),
            date: analyzed.date.clone().unwrap_or_default(),
            games: analyzed.games.len(),
            pr: analyzed.players.each_ref().map(|player| or_dash(player.statistics.pr, 2)),
            luck: analyzed.players.each_ref().map(|player| {
                let all = &player.statistics;
                stakes(all.luck_mwc, all.luck_points).unwrap_or_else(|| "-".to_owned())
            }),
        });
        let title = match document.matches.len() {
            1 => "1 match".to_owned(),
            matches => format!("{matches} matches"),
        };
        let mut facts = list_settings(&document.engine, &document.matches);
        match analyzed_otherwise {
            0 => {}
            1 => facts.push(("Other settings", "1 match of earlier runs".to_owned())),
            some => facts.push(("Other settings", format!("{some} matches of earlier runs"))),
        }
        Self {
            title,
            facts,
            lines: lines.collect(),
            players: Named::new("Over all matches", players(document)),
        }
    }
}

/// Link text of a match, or of positions.
fn name(analyzed: &AnalyzedMatch) -> String {
    let names = analyzed.players.each_ref().map(|player| player.name.as_str());
    if analyzed.are_positions() && names.iter().all(|name| name.is_empty()) {
        return format!("{}: {}", shortened(&analyzed.file, NAME), count_games(analyzed));
    }
    shorten_names(names, NAME).join(" – ")
}

/// TextTable of all players. Names may be longer than on a terminal.
fn players(document: &Document) -> TextTable {
    let mut table = player_table(&document.players);
    for (row, player) in table.rows.iter_mut().zip(&document.players) {
        row[0] = shortened(&player.name, NAME);
    }
    table
}
