//! Reads `.xg`, the files of eXtreme Gammon, with its annotations.
//!
//! A file has a header, a picture, and an archive of files. The first file of the archive holds
//! records of fixed length: the match, and for each game its beginning, its cube decisions and
//! plays in turn, and its end. Written from eXtreme Gammon's published description of the format.

mod archive;
mod comments;
mod record;

use super::{error::FormatError, situation::name_level};
use crate::{
    annotation::{Annotation, Candidate, Chances, CubeAnnotation, PlayAnnotation},
    builder::{BuiltMatches, ParsedAction, RecordBuilder},
    model::{Date, How, Outcome},
    warning::{Problem, excerpt},
};
use comments::Comments;
use record::Record;
use sheshbesh_movegen::{BySeat, Cube, Dice, Game, Position, Seat, Win};

pub(crate) use archive::is_xg;

/// Length of an unlimited session in these files.
const UNLIMITED: i32 = 99_999;
/// Value of numbers that have not been analysed.
const NOT_ANALYSED: f64 = -1000.0;
/// Day 0 of Delphi's calendar, 30 December 1899, in days from 1 January 1970.
const FIRST_DAY: i64 = -25_569;

/// Reads a match.
pub(crate) fn read(bytes: &[u8]) -> Result<BuiltMatches, FormatError> {
    let mut records = archive::read_records(bytes).map_err(FormatError::Damaged)?;
    let first = records.next().and_then(Result::ok);
    let first = first.ok_or_else(|| FormatError::Damaged("no records".to_owned()))?;
    if first.kind() != record::MATCH {
        return Err(FormatError::Damaged("the first record is not a match".to_owned()));
    }
    let comments =
        archive::unpack_comments(bytes).map(|bytes| Comments::parse(&bytes)).unwrap_or_default();
    let mut reader = Reader {
        builder: RecordBuilder::new(read_variation(&first)?),
        comments,
        annotation: None,
        comment: None,
    };
    reader.read_match(&first);
    for record in records {
        let Ok(record) = record else {
            reader.builder.warn(0, Problem::BreaksOff);
            break;
        };
        match record.kind() {
            record::GAME => reader.begin_game(&record),
            record::CUBE => reader.read_cube(&record),
            record::MOVE => reader.read_play(&record),
            record::GAME_END => reader.read_end(&record),
            _ => {}
        }
    }
    Ok(reader.builder.finish())
}

fn read_variation(record: &Record) -> Result<Game, FormatError> {
    match record.integer(96) {
        0 => Ok(Game::Backgammon),
        1 => Ok(Game::Nackgammon),
        2 => Ok(Game::Hypergammon),
        3 => Ok(Game::LongGammon),
        other => Err(FormatError::Game(format!("variation {other}"))),
    }
}

struct Reader {
    builder: RecordBuilder,
    comments: Comments,
    /// Annotation of the cube decision before a roll, kept until the roll is entered.
    annotation: Option<CubeAnnotation>,
    /// Comment on that cube decision.
    comment: Option<String>,
}

/// Maps a player number to a seat. The first player sits at the bottom.
fn to_seat(active: i32) -> Seat {
    if active < 0 { Seat::Top } else { Seat::Bottom }
}

fn to_points(number: i32) -> u16 {
    u16::try_from(number).unwrap_or(0)
}

impl Reader {
    fn read_match(&mut self, from: &Record) {
        let record = &mut self.builder.record;
        record.length = match from.integer(92) {
            UNLIMITED => 0,
            length => to_points(length),
        };
        record.rules.crawford = record.length == 0 || from.flag(100);
        if record.length == 0 {
            record.rules.jacoby = Some(from.flag(101));
            record.rules.beavers = Some(from.flag(102));
        }
        let limit = u8::try_from(from.integer(612)).ok();
        record.rules.largest_cube =
            limit.filter(|&limit| (1..=Cube::LARGEST_EXPONENT).contains(&limit));
        record.players.bottom.name = from.text(880).or(from.old_text(9)).unwrap_or_default();
        record.players.top.name = from.text(1138).or(from.old_text(50)).unwrap_or_default();
        let about = &mut record.about;
        about.event = from.text(622).or(from.old_text(136));
        about.site = from.text(1396).or(from.old_text(283));
        about.round = from.text(1654).or(from.old_text(417));
        about.transcriber = from.text(1960);
        about.date = to_date(from.float(128));
        // A comment before the games and one after them.
        for offset in [576, 580] {
            if let Some(comment) = self.comments.get(from.integer(offset)) {
                self.builder.add_comment(comment);
            }
        }
    }

