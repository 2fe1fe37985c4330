//! `shesh play`: a game against the engine.

use crate::{
    best::table,
    board::{self, Names},
    failure::Failure,
    options::{Game, Ply, Weights},
    output::print,
};
use clap::Args;
use sheshbesh_arena::random::{GameRng, game_rng, opening_dice, roll};
use sheshbesh_evaluator::Evaluator;
use sheshbesh_movegen::{Dice, Plays, Position, Side, Win, notation};
use std::{
    io::BufRead,
    time::{SystemTime, UNIX_EPOCH},
};

/// Plays a game against you
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh play
  shesh play --ply 2                        against a stronger opponent
  shesh play --seed 7                       the same dice again
  shesh play --variant nackgammon

Write plays as 8/5 6/5, 24/14, bar/22, 6/off or 6/5(2).")]
pub struct Play {
    /// Seed of the dice; another one each time by default
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    ply: Ply,
    #[command(flatten)]
    weights: Weights,
    #[command(flatten)]
    game: Game,
}

const HELP: &str = "\
  8/5 6/5     a play; also 24/14, bar/22, 6/off, 6/5(2)
  hint        what the engine would play
  undo        take the play back, before the turn is passed
  board       the board again
  resign      give up a game; also resign gammon, resign backgammon
  quit        stop
";

/// Plays that `hint` shows.
const HINTS: usize = 5;

/// A certain gammon is expected to win 1.9999 points or so.
const ROUNDING: f32 = 0.005;

/// How a session goes on.
enum Next {
    Continue,
    Over(Win),
    Quit,
}

struct Session {
    evaluator: Evaluator,
    ply: u32,
    rng: GameRng,
    plays: Plays,
    /// Seen by whoever is on roll.
    position: Position,
}

impl Play {
    pub fn run(&self) -> Result<(), Failure> {
        let seed = self.seed.unwrap_or_else(|| {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            now.as_nanos() as u64
        });
        let mut session = Session {
            evaluator: Evaluator::new(&*self.weights.network()?),
            ply: self.ply.ply,
            rng: game_rng(seed, 0),
            plays: Plays::new(),
            position: self.game.variant.start(),
        };
        print(&format!(
            "You are X and move from 24 down to 1. Say help for what can be said.\n\
             (shesh play --seed {seed} has these dice.)\n\n"
        ))?;
        session.play()
    }
}

impl Session {
    fn play(&mut self) -> Result<(), Failure> {
        let [your_die, engines_die] = opening_dice(&mut self.rng);
        let mut dice = Dice::new(your_die, engines_die).expect("dice show 1 to 6");
        let mut yours = your_die > engines_die;
        let who = if yours { "You begin" } else { "The engine begins" };
        print(&format!("You roll {your_die}, the engine {engines_die}. {who}.\n\n"))?;
        loop {
            let next = if yours { self.your_turn(dice)? } else { self.engines_turn(dice)? };
            match next {
                Next::Quit => return print("Goodbye.\n"),
                // Who resigns is on roll and loses.
                Next::Over(win) => return self.over(Side::Opponent, win, yours),
                Next::Continue => {}
            }
            yours = !yours;
            if let Some((winner, win)) = self.position.result() {
                return self.over(winner, win, yours);
            }
            dice = roll(&mut self.rng);
        }
    }

    /// The position seen by you.
    fn draw(&self, yours: bool) -> String {
        let position = if yours { self.position } else { self.position.swapped() };
        board::draw(&position, Names { own: "you", other: "shesh" })
    }

    fn engines_turn(&mut self, dice: Dice) -> Result<Next, Failure> {
        let results = self.plays.generate_or_pass(&self.position, dice);
        let place = self.evaluator.choose(&self.position, results, self.ply);
        let result = results[place];
        let words = board::play_words(&self.position, dice, &result);
        self.position = result;
        print(&format!("The engine plays {words}\n\n"))?;
        Ok(Next::Continue)
    }

