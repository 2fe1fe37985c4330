//! Long work, without the interpreter's lock, that Ctrl-C ends.

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

/// So often is looked whether somebody pressed Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(50);

/// Does something on a thread of its own, while other threads of Python go on and signals are heard.
/// The work ends when its [`Stop`] says so; what it gives then is thrown away.
///
/// # Errors
/// What a handler of signals raised, which usually is `KeyboardInterrupt`; or what the work did.
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
                // The channel is closed too where the work panics.
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