    fn begin_game(&mut self, from: &Record) {
        (self.annotation, self.comment) = (None, None);
        let score =
            BySeat { bottom: to_points(from.integer(12)), top: to_points(from.integer(16)) };
        // Money games have the score of the session, at which no match is over.
        self.builder.begin(0, score, Some(from.flag(20)));
        for offset in [56, 60] {
            if let Some(comment) = self.comments.get(from.integer(offset)) {
                self.builder.add_comment(comment);
            }
        }
        let turned = u8::try_from(from.integer(64)).unwrap_or(0);
        if turned > 0 {
            self.builder.enter(
                0,
                Seat::Bottom,
                ParsedAction::SetCube { exponent: turned, owner: None },
            );
        }
    }

    /// Sets up the board if it differs from the file. Boards and cubes before a decision are in the
    /// view of the first player; boards after a play are in the view of the player who made it.
    fn check_board(&mut self, seat: Seat, position: Option<Position>, cube: i32) {
        let Some((position, stands)) = position.zip(self.builder.board_of(seat)) else { return };
        let position = if seat == Seat::Bottom { position } else { position.swapped() };
        if stands == position {
            return;
        }
        let owner = match cube {
            0 => None,
            1.. => Some(Seat::Bottom),
            _ => Some(Seat::Top),
        };
        let exponent = u8::try_from(cube.unsigned_abs()).unwrap_or(u8::MAX);
        self.builder.enter(0, seat, ParsedAction::SetBoard(position));
        if owner.is_some() {
            self.builder.enter(0, seat, ParsedAction::SetCube { exponent, owner });
        }
    }

    fn read_cube(&mut self, from: &Record) {
        let seat = to_seat(from.integer(12));
        self.annotation = read_cube_annotation(from);
        self.comment = self.comments.get(from.integer(292)).map(str::to_owned);
        if from.integer(16) != 1 {
            return;
        }
        let game = self.builder.record.game;
        self.check_board(seat, from.position(36, game), from.integer(32));
        let annotation = self.annotation.take();
        let before = self.builder.count_entries();
        self.builder.enter(0, seat, ParsedAction::Double(None));
        self.annotate(before, annotation.clone(), None);
        if let Some(comment) = self.comment.take().filter(|_| self.builder.count_entries() > before)
        {
            self.builder.add_comment(&comment);
        }
        let answer = match from.integer(20) {
            0 => ParsedAction::Pass,
            1 => ParsedAction::Take,
            2 => ParsedAction::Beaver,
            _ => return,
        };
        let is_beaver = matches!(answer, ParsedAction::Beaver);
        let before = self.builder.count_entries();
        self.builder.enter(0, !seat, answer);
        let error = to_error(from.float(216));
        self.annotate(
            before,
            annotation.map(|annotation| CubeAnnotation { error, ..annotation }),
            None,
        );
        if is_beaver {
            match from.integer(24) {
                0 => self.builder.enter(0, seat, ParsedAction::Pass),
                2 => self.builder.enter(0, seat, ParsedAction::Raccoon),
                _ => {}
            }
        }
    }

    /// Adds annotations to the last entry, if the action made one.
    fn annotate(
        &mut self,
        before: usize,
        cube: Option<CubeAnnotation>,
        play: Option<(PlayAnnotation, Option<f64>)>,
    ) {
        if self.builder.count_entries() == before || cube.is_none() && play.is_none() {
            return;
        }
        if let Some(annotation) = self.builder.annotation_mut() {
            let (play, luck) = play.unzip();
            *annotation = Annotation { cube, play, luck: luck.flatten(), ..Annotation::default() };
        }
    }

    fn read_play(&mut self, from: &Record) {
        let seat = to_seat(from.integer(64));
        let game = self.builder.record.game;
        let dice = [from.integer(100), from.integer(104)].map(|die| u8::try_from(die).unwrap_or(0));
        let Some(dice) = Dice::new(dice[0], dice[1]) else {
            let problem = Problem::NotUnderstood(excerpt(&format!("{dice:?}")));
            return self.builder.warn(0, problem);
        };
        self.check_board(seat, from.position(9, game), from.integer(108));
        let result = from.position(35, game).map(|result| result.swapped());
        let before = self.builder.count_entries();
        match result {
            Some(result) if from.flag(2308) => {
                self.builder.enter(0, seat, ParsedAction::PlayTo(dice, result, Vec::new()));
            }
            _ => self.builder.enter(0, seat, ParsedAction::Given(dice)),
        }
        let annotation =
            read_play_annotation(from, game).map(|play| (play, to_finite(from.float(2320))));
        let cube = self.annotation.take();
        self.annotate(before, cube, annotation);
        let comment = self.comment.take();
        if self.builder.count_entries() > before {
            let comments = [comment.as_deref(), self.comments.get(from.integer(2524))];
            for comment in comments.into_iter().flatten() {
                self.builder.add_comment(comment);
            }
        }
    }

