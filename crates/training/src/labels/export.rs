//! Export of labels for other programs.

use super::{
    LabelError, LabelFolder,
    npy::{self, Row},
};
use crate::data::{Sample, siblings};
use sheshbesh_movegen::{Position, notation::position_id};
use sheshbesh_network::file::write_through;
use std::{
    cell::Cell,
    io::{self, BufWriter, ErrorKind, Write},
    path::Path,
};

/// Export format of labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// CSV, a line per label: shard, roll, position ID and the six outcomes.
    Csv,
    /// NumPy structured array with the fields `shard`, `roll` (`uint32`), `counts` (`int8 [2, 26]`:
    /// checkers of the player on roll and of the opponent, each from their own view; index 0 is
    /// off, 25 the bar) and `outcomes` (`float32 [6]`).
    Npy,
}

impl Format {
    /// The format of a file name by its extension.
    ///
    /// ```
    /// use sheshbesh_training::Format;
    /// assert_eq!(Format::of("mine/labels.npy".as_ref()), Some(Format::Npy));
    /// assert_eq!(Format::of("labels".as_ref()), None);
    /// ```
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "csv" => Some(Self::Csv),
            "npy" => Some(Self::Npy),
            _ => None,
        }
    }
}

/// Column names of the CSV table.
const COLUMNS: [&str; 9] = [
    "shard",
    "roll",
    "position",
    "win",
    "win_gammon",
    "win_backgammon",
    "lose",
    "lose_gammon",
    "lose_backgammon",
];

/// Writes the labels of some shards to a file atomically, and returns their number. Siblings
/// (results of one roll) share a roll number, which counts from 0 in each shard. Outcomes are those
/// of [`sheshbesh_network::Outcomes`]: exclusive probabilities for the player on roll.
///
/// # Errors
/// A shard that cannot be read, or a file that cannot be written. An existing file is then
/// untouched.
pub fn export(
    folder: &LabelFolder,
    numbers: &[u32],
    format: Format,
    path: &Path,
) -> Result<u64, LabelError> {
    let (labels, unread) = (Cell::new(0), Cell::new(None));
    let written = write_through(path, &|file| {
        let mut out = BufWriter::new(file);
        let written = match format {
            Format::Csv => write_csv(folder, numbers, &mut out),
            Format::Npy => write_npy(folder, numbers, &mut out),
        };
        match written {
            Ok(count) => labels.set(count),
            Err(ExportError::Write(error)) => return Err(error),
            Err(ExportError::Read(error)) => {
                unread.set(Some(error));
                return Err(ErrorKind::InvalidData.into());
            }
        }
        out.flush()
    });
    match unread.take() {
        Some(error) => Err(error),
        None => {
            written?;
            Ok(labels.get())
        }
    }
}

/// Error of an export.
#[derive(Debug, thiserror::Error)]
enum ExportError {
    #[error(transparent)]
    Read(#[from] LabelError),
    #[error(transparent)]
    Write(#[from] io::Error),
}

fn write_csv(
    folder: &LabelFolder,
    numbers: &[u32],
    out: &mut dyn Write,
) -> Result<u64, ExportError> {
    let game = folder.recipe().game;
    let mut table = csv::Writer::from_writer(out);
    table.write_record(COLUMNS).map_err(io::Error::from)?;
    let count = for_each(folder, numbers, |shard, roll, Sample { position, target, .. }| {
        let row = (shard, roll, position_id(game, position), target.0);
        table.serialize(row).map_err(io::Error::from)
    })?;
    table.flush()?;
    Ok(count)
}

fn write_npy(
    folder: &LabelFolder,
    numbers: &[u32],
    out: &mut dyn Write,
) -> Result<u64, ExportError> {
    // The array's shape comes before its data.
    let counts = numbers.iter().map(|&number| folder.labels(number));
    let count = counts.sum::<Result<u64, _>>()?;
    npy::write_header(count, out)?;
    for_each(folder, numbers, |shard, roll, Sample { position, target, .. }| {
        let row = Row { shard, roll, counts: counts_of(position), outcomes: target.0 };
        npy::write_row(&row, out)
    })
}

/// Calls `take` with shard number, roll number and label for each label, and returns the number of
/// labels.
fn for_each(
    folder: &LabelFolder,
    numbers: &[u32],
    mut take: impl FnMut(u32, u32, &Sample) -> io::Result<()>,
) -> Result<u64, ExportError> {
    let mut count = 0;
    for &shard in numbers {
        let samples = folder.read(shard)?;
        for (siblings, roll) in siblings(&samples).zip(0..) {
            siblings.iter().try_for_each(|sample| take(shard, roll, sample))?;
        }
        count += samples.len() as u64;
    }
    Ok(count)
}

fn counts_of(position: &Position) -> [[i8; 26]; 2] {
    [position.own(), position.opponent()].map(|side| {
        let counts = side.counts();
        std::array::from_fn(|point| counts[point] as i8)
    })
}
