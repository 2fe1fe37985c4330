//! Rolls of both players, from the generator or typed.

use super::{dice_source::DiceSource, game_loop::PlaySession, input::Input, seats::YOU};
use crate::{error::CliError, terminal::print};
use sheshbesh_movegen::{
    Action, BySeat, Dice, Seat,
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

impl PlaySession {
    /// Returns the two dice of the lot; `None` to quit.
    pub(super) fn roll_for_opening(&mut self) -> Result<Option<Action>, CliError> {
        if self.dice == DiceSource::Random {
            let (bottom, top) = (die(&mut self.rng), die(&mut self.rng));
            return Ok(Some(Action::OpeningRoll(BySeat { bottom, top })));
        }
        let typed = self.ask_numbers("Your die and the engine's: ")?;
        Ok(typed.map(|(bottom, top)| Action::OpeningRoll(BySeat { bottom, top })))
    }

    /// Returns a player's roll; `None` to quit.
    pub(super) fn roll_for(&mut self, seat: Seat) -> Result<Option<Action>, CliError> {
        if self.dice == DiceSource::Random {
            return Ok(Some(Action::Roll(roll(&mut self.rng))));
        }
        let prompt = if seat == YOU { "Your roll: " } else { "The engine's roll: " };
        let typed = self.ask_numbers(prompt)?;
        Ok(typed.and_then(|(a, b)| Dice::new(a, b)).map(Action::Roll))
    }

    /// Asks for two dice; `None` to quit.
    fn ask_numbers(&mut self, prompt: &str) -> Result<Option<(u8, u8)>, CliError> {
        loop {
            match self.next_input(prompt)? {
                Input::Quit => return Ok(None),
                Input::Board => print(&format!("{}\n", self.draw()))?,
                Input::Words(words) => match parse_numbers(&words) {
                    Some(numbers) => return Ok(Some(numbers)),
                    None => print("Type the two dice, such as 31.\n")?,
                },
                _ => print("Type the two dice, such as 31, or quit.\n")?,
            }
        }
    }
}
