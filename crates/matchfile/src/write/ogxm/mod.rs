//! Writes OGXM 2: the match, its games with their plies, the analysis, and comments.

mod bytes;
mod decisions;

pub(crate) use crate::ogxm::find_variant;
use crate::{
    model::{Event, GameRecord, How, Match},
    ogxm::{self, END, HEADER, MAGIC, MAJOR, absolute, action, most_moves, number_of, number_seat},
    replay::ReplayStep,
};
use bytes::Record;
use decisions::Block;
use sheshbesh_movegen::{CheckerMove, Cube, Dice, OFF, Phase, Seat, notation};

/// Longest names and events, in bytes.
const MOST_NAME: usize = 255;
const MOST_EVENT: usize = 120;
/// Scopes of comments.
const OF_MATCH: u64 = 0;
const OF_GAME: u64 = 1;
const OF_PLY: u64 = 2;
/// Milliseconds of a day.
const DAY: i64 = 86_400_000;

/// Formats a match as the bytes of a file.
pub(crate) fn write(record: &Match) -> Vec<u8> {
    let mut writer = Writer { record, plies: 0, block: Block::new(record), comments: Vec::new() };
    writer.comment(OF_MATCH, 0, record.about.comment.as_deref());
    let games: Vec<Vec<u8>> =
        (0..).zip(&record.games).map(|(number, game)| writer.game(number, game)).collect();
    let (heading, minor) = write_match(record);
    let mut sections = vec![(*b"MTCH", true, heading)];
    sections.extend(games.into_iter().map(|game| (*b"GAME", true, game)));
    if let Some((block, decisions)) = writer.block.finish() {
        sections.push((*b"ANAL", false, block));
        sections.push((*b"DECS", false, decisions));
    }
    writer.comments.sort_by_key(|(scope, at, _)| (*scope, *at));
    if !writer.comments.is_empty() {
        let comments = writer.comments.into_iter().flat_map(|(_, _, record)| record).collect();
        sections.push((*b"ANNO", false, comments));
    }
    join_sections(sections, minor)
}

/// Joins sections with the header, the checksum and the end marker.
fn join_sections(sections: Vec<([u8; 4], bool, Vec<u8>)>, minor: u16) -> Vec<u8> {
    // The checksum: its kind, then its bytes with their number.
    let sum = |sum: u32| {
        let mut fixed = vec![0, 4];
        fixed.extend(sum.to_le_bytes());
        Record::new(fixed).finish()
    };
    let length = |contents: &[u8]| 9 + contents.len();
    let size: usize = sections.iter().map(|(.., contents)| length(contents)).sum();
    let size = HEADER + size + length(&sum(0)) + END.len();
    let mut file = MAGIC.to_vec();
    file.extend(MAJOR.to_le_bytes());
    file.extend(minor.to_le_bytes());
    // The version that a reader must know.
    file.extend(u32::from(MAJOR).to_le_bytes());
    file.extend((size as u32).to_le_bytes());
    let push = |file: &mut Vec<u8>, name: [u8; 4], is_critical: bool, contents: &[u8]| {
        file.extend(name);
        file.extend((contents.len() as u32).to_le_bytes());
        file.push(u8::from(is_critical));
        file.extend(contents);
    };
    for (name, is_critical, contents) in sections {
        push(&mut file, name, is_critical, &contents);
    }
    let checksum = ogxm::checksum(&file);
    push(&mut file, *b"CSUM", true, &sum(checksum));
    file.extend(END);
    file
}

