//! Shared application state: the service, and what schedules and bounds its work.

use crate::{
    Options,
    engine_pool::EnginePool,
    http::{
        budget::{Budget, Budgets},
        static_asset::StaticAsset,
    },
    jobs::Jobs,
};
use rayon::ThreadPoolBuildError;
use sheshbesh_api::Engines;
use sheshbesh_network::Network;
use sheshbesh_service::{MAX_FILE, Service};
use std::{
    path::PathBuf,
    sync::{Arc, OnceLock},
};

/// State shared by all handlers.
pub(crate) struct App {
    /// Routes without HTTP.
    pub(crate) service: Arc<Service>,
    /// Executor for engine requests.
    pub(crate) pool: EnginePool,
    /// Queue of long-running jobs.
    pub(crate) jobs: Jobs,
    pub(crate) budgets: Budgets,
    /// Folder to read the page from, instead of the embedded files.
    pub(crate) page_folder: Option<PathBuf>,
    /// Answer of the constant route `GET /games`, made by the first request.
    pub(crate) games: OnceLock<StaticAsset>,
}

impl App {
    pub(crate) fn new(
        main: &Network,
        others: &[&Network],
        options: Options,
    ) -> Result<Self, ThreadPoolBuildError> {
        let Options {
            weights,
            settings,
            threads,
            seed,
            skill,
            waiting,
            longest_job,
            memory,
            page,
            ..
        } = options;
        let budget = Budget::new(memory);
        let engines = Engines::new(main, others, &weights, settings, threads)?;
        let engine = engines.engine();
        Ok(Self {
            jobs: Jobs::new(engine.with_threads(engine.threads())?, longest_job, budget.clone()),
            pool: EnginePool::new(engine.clone(), waiting),
            service: Arc::new(Service::new(engines, seed).with_skill(skill)),
            page_folder: page,
            games: OnceLock::new(),
            budgets: Budgets {
                bodies: budget.part((budget.total() / 4).max(MAX_FILE)),
                all: budget,
            },
        })
    }
}
