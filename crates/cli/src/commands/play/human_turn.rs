//! The player's decisions.

use super::{
    dice_source::DiceFeed, game_loop::PlaySession, input::Input, narration::draw_for_you,
    seats::YOU,
};
use crate::{error::CliError, terminal::print};
use sheshbesh_analysis::{board, explain::capitalized};
use sheshbesh_movegen::{Action, Decision, Dice, Position, Situation, Win, notation, random::roll};

/// Confirmation of an action.
enum Confirmation {
    /// The action is final.
    Yes(Action),
    /// The action is taken back.
    No,
    Quit,
}

const ROLL: &[&str] = &["", "roll", "r", "no double", "nd"];
const DOUBLE: &[&str] = &["double", "redouble", "d"];
const TAKE: &[&str] = &["take", "t", "accept", "a"];
const PASS: &[&str] = &["pass", "p", "drop", "reject", "fold"];
const BEAVER: &[&str] = &["beaver", "b"];
const RACCOON: &[&str] = &["raccoon", "racoon", "rac"];

/// Returns true if the input is a cube action.
fn is_cube_action(words: &str) -> bool {
    [ROLL, DOUBLE, TAKE, PASS, BEAVER, RACCOON].iter().any(|names| names.contains(&words))
}

impl PlaySession {
    /// Returns the player's final decision; `None` to quit.
    pub(super) fn choose_action(&mut self, decision: Decision) -> Result<Option<Action>, CliError> {
        loop {
            let rng = self.rng.clone();
            let Some(action) = self.propose_action(decision)? else { return Ok(None) };
            match self.review(decision, action)? {
                Confirmation::Yes(action) => return Ok(Some(action)),
                Confirmation::Quit => return Ok(None),
                // Restore the generator, so that the next roll stays the same.
                Confirmation::No => self.rng = rng,
            }
        }
    }

    /// Lets the tutor check an action, and asks for confirmation after a warning.
    fn review(&mut self, decision: Decision, action: Action) -> Result<Confirmation, CliError> {
        let table = *self.referee.table();
        let Some(tutor) = &mut self.tutor else { return Ok(Confirmation::Yes(action)) };
        let Some(warning) = tutor.consider(&table, decision, action)? else {
            return Ok(Confirmation::Yes(action));
        };
        print(&format!("\n{warning}\n"))?;
        loop {
            match self.ask("Type anyway, undo or hint: ")? {
                Input::Quit => return Ok(Confirmation::Quit),
                Input::Board => print(&format!("{}\n", self.draw()))?,
                Input::Hint => self.give_hint(decision)?,
                Input::Undo => return Ok(Confirmation::No),
                Input::Resign(win) if self.may_resign() => {
                    if let Some(accepted) = self.resign(win)? {
                        return Ok(Confirmation::Yes(accepted));
                    }
                }
                Input::Resign(_) => print("You cannot resign here: type anyway, undo or hint.\n")?,
                Input::Words(words) if words == "anyway" => {
                    if let Some(tutor) = &mut self.tutor {
                        tutor.finalize();
                    }
                    return Ok(Confirmation::Yes(action));
                }
                Input::Words(words) => match self.check_replacement(decision, &words) {
                    Ok(()) => {
                        self.pending_input = Some(Input::Words(words));
                        return Ok(Confirmation::No);
                    }
                    Err(problem) => print(&problem)?,
                },
            }
        }
    }

    /// Checks that the input is another valid action.
    ///
    /// # Errors
    /// Returns a message for the player.
    fn check_replacement(&self, decision: Decision, words: &str) -> Result<(), String> {
        let Situation { game, ref position, .. } = *self.referee.table();
        match decision {
            _ if words.is_empty() => {
                Err("Type anyway to keep it, or undo to take it back.\n".to_owned())
            }
            Decision::Play { dice, .. } => match notation::parse(game, position, dice, words) {
                Ok(_) => Ok(()),
                Err(illegal) => Err(capitalized(&format!("{illegal}.\n"))),
            },
            _ if is_cube_action(words) => Ok(()),
            _ => Err("Type anyway to keep it, or undo to take it back.\n".to_owned()),
        }
    }

    /// Prints a hint of the tutor, or the engine's choice.
    fn give_hint(&mut self, decision: Decision) -> Result<(), CliError> {
        let table = *self.referee.table();
        match (&mut self.tutor, decision) {
            (Some(tutor), _) => print(&tutor.hint(&table, decision)?),
            (None, Decision::Play { dice, .. }) => self.print_play_hint(dice),
            (None, _) => self.print_cube_hint(),
        }
    }

