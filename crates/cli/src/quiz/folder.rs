//! A folder of reports, and what is remembered of their quiz.

use crate::{failure::Failure, reports::reports};
use sheshbesh_analysis::{judged::Document, quiz::Deck};
use sheshbesh_network::{
    file::write_own,
    input::{limit, read_regular},
};
use std::{
    ffi::OsStr,
    io::ErrorKind,
    path::{Path, PathBuf},
};

/// What is remembered.
const DECK: &str = "quiz.json";

/// Where reports are, and `quiz.json` beside them.
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new(path: &Path) -> Self {
        Self(path.to_owned())
    }

    /// All reports, by the names of their files. What is none of ours is passed over; a report that
    /// cannot be read is named, and the others are taken.
    pub(super) fn reports(&self) -> Result<Vec<Document>, Failure> {
        let shown = self.0.display();
        let cannot = |error| Failure::BadInput(format!("cannot read the folder {shown}: {error}"));
        let is_wanted = |path: &Path| path.file_name() != Some(OsStr::new(DECK));
        let found = reports(&self.0, is_wanted).map_err(cannot)?;
        let documents: Vec<Document> = found.into_iter().map(|(_, document)| document).collect();
        if documents.is_empty() {
            return Err(Failure::BadInput(format!(
                "there are no reports in {shown}: shesh analyze FILES --output {shown} writes them"
            )));
        }
        Ok(documents)
    }

    /// What is remembered; nothing where there is no file.
    pub(super) fn deck(&self) -> Result<Deck, Failure> {
        let path = self.0.join(DECK);
        let shown = path.display();
        match read_regular(&path, limit::REPORT) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Deck::default()),
            Err(error) => Err(Failure::BadInput(format!("cannot read {shown}: {error}"))),
            Ok(bytes) => Deck::read(&bytes).map_err(|error| {
                Failure::BadInput(format!("{shown} cannot be used, and stays as it is: {error}"))
            }),
        }
    }

    /// Writes down what is remembered.
    pub(super) fn keep(&self, deck: &Deck) -> Result<(), Failure> {
        write_own(&self.0.join(DECK), deck.to_json().as_bytes()).map_err(Failure::failed)
    }
}
