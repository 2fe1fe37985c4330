//! Splits GNU Backgammon's text into blocks: each table with the lines around it.
//!
//! The text has translations into many languages, including the program's name and the labels of
//! IDs. IDs, point numbers and the layout are the same in all of them.

use crate::{
    model::Date,
    number::parse_number,
    text::Line,
    warning::{Problem, excerpt},
};
use sheshbesh_movegen::{BySeat, Game, Seat, Situation, notation::LabelledId};

/// Label of the date in English, which has the month before the day.
const DATE: &str = "Date";
/// Label of the place, in the languages that have one.
const PLACES: [&str; 9] =
    ["Place", "Ort", "Lugar", "Luogo", "Místo", "Paikka", "Sted", "Locaţie", "場所"];

/// True if a text contains GNU Backgammon IDs.
pub(super) fn has_ids(lines: &[Line<'_>]) -> bool {
    lines.iter().any(|(_, line)| matches!(LabelledId::of_line(line), Some(LabelledId::Position(_))))
}

/// A table in the text.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// Line of its match ID.
    pub(super) line: u32,
    pub(super) table: Situation,
    /// True if the line above numbers it as the first decision of a game.
    pub(super) is_first: bool,
    /// Text of the decision at the table, with its line.
    pub(super) decision: Option<(u32, String)>,
    /// The result of the game, if it follows: its line, the winner and the points.
    pub(super) result: Option<(u32, Seat, u32)>,
    pub(super) names: BySeat<String>,
    pub(super) date: Option<Date>,
    pub(super) site: Option<String>,
    /// Problems with the lines above it.
    pub(super) problems: Vec<(u32, Problem)>,
}

