//! Writes analyzed matches to match files, with the analysis as annotations.

use super::MatchError;
use crate::{
    error::CliError,
    files::{check_new, export_format_of, number_file},
    terminal::note,
};
use sheshbesh_analysis::match_analysis::AnalyzedMatch;
use sheshbesh_matchfile::{Entry, Event, ExportFormat, ExportLosses, GameRecord, Match};
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
        if are_positions(record) && !self.format.stores_positions() {
            let format = self.format;
            let message = "cannot store answers to positions: save them as .txt or .json";
            return Err(MatchError::NotAnalyzed(format!("{shown}: {format} {message}")));
        }
        let check = self.format.check(record);
        check.map_err(|error| MatchError::NotAnalyzed(format!("{shown}: {error}")))
    }

    /// Rejects files of an earlier export of several matches, before these are analyzed. The number
    /// of matches is not known yet, so it looks for the first file with each number of digits.
    pub(super) fn check_numbered_files(&self) -> Result<(), CliError> {
        if self.is_one_file() {
            return Ok(());
        }
        [9, 99, 999, 9999]
            .into_iter()
            .try_for_each(|count| check_new(&number_file(&self.path, 1, count), self.force))
    }

    /// Adds an analyzed match.
    pub(super) fn add(&mut self, shown: String, record: &Match, analyzed: &AnalyzedMatch) {
        self.records.push((shown, analyzed.annotate(record)));
    }

    /// True if all matches are written to one file: a list of positions.
    fn is_one_file(&self) -> bool {
        self.format == ExportFormat::XgText
    }

    /// Writes a file for each match, numbered if there are several, or one file of positions. Notes
    /// list the numbered files and everything that the format cannot store.
    pub(super) fn write(&self) -> Result<(), CliError> {
        if self.is_one_file() {
            let records: Vec<&Match> = self.records.iter().map(|(_, record)| record).collect();
            let bytes = self.format.export(&records);
            let shown = self.path.display();
            let bytes = bytes.map_err(|error| CliError::BadInput(format!("{shown}: {error}")))?;
            check_new(&self.path, self.force)?;
            return write_atomically(&self.path, &bytes).map_err(CliError::failed);
        }
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
        if let [first, .., last] = &paths[..] {
            note(&format!("wrote {count} files, {} to {}", first.display(), last.display()));
        }
        Ok(())
    }
}

/// True if nobody has played in a record: it has positions, and possibly doubles to be answered.
fn are_positions(record: &Match) -> bool {
    let is_set_up = |entry: &Entry| {
        matches!(
            entry.event,
            Event::SetBoard(_) | Event::SetCube { .. } | Event::SetDice(_) | Event::Double
        )
    };
    let is_open = |game: &GameRecord| game.result.is_none() && game.entries.iter().all(is_set_up);
    !record.games.is_empty() && record.games.iter().all(is_open)
}
