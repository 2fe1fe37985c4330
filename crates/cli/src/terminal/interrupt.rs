//! Signal handlers for Ctrl-C and for the file size limit.

use crate::error::{CliError, INTERRUPTED};
use std::{
    io::Write,
    process,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// Calls a function when Ctrl-C is pressed, then ends the program.
pub fn on_ctrl_c(mut last: impl FnMut() + Send + 'static) -> Result<(), CliError> {
    ctrlc::set_handler(move || {
        last();
        process::exit(INTERRUPTED.into());
    })
    .map_err(handler_error)
}

/// Turns a write beyond the file size limit (`SIGXFSZ`) into an I/O error; by default the system
/// ends the program. Installs a handler instead of ignoring the signal, because child processes
/// inherit ignored signals but not handlers.
#[cfg(unix)]
pub fn survive_file_size_limit() {
    extern "C" fn nothing(_signal: libc::c_int) {}
    // SAFETY: the handler does nothing, so it is async-signal-safe, and it has the expected type.
    unsafe { libc::signal(libc::SIGXFSZ, nothing as *const () as libc::sighandler_t) };
}

/// Does nothing: other systems have no such signal.
#[cfg(not(unix))]
pub fn survive_file_size_limit() {}

fn handler_error(error: ctrlc::Error) -> CliError {
    CliError::Failed(format!("cannot install the Ctrl-C handler: {error}"))
}

/// Returns a flag that Ctrl-C sets; the handler then writes `message` to stderr. A second Ctrl-C
/// ends the program at once.
pub fn watch_ctrl_c(message: Option<&'static str>) -> Result<Arc<AtomicBool>, CliError> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    ctrlc::set_handler(move || {
        if raised.swap(true, Ordering::Relaxed) {
            process::exit(INTERRUPTED.into());
        }
        if let Some(message) = message {
            // A closed stderr is ignored: there is nowhere to report it.
            let _ = writeln!(std::io::stderr(), "\n{message}");
        }
    })
    .map_err(handler_error)?;
    Ok(flag)
}
