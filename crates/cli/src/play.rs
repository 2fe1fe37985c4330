//! `shesh play`: a game against the engine.

use crate::{
    best::table,
    board::{self, Names},
    failure::Failure,
    options::{CubeGame, GameOption, Ply, Search, Weights},
    output::print,
};
use clap::Args;
use sheshbesh_arena::{
    Answer, CubePolicy, CubeRules, Engine, Player, Session as Stake,
    random::{GameRng, die, game_rng, roll},
};
use sheshbesh_evaluator::{
    Evaluator,
    cube::{CubeRules as Efficiency, Ladder, MatchEquityTable},
};
use sheshbesh_movegen::{
    BySide, Cube, Dice, Phase, Plays, Position, Side, Situation, Win, notation,
};
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
  shesh play --game nackgammon
  shesh play --cube --jacoby                a game with the doubling cube
  shesh play --match 5                      a match

Write plays as 8/5 6/5, 24/14, bar/22, 6/off or 6/5(2).")]
pub struct Play {
    /// Seed of the dice; another one each time by default
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    ply: Ply,
    #[command(flatten)]
    cube: CubeGame,
    #[command(flatten)]
    search: Search,
    #[command(flatten)]
    weights: Weights,
    #[command(flatten)]
    game: GameOption,
}

const HELP: &str = "\
  8/5 6/5     a play; also 24/14, bar/22, 6/off, 6/5(2)
  hint        what the engine would play
  undo        take the play back, before the turn is passed
  board       the board again
  resign      give up a game; also resign gammon, resign backgammon
  quit        stop
With the cube, before your roll:
  roll        roll the dice; Enter does too
  double      offer the cube; the engine takes or passes
  hint        what the engine would do with it
When the engine doubles: take, pass, or beaver where that is played.
";

/// Plays that `hint` shows.
const HINTS: usize = 5;

/// A certain gammon is expected to win 1.9999 points or so.
const ROUNDING: f32 = 0.005;

/// How a session goes on.
enum Next {
    Continue,
    /// Somebody has won so many points.
    Over {
        you_won: bool,
        points: u32,
        how: String,
    },
    Quit,
}

struct Session {
    /// For hints and resignations.
    evaluator: Evaluator,
    engine: Engine,
    ply: u32,
    rng: GameRng,
    plays: Plays,
    rules: Option<CubeRules>,
    /// Seen by whoever is on roll.
    table: Situation,
    /// Yours and the engine's.
    score: [u16; 2],
    crawford_played: bool,
    start: Position,
}

impl Play {
    pub fn run(&self) -> Result<(), Failure> {
        let seed = self.seed.unwrap_or_else(|| {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            now.as_nanos() as u64
        });
        let evaluator = self.search.evaluator(&*self.weights.network(self.game.kind)?);
        let start = self.game.kind.start();
        let mut session = Session {
            engine: Engine::new(evaluator.clone(), self.ply.ply, CubePolicy::Model),
            evaluator,
            ply: self.ply.ply,
            rng: game_rng(seed, 0),
            plays: Plays::new(self.game.kind),
            rules: self.cube.rules()?,
            table: Situation::new(start, self.game.kind),
            score: [0, 0],
            crawford_played: false,
            start,
        };
        print(&format!(
            "You are X and move from 24 down to 1. Say help for what can be said.\n\
             (shesh play --seed {seed} has these dice.)\n\n"
        ))?;
        session.play()
    }
}

