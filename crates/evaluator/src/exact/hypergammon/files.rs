//! Paths of finished and unfinished tables.

use super::CHECKERS;
use sheshbesh_network::file::{FileError, io_error};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// A folder of tables; the same folder as for bearoff tables.
#[derive(Clone, Debug)]
pub struct Files {
    folder: PathBuf,
}

impl Files {
    /// Refers to a folder, which need not exist yet.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// Path of the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Path of the table of `checkers` checkers a side, whether it exists or not.
    pub fn table(&self, checkers: u8) -> PathBuf {
        self.folder.join(format!("hypergammon-{checkers}.table"))
    }

    /// Path of the solver's checkpoint, whether it exists or not.
    pub fn unfinished(&self, checkers: u8) -> PathBuf {
        self.folder.join(format!("hypergammon-{checkers}.unfinished"))
    }

    /// Numbers of checkers a side with a table in the folder, damaged or not.
    pub fn list(&self) -> Vec<u8> {
        (1..=CHECKERS).filter(|&checkers| self.table(checkers).exists()).collect()
    }

    /// Creates the folder if it is missing.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be created.
    pub fn create(&self) -> Result<(), FileError> {
        fs::create_dir_all(&self.folder).map_err(io_error("create", &self.folder))
    }
}