/// Finds the blocks of a text. Also returns the problems after the last block.
pub(super) fn split_blocks(lines: &[Line<'_>], game: Game) -> (Vec<Block>, Vec<(u32, Problem)>) {
    let mut scanner = Scanner {
        game,
        blocks: Vec::new(),
        position: None,
        number: None,
        names: BySeat::default(),
        date: None,
        site: None,
        problems: Vec::new(),
    };
    for &(number, line) in lines {
        scanner.read_line(number, line.trim());
    }
    (scanner.blocks, scanner.problems)
}

struct Scanner {
    game: Game,
    blocks: Vec<Block>,
    /// Position ID that still waits for its match ID, and true if it is the first of a game.
    position: Option<(String, bool)>,
    /// Number of the decision, from the line above.
    number: Option<u32>,
    names: BySeat<String>,
    date: Option<Date>,
    site: Option<String>,
    problems: Vec<(u32, Problem)>,
}

impl Scanner {
    fn read_line(&mut self, line: u32, text: &str) {
        if text.is_empty() {
            return;
        }
        let number = std::mem::replace(&mut self.number, parse_decision_number(text));
        let id = LabelledId::of_line(text);
        if let Some(LabelledId::Position(id)) = id {
            self.position = Some((id.to_owned(), number == Some(1)));
        } else if let (Some(LabelledId::Other(id)), true) = (id, self.position.is_some()) {
            self.read_table(line, id);
        } else if let Some(decision) = parse_decision(text) {
            if let Some(block) = self.blocks.last_mut() {
                block.decision.get_or_insert_with(|| (line, decision.to_owned()));
            }
        } else if text.starts_with('+') {
            self.read_name(text);
        } else if let Some(names) = parse_score_line(text) {
            (self.names, self.date, self.site) = (names, None, None);
        } else if let Some((label, value)) = text.split_once(':') {
            self.read_detail(label, value.trim());
        } else {
            self.read_result(line, text);
        }
    }

    fn read_table(&mut self, line: u32, id: &str) {
        let Some((position, is_first)) = self.position.take() else { return };
        match Situation::from_gnu_id(&position, id, self.game) {
            Ok(table) => self.blocks.push(Block {
                line,
                table,
                is_first,
                decision: None,
                result: None,
                names: self.names.clone(),
                date: self.date,
                site: self.site.clone(),
                problems: std::mem::take(&mut self.problems),
            }),
            Err(_) => {
                let problem = Problem::NotUnderstood(excerpt(&format!("{position}:{id}")));
                self.problems.push((line, problem));
            }
        }
    }

    /// Reads a player's name beside the upper or lower edge of the board.
    fn read_name(&mut self, line: &str) {
        for (mark, seat) in [("     O: ", Seat::Top), ("     X: ", Seat::Bottom)] {
            if let Some((_, name)) = line.split_once(mark) {
                self.names[seat] = strip_cube(name).trim().to_owned();
                if let Some(block) = self.blocks.last_mut() {
                    block.names[seat].clone_from(&self.names[seat]);
                }
            }
        }
    }

    fn read_detail(&mut self, label: &str, value: &str) {
        if let Some(date) = read_date(value, label == DATE) {
            self.date = Some(date);
        } else if PLACES.contains(&label.trim()) && !value.is_empty() {
            self.site = Some(value.to_owned());
        }
    }

    /// Reads the result of a game: the winner's name, and the points as the only number.
    fn read_result(&mut self, line: u32, text: &str) {
        const MOST_WORDS: usize = 6;
        let Some(block) = self.blocks.last_mut().filter(|block| block.result.is_none()) else {
            return;
        };
        let match_name = |seat: Seat| {
            let name = &block.names[seat];
            let rest = text.strip_prefix(name.as_str()).filter(|_| !name.is_empty())?;
            rest.starts_with(char::is_whitespace).then_some((name.len(), seat, rest))
        };
        let winner =
            Seat::BOTH.into_iter().filter_map(match_name).max_by_key(|(length, ..)| *length);
        let Some((_, winner, rest)) = winner else { return };
        let words: Vec<&str> = rest.split_whitespace().take(MOST_WORDS + 1).collect();
        let mut numbers = words.iter().filter(|word| word.contains(|c: char| c.is_ascii_digit()));
        if let (Some(number), None) = (numbers.next(), numbers.next())
            && (2..=MOST_WORDS).contains(&words.len())
            && let Some(points) = parse_number(number.trim_end_matches('.'))
        {
            match points {
                Ok(points) => block.result = Some((line, winner, points)),
                Err(_) => self.problems.push((line, Problem::BadNumber(excerpt(text)))),
            }
        }
    }
}

/// The text of a decision, `* Ada moves 8/5 6/5`. Candidate plays also begin with an asterisk, but
/// more spaces follow it.
fn parse_decision(line: &str) -> Option<&str> {
    let rest = line.strip_prefix('*')?;
    let rest = rest.strip_prefix('.').unwrap_or(rest);
    let text = rest.strip_prefix(' ').unwrap_or(rest);
    (!text.starts_with(char::is_whitespace) && !text.is_empty()).then_some(text)
}

/// The number of a decision, from the line above it: `Move number 12:  Ada to play 31`.
fn parse_decision_number(line: &str) -> Option<u32> {
    let (before, after) = line.match_indices(':').find_map(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + 1..]);
        let is_number = before.ends_with(|c: char| c.is_ascii_digit());
        (is_number && after.starts_with(char::is_whitespace)).then_some((before, after))
    })?;
    let words = before.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_sentence = words.starts_with(char::is_alphabetic) && !after.trim().is_empty();
    if is_sentence { before[words.len()..].parse().ok() } else { None }
}

/// The players in the score line, `The score (after 2 games) is: Ada 1, Ben 0 (match to 7 points)`.
/// The first one sits at the top.
fn parse_score_line(line: &str) -> Option<BySeat<String>> {
    let (scores, _) = line.strip_suffix(')')?.rsplit_once('(')?;
    let (before, _) = scores.split_once(')')?;
    let scores = scores[before.len() + 1..].split_once(':')?.1.trim();
    scores.match_indices(", ").find_map(|(at, comma)| {
        let name = |text: &str| {
            let (name, points) = text.trim().rsplit_once(' ')?;
            points.parse::<u16>().ok().map(|_| name.trim().to_owned())
        };
        let (top, bottom) = (name(&scores[..at])?, name(&scores[at + comma.len()..])?);
        Some(BySeat { top, bottom })
    })
}

/// Removes the cube after a name beside the board: `Ada (Cube: 2)`.
fn strip_cube(name: &str) -> &str {
    let cube = name.trim_end().strip_suffix(')').and_then(|name| name.rsplit_once(" ("));
    cube.filter(|(_, cube)| {
        let value = cube.rsplit_once(':').map_or("", |(_, value)| value.trim());
        value.parse::<u32>().is_ok()
    })
    .map_or(name, |(name, _)| name)
}