impl Session {
    /// One game, or a whole match.
    fn play(&mut self) -> Result<(), Failure> {
        loop {
            let (you_won, points, how) = match self.game()? {
                Next::Over { you_won, points, how } => (you_won, points, how),
                _ => return print("Goodbye.\n"),
            };
            let who = if you_won { "You win" } else { "The engine wins" };
            let plural = if points == 1 { "point" } else { "points" };
            print(&format!("{who} {how}, {points} {plural}.\n"))?;
            let Some(CubeRules { session: Stake::Match { length, .. }, .. }) = self.rules else {
                return Ok(());
            };
            let winner = &mut self.score[usize::from(!you_won)];
            *winner = winner.saturating_add(u16::try_from(points).unwrap_or(u16::MAX));
            let [yours, engines] = self.score;
            print(&format!("The score is {yours} to {engines} in a match to {length}.\n\n"))?;
            if self.score.iter().any(|&points| points >= length) {
                let who = if you_won { "You win" } else { "The engine wins" };
                return print(&format!("{who} the match.\n"));
            }
        }
    }

    /// Sets the table for a game; says whether you begin, and with which roll.
    fn begin(&mut self) -> Result<(bool, Dice), Failure> {
        let mut cube = Cube::default();
        let automatic = self.rules.map_or(0, |rules| rules.automatic_doubles());
        let mut opening = [die(&mut self.rng), die(&mut self.rng)];
        while opening[0] == opening[1] {
            if cube.exponent() < automatic {
                cube = cube.turned_to(None).expect("below the limit");
                print(&format!("Both roll {}: the cube goes to {}.\n", opening[0], cube.value()))?;
            }
            opening = [die(&mut self.rng), die(&mut self.rng)];
        }
        let [your_die, engines_die] = opening;
        let yours = your_die > engines_die;
        let mut table = Situation::new(self.start, self.table.game);
        table.cube = cube;
        if let Some(rules) = self.rules {
            table.largest_cube = rules.largest_cube;
            let is_crawford = match rules.session {
                Stake::Match { length, crawford, .. } => {
                    let one_away = self.score.iter().any(|points| points + 1 == length);
                    crawford && one_away && !self.crawford_played
                }
                Stake::Money { .. } => false,
            };
            self.crawford_played |= is_crawford;
            if is_crawford {
                print("This is the Crawford game: nobody doubles.\n")?;
            }
            table.stakes = rules.stakes(is_crawford);
        }
        let [you, engine] = self.score;
        let own = BySide { on_roll: you, opponent: engine };
        table.score = if yours { own } else { own.swapped() };
        self.table = table;
        let who = if yours { "You begin" } else { "The engine begins" };
        print(&format!("You roll {your_die}, the engine {engines_die}. {who}.\n\n"))?;
        Ok((yours, Dice::new(your_die, engines_die).expect("dice show 1 to 6")))
    }

    fn game(&mut self) -> Result<Next, Failure> {
        let (mut yours, mut dice) = self.begin()?;
        for ply in 0.. {
            if ply > 0 {
                self.table.phase = Phase::BeforeRoll;
                if self.rules.is_some_and(|rules| rules.may_double(&self.table, ply)) {
                    let next =
                        if yours { self.you_may_double()? } else { self.engine_may_double()? };
                    if !matches!(next, Next::Continue) {
                        return Ok(next);
                    }
                }
                dice = roll(&mut self.rng);
            }
            self.table.phase = Phase::Rolled(dice);
            let next = if yours { self.your_turn(dice)? } else { self.engines_turn(dice)? };
            if !matches!(next, Next::Continue) {
                return Ok(next);
            }
            yours = !yours;
            if let Some((winner, win)) = self.table.position.result() {
                let you_won = (winner == Side::OnRoll) == yours;
                print(&format!("{}\n", self.draw(yours)))?;
                return Ok(self.over(you_won, win));
            }
        }
        unreachable!("a game ends")
    }

    /// A game that was played to its end, or resigned.
    fn over(&self, you_won: bool, win: Win) -> Next {
        let how = match win {
            Win::Single => "a single game",
            Win::Gammon => "a gammon",
            Win::Backgammon => "a backgammon",
        };
        Next::Over { you_won, points: self.table.points_won(win), how: how.to_owned() }
    }

    fn pass(&self, you_won: bool) -> Next {
        let points = self.table.cube.value();
        Next::Over { you_won, points, how: "by a pass".to_owned() }
    }

