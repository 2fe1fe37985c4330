//! Ctrl-C.

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
