//! `gnubg`: GNU Backgammon as a player, through its socket.

use super::isolated::isolated_command;
use crate::player::{Player, PlayerError, Turn};
use sheshbesh_movegen::{
    Answer, BAR, BySide, Dice, Game, OFF, Phase, Position, Side, Situation, Stakes, notation,
};
use sheshbesh_network::input::{Line, read_line};
use std::{
    env,
    io::{BufReader, ErrorKind, Write},
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
    path::PathBuf,
    process::{Child, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

/// Name of the program.
const PROGRAM: &str = "gnubg";
/// Debian's folder for games, which is not on every PATH.
const GAMES_FOLDER: &str = "/usr/games";
/// Maximum time to start. The program reads its networks before it listens.
const LONGEST_START: Duration = Duration::from_secs(60);
/// Maximum time for an answer. At 4 plies a play may take long, but a missing answer must not hang
/// a duel.
const LONGEST_PLAY: Duration = Duration::from_secs(600);
/// Pause between two attempts to connect.
const PAUSE: Duration = Duration::from_millis(50);

/// Maximum number of restarts for one question. GNU Backgammon sometimes closes the connection for
/// reasons of its own. It keeps no state between plays, so a new process gives the same answer.
/// More failures in a row are an error.
const RESTARTS: u32 = 3;

/// A process of GNU Backgammon, and the connection to it.
///
/// It plays at its own number of plies (its 0-ply is our 1-ply), without noise, and either cubeless
/// as in a money game or with the cube.
pub struct Gnubg {
    plies: u32,
    cubeful: bool,
    game: Game,
    process: Child,
    stream: BufReader<TcpStream>,
}

impl Drop for Gnubg {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn error(plies: u32, problem: impl Into<String>) -> PlayerError {
    PlayerError { player: format!("gnubg:{plies}"), problem: problem.into() }
}

fn find_program() -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .chain([PathBuf::from(GAMES_FOLDER)])
        .map(|folder| folder.join(PROGRAM))
        .find(|program| program.is_file())
}

impl Gnubg {
    /// True if GNU Backgammon is installed.
    pub fn is_installed() -> bool {
        find_program().is_some()
    }

    /// True if GNU Backgammon plays a game: backgammon, or backgammon from another start position.
    pub fn plays(game: Game) -> bool {
        use Game::{Backgammon, LongGammon, Nackgammon, Snake};
        matches!(game, Backgammon | Nackgammon | LongGammon | Snake)
    }

    /// Starts a process for a game that GNU Backgammon plays.
    ///
    /// # Errors
    /// If GNU Backgammon is not installed or does not start.
    pub(crate) fn start(plies: u32, game: Game, cubeful: bool) -> Result<Self, PlayerError> {
        let attempt = || Self::start_at_a_free_port(plies, game, cubeful);
        // Another program can take the port first.
        (1..RESTARTS).fold(attempt(), |started, _| started.or_else(|_| attempt()))
    }

    fn start_at_a_free_port(plies: u32, game: Game, cubeful: bool) -> Result<Self, PlayerError> {
        let program = find_program().ok_or_else(|| {
            error(plies, "GNU Backgammon is not installed (Debian packages gnubg and gnubg-data)")
        })?;
        let failed = |what: &str, e: std::io::Error| error(plies, format!("{what}: {e}"));
        // The system chooses a free port, which is then released for GNU Backgammon.
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .and_then(|listener| listener.local_addr())
            .map_err(|e| failed("no free port", e))?
            .port();
        let mut process = isolated_command(program)
            .args(["--tty", "--quiet", "--no-rc"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| failed("cannot start", e))?;
        let cube = if cubeful { "on" } else { "off" };
        let commands = format!(
            "set evaluation chequerplay type evaluation\n\
             set evaluation chequerplay evaluation plies {plies}\n\
             set evaluation chequerplay evaluation cubeful {cube}\n\
             set evaluation chequerplay evaluation noise 0\n\
             set evaluation cubedecision type evaluation\n\
             set evaluation cubedecision evaluation plies {plies}\n\
             set evaluation cubedecision evaluation cubeful on\n\
             set evaluation cubedecision evaluation noise 0\n\
             set threads 1\n\
             external {}:{port}\n",
            Ipv4Addr::LOCALHOST
        );
        // Its input is closed, so it ends if it cannot listen, and `connect` notices that.
        let told = process.stdin.take().map(|mut input| input.write_all(commands.as_bytes()));
        let connected = match told {
            Some(Ok(())) => connect(&mut process, port),
            Some(Err(e)) => Err(e),
            None => Err(ErrorKind::BrokenPipe.into()),
        };
        match connected {
            Ok(stream) => {
                Ok(Self { plies, cubeful, game, process, stream: BufReader::new(stream) })
            }
            Err(e) => {
                let _ = process.kill();
                let _ = process.wait();
                Err(failed("no answer", e))
            }
        }
    }

    /// Asks a question. If the process has gone, starts a new one.
    fn answer_to(&mut self, question: &str) -> Result<String, PlayerError> {
        let mut answer = self.ask(question);
        for _ in 0..RESTARTS {
            if answer.is_ok() {
                break;
            }
            *self = Self::start(self.plies, self.game, self.cubeful)?;
            answer = self.ask(question);
        }
        let answer = answer.map_err(|e| error(self.plies, format!("no more answers: {e}")))?;
        Ok(answer.trim_matches(|c: char| c.is_whitespace() || c == '\0').to_owned())
    }

    fn ask(&mut self, question: &str) -> std::io::Result<String> {
        self.stream.get_mut().write_all(question.as_bytes())?;
        match read_line(&mut self.stream)? {
            Some(Line::Text(answer)) => Ok(answer),
            Some(Line::NotText | Line::TooLong) => Err(ErrorKind::InvalidData.into()),
            None => Err(ErrorKind::UnexpectedEof.into()),
        }
    }
}

fn connect(process: &mut Child, port: u16) -> std::io::Result<TcpStream> {
    let started = Instant::now();
    loop {
        match TcpStream::connect(SocketAddr::from((Ipv4Addr::LOCALHOST, port))) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                stream.set_read_timeout(Some(LONGEST_PLAY))?;
                return Ok(stream);
            }
            Err(e) if started.elapsed() > LONGEST_START => return Err(e),
            Err(e) if matches!(process.try_wait(), Ok(Some(_))) => return Err(e),
            Err(_) => sleep(PAUSE),
        }
    }
}

/// Match length that represents a money game.
const MONEY: u16 = 9999;

/// The position as a board line of the First Internet Backgammon Server (FIBS), which GNU
/// Backgammon reads. The player moves towards lower points. The line is from the view of the player
/// on roll or, after a double, of the player who answers it.
fn board_line(table: &Situation) -> String {
    let doubled = table.phase == Phase::Doubled;
    let position = if doubled { table.position.swapped() } else { table.position };
    let (own, opponent) = (position.own(), position.opponent());
    let (length, crawford_over) = match table.stakes {
        Stakes::Money { .. } => (MONEY, false),
        Stakes::Match { length, crawford } => (length, !crawford && table.is_one_away()),
    };
    let BySide { on_roll: mut score, opponent: mut other_score } = table.score;
    let owner = if doubled { table.cube.swapped() } else { table.cube }.owner();
    if length == MONEY {
        (score, other_score) = (0, 0);
    } else {
        // GNU Backgammon 1.07 reads the first score as that of the player who is not on roll, as a
        // comparison with its own evaluations at uneven scores shows.
        (score, other_score) = (other_score, score);
    }
    let mut line = format!("board:shesh:gnubg:{length}:{score}:{other_score}");
    for index in 0..=BAR {
        // Index 0 is the opponent's bar and 25 the player's.
        let mine = if index == OFF { 0 } else { i32::from(own.on(index)) };
        let theirs = if index == BAR { 0 } else { i32::from(opponent.on(BAR - index)) };
        line += &format!(":{}", mine - theirs);
    }
    let (high, low) = match table.phase {
        Phase::Rolled(dice) => (dice.high(), dice.low()),
        _ => (0, 0),
    };
    // It is the doubler's turn until the double is answered.
    let turn = if doubled { -1 } else { 1 };
    let cube = table.cube.value();
    let may_double = |side| u8::from(owner.is_none_or(|owner| owner == side));
    let (mine, theirs) = (may_double(Side::OnRoll), may_double(Side::Opponent));
    let (off, other_off) = (own.on(OFF), opponent.on(OFF));
    let (bar, other_bar) = (own.on(BAR), opponent.on(BAR));
    let (doubled, crawford_over) = (u8::from(doubled), u8::from(crawford_over));
    // Turn, dice, the opponent's dice, cube, right to double of each player, doubled, colour,
    // direction, home and bar, checkers off and on the bar, moves, forced moves, a flag for games
    // after the Crawford game, and an unused field.
    line += &format!(
        ":{turn}:{high}:{low}:0:0:{cube}:{mine}:{theirs}:{doubled}:1:-1:0:25:{off}:{other_off}:{bar}:{other_bar}:2:0:{crawford_over}:0\n"
    );
    line
}

/// A money game without a cube, after a roll.
fn make_situation(position: Position, dice: Dice, game: Game) -> Situation {
    Situation { phase: Phase::Rolled(dice), ..Situation::new(position, game) }
}

impl Player for Gnubg {
    fn choose(&mut self, turn: &Turn<'_>) -> Result<usize, PlayerError> {
        let plain = make_situation(*turn.position, turn.dice, turn.game);
        let play = self.answer_to(&board_line(turn.table.unwrap_or(&plain)))?;
        let result: Position = notation::parse(turn.game, turn.position, turn.dice, &play)
            .map_err(|e| error(self.plies, format!("invalid answer {play:?}: {e}")))?;
        let index = turn.results.iter().position(|&other| other == result);
        index.ok_or_else(|| error(self.plies, format!("illegal play {play:?}")))
    }

    fn doubles(&mut self, table: &Situation) -> Result<bool, PlayerError> {
        match self.answer_to(&board_line(table))?.as_str() {
            "double" => Ok(true),
            "roll" => Ok(false),
            other => Err(error(self.plies, format!("invalid answer {other:?} before its roll"))),
        }
    }

    fn answer(&mut self, table: &Situation) -> Result<Answer, PlayerError> {
        match self.answer_to(&board_line(table))?.as_str() {
            "take" => Ok(Answer::Take),
            "drop" => Ok(Answer::Pass),
            "beaver" => Ok(Answer::Beaver),
            other => Err(error(self.plies, format!("invalid answer {other:?} to a double"))),
        }
    }
}
