//! Executor for engine requests: runs them off the connection threads and limits their number.

use sheshbesh_evaluator::{Engine, Stop};
use sheshbesh_service::{ApiError, HttpError};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout_at,
};

/// Maximum time for a response, waiting and search together.
const TIME_LIMIT: Duration = Duration::from_secs(60);
/// Time for running requests to finish at shutdown.
const SHUTDOWN_DELAY: Duration = Duration::from_secs(3);

/// Runs engine requests and short tasks.
pub(crate) struct EnginePool {
    engine: Engine,
    /// One permit for each accepted request, waiting or running.
    permits: Arc<Semaphore>,
    /// One permit for each running request. There are more than processors, so quick requests can
    /// overtake slow ones.
    turns: Arc<Semaphore>,
    /// One permit for each running task that does not use the engine, so searches do not delay
    /// play.
    light_turns: Arc<Semaphore>,
    shutdown: ShutdownFlag,
}

/// Flag that is set at shutdown.
#[derive(Clone, Debug, Default)]
struct ShutdownFlag(Arc<AtomicBool>);

impl EnginePool {
    /// Creates an executor; `waiting` is the maximum number of waiting requests.
    pub(crate) fn new(engine: Engine, waiting: usize) -> Self {
        let turns = 2 * engine.threads();
        Self {
            engine,
            permits: Arc::new(Semaphore::new((turns + waiting).min(Semaphore::MAX_PERMITS))),
            turns: Arc::new(Semaphore::new(turns)),
            light_turns: Arc::new(Semaphore::new(turns)),
            shutdown: ShutdownFlag::default(),
        }
    }

    /// Runs a CPU-bound query on the engine. Dropping the future, as when the client disconnects,
    /// stops the query. So does the time limit.
    ///
    /// # Errors
    /// Errors of the query, too many waiting requests, or an exceeded time limit.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Engine, &Stop) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let permit = self.admit()?;
        let deadline = Instant::now() + TIME_LIMIT;
        let disconnected = SetOnDrop(Arc::new(AtomicBool::new(false)));
        let turn = Arc::clone(&self.turns).acquire_owned();
        let turn = timeout_at(deadline.into(), turn)
            .await
            .map_err(|_| ApiError::busy(HttpError::Busy, 5))?;
        let turn = turn.map_err(ApiError::internal)?;
        let shutdown = Stop::on(Arc::clone(&self.shutdown.0));
        let stop =
            Stop::on(Arc::clone(&disconnected.0)).or(Stop::at(deadline)).or(shutdown.clone());
        let engine = self.engine.clone();
        let task = tokio::task::spawn_blocking(move || {
            // Permits are held until the work ends, even if nobody waits for the result any more.
            let _permits = (permit, turn);
            let answer = query(&engine, &stop);
            // A stopped query returns incomplete results.
            if Instant::now() >= deadline {
                return Err(ApiError::unavailable(HttpError::TooSlow(TIME_LIMIT)));
            }
            if shutdown.is_due() {
                return Err(ApiError::unavailable(HttpError::ShuttingDown));
            }
            answer
        });
        let answer = task.await;
        drop(disconnected);
        answer.unwrap_or_else(|_| Err(ApiError::failed(HttpError::Panicked)))
    }

    /// Runs a short task that does not use the engine; searches do not delay it.
    ///
    /// # Errors
    /// Errors of the task, or too many waiting requests.
    pub(crate) async fn run_light<T: Send + 'static>(
        &self,
        task: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let permit = self.admit()?;
        let turn =
            Arc::clone(&self.light_turns).acquire_owned().await.map_err(ApiError::internal)?;
        let done = tokio::task::spawn_blocking(move || {
            let _permits = (permit, turn);
            task()
        });
        done.await.unwrap_or_else(|_| Err(ApiError::failed(HttpError::Panicked)))
    }

    /// Takes a permit for a request, waiting or running.
    fn admit(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        let full = |_| ApiError::busy(HttpError::RequestsWaiting, 1);
        Arc::clone(&self.permits).try_acquire_owned().map_err(full)
    }

    /// Begins the shutdown: queries still running after a short time are stopped.
    pub(crate) fn end(&self) {
        let shutdown = self.shutdown.clone();
        tokio::spawn(async move {
            tokio::time::sleep(SHUTDOWN_DELAY).await;
            shutdown.0.store(true, Ordering::Relaxed);
        });
    }
}

/// Sets a flag when dropped.
struct SetOnDrop(Arc<AtomicBool>);

impl Drop for SetOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
