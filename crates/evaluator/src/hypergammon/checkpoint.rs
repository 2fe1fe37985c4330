//! A half-solved game in a file, from which the solver goes on.

use super::{
    solver::{Progress, Solver},
    values::{NUMBERS, Value},
};
use crate::table_file::TableFile;
use sheshbesh_network::file::{Damage, FileError, Kind};
use std::path::Path;

const WORD: usize = size_of::<f32>();
/// Progress, as two words.
const ABOUT: usize = 2;
/// Of a position: its numbers, and how they changed, in halves of words.
const BYTES: usize = NUMBERS * (WORD + WORD / 2);

fn kind(checkers: u8) -> Kind {
    Kind {
        name: "unfinished hypergammon table",
        magic: *b"SHESHHYU",
        version: 200 + u32::from(checkers),
    }
}

impl Solver {
    /// Writes down how far it is, whole or not at all: a solver that goes on from there finds the same
    /// numbers bit for bit.
    ///
    /// # Errors
    /// When it cannot be written; what was there before is then untouched.
    ///
    /// # Panics
    /// In the middle of a sweep.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        assert_eq!(self.steps_done(), 0, "a sweep is under way");
        let about = [self.progress.sweeps, self.progress.last_change.to_bits()];
        const TOGETHER: usize = 1 << 15;
        let pieces = || {
            let values = (0..self.values.len()).step_by(TOGETHER).map(|first| {
                let mut bytes = Vec::with_capacity(TOGETHER * BYTES);
                for place in first..(first + TOGETHER).min(self.values.len()) {
                    let numbers = self.values.get(place).numbers();
                    bytes.extend(numbers.into_iter().flat_map(f32::to_le_bytes));
                    bytes.extend(self.momentum.last[place].into_iter().flat_map(u16::to_le_bytes));
                }
                bytes
            });
            let about = about.iter().flat_map(|word| word.to_le_bytes()).collect();
            std::iter::once(about).chain(values)
        };
        kind(self.checkers()).write_pieces(path, pieces)
    }

    /// Goes on with so many checkers a side from what [`Solver::write`] wrote.
    ///
    /// # Errors
    /// When it cannot be read or is not what it should be.
    pub fn read(checkers: u8, path: &Path) -> Result<Self, FileError> {
        let mut solver = Self::new(checkers);
        let length = WORD * ABOUT + BYTES * solver.values.len();
        let file = TableFile::read(kind(checkers), length, path)?;
        let (about, positions) = file.payload().split_at(WORD * ABOUT);
        let word = |place: usize| about.as_chunks::<WORD>().0[place];
        let (sweeps, last_change) = (u32::from_le_bytes(word(0)), f32::from_le_bytes(word(1)));
        solver.progress = Progress { sweeps, last_change, ..Progress::START };
        for (place, bytes) in positions.as_chunks::<BYTES>().0.iter().enumerate() {
            let (numbers, changes) = bytes.split_at(NUMBERS * WORD);
            let numbers = numbers.as_chunks::<WORD>().0;
            let numbers: [f32; NUMBERS] = std::array::from_fn(|i| f32::from_le_bytes(numbers[i]));
            if !numbers.iter().all(|number| number.is_finite()) {
                let problem = "an equity is no number".to_owned();
                let problem = Damage::Content { kind: kind(checkers).name, problem };
                return Err(FileError::Damaged { path: path.to_owned(), problem });
            }
            let changes = changes.as_chunks::<2>().0;
            solver.values.put(place, &Value::of(numbers));
            solver.momentum.last[place] = std::array::from_fn(|i| u16::from_le_bytes(changes[i]));
        }
        Ok(solver)
    }
}
