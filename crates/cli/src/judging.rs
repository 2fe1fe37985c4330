//! Who judges decisions: the same judge for every command that asks one.

use crate::options::tables;
use sheshbesh_analysis::{
    judged::{Judge, Preset},
    verdicts::EngineId,
};
use sheshbesh_evaluator::{
    EvaluationCache, Evaluator, FilterName, Settings, Stop, cube::MatchEquityTable,
};
use sheshbesh_network::Network;
use std::sync::Arc;

/// Megabytes that remember what has been searched.
const CACHE: usize = 64;

/// What a judge can be told.
pub struct Judging {
    /// How thoroughly.
    pub preset: Preset,
    /// Match equities that govern scores.
    pub equities: Arc<MatchEquityTable>,
    /// Do without the exact tables of the bearoff.
    pub no_tables: bool,
    /// Count as eXtreme Gammon does in special cases.
    pub as_xg: bool,
    /// Ends a judgement.
    pub stop: Stop,
}

impl Judging {
    /// Of a preset, with nothing special.
    pub fn of(preset: Preset, no_tables: bool) -> Self {
        let equities = MatchEquityTable::kazaross_xg2();
        Self { preset, equities, no_tables, as_xg: false, stop: Stop::never() }
    }

    /// The judge with a network that documents call so, and with others for games that it does not
    /// know.
    pub fn judge(self, network: &Network, others: &[&Network], name: &str) -> Judge {
        let settings = Settings {
            // Errors are small differences: replies are looked at closely.
            filter: FilterName::Wide.filter(),
            tables: (!self.no_tables).then(tables),
            cache: Some(Arc::new(EvaluationCache::new(CACHE))),
            equities: self.equities,
            stop: self.stop,
            ..Settings::default()
        };
        let evaluator = Evaluator::with_others(network, others, settings);
        let named = |network: &&Network| EngineId::with_network(name, network);
        let others: Vec<EngineId> = others.iter().map(named).collect();
        let id = named(&network).beside(&others);
        Judge::sharing(&evaluator, id, self.preset, self.as_xg)
    }
}

/// A loss of equity that somebody says.
pub fn loss(text: &str) -> Result<f64, String> {
    let loss = text.parse().ok().filter(|loss: &f64| loss.is_finite() && *loss >= 0.0);
    loss.ok_or_else(|| format!("{text:?} is no loss: write it like 0.02"))
}
