//! Files of matches that are given to commands.

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

/// Stands for standard input.
pub const PIPE: &str = "-";

/// Time between two looks at a flag.
const INTERVAL: Duration = Duration::from_millis(20);

/// Reads a file, or standard input for [`PIPE`].
///
/// # Errors
/// Says in a sentence why there are no bytes.
pub fn match_file(path: &Path) -> Result<Vec<u8>, String> {
    let is_stdin = path.as_os_str() == PIPE;
    let shown = path.display();
    if !is_stdin && path.is_dir() {
        return Err(format!("{shown} is a folder: give the files in it"));
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
        "there is nothing to read on standard input".to_owned()
    } else {
        format!("{shown}: the file is empty")
    })
}

/// Reads a file as [`match_file`] does; `None` once a flag is raised: a pipe may never give anything.
pub fn match_file_unless(stop: &AtomicBool, path: &Path) -> Option<Result<Vec<u8>, String>> {
    let (sender, receiver) = mpsc::channel();
    let to_read = path.to_owned();
    // A reader that is given up ends with the program.
    thread::spawn(move || sender.send(match_file(&to_read)));
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
