//! Analyzes a match and reports it in Markdown.

use serde::Deserialize;
use sheshbesh_analysis::match_analysis::{Choice, Document, Preset};
use sheshbesh_api::{Engines, QueryError, limits::MATCH_FILE};
use sheshbesh_evaluator::Stop;
use sheshbesh_matchfile::{Options, read_all};
use sheshbesh_movegen::Game;
use sheshbesh_report::text::{Layout, render_document};
use std::path::PathBuf;
use utoipa::ToSchema;

/// Default number of listed mistakes of a match.
const MISTAKES: u16 = 10;

/// Minimum loss of a listed mistake, in EMG.
const SMALLEST_ERROR: f64 = 0.02;

/// A match to analyze.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MatchRequest {
    /// Contents of the match file, or position IDs, one a line.
    text: Option<String>,
    /// Path of a match file on this computer, instead of `text`.
    #[schema(value_type = Option<String>)]
    file: Option<PathBuf>,
    /// Game, if the file does not name one. Default: `backgammon`.
    game: Option<String>,
    /// Analysis preset, from fast to thorough: `quick` (1-ply), `standard` (2-ply, and 3-ply where
    /// needed), `deep`, `world-class`. Default: `standard`, which takes seconds for a match.
    preset: Option<String>,
    /// Maximum number of listed mistakes of a match. Default: 10.
    mistakes: Option<u16>,
}

impl MatchRequest {
    /// Analyzes the matches of the file. Returns the report.
    ///
    /// # Errors
    /// When the file cannot be read or analyzed, a name is unknown, or `stop` ends the analysis.
    pub(crate) fn report(&self, engines: &Engines, stop: &Stop) -> Result<String, QueryError> {
        let preset: Preset = match &self.preset {
            Some(name) => name.parse().map_err(QueryError::invalid)?,
            None => Preset::default(),
        };
        let game: Game = match &self.game {
            Some(name) => name.parse().map_err(QueryError::invalid)?,
            None => Game::default(),
        };
        let (name, bytes) = self.read()?;
        let options = Options { game, ..Options::default() };
        let readings = read_all(&bytes, &options)
            .map_err(|error| QueryError::nonsense(format!("{name}: {error}")))?;

        let analyzer = engines.match_analyzer().with_preset(preset).with_stop(stop.clone());
        let choice =
            Choice { errors: SMALLEST_ERROR, most: usize::from(self.mistakes.unwrap_or(MISTAKES)) };
        let mut matches = Vec::new();
        let mut described = None;
        for reading in &readings {
            let id = engines.id_of(reading.record.game).map_err(QueryError::invalid)?;
            let analyzer = analyzer.with_id(id);
            let shown = reading.name(&name);
            let failed = |error| QueryError::nonsense(format!("{shown}: {error}"));
            let mut analyzed =
                analyzer.analyze(&shown, &bytes, reading, &|_| ()).map_err(failed)?;
            analyzer.explain(&mut analyzed, &choice).map_err(failed)?;
            described.get_or_insert_with(|| analyzer.settings().clone());
            matches.push(analyzed);
        }
        let settings = described
            .ok_or_else(|| QueryError::nonsense(format!("{name}: there is no match in it")))?;
        Ok(render_document(&Document::new(settings, matches), Layout::Markdown, &choice))
    }

    /// Reads the match. Returns its name and its bytes.
    fn read(&self) -> Result<(String, Vec<u8>), QueryError> {
        match (&self.text, &self.file) {
            (Some(text), None) if text.len() > MATCH_FILE => Err(too_large("the text")),
            (Some(text), None) => Ok(("match".to_owned(), text.clone().into_bytes())),
            (None, Some(path)) => {
                let shown = path.display().to_string();
                let unreadable =
                    |error| QueryError::nonsense(format!("cannot read {shown}: {error}"));
                let found = path.metadata().map_err(unreadable)?;
                if !found.is_file() {
                    return Err(QueryError::nonsense(format!("{shown} is not a file")));
                }
                if found.len() > MATCH_FILE as u64 {
                    return Err(too_large(&shown));
                }
                let bytes = std::fs::read(path).map_err(unreadable)?;
                let name = path.file_name().map_or(shown, |name| name.to_string_lossy().into());
                Ok((name, bytes))
            }
            _ => Err(QueryError::nonsense("give either text or file")),
        }
    }
}

fn too_large(name: &str) -> QueryError {
    QueryError::nonsense(format!("{name} is larger than {} MB", MATCH_FILE >> 20))
}
