//! Reads OGXM 2 files and streams of them: the match, its games with their plies, the first
//! analysis, and comments.

mod container;
mod cursor;
mod decisions;

use super::error::FormatError;
use crate::{
    builder::{BuiltMatches, ParsedAction, RecordBuilder},
    model::{Date, GameRecord, How, Match, PlayerInfo},
    ogxm::{self, HEADER, MAGIC, action, dice_of, most_moves, seat_of},
    play_text::PlayText,
    warning::{Problem, Warning, excerpt},
};
use container::{check_sum, damaged, list_sections, split_file};
use cursor::{Cursor, has};
use decisions::{Analysis, read_step};
use sheshbesh_movegen::{BySeat, Cube, Decision, Dice, Game, Seat, Win};
use std::collections::BTreeMap;

/// Maximum number of matches in a stream.
const MOST_MATCHES: usize = 1000;
/// Milliseconds of a day.
const DAY: u64 = 86_400_000;

/// True if a file begins as an OGXM file.
pub(super) fn is_ogxm(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) && bytes.len() >= HEADER
}

/// Reads the matches of a stream. A match that is cut off at the end is left out with a warning.
///
/// # Errors
/// If the first match is damaged, or if a match is of an unknown game.
pub(super) fn read(bytes: &[u8]) -> Result<BuiltMatches, FormatError> {
    let mut found = BuiltMatches::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let file = split_file(rest).and_then(|(file, after)| {
            rest = after;
            read_file(file)
        });
        match file {
            Ok(file) => found.push(file),
            Err(error) if found.is_empty() => return Err(error),
            Err(FormatError::Game(game)) => return Err(FormatError::Game(game)),
            Err(FormatError::Damaged(problem)) => {
                if let Some((_, warnings)) = found.last_mut() {
                    let problem = Problem::NotUnderstood(excerpt(&problem));
                    warnings.push(Warning { line: 0, game: 0, problem });
                }
                break;
            }
        }
        if found.len() == MOST_MATCHES && !rest.is_empty() {
            if let Some((_, warnings)) = found.last_mut() {
                let problem = Problem::NotUnderstood(format!("more than {MOST_MATCHES} matches"));
                warnings.push(Warning { line: 0, game: 0, problem });
            }
            break;
        }
    }
    Ok(found)
}

/// Rules in the section of a match.
mod rule {
    pub(super) const CRAWFORD: u64 = 1;
    pub(super) const JACOBY: u64 = 2;
    pub(super) const BEAVER: u64 = 4;
}

fn read_file(file: &[u8]) -> Result<(Match, Vec<Warning>), FormatError> {
    let sections = list_sections(file)?;
    // The checksum is the last section; another one would have the file hashed again.
    if let Some((b"CSUM", contents, at)) = sections.last().map(|(name, rest, at)| (name, rest, at))
    {
        check_sum(file, contents, *at)?;
    }
    let find = |wanted: &'static [u8; 4]| {
        sections.iter().filter(move |(name, ..)| name == wanted).map(|(_, contents, _)| *contents)
    };
    let heading = find(b"MTCH").next().ok_or_else(|| damaged("no match"))?;
    let mut builder = RecordBuilder::new(Game::Backgammon);
    let mut score = read_match(&mut builder, heading)?;
    let mut analysis = find(b"ANAL").next().and_then(Analysis::read_block);
    if let Some(analysis) = &mut analysis {
        for decisions in find(b"DECS").take(1) {
            analysis.read_decisions(decisions);
        }
    }
    let mut comments = Comments::new();
    for section in find(b"ANNO") {
        read_comments(section, &mut comments);
    }
    let mut reader = Reader {
        builder,
        analysis: analysis.unwrap_or_default(),
        comments,
        plies: 0,
        had_crawford: false,
    };
    reader.comment(0, 0);
    for (number, game) in (0..).zip(find(b"GAME")) {
        reader.read_game(number, game, &mut score);
    }
    let mut built = reader.builder.finish();
    built.pop().ok_or_else(|| damaged("no match"))
}

