//! Writes analyzed matches to match files, with the analysis as annotations.

use super::MatchError;
use crate::{
    error::CliError,
    files::{check_new, format_of, number_file},
    terminal::note,
};
use sheshbesh_analysis::match_analysis::AnalyzedMatch;
use sheshbesh_matchfile::{Match, WriteFormat, describe_export_loss, write};
use sheshbesh_movegen::listed;
use sheshbesh_network::file::write_atomically;
use std::path::{Path, PathBuf};

/// The match files to write.
pub(super) struct Export {
    path: PathBuf,
    format: WriteFormat,
    force: bool,
    /// Annotated matches, each with its name in messages.
    records: Vec<(String, Match)>,
}

impl Export {
    /// Prepares the export to a file; its extension selects the format.
    ///
    /// # Errors
    /// If no format has the extension, or if the file exists and `force` is not set.
    pub(super) fn new(path: &Path, force: bool) -> Result<Self, CliError> {
        let format = format_of(path).ok_or_else(|| {
            let formats = listed(&WriteFormat::ALL.map(WriteFormat::name));
            let shown = path.display();
            CliError::BadInput(format!("cannot write {shown}: unknown extension; use {formats}"))
        })?;
        check_new(path, force)?;
        Ok(Self { path: path.to_owned(), format, force, records: Vec::new() })
    }

    /// Rejects a match that the format would mislead about, before it is analyzed.
    pub(super) fn check(&self, shown: &str, record: &Match) -> Result<(), MatchError> {
        match self.format.misleads(record) {
            Some(why) => Err(MatchError::NotAnalyzed(format!("{shown}: {why}"))),
            None => Ok(()),
        }
    }

    /// Adds an analyzed match.
    pub(super) fn add(&mut self, shown: String, record: &Match, analyzed: &AnalyzedMatch) {
        self.records.push((shown, analyzed.annotate(record)));
    }

    /// Writes a file for each match, numbered if there are several. Notes list everything that the
    /// format cannot store.
    pub(super) fn write(&self) -> Result<(), CliError> {
        let count = self.records.len() as u64;
        let paths: Vec<PathBuf> = match count {
            1 => vec![self.path.clone()],
            _ => (1..=count).map(|number| number_file(&self.path, number, count)).collect(),
        };
        for path in &paths {
            check_new(path, self.force)?;
        }
        for (path, (shown, record)) in paths.iter().zip(&self.records) {
            let text = write(record, self.format);
            if let Some(lost) = describe_export_loss(record, self.format, &text) {
                note(&format!("{shown}: {lost}"));
            }
            write_atomically(path, text.as_bytes()).map_err(CliError::failed)?;
        }
        Ok(())
    }
}
