//! Writes analyzed matches to match files, with the analysis as annotations.

use super::MatchError;
use crate::{
    error::CliError,
    files::{check_new, export_format_of, number_file},
    terminal::note,
};
use sheshbesh_analysis::match_analysis::AnalyzedMatch;
use sheshbesh_matchfile::{ExportFormat, ExportLosses, Match};
use sheshbesh_network::file::write_atomically;
use std::path::{Path, PathBuf};

/// The match files to write.
pub(super) struct Export {
    path: PathBuf,
    format: ExportFormat,
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
        let format = export_format_of(path).ok_or_else(|| {
            let shown = path.display();
            let message = "unknown extension; use mat, sgf, json, ogxm or txt";
            CliError::BadInput(format!("cannot write {shown}: {message}"))
        })?;
        check_new(path, force)?;
        Ok(Self { path: path.to_owned(), format, force, records: Vec::new() })
    }

    /// Rejects a match that the format cannot store, before it is analyzed.
    pub(super) fn check(&self, shown: &str, record: &Match) -> Result<(), MatchError> {
        let check = self.format.check(record);
        check.map_err(|error| MatchError::NotAnalyzed(format!("{shown}: {error}")))
    }

    /// Rejects files of an earlier export of several matches, before these are analyzed. The number
    /// of matches is not known yet, so it looks for the first file with each number of digits.
    pub(super) fn check_numbered_files(&self) -> Result<(), CliError> {
        [9, 99, 999, 9999]
            .into_iter()
            .try_for_each(|count| check_new(&number_file(&self.path, 1, count), self.force))
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
            let bytes = self.format.export(&[record]);
            let bytes = bytes.map_err(|error| CliError::BadInput(format!("{shown}: {error}")))?;
            if let Some(lost) = ExportLosses::find_in(record, self.format, &bytes) {
                note(&format!("{shown}: {lost}"));
            }
            write_atomically(path, &bytes).map_err(CliError::failed)?;
        }
        Ok(())
    }
}
