//! Tests `shesh serve`: its answers over HTTP equal the outputs of the commands.

mod common;

use assert_cmd::Command;
use common::is_one_sentence;
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Stdio},
    time::Duration,
};

const START: &str = "4HPwATDgc/ABMA";
/// Timeout of an answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// Cache folder of the bearoff tables, shared by the tests.
fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve")
}

/// A running server.
struct Running {
    child: Child,
    /// Address such as `127.0.0.1:40123`.
    address: String,
}

impl Running {
    fn start(options: &[&str]) -> Self {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_shesh"))
            .args(["serve", "--port", "0", "--no-open", "--seed", "7"])
            .args(options)
            .env("XDG_CACHE_HOME", cache())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("listening on http://");
        Self { address: address.unwrap_or_else(|| panic!("{line:?}")).to_owned(), child }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends a request; returns status and body of the answer.
    fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = self.connect();
        let Self { address, .. } = self;
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        answer(stream)
    }

    fn post(&self, path: &str, body: &Value) -> (u16, String) {
        self.ask("POST", &format!("/api/v1/{path}"), &body.to_string())
    }

    /// Sends an interrupt signal to the server.
    #[cfg(unix)]
    fn interrupt(&self) {
        let id = self.child.id().to_string();
        assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads an answer to its end; returns status and body.
fn answer(mut stream: TcpStream) -> (u16, String) {
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{text:?}"));
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, body.to_owned())
}

#[test]
fn a_shortcut_takes_another_port_and_leaves_errors_in_its_window() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_shesh"));
    command.args(["serve", "--desktop", "--no-open"]).env("XDG_CACHE_HOME", cache());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.args(["--port", &port]).spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let lines: Vec<String> = lines.take(3).map(Result::unwrap).collect();
    let running = Running {
        child,
        address: lines[0].strip_prefix("listening on http://").unwrap().to_owned(),
    };
    assert!(!running.address.ends_with(&format!(":{port}")), "{}", running.address);
    assert!(lines[2].contains("Close this window to stop the engine."), "{lines:?}");
    assert_eq!(running.ask("GET", "/", "").0, 200);
    drop(running);

    let mut child = command.args(["--weights", "none.weights"]).spawn().unwrap();
    let mut shown = String::new();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    while !shown.ends_with("window.") {
        let byte = stdout.fill_buf().unwrap()[0];
        stdout.consume(1);
        shown.push(byte.into());
    }
    assert!(child.try_wait().unwrap().is_none(), "it waits for Enter");
    child.stdin.take().unwrap().write_all(b"\n").unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(2));
    let mut problem = String::new();
    child.stderr.take().unwrap().read_to_string(&mut problem).unwrap();
    assert!(problem.contains("none.weights"), "{problem}");
}

/// A query as arguments of a command and as an HTTP request.
fn both(arguments: &[&str], request: Value) -> (Vec<String>, Value) {
    (arguments.iter().map(|&argument| argument.to_owned()).collect(), request)
}

