//! Reads JavaFIBS match files: a line for each event, with its code, its player and details, such
//! as `1:Ben:24-18 18-13`. The name of the file's owner is `You`.

use super::oldmoves::down;
use crate::{
    builder::{Found, ParsedAction, RecordBuilder},
    model::Player,
    number::{number, number_in},
    play_text::PlayText,
    text::lines,
    warning::{Problem, excerpt},
};
use sheshbesh_movegen::{BySeat, Decision, Dice, Game, Seat, Win};

const FIRST_LINE: &str = "JavaFIBS internal match representation";
/// Name of the file's owner.
const OWNER: &str = "You";
/// Length of an unlimited session in these files.
const UNLIMITED: u16 = 9999;

/// True if a text begins with the name of the format.
pub(crate) fn is_java_fibs(text: &str) -> bool {
    text.trim_start().starts_with(FIRST_LINE)
}

/// Reads the matches of a file. The owner sits at the top.
pub(crate) fn read(text: &str, game: Game) -> Found {
    let mut reader = Reader {
        game,
        scribe: RecordBuilder::new(game),
        owner: OWNER.to_owned(),
        opponent: String::new(),
        score: BySeat::default(),
        roll: None,
    };
    let events = lines(text).filter(|(_, line)| !line.trim().is_empty()).skip(1);
    for (number, line) in events {
        if reader.line(number, line.trim()).is_none() {
            reader.scribe.warn(number, Problem::NotUnderstood(excerpt(line)));
        }
    }
    reader.enter_roll();
    reader.name_players();
    reader.scribe.finish()
}

struct Reader {
    game: Game,
    scribe: RecordBuilder,
    owner: String,
    opponent: String,
    /// Score before the next game, by the results and scores up to now.
    score: BySeat<u16>,
    /// A roll that waits for its play, with its line and its player.
    roll: Option<(u32, Seat, Dice)>,
}

impl Reader {
    fn seat(&self, name: &str) -> Option<Seat> {
        match name.trim() {
            name if name == OWNER || name == self.owner => Some(Seat::Top),
            name if name == self.opponent => Some(Seat::Bottom),
            _ => None,
        }
    }

    /// Reads an event; returns `None` if it is not understood.
    fn line(&mut self, number: u32, line: &str) -> Option<()> {
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
            14 => return self.new_score(rest),
            _ => {}
        }
        let (name, said) = rest.split_once(':').unwrap_or((rest, ""));
        let (seat, said) = (self.seat(name), said.trim());
        match code {
            // The play of the announced roll, or a dance.
            1 | 15 => return self.play(number, seat?, said, code == 15),
            _ => self.enter_roll(),
        }
        match code {
            0 | 11 => self.roll = Some((number, seat?, said.parse().ok()?)),
            2 => {
                let act = match self.scribe.to_decide() {
                    Some(Decision::Double { .. }) => ParsedAction::Beaver,
                    Some(Decision::Beaver { .. }) => ParsedAction::Raccoon,
                    _ => ParsedAction::Double(None),
                };
                self.scribe.enter(number, seat?, act);
            }
            3 => {
                let cube = self.scribe.table().map_or(1, |table| table.cube.value());
                let points: u32 = said.parse().ok()?;
                let is_it = |win: &Win| u32::from(win.points()).checked_mul(cube) == Some(points);
                self.scribe.offer(number, seat?, Win::ALL.into_iter().find(is_it)?);
            }
            4 => self.scribe.enter(number, seat?, ParsedAction::Take),
            5 => self.scribe.enter(number, seat?, ParsedAction::Pass),
            6 => {
                self.scribe.end_game();
                self.scribe.begin(number, self.score, None);
            }
            7 => {
                let seat = seat?;
                let points = match number_in(said) {
                    Ok(points) => Some(points?),
                    Err(_) => {
                        self.scribe.warn(number, Problem::BadNumber(excerpt(line)));
                        None
                    }
                };
                if self.scribe.is_offered() {
                    self.scribe.accept(number);
                }
                self.scribe.result(number, Some(seat), points, None);
                let points = points.and_then(|points| u16::try_from(points).ok());
                let score = &mut self.score[seat];
                *score = score.saturating_add(points.unwrap_or(0));
            }
            12 if self.scribe.is_offered() => self.scribe.refuse(number),
            13 => self.scribe.end_game(),
            _ => return None,
        }
        Some(())
    }

    fn name_players(&mut self) {
        let names = BySeat { bottom: self.opponent.clone(), top: self.owner.clone() };
        self.scribe.record.players = names.map(|name| Player { name, rating: None });
    }

    /// Reads the opponent and the match length.
    fn begin_match(&mut self, line: u32, said: &str) -> Option<()> {
        let (opponent, length) = said.rsplit_once(':')?;
        let is_first = !self.scribe.is_playing() && self.scribe.record.games.is_empty();
        let length = match length.trim() {
            "" | "unlimited" => Some(Ok(0)),
            length => number::<u16>(length),
        };
        if !is_first {
            self.enter_roll();
            self.name_players();
            self.scribe.next_match(self.game);
            self.score = BySeat::default();
        }
        self.opponent = opponent.trim().to_owned();
        if length.is_some_and(|length| length.is_err()) {
            self.scribe.warn(line, Problem::BadNumber(excerpt(said)));
        }
        self.scribe.record.length = match length {
            Some(Ok(length)) if length != UNLIMITED => length,
            _ => 0,
        };
        length.map(|_| ())
    }

    /// Reads the score and the owner's name: `Ada-1:Ben-0`.
    fn new_score(&mut self, said: &str) -> Option<()> {
        let player = |text: &str| {
            let (name, points) = text.rsplit_once('-')?;
            Some((name.trim().to_owned(), points.trim().parse::<u16>().ok()?))
        };
        let (first, second) = said.split_once(':')?;
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
    fn play(&mut self, number: u32, seat: Seat, said: &str, is_dance: bool) -> Option<()> {
        let rolled = self.roll.take_if(|(_, roller, _)| *roller == seat).map(|(.., dice)| dice);
        let dice = rolled.or_else(|| match self.scribe.to_decide() {
            // The player has offered to resign in between.
            Some(Decision::Play { seat: roller, dice }) if roller == seat => Some(dice),
            _ => None,
        })?;
        let act = if is_dance {
            ParsedAction::Dance(dice)
        } else if said.is_empty() {
            ParsedAction::Roll(dice)
        } else {
            match PlayText::parse(said) {
                Some(written) => ParsedAction::Play(dice, down(written), said.to_owned()),
                None => {
                    self.scribe.enter(number, seat, ParsedAction::Roll(dice));
                    return None;
                }
            }
        };
        self.scribe.enter(number, seat, act);
        Some(())
    }

    /// Enters a roll that was not played, because the game ended with it.
    fn enter_roll(&mut self) {
        if let Some((number, seat, dice)) = self.roll.take() {
            self.scribe.enter(number, seat, ParsedAction::Roll(dice));
        }
    }
}