/// Reads the section of the match. Returns the score before its first game.
fn read_match(builder: &mut RecordBuilder, section: &[u8]) -> Result<BySeat<u16>, FormatError> {
    let cut = || damaged("the section of the match is cut off");
    let (mut heading, mask) = Cursor(section).record().ok_or_else(cut)?;
    let length = heading.number().ok_or_else(cut)?;
    let variant = heading.number().ok_or_else(cut)?;
    let game = ogxm::game_of(variant)
        .ok_or_else(|| FormatError::Game(format!("OGXM variant {variant}")))?;
    let record = &mut builder.record;
    record.game = game;
    record.length = u16::try_from(length).map_err(|_| damaged("the match length is too large"))?;
    let mut read = || -> Option<BySeat<u16>> {
        for (bit, seat) in [(0, Seat::Top), (1, Seat::Bottom)] {
            if has(mask, bit) {
                record.players[seat] = PlayerInfo { name: heading.text()?, rating: None };
            }
        }
        let rules = if has(mask, 2) { heading.number()? } else { 0 };
        let is_on = |rule: u64| rules & rule != 0;
        let is_money = record.length == 0;
        record.rules.crawford = is_money || is_on(rule::CRAWFORD);
        record.rules.jacoby = is_money.then(|| is_on(rule::JACOBY));
        record.rules.beavers = is_money.then(|| is_on(rule::BEAVER));
        if has(mask, 3) {
            let limit = u32::try_from(heading.number()?).ok();
            record.rules.largest_cube =
                limit.and_then(|limit| Cube::of_value(limit, None)).map(Cube::exponent);
        }
        let mut score = BySeat::default();
        if has(mask, 4) {
            let (top, bottom) = (heading.number()?, heading.number()?);
            score = BySeat { top, bottom }.map(|points| u16::try_from(points).unwrap_or(u16::MAX));
        }
        if has(mask, 5) {
            heading.number()?;
            heading.number()?;
        }
        for bit in [6, 7] {
            if has(mask, bit) {
                heading.number()?;
            }
        }
        if has(mask, 8) {
            record.about.date = to_date(heading.number()? / DAY);
        }
        for bit in [9, 10] {
            if has(mask, bit) {
                heading.number()?;
            }
        }
        if has(mask, 12) {
            record.about.event = Some(heading.text()?);
        }
        Some(score)
    };
    read().ok_or_else(cut)
}

/// Converts days since 1 January 1970 to a date of the Gregorian calendar.
fn to_date(days: u64) -> Option<Date> {
    let days = i64::try_from(days).ok()?.checked_add(719_468)?;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    Date::new(u16::try_from(year).ok()?, u8::try_from(month).ok()?, u8::try_from(day).ok()?)
}

/// Comments by their scope and the number of their game or ply.
type Comments = BTreeMap<(u64, u64), Vec<String>>;

/// Reads the comments on the match, on games and on plies. Records with a key are for programs.
fn read_comments(section: &[u8], comments: &mut Comments) {
    let mut records = Cursor(section);
    while let Some((mut record, mask)) = records.record() {
        let mut read = || Some((record.number()?, record.number()?, record.text()?));
        if let Some((scope, at, text)) = read().filter(|_| !has(mask, 0)) {
            comments.entry((scope, at)).or_default().push(text);
        }
    }
}

/// Optional parts of a ply.
#[derive(Default)]
struct Extras {
    dice: Option<Dice>,
    resigned: Option<u64>,
    cube: Option<u64>,
    board: Option<[i8; ogxm::BOARD]>,
    owner: Option<u64>,
}

impl Extras {
    fn read(from: &mut Cursor<'_>) -> Option<Self> {
        let (mut record, mask) = from.record()?;
        let mut extras = Self::default();
        if has(mask, 0) {
            extras.dice = Dice::new(record.byte()?, record.byte()?);
        }
        if has(mask, 1) {
            extras.resigned = Some(record.number()?);
        }
        if has(mask, 2) {
            extras.cube = Some(record.number()?);
        }
        if has(mask, 4) {
            record.take(4)?;
        }
        if has(mask, 5) {
            let count = record.count()?;
            record.take(count)?;
        }
        if has(mask, 6) {
            extras.board = Some(record.board()?);
        }
        if has(mask, 7) {
            record.number()?;
        }
        if has(mask, 8) {
            extras.owner = Some(record.number()?);
        }
        Some(extras)
    }
}