    fn your_turn(&mut self, dice: Dice) -> Result<Next, Failure> {
        print(&format!("{}\n", self.draw(true)))?;
        let before = self.position;
        if self.plays.generate(&before, dice).is_empty() {
            self.position = before.swapped();
            print(&format!("You roll {dice} and cannot move.\n\n"))?;
            return Ok(Next::Continue);
        }
        // The position after the play that has been made but not yet passed on.
        let mut played: Option<Position> = None;
        loop {
            let prompt = match played {
                None => format!("{dice} to play: "),
                Some(_) => "Enter passes the turn, undo takes it back: ".to_owned(),
            };
            let Some(line) = ask(&prompt)? else { return Ok(Next::Quit) };
            let words: Vec<&str> = line.split_whitespace().collect();
            match (words.as_slice(), played) {
                ([], Some(result)) | (["pass" | "ok" | "end"], Some(result)) => {
                    self.position = result;
                    return Ok(Next::Continue);
                }
                ([], None) => {}
                (["help" | "?"], _) => print(HELP)?,
                (["quit" | "exit" | "q"], _) => return Ok(Next::Quit),
                (["board"], _) => {
                    let seen = played.map_or(before, |result| result.swapped());
                    print(&board::draw(&seen, Names { own: "you", other: "shesh" }))?;
                }
                (["hint"], None) => self.hint(dice)?,
                (["hint"], Some(_)) => print("Take the play back first, with undo.\n")?,
                (["undo"], Some(_)) => {
                    played = None;
                    print(&format!("{}\n", self.draw(true)))?;
                }
                (["undo"], None) => print("There is nothing to take back.\n")?,
                (["resign", value @ ..], _) => match resignation(value) {
                    None => print("Say resign, resign gammon or resign backgammon.\n")?,
                    Some(win) if self.accepts(win) => return Ok(Next::Over(win)),
                    Some(_) => print("The engine plays on: it expects to win more than that.\n")?,
                },
                (_, Some(_)) => print("The play is made: press Enter, or say undo.\n")?,
                (_, None) => match notation::parse(&before, dice, &line) {
                    Err(illegal) => print(&format!("{illegal}.\n"))?,
                    Ok(result) => {
                        played = Some(result);
                        let seen = result.swapped();
                        let names = Names { own: "you", other: "shesh" };
                        let words = board::play_words(&before, dice, &result);
                        print(&format!("\n{}\nYou play {words}\n", board::draw(&seen, names)))?;
                        if result.result().is_some() {
                            self.position = result;
                            return Ok(Next::Continue);
                        }
                    }
                },
            }
        }
    }

    /// Whether the engine takes what you offer, by what it expects to win before your roll.
    fn accepts(&mut self, win: Win) -> bool {
        let expected = -self.evaluator.evaluate(&self.position, self.ply).equity();
        f32::from(win.points()) >= expected - ROUNDING
    }

    fn hint(&mut self, dice: Dice) -> Result<(), Failure> {
        let ranked = self.evaluator.rank(&self.position, dice, self.ply);
        let results: Vec<Position> = ranked.iter().take(HINTS).map(|play| play.position).collect();
        let texts: Vec<String> =
            notation::write_all(&self.position, dice, &results).into_iter().flatten().collect();
        print(&table(&texts, &ranked, HINTS))
    }

    /// Tells how the game ended; `yours` says whether you would be on roll now.
    fn over(&self, winner: Side, win: Win, yours: bool) -> Result<(), Failure> {
        let you_won = (winner == Side::OnRoll) == yours;
        let what = match win {
            Win::Single => "a single game, 1 point",
            Win::Gammon => "a gammon, 2 points",
            Win::Backgammon => "a backgammon, 3 points",
        };
        let who = if you_won { "You win" } else { "The engine wins" };
        print(&format!("{}\n{who} {what}.\n", self.draw(yours)))
    }
}

/// What is offered; a plain `resign` is a single game.
fn resignation(value: &[&str]) -> Option<Win> {
    match value {
        [] | ["single" | "1"] => Some(Win::Single),
        ["gammon" | "2"] => Some(Win::Gammon),
        ["backgammon" | "3"] => Some(Win::Backgammon),
        _ => None,
    }
}

/// Asks and reads a line; `None` at the end of the input.
fn ask(prompt: &str) -> Result<Option<String>, Failure> {
    print(prompt)?;
    let mut line = String::new();
    match std::io::stdin().lock().read_line(&mut line) {
        Ok(0) => {
            print("\n")?;
            Ok(None)
        }
        Ok(_) => Ok(Some(line.trim().to_owned())),
        Err(error) => Err(Failure::Failed(format!("cannot read what you say: {error}"))),
    }
}
