//! Reads match files given to commands.

use sheshbesh_network::input::{limit, read, read_stream};
use std::{
    path::Path,
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

/// Path that stands for standard input.
pub const PIPE: &str = "-";

/// Polling interval for the stop flag.
const INTERVAL: Duration = Duration::from_millis(20);

/// Reads a file, or standard input for [`PIPE`].
///
/// # Errors
/// A sentence for a folder, a file that cannot be read, or empty input.
pub fn read_match_file(path: &Path) -> Result<Vec<u8>, String> {
    let is_stdin = path.as_os_str() == PIPE;
    let shown = path.display();
    if !is_stdin && path.is_dir() {
        return Err(format!("{shown} is a folder: name the files in it"));
    }
    let bytes = if is_stdin {
        read_stream(std::io::stdin().lock(), limit::MATCH)
    } else {
        read(path, limit::MATCH)
    };
    let bytes = bytes.map_err(|error| format!("cannot read {shown}: {error}"))?;
    if !bytes.is_empty() {
        return Ok(bytes);
    }
    Err(if is_stdin {
        "standard input is empty".to_owned()
    } else {
        format!("{shown}: the file is empty")
    })
}

/// Reads a file like [`read_match_file`]; returns `None` once the flag is set, since a pipe may
/// never deliver anything.
pub fn read_match_file_unless(stop: &AtomicBool, path: &Path) -> Option<Result<Vec<u8>, String>> {
    let (sender, receiver) = mpsc::channel();
    let to_read = path.to_owned();
    // An abandoned reader thread ends with the program.
    thread::spawn(move || sender.send(read_match_file(&to_read)));
    loop {
        match receiver.recv_timeout(INTERVAL) {
            Ok(read) => return Some(read),
            Err(RecvTimeoutError::Timeout) if !stop.load(Ordering::Relaxed) => {}
            Err(RecvTimeoutError::Timeout) => return None,
            Err(RecvTimeoutError::Disconnected) => {
                return Some(Err(format!("cannot read {}", path.display())));
            }
        }
    }
}