struct Reader {
    builder: RecordBuilder,
    analysis: Analysis,
    comments: Comments,
    /// Number of plies up to now.
    plies: u64,
    had_crawford: bool,
}

impl Reader {
    /// Adds the comments with a scope and a number.
    fn comment(&mut self, scope: u64, at: u64) {
        for comment in self.comments.remove(&(scope, at)).unwrap_or_default() {
            self.builder.add_comment(&comment);
        }
    }

    /// Reads a game, and adds its points to the score.
    fn read_game(&mut self, number: u64, section: &[u8], score: &mut BySeat<u16>) {
        let mut section = Cursor(section);
        let length = self.builder.record.length;
        let is_one_away =
            length > 0 && score.into_iter().any(|points| points.checked_add(1) == Some(length));
        let crawford = self.builder.record.rules.crawford && is_one_away && !self.had_crawford;
        self.had_crawford |= is_one_away;
        self.builder.begin_as(0, *score, Some(crawford), GameRecord::default());
        let Some((mut heading, mask)) = section.record() else { return self.cut_off() };
        let mut number_if = |bit| {
            if has(mask, bit) { heading.number().map(Some) } else { Some(None) }
        };
        let (Some(winner), Some(points)) = (number_if(0), number_if(1)) else {
            return self.cut_off();
        };
        let mut initial = || {
            let board = if has(mask, 3) { Some(heading.board()?) } else { None };
            let mut number = |bit| {
                if has(mask, bit) { heading.number().map(Some) } else { Some(None) }
            };
            Some((board, number(4)?, number(5)?, number(6)?))
        };
        let Some((board, cube, owner, doubles)) = initial() else { return self.cut_off() };
        self.comment(1, number);
        self.set_up(section, board, (cube, owner, doubles));
        let mut end = None;
        while !section.is_empty() {
            let Some(how) = self.read_ply(&mut section) else { return self.cut_off() };
            end = how.or(end);
            self.plies += 1;
        }
        let winner = winner.and_then(seat_of);
        let points = points.and_then(|points| u32::try_from(points).ok());
        if let Some(winner) = winner {
            if let Some(Decision::Beaver { seat, .. } | Decision::Raccoon { seat }) =
                self.builder.to_decide()
                && seat != winner
                && end.is_none()
            {
                // A pass of a beaver or a raccoon has no ply.
                self.builder.enter(0, seat, ParsedAction::Pass);
            }
            self.builder.enter_result(0, Some(winner), points, end);
            let points = u16::try_from(points.unwrap_or(0)).unwrap_or(u16::MAX);
            let before = score[winner];
            let after = before.saturating_add(points);
            score[winner] = if length > 0 { after.min(length.max(before)) } else { after };
        }
        self.builder.end_game();
    }

    /// Sets up the board and the cube of a game that does not begin as usual. The first ply shows
    /// who is on roll.
    fn set_up(
        &mut self,
        plies: Cursor<'_>,
        board: Option<[i8; ogxm::BOARD]>,
        (cube, owner, doubles): (Option<u64>, Option<u64>, Option<u64>),
    ) {
        let seat = plies.0.first().and_then(|byte| seat_of(u64::from(byte >> 6 & 1)));
        let seat = seat.unwrap_or(Seat::Top);
        if let Some(board) = board {
            let game = self.builder.record.game;
            match ogxm::read_board(&board, seat, game) {
                Some(position) => self.builder.enter(0, seat, ParsedAction::SetBoard(position)),
                None => self.not_understood("initial board"),
            }
        }
        let doubles = doubles.unwrap_or(0);
        if cube.is_none() && owner.is_none() && doubles == 0 {
            return;
        }
        let value = u32::try_from(cube.unwrap_or(1)).ok();
        let value = value.and_then(|value| Cube::of_value(value, None)).map(Cube::exponent);
        let exponent = value.zip(u8::try_from(doubles).ok());
        match exponent.and_then(|(exponent, doubles)| exponent.checked_add(doubles)) {
            Some(exponent) => {
                let owner = owner.and_then(seat_of);
                self.builder.enter(0, seat, ParsedAction::SetCube { exponent, owner });
            }
            None => self.not_understood("initial cube"),
        }
    }

    fn not_understood(&mut self, text: &str) {
        self.builder.warn(0, Problem::NotUnderstood(excerpt(text)));
    }

