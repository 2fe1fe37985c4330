//! Tests `shesh external`: its answers over a socket, and matches of GNU Backgammon against it.

mod common;

use common::{refused, shesh};
use std::{
    io::{BufRead, BufReader, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

/// The smallest network, for short times.
const SMALL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/backgammon/small.weights");
/// Debian's path of GNU Backgammon.
const GNUBG: &str = "/usr/games/gnubg";

/// A process that ends with the test.
struct Server {
    process: Child,
    port: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn start() -> Server {
    let mut process = Command::new(env!("CARGO_BIN_EXE_shesh"))
        .args(["external", "localhost:0", "--no-tables", "--weights", SMALL])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut said).unwrap();
    let (_, port) = said.trim().rsplit_once(':').unwrap();
    Server { port: port.to_owned(), process }
}

/// A board line of the start, with the fields from the turn to the flag of a double.
fn line(rest: &str) -> String {
    format!(
        "board:gnubg:ann:7:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:{rest}\
         :1:-1:0:25:0:0:0:0:0:0:0:1\n\0"
    )
}

#[test]
fn lines_are_answered_until_the_connection_closes() {
    let server = start();
    let address = format!("127.0.0.1:{}", server.port);
    // Two connections at the same time, as of both players.
    for mut stream in [(); 2].map(|()| TcpStream::connect(&address).unwrap()) {
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        let mut input = BufReader::new(stream.try_clone().unwrap());
        let mut ask = |text: &str| {
            stream.write_all(text.as_bytes()).unwrap();
            let mut answer = String::new();
            input.read_line(&mut answer).unwrap();
            answer.trim().to_owned()
        };
        assert_eq!(ask(&line("1:3:1:3:1:1:1:1:0")), "8/5 6/5");
        assert_eq!(ask(&line("1:0:0:0:0:1:1:1:0")), "roll");
        assert_eq!(ask(&line("-1:0:0:0:0:1:1:1:1")), "take");
        assert!(ask("board:nothing\n").starts_with("Error: "));
        assert_eq!(ask(&line("-1:6:1:6:1:1:1:1:0")), "13/7 8/7");
    }
}

#[test]
fn gnu_backgammon_plays_matches_against_it() {
    if !Path::new(GNUBG).is_file() {
        eprintln!("skipped: there is no {GNUBG} (Debian's package gnubg)");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for (seat, seed) in [(0, 7), (0, 8), (1, 7), (1, 8)] {
        let server = start();
        let match_file = folder.path().join(format!("{seat}-{seed}.sgf"));
        let match_file = match_file.to_str().unwrap();
        let mut gnubg = Command::new(GNUBG)
            .args(["--tty", "--quiet", "--no-rc"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let commands = format!(
            "set automatic game on\nset automatic roll on\nset display off\nset seed {seed}\n\
             set player {} gnubg\nset player {} chequerplay evaluation plies 0\n\
             set player {} cubedecision evaluation plies 0\n\
             set player {seat} external localhost:{}\nset player {seat} name Ada\n\
             new match 3\nplay\nshow score\nsave match {match_file}\nquit\ny\n",
            1 - seat,
            1 - seat,
            1 - seat,
            server.port
        );
        gnubg.stdin.take().unwrap().write_all(commands.as_bytes()).unwrap();
        let output = gnubg.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        let is_over = said.contains("has won the match");
        assert!(is_over && !said.contains("llegal"), "seat {seat}: {said}");
        // A play of the wrong side would be recorded as if the player could not move.
        let output = shesh(&["convert", match_file, "--to", "mat"]).output().unwrap();
        let notes = String::from_utf8_lossy(&output.stderr);
        let is_legal = notes.lines().all(|note| note.contains("mat cannot store"));
        assert!(output.status.success() && is_legal, "seat {seat}: {notes}");
        assert!(!output.stdout.is_empty());
    }
}

#[test]
fn addresses_of_other_computers_need_consent() {
    let message = refused(&["external", "0.0.0.0:0"]);
    assert!(message.contains("--remote"), "{message}");
    let message = refused(&["external", "localhost"]);
    assert!(message.contains("HOST:PORT"), "{message}");
}
