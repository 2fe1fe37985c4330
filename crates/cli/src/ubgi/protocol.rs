//! Text of the protocol: parses commands, and formats the lines of replies.

use sheshbesh_evaluator::Depth;
use sheshbesh_movegen::{BAR, BySeat, Cube, Dice, Game, OFF, Position, Seat, Stakes, notation};
use sheshbesh_network::Probabilities;
use std::time::{Duration, Instant};

/// Players of the protocol, numbered as in GNU Backgammon.
pub(super) const P0: Seat = Seat::Top;
pub(super) const P1: Seat = Seat::Bottom;

/// Reply to a line of input.
pub enum Reply {
    /// Lines to print, none for most commands.
    Lines(Vec<String>),
    /// The program ends.
    Quit,
}

/// Error of a command: the code and the message of an `error` line.
pub(super) struct UbgiError(pub(super) &'static str, pub(super) String);

impl UbgiError {
    /// Error of an invalid argument.
    pub(super) fn bad_argument(message: impl ToString) -> Self {
        Self("bad_argument", message.to_string())
    }

    /// Error of a command that needs another one before it.
    pub(super) fn unset(what: &str) -> Self {
        Self("missing_context", format!("{what} is not set"))
    }

    /// Formats the `error` line.
    pub(super) fn to_line(&self) -> String {
        let Self(code, message) = self;
        format!("error {code} {}", message.replace('\n', " "))
    }
}

/// A parsed command.
pub(super) enum Command<'a> {
    /// An empty line.
    Empty,
    Quit,
    Identify,
    IsReady,
    Stop,
    NewGame,
    SetOption {
        name: &'a str,
        value: String,
    },
    NewSession(Stakes),
    SetScore(BySeat<u16>),
    /// The owner is `None` for a centred cube.
    SetCube {
        value: u32,
        owner: Option<Seat>,
    },
    SetTurn(Seat),
    SetPosition {
        notation: IdNotation,
        id: &'a str,
    },
    SetDice(Dice),
    Go {
        role: &'a str,
        limits: Limits,
    },
}

/// Notation of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum IdNotation {
    /// `gnubgid`: only the position counts.
    GnuId,
    /// `xgid`: cube, score and dice count, too.
    Xgid,
}

/// Limits of a search.
#[derive(Default)]
pub(super) struct Limits {
    pub(super) depth: Option<Depth>,
    pub(super) time: Option<Duration>,
}

impl<'a> Command<'a> {
    /// Parses a line.
    pub(super) fn parse(line: &'a str) -> Result<Self, UbgiError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        Ok(match words.as_slice() {
            [] => Self::Empty,
            ["quit", ..] => Self::Quit,
            ["ubgi"] => Self::Identify,
            ["isready"] => Self::IsReady,
            ["stop"] => Self::Stop,
            ["newgame"] => Self::NewGame,
            ["setoption", "name", name, "value", value @ ..] => {
                Self::SetOption { name, value: value.join(" ") }
            }
            ["newsession", rest @ ..] => Self::NewSession(parse_stakes(rest)?),
            ["setscore", first, second] => Self::SetScore(parse_score(first, second)?),
            ["setcube", "value", value, "owner", owner] => parse_cube(value, owner)?,
            ["setturn", player] => Self::SetTurn(parse_seat(player)?),
            ["position", notation, id] => {
                Self::SetPosition { notation: parse_notation(notation)?, id }
            }
            ["dice", numbers @ ..] if (2..=3).contains(&numbers.len()) => {
                Self::SetDice(parse_dice(numbers)?)
            }
            ["go", "role", role, limits @ ..] => Self::Go { role, limits: parse_limits(limits)? },
            [
                command @ ("setoption" | "setscore" | "setcube" | "setturn" | "position" | "dice"
                | "go"),
                ..,
            ] => {
                let message = format!("wrong arguments for {command}");
                return Err(UbgiError::bad_argument(message));
            }
            [unknown, ..] => return Err(UbgiError("unknown_command", (*unknown).to_owned())),
        })
    }
}

