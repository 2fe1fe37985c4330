//! Signals: Ctrl-C, and the one for files that grow too large.

use crate::failure::{Failure, INTERRUPTED};
use std::{
    io::Write,
    process,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// Does something when Ctrl-C is pressed, and ends the program then.
pub fn on_ctrl_c(mut last: impl FnMut() + Send + 'static) -> Result<(), Failure> {
    ctrlc::set_handler(move || {
        last();
        process::exit(INTERRUPTED.into());
    })
    .map_err(cannot_watch)
}

/// Makes a write beyond the limit for the size of files an error, which is told in a sentence. The
/// system ends the program otherwise. A handler is not inherited by other programs that this one
/// starts, as a signal that is ignored would be.
#[cfg(unix)]
pub fn survive_file_size_limit() {
    extern "C" fn nothing(_signal: libc::c_int) {}
    // SAFETY: the handler does nothing, which it may do at any time, and has the type that is expected.
    unsafe { libc::signal(libc::SIGXFSZ, nothing as *const () as libc::sighandler_t) };
}

/// There is no such limit.
#[cfg(not(unix))]
pub fn survive_file_size_limit() {}

fn cannot_watch(error: ctrlc::Error) -> Failure {
    Failure::Failed(format!("cannot watch for Ctrl-C: {error}"))
}

/// A flag that Ctrl-C raises, after which `said` is written to stderr; the second time it ends the
/// program at once.
pub fn raised_by_ctrl_c(said: Option<&'static str>) -> Result<Arc<AtomicBool>, Failure> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    ctrlc::set_handler(move || {
        if raised.swap(true, Ordering::Relaxed) {
            process::exit(INTERRUPTED.into());
        }
        if let Some(said) = said {
            // Nobody is left to tell when stderr is closed.
            let _ = writeln!(std::io::stderr(), "\n{said}");
        }
    })
    .map_err(cannot_watch)?;
    Ok(flag)
}
