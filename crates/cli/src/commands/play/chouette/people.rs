//! Decisions of people in a chouette.

use super::{
    super::input::{self, Input},
    session::{ChouetteSession, Typed, engine_failed},
};
use crate::{error::CliError, terminal::print};
use sheshbesh_analysis::{board, explain::capitalized};
use sheshbesh_arena::ChouettePlay;
use sheshbesh_movegen::{
    Action, ChouetteAction, ChouetteDecision, Decision, Dice, Situation, Win, either, listed,
    notation,
};

/// Number of plays that `hint` shows.
const HINTS: usize = 5;

const HELP: &str = "  8/5 6/5     make a play; also 24/14, bar/22, 6/off, 6/5(2)
  roll        roll the dice; Enter does the same
  double      offer a double: of all cubes, or of those of the members that you name
  no          do not double, in the turn of another member; Enter does the same
  take, pass  answer a double; also beaver and raccoon if they are allowed
  hint        show the engine's choice, by the sum of your cubes
  consult     ask the engines of your team for their plays
  board       show the board again
  resign      offer to resign all games; resign gammon, resign backgammon if they count
  quit        end the session
";

/// A choice with the words for it.
type Choice<'a> = (&'a [&'a str], ChouetteAction);

/// Rolls, or does not double in another member's turn.
const ROLL: &[&str] = &["", "roll", "r", "no", "n"];
const DOUBLE: &[&str] = &["double", "redouble", "d", "yes", "y", "double all"];
const TAKE: &[&str] = &["take", "t", "accept", "a"];
const PASS: &[&str] = &["pass", "p", "drop", "reject", "fold"];
const BEAVER: &[&str] = &["beaver", "b"];
const RACCOON: &[&str] = &["raccoon", "racoon", "rac"];
const YES: &[&str] = &["yes", "y"];
const NO: &[&str] = &["no", "n"];

const NO_ADVICE: &str = "The engine cannot evaluate arithmetic raises of the stake.\n";

impl ChouetteSession {
    /// True if the engine can evaluate the rules.
    fn may_advise(&self) -> bool {
        let game = self.chouette.board().table().game;
        !(self.chouette.rules().table.house_rules.arithmetic_raises && game.has_cube())
    }

    fn ask(&self, prompt: &str) -> Result<Input, CliError> {
        input::ask(prompt, HELP)
    }

    /// Asks whether to play another game.
    pub(super) fn wants_another(&self) -> Result<bool, CliError> {
        loop {
            match self.ask("Enter begins the next game, quit ends: ")? {
                Input::Quit => return Ok(false),
                Input::Words(words) if words.is_empty() => return Ok(true),
                _ => {}
            }
        }
    }

    /// Asks for doubles before a roll; `cubes` may be doubled, and `is_mover` is true for the player
    /// who rolls.
    pub(super) fn ask_double(
        &mut self,
        player: usize,
        is_mover: bool,
        shows_board: bool,
        cubes: &[usize],
    ) -> Result<Typed, CliError> {
        if shows_board {
            print(&self.drawing())?;
        }
        let name = self.name(player).to_owned();
        let holders: Vec<&str> =
            cubes.iter().map(|&pair| self.name(self.chouette.holder(pair))).collect();
        let prompt = if player == self.chouette.box_player() {
            format!("{name}, roll or double ({})? ", listed(&holders))
        } else if is_mover {
            format!("{name}, roll or double? ")
        } else {
            format!("{name}, double? ")
        };
        // Another member of the team rolls for it.
        let wanted = if is_mover { "Type roll or double.\n" } else { "Type double or no.\n" };
        loop {
            match self.ask(&prompt)? {
                Input::Quit => return Ok(Typed::Quit),
                Input::Board => print(&self.drawing())?,
                Input::Hint if !self.may_advise() => print(NO_ADVICE)?,
                Input::Hint => {
                    let doubled = self.seating.adviser.doubles(&self.chouette, player);
                    let doubled = doubled.map_err(engine_failed)?;
                    print(&match doubled.len() {
                        0 => "No double\n".to_owned(),
                        _ => format!("Double {}\n", self.holders(&doubled)),
                    })?;
                }
                Input::Resign(win) if is_mover => {
                    if let Some(action) = self.resignation(win)? {
                        return Ok(Typed::Action(action));
                    }
                }
                Input::Words(words) if ROLL.contains(&words.as_str()) => {
                    return Ok(Typed::Cubes(Vec::new()));
                }
                Input::Words(words) if DOUBLE.contains(&words.as_str()) => {
                    return Ok(Typed::Cubes(cubes.to_vec()));
                }
                Input::Words(words) => match words.strip_prefix("double ") {
                    Some(names) => match self.named_cubes(names, cubes) {
                        Ok(cubes) => return Ok(Typed::Cubes(cubes)),
                        Err(problem) => print(&problem)?,
                    },
                    None => print(wanted)?,
                },
                Input::Undo | Input::Resign(_) => print(wanted)?,
            }
        }
    }

    /// The cubes of some members, by their names separated by commas or blanks.
    fn named_cubes(&self, names: &str, cubes: &[usize]) -> Result<Vec<usize>, String> {
        let mut rest = names.trim().to_owned();
        let mut found = Vec::new();
        let holder = |pair: usize| self.name(self.chouette.holder(pair)).to_lowercase();
        while !rest.is_empty() {
            // The longest name, since one name may begin with another.
            let matching = cubes.iter().copied().filter(|&pair| rest.starts_with(&holder(pair)));
            let Some(first) = matching.max_by_key(|&pair| holder(pair).len()) else {
                return Err(format!("No cube of {rest} may be doubled now.\n"));
            };
            let name = holder(first);
            found.extend(cubes.iter().copied().filter(|&pair| holder(pair) == name));
            rest = rest[name.len()..].trim_start_matches([',', ' ']).to_owned();
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// Asks a person for a decision; `None` to quit.
    pub(super) fn ask_person(
        &mut self,
        player: usize,
        decision: &ChouetteDecision,
    ) -> Result<Option<ChouetteAction>, CliError> {
        let name = self.name(player).to_owned();
        let answer = ChouetteAction::Answer;
        match *decision {
            ChouetteDecision::Play { dice, .. } => self.choose_play(player, dice),
            ChouetteDecision::Answer { pair, decision, .. } => {
                let of = self.name(self.chouette.holder(pair)).to_owned();
                let is_box = player == self.chouette.box_player();
                let cube = if is_box { format!(" the cube of {of}") } else { String::new() };
                let (takes, passes) = ((TAKE, answer(Action::Take)), (PASS, answer(Action::Pass)));
                match decision {
                    Decision::Double { may_beaver: true, .. } => {
                        let beavers = (BEAVER, answer(Action::Beaver));
                        let prompt = format!("{name}, take, beaver or pass{cube}? ");
                        self.choose_among(&prompt, &[takes, passes, beavers])
                    }
                    Decision::Beaver { may_raccoon: true, .. } => {
                        let raccoons = (RACCOON, answer(Action::Raccoon));
                        let prompt = format!("{name}, take, raccoon or pass the beaver of {of}? ");
                        self.choose_among(&prompt, &[takes, passes, raccoons])
                    }
                    _ => self
                        .choose_among(&format!("{name}, take or pass{cube}? "), &[takes, passes]),
                }
            }
            ChouetteDecision::OfferExtras { ref pairs, .. } => {
                let prompt = format!("{name}, offer the cubes of {}? ", self.members(pairs));
                let offers = ChouetteAction::OfferExtras;
                self.choose_among(&prompt, &[(YES, offers(true)), (NO, offers(false))])
            }
            ChouetteDecision::TakeExtras { ref pairs, .. } => {
                let prompt = format!("{name}, take over the cubes of {}? ", self.members(pairs));
                let takes = ChouetteAction::TakeExtras;
                self.choose_among(&prompt, &[(YES, takes(true)), (NO, takes(false))])
            }
            ChouetteDecision::Resignation { offered, .. } => {
                let prompt = format!("{name}, accept a {}? ", offered.name());
                let board = ChouetteAction::Board;
                self.choose_among(
                    &prompt,
                    &[(YES, board(Action::Accept)), (NO, board(Action::Refuse))],
                )
            }
            _ => Ok(None),
        }
    }

    /// Prompts until the input is one of the choices; `None` to quit.
    fn choose_among(
        &mut self,
        prompt: &str,
        choices: &[Choice<'_>],
    ) -> Result<Option<ChouetteAction>, CliError> {
        print(&self.drawing())?;
        let words: Vec<&str> = choices.iter().map(|(names, _)| names[0]).collect();
        loop {
            match self.ask(prompt)? {
                Input::Quit => return Ok(None),
                Input::Board => print(&self.drawing())?,
                Input::Hint if !self.may_advise() => print(NO_ADVICE)?,
                Input::Hint => {
                    let advice = self.seating.adviser.decide(&self.chouette);
                    let advice = advice.map_err(engine_failed)?;
                    let choice = choices.iter().find(|(_, action)| advice.as_ref() == Some(action));
                    let word = choice.map_or("?", |(names, _)| names[0]);
                    print(&format!("{}\n", capitalized(word)))?;
                }
                Input::Words(typed) => {
                    let choice = choices.iter().find(|(names, _)| names.contains(&typed.as_str()));
                    match choice {
                        Some((_, action)) => return Ok(Some(action.clone())),
                        None => print(&format!("Type {}.\n", either(&words)))?,
                    }
                }
                Input::Undo | Input::Resign(_) => {
                    print(&format!("Type {}.\n", either(&words)))?;
                }
            }
        }
    }

    /// Asks for the play of a roll; `None` to quit.
    fn choose_play(
        &mut self,
        player: usize,
        dice: Dice,
    ) -> Result<Option<ChouetteAction>, CliError> {
        print(&self.drawing())?;
        let table = *self.chouette.board().table();
        let Situation { game, position: before, .. } = table;
        let play = |result| Some(ChouetteAction::Board(Action::Play(result)));
        let passed = game.passed(&before, dice);
        if self.chouette.board().legal_plays() == [passed] {
            return Ok(play(passed));
        }
        let numbers = board::stage_words(&table).unwrap_or_else(|| dice.to_string());
        let prompt = format!("{}, {numbers} to play: ", self.name(player));
        loop {
            match self.ask(&prompt)? {
                Input::Quit => return Ok(None),
                Input::Board => print(&self.drawing())?,
                Input::Hint if !self.may_advise() => print(NO_ADVICE)?,
                Input::Hint => {
                    let ranked = self.seating.adviser.rank(&self.chouette, player);
                    let ranked = ranked.map_err(engine_failed)?;
                    print(&hints(&table, dice, &ranked))?;
                }
                Input::Undo => print("There is nothing to take back.\n")?,
                Input::Resign(win) => {
                    if let Some(action) = self.resignation(win)? {
                        return Ok(Some(action));
                    }
                }
                Input::Words(words) if words.is_empty() => {}
                Input::Words(words) if words == "consult" => self.consult(player, dice)?,
                Input::Words(words) => match notation::parse(game, &before, dice, &words) {
                    Ok(result) => return Ok(play(result)),
                    Err(illegal) => print(&capitalized(&format!("{illegal}.\n")))?,
                },
            }
        }
    }

    /// Prints the plays of the engines in the captain's team.
    fn consult(&mut self, player: usize, dice: Dice) -> Result<(), CliError> {
        if player == self.chouette.box_player() {
            return print("The box plays alone: nobody may be consulted.\n");
        }
        if !self.chouette.may_consult() {
            return print("Consulting is allowed once a cube has been turned.\n");
        }
        let table = *self.chouette.board().table();
        let mut text = String::new();
        for member in self.chouette.line()[1..].iter().copied() {
            let Some(engine) = self.seating.engines[member].as_mut().filter(|_| member != player)
            else {
                continue;
            };
            let ranked = engine.rank(&self.chouette, member).map_err(engine_failed)?;
            if let Some(best) = ranked.first() {
                let words = board::play_words(table.game, &table.position, dice, &best.position);
                text.push_str(&format!("{} would play {words}\n", self.name(member)));
            }
        }
        print(if text.is_empty() { "No engine of your team is in the game.\n" } else { &text })
    }

    /// The action of a resignation, or a message if the kind of win does not count.
    fn resignation(&self, win: Option<Win>) -> Result<Option<ChouetteAction>, CliError> {
        let table = self.chouette.board().table();
        match win.and_then(|win| table.win_resigned(win)) {
            Some(win) => Ok(Some(ChouetteAction::Board(Action::Resign(win)))),
            None => {
                let names: Vec<&str> =
                    table.wins_that_count().iter().map(|win| win.name()).collect();
                print(&format!("Resign one of these: {}.\n", listed(&names)))?;
                Ok(None)
            }
        }
    }
}

/// The best plays, with the points that the player can expect over all their cubes.
fn hints(table: &Situation, dice: Dice, ranked: &[ChouettePlay]) -> String {
    let words = |play: &ChouettePlay| {
        let words = notation::write(table.game, &table.position, dice, &play.position);
        words.unwrap_or_else(|| "?".to_owned())
    };
    let shown: Vec<String> = ranked.iter().take(HINTS).map(words).collect();
    let width = shown.iter().map(String::len).max().unwrap_or(0);
    let mut text = String::new();
    for (number, (words, play)) in (1..).zip(shown.iter().zip(ranked)) {
        text.push_str(&format!(" {number}. {words:width$}  {:+.4}\n", play.points));
    }
    text
}
