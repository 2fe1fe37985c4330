//! Reads matches, and applies the rules of the command line to them.

use super::{Analyze, MatchError, Switch};
use crate::files::read_match_file_unless;
use sheshbesh_matchfile::{Options, Reading, read_all};
use std::{
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

/// A match that rank 0 broadcasts: its index in its file, and the contents of the file.
pub(super) type SentMatch = (u64, Vec<u8>);

/// A match read from a file.
pub(super) struct Input {
    /// File name as given, with the match's number if the file has several.
    pub(super) shown: String,
    pub(super) path: PathBuf,
    pub(super) bytes: Vec<u8>,
    pub(super) reading: Reading,
    /// Note about options that do not fully apply to this match.
    pub(super) note: Option<String>,
}

impl Analyze {
    /// Reads the matches of a file.
    ///
    /// # Errors
    /// Fails if the stop flag is set, or if the file has no readable match.
    pub(super) fn read_inputs(
        &self,
        path: &Path,
        stop: &AtomicBool,
    ) -> Result<Vec<Input>, MatchError> {
        let bytes = read_match_file_unless(stop, path).ok_or(MatchError::Cancelled)?;
        bytes.and_then(|bytes| self.parse_inputs(path, &bytes)).map_err(MatchError::NotAnalyzed)
    }

    /// Parses the matches in the bytes of a file.
    fn parse_inputs(&self, path: &Path, bytes: &[u8]) -> Result<Vec<Input>, String> {
        let shown = path.display().to_string();
        let options =
            Options { game: self.game.game(), money: self.money, encoding: self.encoding };
        let readings = read_all(bytes, &options).map_err(|error| format!("{shown}: {error}"))?;
        let inputs = readings.into_iter().map(|reading| {
            let shown = reading.name(&shown);
            self.apply_rules(shown, path, bytes, reading)
        });
        Ok(inputs.collect())
    }

    /// Applies the rules of the command line to a match.
    fn apply_rules(&self, shown: String, path: &Path, bytes: &[u8], mut reading: Reading) -> Input {
        let rules = &mut reading.record.rules;
        if let Some(switch) = self.jacoby {
            rules.jacoby = Some(matches!(switch, Switch::On));
        }
        if let Some(switch) = self.beavers {
            rules.beavers = Some(matches!(switch, Switch::On));
        }
        let record = &mut reading.record;
        let agreed = self.scoring.filter(|&scoring| record.customs.scoring != Some(scoring));
        let uncounted = agreed.filter(|&scoring| !record.rescore(scoring));
        let note = uncounted.map(|scoring| {
            format!(
                "{shown}: evaluated with scoring {scoring}; points and scores stay as in the file"
            )
        });
        Input { shown, path: path.to_owned(), bytes: bytes.to_vec(), reading, note }
    }

    /// Reads a match that rank 0 has broadcast.
    pub(super) fn read_sent_match(&self, (index, bytes): &SentMatch) -> Option<Input> {
        let inputs = self.parse_inputs(Path::new(""), bytes).ok()?;
        inputs.into_iter().nth(usize::try_from(*index).ok()?)
    }
}
