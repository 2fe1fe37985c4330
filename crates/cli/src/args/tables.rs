//! Exact tables for the bearoff and Hypergammon, and their folder.

use crate::{error::CliError, terminal::note};
use clap::Args;
use sheshbesh_evaluator::bearoff::{Cache, Tables};
use std::{path::PathBuf, sync::Arc};

/// Returns the tables in the user's cache folder. The bearoff tables are read or built on first
/// use; the Hypergammon table is read if it exists.
pub fn open_tables() -> Arc<Tables> {
    let cache =
        Cache::of_user().unwrap_or_else(|| Cache::new(std::env::temp_dir().join("sheshbesh")));
    Arc::new(Tables::cached(cache, |error| {
        note(&format!("cannot read or write a table file: {error}"));
    }))
}

/// Location of the tables.
#[derive(Args)]
pub struct CacheFolder {
    /// Folder of the tables [default: the user's cache folder]
    #[arg(long, global = true, value_name = "FOLDER")]
    cache: Option<PathBuf>,
}

impl CacheFolder {
    /// Returns the folder.
    pub fn cache(&self) -> Result<Cache, CliError> {
        let named = self.cache.as_ref().map(Cache::new);
        named.or_else(Cache::of_user).ok_or_else(|| {
            CliError::Failed("no user cache folder found: name a folder with --cache".to_owned())
        })
    }
}