    fn engine_failed(error: impl std::fmt::Display) -> Failure {
        Failure::failed(error)
    }

    fn engine_may_double(&mut self) -> Result<Next, Failure> {
        if !self.engine.doubles(&self.table).map_err(Self::engine_failed)? {
            return Ok(Next::Continue);
        }
        print(&format!("{}\n", self.draw(false)))?;
        let value = 2 * self.table.cube.value();
        let beavers = self.table.stakes.beavers();
        loop {
            let prompt = format!("The engine doubles to {value}. Take or pass? ");
            let Some(line) = ask(&prompt)? else { return Ok(Next::Quit) };
            match line.as_str() {
                "take" | "t" => {
                    self.turn_cube(1);
                    return Ok(Next::Continue);
                }
                "beaver" | "b" if beavers => {
                    self.turn_cube(2);
                    self.table.phase = Phase::Beavered;
                    let raccoons = self.table.cube.exponent() < self.table.largest_cube
                        && self.engine.raccoons(&self.table).map_err(Self::engine_failed)?;
                    if raccoons {
                        self.turn_cube(1);
                        print("The engine raccoons. ")?;
                    }
                    print(&format!("The cube is on {}, and yours.\n", self.table.cube.value()))?;
                    return Ok(Next::Continue);
                }
                "pass" | "drop" | "p" => return Ok(self.pass(false)),
                "quit" | "exit" | "q" => return Ok(Next::Quit),
                "hint" => self.cube_hint()?,
                "help" | "?" => print(HELP)?,
                _ => print("Say take or pass.\n")?,
            }
        }
    }

    fn you_may_double(&mut self) -> Result<Next, Failure> {
        print(&format!("{}\n", self.draw(true)))?;
        loop {
            let Some(line) = ask("Roll or double: ")? else { return Ok(Next::Quit) };
            match line.as_str() {
                "" | "roll" | "r" => return Ok(Next::Continue),
                "double" | "redouble" | "d" => break,
                "quit" | "exit" | "q" => return Ok(Next::Quit),
                "hint" => self.cube_hint()?,
                "board" => print(&format!("{}\n", self.draw(true)))?,
                "help" | "?" => print(HELP)?,
                _ => print("Say roll or double.\n")?,
            }
        }
        self.table.phase = Phase::Doubled;
        match self.engine.answer(&self.table).map_err(Self::engine_failed)? {
            Answer::Pass => {
                print("The engine passes.\n")?;
                Ok(self.pass(true))
            }
            Answer::Beaver if self.table.cube.exponent() + 1 < self.table.largest_cube => {
                self.turn_cube(2);
                let value = self.table.cube.value();
                print(&format!("The engine beavers: the cube is on {value}.\n"))?;
                Ok(Next::Continue)
            }
            _ => {
                self.turn_cube(1);
                print(&format!("The engine takes: the cube is on {}.\n", self.table.cube.value()))?;
                Ok(Next::Continue)
            }
        }
    }

    /// The cube goes to the opponent of the player on roll, so many times doubled.
    fn turn_cube(&mut self, times: u8) {
        let exponent = (self.table.cube.exponent() + times).min(self.table.largest_cube);
        self.table.cube = Cube::new(exponent, Some(Side::Opponent)).expect("within the limit");
    }

    fn cube_hint(&mut self) -> Result<(), Failure> {
        let table = MatchEquityTable::kazaross_xg2();
        let ladder = Ladder::new(&self.table, table, &Efficiency::default(), true);
        let ladder = ladder.map_err(Self::engine_failed)?;
        let own = self.table.cube.owner() == Some(Side::OnRoll);
        let beavers = self.table.stakes.beavers();
        let mut evaluator = self.evaluator.clone().with_ladder(ladder.clone());
        let verdict = evaluator.cube(&self.table.position, self.ply, beavers, own);
        print(&format!(
            "{}{}\n",
            crate::cube::options(&verdict, ladder.is_match(), |worth| { ladder.points(worth) }),
            verdict.words()
        ))
    }

