//! `gnubg`: GNU Backgammon as a player, through its socket.

use super::alone::alone;
use crate::player::{Player, PlayerError, Turn};
use sheshbesh_movegen::{
    Answer, BAR, BySide, Dice, Game, OFF, Phase, Position, Side, Situation, Stakes, notation,
};
use sheshbesh_network::input::{Line, read_line};
use std::{
    env,
    fmt::Write as _,
    io::{BufReader, ErrorKind, Write},
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
    path::PathBuf,
    process::{Child, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

/// The program's name.
const PROGRAM: &str = "gnubg";
/// Where Debian installs games; it is not on everybody's PATH.
const GAMES_FOLDER: &str = "/usr/games";
/// It reads its networks before it listens.
const LONGEST_START: Duration = Duration::from_secs(60);
/// At 4 plies a play may take long; an answer that never comes should not hang a duel.
const LONGEST_PLAY: Duration = Duration::from_secs(600);
/// Between two attempts to connect.
const PAUSE: Duration = Duration::from_millis(50);

/// Now and then it closes the connection, for reasons of its own. It remembers nothing from one play
/// to the next, so a new process answers the same; if that happens so often in a row, it is an error.
const RESTARTS: u32 = 3;

/// One process of GNU Backgammon and the connection to it.
///
/// It plays at its own number of plies (its 0-ply is our 1-ply), without noise; cubeless as in a
/// money game, or with the cube.
pub struct Gnubg {
    plies: u32,
    cubeful: bool,
    game: Game,
    process: Child,
    stream: BufReader<TcpStream>,
}

impl Drop for Gnubg {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn error(plies: u32, problem: impl Into<String>) -> PlayerError {
    PlayerError { player: format!("gnubg:{plies}"), problem: problem.into() }
}

fn program() -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .chain([PathBuf::from(GAMES_FOLDER)])
        .map(|folder| folder.join(PROGRAM))
        .find(|program| program.is_file())
}

impl Gnubg {
    /// Whether it is installed.
    pub fn is_installed() -> bool {
        program().is_some()
    }

    /// Whether it plays a game: those that are backgammon from another start.
    pub fn plays(game: Game) -> bool {
        use Game::{Backgammon, LongGammon, Nackgammon, Snake};
        matches!(game, Backgammon | Nackgammon | LongGammon | Snake)
    }

    /// Starts a process of its own, for a game that it plays.
    ///
    /// # Errors
    /// When it is not installed or does not start.
    pub(crate) fn start(plies: u32, game: Game, cubeful: bool) -> Result<Self, PlayerError> {
        let attempt = || Self::start_at_a_free_port(plies, game, cubeful);
        // Somebody else can take the port before it does.
        (1..RESTARTS).fold(attempt(), |started, _| started.or_else(|_| attempt()))
    }

    fn start_at_a_free_port(plies: u32, game: Game, cubeful: bool) -> Result<Self, PlayerError> {
        let program = program().ok_or_else(|| {
            error(
                plies,
                "GNU Backgammon is not installed (Debian's packages are gnubg and gnubg-data)",
            )
        })?;
        let failed = |what: &str, e: std::io::Error| error(plies, format!("{what}: {e}"));
        // The system chooses a free port, which is then left to the program.
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .and_then(|listener| listener.local_addr())
            .map_err(|e| failed("no port is free", e))?
            .port();
        let mut process = alone(program)
            .args(["--tty", "--quiet", "--no-rc"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| failed("it does not start", e))?;
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
        // Without more to come it ends when it cannot listen, which `connect` sees.
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
                Err(failed("it does not answer", e))
            }
        }
    }

    /// Asks, a new process if the first one has gone.
    fn answer_to(&mut self, question: &str) -> Result<String, PlayerError> {
        let mut answer = self.ask(question);
        for _ in 0..RESTARTS {
            if answer.is_ok() {
                break;
            }
            *self = Self::start(self.plies, self.game, self.cubeful)?;
            answer = self.ask(question);
        }
        let answer =
            answer.map_err(|e| error(self.plies, format!("it has stopped answering: {e}")))?;
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

/// A money game is written as a match to so many points.
const MONEY: u16 = 9999;

/// The position as a board line of the First Internet Backgammon Server, which GNU Backgammon
/// reads, the player counting down. Seen by the player on roll, or, when that one has doubled, by the
/// one who is to answer.
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
        // GNU Backgammon 1.07 reads the first score as that of the player who is not to roll, as a
        // comparison with its own verdicts at uneven scores shows.
        (score, other_score) = (other_score, score);
    }
    let mut line = format!("board:shesh:gnubg:{length}:{score}:{other_score}");
    for index in 0..=BAR {
        // Index 0 is the opponent's bar and 25 the player's.
        let mine = if index == OFF { 0 } else { i32::from(own.on(index)) };
        let theirs = if index == BAR { 0 } else { i32::from(opponent.on(BAR - index)) };
        write!(line, ":{}", mine - theirs).expect("writing into a string");
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
    // Turn, dice, the opponent's dice, cube, who may double, doubled, colour, direction, home and
    // bar, checkers off and on the bar, moves, forced moves, whether the Crawford game is over,
    // and a field that is not used.
    writeln!(
        line,
        ":{turn}:{high}:{low}:0:0:{cube}:{mine}:{theirs}:{doubled}:1:-1:0:25:{off}:{other_off}:{bar}:{other_bar}:2:0:{crawford_over}:0"
    )
    .expect("writing into a string");
    line
}

/// A money game without a cube.
fn plain(position: Position, dice: Dice, game: Game) -> Situation {
    Situation { phase: Phase::Rolled(dice), ..Situation::new(position, game) }
}

impl Player for Gnubg {
    fn choose(&mut self, turn: &Turn<'_>) -> Result<usize, PlayerError> {
        let plain = plain(*turn.position, turn.dice, turn.game);
        let play = self.answer_to(&board_line(turn.table.unwrap_or(&plain)))?;
        let result: Position = notation::parse(turn.game, turn.position, turn.dice, &play)
            .map_err(|e| error(self.plies, format!("it answered {play:?}: {e}")))?;
        let place = turn.results.iter().position(|&other| other == result);
        place.ok_or_else(|| error(self.plies, format!("it answered {play:?}, which is no play")))
    }

    fn doubles(&mut self, table: &Situation) -> Result<bool, PlayerError> {
        match self.answer_to(&board_line(table))?.as_str() {
            "double" => Ok(true),
            "roll" => Ok(false),
            other => Err(error(self.plies, format!("it answered {other:?} before its roll"))),
        }
    }

    fn answer(&mut self, table: &Situation) -> Result<Answer, PlayerError> {
        match self.answer_to(&board_line(table))?.as_str() {
            "take" => Ok(Answer::Take),
            "drop" => Ok(Answer::Pass),
            "beaver" => Ok(Answer::Beaver),
            other => Err(error(self.plies, format!("it answered {other:?} to a double"))),
        }
    }
}
