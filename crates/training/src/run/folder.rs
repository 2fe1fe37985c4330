//! The folder of a run, and the lock on it.

use crate::{error::TrainingError, own_file::check_own};
use sheshbesh_network::file::io_error;
use std::{
    fs::{self, File, OpenOptions, TryLockError},
    path::{Path, PathBuf},
};

/// The files of a run.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// A folder, which need not exist yet.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The network as it was last measured.
    pub fn weights(&self) -> PathBuf {
        self.0.join("network.weights")
    }

    /// What a resumed run goes on from.
    pub fn checkpoint(&self) -> PathBuf {
        self.0.join("checkpoint")
    }

    /// Positions that a stage with a replay buffer keeps, until its end.
    pub fn replay_buffer(&self) -> PathBuf {
        self.0.join("samples")
    }

    /// The teacher of the recipe's stages that need one.
    pub fn teacher(&self) -> PathBuf {
        self.0.join("teacher.weights")
    }

    /// The learning curve as a table.
    pub fn curve(&self) -> PathBuf {
        self.0.join("curve.csv")
    }

    /// The learning curve as a picture.
    pub fn plot(&self) -> PathBuf {
        self.0.join("curve.svg")
    }

    /// The empty file that a running process holds a lock on.
    pub fn lock_file(&self) -> PathBuf {
        self.0.join("lock")
    }

    /// Refuses a folder that holds a run, finished or not.
    pub(super) fn check_unused(&self) -> Result<(), TrainingError> {
        let is_used = [self.checkpoint(), self.weights()].iter().any(|file| file.exists());
        if is_used { Err(TrainingError::Occupied(self.0.clone())) } else { Ok(()) }
    }

    /// Refuses a folder in which another process trains. Writes nothing.
    pub(super) fn check_idle(&self) -> Result<(), TrainingError> {
        let path = self.lock_file();
        let open = || OpenOptions::new().write(true).open(&path);
        match check_own(&path).and_then(|()| open()) {
            Ok(file) => self.lock(file).map(drop),
            // Whatever is wrong is found when the lock is taken.
            Err(_) => Ok(()),
        }
    }

    /// Takes the lock, and makes the folder where there is none.
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
            // Some network file systems know no locks, and a run goes on without.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(FolderLock { _file: file }),
        }
    }
}

/// The right to write into a run's folder. The system ends it with the process, however that ends.
pub(super) struct FolderLock {
    _file: File,
}
