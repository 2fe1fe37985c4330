//! Queries at every score of a match.

use crate::{error::CliError, terminal::progress};
use clap::Args;
use sheshbesh_analysis::EngineId;
use sheshbesh_api::{limits::SCORES_LENGTH, queries::ScoresQuery};
use sheshbesh_evaluator::{Engine, Stop};

/// Option to query every score.
#[derive(Args)]
pub struct Scores {
    /// Answer at every score of a match to this many points, 1 to 25, and for money
    #[arg(
        id = "scores",
        long,
        value_name = "POINTS",
        value_parser = clap::value_parser!(u16).range(1..=i64::from(SCORES_LENGTH)),
        conflicts_with_all = ["length", "money", "jacoby", "beavers", "score", "crawford"]
    )]
    pub length: Option<u16>,
}

/// Runs a query at every score with a progress bar.
pub fn ask_everywhere(
    query: &ScoresQuery,
    engine: &Engine,
    id: EngineId,
) -> Result<sheshbesh_api::Scores, CliError> {
    let bar = progress(0, "scores").with_prefix("scores");
    let answer = query.answer(engine, id, &Stop::never(), &|of| {
        bar.set_length(of as u64);
        bar.inc(1);
    });
    bar.finish_and_clear();
    Ok(answer?)
}
