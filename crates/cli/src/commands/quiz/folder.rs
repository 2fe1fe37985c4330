//! A folder of reports with the state of its quiz.

use crate::{error::CliError, files::read_reports};
use sheshbesh_analysis::{match_analysis::Document, quiz::Deck};
use sheshbesh_network::{
    file::write_own,
    input::{limit, read_regular},
};
use std::{
    ffi::OsStr,
    io::ErrorKind,
    path::{Path, PathBuf},
};

/// File name of the deck of cards.
const DECK: &str = "quiz.json";

/// A folder of reports and of `quiz.json`.
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new(path: &Path) -> Self {
        Self(path.to_owned())
    }

    /// Reads all reports, sorted by file name. Other files are ignored. A report that cannot be
    /// read is skipped with a note.
    ///
    /// # Errors
    /// Fails if there are no reports.
    pub(super) fn read_reports(&self) -> Result<Vec<Document>, CliError> {
        let shown = self.0.display();
        let to_error =
            |error| CliError::BadInput(format!("cannot read the folder {shown}: {error}"));
        let is_wanted = |path: &Path| path.file_name() != Some(OsStr::new(DECK));
        let found = read_reports(&self.0, is_wanted).map_err(to_error)?;
        let documents: Vec<Document> = found.into_iter().map(|(_, document)| document).collect();
        if documents.is_empty() {
            return Err(CliError::BadInput(format!(
                "no reports in {shown}: write them with: shesh analyze FILES --output {shown}"
            )));
        }
        Ok(documents)
    }

    /// Reads the deck of cards; an empty deck if there is no file.
    pub(super) fn read_deck(&self) -> Result<Deck, CliError> {
        let path = self.0.join(DECK);
        let shown = path.display();
        match read_regular(&path, limit::REPORT) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Deck::default()),
            Err(error) => Err(CliError::BadInput(format!("cannot read {shown}: {error}"))),
            Ok(bytes) => Deck::read(&bytes).map_err(|error| {
                CliError::BadInput(format!("cannot use {shown}, which is kept unchanged: {error}"))
            }),
        }
    }

    /// Writes the deck of cards.
    pub(super) fn write_deck(&self, deck: &Deck) -> Result<(), CliError> {
        write_own(&self.0.join(DECK), deck.to_json().as_bytes()).map_err(CliError::failed)
    }
}
