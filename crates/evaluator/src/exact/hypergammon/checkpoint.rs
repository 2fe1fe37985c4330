//! Checkpoint files of the solver.

use super::{
    solver::{Progress, Solver},
    values::{NUMBERS, Value},
};
use crate::exact::table_file::TableFile;
use sheshbesh_network::file::{Damage, FileError, FileKind};
use std::path::Path;

const WORD: usize = size_of::<f32>();
/// Words of the progress.
const ABOUT: usize = 2;
/// Bytes of a position: its numbers, and their changes in half words.
const BYTES: usize = NUMBERS * (WORD + WORD / 2);

fn kind(checkers: u8) -> FileKind {
    FileKind {
        name: "unfinished hypergammon table",
        magic: *b"SHESHHYU",
        version: 200 + u32::from(checkers),
    }
}

impl Solver {
    /// Writes a checkpoint atomically. A solver that resumes from it finds the same numbers bit for
    /// bit.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written; a previous file is then unchanged.
    ///
    /// # Panics
    /// Panics in the middle of a sweep.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        assert_eq!(self.steps_done(), 0, "cannot write a checkpoint during a sweep");
        let about = [self.progress.sweeps, self.progress.last_change.to_bits()];
        const TOGETHER: usize = 1 << 15;
        let pieces = || {
            let values = (0..self.values.len()).step_by(TOGETHER).map(|first| {
                let mut bytes = Vec::with_capacity(TOGETHER * BYTES);
                for index in first..(first + TOGETHER).min(self.values.len()) {
                    let numbers = self.values.get(index).numbers();
                    bytes.extend(numbers.into_iter().flat_map(f32::to_le_bytes));
                    bytes.extend(self.momentum.last[index].into_iter().flat_map(u16::to_le_bytes));
                }
                bytes
            });
            let about = about.iter().flat_map(|word| word.to_le_bytes()).collect();
            std::iter::once(about).chain(values)
        };
        kind(self.checkers()).write_pieces(path, pieces)
    }

    /// Resumes from a checkpoint of [`Solver::write`] with `checkers` checkers a side.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is not such a checkpoint.
    pub fn read(checkers: u8, path: &Path) -> Result<Self, FileError> {
        let mut solver = Self::new(checkers);
        let length = WORD * ABOUT + BYTES * solver.values.len();
        let file = TableFile::read(kind(checkers), length, path)?;
        let (about, positions) = file.payload().split_at(WORD * ABOUT);
        let word = |index: usize| about.as_chunks::<WORD>().0[index];
        let (sweeps, last_change) = (u32::from_le_bytes(word(0)), f32::from_le_bytes(word(1)));
        solver.progress = Progress { sweeps, last_change, ..Progress::START };
        for (index, bytes) in positions.as_chunks::<BYTES>().0.iter().enumerate() {
            let (numbers, changes) = bytes.split_at(NUMBERS * WORD);
            let numbers = numbers.as_chunks::<WORD>().0;
            let numbers: [f32; NUMBERS] = std::array::from_fn(|i| f32::from_le_bytes(numbers[i]));
            if !numbers.iter().all(|number| number.is_finite()) {
                let problem = "an equity is not a finite number".to_owned();
                let problem = Damage::Content { kind: kind(checkers).name, problem };
                return Err(FileError::Damaged { path: path.to_owned(), problem });
            }
            let changes = changes.as_chunks::<2>().0;
            solver.values.put(index, &Value::of(numbers));
            solver.momentum.last[index] = std::array::from_fn(|i| u16::from_le_bytes(changes[i]));
        }
        Ok(solver)
    }
}
