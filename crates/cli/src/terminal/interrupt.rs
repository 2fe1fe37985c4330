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
    on_signal(move || {
        last();
        process::exit(INTERRUPTED.into());
    })
}

/// Calls a function, in a thread of its own, at each interrupt and request to end.
#[cfg(unix)]
fn on_signal(mut handler: impl FnMut() + Send + 'static) -> Result<(), CliError> {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM},
        iterator::Signals,
    };
    let start = || {
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
        std::thread::Builder::new().spawn(move || signals.forever().for_each(|_| handler()))
    };
    start().map(drop).map_err(handler_error)
}

/// Calls a function, in a thread of its own, at Ctrl-C, at Ctrl-Break and before the console closes.
#[cfg(not(unix))]
fn on_signal(handler: impl FnMut() + Send + 'static) -> Result<(), CliError> {
    ctrlc::set_handler(handler).map_err(handler_error)
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

fn handler_error(error: impl std::fmt::Display) -> CliError {
    CliError::Failed(format!("cannot install the Ctrl-C handler: {error}"))
}

/// Returns a flag that Ctrl-C sets; the handler then writes `message` to stderr. A second Ctrl-C
/// ends the program at once.
pub fn watch_ctrl_c(message: Option<&'static str>) -> Result<Arc<AtomicBool>, CliError> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    on_signal(move || {
        if raised.swap(true, Ordering::Relaxed) {
            process::exit(INTERRUPTED.into());
        }
        if let Some(message) = message {
            // A closed stderr is ignored: there is nowhere to report it.
            let _ = writeln!(std::io::stderr(), "\n{message}");
        }
    })?;
    Ok(flag)
}
