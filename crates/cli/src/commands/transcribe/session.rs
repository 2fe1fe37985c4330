//! The dialogue with the transcriber.

use super::input::{Input, parse};
use crate::{
    error::CliError,
    files::Target,
    terminal::{ask_line, print},
};
use sheshbesh_analysis::{
    board::{self, Names},
    explain::capitalized,
};
use sheshbesh_evaluator::{Depth, Evaluator};
use sheshbesh_matchfile::{Transcript, TranscriptAction, TranscriptError};
use sheshbesh_movegen::{Decision, Phase, Seat, Situation, notation};
use std::fmt::Write;

/// Number of plays offered at first. One digit names them.
const OFFERED: usize = 9;

const PROMPT: &str = "> ";

/// Width of a line, in characters. Plays are written in ASCII.
const LINE_WIDTH: usize = 80;

/// Prompt after the last game of a match.
const AFTER_MATCH: &str = "u undo, q quit> ";

const HELP: &str =
    "  31           the dice; then Enter takes the first play, 2 the second, or type one
  31 8/5 6/5   the dice and the play in one line
  more         list all plays of the roll
  d, t, p      double, take, pass; b beaver; r resign, r g, r b
  u            undo the last entry
  l            list the entries of the game; board draws the board
  fix 5 31 8/5 6/5      replace entry 5; the later ones are played again
  insert 5 d, t         insert before entry 5
  delete 5, cut 5       remove entry 5; remove it and all later ones
  fix 2.5 31 8/5 6/5    the same in game 2
  q            quit; the file is written after each entry
";

/// The prompt with numbered plays. Lines are broken between plays.
fn list_offers(plays: &[String]) -> String {
    let (mut text, mut width) = (String::new(), 0);
    for (play, number) in plays.iter().take(OFFERED).zip(1..) {
        let offer = format!("{number} {play}   ");
        if width > 0 && width + offer.len() + PROMPT.len() > LINE_WIDTH {
            text.truncate(text.trim_end().len());
            text.push('\n');
            width = 0;
        }
        width += offer.len();
        text.push_str(&offer);
    }
    text + PROMPT
}

/// A match being written down, with the file that it is written to.
pub(super) struct TranscriptSession {
    transcript: Transcript,
    target: Target,
    evaluator: Evaluator,
    /// The roll that waits for its play, and the plays offered, likeliest first.
    rolled: Option<((u8, u8), Vec<String>)>,
}

impl TranscriptSession {
    pub(super) const fn new(transcript: Transcript, target: Target, evaluator: Evaluator) -> Self {
        Self { transcript, target, evaluator, rolled: None }
    }

    /// Asks for entries until the transcriber quits. A match that is over can still be corrected.
    pub(super) fn run(mut self) -> Result<(), CliError> {
        self.save()?;
        loop {
            let is_over = self.rolled.is_none()
                && self.transcript.result().is_some()
                && !self.begin_next()?;
            let prompt = if is_over { AFTER_MATCH.to_owned() } else { self.prompt()? };
            let Some(line) = ask_line(&prompt)? else { return Ok(()) };
            let done = match parse(&line, self.rolled.is_some()) {
                Ok(Input::Quit) => return Ok(()),
                Ok(input) => self.execute(input),
                Err(message) => Err(message),
            };
            match done {
                Ok(text) => print(&text)?,
                Err(message) => print(&format!("{message}\n"))?,
            }
            self.save()?;
        }
    }

    fn save(&self) -> Result<(), CliError> {
        self.target.write(self.transcript.record())
    }

    /// Tells the result of the last game and begins the next one. Returns false at the end of the
    /// match.
    fn begin_next(&mut self) -> Result<bool, CliError> {
        let Some(result) = self.transcript.result() else { return Ok(true) };
        let winner = result.winner.map_or("Nobody".to_owned(), |winner| self.name(winner));
        let points = result.points;
        print(&format!("{winner} wins {points} point{}.\n\n", if points == 1 { "" } else { "s" }))?;
        match self.transcript.begin_next() {
            Ok(()) => {
                let number = self.transcript.record().games.len();
                print(&format!("Game {number}. Type the first player's die and the second's.\n"))?;
                Ok(true)
            }
            Err(TranscriptError::MatchOver) => {
                print("The match is over.\n")?;
                Ok(false)
            }
            Err(error) => Err(CliError::failed(error)),
        }
    }

    fn name(&self, seat: Seat) -> String {
        self.transcript.record().players[seat].name.clone()
    }

    fn prompt(&self) -> Result<String, CliError> {
        if let Some((_, plays)) = &self.rolled {
            return Ok(list_offers(plays));
        }
        let (_, decision) = self.transcript.state().map_err(CliError::failed)?;
        Ok(match decision {
            Decision::Opening => "First roll> ".to_owned(),
            Decision::Double { seat, .. } => format!("{}: take or pass> ", self.name(seat)),
            Decision::Beaver { seat, .. } => format!("{} is beavered> ", self.name(seat)),
            other => match other.seat() {
                Some(seat) => format!("{}> ", self.name(seat)),
                None => "> ".to_owned(),
            },
        })
    }

