//! File with the results of drills.

use crate::error::CliError;
use sheshbesh_analysis::drill::{Journal, Recent, Session, Topic};
use sheshbesh_network::{
    file::write_own,
    input::{limit, read_regular},
};
use std::{fs, io::ErrorKind, path::PathBuf};

/// File name in the user's data folder.
const NAME: &str = "drills.json";

/// A journal and its file.
pub(super) struct JournalFile {
    path: PathBuf,
    journal: Journal,
}

impl JournalFile {
    /// Reads a journal; a file that does not exist is an empty one.
    pub(super) fn open(path: PathBuf) -> Result<Self, CliError> {
        let shown = path.display();
        let journal = match read_regular(&path, limit::REPORT) {
            Err(error) if error.kind() == ErrorKind::NotFound => Journal::default(),
            Err(error) => {
                return Err(CliError::BadInput(format!("cannot read {shown}: {error}")));
            }
            Ok(bytes) => Journal::read(&bytes).map_err(|error| {
                CliError::BadInput(format!("cannot use {shown}, which is kept unchanged: {error}"))
            })?,
        };
        Ok(Self { path, journal })
    }

    /// The journal in the user's data folder; `None` if the user has no such folder.
    pub(super) fn of_user() -> Result<Option<Self>, CliError> {
        let Some(folder) = dirs::data_dir() else { return Ok(None) };
        Self::open(folder.join("sheshbesh").join(NAME)).map(Some)
    }

    /// Sums up the last sessions of a topic.
    pub(super) fn recent(&self, topic: Topic) -> Option<Recent> {
        self.journal.recent(topic)
    }

    /// Adds a session, and writes the file.
    pub(super) fn add(self, session: Session) -> Result<(), CliError> {
        // Another session may have ended since this one began.
        let mut file = Self::open(self.path)?;
        file.journal.add(session);
        if let Some(folder) = file.path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(|error| {
                CliError::Failed(format!("cannot create {}: {error}", folder.display()))
            })?;
        }
        write_own(&file.path, file.journal.to_json().as_bytes()).map_err(CliError::failed)
    }
}