/// The section of the match, and the minor version that its fields need.
fn write_match(record: &Match) -> (Vec<u8>, u16) {
    let mut fixed = bytes::number(record.length.into());
    bytes::push_number(&mut fixed, find_variant(record.game).unwrap_or(0));
    let mut heading = Record::new(fixed);
    for (bit, seat) in [(0, Seat::Top), (1, Seat::Bottom)] {
        let name = &record.players[seat].name;
        if !name.is_empty() {
            heading.field(bit, bytes::text(name, MOST_NAME));
        }
    }
    let is_money = record.length == 0;
    let is_on = |rule: Option<bool>| is_money && rule.unwrap_or(true);
    let rules = u64::from(record.rules.crawford && !is_money)
        | u64::from(is_on(record.rules.jacoby)) << 1
        | u64::from(is_on(record.rules.beavers)) << 2
        | u64::from(is_on(record.rules.beavers)) << 3;
    if rules > 0 {
        heading.field(2, bytes::number(rules));
    }
    if let Some(limit) = record.rules.largest_cube.and_then(|exponent| Cube::new(exponent, None)) {
        heading.field(3, bytes::number(limit.value().into()));
    }
    let score = record.games.first().map_or_else(Default::default, |game| game.score);
    if score.top > 0 || score.bottom > 0 {
        let mut start = bytes::number(score.top.into());
        bytes::push_number(&mut start, score.bottom.into());
        heading.field(4, start);
    }
    if let Some(date) = record.about.date {
        let day = count_days(date.year.into(), date.month.into(), date.day.into());
        if let Ok(start) = u64::try_from(day * DAY)
            && start > 0
        {
            heading.field(8, bytes::number(start));
        }
    }
    let mut minor = 0;
    if let Some(event) = record.about.event.as_deref().filter(|event| !event.is_empty()) {
        heading.field(12, bytes::text(event, MOST_EVENT));
        minor = 1;
    }
    (heading.finish(), minor)
}

/// Days from 1 January 1970 to a date of the Gregorian calendar.
fn count_days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

struct Writer<'a> {
    record: &'a Match,
    /// Number of plies up to now; analysis and comments refer to plies by number.
    plies: u64,
    block: Block,
    comments: Vec<(u64, u64, Vec<u8>)>,
}

