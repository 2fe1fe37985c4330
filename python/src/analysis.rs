//! Analysis of match files.

use crate::{
    engine::Engine,
    errors::{failed, nonsense},
    interrupt::interruptible,
    position,
    unsigned::Unsigned,
};
use pyo3::prelude::*;
use sheshbesh_analysis::match_analysis::{
    AnalysisError, AnalysisSettings, AnalyzedMatch, Choice, Document, MatchAnalyzer, Preset,
    UnknownPreset,
};
use sheshbesh_evaluator::Stop;
use sheshbesh_matchfile::{Options, TextEncoding, read_all};

/// Analyzes the matches of a file, in any format that `shesh convert` reads. Returns the JSON
/// document of `shesh analyze --json`.
#[pyfunction]
#[pyo3(signature = (engine, file, name, preset, game, money, mistakes, encoding))]
#[expect(clippy::too_many_arguments, reason = "the package around it names and describes them")]
pub(crate) fn analyze(
    py: Python<'_>,
    engine: &Engine,
    file: &[u8],
    name: &str,
    preset: &str,
    game: &str,
    money: bool,
    mistakes: Unsigned<usize>,
    encoding: Option<&str>,
) -> PyResult<String> {
    let game = position::parse_game(game)?;
    let preset: Preset = preset.parse().map_err(|error: UnknownPreset| nonsense(error))?;
    let encoding = encoding.map(str::parse::<TextEncoding>).transpose().map_err(nonsense)?;
    let of_file = |problem: &dyn std::fmt::Display| nonsense(format_args!("{name}: {problem}"));
    if file.is_empty() {
        return Err(of_file(&"the file is empty"));
    }
    let readings = py.detach(|| read_all(file, &Options { game, money, encoding }));
    let readings = readings.map_err(|error| of_file(&error))?;
    let engines = engine.engines()?;
    let mut ids = Vec::new();
    for reading in &readings {
        ids.push(engines.id_of(reading.record.game).map_err(|error| of_file(&error))?);
    }
    interruptible(py, |stop| {
        let engine = engines.engine();
        let mut document: Option<(AnalysisSettings, Vec<AnalyzedMatch>)> = None;
        for (reading, id) in readings.iter().zip(&ids) {
            let evaluator = engine.evaluator(&Stop::never());
            let judge = MatchAnalyzer::sharing(&evaluator, id.clone(), preset, false);
            let judge = judge.with_stop(stop.clone());
            let choice = Choice { errors: judge.settings().thresholds.error, most: mistakes.0 };
            let judged = engine.install(|| {
                let mut judged = judge.analyze(&reading.name(name), file, reading, &|_| {})?;
                judge.explain(&mut judged, &choice)?;
                Ok(judged)
            });
            let judged = judged.map_err(|error: AnalysisError| of_file(&error))?;
            document.get_or_insert_with(|| (judge.settings().clone(), Vec::new())).1.push(judged);
        }
        let (judges, judged) = document.ok_or_else(|| of_file(&"there is no game in it"))?;
        serde_json::to_string(&Document::new(judges, judged)).map_err(failed)
    })
}