    /// Executes a line of input. Returns the answer.
    fn execute(&mut self, input: Input) -> Result<String, String> {
        let sentence = |error: TranscriptError| capitalized(&format!("{error}."));
        match input {
            Input::Roll(numbers) => self.offer(numbers).map_err(sentence),
            Input::Choose(number) => {
                let Some((numbers, plays)) = &self.rolled else { return Ok(String::new()) };
                let Some(text) = plays.get(number - 1) else {
                    return Err(format!("There is no play {number}."));
                };
                let action = TranscriptAction::Play { numbers: *numbers, text: text.clone() };
                self.enter(&action).map_err(sentence)
            }
            Input::Play(text) => {
                let Some((numbers, _)) = &self.rolled else { return Ok(String::new()) };
                let action = TranscriptAction::Play { numbers: *numbers, text };
                self.enter(&action).map_err(sentence)
            }
            Input::Act(action) => self.enter(&action).map_err(sentence),
            Input::More => {
                let Some((_, plays)) = &self.rolled else { return Ok(String::new()) };
                let list: Vec<String> = plays
                    .iter()
                    .zip(1..)
                    .map(|(play, number): (_, usize)| format!("{number:>3} {play}\n"))
                    .collect();
                Ok(list.concat())
            }
            Input::Undo => {
                if self.rolled.take().is_some() {
                    return Ok(String::new());
                }
                if !self.transcript.undo() {
                    return Err("There is nothing to undo.".to_owned());
                }
                // A game begins by itself after another, so its beginning is undone with the last
                // entry of that one.
                if self.transcript.result().is_some() {
                    self.transcript.undo();
                }
                Ok(String::new())
            }
            Input::List => Ok(self.list()),
            Input::Board => {
                let (table, _) = self.transcript.state().map_err(sentence)?;
                let (own, other) = (self.name(table.seat), self.name(!table.seat));
                Ok(board::draw(table.game, &table.position, Names { own: &own, other: &other }))
            }
            Input::Help => Ok(HELP.to_owned()),
            Input::Correct { game, entry, removed, actions } => {
                let game = self.game_index(game)?;
                let illegal = self.transcript.correct(game, entry - 1, removed, &actions);
                let illegal = illegal.map_err(sentence)?;
                self.rolled = None;
                let numbers: Vec<String> = illegal.iter().map(ToString::to_string).collect();
                Ok(match &numbers[..] {
                    [] => String::new(),
                    _ => format!("Against the rules: entry {}.\n", numbers.join(", ")),
                })
            }
            Input::Cut { game, entry } => {
                let game = self.game_index(game)?;
                let count = self.transcript.lines(game).len();
                let removed = count.checked_sub(entry - 1).filter(|&removed| removed > 0);
                let removed = removed.ok_or_else(|| format!("There is no entry {entry}."))?;
                self.transcript.correct(game, entry - 1, removed, &[]).map_err(sentence)?;
                self.rolled = None;
                let entries = if removed == 1 { "entry" } else { "entries" };
                Ok(format!("Removed {removed} {entries}.\n"))
            }
            Input::Quit => Ok(String::new()),
        }
    }

    /// Index of a game by its number; the last game without one.
    fn game_index(&self, number: Option<usize>) -> Result<usize, String> {
        match number {
            None => Ok(self.transcript.last_game()),
            Some(number) if number <= self.transcript.record().games.len() => Ok(number - 1),
            Some(number) => Err(format!("There is no game {number}.")),
        }
    }

    fn enter(&mut self, action: &TranscriptAction) -> Result<String, TranscriptError> {
        let is_illegal = self.transcript.enter(action)?;
        self.rolled = None;
        let warning = if is_illegal { "Against the rules, and kept as it is.\n" } else { "" };
        Ok(warning.to_owned())
    }

    /// Offers the plays of a roll, likeliest first. A roll with one play, or none, is entered.
    fn offer(&mut self, numbers: (u8, u8)) -> Result<String, TranscriptError> {
        let table = self.transcript.rolled(numbers)?;
        let plays = self.rank(&table);
        if let [only] = &plays[..] {
            let text = match only.as_str() {
                notation::PASS => format!("{} cannot move.\n", self.name(table.seat)),
                play => format!("{}: {play}\n", self.name(table.seat)),
            };
            self.enter(&TranscriptAction::Play { numbers, text: String::new() })?;
            return Ok(text);
        }
        self.rolled = Some((numbers, plays));
        Ok(String::new())
    }

    /// Plays of a roll on the table, best first at 1-ply.
    fn rank(&mut self, table: &Situation) -> Vec<String> {
        let Phase::Rolled(dice) = table.phase else { return Vec::new() };
        let before = Situation { phase: Phase::BeforeRoll, ..*table };
        if self.evaluator.set_stakes(&before).is_err() {
            return Vec::new();
        }
        let ranked = self.evaluator.rank(&table.position, dice, Depth::ONE);
        let results: Vec<_> = ranked.iter().map(|play| play.position).collect();
        let names = notation::write_all(table.game, &table.position, dice, &results);
        names.into_iter().flatten().collect()
    }

    /// The entries of the last game.
    fn list(&self) -> String {
        let mut text = String::new();
        for line in self.transcript.lines(self.transcript.last_game()) {
            let mark = if line.is_illegal { "  (against the rules)" } else { "" };
            let _ =
                writeln!(text, "{:>3} {} {}{mark}", line.number, self.name(line.seat), line.text);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_fit_the_terminal() {
        let plays: Vec<String> =
            (0..12).map(|at| format!("bar/{} 24/20*(2) 13/9*", 24 - at)).collect();
        let text = list_offers(&plays);
        assert!(text.lines().all(|line| line.len() <= LINE_WIDTH), "{text}");
        for (play, number) in plays.iter().zip(1..) {
            assert_eq!(text.contains(&format!("{number} {play}")), number <= OFFERED, "{text}");
        }
        assert!(text.ends_with("   > "), "{text}");
        assert_eq!(list_offers(&plays[..1]), "1 bar/24 24/20*(2) 13/9*   > ");
        assert_eq!(list_offers(&[]), "> ");
    }
}
