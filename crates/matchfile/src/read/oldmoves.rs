//! Reads FIBS oldmoves: a line for each action of a player.
//!
//! `X` and `O` share one numbering of the points; one of them moves up and the other down. The
//! directions may differ between files, so a play shows its direction by its numbers.

use crate::{
    builder::{Found, ParsedAction, RecordBuilder},
    model::Player,
    number::number_in,
    play_text::{PlayText, Way},
    read::heading::Heading,
    text::lines,
    warning::{Problem, excerpt},
};
use sheshbesh_movegen::{BAR, BySeat, Decision, Dice, Game, HOME, OFF, Seat};

/// True if a text begins with the score line of a game on FIBS.
pub(crate) fn is_oldmoves(text: &str) -> bool {
    let first = lines(text).map(|(_, line)| line.trim()).find(|line| !line.is_empty());
    first.is_some_and(|line| score(line).is_some())
}

/// Reads matches. Some versions of FIBS write the scores in the wrong order, so both orders are
/// tried. The order with fewer warnings is right.
pub(crate) fn read(text: &str, game: Game) -> Found {
    let [as_written, swapped] = [false, true].map(|swapped| read_as(text, game, swapped));
    let odd = |found: &Found| found.iter().map(|(_, warnings)| warnings.len()).sum::<usize>();
    if odd(&swapped) < odd(&as_written) { swapped } else { as_written }
}

fn read_as(text: &str, game: Game, swapped: bool) -> Found {
    let mut scribe = RecordBuilder::new(game);
    let (mut next, mut last) = (Heading::default(), None::<Heading>);
    for (number, line) in lines(text) {
        let line = line.trim();
        if let Some((mut points, length)) = score(line) {
            if swapped {
                points.reverse();
            }
            scribe.end_game();
            let score = BySeat { bottom: points[0], top: points[1] };
            next = Heading { length, score, ..Heading::default() };
        } else if let Some(names) = players(line) {
            let [bottom, top] = names.map(str::to_owned);
            let heading = Heading { names: BySeat { bottom, top }, ..std::mem::take(&mut next) };
            let continues = last.as_ref().is_some_and(|last| heading.continues(last));
            if !continues {
                if last.is_some() {
                    scribe.next_match(game);
                }
                scribe.record.length = heading.length;
                scribe.record.players =
                    heading.names.clone().map(|name| Player { name, rating: None });
            }
            scribe.begin(number, heading.score, None);
            last = Some(heading);
        } else if !line.is_empty() {
            read_line(&mut scribe, number, line);
        }
    }
    scribe.finish()
}

/// Parses `Score is 0-2 in a 5 point match.`; a line without a length is a money game.
fn score(line: &str) -> Option<([u16; 2], u16)> {
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
fn players(line: &str) -> Option<[&str; 2]> {
    let (first, second) = line.split_once(" is X - ")?;
    Some([first.trim(), second.strip_suffix(" is O")?.trim()])
}

fn read_line(scribe: &mut RecordBuilder, number: u32, line: &str) {
    let said = match line.split_once(':') {
        Some(("X", said)) => Some((Seat::Bottom, said.trim())),
        Some(("O", said)) => Some((Seat::Top, said.trim())),
        _ => None,
    };
    let understood = said.is_some_and(|(seat, said)| read_action(scribe, number, seat, said));
    if !understood {
        scribe.warn(number, Problem::NotUnderstood(excerpt(line)));
    }
}

/// Reads an action of a player; returns false if it is not understood.
fn read_action(scribe: &mut RecordBuilder, number: u32, seat: Seat, said: &str) -> bool {
    if let Some(rest) = said.strip_prefix('(') {
        let Some((dice, play)) = rest.split_once(')') else { return false };
        let Ok(dice) = dice.trim().parse::<Dice>() else { return false };
        let play = play.trim();
        let act = if play.is_empty() {
            ParsedAction::Roll(dice)
        } else if play.starts_with("can't move") {
            ParsedAction::Dance(dice)
        } else {
            match PlayText::parse(&play.replace('.', " ")).map(down) {
                Some(written) => ParsedAction::Play(dice, written, play.to_owned()),
                None => return false,
            }
        };
        scribe.enter(number, seat, act);
        return true;
    }
    let words: Vec<&str> = said
        .trim_end_matches('.')
        .split_whitespace()
        .map(|w| w.trim_matches('.'))
        .take(8)
        .collect();
    match words[..] {
        ["doubles", ..] => scribe.enter(number, seat, ParsedAction::Double(None)),
        ["redoubles" | "beavers", ..] => scribe.enter(number, seat, ParsedAction::Beaver),
        ["accepts", ..] => {
            let doubled = matches!(
                scribe.to_decide(),
                Some(Decision::Double { .. } | Decision::Beaver { .. } | Decision::Raccoon { .. })
            );
            // After a resignation, the next line names the winner.
            if doubled {
                scribe.enter(number, seat, ParsedAction::Take);
            }
        }
        ["rejects", ..] => match scribe.to_decide() {
            Some(Decision::Resignation { .. }) => scribe.enter(number, seat, ParsedAction::Refuse),
            _ => scribe.enter(number, seat, ParsedAction::Pass),
        },
        ["wants", "to", "resign", ..] => {
            // The line does not state the size of the resignation; the answer or the result does.
            scribe.will_end(!seat, None, None);
        }
        ["wins", ..] => {
            let points = number_in(said).unwrap_or_else(|_| {
                scribe.warn(number, Problem::BadNumber(excerpt(said)));
                None
            });
            scribe.result(number, Some(seat), points, None);
        }
        _ => return false,
    }
    true
}

/// Converts a play that moves up the points to the other player's numbering. The bar and off keep
/// their numbers.
pub(super) fn down(play: PlayText) -> PlayText {
    let goes_up = play.0.iter().any(|way| {
        let to = way.stops.last().map_or(way.from, |stop| stop.0);
        match (way.from, to) {
            (BAR, to) => to <= HOME,
            (from, OFF) => from > HOME,
            (from, to) => to > from,
        }
    });
    if !goes_up {
        return play;
    }
    let other = |point: u8| if matches!(point, BAR | OFF) { point } else { BAR - point };
    let way = |way: Way| Way {
        from: other(way.from),
        stops: way.stops.into_iter().map(|(to, hits)| (other(to), hits)).collect(),
    };
    PlayText(play.0.into_iter().map(way).collect())
}
