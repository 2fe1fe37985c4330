//! Splits `.mat` files into rows and cells.

use crate::model::How;
use sheshbesh_movegen::Dice;

/// A cell of a row: an action of one player.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cell<'a> {
    /// Its column, in characters from the start of the line.
    pub(super) column: usize,
    /// The text as written.
    pub(super) text: &'a str,
    /// The meaning.
    pub(super) kind: CellKind<'a>,
}

/// The meaning of a cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum CellKind<'a> {
    /// A roll, and the text after the colon.
    Roll(Dice, &'a str),
    Doubles,
    Takes,
    Drops,
    Beavers,
    Raccoons,
    /// The player wins points.
    Wins,
    /// The player loses points.
    Loses,
    /// The player ends the game and loses it.
    Ended(Option<How>),
    /// Text before the first recognized cell.
    Unknown,
}

/// First words of cells that are not rolls, in lower case. A longer phrase precedes a phrase that
/// it begins with.
const WORDS: [(&str, CellKind<'static>); 18] = [
    ("doubles", CellKind::Doubles),
    ("redoubles", CellKind::Doubles),
    ("takes", CellKind::Takes),
    ("accepts", CellKind::Takes),
    ("drops", CellKind::Drops),
    ("passes", CellKind::Drops),
    ("rejects", CellKind::Drops),
    ("beavers", CellKind::Beavers),
    ("raccoons", CellKind::Raccoons),
    ("wins", CellKind::Wins),
    ("losses", CellKind::Loses),
    ("loses on time", CellKind::Ended(Some(How::OutOfTime))),
    ("loses", CellKind::Loses),
    ("forfeits", CellKind::Ended(Some(How::Forfeited))),
    ("resigns", CellKind::Ended(None)),
    ("resigned", CellKind::Ended(None)),
    ("timeout", CellKind::Ended(Some(How::OutOfTime))),
    ("times out", CellKind::Ended(Some(How::OutOfTime))),
];

/// The numbered rows of a line, each with its column and its cells. A line has several rows if a
/// line break is missing. Rolls have `dice` dice.
pub(super) fn split_rows(line: &str, dice: usize) -> impl Iterator<Item = (usize, Vec<Cell<'_>>)> {
    let starts = find_row_starts(line);
    let mut column = 0;
    let mut at = 0;
    (0..starts.len()).map(move |row| {
        let (start, contents) = starts[row];
        let end = starts.get(row + 1).map_or(line.len(), |next| next.0);
        column += line[at..start].chars().count();
        at = start;
        let mut cells = split_cells(&line[contents..end], dice);
        for cell in &mut cells {
            cell.column += column + contents - start;
        }
        (column, cells)
    })
}

/// True if a line has a numbered row.
pub(super) fn has_rows(line: &str) -> bool {
    !find_row_starts(line).is_empty()
}

/// Finds the starts of rows and of their contents. A row begins with a number and a bracket that
/// are not part of a play.
fn find_row_starts(line: &str) -> Vec<(usize, usize)> {
    let bytes = line.as_bytes();
    let mut starts = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let begins = bytes[at].is_ascii_digit() && (at == 0 || bytes[at - 1].is_ascii_whitespace());
        if !begins {
            at += 1;
            continue;
        }
        let digits = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let after = at + digits;
        if bytes.get(after) == Some(&b')') {
            // Only whitespace may precede the first row.
            if starts.is_empty() && !line[..at].trim().is_empty() {
                return Vec::new();
            }
            starts.push((at, after + 1));
        }
        at = after;
    }
    starts
}

