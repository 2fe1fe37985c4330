//! Splits a `.mat` file into its matches.

use super::{cells, header};
use crate::{read::heading::Heading, text::Line};
use sheshbesh_movegen::BySeat;
use std::ops::Range;

/// The lines of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MatchLines {
    /// Indices in the list of lines.
    pub(super) lines: Range<usize>,
    /// Length of the previous match, if this part does not state one.
    pub(super) length: Option<u16>,
}

/// Finds the matches of a file. A match begins with a game that does not continue the previous
/// match. Tags and a length above that game belong to it.
pub(super) fn split_matches(lines: &[Line<'_>]) -> Vec<MatchLines> {
    let mut parts = vec![MatchLines { lines: 0..lines.len(), length: None }];
    let mut last: Option<Heading> = None;
    // Index of the first tag or length since the last row, and the stated length.
    let (mut above, mut length) = (None, None);
    for (index, (_, line)) in lines.iter().enumerate() {
        let line = line.trim();
        if let Some(comment) = line.strip_prefix([';', '#']) {
            if header::is_heading_tag(comment) {
                above.get_or_insert(index);
            }
        } else if let Some(number) = header::parse_game_number(line) {
            let before = last.take();
            let inherited = before.as_ref().map_or(0, |before| before.length);
            let next = read_heading(number, length.unwrap_or(inherited), &lines[index + 1..]);
            if before.is_some_and(|before| !next.continues(&before)) {
                let start = above.unwrap_or(index);
                if let Some(part) = parts.last_mut() {
                    part.lines.end = start;
                }
                let length = length.is_none().then_some(inherited);
                parts.push(MatchLines { lines: start..lines.len(), length });
            }
            (last, above, length) = (Some(next), None, None);
        } else if let Some(points) = header::parse_length(line) {
            above.get_or_insert(index);
            length = Some(points.unwrap_or(0));
        } else if cells::has_rows(line) {
            (above, length) = (None, None);
        }
    }
    parts
}

/// The heading of a game, from the lines after its number.
fn read_heading(number: u32, length: u16, below: &[Line<'_>]) -> Heading {
    let mut below = below.iter().map(|(_, line)| line.trim());
    let line = below.find(|line| !line.is_empty() && !line.starts_with([';', '#']));
    let players = line.and_then(header::parse_players).unwrap_or([("", Ok(0)); 2]);
    let [top, bottom] = players.map(|(name, points)| (name.to_owned(), points.unwrap_or(0)));
    Heading {
        names: BySeat { top: top.0, bottom: bottom.0 },
        length,
        number: Some(number),
        score: BySeat { top: top.1, bottom: bottom.1 },
    }
}
