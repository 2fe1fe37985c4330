//! Replay buffer: positions that a stage learns from more than once.

use super::sample::{RECORD, Sample, from_records, to_records};
use crate::own_file::check_own;
use rand::{Rng, RngExt};
use sheshbesh_movegen::Game;
use sheshbesh_network::{
    file::{Damage, FileError, FileKind, HEADER_LENGTH, io_error},
    input::check_regular,
};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind, Read, Seek, SeekFrom, Write},
    path::PathBuf,
};

/// File format of a batch of samples: a header with length and checksum, and the samples' records.
const SAMPLES: FileKind = FileKind { name: "samples", magic: *b"SHESHSMP", version: 2 };

/// The samples of a stage's last batches, in memory and in a file beside the checkpoint.
///
/// The file is a sequence of framed batches and only grows until the stage ends. A checkpoint
/// stores the number of valid samples. A resumed run cuts off everything after them, and makes it
/// again.
pub(crate) struct ReplayBuffer {
    path: PathBuf,
    samples: Vec<Sample>,
    /// Index of the sample to replace next, once the buffer is full.
    oldest: usize,
    /// Number of valid samples in the file, and the offset of their end in bytes.
    written: u64,
    end: u64,
}

impl ReplayBuffer {
    pub(crate) fn empty(path: PathBuf) -> Self {
        Self { path, samples: Vec::new(), oldest: 0, written: 0, end: 0 }
    }

    /// Reads the last `capacity` of the first `written` samples, whose positions are of `game`.
    ///
    /// # Errors
    /// A file that cannot be read, has too few samples, or is damaged in the part that is read. The
    /// file is not changed.
    pub(crate) fn resume(
        path: PathBuf,
        game: Game,
        capacity: usize,
        written: u64,
    ) -> Result<Self, FileError> {
        let mut buffer = Self::empty(path);
        if written == 0 || capacity == 0 {
            return Ok(buffer);
        }
        let path = &buffer.path;
        let damaged = |problem| FileError::Damaged { path: path.clone(), problem };
        let wrong = |problem: String| damaged(Damage::Content { kind: SAMPLES.name, problem });
        let failed = |error: io::Error| match error.kind() {
            ErrorKind::UnexpectedEof => {
                wrong("fewer samples than the checkpoint states".to_owned())
            }
            _ => io_error("read", path)(error),
        };
        check_regular(path).map_err(io_error("read", path))?;
        let mut file = File::open(path).map_err(io_error("read", path))?;
        let file_length = file.metadata().map_err(io_error("read", path))?.len();
        if written > file_length / RECORD as u64 {
            return Err(failed(ErrorKind::UnexpectedEof.into()));
        }
        let kept = written.min(capacity as u64);
        let first_kept = written - kept;
        let mut samples = Vec::with_capacity(kept as usize);
        // Samples and bytes of the batches so far.
        let (mut before, mut end) = (0, 0);
        while before < written {
            let mut frame = vec![0; HEADER_LENGTH];
            file.read_exact(&mut frame).map_err(failed)?;
            let length = SAMPLES.payload_length(&frame).map_err(damaged)?;
            end += HEADER_LENGTH as u64;
            if length > file_length.saturating_sub(end) {
                return Err(failed(ErrorKind::UnexpectedEof.into()));
            }
            end += length;
            let after = before + length / RECORD as u64;
            if after > written {
                return Err(wrong("a batch extends past the checkpoint".to_owned()));
            }
            if after <= first_kept {
                file.seek(SeekFrom::Start(end)).map_err(failed)?;
            } else {
                frame.resize(HEADER_LENGTH + length as usize, 0);
                file.read_exact(&mut frame[HEADER_LENGTH..]).map_err(failed)?;
                let payload = SAMPLES.check(&frame).map_err(damaged)?;
                let batch = from_records(payload, game).map_err(|e| wrong(e.to_string()))?;
                let skipped = first_kept.saturating_sub(before) as usize;
                samples.extend_from_slice(&batch[skipped..]);
            }
            before = after;
        }
        buffer.samples = samples;
        // Same layout as if the samples had been added one by one.
        buffer.oldest = if kept == capacity as u64 { (written % kept) as usize } else { 0 };
        buffer.samples.rotate_right(buffer.oldest);
        (buffer.written, buffer.end) = (written, end);
        Ok(buffer)
    }

    /// Number of valid samples in the file.
    pub(crate) fn written(&self) -> u64 {
        self.written
    }

    /// Adds samples. In a full buffer they replace the oldest.
    pub(crate) fn add(&mut self, samples: &[Sample], capacity: usize) -> Result<(), FileError> {
        if capacity == 0 || samples.is_empty() {
            return Ok(());
        }
        for &sample in samples {
            if self.samples.len() < capacity {
                self.samples.push(sample);
            } else {
                self.samples[self.oldest] = sample;
                self.oldest = (self.oldest + 1) % capacity;
            }
        }
        let frame = SAMPLES.frame(&to_records(samples));
        // Bytes after the valid samples are from an interrupted run.
        let mut options = OpenOptions::new();
        options.create(true).write(true).truncate(false);
        check_own(&self.path)
            .and_then(|()| options.open(&self.path))
            .and_then(|mut file| {
                file.set_len(self.end)?;
                file.seek(SeekFrom::Start(self.end))?;
                file.write_all(&frame)
            })
            .map_err(io_error("write", &self.path))?;
        self.written += samples.len() as u64;
        self.end += frame.len() as u64;
        Ok(())
    }

