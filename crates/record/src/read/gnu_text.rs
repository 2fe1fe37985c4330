//! GNU Backgammon's text: each decision with its board, its IDs and what was decided. Exports have a
//! file for each game.

use super::situation;
use crate::{
    model::{Date, Match},
    scribe::{Act, Scribe},
    text::lines,
    warning::{Problem, Warning, excerpt},
    written_play::WrittenPlay,
};
use sheshbesh_movegen::{BySeat, Dice, Game, Phase, Seat, Situation};

const POSITION: &str = "Position ID:";
const MATCH: &str = "Match ID";

/// Whether a text has GNU Backgammon's IDs in it.
pub(crate) fn is_gnu_text(text: &str) -> bool {
    lines(text)
        .any(|(_, line)| line.trim_start().starts_with("GNU Backgammon") && line.contains(POSITION))
}

/// Reads the games of a text; one of positions without decisions is read as games that are set up.
pub(crate) fn read(text: &str, game: Game) -> (Match, Vec<Warning>) {
    let mut reader = Reader {
        scribe: Scribe::new(game),
        position: None,
        table: None,
        names: BySeat::default(),
        number: 0,
        date: None,
        place: None,
    };
    for (number, line) in lines(text) {
        reader.line(number, line.trim());
    }
    reader.board_alone();
    let Reader { mut scribe, names, date, place, .. } = reader;
    scribe.record.players.top.name = names.top;
    scribe.record.players.bottom.name = names.bottom;
    scribe.record.about.date = date;
    scribe.record.about.site = place;
    scribe.finish()
}

struct Reader {
    scribe: Scribe,
    /// A position ID whose match ID is still to come.
    position: Option<String>,
    /// The table that was shown last, until something is decided there, and its line.
    table: Option<(u32, Situation)>,
    names: BySeat<String>,
    /// Decisions seen in this game.
    number: u32,
    date: Option<Date>,
    place: Option<String>,
}

impl Reader {
    fn line(&mut self, number: u32, line: &str) {
        if let Some((_, id)) = line.split_once(POSITION) {
            self.board_alone();
            self.position = Some(id.trim().to_owned());
        } else if let Some((_, id)) = line.split_once(MATCH).filter(|_| self.position.is_some()) {
            let position = self.position.take().unwrap_or_default();
            let id = id.trim_start().trim_start_matches(':').trim();
            match Situation::from_gnu_id(&position, id, self.scribe.record.game) {
                Ok(table) => self.table = Some((number, table)),
                Err(_) => self.scribe.warn(number, Problem::NotUnderstood(excerpt(id))),
            }
        } else if let Some(rest) = line.strip_prefix("Move number ") {
            if rest.trim_start().starts_with("1:") {
                self.number = 0;
            }
        } else if let Some(said) = line.strip_prefix("* ") {
            self.decision(number, said);
        } else if let Some((winner, points)) = line.split_once(" wins ") {
            self.result(number, winner, points);
        } else if let Some(date) = line.strip_prefix("Date:") {
            self.date = read_date(date);
        } else if let Some(place) = line.strip_prefix("Place:") {
            self.place = Some(place.trim().to_owned()).filter(|place| !place.is_empty());
        } else if line.starts_with('+') {
            self.name(line);
        }
    }

    /// The player whose name stands beside the upper or lower rim of the board.
    fn name(&mut self, line: &str) {
        for (mark, seat) in [("     O: ", Seat::Top), ("     X: ", Seat::Bottom)] {
            if let Some((_, name)) = line.split_once(mark) {
                let name = name.split(" (Cube:").next().unwrap_or(name);
                self.names[seat] = name.trim().to_owned();
            }
        }
    }

    /// A board at which nothing was decided is a position by itself.
    fn board_alone(&mut self) {
        if let Some((line, table)) = self.table.take()
            && !self.scribe.is_playing()
        {
            situation::begin(&mut self.scribe, line, &table);
            self.scribe.end_game();
        }
    }

