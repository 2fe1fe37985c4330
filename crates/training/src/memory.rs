//! Positions that a stage learns from more than once.

use crate::sample::Sample;
use bincode::config;
use rand::{Rng, RngExt};
use sheshbesh_evaluator::file::{Damage, FileError, io_error};
use std::{
    fs::{self, File, OpenOptions},
    io::{ErrorKind, Read, Seek, SeekFrom, Write},
    path::PathBuf,
};

/// The samples of a stage's last batches, in memory and in a file beside the checkpoint.
///
/// The file only grows until the stage ends. A checkpoint says how many of its samples count, so
/// what a run wrote after its last checkpoint is cut off when it is resumed, and made again.
pub(crate) struct Memory {
    path: PathBuf,
    samples: Vec<Sample>,
    /// Where the next sample goes once the memory is full.
    oldest: usize,
    /// Samples in the file.
    written: u64,
}

/// Bytes of a sample in the file, the same for all.
const RECORD: usize = 56;
/// Numbers of fixed length, so that records are.
const FORMAT: config::Configuration<config::LittleEndian, config::Fixint> =
    config::standard().with_fixed_int_encoding();

impl Memory {
    pub(crate) fn empty(path: PathBuf) -> Self {
        Self { path, samples: Vec::new(), oldest: 0, written: 0 }
    }

    /// Reads back the last `capacity` of the first `written` samples.
    pub(crate) fn resume(path: PathBuf, capacity: usize, written: u64) -> Result<Self, FileError> {
        let mut memory = Self::empty(path);
        if written == 0 || capacity == 0 {
            return Ok(memory);
        }
        let damaged = |problem: &str| FileError::Damaged {
            path: memory.path.clone(),
            problem: Damage::Content { kind: "samples", problem: problem.to_owned() },
        };
        let mut file = File::open(&memory.path).map_err(io_error("read", &memory.path))?;
        let kept = written.min(capacity as u64);
        let first = written - kept;
        let mut bytes = vec![0; kept as usize * RECORD];
        file.seek(SeekFrom::Start(first * RECORD as u64))
            .and_then(|_| file.read_exact(&mut bytes))
            .map_err(|error| match error.kind() {
                ErrorKind::UnexpectedEof => {
                    damaged("it has fewer samples than the checkpoint says")
                }
                _ => io_error("read", &memory.path)(error),
            })?;
        let samples = bytes
            .chunks_exact(RECORD)
            .map(|record| bincode::decode_from_slice(record, FORMAT).map(|(sample, _)| sample));
        let samples: Result<Vec<Sample>, _> = samples.collect();
        memory.samples = samples.map_err(|error| damaged(&error.to_string()))?;
        // As if the samples had been added one by one.
        memory.oldest = if kept == capacity as u64 { (written % kept) as usize } else { 0 };
        memory.samples.rotate_right(memory.oldest);
        memory.written = written;
        Ok(memory)
    }

    /// Samples in the file.
    pub(crate) fn written(&self) -> u64 {
        self.written
    }

    /// Adds samples; those beyond `capacity` take the places of the oldest.
    pub(crate) fn add(&mut self, samples: &[Sample], capacity: usize) -> Result<(), FileError> {
        if capacity == 0 {
            return Ok(());
        }
        let mut bytes = Vec::with_capacity(samples.len() * RECORD);
        for &sample in samples {
            bincode::encode_into_std_write(sample, &mut bytes, FORMAT)
                .expect("samples can be encoded into memory");
            if self.samples.len() < capacity {
                self.samples.push(sample);
            } else {
                self.samples[self.oldest] = sample;
                self.oldest = (self.oldest + 1) % capacity;
            }
        }
        // Whatever stands beyond what counts is from a run that was cut off.
        let end = self.written * RECORD as u64;
        OpenOptions::new()
            .create(true)
            .write(true)
            .truncate(false)
            .open(&self.path)
            .and_then(|mut file| {
                file.set_len(end)?;
                file.seek(SeekFrom::Start(end))?;
                file.write_all(&bytes)
            })
            .map_err(io_error("write", &self.path))?;
        self.written += samples.len() as u64;
        Ok(())
    }

    /// Replaces samples by as many that are drawn at random.
    pub(crate) fn draw(&self, samples: &mut [Sample], rng: &mut impl Rng) {
        for sample in samples {
            *sample = self.samples[rng.random_range(0..self.samples.len())];
        }
    }

    /// Ends the stage. The file stays until a checkpoint no longer needs it.
    pub(crate) fn forget(&mut self) {
        *self = Self::empty(std::mem::take(&mut self.path));
    }

    /// Removes the file, where there is one.
    pub(crate) fn remove_file(&self) -> Result<(), FileError> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(io_error("remove", &self.path)(error))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_evaluator::Outcomes;
    use sheshbesh_movegen::Game;

    fn sample(number: u16) -> Sample {
        let target = Outcomes([f32::from(number), 0.0, 0.5, 0.0, 0.0, 1.0]);
        Sample { position: Game::Backgammon.start(), target }
    }

    #[test]
    fn the_last_ones_are_kept_and_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("samples");
        let mut memory = Memory::empty(path.clone());
        for batch in 0..5 {
            let samples: Vec<Sample> = (0..4).map(|i| sample(4 * batch + i)).collect();
            memory.add(&samples, 10).unwrap();
            let read = Memory::resume(path.clone(), 10, memory.written()).unwrap();
            assert_eq!(read.samples, memory.samples);
            assert_eq!(read.oldest, memory.oldest);
        }
        let mut kept: Vec<f32> = memory.samples.iter().map(|s| s.target.0[0]).collect();
        kept.sort_by(f32::total_cmp);
        assert_eq!(kept, (10..20).map(|i| i as f32).collect::<Vec<_>>());

        // What came after the checkpoint is written over.
        let mut earlier = Memory::resume(path.clone(), 10, 8).unwrap();
        earlier.add(&[sample(99)], 10).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().len(), 9 * RECORD as u64);
        let error = Memory::resume(path.clone(), 10, 12).err().unwrap();
        assert!(error.to_string().contains("fewer samples"), "{error}");
        earlier.forget();
        earlier.remove_file().unwrap();
        assert!(!path.exists() && earlier.samples.is_empty());
    }
}