/// Parses a date in the order of its language. The year is first or last and may have two digits.
/// The day precedes the month, except in English dates with slashes. A number above 12 is always
/// the day.
fn read_date(text: &str, is_english: bool) -> Option<Date> {
    let is_between = |c: char| "/.-年月日 ".contains(c);
    if !text.chars().all(|c| c.is_ascii_digit() || is_between(c)) {
        return None;
    }
    let numbers: Result<Vec<u16>, _> =
        text.split(is_between).filter(|part| !part.is_empty()).map(str::parse).collect();
    let [first, second, third] = <[u16; 3]>::try_from(numbers.ok()?).ok()?;
    let (year, month, day) = if first > 31 {
        (first, second, third)
    } else if second > 12 || is_english && text.contains('/') && first <= 12 {
        (third, first, second)
    } else {
        (third, second, first)
    };
    let year = if year < 100 { 2000 + year } else { year };
    Date::new(year, month.try_into().ok()?, day.try_into().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_are_told_from_plays_that_were_compared() {
        for (line, expected) in [
            ("* Ada moves 8/5 6/5", Some("Ada moves 8/5 6/5")),
            ("*.Ada zieht 8/5 6/5", Some("Ada zieht 8/5 6/5")),
            ("* Ada 8/5 6/5 oynuyor", Some("Ada 8/5 6/5 oynuyor")),
            ("*    1. Cubeful 0-ply    8/5 6/5    Eq.: +0.2", None),
            ("*    Cannot move", None),
            ("*", None),
        ] {
            assert_eq!(parse_decision(line), expected, "{line}");
        }
    }

    #[test]
    fn decisions_are_counted_in_every_language() {
        for (line, expected) in [
            ("Move number 1:  Ada to play 31", Some(1)),
            ("Zug Nr. 12:  Ada to play 31", Some(12)),
            ("Ход номер: 1:  Ada to play 21", Some(1)),
            ("Mutare număr 1: Ada to play 21", Some(1)),
            ("Rolled 21:", None),
            ("Date: 11/25/26", None),
            ("1. No double           +0.009", None),
        ] {
            assert_eq!(parse_decision_number(line), expected, "{line}");
        }
    }

    #[test]
    fn players_are_named_in_every_language() {
        for (line, names) in [
            ("The score (after 0 games) is: Ada 0, Ben 0 (match to 7 points)", ["Ada", "Ben"]),
            (
                "Le score (après 0 partie) est : Ada B. 1, Ben 0 (match en 3 points)",
                ["Ada B.", "Ben"],
            ),
            ("スコア (0 ゲーム後): A, B 3, Ben 12 (match to 3 points)", ["A, B", "Ben"]),
        ] {
            let found = parse_score_line(line).unwrap();
            assert_eq!([found.top, found.bottom], names, "{line}");
        }
        assert_eq!(parse_score_line("Proper cube action: No double, take (29.0%)"), None);
    }

    #[test]
    fn dates_are_read_as_each_language_writes_them() {
        let expected = Date::new(2026, 1, 8);
        for (label, text) in [
            ("Date", "01/08/26"),
            ("Date", "01/08/2026"),
            ("Date\u{a0}", "08/01/2026"),
            ("Fecha", "08/01/26"),
            ("Datum", "8.1.2026"),
            ("Päivä", "08.01.2026"),
            ("Date", "08-01-2026"),
            ("Date", "2026-01-08"),
            ("Date", "2026年01月08日"),
        ] {
            assert_eq!(read_date(text, label == DATE), expected, "{label}: {text}");
        }
        assert_eq!(read_date("28/02/26", true), Date::new(2026, 2, 28));
        assert_eq!(read_date("02/28/26", false), Date::new(2026, 2, 28));
        for text in
            ["", "64", "1/2", "1/2/3/4", "+0.009", "40.50.60", "99999999999/1/1", "Ada 1/2/3"]
        {
            assert_eq!(read_date(text, true), None, "{text}");
        }
    }

    #[test]
    fn the_cube_is_no_part_of_a_name() {
        for (text, name) in [
            ("Ada (Cube: 2)", "Ada"),
            ("Ada (Videau : 64)", "Ada"),
            ("Ada (キューブ: 2)", "Ada"),
            ("Ada (Bern)", "Ada (Bern)"),
            ("Ada (Bern) (Cubo a: 4)", "Ada (Bern)"),
            ("Ada", "Ada"),
        ] {
            assert_eq!(strip_cube(text), name, "{text}");
        }
    }
}
