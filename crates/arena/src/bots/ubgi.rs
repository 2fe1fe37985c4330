//! `ubgi:COMMAND`: a program that speaks the Universal Backgammon Interface, as a player.
//!
//! Without a cube, a position is sent as a GNU Backgammon ID, which every such program reads. With
//! a cube it is sent as an XGID, the only format with the complete state of the table, including a
//! double that is to be answered. The answer to `go role cube` is then `bestcube take`, `pass` or
//! `beaver`, and after a beaver `raccoon` or `noraccoon`.

use super::isolated::isolated_command;
use crate::player::{Player, PlayerError, Turn};
use sheshbesh_movegen::{Answer, BySide, Dice, Game, Position, Situation, Stakes, notation};
use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, ChildStdout, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    thread::{sleep, spawn},
    time::{Duration, Instant},
};

/// Command line of a program, and the options to set when it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UbgiCommand {
    program: String,
    arguments: Vec<String>,
    /// Names and values of options.
    options: Vec<(String, String)>,
    /// Maximum time for an answer.
    patience: Duration,
}

impl UbgiCommand {
    /// Default of the maximum time for an answer. At 4 plies an answer may take long.
    pub const PATIENCE: Duration = Duration::from_secs(600);

    /// Parses a command line with a shell's quoting: `Ply=2 "my engine" --fast`. Words with an
    /// equals sign before the program are options of the interface. On Windows, backslashes
    /// separate folders and quote nothing. Returns `None` if there is no program or a quotation
    /// mark is unmatched.
    pub fn parse(text: &str) -> Option<Self> {
        let words = split_words(text, cfg!(windows))?;
        let program = words.iter().position(|word| !word.contains('='))?;
        let option = |word: &String| {
            word.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()))
        };
        Some(Self {
            options: words[..program].iter().filter_map(option).collect(),
            program: words[program].clone(),
            arguments: words[program + 1..].to_vec(),
            patience: Self::PATIENCE,
        })
    }

    /// Sets the maximum time for an answer.
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// Starts a process for games with or without the cube.
    ///
    /// # Errors
    /// If the program does not start, does not speak the interface, or does not play the game.
    pub fn start(&self, game: Game, with_cube: bool) -> Result<Ubgi, PlayerError> {
        let Self { program, arguments, .. } = self;
        let failed = |e: std::io::Error| PlayerError {
            player: format!("ubgi:{program}"),
            problem: format!("cannot start: {e}"),
        };
        let mut process = isolated_command(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let pipes = (process.stdin.take(), process.stdout.take(), process.stderr.take());
        let (Some(input), Some(output), Some(complaints)) = pipes else {
            unreachable!("all three streams are piped")
        };
        let (sender, lines) = sync_channel(LINES_AHEAD);
        spawn(move || pass_on(output, &sender));
        let (sender, last_words) = sync_channel(1);
        spawn(move || sender.send(last_line(complaints)));
        let mut ubgi = Ubgi {
            name: format!("ubgi:{program}"),
            patience: self.patience,
            process,
            input,
            lines,
            last_words,
            new_game: false,
            stakes: None,
        };
        ubgi.introduce(game, with_cube, &self.options)?;
        Ok(ubgi)
    }
}

/// Splits a command line with a shell's quoting. If `with_paths` is set, backslashes separate
/// folders, as on Windows, and quote nothing.
fn split_words(text: &str, with_paths: bool) -> Option<Vec<String>> {
    if !with_paths {
        return shlex::split(text);
    }
    // An escaped backslash stands for itself everywhere but in single quotes.
    let mut escaped = String::with_capacity(text.len());
    let mut open = None;
    for letter in text.chars() {
        match letter {
            '\\' if open != Some('\'') => escaped.push('\\'),
            '"' | '\'' if open.is_none() => open = Some(letter),
            _ if open == Some(letter) => open = None,
            _ => {}
        }
        escaped.push(letter);
    }
    shlex::split(&escaped)
}