    /// Returns true if the player may resign: on their turn.
    fn may_resign(&self) -> bool {
        matches!(self.referee.to_decide(), Decision::Roll { .. } | Decision::Play { .. })
    }

    /// Returns the player's decision before confirmation; `None` to quit.
    fn propose_action(&mut self, decision: Decision) -> Result<Option<Action>, CliError> {
        match decision {
            Decision::Roll { may_double: true, .. } => self.choose_roll_or_double(),
            Decision::Roll { .. } => self.roll_for(YOU),
            Decision::Play { dice, .. } => self.choose_play(dice),
            Decision::Double { may_beaver, .. } => {
                let value = 2 * self.referee.table().cube.value();
                let choices: [(&[&str], Action); 3] =
                    [(TAKE, Action::Take), (PASS, Action::Pass), (BEAVER, Action::Beaver)];
                let doubles = format!("The engine doubles to {value}.");
                if may_beaver {
                    let prompt = format!("{doubles} Take, beaver or pass? ");
                    self.choose(&prompt, &choices, "Type take, beaver or pass.\n")
                } else {
                    let prompt = format!("{doubles} Take or pass? ");
                    self.choose(&prompt, &choices[..2], "Type take or pass.\n")
                }
            }
            Decision::Beaver { may_raccoon, .. } => {
                let choices: [(&[&str], Action); 3] = [
                    (&["", "roll", "r", "take", "t", "accept", "a"], Action::Take),
                    (PASS, Action::Pass),
                    (RACCOON, Action::Raccoon),
                ];
                if may_raccoon {
                    let prompt = "Roll, raccoon or pass? ";
                    self.choose(prompt, &choices, "Type roll, raccoon or pass.\n")
                } else {
                    self.choose("Roll or pass? ", &choices[..2], "Type roll or pass.\n")
                }
            }
            _ => {
                let choices: [(&[&str], Action); 2] = [(TAKE, Action::Take), (PASS, Action::Pass)];
                self.choose("Take or pass? ", &choices, "Type take or pass.\n")
            }
        }
    }

    fn choose_roll_or_double(&mut self) -> Result<Option<Action>, CliError> {
        self.show_board()?;
        // The dice are taken only if the player rolls.
        let (game, mut after) = (self.referee.table().game, self.rng.clone());
        let dice = match &self.dice {
            DiceFeed::ByHand => return self.choose_typed_roll_or_double(),
            DiceFeed::Random => roll(game, &mut after),
            DiceFeed::Listed(list) => match list.roll(game)? {
                Some(dice) => dice,
                None => return self.roll_for(YOU),
            },
        };
        let choices: [(&[&str], Action); 2] =
            [(ROLL, Action::Roll(dice)), (DOUBLE, Action::Double)];
        let chosen = self.choose("Roll or double: ", &choices, "Type roll or double.\n")?;
        if matches!(chosen, Some(Action::Roll(_))) {
            self.rng = after;
            if let DiceFeed::Listed(list) = &mut self.dice {
                list.advance();
            }
        }
        Ok(chosen)
    }

    fn choose_typed_roll_or_double(&mut self) -> Result<Option<Action>, CliError> {
        let rolls: Vec<(String, Action)> = Dice::ALL
            .into_iter()
            .flat_map(|dice| {
                let (high, low) = (dice.high(), dice.low());
                [(high, low), (low, high)].map(|(a, b)| (format!("{a}{b}"), Action::Roll(dice)))
            })
            .collect();
        let names: Vec<[&str; 1]> = rolls.iter().map(|(name, _)| [name.as_str()]).collect();
        let typed = names.iter().zip(&rolls).map(|(name, (_, roll))| (&name[..], *roll));
        let choices: Vec<(&[&str], Action)> =
            [(DOUBLE, Action::Double)].into_iter().chain(typed).collect();
        self.choose(
            "Your roll, or double: ",
            &choices,
            "Type the two dice, such as 31, or double.\n",
        )
    }

    /// Prompts until the player types one of the choices, or resigns if allowed; `None` to quit.
    fn choose(
        &mut self,
        prompt: &str,
        choices: &[(&[&str], Action)],
        otherwise: &str,
    ) -> Result<Option<Action>, CliError> {
        loop {
            match self.next_input(prompt)? {
                Input::Quit => return Ok(None),
                Input::Board => print(&format!("{}\n", self.draw()))?,
                Input::Hint => self.give_hint(self.referee.to_decide())?,
                Input::Words(words) => {
                    let chosen = choices.iter().find(|(names, _)| names.contains(&words.as_str()));
                    match chosen {
                        Some((_, choice)) => return Ok(Some(*choice)),
                        None => print(otherwise)?,
                    }
                }
                Input::Resign(win) if self.may_resign() => {
                    if let Some(accepted) = self.resign(win)? {
                        return Ok(Some(accepted));
                    }
                }
                Input::Undo | Input::Resign(_) => print(otherwise)?,
            }
        }
    }

