//! Runs GNU Backgammon, if it is installed.

use sheshbesh_matchfile::{Match, WriteFormat, write};
use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Path of the program; `None` if it is not installed.
pub fn program() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&folders).collect();
    let found = folders.iter().map(PathBuf::as_path).chain([Path::new("/usr/games")]);
    found.map(|folder| folder.join("gnubg")).find(|program| program.is_file())
}

/// Converts a match with GNU Backgammon: writes it in one of our formats and returns the file that
/// the program writes in another.
pub fn converted(program: &Path, record: &Match, from: WriteFormat, to: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let written = file(&format!("written.{from}"));
    std::fs::write(&written, write(record, from)).unwrap();
    let load = if from == WriteFormat::Sgf { "load match" } else { "import auto" };
    let again = file(&format!("again.{to}"));
    let save = if to == "sgf" { "save match" } else { "export match mat" };
    let commands =
        format!("set confirm new off\nset confirm save off\n{load} {written}\n{save} {again}\n");
    let said = run(program, folder.path(), &commands);
    std::fs::read(&again).unwrap_or_else(|error| panic!("{error}: {said}"))
}

/// Runs commands, which are written to a folder, and returns what the program prints.
pub fn run(program: &Path, folder: &Path, commands: &str) -> String {
    let path = folder.join("commands");
    std::fs::write(&path, commands).unwrap();
    let run = Command::new(program)
        .args(["--tty", "--quiet", "--no-rc", "--commands"])
        .arg(path)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    String::from_utf8_lossy(&run.stdout).into_owned()
}
