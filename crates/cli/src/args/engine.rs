//! Engine of a query about one position.

use super::{Search, StakesArgs, Weights};
use crate::error::CliError;
use sheshbesh_analysis::EngineId;
use sheshbesh_evaluator::{Engine, Settings};
use sheshbesh_movegen::Situation;

/// Opens the engine for a query about a situation, with notes on limitations of its evaluations.
/// Searches use the global threads. The ID names the network only if `identified`, since its
/// checksum takes longer than a shallow search.
pub fn open_engine(
    situation: &Situation,
    stakes: &StakesArgs,
    search: &Search,
    weights: &Weights,
    identified: bool,
) -> Result<(Engine, EngineId), CliError> {
    let network = weights.network_for(situation)?;
    let settings = Settings { equities: stakes.equities()?, ..search.settings() };
    let id = if identified { weights.id(&network) } else { EngineId::program() };
    Ok((Engine::on_shared_threads(&network, settings), id))
}
