//! `shesh gnubg`: GNU Backgammon's command line for programs that script it.

use crate::{
    args::Weights,
    error::CliError,
    gnubg::{Flow, Session},
    terminal::{ask_line, print},
};
use clap::Args;
use sheshbesh_network::input::{Line, limit, read_line, read_stream};
use std::{
    fs::File,
    io::{self, IsTerminal},
    path::{Path, PathBuf},
};

/// Longest file of commands, in bytes.
const SCRIPT: u64 = limit::EQUITIES;

/// Answer GNU Backgammon's commands, for programs that script it
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh gnubg -t -q -c commands.txt      execute the commands of a file
  printf 'new game\\nset dice 31\\nhint 3\\n' | shesh gnubg -t -q
  shesh gnubg match.sgf                  open a match and ask for commands
  ln -s \"$(command -v shesh)\" ~/bin/gnubg
  shesh gnubg                            the same as gnubg, after the line above

Commands: set xgid|gnubgid|matchid|board|dice|turn|cube|score|crawford|jacoby|
beavers|matchlength|player|variation|met|output|export|evaluation|analysis|
rollout, new game|match|session, hint, evaluate, rollout, import, load,
analyse, show, export match text|mat|sgf, save match, quit. Words may be short.
An error is printed on stderr, and the script goes on.

Plies are GNU Backgammon's, from 0; deeper than 3 is searched to 3. The default
is 2. A program called gnubg or gnubg-cli answers as shesh gnubg does, so that
scripts need no change: docs/guide/gnubg.md.")]
pub struct Gnubg {
    /// Match file to open first
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Commands in the terminal; no effect, since there is no window
    #[arg(short = 't', long)]
    tty: bool,
    /// No effect, since there are no sounds
    #[arg(short = 'q', long)]
    quiet: bool,
    /// File of commands to execute; the program ends after the last one
    #[arg(short = 'c', long, value_name = "FILE")]
    commands: Option<PathBuf>,
    /// No effect, since no file of settings is read
    #[arg(short = 'r', long)]
    no_rc: bool,
    /// Do not use the exact tables
    #[arg(short = 'b', long, alias = "no-tables")]
    no_bearoff: bool,
    /// No effect: answers are in English
    #[arg(short = 'l', long, value_name = "LANGUAGE")]
    lang: Option<String>,
    /// Folders of GNU Backgammon's own data; no effect
    #[arg(short = 'D', long, value_name = "FOLDER", hide = true)]
    datadir: Option<PathBuf>,
    #[arg(short = 'P', long, value_name = "FOLDER", hide = true)]
    pkgdatadir: Option<PathBuf>,
    #[arg(short = 'O', long, value_name = "FOLDER", hide = true)]
    docdir: Option<PathBuf>,
    #[arg(short = 's', long, value_name = "FOLDER", hide = true)]
    prefsdir: Option<PathBuf>,
    #[command(flatten)]
    weights: Weights,
}

impl Gnubg {
    pub fn run(self) -> Result<(), CliError> {
        let script = self.commands.as_deref().map(read_script).transpose()?;
        print(&format!("{}\n\n", crate::gnubg::version()))?;
        let mut session = Session::new(self.weights, self.no_bearoff);
        if let Some(file) = &self.file {
            session.execute(&format!("load match \"{}\"", file.display()))?;
        }
        if let Some(script) = script {
            for line in script.lines() {
                if session.execute(line)? == Flow::Quit {
                    break;
                }
            }
            return Ok(());
        }
        if io::stdin().is_terminal() {
            while let Some(line) = ask_line("(shesh) ")? {
                if session.execute(&line)? == Flow::Quit {
                    break;
                }
            }
            return Ok(());
        }
        let mut input = io::stdin().lock();
        let read_failed = |error| CliError::BadInput(format!("cannot read commands: {error}"));
        while let Some(line) = read_line(&mut input).map_err(read_failed)? {
            let line = match line {
                Line::Text(line) => line,
                // No command contains this character.
                Line::NotText | Line::TooLong => char::REPLACEMENT_CHARACTER.to_string(),
            };
            if session.execute(&line)? == Flow::Quit {
                break;
            }
        }
        Ok(())
    }
}

/// Reads a file of commands; a device such as `/dev/stdin` as well.
fn read_script(path: &Path) -> Result<String, CliError> {
    let shown = path.display();
    let read = File::open(path).and_then(|file| read_stream(file, SCRIPT));
    let bytes =
        read.map_err(|error| CliError::BadInput(format!("cannot read {shown}: {error}")))?;
    String::from_utf8(bytes)
        .map_err(|_| CliError::BadInput(format!("{shown}: the commands are not UTF-8 text")))
}
