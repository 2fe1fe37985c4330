//! `shesh convert`: a match from one file format to another.

use crate::{
    failure::Failure,
    match_file::{PIPE, match_file},
    options::GameOption,
    output::{note, print_data},
    save::{check_new, format_of, numbered},
};
use clap::Args;
use sheshbesh_movegen::listed;
use sheshbesh_network::file::write_atomically;
use sheshbesh_record::{
    Match, Options, TextEncoding, WriteFormat, no_place, read_all, write, write_all,
};
use std::path::{Path, PathBuf};

/// Writes a match in another file format
#[derive(Args)]
#[command(after_help = "\
A file's contents tell its format: .mat of any program or site, GNU Backgammon's
.sgf and its text in any of its languages, eXtreme Gammon's .xg and its text,
BGBlitz' .bgf, FIBS' oldmoves, JavaFIBS' .match, Snowie's positions, our own
JSON. Oddities of the file are listed with their lines, and the rest is read.
Everything that the other format has no place for is listed, too. A match that
would be read as other games, such as a frame as .mat, is not written.

Examples:
  shesh convert match.mat match.sgf
  shesh convert match.xg match.json         with eXtreme Gammon's verdicts
  shesh convert match.txt --to mat          to the terminal
  shesh convert - match.mat                 from a pipe
  shesh convert session.txt session.sgf --money
  shesh convert old.mat new.mat --encoding koi8-r")]
pub struct Convert {
    /// The file to read; - for what is piped in
    input: PathBuf,
    /// The file to write, which says by its ending how; the terminal by default
    output: Option<PathBuf>,
    /// How to write, instead of what the output's ending says: mat, sgf or json
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    to: Option<WriteFormat>,
    /// Write over a file that is there already
    #[arg(long, requires = "output")]
    force: bool,
    /// A money session, whatever length a .mat file gives: some sites write them as matches
    #[arg(long)]
    money: bool,
    /// Encoding of the text, such as windows-1251 or shift_jis [default: as declared, UTF-8, or a guess]
    #[arg(long, value_name = "NAME")]
    encoding: Option<TextEncoding>,
    #[command(flatten)]
    game: GameOption,
}

fn format(name: &str) -> Result<WriteFormat, String> {
    let found = WriteFormat::ALL.into_iter().find(|format| format.name() == name);
    found.ok_or_else(|| format!("there are {}", listed(&WriteFormat::ALL.map(WriteFormat::name))))
}

impl Convert {
    pub fn run(&self) -> Result<(), Failure> {
        let to = self.format()?;
        let options =
            Options { game: self.game.game(), money: self.money, encoding: self.encoding };
        let shown = self.input.display().to_string();
        let bytes = match_file(&self.input).map_err(Failure::BadInput)?;
        let readings = read_all(&bytes, &options)
            .map_err(|error| Failure::BadInput(format!("{shown}: {error}")))?;
        for reading in &readings {
            if let Some(why) = to.misleads(&reading.record) {
                let shown = reading.name(&shown);
                return Err(Failure::BadInput(format!("{shown}: {why}")));
            }
        }
        let outputs = self.outputs(readings.len())?;
        for reading in &readings {
            let shown = reading.name(&shown);
            for warning in &reading.warnings {
                note(&format!("{shown}: {warning}"));
            }
            if let Some(lost) = no_place(&reading.record, to, &write(&reading.record, to)) {
                note(&format!("{shown}: {lost}"));
            }
        }
        let records: Vec<&Match> = readings.iter().map(|reading| &reading.record).collect();
        match &outputs[..] {
            [] => print_data(&write_all(&records, to)),
            [only] => save(only, &write_all(&records, to)),
            several => {
                for (path, record) in several.iter().zip(records) {
                    save(path, &write(record, to))?;
                }
                let names = several.iter().map(|path| path.display().to_string());
                let names: Vec<String> = names.collect();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                note(&format!("{shown}: {} matches are in {}", names.len(), listed(&names)));
                Ok(())
            }
        }
    }

    /// The files to write, one for each match, or one for all where the output is a device or a pipe;
    /// none for the terminal. Refuses to write over files that are there already.
    fn outputs(&self, count: usize) -> Result<Vec<PathBuf>, Failure> {
        let Some(path) = self.output.as_deref().filter(|path| path.as_os_str() != PIPE) else {
            return Ok(Vec::new());
        };
        let is_special = path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir());
        let paths: Vec<PathBuf> = if count == 1 || is_special {
            vec![path.to_owned()]
        } else {
            (1..=count as u64).map(|number| numbered(path, number, count as u64)).collect()
        };
        for path in &paths {
            check_new(path, self.force)?;
        }
        Ok(paths)
    }

    /// How to write.
    fn format(&self) -> Result<WriteFormat, Failure> {
        let by_ending = self.output.as_deref().and_then(format_of);
        self.to.or(by_ending).ok_or_else(|| {
            let formats = listed(&WriteFormat::ALL.map(WriteFormat::name));
            Failure::BadInput(match &self.output {
                Some(path) => format!(
                    "the ending of {} names no format that is written: give --to one of {formats}",
                    path.display()
                ),
                None => format!("it is not said how to write: give --to one of {formats}"),
            })
        })
    }
}

fn save(path: &Path, text: &str) -> Result<(), Failure> {
    write_atomically(path, text.as_bytes()).map_err(Failure::failed)
}
