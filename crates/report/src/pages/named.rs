//! Tables with a caption.

use crate::text::blocks::{TextTable, shortened};
use askama::Template;

/// Maximum length of a name on a page, in characters.
pub(super) const NAME: usize = 60;

/// Maximum length of a comment, in characters.
pub(super) const COMMENT: usize = 2000;

/// TextTable with a caption; the first row and the first column are heads.
#[derive(Clone, Debug, Template)]
#[template(path = "table.html")]
pub(crate) struct Named {
    name: String,
    table: TextTable,
}

impl Named {
    pub(super) fn new(name: &str, table: TextTable) -> Self {
        Self { name: name.to_owned(), table }
    }

    pub(super) fn of(name: &str, head: &[&str], rows: Vec<Vec<String>>) -> Self {
        let head = head.iter().map(|&cell| cell.to_owned()).collect();
        Self::new(name, TextTable { head, rows })
    }
}

/// Both players' names, shortened to at most `most` characters; `Player 1` or `Player 2` if empty.
pub(super) fn shorten_names(players: [&str; 2], most: usize) -> [String; 2] {
    let name = |index: usize| match shortened(players[index].trim(), most) {
        name if name.is_empty() => format!("Player {}", index + 1),
        name => name,
    };
    [name(0), name(1)]
}
