//! Questions put to the engine, off the threads that serve connections, and never too many of them.

use crate::fault::Fault;
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

/// Nobody waits longer for an answer, whether for a turn or for the search.
const LONGEST: Duration = Duration::from_secs(60);
/// When the program is to end, questions that are being answered have so long.
const LAST: Duration = Duration::from_secs(3);

/// Where the engine works.
pub(crate) struct Work {
    engine: Engine,
    /// One for each question that is let in.
    places: Arc<Semaphore>,
    /// One for each question that is being answered: more than there are processors, so that quick
    /// ones overtake slow ones.
    turns: Arc<Semaphore>,
    /// One for each that is done without the engine, so that no search holds a table up.
    errands: Arc<Semaphore>,
    ending: Ending,
}

/// When the program is to end.
#[derive(Clone, Debug, Default)]
struct Ending(Arc<AtomicBool>);

impl Work {
    /// With an engine; so many questions may wait while others are being answered.
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

    /// Asks the engine something that takes processor time. Whoever does not wait for the answer any
    /// more, since the client has gone, stops it; it is stopped too when it takes very long.
    ///
    /// # Errors
    /// As the question has it; when too many wait, or it takes too long.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&Engine, &Stop) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let place = self.place()?;
        let late = Instant::now() + LONGEST;
        let gone = Gone(Arc::new(AtomicBool::new(false)));
        let turn = Arc::clone(&self.turns).acquire_owned();
        let turn = timeout_at(late.into(), turn)
            .await
            .map_err(|_| Fault::busy("there is too much to do: ask again in some seconds", 5))?;
        let turn = turn.map_err(Fault::ours)?;
        let ended = Stop::on(Arc::clone(&self.ending.0));
        let stop = Stop::on(Arc::clone(&gone.0)).or(Stop::at(late)).or(ended.clone());
        let engine = self.engine.clone();
        let asked = tokio::task::spawn_blocking(move || {
            // Nobody else has the place before this is over, whether anybody waits for it or not.
            let _kept = (place, turn);
            let answer = ask(&engine, &stop);
            // What was stopped answers with less than was asked.
            if Instant::now() >= late {
                let longest = LONGEST.as_secs();
                let sentence = format_args!(
                    "there is no answer within {longest} seconds: look fewer plies ahead"
                );
                return Err(Fault::new(StatusCode::SERVICE_UNAVAILABLE, sentence));
            }
            if ended.is_due() {
                return Err(Fault::new(StatusCode::SERVICE_UNAVAILABLE, "the server is ending"));
            }
            answer
        });
        let answer = asked.await;
        drop(gone);
        answer.unwrap_or_else(|_| Err(Fault::ours("this question could not be answered")))
    }

    /// Does something that is soon done, and wants no engine: no search keeps it waiting.
    ///
    /// # Errors
    /// As the errand has it; when too many wait.
    pub(crate) async fn errand<T: Send + 'static>(
        &self,
        errand: impl FnOnce() -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let place = self.place()?;
        let turn = Arc::clone(&self.errands).acquire_owned().await.map_err(Fault::ours)?;
        let done = tokio::task::spawn_blocking(move || {
            let _kept = (place, turn);
            errand()
        });
        done.await.unwrap_or_else(|_| Err(Fault::ours("this could not be done")))
    }

    /// Among those who are answered or wait.
    fn place(&self) -> Result<OwnedSemaphorePermit, Fault> {
        let full = |_| Fault::busy("too many questions are waiting: ask again in a second", 1);
        Arc::clone(&self.places).try_acquire_owned().map_err(full)
    }

    /// The program is to end: questions that are not answered soon are stopped.
    pub(crate) fn end(&self) {
        let ending = self.ending.clone();
        tokio::spawn(async move {
            tokio::time::sleep(LAST).await;
            ending.0.store(true, Ordering::Relaxed);
        });
    }
}

/// Raises a flag when it is dropped.
struct Gone(Arc<AtomicBool>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