/// Splits a text, without a row number, into cells. Rolls have `dice` dice.
pub(super) fn split_cells(text: &str, dice: usize) -> Vec<Cell<'_>> {
    let mut starts: Vec<(usize, usize)> = Vec::new();
    let mut inside = 0u32;
    for (column, (at, letter)) in text.char_indices().enumerate() {
        match letter {
            '(' => inside += 1,
            ')' => inside = inside.saturating_sub(1),
            _ => {}
        }
        let begins = at == 0 || text[..at].ends_with(char::is_whitespace);
        if begins
            && inside == 0
            && (parse_word(&text[at..]).is_some() || parse_roll(&text[at..], dice).is_some())
        {
            starts.push((at, column));
        }
    }
    let first = starts.first().map_or(text.len(), |first| first.0);
    if let Some(at) = text[..first].find(|c: char| !c.is_whitespace()) {
        starts.insert(0, (at, text[..at].chars().count()));
    }
    let ends = starts.iter().skip(1).map(|next| next.0).chain([text.len()]);
    let cell = |(&(at, column), end): (&(usize, usize), usize)| {
        let text = text[at..end].trim_end();
        let kind = match (parse_roll(text, dice), parse_word(text)) {
            (Some((dice, rest)), _) => CellKind::Roll(dice, rest),
            (None, Some(kind)) => kind,
            (None, None) => CellKind::Unknown,
        };
        Cell { column, text, kind }
    };
    starts.iter().zip(ends).map(cell).collect()
}

/// Parses the numbers of `dice` dice and a colon; also returns the rest of the text.
fn parse_roll(text: &str, dice: usize) -> Option<(Dice, &str)> {
    let (dice, rest) = text.split_at_checked(dice)?;
    let rest = rest.strip_prefix(':')?;
    Some((dice.parse().ok()?, rest))
}

fn parse_word(text: &str) -> Option<CellKind<'static>> {
    let begins = |word: &str| {
        text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
            && !text[word.len()..].starts_with(|c: char| c.is_alphanumeric())
    };
    WORDS.iter().find(|(word, _)| begins(word)).map(|(_, kind)| kind.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The column of each row, with the column and the text of each cell.
    fn texts(line: &str) -> Vec<(usize, Vec<(usize, String)>)> {
        let cell = |cell: &Cell<'_>| (cell.column, cell.text.to_owned());
        split_rows(line, 2).map(|(column, row)| (column, row.iter().map(cell).collect())).collect()
    }

    #[test]
    fn cells_are_found_by_how_they_begin() {
        for (line, expected) in [
            ("  1) 53: 8/3 6/3   42: 8/4 6/4(2)", vec![(5, "53: 8/3 6/3"), (19, "42: 8/4 6/4(2)")]),
            (" 12)                     16:", vec![(25, "16:")]),
            ("  7) Doubles => 2   Takes", vec![(5, "Doubles => 2"), (20, "Takes")]),
            ("  9) 33: Cannot Move  21: ????", vec![(5, "33: Cannot Move"), (22, "21: ????")]),
            (" 33)  Wins 4 point", vec![(6, "Wins 4 point")]),
            (" 34)", vec![]),
            ("  3) hello     42: 8/4", vec![(5, "hello"), (15, "42: 8/4")]),
            ("  3) hello", vec![(5, "hello")]),
            (
                "  5) 61: Illegal play (7;0;11: 4;x)  Drops",
                vec![(5, "61: Illegal play (7;0;11: 4;x)"), (37, "Drops")],
            ),
        ] {
            let rows = texts(line);
            assert_eq!(rows.len(), 1, "{line}");
            let expected: Vec<(usize, String)> =
                expected.into_iter().map(|(column, text)| (column, text.to_owned())).collect();
            assert_eq!(rows[0].1, expected, "{line}");
        }
    }

    #[test]
    fn a_number_in_the_middle_begins_a_row() {
        let line = " 24) 43: 21/18 18/14     24)  Losses 2 point   Wins 2 point and the match";
        let rows = texts(line);
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0], (1, vec![(5, "43: 21/18 18/14".to_owned())]));
        assert_eq!(rows[1].0, 25);
        assert_eq!(rows[1].1[0], (30, "Losses 2 point".to_owned()));
        assert_eq!(rows[1].1[1].1, "Wins 2 point and the match");
    }
}