impl Writer<'_> {
    fn comment(&mut self, scope: u64, at: u64, comment: Option<&str>) {
        if let Some(comment) = comment {
            let mut fixed = bytes::number(scope);
            bytes::push_number(&mut fixed, at);
            fixed.extend(bytes::text(comment, usize::MAX));
            self.comments.push((scope, at, Record::new(fixed).finish()));
        }
    }

    /// The section of a game: its result, then its plies.
    fn game(&mut self, number: u64, game: &GameRecord) -> Vec<u8> {
        self.comment(OF_GAME, number, game.comment.as_deref());
        let mut heading = Record::default();
        let won = game.result.and_then(|result| Some((result.winner?, result)));
        if let Some((winner, result)) = won {
            heading.field(0, bytes::number(number_seat(winner).into()));
            heading.field(1, bytes::number(result.points.into()));
        }
        if number + 1 == self.record.games.len() as u64 && self.is_over(game) {
            heading.field(2, []);
        }
        let doubles = match game.entries.first().map(|entry| &entry.event) {
            Some(Event::SetCube { exponent, owner: None }) => *exponent,
            _ => 0,
        };
        if doubles > 0 {
            heading.field(6, bytes::number(doubles.into()));
        }
        let mut section = heading.finish();
        let steps: Vec<ReplayStep<'_>> =
            game.replay(self.record).into_iter().flatten().map_while(Result::ok).collect();
        for (index, step) in steps.iter().enumerate() {
            if index == 0 && doubles > 0 {
                continue;
            }
            let is_last = index + 1 == steps.len();
            let Some(ply) = self.ply(step, is_last && won.is_some()) else { continue };
            section.extend(ply);
            self.block.add(self.plies, step);
            self.comment(OF_PLY, self.plies, step.entry.comment.as_deref());
            self.plies += 1;
        }
        if let Some((winner, result)) = won
            && let Some(ply) = format_end(result.how, !winner)
        {
            section.extend(ply);
            self.plies += 1;
        }
        section
    }

    /// True if the match ends with a game.
    fn is_over(&self, game: &GameRecord) -> bool {
        let Some(result) = game.result else { return false };
        let Some(winner) = result.winner else { return false };
        let needed = self.record.length.saturating_sub(game.score[winner]);
        self.record.length > 0 && result.points >= needed.into()
    }

    /// A ply; `None` for an event that the format does not have. A roll is unplayed only before a
    /// resignation.
    fn ply(&self, step: &ReplayStep<'_>, is_before_end: bool) -> Option<Vec<u8>> {
        let (table, seat) = (&step.table, step.entry.seat);
        Some(match &step.entry.event {
            Event::Play { dice, result } => {
                let moves = notation::checker_moves(table.game, &table.position, *dice, result)?;
                format_play(seat, *dice, &moves)
            }
            Event::Roll(dice) if is_before_end => format_play(seat, *dice, &[]),
            Event::IllegalPlay { dice, result, .. } => {
                let mut extras = Record::default();
                extras.field(0, [dice.low(), dice.high()]);
                extras.field(3, []);
                extras.field(6, store(result, !seat));
                format_action(action::SET_BOARD, !seat, Some(extras))
            }
            Event::SetBoard(position) => {
                let mut extras = Record::default();
                extras.field(6, store(position, seat));
                format_action(action::SET_BOARD, seat, Some(extras))
            }
            Event::SetCube { exponent, owner } => {
                let mut extras = Record::default();
                extras.field(2, bytes::number(Cube::new(*exponent, None)?.value().into()));
                if let Some(owner) = owner {
                    extras.field(8, bytes::number(number_seat(*owner).into()));
                }
                format_action(action::SET_CUBE, seat, Some(extras))
            }
            Event::Double => format_action(action::DOUBLE, seat, None),
            // Beavers and raccoons are answered without a ply. The result tells if they were passed.
            Event::Take | Event::Pass
                if matches!(table.phase, Phase::Beavered | Phase::Raccooned) =>
            {
                return None;
            }
            Event::Take => format_action(action::TAKE, seat, None),
            Event::Pass => format_action(action::PASS, seat, None),
            Event::Beaver => format_action(action::BEAVER, seat, None),
            Event::Raccoon => format_action(action::RACCOON, seat, None),
            Event::Roll(_) | Event::SetDice(_) | Event::Resign(_) | Event::Refuse => return None,
        })
    }
}

fn store(position: &sheshbesh_movegen::Position, seat: Seat) -> Vec<u8> {
    ogxm::store_board(position, seat).into_iter().map(|count| count as u8).collect()
}

/// The ply that ends a game which was not played out.
fn format_end(how: How, loser: Seat) -> Option<Vec<u8>> {
    match how {
        How::Resigned(win) => {
            let mut extras = Record::default();
            extras.field(1, bytes::number(win.points().into()));
            Some(format_action(action::RESIGN, loser, Some(extras)))
        }
        How::Forfeited | How::OutOfTime => Some(format_action(action::FORFEIT, loser, None)),
        _ => None,
    }
}

fn format_action(action: u8, seat: Seat, extras: Option<Record>) -> Vec<u8> {
    let extras = extras.filter(|extras| !extras.is_empty());
    let has_extras = u8::from(extras.is_some()) << 7;
    let mut ply = vec![action | number_seat(seat) << 6 | has_extras];
    ply.extend(extras.into_iter().flat_map(Record::finish));
    ply
}

/// The steps of a play: the absolute start, and the number of points moved.
fn format_steps(seat: Seat, moves: &[CheckerMove]) -> Vec<u8> {
    let step = |step: &CheckerMove| {
        let to = if step.to == OFF { 0 } else { step.to };
        absolute(seat, step.from) | (step.from - to) << 5
    };
    moves.iter().map(step).collect()
}

fn format_play(seat: Seat, dice: Dice, moves: &[CheckerMove]) -> Vec<u8> {
    let mut ply = vec![number_of(dice) | number_seat(seat) << 6];
    ply.extend(format_steps(seat, moves));
    if moves.len() < most_moves(dice) {
        ply.push(0);
    }
    ply
}
