//! Rolls of both players: from the generator, typed, or from a file.

use super::{dice_source::DiceFeed, game_loop::PlaySession, input::Input, seats::YOU};
use crate::{error::CliError, terminal::print};
use sheshbesh_movegen::{
    Action, BySeat, Seat,
    random::{die, roll},
};

/// Parses two numbers, such as `31`, `3 1` or `3-1`, in this order.
pub(super) fn parse_numbers(words: &str) -> Option<(u8, u8)> {
    let digits: Vec<u8> = words.bytes().filter(|byte| !matches!(byte, b' ' | b'-')).collect();
    match digits[..] {
        [a @ b'1'..=b'6', b @ b'1'..=b'6'] => Some((a - b'0', b - b'0')),
        _ => None,
    }
}

/// Tells the player if a list of dice is at its end.
fn told_end<T>(dice: Option<T>) -> Result<Option<T>, CliError> {
    if dice.is_none() {
        print("There are no more dice in the file.\n")?;
    }
    Ok(dice)
}

impl PlaySession {
    /// Returns the two dice of the lot; `None` to quit.
    pub(super) fn roll_for_opening(&mut self) -> Result<Option<Action>, CliError> {
        let numbers = match &mut self.dice {
            DiceFeed::Random => Some((die(&mut self.rng), die(&mut self.rng))),
            DiceFeed::ByHand => self.ask_numbers(
                "Your die and the engine's: ",
                "Type the two dice, such as 31",
                parse_numbers,
            )?,
            DiceFeed::Listed(list) => {
                let numbers = list.pair()?;
                list.advance();
                told_end(numbers)?
            }
        };
        Ok(numbers.map(|(bottom, top)| Action::OpeningRoll(BySeat { bottom, top })))
    }

    /// Returns a player's roll; `None` to quit.
    pub(super) fn roll_for(&mut self, seat: Seat) -> Result<Option<Action>, CliError> {
        let game = self.referee.table().game;
        match &mut self.dice {
            DiceFeed::Random => return Ok(Some(Action::Roll(roll(game, &mut self.rng)))),
            DiceFeed::ByHand => {}
            DiceFeed::Listed(list) => {
                let dice = list.roll(game)?;
                list.advance();
                return Ok(told_end(dice)?.map(Action::Roll));
            }
        }
        let prompt = if seat == YOU { "Your roll: " } else { "The engine's roll: " };
        let help = format!("Type the dice, such as {}", game.example_roll());
        let typed =
            self.ask_numbers(prompt, &help, |words| game.parse_roll(&words.replace(' ', "")).ok())?;
        Ok(typed.map(Action::Roll))
    }

    /// Asks for dice until `parse` accepts them; `None` to quit. `help` says what to type.
    fn ask_numbers<T>(
        &mut self,
        prompt: &str,
        help: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, CliError> {
        loop {
            match self.next_input(prompt)? {
                Input::Quit => return Ok(None),
                Input::Board => print(&format!("{}\n", self.draw()))?,
                Input::Words(words) => match parse(&words) {
                    Some(numbers) => return Ok(Some(numbers)),
                    None => print(&format!("{help}.\n"))?,
                },
                _ => print(&format!("{help}, or quit.\n"))?,
            }
        }
    }
}
