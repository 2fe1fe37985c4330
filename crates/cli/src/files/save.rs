//! Saves played games to files.

use crate::{error::CliError, terminal::note};
use clap::Args;
use sheshbesh_matchfile::{About, ExportFormat, Match, WriteFormat, write};
use sheshbesh_movegen::{GameSeries, HouseRules, listed};
use sheshbesh_network::file::write_atomically;
use std::path::{Path, PathBuf};

/// Output file for played games.
#[derive(Args)]
pub struct Save {
    /// File for the games played; the extension selects the format: .mat, .sgf or .json
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long, requires = "save")]
    pub force: bool,
}

impl Save {
    /// Returns the output file, if any, after checking that it can be written.
    pub fn target(&self) -> Result<Option<Target>, CliError> {
        let Some(path) = &self.save else { return Ok(None) };
        let target = Target::new(path)?;
        target.check(self.force)?;
        Ok(Some(target))
    }

    /// Returns `count` files, numbered after the given name.
    pub fn numbered(&self, count: u64) -> Result<Option<Vec<Target>>, CliError> {
        let Some(path) = &self.save else { return Ok(None) };
        let target = Target::new(path)?;
        let targets: Vec<Target> =
            (1..=count).map(|number| target.numbered(number, count)).collect();
        for target in &targets {
            target.check(self.force)?;
        }
        Ok(Some(targets))
    }
}

/// A file to write matches to.
#[derive(Clone, Debug)]
pub struct Target {
    path: PathBuf,
    format: WriteFormat,
}

impl Target {
    /// The file at a path; its extension selects the format.
    pub fn new(path: &Path) -> Result<Self, CliError> {
        let format = format_of(path).ok_or_else(|| {
            let formats = listed(&WriteFormat::ALL.map(WriteFormat::name));
            let shown = path.display();
            CliError::BadInput(format!("cannot write {shown}: unknown extension; use {formats}"))
        })?;
        Ok(Self { path: path.to_owned(), format })
    }

    /// Returns the file of a number, one of `count`.
    pub fn numbered(&self, number: u64, count: u64) -> Self {
        Self { path: number_file(&self.path, number, count), ..self.clone() }
    }

    /// Rejects a file that cannot be written, or that exists unless `force` is set.
    pub fn check(&self, force: bool) -> Result<(), CliError> {
        check_new(&self.path, force)
    }

    /// Rejects a frame of several games for a format that does not name the games. Prints a note if
    /// the format cannot store the table agreements.
    pub fn check_stores(&self, frame: &GameSeries, customs: &HouseRules) -> Result<(), CliError> {
        let format = self.format;
        if !format.keeps(frame) {
            return Err(CliError::BadInput(format!(
                "{format} cannot store the games of a frame: save it as .json"
            )));
        }
        if *customs != HouseRules::USUAL && format != WriteFormat::Json {
            note(&format!("{format} cannot store the table agreements; .json can"));
        }
        Ok(())
    }

    /// Rejects an uneven game whose sides do not alternate from game to game: only JSON stores who
    /// has which side, and readers of the other formats assume the usual alternation.
    pub fn check_stores_sides(&self, frame: &GameSeries) -> Result<(), CliError> {
        let uneven = frame.games().iter().find(|game| game.is_uneven());
        match (uneven, self.format) {
            (None, _) | (_, WriteFormat::Json) => Ok(()),
            (Some(game), format) => Err(CliError::BadInput(format!(
                "{format} cannot store who has which side of {game}: save a duel of it as .json"
            ))),
        }
    }

    /// Writes a match atomically.
    pub fn write(&self, record: &Match) -> Result<(), CliError> {
        let text = write(record, self.format);
        write_atomically(&self.path, text.as_bytes()).map_err(CliError::failed)
    }
}

/// Adds a number to a file name: `match-1.mat`, zero-padded to the width of `count`.
pub fn number_file(path: &Path, number: u64, count: u64) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let width = count.to_string().len();
    let name = match path.extension() {
        Some(ending) => format!("{stem}-{number:0width$}.{}", ending.to_string_lossy()),
        None => format!("{stem}-{number:0width$}"),
    };
    path.with_file_name(name)
}

/// Returns the format of a file's extension.
fn format_of(path: &Path) -> Option<WriteFormat> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    WriteFormat::ALL.into_iter().find(|format| format.name() == ending)
}

/// Returns the export format of a file's extension.
pub fn export_format_of(path: &Path) -> Option<ExportFormat> {
    ExportFormat::of_extension(path.extension()?.to_str()?)
}

/// Rejects an existing file unless `force` is set, a folder, and a file in a missing folder.
/// Accepts devices and pipes.
pub fn check_new(path: &Path, force: bool) -> Result<(), CliError> {
    let shown = path.display();
    match path.metadata() {
        Ok(found) if found.is_dir() => {
            Err(CliError::BadInput(format!("{shown} is a folder: name a file in it")))
        }
        Ok(found) if found.is_file() && !force => {
            Err(CliError::BadInput(format!("{shown} already exists: give --force to overwrite it")))
        }
        Ok(_) => Ok(()),
        Err(_) => match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            Some(folder) if !folder.is_dir() => {
                Err(CliError::BadInput(format!("the folder {} does not exist", folder.display())))
            }
            _ => Ok(()),
        },
    }
}

/// Stores the transcriber and the seed of the dice in a record.
pub fn sign(about: &mut About, seed: Option<u64>) {
    about.transcriber = Some(format!("Sheshbesh {}", env!("CARGO_PKG_VERSION")));
    about.comment = seed.map(|seed| format!("Seed of the dice: {seed}"));
}