    /// The position seen by you.
    fn draw(&self, yours: bool) -> String {
        let position = self.table.position;
        let position = if yours { position } else { position.swapped() };
        let mut text =
            board::draw(self.table.game, &position, Names { own: "you", other: "shesh" });
        if self.rules.is_some() {
            let cube = self.table.cube;
            let owner = match cube.owner() {
                None => "in the middle",
                Some(side) if (side == Side::OnRoll) == yours => "yours",
                Some(_) => "the engine's",
            };
            text.push_str(&format!("The cube is on {}, {owner}.\n", cube.value()));
        }
        text
    }

    /// The table after a play, seen by the other player.
    fn hand_over(&mut self, result: Position) {
        self.table = self.table.handed_over(result);
    }

    fn engines_turn(&mut self, dice: Dice) -> Result<Next, Failure> {
        let before = self.table.position;
        let results = self.plays.generate_or_pass(&before, dice);
        let result = if results.len() == 1 {
            results[0]
        } else {
            let turn = sheshbesh_arena::Turn {
                game: self.table.game,
                position: &before,
                dice,
                results,
                table: self.rules.map(|_| &self.table),
            };
            results[self.engine.choose(&turn).map_err(Self::engine_failed)?]
        };
        let words = board::play_words(self.table.game, &before, dice, &result);
        self.hand_over(result);
        print(&format!("The engine plays {words}\n\n"))?;
        Ok(Next::Continue)
    }

    fn your_turn(&mut self, dice: Dice) -> Result<Next, Failure> {
        print(&format!("{}\n", self.draw(true)))?;
        let before = self.table.position;
        if self.plays.generate(&before, dice).is_empty() {
            self.hand_over(before.swapped());
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
                    self.hand_over(result);
                    return Ok(Next::Continue);
                }
                ([], None) => {}
                (["help" | "?"], _) => print(HELP)?,
                (["quit" | "exit" | "q"], _) => return Ok(Next::Quit),
                (["board"], _) => {
                    let seen = played.map_or(before, |result| result.swapped());
                    print(&board::draw(
                        self.table.game,
                        &seen,
                        Names { own: "you", other: "shesh" },
                    ))?;
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
                    Some(win) if self.accepts(win) => return Ok(self.over(false, win)),
                    Some(_) => print("The engine plays on: it expects to win more than that.\n")?,
                },
                (_, Some(_)) => print("The play is made: press Enter, or say undo.\n")?,
                (_, None) => match notation::parse(self.table.game, &before, dice, &line) {
                    Err(illegal) => print(&format!("{illegal}.\n"))?,
                    Ok(result) => {
                        played = Some(result);
                        let seen = result.swapped();
                        let names = Names { own: "you", other: "shesh" };
                        let words = board::play_words(self.table.game, &before, dice, &result);
                        print(&format!(
                            "\n{}\nYou play {words}\n",
                            board::draw(self.table.game, &seen, names)
                        ))?;
                        if result.result().is_some() {
                            self.hand_over(result);
                            return Ok(Next::Continue);
                        }
                    }
                },
            }
        }
    }

    /// Whether the engine takes what you offer, by what it expects to win before your roll.
    fn accepts(&mut self, win: Win) -> bool {
        let expected = -self.evaluator.evaluate(&self.table.position, self.ply).equity();
        f32::from(win.points()) >= expected - ROUNDING
    }

    fn hint(&mut self, dice: Dice) -> Result<(), Failure> {
        let ranked = self.evaluator.rank(&self.table.position, dice, self.ply);
        let results: Vec<Position> = ranked.iter().take(HINTS).map(|play| play.position).collect();
        let texts: Vec<String> =
            notation::write_all(self.table.game, &self.table.position, dice, &results)
                .into_iter()
                .flatten()
                .collect();
        print(&table(&texts, &ranked, HINTS))
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
