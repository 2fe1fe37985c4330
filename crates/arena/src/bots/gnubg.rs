//! `gnubg`: GNU Backgammon as a player, through its socket.

use crate::player::{Player, PlayerError, Turn};
use sheshbesh_movegen::{BAR, OFF, Position, Variant, notation};
use std::{
    env,
    fmt::Write as _,
    io::{BufRead, BufReader, Write},
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
    path::PathBuf,
    process::{Child, Command, Stdio},
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
/// It plays as in a money game, cubeless, at its own number of plies (its 0-ply is our 1-ply),
/// without noise.
pub struct Gnubg {
    plies: u32,
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

    /// Starts a process of its own.
    ///
    /// # Errors
    /// When it is not installed, does not start, or does not play the variant.
    pub fn start(plies: u32, variant: Variant) -> Result<Self, PlayerError> {
        if variant.checkers() != Variant::Backgammon.checkers() {
            return Err(error(plies, format!("it is not asked to play {variant}")));
        }
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
        let mut process = Command::new(program)
            .args(["--tty", "--quiet", "--no-rc"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| failed("it does not start", e))?;
        let commands = format!(
            "set evaluation chequerplay type evaluation\n\
             set evaluation chequerplay evaluation plies {plies}\n\
             set evaluation chequerplay evaluation cubeful off\n\
             set evaluation chequerplay evaluation noise 0\n\
             set threads 1\n\
             external {}:{port}\n",
            Ipv4Addr::LOCALHOST
        );
        let told = process.stdin.as_mut().map(|input| input.write_all(commands.as_bytes()));
        let connected = match told {
            Some(Ok(())) => connect(&mut process, port),
            Some(Err(e)) => Err(e),
            None => Err(std::io::ErrorKind::BrokenPipe.into()),
        };
        match connected {
            Ok(stream) => Ok(Self { plies, process, stream: BufReader::new(stream) }),
            Err(e) => {
                let _ = process.kill();
                let _ = process.wait();
                Err(failed("it does not answer", e))
            }
        }
    }

    fn ask(&mut self, question: &str) -> std::io::Result<String> {
        self.stream.get_mut().write_all(question.as_bytes())?;
        let mut answer = String::new();
        if self.stream.read_line(&mut answer)? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        Ok(answer)
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

/// The position as a board line of the First Internet Backgammon Server, which GNU Backgammon
/// reads: a money game (written as a match to 9999), centred cube, the player counting down.
fn board_line(turn: &Turn<'_>) -> String {
    let (own, opponent) = (turn.position.own(), turn.position.opponent());
    let mut line = String::from("board:shesh:gnubg:9999:0:0");
    for index in 0..=BAR {
        // Index 0 is the opponent's bar and 25 the player's.
        let mine = if index == OFF { 0 } else { i32::from(own.on(index)) };
        let theirs = if index == BAR { 0 } else { i32::from(opponent.on(BAR - index)) };
        write!(line, ":{}", mine - theirs).expect("writing into a string");
    }
    let (high, low) = (turn.dice.high(), turn.dice.low());
    let (off, other_off) = (own.on(OFF), opponent.on(OFF));
    let (bar, other_bar) = (own.on(BAR), opponent.on(BAR));
    // Turn, dice, the opponent's dice, cube, who may double, doubled, colour, direction, home and
    // bar, checkers off and on the bar, moves, and three fields that are not used.
    writeln!(
        line,
        ":1:{high}:{low}:0:0:1:1:1:0:1:-1:0:25:{off}:{other_off}:{bar}:{other_bar}:2:0:0:0"
    )
    .expect("writing into a string");
    line
}

impl Player for Gnubg {
    fn choose(&mut self, turn: &Turn<'_>) -> Result<usize, PlayerError> {
        let question = board_line(turn);
        let mut answer = self.ask(&question);
        for _ in 0..RESTARTS {
            if answer.is_ok() {
                break;
            }
            *self = Self::start(self.plies, turn.variant)?;
            answer = self.ask(&question);
        }
        let answer =
            answer.map_err(|e| error(self.plies, format!("it has stopped answering: {e}")))?;
        let play = answer.trim_matches(|c: char| c.is_whitespace() || c == '\0');
        let result: Position = notation::parse(turn.position, turn.dice, play)
            .map_err(|e| error(self.plies, format!("it answered {play:?}: {e}")))?;
        let place = turn.results.iter().position(|&other| other == result);
        place.ok_or_else(|| error(self.plies, format!("it answered {play:?}, which is no play")))
    }
}
