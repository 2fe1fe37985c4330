//! Tables with a name.

use crate::judged::report::blocks::{Table, shortened};
use askama::Template;

/// No name in a page is longer than this.
pub(super) const NAME: usize = 60;

/// No comment is longer.
pub(super) const COMMENT: usize = 2000;

/// Rows and columns, the first of each being heads, and what they are about.
#[derive(Clone, Debug, Template)]
#[template(path = "table.html")]
pub(super) struct Named {
    name: String,
    table: Table,
}

impl Named {
    pub(super) fn new(name: &str, table: Table) -> Self {
        Self { name: name.to_owned(), table }
    }

    pub(super) fn of(name: &str, head: &[&str], rows: Vec<Vec<String>>) -> Self {
        let head = head.iter().map(|&cell| cell.to_owned()).collect();
        Self::new(name, Table { head, rows })
    }
}

/// Both players' names, no longer than so many letters, and something where there are none.
pub(super) fn names(players: [&str; 2], most: usize) -> [String; 2] {
    let name = |place: usize| match shortened(players[place].trim(), most) {
        name if name.is_empty() => format!("Player {}", place + 1),
        name => name,
    };
    [name(0), name(1)]
}
