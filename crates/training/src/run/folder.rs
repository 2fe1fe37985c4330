//! The folder of a run, and its lock.

use crate::{error::TrainingError, own_file::check_own};
use sheshbesh_network::file::io_error;
use std::{
    fs::{self, File, OpenOptions, TryLockError},
    path::{Path, PathBuf},
};

/// Paths of a run's files.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// Creates the paths of a folder, which need not exist yet.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// Path of the folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Weights of the network at the last measurement.
    pub fn weights(&self) -> PathBuf {
        self.0.join("network.weights")
    }

    /// Checkpoint from which a run resumes.
    pub fn checkpoint(&self) -> PathBuf {
        self.0.join("checkpoint")
    }

    /// Samples of the replay buffer, kept until the end of the stage.
    pub fn replay_buffer(&self) -> PathBuf {
        self.0.join("samples")
    }

    /// Weights of the teacher for the stages that need one.
    pub fn teacher(&self) -> PathBuf {
        self.0.join("teacher.weights")
    }

    /// The learning curve as a CSV table.
    pub fn curve(&self) -> PathBuf {
        self.0.join("curve.csv")
    }

    /// The learning curve as an SVG plot.
    pub fn plot(&self) -> PathBuf {
        self.0.join("curve.svg")
    }

    /// Empty file that a running process locks.
    pub fn lock_file(&self) -> PathBuf {
        self.0.join("lock")
    }

    /// Returns an error if the folder holds a run, finished or not.
    pub(super) fn check_unused(&self) -> Result<(), TrainingError> {
        let is_used = [self.checkpoint(), self.weights()].iter().any(|file| file.exists());
        if is_used { Err(TrainingError::Occupied(self.0.clone())) } else { Ok(()) }
    }

    /// Returns an error if another process trains in the folder. Writes nothing.
    pub(super) fn check_idle(&self) -> Result<(), TrainingError> {
        let path = self.lock_file();
        let open = || OpenOptions::new().write(true).open(&path);
        match check_own(&path).and_then(|()| open()) {
            Ok(file) => self.lock(file).map(drop),
            // Other errors are reported when the lock is taken.
            Err(_) => Ok(()),
        }
    }

    /// Creates the folder if necessary, and takes the lock.
    pub(super) fn take(&self) -> Result<FolderLock, TrainingError> {
        fs::create_dir_all(&self.0).map_err(io_error("create", &self.0))?;
        let path = self.lock_file();
        let open = || OpenOptions::new().create(true).write(true).truncate(false).open(&path);
        let file = check_own(&path).and_then(|()| open());
        self.lock(file.map_err(io_error("write", &path))?)
    }

    fn lock(&self, file: File) -> Result<FolderLock, TrainingError> {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(TrainingError::InUse(self.0.clone())),
            // Some network file systems do not support locks; the run continues without one.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(FolderLock(file)),
        }
    }
}

/// Lock on a run's folder. The operating system releases it when the process ends.
pub(super) struct FolderLock(File);

impl Drop for FolderLock {
    /// Releases the lock. Closing the file would not be enough: a child process that another thread
    /// starts holds a copy of the open file until it executes its program.
    fn drop(&mut self) {
        // Without locks on the file system, there is nothing to release.
        let _ = self.0.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dropped_lock_is_free_though_a_child_process_has_a_copy_of_the_file() {
        let path = tempfile::tempdir().unwrap();
        let folder = Folder::new(path.path());
        let lock = folder.take().unwrap();
        assert!(matches!(folder.take(), Err(TrainingError::InUse(_))));
        let copy = lock.0.try_clone().unwrap();
        drop(lock);
        assert!(folder.take().is_ok());
        drop(copy);
    }
}