    /// Prints the board, unless input is pending.
    fn show_board(&self) -> Result<(), CliError> {
        if self.pending_input.is_some() { Ok(()) } else { print(&format!("{}\n", self.draw())) }
    }

    /// Returns the player's play of a roll; `None` to quit.
    fn choose_play(&mut self, dice: Dice) -> Result<Option<Action>, CliError> {
        self.show_board()?;
        let Situation { game, position: before, .. } = *self.referee.table();
        let passed = game.passed(&before, dice);
        let stage = board::stage_words(self.referee.table());
        if self.referee.legal_plays() == [passed] {
            print(&match &stage {
                Some(numbers) => format!("You cannot play {numbers}.\n\n"),
                None => format!("You roll {dice} and cannot move.\n\n"),
            })?;
            return Ok(Some(Action::Play(passed)));
        }
        loop {
            let numbers = stage.clone().unwrap_or_else(|| dice.to_string());
            match self.next_input(&format!("{numbers} to play: "))? {
                Input::Words(words) if words == "double" && !game.has_cube() => {
                    print(&format!("{game} is played without a cube.\n"))?;
                }
                Input::Quit => return Ok(None),
                Input::Board => print(&draw_for_you(game, &before))?,
                Input::Hint => self.give_hint(self.referee.to_decide())?,
                Input::Undo => print("There is nothing to take back.\n")?,
                Input::Resign(win) => {
                    if let Some(accepted) = self.resign(win)? {
                        return Ok(Some(accepted));
                    }
                }
                Input::Words(words) if words.is_empty() => {}
                Input::Words(words) => match notation::parse(game, &before, dice, &words) {
                    Err(illegal) => print(&capitalized(&format!("{illegal}.\n")))?,
                    // The same line also ends the turn.
                    Ok(result) if words.ends_with(" pass") => {
                        return Ok(Some(Action::Play(result)));
                    }
                    Ok(result) => match self.confirm(dice, result)? {
                        Confirmation::No => print(&format!("{}\n", self.draw()))?,
                        Confirmation::Yes(action) => return Ok(Some(action)),
                        Confirmation::Quit => return Ok(None),
                    },
                },
            }
        }
    }

    /// Shows a play, and asks for confirmation to end the turn. A play that ends the game needs
    /// none.
    fn confirm(&mut self, dice: Dice, result: Position) -> Result<Confirmation, CliError> {
        let Situation { game, position: before, .. } = *self.referee.table();
        let seen = draw_for_you(game, &result.swapped());
        let words = board::play_words(game, &before, dice, &result);
        print(&format!("\n{seen}\nYou play {words}\n"))?;
        if game.end(&result, Some(dice)).is_some() {
            return Ok(Confirmation::Yes(Action::Play(result)));
        }
        loop {
            match self.ask("Enter ends the turn, undo takes it back: ")? {
                Input::Quit => return Ok(Confirmation::Quit),
                Input::Board => print(&draw_for_you(game, &result.swapped()))?,
                Input::Hint => print("Take the play back first, with undo.\n")?,
                Input::Undo => return Ok(Confirmation::No),
                Input::Resign(win) => {
                    if let Some(accepted) = self.resign(win)? {
                        return Ok(Confirmation::Yes(accepted));
                    }
                }
                Input::Words(words) => match words.as_str() {
                    "" | "pass" | "ok" | "end" => {
                        return Ok(Confirmation::Yes(Action::Play(result)));
                    }
                    _ => print("The play is made: press Enter, or type undo.\n")?,
                },
            }
        }
    }

    /// Offers a resignation to the engine. Returns the action that accepts it, or `None` if the
    /// engine plays on.
    fn resign(&mut self, win: Option<Win>) -> Result<Option<Action>, CliError> {
        let table = self.referee.table();
        let Some(win) = win.and_then(|win| table.win_resigned(win)) else {
            print(match table.wins_that_count().len() {
                1 => "Type resign: there is only one kind of loss.\n",
                2 => "Type resign or resign gammon.\n",
                _ => "Type resign, resign gammon or resign backgammon.\n",
            })?;
            return Ok(None);
        };
        self.apply(Action::Resign(win))?;
        let Some(answer) = self.choose_engine_action()? else { return Ok(None) };
        if answer == Action::Refuse {
            self.apply(answer)?;
            print("The engine plays on: it expects to win more than that.\n")?;
            return Ok(None);
        }
        Ok(Some(answer))
    }
}