    fn read_end(&mut self, from: &Record) {
        let winner = to_seat(from.integer(24));
        let points = u32::try_from(from.integer(28)).unwrap_or(0);
        let termination = from.integer(32);
        let win = match termination % 100 {
            1 => Some(Win::Single),
            2 => Some(Win::Gammon),
            3 => Some(Win::Backgammon),
            _ => None,
        };
        if self.builder.is_over() || !self.builder.is_playing() {
            return self.builder.enter_result(0, Some(winner), Some(points), None);
        }
        let how = match (termination, win) {
            (1000.., _) => How::Settled,
            // The game was won without being played to its end.
            (_, Some(win)) => How::Resigned(win),
            (0, _) => How::Passed,
            _ => How::Unrecorded,
        };
        self.builder.set_result(Outcome { winner: Some(winner), points, how });
    }
}

/// A finite number, if it was analysed.
fn to_finite(number: f64) -> Option<f64> {
    (number.is_finite() && number > NOT_ANALYSED).then_some(number)
}

/// The error of a decision, which files store as a negative number.
fn to_error(number: f64) -> Option<f64> {
    to_finite(number).map(f64::abs)
}

/// Probabilities in the order of the files: of losing a backgammon, a gammon, or at all, and then
/// of winning at all, a gammon, or a backgammon.
fn to_chances(eval: [f64; 7]) -> Option<Chances> {
    let [lose_backgammon, lose_gammon, _, win, win_gammon, win_backgammon, _] = eval;
    eval.into_iter().all(f64::is_finite).then_some(Chances {
        win,
        win_gammon,
        win_backgammon,
        lose_gammon,
        lose_backgammon,
    })
}

fn read_cube_annotation(from: &Record) -> Option<CubeAnnotation> {
    let [no_double, take, pass] = [152, 156, 160].map(|at| from.single(at));
    let is_analysed = from.integer(232) >= 0 && to_error(from.float(200)).is_some();
    let finite = [no_double, take, pass].into_iter().all(f64::is_finite);
    (is_analysed && finite).then(|| CubeAnnotation {
        no_double,
        take,
        pass: Some(pass),
        mwc: false,
        match_chances: None,
        chances: to_chances(from.evaluation(124)),
        error: to_error(from.float(200)),
        level: name_level(from.integer(92)),
    })
}

/// Maximum number of candidate plays.
const MOST_CANDIDATES: i32 = 32;

fn read_play_annotation(from: &Record, game: Game) -> Option<PlayAnnotation> {
    let number = from.integer(188).min(MOST_CANDIDATES);
    let error = to_error(from.float(2312));
    let candidates: Vec<Candidate> = (0..usize::try_from(number).ok()?)
        .filter_map(|index| {
            let eval = from.evaluation(1408 + 28 * index);
            Some(Candidate {
                result: from.position(192 + 26 * index, game)?.swapped(),
                equity: eval[6],
                match_chance: None,
                chances: Some(to_chances(eval)?),
                level: name_level(from.small(1280 + 4 * index).into()),
            })
        })
        .collect();
    (!candidates.is_empty() || error.is_some()).then_some(PlayAnnotation {
        candidates,
        error,
        mwc: false,
    })
}

/// Converts a day of Delphi's calendar.
fn to_date(days: f64) -> Option<Date> {
    if !(1.0..1_000_000.0).contains(&days) {
        return None;
    }
    // The usual algorithm: years begin in March and form cycles of 400.
    let days = days as i64 + FIRST_DAY + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + 400 * era + i64::from(month <= 2);
    Date::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?)
}

#[test]
fn days_of_delphi_s_calendar() {
    for (days, expected) in
        [(46_030.45, (2026, 1, 8)), (2.0, (1900, 1, 1)), (36_585.0, (2000, 2, 29))]
    {
        let (year, month, day) = expected;
        assert_eq!(to_date(days), Date::new(year, month, day));
    }
    assert_eq!(to_date(f64::NAN), None);
    assert_eq!(to_date(-3.0), None);
}