/// Maximum number of unread lines. A program that prints more has to wait.
const LINES_AHEAD: usize = 64;
/// Maximum time for a program to end after it has closed its output.
const LONGEST_END: Duration = Duration::from_secs(1);
/// Interval between two checks for its end.
const PAUSE: Duration = Duration::from_millis(10);
/// Maximum length of a line, in bytes.
const LONGEST_LINE: u64 = 1 << 16;
/// Name of the option that sets the game.
const GAME_OPTION: &str = "Variant";

/// A line, or the reason why there are no more.
type Line = std::io::Result<String>;

/// Forwards the lines that a program prints, until it ends or the receiver is dropped.
fn pass_on(output: ChildStdout, to: &SyncSender<Line>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        let line = match read {
            Ok(0) => Err(std::io::ErrorKind::UnexpectedEof.into()),
            Ok(_) => Ok(String::from_utf8_lossy(&line).trim().to_owned()),
            Err(error) => Err(error),
        };
        let ended = line.is_err();
        if to.send(line).is_err() || ended {
            return;
        }
    }
}

/// Returns the last nonempty line of a program's stderr.
fn last_line(complaints: impl Read) -> String {
    let mut complaints = BufReader::new(complaints);
    let mut last = String::new();
    let mut line = Vec::new();
    while complaints.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line).is_ok_and(|n| n > 0) {
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        if !text.is_empty() {
            last = text;
        }
        line.clear();
    }
    last
}

/// A process of a program that speaks the interface.
pub struct Ubgi {
    name: String,
    patience: Duration,
    process: Child,
    input: ChildStdin,
    lines: Receiver<Line>,
    /// Last line of its stderr, sent when it has ended.
    last_words: Receiver<String>,
    /// True if the program has not been told of a new game yet.
    new_game: bool,
    /// Stakes that the program has been told, in games without XGIDs.
    stakes: Option<Stakes>,
}

impl Drop for Ubgi {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Ubgi {
    fn error(&self, problem: impl Into<String>) -> PlayerError {
        PlayerError { player: self.name.clone(), problem: problem.into() }
    }

    /// Error of a program that has closed its output.
    fn gone(&mut self, error: &std::io::Error) -> PlayerError {
        // The program has closed its pipe, so it should end soon by itself; if not, it is killed.
        let deadline = Instant::now() + LONGEST_END;
        while matches!(self.process.try_wait(), Ok(None)) && Instant::now() < deadline {
            sleep(PAUSE);
        }
        let _ = self.process.kill();
        let status = self.process.wait().map_or_else(|e| e.to_string(), |s| s.to_string());
        // A child process of the program may keep the pipe open.
        match self.last_words.recv_timeout(LONGEST_END) {
            Ok(said) if !said.is_empty() => {
                self.error(format!("the program ended ({status}): {said}"))
            }
            _ => self.error(format!("the program ended ({status}): {error}")),
        }
    }

    fn say(&mut self, command: &str) -> Result<(), PlayerError> {
        let said = self.input.write_all(format!("{command}\n").as_bytes());
        said.and_then(|()| self.input.flush()).map_err(|error| self.gone(&error))
    }

    /// Waits for the next line until the deadline.
    fn hear(&mut self, question: &str, deadline: Instant) -> Result<String, PlayerError> {
        match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(Ok(line)) => Ok(line),
            Ok(Err(error)) => Err(self.gone(&error)),
            Err(RecvTimeoutError::Timeout) => Err(self.error(format!(
                "no answer to {question:?} within {} s",
                self.patience.as_secs_f32()
            ))),
            Err(RecvTimeoutError::Disconnected) => {
                Err(self.gone(&std::io::ErrorKind::BrokenPipe.into()))
            }
        }
    }

