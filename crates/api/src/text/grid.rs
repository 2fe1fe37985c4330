//! Text table with a row and a column for each score.

use crate::answers::Score;
use anstyle::Style;

/// Table cell: at most three characters.
pub(super) struct Cell {
    pub(super) text: String,
    pub(super) style: Style,
}

/// Margin below which a decision is close, in points.
pub(super) const CLOSE: f32 = 0.02;
/// Mark of a close decision.
pub(super) const CLOSE_MARK: char = '~';

/// Text of an empty cell.
const EMPTY: &str = ".";

/// Width of a terminal in columns.
const COLUMNS: usize = 80;
const LABEL: usize = 2;

/// Formats the table. Rows are the points that the player on roll still needs, columns those of the
/// opponent.
pub(super) fn grid(
    length: u16,
    crawford_games: bool,
    cell: impl Fn(&Score) -> Option<Cell>,
) -> String {
    let sides = Score::list_sides(length, crawford_games);
    let label = |&(away, crawford): &(u16, bool)| {
        if crawford { "1C".to_owned() } else { away.to_string() }
    };
    let width = ((COLUMNS - LABEL) / sides.len()).clamp(3, 5);
    let mut text = " ".repeat(LABEL);
    for side in &sides {
        // The third character of a cell is a mark, so column numbers align with the first two.
        push!(text, "{:>1$}", format!("{} ", label(side)), width);
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    for own in &sides {
        let mut line = format!("{:>LABEL$}", label(own));
        for opponent in &sides {
            let found = Score::between(*own, *opponent).and_then(|score| cell(&score));
            let Cell { text, style } = found.unwrap_or_else(|| Cell {
                text: format!("{EMPTY} "),
                style: Style::new().dimmed(),
            });
            let before = width.saturating_sub(text.len());
            let letters = text.trim_end();
            let after = text.len() - letters.len();
            push!(line, "{0:before$}{style}{letters}{style:#}{0:after$}", "");
        }
        push_line!(text, "{}", line.trim_end());
    }
    text
}
