//! `shesh convert`: converts matches between file formats.

use crate::{
    args::GameOption,
    error::CliError,
    files::{PIPE, check_new, export_format_of, number_file, read_match_file},
    terminal::{note, print_bytes},
};
use clap::Args;
use sheshbesh_matchfile::{ExportFormat, ExportLosses, Match, Options, TextEncoding, read_all};
use sheshbesh_movegen::listed;
use sheshbesh_network::file::write_atomically;
use std::path::{Path, PathBuf};

/// Convert a match to another file format
#[derive(Args)]
#[command(after_help = "\
The input format is detected from the contents: .mat of any program or site, GNU
Backgammon .sgf and text export in any language, eXtreme Gammon .xg and text
export, BGBlitz .bgf, OGXM .ogxm and .ogxms, FIBS oldmoves, JavaFIBS .match,
bgammon.org .match, Snowie positions, lists of position IDs, and Sheshbesh JSON.
The format xg-text (.txt) stores positions with equities only. Errors in the
file are listed with their lines, and the rest is read. Notes list everything
that the output format cannot store. A match that would be misread as other
games, such as a frame as .mat, is not written.

Examples:
  shesh convert match.mat match.sgf
  shesh convert match.xg match.json         keep eXtreme Gammon's analysis
  shesh convert match.mat match.ogxm        for HedgeHog and GammonView
  shesh convert match.txt --to mat          print to the terminal
  shesh convert - match.mat                 read from a pipe
  shesh convert session.txt session.sgf --money
  shesh convert old.mat new.mat --encoding koi8-r")]
pub struct Convert {
    /// Input file; - for standard input
    input: PathBuf,
    /// Output file; its extension selects the format [default: standard output]
    output: Option<PathBuf>,
    /// Output format: mat, sgf, json, ogxm or xg-text [default: from the extension of the output
    /// file]
    #[arg(long, value_name = "FORMAT", value_parser = parse_format)]
    to: Option<ExportFormat>,
    /// Overwrite an existing file
    #[arg(long, requires = "output")]
    force: bool,
    /// Read a money session, whatever match length a .mat file has; some sites write sessions as
    /// matches
    #[arg(long)]
    money: bool,
    /// Text encoding, such as windows-1251 or shift_jis [default: declared, UTF-8, or detected]
    #[arg(long, value_name = "NAME")]
    encoding: Option<TextEncoding>,
    #[command(flatten)]
    game: GameOption,
}

fn parse_format(name: &str) -> Result<ExportFormat, String> {
    let found = ExportFormat::of_name(name);
    found.ok_or_else(|| {
        format!("formats are {}", listed(&ExportFormat::ALL.map(ExportFormat::name)))
    })
}

impl Convert {
    pub fn run(&self) -> Result<(), CliError> {
        let to = self.format()?;
        let options =
            Options { game: self.game.game(), money: self.money, encoding: self.encoding };
        let shown = self.input.display().to_string();
        let bytes = read_match_file(&self.input).map_err(CliError::BadInput)?;
        let readings = read_all(&bytes, &options)
            .map_err(|error| CliError::BadInput(format!("{shown}: {error}")))?;
        for reading in &readings {
            to.check(&reading.record).map_err(|error| {
                CliError::BadInput(format!("{}: {error}", reading.name(&shown)))
            })?;
        }
        let outputs = self.outputs(readings.len())?;
        for reading in &readings {
            let shown = reading.name(&shown);
            for warning in &reading.warnings {
                note(&format!("{shown}: {warning}"));
            }
            let bytes = to.export(&[&reading.record]);
            let bytes = bytes.map_err(|error| CliError::BadInput(format!("{shown}: {error}")))?;
            if let Some(lost) = ExportLosses::find_in(&reading.record, to, &bytes) {
                note(&format!("{shown}: {lost}"));
            }
        }
        let records: Vec<&Match> = readings.iter().map(|reading| &reading.record).collect();
        match &outputs[..] {
            [] => print_bytes(&export(to, &records)?),
            [only] => save(only, &export(to, &records)?),
            several => {
                for (path, record) in several.iter().zip(records) {
                    save(path, &export(to, &[record])?)?;
                }
                let names = several.iter().map(|path| path.display().to_string());
                let names: Vec<String> = names.collect();
                note(&format!("{shown}: wrote {} matches to {}", names.len(), listed(&names)));
                Ok(())
            }
        }
    }

    /// Returns the output files: one for each match, one for all if it is a device or a pipe, none
    /// for standard output. Rejects existing files unless `--force` is given.
    fn outputs(&self, count: usize) -> Result<Vec<PathBuf>, CliError> {
        let Some(path) = self.output.as_deref().filter(|path| path.as_os_str() != PIPE) else {
            return Ok(Vec::new());
        };
        let is_special = path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir());
        let paths: Vec<PathBuf> = if count == 1 || is_special {
            vec![path.to_owned()]
        } else {
            (1..=count as u64).map(|number| number_file(path, number, count as u64)).collect()
        };
        for path in &paths {
            check_new(path, self.force)?;
        }
        Ok(paths)
    }

    /// Returns the output format.
    fn format(&self) -> Result<ExportFormat, CliError> {
        let by_ending = self.output.as_deref().and_then(export_format_of);
        self.to.or(by_ending).ok_or_else(|| {
            let formats = listed(&ExportFormat::ALL.map(ExportFormat::name));
            CliError::BadInput(match &self.output {
                Some(path) => format!(
                    "cannot write {}: unknown extension; set --to to one of {formats}",
                    path.display()
                ),
                None => format!("missing output format: set --to to one of {formats}"),
            })
        })
    }
}

fn export(to: ExportFormat, records: &[&Match]) -> Result<Vec<u8>, CliError> {
    to.export(records).map_err(|error| CliError::BadInput(error.to_string()))
}

fn save(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    write_atomically(path, bytes).map_err(CliError::failed)
}