    /// Asks a question, and returns the rest of the line that begins with `answer`. Other lines may
    /// come first, but no errors and no answers to other questions.
    fn ask(&mut self, question: &str, answer: &str) -> Result<String, PlayerError> {
        self.say(question)?;
        let deadline = Instant::now() + self.patience;
        loop {
            let line = self.hear(question, deadline)?;
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            if word == answer {
                return Ok(rest.trim().to_owned());
            }
            if word == "error" || (word.starts_with("best") && word != "bestmoveid") {
                return Err(self.error(format!("unexpected answer {line:?} to {question:?}")));
            }
        }
    }

    /// Handshake: reads the names of the program's options, then sets the game and options.
    fn introduce(
        &mut self,
        game: Game,
        with_cube: bool,
        options: &[(String, String)],
    ) -> Result<(), PlayerError> {
        self.say("ubgi")?;
        let deadline = Instant::now() + self.patience;
        let mut known = Vec::new();
        loop {
            let line = self.hear("ubgi", deadline)?;
            if line == "ubgiok" {
                break;
            }
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                ["option", "name", name, ..] => known.push((*name).to_owned()),
                ["error", ..] => {
                    return Err(self.error(format!("unexpected answer {line:?} to \"ubgi\"")));
                }
                _ => {}
            }
        }
        let knows = |name: &str| known.iter().any(|known| known == name);
        if knows(GAME_OPTION) {
            self.say(&format!("setoption name {GAME_OPTION} value {game}"))?;
        } else if game != Game::Backgammon {
            return Err(self.error(format!("the program does not declare support for {game}")));
        }
        // Each player has its own process, and there are as many players as threads.
        let usual =
            [("Threads", "1"), ("EvalMode", if with_cube { "cubeful" } else { "cubeless" })];
        for (name, value) in usual.into_iter().filter(|(name, _)| knows(name)) {
            self.say(&format!("setoption name {name} value {value}"))?;
        }
        for (name, value) in options {
            self.say(&format!("setoption name {name} value {value}"))?;
        }
        self.ask("isready", "readyok")?;
        Ok(())
    }

    /// Tells the program of a new game, if there is one. Each question has all the information that
    /// it needs, so a program may ignore the command.
    fn tell_of_game(&mut self) -> Result<(), PlayerError> {
        if !std::mem::take(&mut self.new_game) {
            return Ok(());
        }
        self.say("newgame")?;
        self.say("isready")?;
        let deadline = Instant::now() + self.patience;
        while self.hear("newgame", deadline)? != "readyok" {}
        Ok(())
    }

    /// Sends the situation in which a roll is to be played.
    fn set_table(&mut self, table: &Situation, dice: Dice) -> Result<(), PlayerError> {
        if let Some(xgid) = table.complete_xgid() {
            return self.say(&format!("position xgid {xgid}"));
        }
        // Other games have neither XGIDs nor cubes.
        if self.stakes != Some(table.stakes) {
            self.stakes = Some(table.stakes);
            self.say(&match table.stakes {
                Stakes::Money { .. } => "newsession type money".to_owned(),
                Stakes::Match { length, .. } => format!("newsession type match length {length}"),
            })?;
        }
        let BySide { on_roll, opponent } = table.score;
        self.say("setturn p0")?;
        self.say(&format!("setscore {on_roll} {opponent}"))?;
        self.set_position(&table.position, dice)
    }

    fn set_position(&mut self, position: &Position, dice: Dice) -> Result<(), PlayerError> {
        self.say(&format!("position gnubgid {}", position.gnu_id()))?;
        let numbers: Vec<String> = dice.numbers().map(|number| number.to_string()).collect();
        self.say(&format!("dice {}", numbers.join(" ")))
    }

    /// Asks for the cube action in a situation.
    fn cube(&mut self, table: &Situation) -> Result<String, PlayerError> {
        self.tell_of_game()?;
        self.say(&format!("position xgid {}", table.xgid()))?;
        self.ask("go role cube", "bestcube")
    }
}

