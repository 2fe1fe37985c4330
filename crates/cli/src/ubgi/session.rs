//! `shesh ubgi`: engine for the Universal Backgammon Interface on stdin and stdout.

use super::log::Log;
use crate::{
    args::{Weights, note_other_game},
    error::CliError,
    files::Save,
    terminal::{note, on_ctrl_c, plain, print, report_error},
};
use clap::Args;
use sheshbesh_evaluator::{
    Depth, Engine, EvaluationCache, EvaluationError, FilterName, Settings, Stop, cube,
};
use sheshbesh_movegen::{
    Answer, BAR, BySeat, Cube, CubeRules, Decision, Dice, Game, OFF, Phase, Position, Referee,
    Seat, Situation, Stakes, notation,
};
use sheshbesh_network::{
    Network, Probabilities,
    input::{Line, limit, read_line},
};
use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

/// Run as an engine of the Universal Backgammon Interface, draft 0.1
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh ubgi
  shesh ubgi --save games.mat
  shesh duel shesh \"ubgi:other/shesh ubgi\"
  printf 'position gnubgid 4HPwATDgc/ABMA\\ndice 3 1\\ngo role chequer\\n' |
    shesh ubgi

Commands: ubgi, isready, setoption name NAME value VALUE, newgame, newsession,
setscore P0 P1, setcube value N owner center|p0|p1, setturn p0|p1, position
gnubgid|xgid ID, dice A B, go role chequer|cube|turn [depth N], stop, quit.
Positions are from the view of the player on turn.

--save writes the games that the engine is asked about to a file; after another
newsession, to FILE-2 and so on. The opponent's roll is inferred if only one
roll leads from a position to the next; otherwise the position is set up.

The answer to go role cube is bestcube double or nodouble. If the XGID has D for
the dice (a double), the answer is take, pass or beaver; with B (a beaver), it
is raccoon or noraccoon.")]
pub struct Ubgi {
    #[command(flatten)]
    save: Save,
    #[command(flatten)]
    weights: Weights,
}

impl Ubgi {
    pub fn run(&self) -> Result<(), CliError> {
        let target = self.save.target()?;
        let networks = self.weights.networks()?;
        networks.of(Game::Backgammon)?;
        let mut engine =
            Conversation::new(self.weights.name(), networks.main(), &networks.others())?;
        if let Some(target) = target {
            let log = Arc::new(Mutex::new(Log::new(target, self.save.force)));
            engine.log = Some(Arc::clone(&log));
            on_ctrl_c(move || {
                if let Err(failure) = lock(&log).write() {
                    report_error(failure);
                }
            })?;
        }
        let (sender, lines) = mpsc::sync_channel(LINES_AHEAD);
        let stops = Arc::clone(&engine.stops_read);
        // Read in a thread, so that `stop` arrives during a search.
        thread::spawn(move || {
            let mut input = std::io::stdin().lock();
            while let Some(line) = read_line(&mut input).transpose() {
                if matches!(&line, Ok(Line::Text(line)) if line.trim() == "stop") {
                    stops.fetch_add(1, Ordering::Relaxed);
                }
                let failed = line.is_err();
                if sender.send(line).is_err() || failed {
                    break;
                }
            }
        });
        let mut ended = Ok(());
        for line in lines {
            let line = match line {
                Ok(line) => line,
                Err(error) => {
                    ended = Err(CliError::BadInput(format!("cannot read commands: {error}")));
                    break;
                }
            };
            match engine.line(&line) {
                Reply::Lines(lines) => {
                    let text: String = lines.into_iter().map(|line| line + "\n").collect();
                    print(&plain(&text))?;
                }
                Reply::Quit => break,
            }
        }
        let written = engine.log.map_or(Ok(()), |log| lock(&log).write());
        ended.and(written)
    }
}

/// Maximum number of queued lines; further input blocks the sender.
const LINES_AHEAD: usize = 1024;

fn lock(log: &Mutex<Log>) -> MutexGuard<'_, Log> {
    log.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An answer to record, with its table.