#[test]
fn it_answers_byte_for_byte_what_the_commands_print() {
    let server = Running::start(&[]);
    let rolled = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:3:4:0:7:10";
    let before = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:3:4:0:7:10";
    let hypergammon = "AACgAgAAKgAAAA";
    let race = "u9twAADbbTwAAA";
    let best = [
        both(&[START, "31"], json!({"position": START, "dice": "31"})),
        both(&[START, "64", "--ply", "2"], json!({"position": START, "dice": "64", "ply": 2})),
        both(&[rolled], json!({"position": rolled})),
        both(
            &[rolled, "66", "--cubeful"],
            json!({"position": rolled, "dice": "66", "cubeful": true}),
        ),
        both(
            &[rolled, "66", "--cubeless"],
            json!({"position": rolled, "dice": "66", "cubeless": true}),
        ),
        both(
            &[START, "31", "--cubeless", "--plays", "3"],
            json!({"position": START, "dice": "31", "cubeful": false, "plays": 3}),
        ),
        both(
            &["fevga@AACA/z8AAID/Pw", "31", "--plays", "6"],
            json!({"position": "fevga@AACA/z8AAID/Pw", "dice": "31", "plays": 6}),
        ),
        both(
            &[START, "52", "--match", "7", "--score", "6-2", "--crawford", "--cubeful"],
            json!({"position": START, "dice": "52", "match": 7, "score": "6-2", "crawford": true,
                "cubeful": true}),
        ),
        both(
            &[START, "41", "--jacoby", "--beavers", "--cube", "2:own", "--cubeful"],
            json!({"position": START, "dice": "41", "jacoby": true, "beavers": true,
                "cube": "2:own", "cubeful": true}),
        ),
        both(
            &[hypergammon, "65", "--game", "hypergammon"],
            json!({"position": hypergammon, "dice": "65", "game": "hypergammon"}),
        ),
        both(
            &["nackgammon@4Dvg4ADgO+DgAA", "31", "--ply", "2", "--filter", "narrow"],
            json!({"position": "nackgammon@4Dvg4ADgO+DgAA", "dice": "31", "ply": 2,
                "filter": "narrow"}),
        ),
        both(
            &[START, "41", "--ply", "2", "--explain", "8/4 6/5"],
            json!({"position": START, "dice": "41", "ply": 2, "explain": ["8/4 6/5"]}),
        ),
        both(
            &[START, "31", "--explain"],
            json!({"position": START, "dice": "31", "explain": true}),
        ),
        both(&[race, "65"], json!({"position": race, "dice": "65"})),
    ];
    let evaluate = [
        both(&[START], json!({"position": START})),
        both(&[race, "--ply", "2"], json!({"position": race, "ply": 2})),
        both(
            &[START, "--cubeful", "--match", "7", "--score", "2-5"],
            json!({"position": START, "cubeful": true, "match": 7, "score": "2-5"}),
        ),
        both(&["AQAAhAAAAAAAAA"], json!({"position": "AQAAhAAAAAAAAA"})),
        both(&[before, "--cubeless"], json!({"position": before, "cubeless": true})),
        both(
            &[before, "--money", "--ply", "2", "--filter", "wide"],
            json!({"position": before, "money": true, "ply": 2, "filter": "wide"}),
        ),
    ];
    let cube = [
        both(&[START], json!({"position": START})),
        both(
            &[START, "--ply", "2", "--jacoby", "--beavers"],
            json!({"position": START, "ply": 2, "jacoby": true, "beavers": true}),
        ),
        both(&[before, "--explain"], json!({"position": before, "explain": true})),
        both(
            &["AQAAhAAAAAAAAA", "--match", "7", "--score", "3-4", "--cube", "2:own"],
            json!({"position": "AQAAhAAAAAAAAA", "match": 7, "score": "3-4", "cube": "2:own"}),
        ),
    ];
    let compare = |command: &str, path: &str, asked: &[(Vec<String>, Value)]| {
        for (arguments, request) in asked {
            let output = Command::new(env!("CARGO_BIN_EXE_shesh"))
                .args([command, "--json"])
                .args(arguments)
                .env("XDG_CACHE_HOME", cache())
                .output()
                .unwrap();
            let printed = String::from_utf8(output.stdout).unwrap();
            let (status, answered) = server.post(path, request);
            assert_eq!(status, 200, "{request}: {answered}");
            assert_eq!(answered, printed, "{command} {arguments:?}");
        }
    };
    compare("best", "best", &best);
    compare("evaluate", "evaluate", &evaluate);
    compare("cube", "cube", &cube);
    let scores = json!({"position": START, "dice": "21", "length": 3});
    let cubeless = json!({"position": START, "dice": "21", "length": 3, "cubeless": true});
    let asked = [
        both(&[START, "21", "--scores", "3"], scores),
        both(&[START, "21", "--scores", "3", "--cubeless"], cubeless),
    ];
    compare("best", "scores", &asked);
    let scores = json!({"position": START, "length": 4});
    compare("cube", "scores", &[both(&[START, "--scores", "4"], scores)]);
}

/// Text between a mark and the next quote character.
fn quoted<'a>(line: &'a str, mark: &str, quote: char) -> Option<&'a str> {
    line.split_once(mark)?.1.split(quote).next()
}

#[test]
fn every_example_of_its_documentation_works() {
    let server = Running::start(&[]);
    let guide = include_str!("../../../docs/guide/server.md");
    let mut examples = 0;
    for line in guide.lines().filter(|line| line.starts_with("curl ")) {
        let path = quoted(line, "localhost:8421", ' ').unwrap().trim_end_matches('\'');
        let (status, body) = match quoted(line, "-d '", '\'') {
            Some(asked) => {
                assert!(line.contains("-H 'content-type: application/json'"), "{line}");
                server.ask("POST", path, asked)
            }
            None => server.ask("GET", path, ""),
        };
        // Status 202 means an accepted job.
        assert!(matches!(status, 200 | 202), "{line}: {body}");
        let is_picture = body.starts_with("<svg ") && path.contains("board.svg");
        let is_object = || serde_json::from_str::<Value>(&body).unwrap().is_object();
        assert!(is_picture || is_object(), "{line}: {body}");
        examples += 1;
    }
    assert!(examples >= 12, "{examples}");
    // The guide mentions every path of the API description.
    let description = server.ask("GET", "/api/v1/openapi.json", "").1;
    let description: Value = serde_json::from_str(&description).unwrap();
    for path in description["paths"].as_object().unwrap().keys() {
        assert!(guide.contains(path.as_str()), "{path} is not in docs/guide/server.md");
    }
}

