//! A folder of reports, and what is remembered of their quiz.

use crate::{failure::Failure, output::note};
use serde::Deserialize;
use sheshbesh_analysis::{
    judged::{Document, FORMAT},
    quiz::Deck,
};
use sheshbesh_network::file::write_atomically;
use std::{
    ffi::OsStr,
    io::ErrorKind,
    path::{Path, PathBuf},
};

/// What is remembered.
const DECK: &str = "quiz.json";

/// Where reports are, and `quiz.json` beside them.
pub(super) struct Folder(PathBuf);

/// What says whose a file is.
#[derive(Deserialize)]
struct Head {
    format: String,
}

impl Folder {
    pub(super) fn new(path: &Path) -> Self {
        Self(path.to_owned())
    }

    /// All reports, by the names of their files. What is none of ours is passed over; a report that
    /// cannot be read is named, and the others are taken.
    pub(super) fn reports(&self) -> Result<Vec<Document>, Failure> {
        let shown = self.0.display();
        let cannot = |error| Failure::BadInput(format!("cannot read the folder {shown}: {error}"));
        let mut paths = Vec::new();
        for entry in std::fs::read_dir(&self.0).map_err(cannot)? {
            let path = entry.map_err(cannot)?.path();
            let is_json = path.extension().is_some_and(|ending| ending == "json");
            if is_json && path.file_name() != Some(OsStr::new(DECK)) && path.is_file() {
                paths.push(path);
            }
        }
        paths.sort();
        let mut documents = Vec::new();
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            match std::fs::read(&path) {
                Err(error) => note(&format!("{name} is left out: {error}")),
                Ok(bytes) => match serde_json::from_slice::<Document>(&bytes) {
                    Ok(document) if document.format == FORMAT => documents.push(document),
                    Ok(_) => {}
                    Err(error) if is_report(&bytes) => {
                        note(&format!("{name} is left out: it is damaged: {error}"));
                    }
                    Err(_) => {}
                },
            }
        }
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
        match std::fs::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Deck::default()),
            Err(error) => Err(Failure::BadInput(format!("cannot read {shown}: {error}"))),
            Ok(bytes) => Deck::read(&bytes).map_err(|error| {
                Failure::BadInput(format!("{shown} cannot be used, and stays as it is: {error}"))
            }),
        }
    }

    /// Writes down what is remembered.
    pub(super) fn keep(&self, deck: &Deck) -> Result<(), Failure> {
        write_atomically(&self.0.join(DECK), deck.to_json().as_bytes()).map_err(Failure::failed)
    }
}

/// Whether a file says that it is a report, whatever else is wrong with it.
fn is_report(bytes: &[u8]) -> bool {
    match serde_json::from_slice::<Head>(bytes) {
        Ok(head) => head.format == FORMAT,
        // One that was cut off says so at its beginning.
        Err(_) => {
            let head = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]);
            head.contains(&format!("\"format\": \"{FORMAT}\""))
        }
    }
}
