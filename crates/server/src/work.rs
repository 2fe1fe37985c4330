//! Questions put to the engine, off the threads that serve connections.

use crate::fault::Fault;
use sheshbesh_evaluator::{Engine, Stop};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Where the engine works.
pub(crate) struct Work {
    engine: Engine,
}

impl Work {
    pub(crate) fn new(engine: Engine) -> Self {
        Self { engine }
    }

    /// Asks the engine something that takes processor time. Whoever does not wait for the answer any
    /// more, since the client has gone, stops it.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&Engine, &Stop) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let gone = Gone(Arc::new(AtomicBool::new(false)));
        let stop = Stop::on(Arc::clone(&gone.0));
        let engine = self.engine.clone();
        let asked = tokio::task::spawn_blocking(move || ask(&engine, &stop));
        asked.await.unwrap_or_else(|_| Err(Fault::ours("this question could not be answered")))
    }
}

/// Raises a flag when it is dropped.
struct Gone(Arc<AtomicBool>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