/// Index of the play in an answer: checker moves or, from some programs, the ID of the resulting
/// position.
fn find_play(turn: &Turn<'_>, play: &str) -> Result<usize, String> {
    if let Some(index) = turn.results.iter().position(|result| result.gnu_id() == play) {
        return Ok(index);
    }
    let result: Position = notation::parse(turn.game, turn.position, turn.dice, play)
        .map_err(|e| format!("invalid answer {play:?}: {e}"))?;
    let index = turn.results.iter().position(|&other| other == result);
    index.ok_or_else(|| format!("illegal play {play:?}"))
}

impl Player for Ubgi {
    fn begin(&mut self, _seed: u64) {
        self.new_game = true;
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<usize, PlayerError> {
        self.tell_of_game()?;
        match turn.table {
            Some(table) => self.set_table(table, turn.dice)?,
            None => self.set_position(turn.position, turn.dice)?,
        }
        let play = self.ask("go role chequer", "bestmove")?;
        find_play(turn, &play).map_err(|problem| self.error(problem))
    }

    fn doubles(&mut self, table: &Situation) -> Result<bool, PlayerError> {
        match self.cube(table)?.as_str() {
            "double" => Ok(true),
            "nodouble" => Ok(false),
            other => Err(self.error(format!("invalid answer {other:?} before its roll"))),
        }
    }

    fn answer(&mut self, table: &Situation) -> Result<Answer, PlayerError> {
        match self.cube(table)?.as_str() {
            "take" => Ok(Answer::Take),
            "pass" => Ok(Answer::Pass),
            "beaver" => Ok(Answer::Beaver),
            other => Err(self.error(format!("invalid answer {other:?} to a double"))),
        }
    }

    fn raccoons(&mut self, table: &Situation) -> Result<bool, PlayerError> {
        match self.cube(table)?.as_str() {
            "raccoon" => Ok(true),
            "noraccoon" => Ok(false),
            other => Err(self.error(format!("invalid answer {other:?} to a beaver"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_movegen::Plays;

    #[test]
    fn a_play_is_checker_moves_or_the_position_after_it() {
        let (game, position) = (Game::Backgammon, Game::Backgammon.start());
        let dice = "31".parse().unwrap();
        let mut plays = Plays::new(game);
        let results = plays.generate(&position, dice);
        let turn = Turn { game, position: &position, dice, results, table: None };
        for (wanted, result) in results.iter().enumerate() {
            let moves = notation::write(game, &position, dice, result).unwrap();
            assert_eq!(find_play(&turn, &moves), Ok(wanted));
            assert_eq!(find_play(&turn, &result.gnu_id()), Ok(wanted));
        }
        for nonsense in ["", "pass", "24/1", "8/5 6/4", &position.gnu_id()] {
            assert!(find_play(&turn, nonsense).is_err(), "{nonsense}");
        }
    }

    #[test]
    fn folders_of_windows_are_kept_in_a_command() {
        let text = r#"C:\bots\one.exe "D:\my bots\" '\\host\a b'"#;
        let words = [r"C:\bots\one.exe", r"D:\my bots\", r"\\host\a b"];
        assert_eq!(split_words(text, true).unwrap(), words);
        assert_eq!(split_words(r#""a'\b" c\'d\e'"#, true).unwrap(), [r"a'\b", r"c\d\e"]);
        assert_eq!(split_words(r#"C:\bots "D:\open"#, true), None);
        assert_eq!(split_words(r"a\ b c", false).unwrap(), ["a b", "c"]);
    }

    #[test]
    fn a_command_is_options_and_a_shells_words() {
        let command =
            UbgiCommand::parse("Ply=2 Filter=wide 'my engine' --level=3 \"a b\"").unwrap();
        assert_eq!(command.program, "my engine");
        assert_eq!(command.arguments, ["--level=3", "a b"]);
        let options = [("Ply", "2"), ("Filter", "wide")];
        assert_eq!(command.options, options.map(|(a, b)| (a.to_owned(), b.to_owned())));
        for text in ["", "  ", "Ply=2", "'engine"] {
            assert_eq!(UbgiCommand::parse(text), None, "{text}");
        }
    }
}
