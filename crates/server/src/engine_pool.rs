//! Executor for engine requests: runs them off the connection threads and limits their number.

use crate::http::error::ApiError;
use axum::http::StatusCode;
use sheshbesh_evaluator::{Engine, Stop};
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
const LONGEST: Duration = Duration::from_secs(60);
/// Time for running requests to finish at shutdown.
const LAST: Duration = Duration::from_secs(3);

/// Runs engine requests and short tasks.
pub(crate) struct Work {
    engine: Engine,
    /// One permit for each accepted request, waiting or running.
    places: Arc<Semaphore>,
    /// One permit for each running request. There are more than processors, so quick requests can
    /// overtake slow ones.
    turns: Arc<Semaphore>,
    /// One permit for each running task that does not use the engine, so searches do not delay
    /// play.
    errands: Arc<Semaphore>,
    ending: Ending,
}

/// Flag that is set at shutdown.
#[derive(Clone, Debug, Default)]
struct Ending(Arc<AtomicBool>);

impl Work {
    /// Creates an executor; `waiting` is the maximum number of waiting requests.
    pub(crate) fn new(engine: Engine, waiting: usize) -> Self {
        let turns = 2 * engine.threads();
        Self {
            engine,
            places: Arc::new(Semaphore::new((turns + waiting).min(Semaphore::MAX_PERMITS))),
            turns: Arc::new(Semaphore::new(turns)),
            errands: Arc::new(Semaphore::new(turns)),
            ending: Ending::default(),
        }
    }

    /// Runs a CPU-bound query on the engine. Dropping the future, as when the client disconnects,
    /// stops the query. So does the time limit.
    ///
    /// # Errors
    /// Errors of the query, too many waiting requests, or an exceeded time limit.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&Engine, &Stop) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let place = self.place()?;
        let late = Instant::now() + LONGEST;
        let gone = Gone(Arc::new(AtomicBool::new(false)));
        let turn = Arc::clone(&self.turns).acquire_owned();
        let turn = timeout_at(late.into(), turn)
            .await
            .map_err(|_| ApiError::busy("the server is busy: try again in a few seconds", 5))?;
        let turn = turn.map_err(ApiError::ours)?;
        let ended = Stop::on(Arc::clone(&self.ending.0));
        let stop = Stop::on(Arc::clone(&gone.0)).or(Stop::at(late)).or(ended.clone());
        let engine = self.engine.clone();
        let asked = tokio::task::spawn_blocking(move || {
            // Permits are held until the work ends, even if nobody waits for the result any more.
            let _kept = (place, turn);
            let answer = ask(&engine, &stop);
            // A stopped query returns incomplete results.
            if Instant::now() >= late {
                let longest = LONGEST.as_secs();
                let sentence = format_args!("no result within {longest} seconds: use fewer plies");
                return Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, sentence));
            }
            if ended.is_due() {
                return Err(ApiError::new(
                    StatusCode::SERVICE_UNAVAILABLE,
                    "the server is shutting down",
                ));
            }
            answer
        });
        let answer = asked.await;
        drop(gone);
        answer.unwrap_or_else(|_| Err(ApiError::ours("the request failed unexpectedly")))
    }

    /// Runs a short task that does not use the engine; searches do not delay it.
    ///
    /// # Errors
    /// Errors of the task, or too many waiting requests.
    pub(crate) async fn errand<T: Send + 'static>(
        &self,
        errand: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let place = self.place()?;
        let turn = Arc::clone(&self.errands).acquire_owned().await.map_err(ApiError::ours)?;
        let done = tokio::task::spawn_blocking(move || {
            let _kept = (place, turn);
            errand()
        });
        done.await.unwrap_or_else(|_| Err(ApiError::ours("the request failed unexpectedly")))
    }

    /// Takes a permit for a request, waiting or running.
    fn place(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        let full = |_| ApiError::busy("too many requests are waiting: try again in a second", 1);
        Arc::clone(&self.places).try_acquire_owned().map_err(full)
    }

    /// Begins the shutdown: queries still running after a short time are stopped.
    pub(crate) fn end(&self) {
        let ending = self.ending.clone();
        tokio::spawn(async move {
            tokio::time::sleep(LAST).await;
            ending.0.store(true, Ordering::Relaxed);
        });
    }
}

/// Sets a flag when dropped.
struct Gone(Arc<AtomicBool>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
