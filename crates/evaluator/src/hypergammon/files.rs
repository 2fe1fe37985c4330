//! Where tables are, and those that are still being solved.

use super::CHECKERS;
use sheshbesh_network::file::{FileError, io_error};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// A folder of tables, the same as the bearoff's.
#[derive(Clone, Debug)]
pub struct Files {
    folder: PathBuf,
}

impl Files {
    /// A folder, which need not exist yet.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where the table of so many checkers a side is, or would be.
    pub fn table(&self, checkers: u8) -> PathBuf {
        self.folder.join(format!("hypergammon-{checkers}.table"))
    }

    /// Where that which is still being solved is, or would be.
    pub fn unfinished(&self, checkers: u8) -> PathBuf {
        self.folder.join(format!("hypergammon-{checkers}.unfinished"))
    }

    /// How many checkers a side the tables have that are there, whole or not.
    pub fn list(&self) -> Vec<u8> {
        (1..=CHECKERS).filter(|&checkers| self.table(checkers).exists()).collect()
    }

    /// Makes the folder, where there is none.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn create(&self) -> Result<(), FileError> {
        fs::create_dir_all(&self.folder).map_err(io_error("create", &self.folder))
    }
}