#[test]
fn what_it_refuses_is_what_the_commands_say() {
    let server = Running::start(&["--threads", "1"]);
    let refused = [
        (vec!["best", "nonsense", "31"], json!({"position": "nonsense", "dice": "31"})),
        (
            vec!["best", START, "31", "--explain", "24/10"],
            json!({"position": START, "dice": "31", "explain": ["24/10"]}),
        ),
        (
            vec!["best", "fevga@AACA/z8AAID/Pw", "31", "--game", "backgammon"],
            json!({"position": "fevga@AACA/z8AAID/Pw", "dice": "31", "game": "backgammon"}),
        ),
        (
            vec!["cube", START, "--match", "3", "--score", "3-0"],
            json!({"position": START, "match": 3, "score": "3-0"}),
        ),
    ];
    for (arguments, request) in refused {
        let output = Command::new(env!("CARGO_BIN_EXE_shesh")).args(&arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        let said =
            stderr.strip_prefix("error: ").unwrap().trim_end().replace("--game says", "game says");
        let (status, body) = server.post(arguments[0], &request);
        let body: Value = serde_json::from_str(&body).unwrap();
        assert_eq!((status, &body["error"]), (422, &json!(said)));
        assert!(body["code"].is_string(), "{body}");
    }
}

#[test]
fn the_page_and_its_description_are_there_and_strangers_are_not_let_in() {
    let server = Running::start(&["--allow-host", "board.example"]);
    assert!(server.ask("GET", "/", "").1.contains("<title>"));
    assert_eq!(server.ask("GET", "/api/v1/openapi.json", "").0, 200);
    assert_eq!(server.ask("GET", "/api/v1/docs", "").0, 200);
    for (host, status) in [("board.example", 200), ("evil.example", 403), ("localhost", 200)] {
        let mut stream = server.connect();
        let get = "GET /api/v1/games HTTP/1.1\r\nconnection: close\r\nhost:";
        write!(stream, "{get} {host}\r\n\r\n").unwrap();
        assert_eq!(answer(stream).0, status, "{host}");
    }
    // Input that is not HTTP ends the connection, not the server.
    let mut stream = server.connect();
    stream.write_all(&[0xff; 64]).unwrap();
    let _ = stream.read(&mut [0; 1024]);
    drop(server.connect());
    assert_eq!(server.ask("GET", "/api/v1/games", "").0, 200);
}

#[test]
fn a_taken_port_and_an_address_of_others_are_one_sentence() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let cannot = |arguments: &[&str], code: i32| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shesh"));
        let output = command.arg("serve").arg("--no-open").args(arguments).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{stderr}");
        assert!(output.stdout.is_empty() && is_one_sentence(&stderr), "{stderr}");
        stderr
    };
    assert!(cannot(&["--port", &port], 1).contains("is in use"));
    // An address reserved for documentation (RFC 5737).
    assert!(cannot(&["--port", "0", "--host", "192.0.2.1"], 1).contains("cannot listen"));
    cannot(&["--host", "nowhere"], 2);
    for name in ["board.example:8421", "http://board.example", ""] {
        assert!(cannot(&["--allow-host", name], 2).contains("without http and port"));
    }
    cannot(&["--port", "70000"], 2);
    cannot(&["--weights", "no-such-file"], 2);
}

#[test]
fn a_check_finds_a_server_that_answers() {
    let check = |port: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shesh"));
        let output = command.args(["serve", "--check", "--port", port]).output().unwrap();
        assert!(output.stdout.is_empty());
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let server = Running::start(&["--threads", "1"]);
    let port = server.address.rsplit(':').next().unwrap().to_owned();
    assert_eq!(check(&port), (Some(0), String::new()));
    drop(server);
    let (code, stderr) = check(&port);
    assert!(code == Some(1) && is_one_sentence(&stderr), "{stderr}");

    // Other servers on the port do not pass.
    for (answer, expected) in [
        ("HTTP/1.1 503 Service Unavailable\r\n\r\n", "status 503"),
        ("SSH-2.0-other\r\n", "does not answer as"),
        ("", "does not answer as"),
    ] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port().to_string();
        let other = std::thread::spawn(move || {
            let mut stream = listener.accept().unwrap().0;
            // Read the request: closing a socket with unread data resets the connection.
            let mut request = [0; 512];
            let _ = stream.read(&mut request);
            stream.write_all(answer.as_bytes()).unwrap();
        });
        let (code, stderr) = check(&port);
        other.join().unwrap();
        assert_eq!(code, Some(1), "{answer:?}");
        assert!(stderr.contains(expected) && is_one_sentence(&stderr), "{stderr}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_finishes_what_runs() {
    let mut server = Running::start(&[]);
    // One connection is idle, another has sent a request without its body.
    let idle = server.connect();
    let mut asking = server.connect();
    let body = json!({"position": START, "dice": "31"}).to_string();
    write!(
        asking,
        "POST /api/v1/best HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         expect: 100-continue\r\ncontent-length: {}\r\n\r\n",
        body.len()
    )
    .unwrap();
    let mut go_on = [0; "HTTP/1.1 100 Continue\r\n\r\n".len()];
    asking.read_exact(&mut go_on).unwrap();
    assert_eq!(go_on, *b"HTTP/1.1 100 Continue\r\n\r\n");
    server.interrupt();
    asking.write_all(body.as_bytes()).unwrap();
    assert_eq!(answer(asking).0, 200);
    drop(idle);
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    assert!(TcpStream::connect(&server.address).is_err());
}