enum Told {
    Played(Situation, Dice, Position),
    Doubled(Situation),
    Answered(Situation, Answer),
    /// Nothing to record.
    Nothing,
}

enum Reply {
    Lines(Vec<String>),
    Quit,
}

/// Error of a command: the code and the message of an `error` line.
struct UbgiError(&'static str, String);

fn bad(message: impl Into<String>) -> UbgiError {
    UbgiError("bad_argument", message.into())
}

const LARGEST_CACHE: usize = 1 << 16;
const MOST_THREADS: usize = 1024;
const DEFAULT_CACHE: usize = 64;

/// State of the protocol, with the engine.
struct Conversation {
    engine: Engine,
    /// Name of the networks.
    name: String,
    depth: Depth,
    /// Number of `stop` commands read from the input. A search continues while it equals
    /// `stops_obeyed`, the number of those executed.
    stops_read: Arc<AtomicU64>,
    stops_obeyed: u64,
    game: Game,
    position: Option<Position>,
    /// Phase of the turn: before the roll, rolled, or a pending answer to the cube.
    phase: Phase,
    stakes: Stakes,
    score: BySeat<u16>,
    /// Value of the cube.
    cube_value: u32,
    /// Binary logarithm of the largest cube value.
    largest_cube: u8,
    /// `None` for a centred cube.
    cube_owner: Option<Seat>,
    turn: Seat,
    /// Record of the games, for `--save`.
    log: Option<Arc<Mutex<Log>>>,
}

impl Conversation {
    fn new(name: String, network: &Network, others: &[&Network]) -> Result<Self, CliError> {
        let settings = Settings {
            tables: Some(crate::args::tables()),
            cache: Some(Arc::new(EvaluationCache::new(DEFAULT_CACHE))),
            cubeful: false,
            ..Settings::default()
        };
        Ok(Self {
            engine: Engine::with_others(network, others, settings, rayon::current_num_threads())
                .map_err(CliError::failed)?,
            name,
            depth: Depth::ONE,
            stops_read: Arc::default(),
            stops_obeyed: 0,
            game: Game::Backgammon,
            position: None,
            phase: Phase::BeforeRoll,
            stakes: Stakes::default(),
            largest_cube: Situation::USUAL_LARGEST_CUBE,
            score: BySeat::default(),
            cube_value: 1,
            cube_owner: None,
            turn: P0,
            log: None,
        })
    }

    /// Answers a line of input. Invalid input gets an `error` line and does not end the program.
    fn line(&mut self, line: &Line) -> Reply {
        let problem = match line {
            Line::Text(text) => return self.command(text),
            Line::NotText => "the line is not UTF-8 text".to_owned(),
            Line::TooLong => format!("the line is longer than {} bytes", limit::LINE),
        };
        Reply::Lines(vec![format!("error bad_argument {problem}")])
    }

    fn command(&mut self, line: &str) -> Reply {
        let words: Vec<&str> = line.split_whitespace().collect();
        let lines = match words.as_slice() {
            [] => Ok(Vec::new()),
            ["quit", ..] => return Reply::Quit,
            ["ubgi"] => Ok(self.identify()),
            ["isready"] => Ok(vec!["readyok".to_owned()]),
            ["stop"] => {
                self.stops_obeyed += 1;
                Ok(Vec::new())
            }
            ["newgame"] => {
                (self.position, self.phase) = (None, Phase::BeforeRoll);
                (self.cube_value, self.cube_owner) = (1, None);
                self.write_down(Log::new_game);
                Ok(Vec::new())
            }
            ["setoption", "name", name, "value", value @ ..] => {
                self.set_option(name, &value.join(" ")).map(|()| Vec::new())
            }
            ["newsession", rest @ ..] => self.new_session(rest).map(|()| {
                self.write_down(Log::new_session);
                Vec::new()
            }),
            ["setscore", first, second] => self.set_score(first, second).map(|()| Vec::new()),
            ["setcube", "value", value, "owner", owner] => {
                self.set_cube(value, owner).map(|()| Vec::new())
            }
            ["setturn", player] => seat(player).map(|turn| {
                self.turn = turn;
                Vec::new()
            }),
            ["position", kind, id] => self.set_position(kind, id).map(|()| Vec::new()),
            ["dice", first, second] => self.set_dice(first, second).map(|()| Vec::new()),
            ["go", "role", role, limits @ ..] => self.go(role, limits).map(|(lines, told)| {
                self.write_down(|log| match told {
                    Told::Played(table, dice, result) => log.played(&table, dice, result),
                    Told::Doubled(table) => log.doubled(&table),
                    Told::Answered(table, answer) => log.answered(&table, answer),
                    Told::Nothing => Ok(()),
                });
                lines
            }),
            [
                command @ ("setoption" | "setscore" | "setcube" | "setturn" | "position" | "dice"
                | "go"),
                ..,
            ] => Err(bad(format!("wrong arguments for {command}"))),
            [unknown, ..] => Err(UbgiError("unknown_command", (*unknown).to_owned())),
        };
        Reply::Lines(lines.unwrap_or_else(|UbgiError(code, message)| {
            vec![format!("error {code} {}", message.replace('\n', " "))]
        }))
    }

    /// Records an event, if games are saved. An error is only reported as a note.
    fn write_down(&self, what: impl FnOnce(&mut Log) -> Result<(), CliError>) {
        let Some(log) = &self.log else { return };
        let mut log = lock(log);
        if let Err(failure) = what(&mut log).and_then(|()| log.write_now_and_then()) {
            note(&failure.to_string());
        }
    }

    fn identify(&self) -> Vec<String> {
        let filters = FilterName::ALL.map(|filter| format!("var {filter}")).join(" ");
        let known = Game::ALL.into_iter().filter(|&game| self.engine.learned_for(game).is_ok());
        let games: Vec<String> = known.map(|game| format!("var {game}")).collect();
        vec![
            format!("id name Sheshbesh {}", env!("CARGO_PKG_VERSION")),
            "id author the Sheshbesh developers".to_owned(),
            format!(
                "option name Threads type spin default {} min 1 max {MOST_THREADS}",
                self.engine.threads()
            ),
            format!("option name Ply type spin default 1 min 1 max {}", Depth::DEEPEST),
            format!("option name Filter type combo default {} {filters}", FilterName::default()),
            format!(
                "option name Cache type spin default {DEFAULT_CACHE} min 0 max {LARGEST_CACHE}"
            ),
            "option name Seed type spin default 1 min 0 max 2147483647".to_owned(),
            "option name Deterministic type check default true".to_owned(),
            "option name EvalMode type combo default cubeless var cubeless var cubeful".to_owned(),
            format!("option name Variant type combo default backgammon {}", games.join(" ")),
            "ubgiok".to_owned(),
        ]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), UbgiError> {
        let number = |least: usize, most: usize| {
            value
                .parse()
                .ok()
                .filter(|n| (least..=most).contains(n))
                .ok_or_else(|| bad(format!("{name} must be a number from {least} to {most}")))
        };
        match name {
            "Threads" => {
                let threads = number(1, MOST_THREADS)?;
                self.engine = self.engine.with_threads(threads).map_err(|e| bad(e.to_string()))?;
            }
            "Ply" => self.depth = value.parse().map_err(|e| bad(format!("{e}")))?,
            "Cache" => {
                let megabytes = number(0, LARGEST_CACHE)?;
                let cache = EvaluationCache::new(megabytes);
                if !cache.make() {
                    return Err(bad(format!("not enough memory for a cache of {megabytes} MB")));
                }
                let cache = Some(Arc::new(cache));
                let settings = Settings { cache, ..self.engine.settings().clone() };
                self.engine = self.engine.with_settings(settings);
            }
            "Filter" => {
                let filter: FilterName = value.parse().map_err(|e| bad(format!("{e}")))?;
                let filter = filter.filter();
                let settings = Settings { filter, ..self.engine.settings().clone() };
                self.engine = self.engine.with_settings(settings);
            }
            // The engine is deterministic, so these options have no effect.
            "Seed" => {
                number(0, u32::MAX as usize)?;
            }
            "Deterministic" => {
                if !matches!(value, "true" | "false" | "on" | "off") {
                    return Err(bad("Deterministic must be true or false"));
                }
            }
            "EvalMode" => {
                let cubeful = match value {
                    "cubeless" => false,
                    "cubeful" => true,
                    _ => return Err(bad("EvalMode must be cubeless or cubeful")),
                };
                let settings = Settings { cubeful, ..self.engine.settings().clone() };
                self.engine = self.engine.with_settings(settings);
            }
            "Variant" => {
                let game: Game = value.parse().map_err(|e| bad(format!("{e}")))?;
                let learned = self.engine.learned_for(game).map_err(|e| bad(e.to_string()))?;
                note_other_game(&self.name, learned, game);
                // The current position belongs to the previous game.
                if game != self.game {
                    (self.position, self.phase) = (None, Phase::BeforeRoll);
                }
                self.game = game;
            }
            _ => return Err(UbgiError("unsupported_feature", format!("unknown option {name}"))),
        }
        Ok(())
    }

    fn new_session(&mut self, words: &[&str]) -> Result<(), UbgiError> {
        let (mut kind, mut length) = (None, None);
        let (mut jacoby, mut beavers, mut crawford) = (false, false, false);
        let on = |value: &str| match value {
            "on" => Ok(true),
            "off" => Ok(false),
            _ => Err(bad(format!("invalid value {value:?}: expected on or off"))),
        };
        for pair in words.chunks(2) {
            match pair {
                ["type", value @ ("money" | "match")] => kind = Some(*value),
                ["length", value] => {
                    let points = value.parse::<u16>().ok().filter(|points| *points > 0);
                    length = Some(points.ok_or_else(|| bad("length must be a number of points"))?);
                }
                ["jacoby", value] => jacoby = on(value)?,
                ["beavers", value] => beavers = on(value)?,
                ["crawford", value] => crawford = on(value)?,
                _ => return Err(bad(format!("unknown part of a session: {:?}", pair.join(" ")))),
            }
        }
        self.stakes = match (kind, length) {
            (Some("money"), _) => Stakes::Money { jacoby, beavers },
            (Some("match"), Some(length)) => Stakes::Match { length, crawford },
            (Some("match"), None) => return Err(bad("missing length of the match")),
            _ => return Err(bad("missing type of the session: money or match")),
        };
        (self.score, self.cube_value, self.cube_owner) = (BySeat::default(), 1, None);
        self.largest_cube = Situation::USUAL_LARGEST_CUBE;
        Ok(())
    }

    fn set_score(&mut self, first: &str, second: &str) -> Result<(), UbgiError> {
        let points = |text: &str| text.parse().map_err(|_| bad(format!("invalid score {text:?}")));
        (self.score[P0], self.score[P1]) = (points(first)?, points(second)?);
        Ok(())
    }

    fn set_cube(&mut self, value: &str, owner: &str) -> Result<(), UbgiError> {
        let value = value
            .parse()
            .ok()
            .filter(|value| Cube::of_value(*value, None).is_some())
            .ok_or_else(|| bad(format!("invalid cube value {value:?}")))?;
        let owner = if owner == "center" { None } else { Some(seat(owner)?) };
        (self.cube_value, self.cube_owner) = (value, owner);
        Ok(())
    }

    fn set_position(&mut self, kind: &str, id: &str) -> Result<(), UbgiError> {
        let read = match kind {
            "gnubgid" => Situation::parse(id, self.game),
            "xgid" => Situation::from_xgid(id, self.game),
            _ => return Err(bad(format!("unknown position type {kind}: use gnubgid or xgid"))),
        };
        let situation = read.map_err(|e| bad(e.to_string()))?;
        if situation.game != self.game {
            let (game, set) = (situation.game, self.game);
            return Err(bad(format!("the position is from {game}, but Variant is {set}")));
        }
        self.position = Some(situation.position);
        if kind == "gnubgid" {
            self.phase = Phase::BeforeRoll;
            return Ok(());
        }
        self.phase = situation.phase;
        self.stakes = situation.stakes;
        self.largest_cube = situation.largest_cube;
        self.score = situation.score.seated(self.turn);
        self.cube_value = situation.cube.value();
        self.cube_owner = situation.cube.owner().map(|side| self.turn.of(side));
        Ok(())
    }

    fn set_dice(&mut self, first: &str, second: &str) -> Result<(), UbgiError> {
        let die = |text: &str| text.parse().map_err(|_| bad(format!("invalid die {text:?}")));
        let dice =
            Dice::new(die(first)?, die(second)?).ok_or_else(|| bad("dice must be 1 to 6"))?;
        self.phase = Phase::Rolled(dice);
        Ok(())
    }

    fn situation(&self, position: Position) -> Situation {
        let mut situation = Situation::new(position, self.game);
        situation.phase = self.phase;
        situation.stakes = self.stakes;
        situation.largest_cube = self.largest_cube;
        situation.score = self.score.seen_from(self.turn);
        // `crawford on` announces the Crawford rule: it is the Crawford game only one point away.
        if !situation.is_one_away()
            && let Stakes::Match { crawford, .. } = &mut situation.stakes
        {
            *crawford = false;
        }
        let owner = self.cube_owner.map(|owner| self.turn.side_at(owner));
        situation.cube = Cube::of_value(self.cube_value, owner).expect("only such values are set");
        situation
    }

    /// Returns the cube decision that the rules allow; a roll, if any, is ignored.
    fn allowed(mut table: Situation) -> Result<Decision, UbgiError> {
        if matches!(table.phase, Phase::Rolled(_)) {
            table.phase = Phase::BeforeRoll;
        }
        // A cube set beyond the usual limit raises the limit.
        table.largest_cube = table.largest_cube.max(table.cube.exponent());
        let referee = Referee::resume(CubeRules::of(&table), table, TURNS);
        referee.map(|referee| referee.to_decide()).map_err(|e| bad(format!("{e}")))
    }

    fn go(&self, role: &str, limits: &[&str]) -> Result<(Vec<String>, Told), UbgiError> {
        let began = Instant::now();
        let mut depth = self.depth;
        let (read, obeyed) = (Arc::clone(&self.stops_read), self.stops_obeyed);
        let mut stop = Stop::when(move || read.load(Ordering::Relaxed) > obeyed);
        for pair in limits.chunks(2) {
            match pair {
                ["depth", value] => depth = value.parse().map_err(|e| bad(format!("{e}")))?,
                ["movetime", value] if let Ok(milliseconds) = value.parse() => {
                    stop = stop.or(Stop::at(began + Duration::from_millis(milliseconds)));
                }
                // These limits are accepted but not used.
                ["nodes" | "trials", value] if value.parse::<u64>().is_ok() => {}
                _ => return Err(bad(format!("unknown search limit {:?}", pair.join(" ")))),
            }
        }
        let missing = |what: &str| UbgiError("missing_context", format!("{what} is not set"));
        let position = self.position.ok_or_else(|| missing("the position"))?;
        if self.game.end(&position, None).is_some() {
            return Err(bad("the game is over"));
        }
        let dice = || match self.phase {
            Phase::Rolled(dice) => Ok(dice),
            _ => Err(missing("the roll")),
        };
        let situation = self.situation(position);
        situation.check_tie().map_err(|error| bad(error.to_string()))?;
        let senseless = |error: EvaluationError| bad(error.to_string());
        let table = Situation { seat: self.turn, ..situation };
        let play = |dice: Dice| -> Result<(String, String, Told), UbgiError> {
            let ranked = self.engine.rank(&situation, dice, depth, &stop).map_err(senseless)?;
            let best = ranked.first().ok_or_else(|| bad("there is no play"))?;
            let tokens = tokens(self.game, &position, dice, &best.position);
            let info = info(role, best.depth, best.equity, &best.probabilities, began);
            Ok((tokens, info, Told::Played(table, dice, best.position)))
        };
        let cube = || -> Result<(&str, String, Told), UbgiError> {
            let verdict = self.engine.cube_decision(&situation, depth, &stop).map_err(senseless)?;
            let equity = verdict.scale.points(verdict.best());
            let word = match (Self::allowed(situation)?, verdict.response()) {
                (Decision::Double { may_beaver: true, .. }, Answer::Beaver) => "beaver",
                (Decision::Double { .. }, Answer::Pass) => "pass",
                (Decision::Double { .. }, _) => "take",
                (Decision::Beaver { may_raccoon: true, .. }, _)
                    if cube::ReplyVerdict::to_beaver(&situation, verdict.no_double)
                        .is_some_and(|replies| replies.best() == cube::Reply::Raccoon) =>
                {
                    "raccoon"
                }
                (Decision::Beaver { .. }, _) => "noraccoon",
                (Decision::Roll { may_double: true, .. }, _) if verdict.doubles() => "double",
                _ => "nodouble",
            };
            let told = match word {
                "double" => Told::Doubled(table),
                "take" => Told::Answered(table, Answer::Take),
                "pass" => Told::Answered(table, Answer::Pass),
                "beaver" => Told::Answered(table, Answer::Beaver),
                _ => Told::Nothing,
            };
            let p = Probabilities::from(verdict.outcomes);
            Ok((word, info(role, verdict.depth, equity, &p, began), told))
        };
        match role {
            "chequer" => {
                let (tokens, info, told) = play(dice()?)?;
                Ok((vec![info, format!("bestmove {tokens}")], told))
            }
            "cube" => {
                let (word, info, told) = cube()?;
                Ok((vec![info, format!("bestcube {word}")], told))
            }
            "turn" => {
                let dice = dice()?;
                let (word, ..) = cube()?;
                let (tokens, info, told) = play(dice)?;
                Ok((vec![info, format!("bestturn cube={word} move={tokens}")], told))
            }
            _ => Err(bad(format!("unknown role {role:?}: use chequer, cube or turn"))),
        }
    }
}

/// Assumed number of past turns, which the protocol does not transmit: the game has begun.
const TURNS: u32 = 2;

/// Players of the protocol, numbered as in GNU Backgammon.
const P0: Seat = Seat::Top;
const P1: Seat = Seat::Bottom;

fn seat(player: &str) -> Result<Seat, UbgiError> {
    match player {
        "p0" => Ok(P0),
        "p1" => Ok(P1),
        _ => Err(bad(format!("unknown player {player:?}: use p0 or p1"))),
    }
}

fn info(role: &str, depth: Depth, equity: f32, p: &Probabilities, began: Instant) -> String {
    format!(
        "info role {role} depth {depth} eq {equity:.4} pwin {:.4} pgammon {:.4} pbg {:.4} time_ms {}",
        p.win,
        p.win_gammon,
        p.win_backgammon,
        began.elapsed().as_millis()
    )
}

/// Formats a play as one token per checker move; `pass` without any.
fn tokens(game: Game, position: &Position, dice: Dice, result: &Position) -> String {
    let name = |index: u8| match index {
        OFF => "off".to_owned(),
        BAR => "bar".to_owned(),
        point => point.to_string(),
    };
    let moves = notation::checker_moves(game, position, dice, result).unwrap_or_default();
    let tokens: Vec<String> =
        moves.iter().map(|step| format!("{}/{}", name(step.from), name(step.to))).collect();
    if tokens.is_empty() { "pass".to_owned() } else { tokens.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine() -> Conversation {
        Conversation::new("shesh".to_owned(), sheshbesh_weights::shipped(), &[]).unwrap()
    }

    fn say(engine: &mut Conversation, line: &str) -> Vec<String> {
        match engine.command(line) {
            Reply::Lines(lines) => lines,
            Reply::Quit => vec!["quit".to_owned()],
        }
    }

    #[test]
    fn a_conversation() {
        let mut engine = engine();
        let greeting = say(&mut engine, "ubgi");
        assert!(greeting[0].starts_with("id name ") && greeting.last().unwrap() == "ubgiok");
        assert_eq!(say(&mut engine, "isready"), ["readyok"]);
        for silent in [
            "setoption name Threads value 2",
            "setoption name Ply value 2",
            "setoption name Cache value 1",
            "setoption name Deterministic value true",
            "setoption name EvalMode value cubeful",
            "newsession type match length 5 crawford off",
            "setscore 3 1",
            "newgame",
            "setcube value 2 owner p1",
            "setturn p0",
            "position gnubgid 4HPwATDgc/ABMA",
            "dice 3 1",
            "stop",
            "",
        ] {
            assert_eq!(say(&mut engine, silent), Vec::<String>::new(), "{silent}");
        }
        let answer = say(&mut engine, "go role chequer");
        assert!(answer[0].starts_with("info role chequer depth 2 eq "), "{answer:?}");
        assert_eq!(answer[1], "bestmove 8/5 6/5");
        assert_eq!(say(&mut engine, "go role cube depth 1")[1], "bestcube nodouble");
        assert_eq!(say(&mut engine, "go role turn")[1], "bestturn cube=nodouble move=8/5 6/5");
        // A double is one token for each checker.
        say(&mut engine, "dice 1 1");
        let answer = say(&mut engine, "go role chequer movetime 10");
        assert_eq!(answer[1].split_whitespace().count(), 5, "{answer:?}");
        assert_eq!(say(&mut engine, "quit"), ["quit"]);
    }

    #[test]
    fn what_makes_no_sense_is_answered_and_the_engine_goes_on() {
        let mut engine = engine();
        for (line, code) in [
            ("hello", "unknown_command"),
            ("go role chequer", "missing_context"),
            ("go", "bad_argument"),
            ("setoption name Colour value red", "unsupported_feature"),
            ("setoption name Threads value 0", "bad_argument"),
            ("position gnubgid nonsense", "bad_argument"),
            ("position fen x", "bad_argument"),
            ("dice 7 1", "bad_argument"),
            ("dice a b", "bad_argument"),
            ("setcube value 3 owner p0", "bad_argument"),
            ("setturn p2", "bad_argument"),
            ("setscore x 1", "bad_argument"),
            ("newsession type match", "bad_argument"),
            ("newsession type money jacoby maybe", "bad_argument"),
        ] {
            let answer = say(&mut engine, line);
            assert!(
                answer.len() == 1 && answer[0].starts_with(&format!("error {code} ")),
                "{answer:?}"
            );
        }
        say(&mut engine, "position gnubgid 4HPwATDgc/ABMA");
        assert!(say(&mut engine, "go role chequer")[0].starts_with("error missing_context"));
        // A score at which the match is over.
        say(&mut engine, "newsession type match length 3");
        say(&mut engine, "setscore 3 0");
        say(&mut engine, "dice 2 1");
        assert!(say(&mut engine, "go role chequer")[0].contains("the match is over"));
        // Backgammon has no draws.
        say(&mut engine, "setscore 3 3");
        for role in ["chequer", "cube"] {
            let said = say(&mut engine, &format!("go role {role}"));
            assert!(said[0].starts_with("error bad_argument impossible score 3-3"), "{said:?}");
        }
        assert_eq!(say(&mut engine, "isready"), ["readyok"]);
    }

    #[test]
    fn a_position_is_of_the_game_that_is_played() {
        let mut engine = engine();
        let fevga = "position gnubgid fevga@AACA/z8AAID/Pw";
        let nackgammon = "position gnubgid nackgammon@4Dl4ADbgOXgANg";
        let start = "position gnubgid 4HPwATDgc/ABMA";
        say(&mut engine, start);
        for (other, game) in [(fevga, "fevga"), (nackgammon, "nackgammon")] {
            let refusal = format!(
                "error bad_argument the position is from {game}, but Variant is backgammon"
            );
            assert_eq!(say(&mut engine, other), [refusal]);
        }
        // The previous position is kept.
        say(&mut engine, "dice 3 1");
        assert_eq!(say(&mut engine, "go role chequer")[1], "bestmove 8/5 6/5");
        say(&mut engine, "setoption name Variant value nackgammon");
        let unset = ["error missing_context the position is not set"];
        assert_eq!(say(&mut engine, "go role chequer"), unset);
        assert!(say(&mut engine, fevga)[0].starts_with("error bad_argument"));
        for unnamed_or_the_same in [start, nackgammon] {
            assert_eq!(say(&mut engine, unnamed_or_the_same), Vec::<String>::new());
        }
        assert_eq!(
            say(&mut engine, "go role chequer"),
            ["error missing_context the roll is not set"]
        );
        say(&mut engine, "dice 6 4");
        assert!(say(&mut engine, "go role chequer")[1].starts_with("bestmove "));
    }

    #[test]
    fn games_of_other_families_are_played_where_a_network_knows_them() {
        let variant = "setoption name Variant value fevga";
        let refusal = "error bad_argument a network trained for backgammon cannot evaluate fevga";
        assert_eq!(say(&mut engine(), variant), [refusal]);
        assert!(!say(&mut engine(), "ubgi").iter().any(|line| line.contains("var fevga")));
        let networks = [sheshbesh_weights::fevga(), sheshbesh_weights::plakoto()];
        let mut engine =
            Conversation::new("shesh".to_owned(), sheshbesh_weights::shipped(), &networks).unwrap();
        let games = say(&mut engine, "ubgi").into_iter().find(|line| line.contains("Variant"));
        assert!(Game::ALL.iter().all(|game| games.as_ref().unwrap().contains(&format!("{game}"))));
        say(&mut engine, variant);
        say(&mut engine, "position gnubgid fevga@AACA/z8AAID/Pw");
        say(&mut engine, "dice 6 5");
        assert_eq!(say(&mut engine, "go role chequer")[1], "bestmove 24/18 18/13");
        // The game has no cube.
        assert_eq!(say(&mut engine, "go role cube")[1], "bestcube nodouble");
        say(&mut engine, "setoption name Variant value plakoto");
        say(
            &mut engine,
            &format!(
                "position gnubgid {}",
                notation::position_id(Game::PLAKOTO, &Game::PLAKOTO.start())
            ),
        );
        say(&mut engine, "dice 6 5");
        assert!(say(&mut engine, "go role chequer")[1].starts_with("bestmove 24/"));
    }

    #[test]
    fn what_is_done_with_the_cube_is_what_the_rules_allow() {
        let mut engine = engine();
        let game = Game::Backgammon;
        // A wrong double: the opponent has started with the best roll.
        let dice = "31".parse().unwrap();
        let position = notation::parse(game, &game.start(), dice, "8/5 6/5").unwrap();
        let doubled = Situation {
            stakes: Stakes::Money { jacoby: false, beavers: true },
            phase: Phase::Doubled,
            ..Situation::new(position, game)
        };
        let mut answer = |table: Situation| {
            say(&mut engine, &format!("position xgid {}", table.xgid()));
            say(&mut engine, "go role cube").pop().unwrap()
        };
        assert_eq!(answer(doubled), "bestcube beaver");
        assert_eq!(answer(Situation { largest_cube: 1, ..doubled }), "bestcube take");
        let money = Stakes::Money { jacoby: false, beavers: false };
        assert_eq!(answer(Situation { stakes: money, ..doubled }), "bestcube take");
        let cube = Cube::of_value(4, Some(sheshbesh_movegen::Side::Opponent)).unwrap();
        let beavered = Situation { cube, phase: Phase::Beavered, ..doubled };
        assert_eq!(answer(beavered), "bestcube noraccoon");
        let refusal = answer(Situation { cube, ..doubled });
        assert!(refusal.starts_with("error bad_argument impossible cube"), "{refusal}");
        say(&mut engine, "newsession type match length 5 crawford on");
        say(&mut engine, &format!("position gnubgid {}", position.gnu_id()));
        assert_eq!(say(&mut engine, "go role cube")[1], "bestcube nodouble");
    }

    #[test]
    fn an_xgid_brings_cube_score_and_roll() {
        let mut engine = engine();
        say(&mut engine, "position xgid XGID=-b----E-C---eE---c-e----B-:1:1:1:31:2:4:0:7:10");
        assert_eq!((engine.score[P0], engine.score[P1]), (2, 4));
        assert_eq!((engine.cube_value, engine.cube_owner), (2, Some(P0)));
        assert_eq!(say(&mut engine, "go role chequer")[1], "bestmove 8/5 6/5");
    }
}
