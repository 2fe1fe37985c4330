//! `shesh play`: a game against the engine.

use crate::{
    failure::Failure,
    interrupt::on_ctrl_c,
    options::{CubeGame, GameOption, Ply, Search, Weights},
    output::print,
    save::{Save, Target, sign},
};
use clap::Args;
use sheshbesh_analysis::{
    board::{self, Names},
    verdicts::{cube_options, play_table, plays},
};
use sheshbesh_arena::{CubePolicy, NetworkPlayer, Player, PlayerError, Shown, Turn};
use sheshbesh_evaluator::Evaluator;
use sheshbesh_movegen::{
    Action, Answer, BySeat, CubeRules, Decision, Dice, Ending, Game, GameResult, Position, Referee,
    Seat, Session, Situation, Stakes, Win, notation,
    random::{GameRng, die, game_rng, roll},
};
use sheshbesh_record::{Player as Name, Recorder};
use std::{
    io::BufRead,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
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
  shesh play --match 5 --save mine.mat      and its file

Write plays as 8/5 6/5, 24/14, bar/22, 6/off or 6/5(2).")]
pub struct Play {
    /// Seed of the dice; another one each time by default
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    save: Save,
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
  resign      as above
When the engine doubles: take, pass, or beaver where that is played.
When it beavers: roll, pass, or raccoon.
";

/// Plays that `hint` shows.
const HINTS: usize = 5;

const YOU: Seat = Seat::Bottom;
const ENGINE: Seat = Seat::Top;

impl Play {
    pub fn run(&self) -> Result<(), Failure> {
        let seed = self.seed.unwrap_or_else(|| {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            now.as_nanos() as u64
        });
        let target = self.save.target()?;
        let network = self.weights.network(self.game.game())?;
        let evaluator = Evaluator::new(&network, self.search.settings());
        let rules = self.cube.rules()?;
        let played_by = rules.unwrap_or(CubeRules::NO_CUBE);
        let kept = match target {
            Some(target) => Some(Kept::new(target, self.game.game(), played_by, seed)?),
            None => None,
        };
        let mut terminal = Terminal {
            engine: NetworkPlayer::new(evaluator, self.ply.depth, CubePolicy::Model),
            rng: game_rng(seed, 0),
            referee: Referee::new(self.game.game(), played_by),
            kept,
            shown: if rules.is_some() { Shown::Cube } else { Shown::BoardOnly },
        };
        print(&format!(
            "You are X and move from 24 down to 1. Say help for what can be said.\n\
             (shesh play --seed {seed} has these dice.)\n\n"
        ))?;
        let played = terminal.play();
        // However it ended.
        terminal.keep()?;
        played
    }
}

/// You and the engine at a referee's table.
struct Terminal {
    /// Plays, and gives the hints.
    engine: NetworkPlayer,
    rng: GameRng,
    referee: Referee,
    /// Whether there is a cube.
    shown: Shown,
    /// What is written to a file.
    kept: Option<Kept>,
}

/// What has been played, and the file to which it is written; Ctrl-C writes it too.
struct Kept {
    recorder: Arc<Mutex<Recorder>>,
    target: Target,
}

impl Kept {
    fn new(target: Target, game: Game, rules: CubeRules, seed: u64) -> Result<Self, Failure> {
        let player = |name: &str| Name { name: name.to_owned(), rating: None };
        let players = BySeat { bottom: player("You"), top: player("Sheshbesh") };
        let mut recorder = Recorder::new(game, rules, players);
        sign(recorder.about(), Some(seed));
        let kept = Self { recorder: Arc::new(Mutex::new(recorder)), target };
        let (recorder, target) = (Arc::clone(&kept.recorder), kept.target.clone());
        on_ctrl_c(move || {
            let recorder = recorder.lock().unwrap_or_else(PoisonError::into_inner);
            if let Err(failure) = target.write(&recorder.record()) {
                failure.report();
            }
        })?;
        Ok(kept)
    }

    fn recorder(&self) -> MutexGuard<'_, Recorder> {
        self.recorder.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A line that you have said.
enum Said {
    Quit,
    Board,
    Hint,
    Undo,
    Resign(Option<Win>),
    /// Anything else, such as a play or what to do with the cube.
    Words(String),
}

/// Who does something, at the beginning of a sentence.
const fn subject(seat: Seat) -> &'static str {
    match seat {
        YOU => "You",
        ENGINE => "The engine",
    }
}

/// Somebody who does things: `s` for the engine, nothing for you.
const fn ending_of_verb(seat: Seat) -> &'static str {
    match seat {
        YOU => "",
        ENGINE => "s",
    }
}

impl Terminal {
    /// One game, or a whole match.
    fn play(&mut self) -> Result<(), Failure> {
        self.announce()?;
        loop {
            let decision = self.referee.to_decide();
            let action = match (decision, decision.seat()) {
                (_, Some(YOU)) => match self.your_choice(decision)? {
                    Some(action) => action,
                    None => return print("Goodbye.\n"),
                },
                (_, Some(ENGINE)) => self.engines_choice(decision)?,
                (Decision::Opening, None) => {
                    let (bottom, top) = (die(&mut self.rng), die(&mut self.rng));
                    Action::OpeningRoll(BySeat { bottom, top })
                }
                (Decision::NextGame, None) if self.is_match() => Action::NextGame,
                (_, None) => return Ok(()),
            };
            self.happen(decision, action)?;
        }
    }

    fn is_match(&self) -> bool {
        matches!(self.referee.rules().session, Session::Match { .. })
    }

    /// What is to be known before a game.
    fn announce(&self) -> Result<(), Failure> {
        match self.referee.table().stakes {
            Stakes::Match { crawford: true, .. } => {
                print("This is the Crawford game: nobody doubles.\n")
            }
            _ => Ok(()),
        }
    }

    /// Lets something happen at the table, and says it.
    fn happen(&mut self, decision: Decision, action: Action) -> Result<(), Failure> {
        let before = *self.referee.table();
        let result = self.let_happen(action)?;
        let table = self.referee.table();
        match (action, decision.seat()) {
            (Action::OpeningRoll(dice), _) => self.tell_opening(dice, before.cube.value())?,
            (Action::Play(result), Some(ENGINE)) => {
                let Decision::Play { dice, .. } = decision else { return Ok(()) };
                let words = board::play_words(before.game, &before.position, dice, &result);
                print(&format!("The engine plays {words}\n\n"))?;
            }
            (Action::Take, Some(ENGINE)) if matches!(decision, Decision::Double { .. }) => {
                print(&format!("The engine takes: the cube is on {}.\n", table.cube.value()))?;
            }
            (Action::Take, Some(ENGINE)) => print(&format!("{}\n", self.cube_words()))?,
            (Action::Pass, Some(ENGINE)) => print("The engine passes.\n")?,
            (Action::Beaver, Some(ENGINE)) => {
                print(&format!("The engine beavers: the cube is on {}.\n", table.cube.value()))?;
            }
            (Action::Raccoon, Some(ENGINE)) => {
                print(&format!("The engine raccoons. {}\n", self.cube_words()))?;
            }
            (Action::NextGame, _) => self.announce()?,
            _ => {}
        }
        result.map_or(Ok(()), |result| self.tell_result(result))
    }

    /// Lets something happen, and writes it down.
    fn let_happen(&mut self, action: Action) -> Result<Option<GameResult>, Failure> {
        let result = self.referee.apply(action).map_err(Failure::failed)?;
        if let Some(kept) = &self.kept {
            kept.recorder().apply(action).map_err(Failure::failed)?;
        }
        if result.is_some() {
            self.keep()?;
        }
        Ok(result)
    }

    /// Writes what has been played to its file.
    fn keep(&self) -> Result<(), Failure> {
        self.kept.as_ref().map_or(Ok(()), |kept| kept.target.write(&kept.recorder().record()))
    }

    fn tell_opening(&self, dice: BySeat<u8>, cube_before: u32) -> Result<(), Failure> {
        let (yours, engines) = (dice[YOU], dice[ENGINE]);
        let cube = self.referee.table().cube.value();
        if yours != engines {
            let begin = if yours > engines { "You begin" } else { "The engine begins" };
            print(&format!("You roll {yours}, the engine {engines}. {begin}.\n\n"))
        } else if cube != cube_before {
            print(&format!("Both roll {yours}: the cube goes to {cube}.\n"))
        } else {
            Ok(())
        }
    }

    fn tell_result(&self, result: GameResult) -> Result<(), Failure> {
        let GameResult { winner, points, ending } = result;
        if matches!(ending, Ending::Played(_)) {
            print(&format!("{}\n", self.draw()))?;
        }
        let how = match ending {
            Ending::Passed => "by a pass",
            Ending::Settled => "by agreement",
            Ending::Played(win) | Ending::Resigned(win) => match win {
                Win::Single => "a single game",
                Win::Gammon => "a gammon",
                Win::Backgammon => "a backgammon",
            },
        };
        let plural = if points == 1 { "point" } else { "points" };
        match winner.map(|winner| (subject(winner), ending_of_verb(winner))) {
            Some((who, s)) => print(&format!("{who} win{s} {how}, {points} {plural}.\n"))?,
            None => print("The game is drawn.\n")?,
        }
        let Session::Match { length, .. } = self.referee.rules().session else { return Ok(()) };
        let score = self.referee.score();
        let (yours, engines) = (score[YOU], score[ENGINE]);
        print(&format!("The score is {yours} to {engines} in a match to {length}.\n\n"))?;
        match self.referee.to_decide() {
            Decision::MatchOver { winner } => {
                print(&format!("{} win{} the match.\n", subject(winner), ending_of_verb(winner)))
            }
            _ => Ok(()),
        }
    }

    /// What the engine does where it has to decide.
    fn engines_choice(&mut self, decision: Decision) -> Result<Action, Failure> {
        let table = self.referee.table();
        Ok(match decision {
            Decision::Roll { may_double: true, .. }
                if self.engine.doubles(table).map_err(engine_failed)? =>
            {
                print(&format!("{}\n", self.draw()))?;
                Action::Double
            }
            Decision::Roll { .. } => Action::Roll(roll(&mut self.rng)),
            Decision::Play { dice, .. } => {
                let results = self.referee.legal_plays();
                let Situation { game, ref position, .. } = *table;
                let shown = (self.shown == Shown::Cube).then_some(table);
                let turn = Turn { game, position, dice, results, table: shown };
                let place = match results {
                    [_] => 0,
                    _ => self.engine.choose(&turn).map_err(engine_failed)?,
                };
                Action::Play(results[place])
            }
            Decision::Double { may_beaver, .. } => {
                match self.engine.answer(table).map_err(engine_failed)? {
                    Answer::Beaver if !may_beaver => Action::Take,
                    answer => answer.into(),
                }
            }
            Decision::Beaver { may_raccoon: true, .. }
                if self.engine.raccoons(table).map_err(engine_failed)? =>
            {
                Action::Raccoon
            }
            Decision::Resignation { offered, .. } => {
                let accepts =
                    self.engine.accepts(table, self.shown, offered).map_err(engine_failed)?;
                if accepts { Action::Accept } else { Action::Refuse }
            }
            _ => Action::Take,
        })
    }

    /// What you say where you have to decide; `None` to stop.
    fn your_choice(&mut self, decision: Decision) -> Result<Option<Action>, Failure> {
        match decision {
            Decision::Roll { may_double: true, .. } => self.roll_or_double(),
            Decision::Roll { .. } => Ok(Some(Action::Roll(roll(&mut self.rng)))),
            Decision::Play { dice, .. } => self.your_play(dice),
            Decision::Double { may_beaver, .. } => {
                let value = 2 * self.referee.table().cube.value();
                let choices: [(&[&str], Action); 3] = [
                    (&["take", "t"], Action::Take),
                    (&["pass", "drop", "p"], Action::Pass),
                    (&["beaver", "b"], Action::Beaver),
                ];
                let doubles = format!("The engine doubles to {value}.");
                if may_beaver {
                    let prompt = format!("{doubles} Take, beaver or pass? ");
                    self.choose(&prompt, &choices, "Say take, beaver or pass.\n")
                } else {
                    let prompt = format!("{doubles} Take or pass? ");
                    self.choose(&prompt, &choices[..2], "Say take or pass.\n")
                }
            }
            Decision::Beaver { may_raccoon, .. } => {
                let choices: [(&[&str], Action); 3] = [
                    (&["", "roll", "r", "take", "t"], Action::Take),
                    (&["pass", "drop", "p"], Action::Pass),
                    (&["raccoon"], Action::Raccoon),
                ];
                if may_raccoon {
                    let prompt = "Roll, raccoon or pass? ";
                    self.choose(prompt, &choices, "Say roll, raccoon or pass.\n")
                } else {
                    self.choose("Roll or pass? ", &choices[..2], "Say roll or pass.\n")
                }
            }
            _ => {
                let choices: [(&[&str], Action); 2] =
                    [(&["take", "t"], Action::Take), (&["pass", "drop", "p"], Action::Pass)];
                self.choose("Take or pass? ", &choices, "Say take or pass.\n")
            }
        }
    }

    fn roll_or_double(&mut self) -> Result<Option<Action>, Failure> {
        print(&format!("{}\n", self.draw()))?;
        // Nothing is rolled before that is what you want.
        let mut after = self.rng.clone();
        let choices: [(&[&str], Action); 2] = [
            (&["", "roll", "r"], Action::Roll(roll(&mut after))),
            (&["double", "redouble", "d"], Action::Double),
        ];
        let chosen = self.choose("Roll or double: ", &choices, "Say roll or double.\n")?;
        if matches!(chosen, Some(Action::Roll(_))) {
            self.rng = after;
        }
        Ok(chosen)
    }

    /// Asks until you say one of the choices, or resign where you may; `None` to stop.
    fn choose(
        &mut self,
        prompt: &str,
        choices: &[(&[&str], Action)],
        otherwise: &str,
    ) -> Result<Option<Action>, Failure> {
        loop {
            match ask(prompt)? {
                Said::Quit => return Ok(None),
                Said::Board => print(&format!("{}\n", self.draw()))?,
                Said::Hint => self.cube_hint()?,
                Said::Words(words) => {
                    let chosen = choices.iter().find(|(names, _)| names.contains(&words.as_str()));
                    match chosen {
                        Some((_, choice)) => return Ok(Some(*choice)),
                        None => print(otherwise)?,
                    }
                }
                Said::Resign(win) if matches!(self.referee.to_decide(), Decision::Roll { .. }) => {
                    if let Some(accepted) = self.resign(win)? {
                        return Ok(Some(accepted));
                    }
                }
                Said::Undo | Said::Resign(_) => print(otherwise)?,
            }
        }
    }

    /// Your play of a roll; `None` to stop.
    fn your_play(&mut self, dice: Dice) -> Result<Option<Action>, Failure> {
        print(&format!("{}\n", self.draw()))?;
        let Situation { game, position: before, .. } = *self.referee.table();
        let passed = before.swapped();
        if self.referee.legal_plays() == [passed] {
            print(&format!("You roll {dice} and cannot move.\n\n"))?;
            return Ok(Some(Action::Play(passed)));
        }
        loop {
            match ask(&format!("{dice} to play: "))? {
                Said::Quit => return Ok(None),
                Said::Board => print(&draw_for_you(game, &before))?,
                Said::Hint => self.hint(dice)?,
                Said::Undo => print("There is nothing to take back.\n")?,
                Said::Resign(win) => {
                    if let Some(accepted) = self.resign(win)? {
                        return Ok(Some(accepted));
                    }
                }
                Said::Words(words) if words.is_empty() => {}
                Said::Words(words) => match notation::parse(game, &before, dice, &words) {
                    Err(illegal) => print(&format!("{illegal}.\n"))?,
                    Ok(result) => match self.confirm(dice, result)? {
                        Confirmed::No => print(&format!("{}\n", self.draw()))?,
                        Confirmed::Yes(action) => return Ok(Some(action)),
                        Confirmed::Quit => return Ok(None),
                    },
                },
            }
        }
    }

    /// Shows a play that has been made, and asks whether the turn is over; a play that ends the
    /// game ends the turn.
    fn confirm(&mut self, dice: Dice, result: Position) -> Result<Confirmed, Failure> {
        let Situation { game, position: before, .. } = *self.referee.table();
        let seen = draw_for_you(game, &result.swapped());
        let words = board::play_words(game, &before, dice, &result);
        print(&format!("\n{seen}\nYou play {words}\n"))?;
        if game.end(&result, Some(dice)).is_some() {
            return Ok(Confirmed::Yes(Action::Play(result)));
        }
        loop {
            match ask("Enter passes the turn, undo takes it back: ")? {
                Said::Quit => return Ok(Confirmed::Quit),
                Said::Board => print(&draw_for_you(game, &result.swapped()))?,
                Said::Hint => print("Take the play back first, with undo.\n")?,
                Said::Undo => return Ok(Confirmed::No),
                Said::Resign(win) => {
                    if let Some(accepted) = self.resign(win)? {
                        return Ok(Confirmed::Yes(accepted));
                    }
                }
                Said::Words(words) => match words.as_str() {
                    "" | "pass" | "ok" | "end" => return Ok(Confirmed::Yes(Action::Play(result))),
                    _ => print("The play is made: press Enter, or say undo.\n")?,
                },
            }
        }
    }

    /// Offers the game to the engine; gives what ends it, or nothing when the engine plays on.
    fn resign(&mut self, win: Option<Win>) -> Result<Option<Action>, Failure> {
        let Some(win) = win else {
            print("Say resign, resign gammon or resign backgammon.\n")?;
            return Ok(None);
        };
        self.let_happen(Action::Resign(win))?;
        let answer = self.engines_choice(self.referee.to_decide())?;
        if answer == Action::Refuse {
            self.let_happen(answer)?;
            print("The engine plays on: it expects to win more than that.\n")?;
            return Ok(None);
        }
        Ok(Some(answer))
    }

    fn hint(&mut self, dice: Dice) -> Result<(), Failure> {
        let table = self.referee.table();
        let ranked = self.engine.rank(table, self.shown, dice).map_err(engine_failed)?;
        let plays = plays(table, dice, &ranked).map_err(Failure::failed)?;
        print(&play_table(&plays, HINTS))
    }

    /// What the engine would do with the cube.
    fn cube_hint(&mut self) -> Result<(), Failure> {
        let table = self.referee.table();
        match self.referee.to_decide() {
            Decision::Beaver { may_raccoon, .. } => {
                let raccoons = may_raccoon && self.engine.raccoons(table).map_err(engine_failed)?;
                print(if raccoons { "Raccoon\n" } else { "Roll\n" })
            }
            Decision::Raccoon { .. } => print("Take\n"),
            _ => {
                let verdict = self.engine.verdict(table).map_err(engine_failed)?;
                print(&format!("{}{}\n", cube_options(&verdict), verdict.words()))
            }
        }
    }

    /// The table seen by you.
    fn draw(&self) -> String {
        let table = self.referee.table();
        let position = match table.seat {
            YOU => table.position,
            ENGINE => table.position.swapped(),
        };
        let mut text = draw_for_you(table.game, &position);
        if self.shown == Shown::Cube {
            let owner = match table.cube.owner().map(|side| table.seat.of(side)) {
                None => "in the middle",
                Some(YOU) => "yours",
                Some(ENGINE) => "the engine's",
            };
            text.push_str(&format!("The cube is on {}, {owner}.\n", table.cube.value()));
        }
        text
    }

    /// Where the cube is after a beaver.
    fn cube_words(&self) -> String {
        let table = self.referee.table();
        let owner = match table.cube.owner().map(|side| table.seat.of(side)) {
            Some(YOU) => "yours",
            _ => "the engine's",
        };
        format!("The cube is on {}, and {owner}.", table.cube.value())
    }
}

/// What has been said of a play that is made.
enum Confirmed {
    /// The turn ends like this.
    Yes(Action),
    /// It is taken back.
    No,
    Quit,
}

fn draw_for_you(game: Game, position: &Position) -> String {
    board::draw(game, position, Names { own: "you", other: "shesh" })
}

fn engine_failed(error: PlayerError) -> Failure {
    Failure::failed(error)
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

/// Asks and reads a line, helping as often as that is wanted; the end of the input is a `quit`.
fn ask(prompt: &str) -> Result<Said, Failure> {
    loop {
        print(prompt)?;
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line);
        let read = read.map_err(|e| Failure::Failed(format!("cannot read what you say: {e}")))?;
        if read == 0 {
            print("\n")?;
            return Ok(Said::Quit);
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        return Ok(match words.as_slice() {
            ["help" | "?"] => {
                print(HELP)?;
                continue;
            }
            ["quit" | "exit" | "q"] => Said::Quit,
            ["board"] => Said::Board,
            ["hint"] => Said::Hint,
            ["undo"] => Said::Undo,
            ["resign", value @ ..] => Said::Resign(resignation(value)),
            _ => Said::Words(line.trim().to_owned()),
        });
    }
}