fn parse_stakes(words: &[&str]) -> Result<Stakes, UbgiError> {
    let (mut kind, mut length) = (None, None);
    let (mut jacoby, mut beavers, mut crawford) = (false, false, false);
    let parse_switch = |value: &str| match value {
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
            ["jacoby", value] => jacoby = parse_switch(value)?,
            ["beavers", value] => beavers = parse_switch(value)?,
            ["crawford", value] => crawford = parse_switch(value)?,
            _ => return Err(bad(format!("unknown part of a session: {:?}", pair.join(" ")))),
        }
    }
    match (kind, length) {
        (Some("money"), _) => Ok(Stakes::Money { jacoby, beavers }),
        (Some("match"), Some(length)) => Ok(Stakes::Match { length, crawford }),
        (Some("match"), None) => Err(bad("missing length of the match")),
        _ => Err(bad("missing type of the session: money or match")),
    }
}

fn parse_score(first: &str, second: &str) -> Result<BySeat<u16>, UbgiError> {
    let parse = |text: &str| text.parse().map_err(|_| bad(format!("invalid score {text:?}")));
    let mut score = BySeat::default();
    (score[P0], score[P1]) = (parse(first)?, parse(second)?);
    Ok(score)
}

fn parse_cube(value: &str, owner: &str) -> Result<Command<'static>, UbgiError> {
    let value = value
        .parse()
        .ok()
        .filter(|value| Cube::of_value(*value, None).is_some())
        .ok_or_else(|| bad(format!("invalid cube value {value:?}")))?;
    let owner = if owner == "center" { None } else { Some(parse_seat(owner)?) };
    Ok(Command::SetCube { value, owner })
}

fn parse_seat(player: &str) -> Result<Seat, UbgiError> {
    match player {
        "p0" => Ok(P0),
        "p1" => Ok(P1),
        _ => Err(bad(format!("unknown player {player:?}: use p0 or p1"))),
    }
}

fn parse_notation(name: &str) -> Result<IdNotation, UbgiError> {
    match name {
        "gnubgid" => Ok(IdNotation::GnuId),
        "xgid" => Ok(IdNotation::Xgid),
        _ => Err(bad(format!("unknown position type {name}: use gnubgid or xgid"))),
    }
}

fn parse_dice(words: &[&str]) -> Result<Dice, UbgiError> {
    let parse = |text: &&str| text.parse().map_err(|_| bad(format!("invalid die {text:?}")));
    let numbers: Vec<u8> = words.iter().map(parse).collect::<Result<_, _>>()?;
    Dice::of(&numbers).ok_or_else(|| bad("dice must be 1 to 6"))
}

fn parse_limits(words: &[&str]) -> Result<Limits, UbgiError> {
    let mut limits = Limits::default();
    for pair in words.chunks(2) {
        match pair {
            ["depth", value] => limits.depth = Some(value.parse().map_err(bad)?),
            ["movetime", value] if let Ok(milliseconds) = value.parse() => {
                // The shortest one counts.
                let time = Duration::from_millis(milliseconds);
                limits.time = Some(limits.time.map_or(time, |other| other.min(time)));
            }
            // These limits are accepted but not used.
            ["nodes" | "trials", value] if value.parse::<u64>().is_ok() => {}
            _ => return Err(bad(format!("unknown search limit {:?}", pair.join(" ")))),
        }
    }
    Ok(limits)
}

fn bad(message: impl ToString) -> UbgiError {
    UbgiError::bad_argument(message)
}

/// Formats the `info` line of a search that began at a time.
pub(super) fn format_info(
    role: &str,
    depth: Depth,
    equity: f32,
    p: &Probabilities,
    began: Instant,
) -> String {
    format!(
        "info role {role} depth {depth} eq {equity:.4} pwin {:.4} pgammon {:.4} pbg {:.4} time_ms {}",
        p.win,
        p.win_gammon,
        p.win_backgammon,
        began.elapsed().as_millis()
    )
}

/// Formats a play as one token per checker move; `pass` without any.
pub(super) fn format_play(
    game: Game,
    position: &Position,
    dice: Dice,
    result: &Position,
) -> String {
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
