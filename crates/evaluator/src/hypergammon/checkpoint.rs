//! A half-solved game in a file, from which the solver goes on.

use super::{
    solver::{Progress, Solver},
    values::{CUBES, NUMBERS, OUTCOMES, Value},
};
use sheshbesh_network::file::{Damage, FileError, Kind};
use std::path::Path;

const WORD: usize = size_of::<f32>();
/// Progress, as four words.
const ABOUT: usize = 4;

fn kind(checkers: u8) -> Kind {
    Kind {
        name: "unfinished hypergammon table",
        magic: *b"SHESHHYU",
        version: 100 + u32::from(checkers),
    }
}

impl Solver {
    /// Writes down how far it is, whole or not at all: a solver that goes on from there finds the same
    /// numbers bit for bit.
    ///
    /// # Errors
    /// When it cannot be written; what was there before is then untouched.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        let Progress { sweeps, pips, change, last_change } = self.progress;
        let about = [sweeps, pips, change.to_bits(), last_change.to_bits()];
        const TOGETHER: usize = 1 << 15;
        let pieces = || {
            let values = (0..self.values.len()).step_by(TOGETHER).map(|first| {
                let places = first..(first + TOGETHER).min(self.values.len());
                let numbers = places.flat_map(|place| {
                    let Value { outcomes, cube } = self.values.get(place);
                    outcomes.into_iter().chain(cube)
                });
                numbers.flat_map(f32::to_le_bytes).collect()
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
        let length = WORD * (ABOUT + solver.values.len() * NUMBERS);
        let file = crate::mapped::TableFile::open(kind(checkers), length, path)?;
        let (words, _) = file.payload().as_chunks::<WORD>();
        let (about, values) = words.split_at(ABOUT);
        let [sweeps, pips] = [0, 1].map(|place| u32::from_le_bytes(about[place]));
        let [change, last_change] = [2, 3].map(|place| f32::from_le_bytes(about[place]));
        let damaged = |problem: &str| FileError::Damaged {
            path: path.to_owned(),
            problem: Damage::Content { kind: kind(checkers).name, problem: problem.to_owned() },
        };
        solver.progress = Progress { sweeps, pips, change, last_change };
        if !solver.is_on_its_way() {
            return Err(damaged("nobody can be so far"));
        }
        let (values, _) = values.as_chunks::<NUMBERS>();
        for (place, numbers) in values.iter().enumerate() {
            let numbers = numbers.map(f32::from_le_bytes);
            if !numbers.iter().all(|number| number.is_finite()) {
                return Err(damaged("an equity is no number"));
            }
            let outcomes: [f32; OUTCOMES] = std::array::from_fn(|i| numbers[i]);
            let cube: [f32; CUBES] = std::array::from_fn(|i| numbers[OUTCOMES + i]);
            solver.values.put(place, &Value { outcomes, cube });
        }
        Ok(solver)
    }
}
