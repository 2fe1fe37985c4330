//! Reads eXtreme Gammon's text export of positions: the XGID, the players, the candidate plays or
//! the annotation of the cube, and notes.
//!
//! The labels are in the language of the program, so lines are recognized by their shape. Numbers
//! have the same places in every language.

mod analysis;

use super::situation;
use crate::{
    builder::{BuiltMatches, RecordBuilder},
    text::Line,
    warning::{Problem, excerpt},
    write::xg_text,
};
use sheshbesh_movegen::{BySeat, Game, Situation};

const XGID: &str = "XGID=";
/// The last line of each position names the program, eXtreme Gammon or ours.
fn is_last_line(line: &str) -> bool {
    line.starts_with("eXtreme Gammon Version") || line.starts_with(xg_text::LAST_LINE)
}

/// True if a line of a text begins with an XGID.
pub(super) fn is_xg_text(lines: &[Line<'_>]) -> bool {
    lines.iter().any(|(_, line)| line.trim_start().starts_with(XGID))
}

/// Reads positions, each as a game. Positions with the same players and stakes form a match.
pub(super) fn read(lines: &[Line<'_>], game: Game) -> BuiltMatches {
    let mut builder = RecordBuilder::new(game);
    for block in split_blocks(lines) {
        read_block(&mut builder, block);
    }
    builder.finish()
}

/// Splits the text into positions, each from its XGID to the next one.
///
/// A note may quote an XGID at the start of a line. The line belongs to the note if the position
/// already has players but no last line, and if no players follow.
fn split_blocks<'a, 'b>(lines: &'b [Line<'a>]) -> Vec<&'b [Line<'a>]> {
    let mut starts = Vec::new();
    let (mut has_players, mut is_over) = (false, true);
    for (index, (_, line)) in lines.iter().enumerate() {
        let line = line.trim();
        if line.starts_with(XGID) {
            let next = lines[index + 1..].iter().map(|(_, line)| line.trim());
            let players_follow = next
                .clone()
                .find(|line| !line.is_empty())
                .is_some_and(|line| parse_players(line).is_some());
            if is_over || !has_players || players_follow {
                starts.push(index);
                (has_players, is_over) = (false, false);
            }
        } else if is_last_line(line) {
            is_over = true;
        } else {
            has_players |= parse_players(line).is_some();
        }
    }
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &lines[start..end]).collect()
}

/// Reads the position of a block.
fn read_block(builder: &mut RecordBuilder, block: &[Line<'_>]) {
    let Some((&(number, first), rest)) = block.split_first() else { return };
    let id = first.trim().strip_prefix(XGID).unwrap_or_default();
    let Ok(table) = Situation::from_xgid(id, builder.record.game) else {
        builder.warn(number, Problem::NotUnderstood(excerpt(first)));
        return;
    };
    builder.end_game();
    situation::begin(builder, number, &table);
    let end = rest.iter().position(|(_, line)| is_last_line(line.trim()));
    let rest = &rest[..end.unwrap_or(rest.len())];
    let (rest, is_heading_whole) = read_heading(builder, rest);
    let analysed = analysis::read(builder, rest, &table);
    if is_heading_whole || analysed > 0 {
        let note: Vec<&str> = rest[analysed..].iter().map(|(_, line)| line.trim_end()).collect();
        builder.add_comment(&note.join("\n"));
    }
}

/// Reads the players. Returns the lines after the one with the player to act, and true if there is
/// such a line. The board precedes that line.
fn read_heading<'a, 'b>(
    builder: &mut RecordBuilder,
    lines: &'b [Line<'a>],
) -> (&'b [Line<'a>], bool) {
    let mut rest = lines;
    let named = lines.iter().position(|(_, line)| !line.trim().is_empty());
    if let Some(index) = named
        && let Some([bottom, top]) = parse_players(lines[index].1)
    {
        let names = BySeat { bottom: bottom.to_owned(), top: top.to_owned() };
        situation::name_players(builder, names);
        rest = &lines[index + 1..];
    }
    // `X to play 31` or `O on roll, cube action`, in any language.
    let is_turn = |line: &str| {
        let line = line.trim();
        (line.starts_with("X ") || line.starts_with("O ")) && !line.contains(':')
    };
    match rest.iter().position(|(_, line)| is_turn(line)) {
        Some(index) => (&rest[index + 1..], true),
        None => (rest, false),
    }
}

/// Parses `X:Ada   O:Ben`. Usually three spaces separate the players, but one is enough.
fn parse_players(line: &str) -> Option<[&str; 2]> {
    let both = line.trim().strip_prefix("X:")?;
    let (first, second) =
        ["   O:", "\tO:", " O:"].iter().find_map(|between| both.split_once(between))?;
    Some([first.trim(), second.trim()])
}
