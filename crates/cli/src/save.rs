//! Games that are played, written to files.

use crate::{failure::Failure, output::note};
use clap::Args;
use sheshbesh_movegen::{Customs, Frame, listed};
use sheshbesh_network::file::write_atomically;
use sheshbesh_record::{About, Match, WriteFormat, write};
use std::path::{Path, PathBuf};

/// Where to write what is played.
#[derive(Args)]
pub struct Save {
    /// Write what is played to this file, as its ending says: .mat, .sgf or .json
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Write over a file that is there already
    #[arg(long, requires = "save")]
    pub force: bool,
}

impl Save {
    /// The file, if there is to be one, found to be one that can be written before anything is played.
    pub fn target(&self) -> Result<Option<Target>, Failure> {
        let Some(path) = &self.save else { return Ok(None) };
        let target = Target::new(path)?;
        target.check(self.force)?;
        Ok(Some(target))
    }

    /// So many files, numbered behind the name that is given.
    pub fn numbered(&self, count: u64) -> Result<Option<Vec<Target>>, Failure> {
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
    fn new(path: &Path) -> Result<Self, Failure> {
        let format = format_of(path).ok_or_else(|| {
            let formats = listed(&WriteFormat::ALL.map(WriteFormat::name));
            let shown = path.display();
            Failure::BadInput(format!(
                "the ending of {shown} names no format that is written: there are {formats}"
            ))
        })?;
        Ok(Self { path: path.to_owned(), format })
    }

    /// The file of that number of so many.
    pub fn numbered(&self, number: u64, count: u64) -> Self {
        Self { path: numbered(&self.path, number, count), ..self.clone() }
    }

    /// Refuses what cannot be written, or is there already, unless that is wanted.
    pub fn check(&self, force: bool) -> Result<(), Failure> {
        check_new(&self.path, force)
    }

    /// Refuses a frame of several games in a format that does not say which each was, and tells what else
    /// there is no place for.
    pub fn check_place_for(&self, frame: &Frame, customs: &Customs) -> Result<(), Failure> {
        let format = self.format;
        if !format.keeps(frame) {
            return Err(Failure::BadInput(format!(
                "{format} has no place for which games were played: save a frame as .json"
            )));
        }
        if *customs != Customs::USUAL && format != WriteFormat::Json {
            note(&format!("{format} has no place for what was agreed at the table; .json has"));
        }
        Ok(())
    }

    /// Refuses an uneven game whose sides are not exchanged from game to game: formats other than our own
    /// do not say who has which, and readers go by the usual exchange.
    pub fn check_place_for_sides(&self, frame: &Frame) -> Result<(), Failure> {
        let uneven = frame.games().iter().find(|game| game.is_uneven());
        match (uneven, self.format) {
            (None, _) | (_, WriteFormat::Json) => Ok(()),
            (Some(game), format) => Err(Failure::BadInput(format!(
                "{format} has no place for who has which side of {game}: save a duel of it as .json"
            ))),
        }
    }

    /// Writes a match, whole or not at all.
    pub fn write(&self, record: &Match) -> Result<(), Failure> {
        let text = write(record, self.format);
        write_atomically(&self.path, text.as_bytes()).map_err(Failure::failed)
    }
}

/// The path of a file with a number of so many behind its name: `match-1.mat`.
pub fn numbered(path: &Path, number: u64, count: u64) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let width = count.to_string().len();
    let name = match path.extension() {
        Some(ending) => format!("{stem}-{number:0width$}.{}", ending.to_string_lossy()),
        None => format!("{stem}-{number:0width$}"),
    };
    path.with_file_name(name)
}

/// The format that a file's ending names.
pub fn format_of(path: &Path) -> Option<WriteFormat> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    WriteFormat::ALL.into_iter().find(|format| format.name() == ending)
}

/// Refuses to write over a file that is there already, unless that is wanted, and into a folder that
/// is not there. Devices and pipes are written into.
pub fn check_new(path: &Path, force: bool) -> Result<(), Failure> {
    let shown = path.display();
    match path.metadata() {
        Ok(found) if found.is_dir() => {
            Err(Failure::BadInput(format!("{shown} is a folder: name a file in it")))
        }
        Ok(found) if found.is_file() && !force => Err(Failure::BadInput(format!(
            "{shown} is there already: give --force to write over it"
        ))),
        Ok(_) => Ok(()),
        Err(_) => match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            Some(folder) if !folder.is_dir() => {
                Err(Failure::BadInput(format!("there is no folder {}", folder.display())))
            }
            _ => Ok(()),
        },
    }
}

/// Says in a record who wrote it down, and which dice were rolled.
pub fn sign(about: &mut About, seed: Option<u64>) {
    about.transcriber = Some(format!("Sheshbesh {}", env!("CARGO_PKG_VERSION")));
    about.comment = seed.map(|seed| format!("Dice of seed {seed}"));
}
