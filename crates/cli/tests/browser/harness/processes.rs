//! Child processes of tests, always ended with the test.

use super::folder;
use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::mpsc,
    time::Duration,
};

/// Program names of Chromium.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
const DRIVERS: [&str; 2] = ["chromedriver", "chromium.chromedriver"];

/// Finds a program in `PATH` under one of several names.
fn found(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let mut files =
        names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    files.find(|file| file.is_file())
}

/// Path of the browser.
pub fn browser() -> Option<PathBuf> {
    found(&BROWSERS)
}

/// Describes a missing tool, if any.
pub fn missing_tool() -> Option<String> {
    let lacks = |what: &str, package: &str| format!("there is no {what} (Debian's {package})");
    if browser().is_none() {
        return Some(lacks("Chromium", "chromium"));
    }
    found(&DRIVERS).is_none().then(|| lacks("chromedriver", "chromium-driver"))
}

/// A child process that is killed when dropped.
#[derive(Debug)]
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Timeout of starting a program; `serve` builds tables the first time.
const PATIENCE: Duration = Duration::from_secs(120);

/// Starts a program and reads its output up to the line with `mark`; returns the text after the
/// mark.
fn started(command: &mut Command, mark: &'static str) -> (Ended, String) {
    let command = command.stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = Ended(command.spawn().unwrap());
    let lines = BufReader::new(child.0.stdout.take().unwrap()).lines().map_while(Result::ok);
    let (tell, told) = mpsc::channel();
    // Read to the end, so that further output does not fill the pipe and block the program.
    std::thread::spawn(move || {
        for line in lines {
            if let Some((_, rest)) = line.split_once(mark) {
                // The receiver may have timed out.
                let _ = tell.send(rest.trim().to_owned());
            }
        }
    });
    let found = told.recv_timeout(PATIENCE);
    (child, found.unwrap_or_else(|_| panic!("{command:?} does not say {mark:?}")))
}

/// Folder of the static site to test instead of the page of `shesh serve`: `SHESH_SITE`.
pub fn site() -> Option<PathBuf> {
    std::env::var_os("SHESH_SITE").map(PathBuf::from)
}

/// `shesh serve`, or a file server with the static site, on a free port.
#[derive(Debug)]
pub struct Server {
    program: Option<Ended>,
    /// URL such as `http://127.0.0.1:4711`.
    pub address: String,
}

impl Server {
    /// Starts a server; the seed determines its dice. The seed of the site is in the browser.
    pub fn start(seed: u64) -> Self {
        match site() {
            Some(site) => Self::serve_site(&site),
            None => Self::serve_page(seed),
        }
    }

    /// Ends the server.
    pub fn stop(&mut self) {
        self.program = None;
    }

    /// Starts Python's file server in the folder above the site, which is then in a subfolder.
    fn serve_site(site: &Path) -> Self {
        let site = site.canonicalize().expect("SHESH_SITE is a folder");
        let (above, name) = (site.parent().expect("a subfolder"), site.file_name().unwrap());
        let mut command = Command::new("python3");
        command
            .args(["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory"])
            .arg(above)
            .stderr(Stdio::null());
        let (program, said) = started(&mut command, "Serving HTTP on 127.0.0.1 port ");
        let port = said.split(' ').next().unwrap_or_default();
        let address = format!("http://127.0.0.1:{port}/{}", text(Path::new(name)));
        Self { program: Some(program), address }
    }

    fn serve_page(seed: u64) -> Self {
        let seed = seed.to_string();
        let mut command = Command::new(env!("CARGO_BIN_EXE_shesh"));
        command
            .args(["serve", "--port", "0", "--no-open", "--seed", &seed])
            .env("XDG_CACHE_HOME", folder().join("cache"));
        let (program, address) = started(&mut command, "listening on ");
        let address = address.trim_end_matches('/').to_owned();
        Self { program: Some(program), address }
    }
}

/// Chromedriver on a free port.
#[derive(Debug)]
pub struct Chromedriver {
    _program: Ended,
    pub port: u16,
}

impl Chromedriver {
    pub fn start() -> Self {
        let program = found(&DRIVERS).expect("looked for before");
        let mut command = Command::new(program);
        command.arg("--port=0").stderr(Stdio::null());
        let (program, port) = started(&mut command, "started successfully on port ");
        let port = port.trim_end_matches('.').parse().expect("a port");
        Self { _program: program, port }
    }
}

/// Creates a profile folder for Chromium, deleted when dropped.
pub fn create_profile() -> tempfile::TempDir {
    tempfile::Builder::new().prefix("shesh-browser").tempdir().unwrap()
}

/// Converts a path to an argument.
pub fn text(path: &Path) -> String {
    path.to_str().expect("paths of tests are UTF-8").to_owned()
}
