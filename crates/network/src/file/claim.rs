//! Exclusive claims on temporary files: a file is claimed as long as its writer has it open, so
//! files without a claim were left by writers that were killed.
//!
//! On Windows, the claim is the sharing mode of the open file. Locks are mandatory there: a locked
//! file could not be read in the moment between its renaming and its closing.

#[cfg(not(windows))]
use std::fs::TryLockError;
use std::{
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind},
    path::Path,
};

/// Creates a file and claims it until it is closed. Returns `None` if the path exists, or if
/// another process has taken the new file for abandoned.
#[cfg(not(windows))]
pub(super) fn create(path: &Path) -> io::Result<Option<File>> {
    let file = match OpenOptions::new().write(true).create_new(true).open(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(None),
        opened => opened?,
    };
    match file.try_lock() {
        // Another writer took the file for abandoned before it was locked, and removed it.
        Err(TryLockError::WouldBlock) => Ok(None),
        Ok(()) if !is_same_file(&file, path) => Ok(None),
        // Some file systems have no locks; abandoned temporary files stay there.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(Some(file)),
    }
}

/// Removes a file that nobody claims. A file that cannot be removed does no harm.
#[cfg(not(windows))]
pub(super) fn remove_unclaimed(path: &Path) {
    // Locked until the file is removed, so that no other process starts to write it.
    if let Ok(file) = OpenOptions::new().write(true).open(path)
        && file.try_lock().is_ok()
        && is_same_file(&file, path)
    {
        let _ = fs::remove_file(path);
    }
}

/// Renames a file that is complete.
#[cfg(not(windows))]
pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)
}

/// Returns true if the path still names the open file.
#[cfg(unix)]
fn is_same_file(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |found: fs::Metadata| (found.dev(), found.ino());
    let open = file.metadata().map(identity);
    open.is_ok_and(|open| fs::symlink_metadata(path).map(identity).is_ok_and(|there| there == open))
}

/// Systems without file numbers: trusts that an open file is not removed.
#[cfg(not(any(unix, windows)))]
fn is_same_file(_file: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(windows)]
mod sharing {
    /// Others may read the file (`FILE_SHARE_READ`).
    pub const READ: u32 = 1;
    /// Others may rename and remove the file (`FILE_SHARE_DELETE`).
    pub const REMOVE: u32 = 4;
}

/// Creates a file and claims it until it is closed. Returns `None` if the path exists.
#[cfg(windows)]
pub(super) fn create(path: &Path) -> io::Result<Option<File>> {
    use std::os::windows::fs::OpenOptionsExt;
    let mut options = OpenOptions::new();
    // Nobody else may write, and so nobody may claim it for removal.
    options.write(true).create_new(true).share_mode(sharing::READ | sharing::REMOVE);
    match options.open(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(None),
        opened => opened.map(Some),
    }
}

/// Removes a file that nobody claims. A file that cannot be removed does no harm.
#[cfg(windows)]
pub(super) fn remove_unclaimed(path: &Path) {
    use std::os::windows::fs::OpenOptionsExt;
    // Fails if a writer has the file open, or another process that is about to remove it.
    let claim = OpenOptions::new().write(true).share_mode(sharing::REMOVE).open(path);
    if claim.is_ok() {
        let _ = fs::remove_file(path);
    }
}

/// Maximum time to wait for other programs that have a file open, which is longer than a virus
/// scanner or an indexer needs.
#[cfg(windows)]
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(3);

/// Renames a file that is complete. Waits while another program has the old or the new file open:
/// not all file systems can replace an open file.
#[cfg(windows)]
pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    use std::{
        thread::sleep,
        time::{Duration, Instant},
    };
    /// `ERROR_SHARING_VIOLATION`
    const IN_USE: i32 = 32;
    const PAUSE: Duration = Duration::from_millis(5);
    let began = Instant::now();
    loop {
        match fs::rename(from, to) {
            Err(error)
                if began.elapsed() < PATIENCE
                    && (error.kind() == ErrorKind::PermissionDenied
                        || error.raw_os_error() == Some(IN_USE)) =>
            {
                sleep(PAUSE);
            }
            renamed => return renamed,
        }
    }
}