    /// Syncs the file to disk. This must precede a checkpoint that counts its samples.
    pub(crate) fn sync(&self) -> Result<(), FileError> {
        if self.written == 0 {
            return Ok(());
        }
        // Some systems sync only files that are open for writing.
        OpenOptions::new()
            .write(true)
            .open(&self.path)
            .and_then(|file| file.sync_data())
            .map_err(io_error("write", &self.path))
    }

    /// Number of samples in memory.
    pub(crate) fn len(&self) -> usize {
        self.samples.len()
    }

    /// Draws `count` samples at random, with replacement; none from an empty buffer.
    pub(crate) fn draw(&self, count: usize, rng: &mut impl Rng) -> Vec<Sample> {
        let count = if self.samples.is_empty() { 0 } else { count };
        let drawn = (0..count).map(|_| self.samples[rng.random_range(0..self.samples.len())]);
        drawn.map(|sample| Sample { is_sibling: false, ..sample }).collect()
    }

    /// Empties the buffer at the end of a stage. The file stays until no checkpoint needs it.
    pub(crate) fn forget(&mut self) {
        *self = Self::empty(std::mem::take(&mut self.path));
    }

    /// Removes the file if it exists.
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
    use sheshbesh_movegen::PackedPosition;
    use sheshbesh_network::Outcomes;
    use std::path::Path;

    fn sample(number: u16) -> Sample {
        let target = Outcomes([f32::from(number), 0.0, 0.5, 0.0, 0.0, 1.0]);
        Sample { position: Game::Backgammon.start(), target, is_sibling: false }
    }

    /// A buffer with a file of five batches. After each batch, compares it with a resumed buffer.
    fn batches(path: PathBuf) -> ReplayBuffer {
        let mut buffer = ReplayBuffer::empty(path);
        for batch in 0..5 {
            let samples: Vec<Sample> = (0..4).map(|i| sample(4 * batch + i)).collect();
            buffer.add(&samples, 10).unwrap();
            let read = resume(&buffer.path, buffer.written()).unwrap();
            assert_eq!(read.samples, buffer.samples);
            assert_eq!((read.oldest, read.end), (buffer.oldest, buffer.end));
        }
        buffer
    }

    fn resume(path: &Path, written: u64) -> Result<ReplayBuffer, FileError> {
        ReplayBuffer::resume(path.to_owned(), Game::Backgammon, 10, written)
    }

    #[test]
    fn the_last_ones_are_kept_and_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("samples");
        let buffer = batches(path.clone());
        let mut kept: Vec<f32> = buffer.samples.iter().map(|s| s.target.0[0]).collect();
        kept.sort_by(f32::total_cmp);
        assert_eq!(kept, (10..20).map(|i| i as f32).collect::<Vec<_>>());

        // Samples after the checkpoint are overwritten.
        let mut earlier = resume(&path, 8).unwrap();
        earlier.add(&[sample(99)], 10).unwrap();
        let length = fs::metadata(&path).unwrap().len() as usize;
        assert_eq!(length, 3 * HEADER_LENGTH + 9 * RECORD);
        let error = resume(&path, 12).err().unwrap();
        assert!(error.to_string().contains("fewer samples"), "{error}");
        let error = resume(&path, 7).err().unwrap();
        assert!(error.to_string().contains("past the checkpoint"), "{error}");
        earlier.forget();
        earlier.remove_file().unwrap();
        assert!(!path.exists() && earlier.samples.is_empty());
    }

    #[test]
    fn a_damaged_file_is_refused_by_name_and_never_taught() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("samples");
        let written = batches(path.clone()).written();
        let whole = fs::read(&path).unwrap();
        // No sample of the first two batches is kept, so only their headers matter.
        let batch = HEADER_LENGTH + 4 * RECORD;
        for index in (0..whole.len()).filter(|index| index / batch > 1 || index % batch < 20) {
            let mut damaged = whole.clone();
            damaged[index] ^= 0x20;
            fs::write(&path, &damaged).unwrap();
            let error = resume(&path, written).err().unwrap_or_else(|| panic!("{index}"));
            assert!(error.to_string().contains("samples"), "{error}");
            assert_eq!(fs::read(&path).unwrap(), damaged, "nothing is lost");
        }
        // With a valid checksum, an impossible position is still rejected: 30 checkers a side.
        let mut records = to_records(&[sample(1)]);
        records[..PackedPosition::BYTES].fill(0x11);
        fs::write(&path, SAMPLES.frame(&records)).unwrap();
        let error = resume(&path, 1).err().unwrap();
        assert!(error.to_string().contains("impossible position"), "{error}");
        // Files of an earlier program version have no header.
        fs::write(&path, vec![0; 20 * 56]).unwrap();
        let error = resume(&path, written).err().unwrap();
        assert!(error.to_string().contains("not a valid samples file"), "{error}");
    }
}
