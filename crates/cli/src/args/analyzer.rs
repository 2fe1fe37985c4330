//! Analyzer of decisions, with the same settings for every command.

use super::tables::open_tables;
use sheshbesh_analysis::{
    EngineId,
    match_analysis::{MatchAnalyzer, Preset},
};
use sheshbesh_api::limits::DEFAULT_CACHE_MB;
use sheshbesh_evaluator::{
    EvaluationCache, Evaluator, FilterName, Settings, Stop, cube::MatchEquities,
};
use sheshbesh_network::Network;
use std::sync::Arc;

/// Size of the evaluation cache in MB.
const CACHE: usize = DEFAULT_CACHE_MB as usize;

/// Settings of an analyzer.
pub struct AnalyzerSettings {
    /// Search depth preset.
    pub preset: Preset,
    /// Match equity tables.
    pub equities: MatchEquities,
    /// True to evaluate without the exact tables.
    pub no_tables: bool,
    /// True to rate as eXtreme Gammon does in special cases.
    pub as_xg: bool,
    /// Cancels an analysis.
    pub stop: Stop,
}

impl AnalyzerSettings {
    /// Settings of a preset, with defaults for the rest.
    pub fn new(preset: Preset, no_tables: bool) -> Self {
        let equities = MatchEquities::default();
        Self { preset, equities, no_tables, as_xg: false, stop: Stop::never() }
    }

    /// Creates an analyzer from a network, called `name` in documents, and other networks for games
    /// that this one does not know.
    pub fn build(self, network: &Network, others: &[&Network], name: &str) -> MatchAnalyzer {
        let settings = Settings {
            // Errors are small differences of equity, which need a wide filter for the replies.
            filter: FilterName::Wide.filter(),
            tables: (!self.no_tables).then(open_tables),
            cache: Some(Arc::new(EvaluationCache::new(CACHE))),
            equities: self.equities,
            stop: self.stop,
            ..Settings::default()
        };
        let evaluator = Evaluator::with_others(network, others, settings);
        let identify = |network: &&Network| EngineId::with_network(name, network);
        let others: Vec<EngineId> = others.iter().map(identify).collect();
        let id = identify(&network).beside(&others);
        MatchAnalyzer::sharing(&evaluator, id, self.preset, self.as_xg)
    }
}

/// Parses a loss of equity: a number from 0.
pub fn parse_loss(text: &str) -> Result<f64, String> {
    let loss = text.parse().ok().filter(|loss: &f64| loss.is_finite() && *loss >= 0.0);
    loss.ok_or_else(|| format!("invalid loss {text:?}: expected a number such as 0.02"))
}