    fn cut_off(&mut self) {
        self.not_understood("a game that is cut off");
        self.builder.end_game();
    }

    /// Reads a ply. Returns the way in which it ends the game, if it does; `None` if it is cut off.
    fn read_ply(&mut self, from: &mut Cursor<'_>) -> Option<Option<How>> {
        let first = from.byte()?;
        let (number, seat) = (first & 0x3f, seat_of(u64::from(first >> 6 & 1))?);
        let dice = dice_of(number);
        let mut steps = Vec::new();
        if let Some(dice) = dice {
            while steps.len() < most_moves(dice) {
                match from.byte()? {
                    0 => break,
                    step => steps.push(step),
                }
            }
        }
        let extras = if first & 0x80 != 0 { Extras::read(from)? } else { Extras::default() };
        let mut end = None;
        let parsed = match (number, dice) {
            (_, Some(dice)) if steps.is_empty() => {
                // A roll before a resignation is not played.
                let next = from.0.first().map_or(0, |byte| byte & 0x3f);
                Some((
                    seat,
                    match next {
                        action::RESIGN | action::RESIGN_MATCH | action::FORFEIT => {
                            ParsedAction::Unplayed(dice)
                        }
                        _ => ParsedAction::Dance(dice),
                    },
                ))
            }
            (_, Some(dice)) => {
                let hops = steps.iter().map(|&step| read_step(seat, step));
                let play = PlayText::of_hops(hops);
                Some((seat, ParsedAction::Play(dice, play, String::new())))
            }
            (action::DOUBLE, _) => Some((seat, ParsedAction::Double(None))),
            (action::TAKE, _) => Some((seat, ParsedAction::Take)),
            (action::PASS, _) => Some((seat, ParsedAction::Pass)),
            (action::BEAVER, _) => Some((seat, ParsedAction::Beaver)),
            (action::RACCOON, _) => Some((seat, ParsedAction::Raccoon)),
            (action::SET_BOARD, _) => self.read_set_up(seat, &extras),
            (action::SET_CUBE, _) => {
                let value = extras.cube.and_then(|value| u32::try_from(value).ok());
                let cube = value.and_then(|value| Cube::of_value(value, None));
                let owner = extras.owner.and_then(seat_of);
                cube.map(|cube| (seat, ParsedAction::SetCube { exponent: cube.exponent(), owner }))
            }
            (action::RESIGN | action::RESIGN_MATCH, _) => {
                let points = extras.resigned.unwrap_or(1);
                let win = Win::ALL.into_iter().find(|win| u64::from(win.points()) == points);
                end = Some(How::Resigned(win.unwrap_or(Win::Single)));
                return Some(end);
            }
            (action::FORFEIT, _) => {
                end = Some(How::Forfeited);
                return Some(end);
            }
            (action::SETTLE, _) => return Some(Some(How::Settled)),
            (number, _) if action::MARKERS.contains(&number) => return Some(end),
            _ => None,
        };
        match parsed {
            Some((seat, action)) => self.enter(seat, action, dice),
            None => self.not_understood(&format!("action {number}")),
        }
        Some(end)
    }

    /// The action of a board that is set up: an illegal play if it has a roll. The player is on roll
    /// afterwards.
    fn read_set_up(&self, seat: Seat, extras: &Extras) -> Option<(Seat, ParsedAction)> {
        let game = self.builder.record.game;
        let position = ogxm::read_board(&extras.board?, seat, game)?;
        Some(match extras.dice {
            Some(dice) => (!seat, ParsedAction::PlayTo(dice, position, Vec::new())),
            None => (seat, ParsedAction::SetBoard(position)),
        })
    }

    /// Enters an action with its annotation and its comments.
    fn enter(&mut self, seat: Seat, action: ParsedAction, dice: Option<Dice>) {
        let game = self.builder.record.game;
        let annotation = self
            .builder
            .board_of(seat)
            .and_then(|position| self.analysis.annotate(self.plies, game, &position, seat, dice));
        let before = self.builder.count_entries();
        self.builder.enter(0, seat, action);
        if self.builder.count_entries() > before {
            if let Some(annotation) = annotation
                && let Some(to) = self.builder.annotation_mut()
            {
                *to = annotation;
            }
            self.comment(2, self.plies);
        }
    }
}
