//! Long-running work without the interpreter lock, interruptible by Ctrl-C.

use pyo3::prelude::*;
use sheshbesh_evaluator::Stop;
use std::{
    panic::resume_unwind,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

/// Polling interval for signals.
const PATIENCE: Duration = Duration::from_millis(50);

/// Runs work on its own thread, while other Python threads continue and signals are handled. After
/// a signal the [`Stop`] is set and the result of the work is discarded.
///
/// # Errors
/// Returns the exception of a signal handler, usually `KeyboardInterrupt`, or of the work.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Stop) -> PyResult<T> + Send,
) -> PyResult<T> {
    let flag = Arc::new(AtomicBool::new(false));
    let stop = Stop::on(Arc::clone(&flag));
    py.detach(|| {
        thread::scope(|scope| {
            let (done, is_done) = mpsc::channel();
            let stop = &stop;
            let worker = scope.spawn(move || {
                // Dropped also if the work panics, which closes the channel.
                let _done = done as mpsc::Sender<()>;
                work(stop)
            });
            let mut raised = None;
            while is_done.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                if raised.is_none() {
                    raised = Python::attach(|py| py.check_signals()).err();
                    flag.store(raised.is_some(), Ordering::Relaxed);
                }
            }
            let result = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            raised.map_or(result, Err)
        })
    })
}
