//! Reads JavaFIBS match files: a line for each event, with its code, its player and details, such
//! as `1:Ben:24-18 18-13`. The name of the file's owner is `You`.

use super::oldmoves::renumber_play;
use crate::{
    builder::{BuiltMatches, ParsedAction, RecordBuilder},
    model::PlayerInfo,
    number::{find_number, parse_number},
    play_text::PlayText,
    text::Line,
    warning::{Problem, excerpt},
};
use sheshbesh_movegen::{BySeat, Decision, Dice, Game, Seat, Win};

const FIRST_LINE: &str = "JavaFIBS internal match representation";
/// Name of the file's owner.
const OWNER: &str = "You";
/// Length of an unlimited session in these files.
const UNLIMITED: u16 = 9999;

/// True if a text begins with the name of the format.
pub(super) fn is_java_fibs(text: &str) -> bool {
    text.trim_start().starts_with(FIRST_LINE)
}

/// Reads the matches of a file. The owner sits at the top.
pub(super) fn read(lines: &[Line<'_>], game: Game) -> BuiltMatches {
    let mut reader = Reader {
        game,
        builder: RecordBuilder::new(game),
        owner: OWNER.to_owned(),
        opponent: String::new(),
        score: BySeat::default(),
        roll: None,
    };
    let events = lines.iter().filter(|(_, line)| !line.trim().is_empty()).skip(1);
    for &(number, line) in events {
        if reader.read_line(number, line.trim()).is_none() {
            reader.builder.warn(number, Problem::NotUnderstood(excerpt(line)));
        }
    }
    reader.enter_roll();
    reader.name_players();
    reader.builder.finish()
}

struct Reader {
    game: Game,
    builder: RecordBuilder,
    owner: String,
    opponent: String,
    /// Score before the next game, by the results and scores up to now.
    score: BySeat<u16>,
    /// A roll that waits for its play, with its line and its player.
    roll: Option<(u32, Seat, Dice)>,
}

impl Reader {
    fn find_seat(&self, name: &str) -> Option<Seat> {
        match name.trim() {
            name if name == OWNER || name == self.owner => Some(Seat::Top),
            name if name == self.opponent => Some(Seat::Bottom),
            _ => None,
        }
    }

    /// Reads an event; returns `None` if it is not understood.
    fn read_line(&mut self, number: u32, line: &str) -> Option<()> {
        if line.starts_with(FIRST_LINE) {
            // First line of another file that was joined.
            return Some(());
        }
        let (code, rest) = line.split_once(':')?;
        let code: u8 = code.trim().parse().ok()?;
        match code {
            8 => return self.begin_match(number, rest),
            // The match result, which follows from the games.
            9 => return Some(()),
            14 => return self.read_score(rest),
            _ => {}
        }
        let (name, details) = rest.split_once(':').unwrap_or((rest, ""));
        let (seat, details) = (self.find_seat(name), details.trim());
        match code {
            // The play of the announced roll, or a dance.
            1 | 15 => return self.read_play(number, seat?, details, code == 15),
            _ => self.enter_roll(),
        }
        match code {
            0 | 11 => self.roll = Some((number, seat?, details.parse().ok()?)),
            2 => {
                let action = match self.builder.to_decide() {
                    Some(Decision::Double { .. }) => ParsedAction::Beaver,
                    Some(Decision::Beaver { .. }) => ParsedAction::Raccoon,
                    _ => ParsedAction::Double(None),
                };
                self.builder.enter(number, seat?, action);
            }
            3 => {
                let cube = self.builder.table().map_or(1, |table| table.cube.value());
                let points: u32 = details.parse().ok()?;
                let is_it = |win: &Win| u32::from(win.points()).checked_mul(cube) == Some(points);
                self.builder.offer(number, seat?, Win::ALL.into_iter().find(is_it)?);
            }
            4 => self.builder.enter(number, seat?, ParsedAction::Take),
            5 => self.builder.enter(number, seat?, ParsedAction::Pass),
            6 => {
                self.builder.end_game();
                self.builder.begin(number, self.score, None);
            }
            7 => {
                let seat = seat?;
                let points = match find_number(details) {
                    Ok(points) => Some(points?),
                    Err(_) => {
                        self.builder.warn(number, Problem::BadNumber(excerpt(line)));
                        None
                    }
                };
                if self.builder.is_offered() {
                    self.builder.accept(number);
                }
                self.builder.enter_result(number, Some(seat), points, None);
                let points = points.and_then(|points| u16::try_from(points).ok());
                let score = &mut self.score[seat];
                *score = score.saturating_add(points.unwrap_or(0));
            }
            12 if self.builder.is_offered() => self.builder.refuse(number),
            13 => self.builder.end_game(),
            _ => return None,
        }
        Some(())
    }

    fn name_players(&mut self) {
        let names = BySeat { bottom: self.opponent.clone(), top: self.owner.clone() };
        self.builder.record.players = names.map(|name| PlayerInfo { name, rating: None });
    }

    /// Reads the opponent and the match length.
    fn begin_match(&mut self, line: u32, details: &str) -> Option<()> {
        let (opponent, length) = details.rsplit_once(':')?;
        let is_first = !self.builder.is_playing() && self.builder.record.games.is_empty();
        let length = match length.trim() {
            "" | "unlimited" => Some(Ok(0)),
            length => parse_number::<u16>(length),
        };
        if !is_first {
            self.enter_roll();
            self.name_players();
            self.builder.next_match(self.game);
            self.score = BySeat::default();
        }
        self.opponent = opponent.trim().to_owned();
        if length.is_some_and(|length| length.is_err()) {
            self.builder.warn(line, Problem::BadNumber(excerpt(details)));
        }
        self.builder.record.length = match length {
            Some(Ok(length)) if length != UNLIMITED => length,
            _ => 0,
        };
        length.map(|_| ())
    }

    /// Reads the score and the owner's name: `Ada-1:Ben-0`.
    fn read_score(&mut self, details: &str) -> Option<()> {
        let player = |text: &str| {
            let (name, points) = text.rsplit_once('-')?;
            Some((name.trim().to_owned(), points.trim().parse::<u16>().ok()?))
        };
        let (first, second) = details.split_once(':')?;
        let (first, second) = (player(first)?, player(second)?);
        let (owner, opponent) =
            if second.0 == self.opponent { (first, second) } else { (second, first) };
        if opponent.0 != self.opponent {
            return None;
        }
        self.owner = owner.0;
        self.score = BySeat { bottom: opponent.1, top: owner.1 };
        Some(())
    }

    /// Reads the play of the last roll. The points of `24-18` may be numbered in either direction.
    fn read_play(&mut self, number: u32, seat: Seat, details: &str, is_dance: bool) -> Option<()> {
        let rolled = self.roll.take_if(|(_, roller, _)| *roller == seat).map(|(.., dice)| dice);
        let dice = rolled.or_else(|| match self.builder.to_decide() {
            // The player has offered to resign in between.
            Some(Decision::Play { seat: roller, dice }) if roller == seat => Some(dice),
            _ => None,
        })?;
        let action = if is_dance {
            ParsedAction::Dance(dice)
        } else if details.is_empty() {
            ParsedAction::Roll(dice)
        } else {
            match PlayText::parse(details) {
                Some(written) => {
                    ParsedAction::Play(dice, renumber_play(written), details.to_owned())
                }
                None => {
                    self.builder.enter(number, seat, ParsedAction::Roll(dice));
                    return None;
                }
            }
        };
        self.builder.enter(number, seat, action);
        Some(())
    }

    /// Enters a roll that was not played, because the game ended with it.
    fn enter_roll(&mut self) {
        if let Some((number, seat, dice)) = self.roll.take() {
            self.builder.enter(number, seat, ParsedAction::Roll(dice));
        }
    }
}