    /// Begins a game at its first decision, and sets the board up where it stands otherwise than what
    /// went before leads to.
    fn check_table(&mut self, line: u32, table: &Situation) {
        self.number += 1;
        let is_start = table.position == table.game.start() && table.cube.exponent() == 0;
        if self.number == 1 {
            self.scribe.end_game();
            if is_start && matches!(table.phase, Phase::Rolled(_)) {
                situation::begin_at_start(&mut self.scribe, line, table);
            } else {
                situation::begin(
                    &mut self.scribe,
                    line,
                    &Situation { phase: Phase::BeforeRoll, ..*table },
                );
            }
            return;
        }
        let Some(position) = self.scribe.board_of(table.seat) else { return };
        if position != table.position {
            self.scribe.enter(line, table.seat, Act::SetBoard(table.position));
        }
    }

    /// What somebody does, `Ada moves 8/5 6/5`; names may have blanks in them.
    fn decision(&mut self, line: u32, said: &str) {
        let found = [" moves ", " cannot move", " doubles", " accepts", " rejects", " drops"]
            .into_iter()
            .find_map(|verb| said.split_once(verb).map(|(_, rest)| (verb.trim(), rest.trim())));
        let Some((verb, rest)) = found else { return };
        let Some((_, table)) = self.table.take() else { return };
        self.check_table(line, &table);
        let dice = match table.phase {
            Phase::Rolled(dice) => Some(dice),
            _ => None,
        };
        let seat = table.seat;
        match (verb, dice) {
            ("moves", Some(dice)) => match WrittenPlay::parse(rest) {
                Some(written) => self.play(line, seat, dice, written, rest),
                None => self.scribe.warn(line, Problem::NotUnderstood(excerpt(rest))),
            },
            ("cannot move", Some(dice)) => self.scribe.enter(line, seat, Act::Dance(dice)),
            ("doubles", None) => self.scribe.enter(line, seat, Act::Double(None)),
            ("accepts", _) => self.answer(line, Act::Take),
            ("rejects" | "drops", _) => self.answer(line, Act::Pass),
            _ => self.scribe.warn(line, Problem::NotUnderstood(excerpt(said))),
        }
    }

    fn play(&mut self, line: u32, seat: Seat, dice: Dice, written: WrittenPlay, text: &str) {
        self.scribe.enter(line, seat, Act::Play(dice, written, text.to_owned()));
    }

    fn answer(&mut self, line: u32, act: Act) {
        if let Some(seat) = self.scribe.turn() {
            self.scribe.enter(line, seat, act);
        }
    }

    fn result(&mut self, line: u32, winner: &str, points: &str) {
        let seat = Seat::BOTH.into_iter().find(|&seat| self.names[seat] == winner.trim());
        let points = points.split(' ').next().and_then(|points| points.parse().ok());
        if let (Some(seat), Some(points)) = (seat, points)
            && self.scribe.is_playing()
        {
            // A roll that was not played stands in a table without a decision.
            if let Some((line, table)) = self.table.take()
                && let Phase::Rolled(dice) = table.phase
            {
                self.check_table(line, &table);
                self.scribe.enter(line, table.seat, Act::Roll(dice));
            }
            self.scribe.result(line, Some(seat), Some(points), None);
            self.scribe.end_game();
            self.number = 0;
        }
    }
}

/// Month, day and year, of which the last two figures may stand alone; the day comes first where it
/// can be no month.
fn read_date(text: &str) -> Option<Date> {
    let mut numbers = text.trim().split('/').map(|number| number.parse::<u16>().ok());
    let (month, day, year) = (numbers.next()??, numbers.next()??, numbers.next()??);
    let (month, day) = if month > 12 { (day, month) } else { (month, day) };
    let year = if year < 100 { 2000 + year } else { year };
    Date::new(year, month.try_into().ok()?, day.try_into().ok()?)
}
