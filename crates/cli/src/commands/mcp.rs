//! `shesh mcp`: server of the Model Context Protocol on stdin and stdout.

use crate::{
    args::{Weights, open_tables},
    error::CliError,
};
use clap::Args;
use sheshbesh_api::{Engines, limits::DEFAULT_CACHE_MB};
use sheshbesh_evaluator::{EvaluationCache, Settings};
use sheshbesh_mcp::Server;
use std::{sync::Arc, time::Duration};

/// Default time limit of a tool in seconds.
const TIME_LIMIT: u32 = 60;

/// Serve assistants by the Model Context Protocol (MCP) on stdin and stdout
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh mcp                                 an assistant starts it
  shesh mcp --weights weights/backgammon/strong.weights
  shesh mcp --time-limit 300                allow longer analyses

Tools: best_plays, cube_action, evaluate, explain, legal_plays, read_position,
analyze_match. They only read; analyze_match opens a file that a call names.

The configuration of most assistants:
  { \"mcpServers\": { \"shesh\": { \"command\": \"shesh\", \"args\": [\"mcp\"] } } }")]
pub struct Mcp {
    /// Time limit of a tool in seconds; a longer analysis ends with an error
    #[arg(long, value_name = "SECONDS", default_value_t = TIME_LIMIT, value_parser = clap::value_parser!(u32).range(1..))]
    time_limit: u32,
    #[command(flatten)]
    weights: Weights,
}

impl Mcp {
    pub fn run(&self, threads: Option<u16>) -> Result<(), CliError> {
        let networks = self.weights.networks()?;
        let settings = Settings {
            tables: Some(open_tables()),
            cache: Some(Arc::new(EvaluationCache::new(DEFAULT_CACHE_MB as usize))),
            cubeful: false,
            ..Settings::default()
        };
        let threads = threads.map_or(0, usize::from);
        let (main, others) = (networks.main(), networks.others());
        let engines = Engines::new(main, &others, &self.weights.name(), settings, threads)
            .map_err(|error| CliError::Failed(format!("cannot start threads: {error}")))?;
        let server = Server::new(engines, Duration::from_secs(self.time_limit.into()));
        server.serve_stdio().map_err(CliError::failed)
    }
}
