//! Building blocks of reports, and their layouts for the terminal and Markdown.

use anstyle::Style;

/// Width of a terminal in columns.
const WIDTH: usize = 80;

/// A part of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Block {
    /// Heading with its level; level 1 is the highest.
    Heading(u8, String),
    /// A paragraph.
    Text(String),
    /// A numbered list.
    List(Vec<Item>),
    /// A table.
    TextTable(TextTable),
}

/// List item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) text: String,
    /// Code to copy.
    pub(super) code: Option<String>,
    /// Sentences about the item.
    pub(super) more: Vec<String>,
}

/// Table; the first column is left-aligned, the others are right-aligned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TextTable {
    pub(crate) head: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

/// Shortens a text to at most `most` characters.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    // Control characters from a file must not reach the terminal.
    let text: String = text.chars().filter(|letter| !letter.is_control()).collect();
    match text.char_indices().nth(most) {
        Some(_) => {
            let kept: String = text.chars().take(most.saturating_sub(1)).collect();
            format!("{}…", kept.trim_end())
        }
        None => text,
    }
}

fn width(text: &str) -> usize {
    text.chars().count()
}

/// Wraps a text at the terminal width; the first line starts with `mark`, the others with `indent`.
fn wrapped(text: &str, mark: &str, indent: &str) -> String {
    let (mut lines, mut line) = (String::new(), mark.to_owned());
    for word in text.split(' ') {
        if !line.trim().is_empty() && width(&line) + 1 + width(word) > WIDTH {
            lines.push_str(&line);
            lines.push('\n');
            line = format!("{indent}{word}");
        } else if line.is_empty() {
            line.push_str(word);
        } else {
            line.push(' ');
            line.push_str(word);
        }
    }
    format!("{lines}{line}\n")
}

impl TextTable {
    fn widths(&self) -> Vec<usize> {
        let rows = || std::iter::once(&self.head).chain(&self.rows);
        let of =
            |column: usize| rows().filter_map(move |row| row.get(column)).map(|cell| width(cell));
        (0..self.head.len()).map(|column| of(column).max().unwrap_or(0)).collect()
    }

    fn terminal(&self) -> String {
        let widths = self.widths();
        let mut text = String::new();
        for row in std::iter::once(&self.head).chain(&self.rows) {
            let mut line = String::new();
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                if column == 0 {
                    line.push_str(&format!("  {cell:width$}"));
                } else {
                    line.push_str(&format!("  {cell:>width$}"));
                }
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    fn markdown(&self) -> String {
        let row = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| escaped(cell.trim())).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let rule: Vec<&str> =
            (0..self.head.len()).map(|column| if column == 0 { "---" } else { "--:" }).collect();
        let rows: String = self.rows.iter().map(|cells| row(cells)).collect();
        format!("{}| {} |\n{rows}", row(&self.head), rule.join(" | "))
    }
}

/// Escapes text for Markdown.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '&' => {
                escaped.push('\\');
                escaped.push(letter);
            }
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// Formats blocks for a terminal of 80 columns.
pub(super) fn terminal(blocks: &[Block]) -> String {
    let bold = Style::new().bold();
    let mut text = String::new();
    for block in blocks {
        if !text.is_empty() && !matches!(block, Block::Text(_)) {
            text.push('\n');
        }
        match block {
            Block::Heading(_, heading) => text.push_str(&format!("{bold}{heading}{bold:#}\n")),
            Block::Text(words) => text.push_str(&wrapped(words, "", "")),
            Block::List(items) => {
                for (item, number) in items.iter().zip(1..) {
                    text.push_str(&wrapped(&item.text, &format!("{number:3}."), "     "));
                    if let Some(code) = &item.code {
                        text.push_str(&format!("     {code}\n"));
                    }
                    let more = item.more.iter().map(|more| wrapped(more, "    ", "     "));
                    text.extend(more);
                }
            }
            Block::TextTable(table) => text.push_str(&table.terminal()),
        }
    }
    text
}

/// Formats blocks as Markdown.
pub(super) fn markdown(blocks: &[Block]) -> String {
    let mut text = String::new();
    for block in blocks {
        if !text.is_empty() {
            text.push('\n');
        }
        match block {
            Block::Heading(level, heading) => {
                let marks = "#".repeat(usize::from(*level));
                text.push_str(&format!("{marks} {}\n", escaped(heading)));
            }
            Block::Text(words) => text.push_str(&format!("{}\n", escaped(words))),
            Block::List(items) => {
                for (item, number) in items.iter().zip(1..) {
                    let code = item.code.as_ref().map(|code| format!("  \n   `{code}`"));
                    let code = code.unwrap_or_default();
                    text.push_str(&format!("{number}. {}{code}\n", escaped(&item.text)));
                    if !item.more.is_empty() {
                        text.push_str(&format!("\n   {}\n\n", escaped(&item.more.join(" "))));
                    }
                }
            }
            Block::TextTable(table) => text.push_str(&table.markdown()),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_from_files_stay_text() {
        let heading = Block::Heading(1, "<b>A|da</b> *2*".to_owned());
        assert_eq!(markdown(&[heading]), "# \\<b\\>A\\|da\\</b\\> \\*2\\*\n");
        assert_eq!(shortened("A\u{1b}[31mda of the long name", 8), "A[31mda…");
        assert_eq!(shortened("Ada", 3), "Ada");
    }

    #[test]
    fn lines_end_before_the_terminal_does() {
        let words = "word ".repeat(60);
        let text = terminal(&[Block::Text(words.trim().to_owned())]);
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH) && text.lines().count() > 3);
        assert_eq!(text.matches("word").count(), 60);
    }
}
