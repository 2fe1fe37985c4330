//! Reads FIBS oldmoves: a line for each action of a player.
//!
//! `X` and `O` share one numbering of the points; one of them moves up and the other down. The
//! directions may differ between files, so a play shows its direction by its numbers.

use crate::{
    builder::{BuiltMatches, ParsedAction, RecordBuilder},
    model::PlayerInfo,
    number::find_number,
    play_text::{CheckerPath, PlayText},
    read::heading::Heading,
    text::{Line, first_line},
    warning::{Problem, excerpt},
};
use sheshbesh_movegen::{BAR, BySeat, Decision, Dice, Game, HOME, OFF, Seat};

/// True if a text begins with the score line of a game on FIBS.
pub(super) fn is_oldmoves(lines: &[Line<'_>]) -> bool {
    first_line(lines).is_some_and(|line| parse_score(line).is_some())
}

/// Reads matches. Some versions of FIBS write the scores in the wrong order, so both orders are
/// tried. The order with fewer warnings is right.
pub(super) fn read(lines: &[Line<'_>], game: Game) -> BuiltMatches {
    let [as_written, swapped] = [false, true].map(|swapped| read_as(lines, game, swapped));
    let count_warnings =
        |found: &BuiltMatches| found.iter().map(|(_, warnings)| warnings.len()).sum::<usize>();
    if count_warnings(&swapped) < count_warnings(&as_written) { swapped } else { as_written }
}

fn read_as(lines: &[Line<'_>], game: Game, swapped: bool) -> BuiltMatches {
    let mut builder = RecordBuilder::new(game);
    let (mut next, mut last) = (Heading::default(), None::<Heading>);
    for &(number, line) in lines {
        let line = line.trim();
        if let Some((mut points, length)) = parse_score(line) {
            if swapped {
                points.reverse();
            }
            builder.end_game();
            let score = BySeat { bottom: points[0], top: points[1] };
            next = Heading { length, score, ..Heading::default() };
        } else if let Some(names) = parse_players(line) {
            let [bottom, top] = names.map(str::to_owned);
            let heading = Heading { names: BySeat { bottom, top }, ..std::mem::take(&mut next) };
            let continues = last.as_ref().is_some_and(|last| heading.continues(last));
            if !continues {
                if last.is_some() {
                    builder.next_match(game);
                }
                builder.record.length = heading.length;
                builder.record.players =
                    heading.names.clone().map(|name| PlayerInfo { name, rating: None });
            }
            builder.begin(number, heading.score, None);
            last = Some(heading);
        } else if !line.is_empty() {
            read_line(&mut builder, number, line);
        }
    }
    builder.finish()
}

/// Parses `Score is 0-2 in a 5 point match.`; a line without a length is a money game.
fn parse_score(line: &str) -> Option<([u16; 2], u16)> {
    let rest = line.strip_prefix("Score is ")?;
    let (points, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let (first, second) = points.trim_end_matches('.').split_once('-')?;
    let words: Vec<&str> = rest.split_whitespace().take(5).collect();
    let length = match words[..] {
        ["in", "a", length, "point", ..] => length.parse().ok()?,
        _ => 0,
    };
    Some(([first.parse().ok()?, second.parse().ok()?], length))
}

/// Parses `Ada is X - Ben is O`; returns the name of X, then the name of O.
fn parse_players(line: &str) -> Option<[&str; 2]> {
    let (first, second) = line.split_once(" is X - ")?;
    Some([first.trim(), second.strip_suffix(" is O")?.trim()])
}

fn read_line(builder: &mut RecordBuilder, number: u32, line: &str) {
    let text = match line.split_once(':') {
        Some(("X", text)) => Some((Seat::Bottom, text.trim())),
        Some(("O", text)) => Some((Seat::Top, text.trim())),
        _ => None,
    };
    let understood = text.is_some_and(|(seat, text)| read_action(builder, number, seat, text));
    if !understood {
        builder.warn(number, Problem::NotUnderstood(excerpt(line)));
    }
}

/// Reads an action of a player; returns false if it is not understood.
fn read_action(builder: &mut RecordBuilder, number: u32, seat: Seat, text: &str) -> bool {
    if let Some(rest) = text.strip_prefix('(') {
        let Some((dice, play)) = rest.split_once(')') else { return false };
        let Ok(dice) = dice.trim().parse::<Dice>() else { return false };
        let play = play.trim();
        let action = if play.is_empty() {
            ParsedAction::Roll(dice)
        } else if play.starts_with("can't move") {
            ParsedAction::Dance(dice)
        } else {
            match PlayText::parse(&play.replace('.', " ")).map(renumber_play) {
                Some(written) => ParsedAction::Play(dice, written, play.to_owned()),
                None => return false,
            }
        };
        builder.enter(number, seat, action);
        return true;
    }
    let words: Vec<&str> = text
        .trim_end_matches('.')
        .split_whitespace()
        .map(|w| w.trim_matches('.'))
        .take(8)
        .collect();
    match words[..] {
        ["doubles", ..] => builder.enter(number, seat, ParsedAction::Double(None)),
        ["redoubles" | "beavers", ..] => builder.enter(number, seat, ParsedAction::Beaver),
        ["accepts", ..] => {
            let doubled = matches!(
                builder.to_decide(),
                Some(Decision::Double { .. } | Decision::Beaver { .. } | Decision::Raccoon { .. })
            );
            // After a resignation, the next line names the winner.
            if doubled {
                builder.enter(number, seat, ParsedAction::Take);
            }
        }
        ["rejects", ..] => match builder.to_decide() {
            Some(Decision::Resignation { .. }) => builder.enter(number, seat, ParsedAction::Refuse),
            _ => builder.enter(number, seat, ParsedAction::Pass),
        },
        ["wants", "to", "resign", ..] => {
            // The line does not state the size of the resignation; the answer or the result does.
            builder.note_expected_end(!seat, None, None);
        }
        ["wins", ..] => {
            let points = find_number(text).unwrap_or_else(|_| {
                builder.warn(number, Problem::BadNumber(excerpt(text)));
                None
            });
            builder.enter_result(number, Some(seat), points, None);
        }
        _ => return false,
    }
    true
}

/// Converts a play that moves up the points to the other player's numbering. The bar and off keep
/// their numbers.
pub(super) fn renumber_play(play: PlayText) -> PlayText {
    let goes_up = play.0.iter().any(|path| {
        let to = path.stops.last().map_or(path.from, |stop| stop.0);
        match (path.from, to) {
            (BAR, to) => to <= HOME,
            (from, OFF) => from > HOME,
            (from, to) => to > from,
        }
    });
    if !goes_up {
        return play;
    }
    let other = |point: u8| if matches!(point, BAR | OFF) { point } else { BAR - point };
    let path = |path: CheckerPath| CheckerPath {
        from: other(path.from),
        stops: path.stops.into_iter().map(|(to, hits)| (other(to), hits)).collect(),
    };
    PlayText(play.0.into_iter().map(path).collect())
}
