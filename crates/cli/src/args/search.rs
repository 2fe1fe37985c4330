//! Search settings: depth, move filter, cache and cube use.

use super::tables::open_tables;
use crate::terminal::note;
use clap::Args;
use sheshbesh_api::{
    limits::{CACHE_MB, DEFAULT_CACHE_MB},
    queries::SearchOptions,
};
use sheshbesh_evaluator::{Depth, EvaluationCache, EvaluationLevel, FilterName, Settings};
use std::sync::Arc;

/// Evaluation level of an engine that plays games.
#[derive(Args)]
pub struct Ply {
    /// Search depth in plies: 1 is the network alone, 2 adds all replies, and so on
    /// (GNU Backgammon counts one less); or a truncated rollout: rollout1, rollout2, rollout3
    #[arg(long = "ply", value_name = "N", default_value_t = EvaluationLevel::Search(Depth::ONE))]
    pub level: EvaluationLevel,
}

/// Evaluation level of a query about one position.
#[derive(Args)]
pub struct QueryPly {
    /// Search depth in plies: 1 is the network alone, 2 adds all replies, and so on
    /// (GNU Backgammon counts one less); or a truncated rollout: rollout1, rollout2, rollout3
    /// [default: 3; 2 in tabula]
    #[arg(long, value_name = "N")]
    pub ply: Option<EvaluationLevel>,
}

/// Choice between cubeful and cubeless evaluation.
#[derive(Args)]
pub struct CubeUse {
    /// Use cubeful equity; no effect, since it is the default in games with a cube
    #[arg(long)]
    cubeful: bool,
    /// Use cubeless equity
    #[arg(long, conflicts_with = "cubeful")]
    cubeless: bool,
}

impl CubeUse {
    /// Returns the choice, if one was made.
    pub fn choice(&self) -> Option<bool> {
        if self.cubeless { Some(false) } else { self.cubeful.then_some(true) }
    }
}

/// Search options.
#[derive(Args)]
pub struct Search {
    /// Move filter: narrow, normal, wide, or none to search every play
    /// [default: normal; none for evaluate]
    #[arg(long, value_name = "NAME")]
    pub filter: Option<FilterName>,
    /// Evaluation cache size in MB, up to 65536; 0 disables it (results do not change)
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_CACHE_MB, value_parser = clap::value_parser!(u32).range(0..=i64::from(CACHE_MB)))]
    pub cache: u32,
    /// Do not use the exact tables for the bearoff and Hypergammon
    #[arg(long)]
    pub no_tables: bool,
}

impl Search {
    /// Search options of a query.
    pub fn options(
        &self,
        level: Option<EvaluationLevel>,
        cube_use: Option<&CubeUse>,
    ) -> SearchOptions {
        let cubeful = cube_use.and_then(CubeUse::choice);
        SearchOptions { level, filter: self.filter, cubeful }
    }

    /// Evaluator settings for cubeless money play with these options.
    pub fn settings(&self) -> Settings {
        Settings {
            filter: self.filter.unwrap_or_default().filter(),
            tables: (!self.no_tables).then(open_tables),
            cache: (self.cache > 0).then(|| self.evaluation_cache()),
            parallel: true,
            cubeful: false,
            ..Settings::default()
        }
    }
}

impl Search {
    /// Creates the evaluation cache; prints a note if there is not enough memory.
    fn evaluation_cache(&self) -> Arc<EvaluationCache> {
        let cache = EvaluationCache::new(self.cache as usize);
        if !cache.make() {
            note(&format!(
                "not enough memory for a cache of {} MB: searches run without it, more slowly",
                self.cache
            ));
        }
        Arc::new(cache)
    }
}
