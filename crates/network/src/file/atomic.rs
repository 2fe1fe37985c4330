//! Atomic replacement of files.
//!
//! New content is written to a temporary file beside the old file, `NAME.PID.tmp`, which is then
//! renamed to it. A process that is killed leaves its temporary file behind. Each writer holds a
//! lock on its temporary file, so the next write of the same file removes those that are no longer
//! locked.

use super::input::not_regular;
use std::{
    ffi::OsStr,
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

/// Writes the content of a file.
pub(crate) type Content<'a> = &'a dyn Fn(&mut File) -> io::Result<()>;

/// Writes a file that a user names. A symbolic link is kept, and its target is replaced. A device
/// or a pipe is written directly, since it cannot be replaced.
pub(crate) fn write_any(path: &Path, content: Content<'_>) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => {
            OpenOptions::new().write(true).open(path).and_then(|mut file| content(&mut file))
        }
        found => write_found(path, found, content),
    }
}

/// Writes a file of the program's own. A device or a pipe is rejected.
pub(crate) fn write_regular(path: &Path, content: Content<'_>) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => Err(not_regular()),
        found => write_found(path, found, content),
    }
}

fn write_found(
    path: &Path,
    found: io::Result<fs::Metadata>,
    content: Content<'_>,
) -> io::Result<()> {
    match found {
        Ok(_) => replace(&fs::canonicalize(path)?, content),
        Err(error) if error.kind() == ErrorKind::NotFound => replace(&end_of_links(path), content),
        Err(error) => Err(error),
    }
}

/// Creates a file or replaces an existing one.
fn replace(path: &Path, content: Content<'_>) -> io::Result<()> {
    remove_abandoned(path);
    let (temporary, mut file) = create_temporary(path)?;
    let written = content(&mut file)
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Maximum number of temporary files of one process for one path: threads can write the same file
/// at the same time.
const MOST_WRITERS: u32 = 1000;

/// Creates a temporary file beside a path. It stays locked until it is closed.
fn create_temporary(path: &Path) -> io::Result<(PathBuf, File)> {
    let process = std::process::id();
    for number in 1..=MOST_WRITERS {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        match number {
            1 => name.push(format!(".{process}.tmp")),
            _ => name.push(format!(".{process}-{number}.tmp")),
        }
        let temporary = path.with_file_name(name);
        match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(file) => match file.try_lock() {
                // Another writer took the file for abandoned before it was locked, and removed it.
                Err(TryLockError::WouldBlock) => {}
                Ok(()) if !is_same_file(&file, &temporary) => {}
                // Some file systems have no locks; abandoned temporary files stay there.
                Ok(()) | Err(TryLockError::Error(_)) => return Ok((temporary, file)),
            },
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// Removes temporary files of a path whose writers have been killed. A file that cannot be removed
/// does no harm.
fn remove_abandoned(path: &Path) {
    let Some(name) = path.file_name() else { return };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && is_temporary_of(&entry.file_name(), name) {
            let temporary = entry.path();
            // Locked until the file is removed, so that no other process starts to write it.
            if let Ok(file) = OpenOptions::new().write(true).open(&temporary)
                && file.try_lock().is_ok()
                && is_same_file(&file, &temporary)
            {
                let _ = fs::remove_file(&temporary);
            }
        }
    }
}

/// Returns true for the name of a temporary file of `name`: `NAME.PID.tmp` or `NAME.PID-N.tmp`.
fn is_temporary_of(temporary: &OsStr, name: &OsStr) -> bool {
    let inner = temporary.as_encoded_bytes().strip_prefix(name.as_encoded_bytes());
    let inner = inner.and_then(|rest| rest.strip_prefix(b"."));
    inner.and_then(|rest| rest.strip_suffix(b".tmp")).is_some_and(|numbers| {
        let mut numbers = numbers.split(|byte| *byte == b'-');
        let is_number =
            |text: &[u8]| !text.is_empty() && text.iter().all(|byte| byte.is_ascii_digit());
        numbers.next().is_some_and(is_number)
            && numbers.next().is_none_or(is_number)
            && numbers.next().is_none()
    })
}

/// Returns true if the path still names the open file.
#[cfg(unix)]
fn is_same_file(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |found: fs::Metadata| (found.dev(), found.ino());
    let open = file.metadata().map(identity);
    open.is_ok_and(|open| fs::symlink_metadata(path).map(identity).is_ok_and(|there| there == open))
}

/// On other systems, an open file cannot be removed or renamed.
#[cfg(not(unix))]
fn is_same_file(_file: &File, path: &Path) -> bool {
    path.exists()
}

/// Follows symbolic links to their final target, which does not exist yet.
fn end_of_links(path: &Path) -> PathBuf {
    let mut end = path.to_owned();
    while let Ok(target) = fs::read_link(&end) {
        end = end.with_file_name(target);
    }
    end
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use super::*;
    use std::ffi::OsString;

    fn names(folder: &Path) -> Vec<OsString> {
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_killed_writers_left_is_removed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some.weights");
        let left = ["some.weights.1.tmp", "some.weights.4194304.tmp", "some.weights.77-2.tmp"];
        let others = [
            "some.weights.1-.tmp",
            "some.weights.1-2-3.tmp",
            "some.weights.1.tmp.bak",
            "some.weights.tmp",
            "some.weights.x1.tmp",
            "some.weights2.1.tmp",
            "other.weights.1.tmp",
        ];
        for name in left.iter().chain(&others) {
            fs::write(folder.path().join(name), "unfinished").unwrap();
        }
        fs::create_dir(folder.path().join("some.weights.5.tmp")).unwrap();
        write_regular(&path, &|file| io::Write::write_all(file, b"whole")).unwrap();
        let mut want: Vec<OsString> = others.map(OsString::from).to_vec();
        want.extend(["some.weights", "some.weights.5.tmp"].map(OsString::from));
        want.sort();
        assert_eq!(names(folder.path()), want);
        assert_eq!(fs::read(&path).unwrap(), b"whole");
    }

    #[test]
    fn what_another_is_writing_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let temporary = folder.path().join("file.1.tmp");
        let theirs = File::create(&temporary).unwrap();
        theirs.lock().unwrap();
        write_regular(&path, &|file| io::Write::write_all(file, b"ours")).unwrap();
        assert_eq!(names(folder.path()), ["file", "file.1.tmp"]);
        drop(theirs);
        write_regular(&path, &|file| io::Write::write_all(file, b"ours")).unwrap();
        assert_eq!(names(folder.path()), ["file"]);
    }

    #[test]
    fn many_threads_write_one_file_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = &folder.path().join("file");
        std::thread::scope(|scope| {
            for thread in 0..8u8 {
                scope.spawn(move || {
                    for _ in 0..50 {
                        let bytes = vec![thread; 10_000];
                        write_regular(path, &|file| io::Write::write_all(file, &bytes)).unwrap();
                        let found = fs::read(path).unwrap();
                        let is_whole = found.len() == 10_000;
                        assert!(is_whole && found.iter().all(|byte| *byte == found[0]));
                    }
                });
            }
        });
        assert_eq!(names(folder.path()), ["file"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_planted_link_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let (path, victim) = (folder.path().join("file"), folder.path().join("victim"));
        fs::write(&victim, "precious").unwrap();
        let planted = folder.path().join(format!("file.{}.tmp", std::process::id()));
        std::os::unix::fs::symlink(&victim, &planted).unwrap();
        write_any(&path, &|file| io::Write::write_all(file, b"new")).unwrap();
        assert_eq!(fs::read(&victim).unwrap(), b"precious");
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }
}
