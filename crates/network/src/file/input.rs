//! Bounded reading of all input from outside the program.
//!
//! A path can name a device or a pipe that never ends, and a file can be larger than memory. Every
//! reader therefore has a limit in bytes. [`limit`] holds all of these numbers.

use std::{
    fmt,
    fs::{self, File},
    io::{self, BufRead, ErrorKind, Read},
    path::Path,
};

/// Maximum number of bytes to read for each kind of input.
pub mod limit {
    /// A match file of any format.
    pub const MATCH: u64 = 128 << 20;
    /// A report of `analyze`, or `quiz.json`.
    pub const REPORT: u64 = 256 << 20;
    /// A table of positions for `evaluate --input`.
    pub const POSITIONS: u64 = 128 << 20;
    /// A match equity table.
    pub const EQUITIES: u64 = 4 << 20;
    /// A file of opening rollouts.
    pub const OPENINGS: u64 = 64 << 20;
    /// A training recipe.
    pub const RECIPE: u64 = 1 << 20;
    /// The payload of a weights file or a checkpoint. Readers of tables know their exact lengths.
    pub const PAYLOAD: u64 = 1 << 31;
    /// A line of interactive input: a command of the Universal Backgammon Interface, or an answer
    /// at a prompt.
    pub const LINE: u64 = 1 << 16;
    /// Bytes skipped of a line that is too long before reading fails.
    pub const SKIPPED: u64 = 64 << 20;
}

/// Error: an input is longer than its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TooLong {
    limit: u64,
}

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "longer than the limit of {}", Bytes(self.limit))
    }
}

impl std::error::Error for TooLong {}

/// A number of bytes, displayed in the largest unit that divides it.
struct Bytes(u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [(30, "GB"), (20, "MB"), (10, "kB")];
        let unit =
            units.into_iter().find(|(bits, _)| self.0 > 0 && self.0.is_multiple_of(1 << bits));
        match unit {
            Some((bits, unit)) => write!(f, "{} {unit}", self.0 >> bits),
            None => write!(f, "{} bytes", self.0),
        }
    }
}

fn too_long(limit: u64) -> io::Error {
    io::Error::new(ErrorKind::FileTooLarge, TooLong { limit })
}

/// Reads a stream to its end.
///
/// # Errors
/// If the stream has more than `limit` bytes (the rest is not read), or if reading fails.
///
/// ```
/// use sheshbesh_network::input::read_stream;
/// assert_eq!(read_stream(&b"four"[..], 4).unwrap(), b"four");
/// let error = read_stream(std::io::repeat(0), 1 << 10).unwrap_err();
/// assert_eq!(error.to_string(), "longer than the limit of 1 kB");
/// ```
pub fn read_stream(stream: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(too_long(limit)) } else { Ok(bytes) }
}

/// Reads a file that a user names. The file can be a pipe or a device, such as `/dev/stdin`.
///
/// # Errors
/// If the file has more than `limit` bytes or cannot be read.
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let found = file.metadata()?;
    if found.is_file() && found.len() > limit {
        return Err(too_long(limit));
    }
    read_stream(file, limit)
}

/// Reads a UTF-8 text file that a user names, see [`read`].
///
/// # Errors
/// As [`read`], and if the file is not UTF-8.
pub fn read_to_string(path: &Path, limit: u64) -> io::Result<String> {
    let text = String::from_utf8(read(path, limit)?);
    text.map_err(|_| io::Error::new(ErrorKind::InvalidData, "not UTF-8 text"))
}

/// Reads a file that the program itself has written. Anything that is not a regular file, such as a
/// pipe, is rejected before it is opened: opening a pipe without a writer would block.
///
/// # Errors
/// If the file is not a regular file, has more than `limit` bytes, or cannot be read.
pub fn read_regular(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    check_regular(path)?;
    read(path, limit)
}

/// Checks that a path names a regular file.
///
/// # Errors
/// If the path names something else or does not exist.
pub fn check_regular(path: &Path) -> io::Result<()> {
    match fs::metadata(path)? {
        found if found.is_file() => Ok(()),
        _ => Err(not_regular()),
    }
}

pub(crate) fn not_regular() -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, "not a regular file")
}

/// A line of interactive input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The text without the line ending.
    Text(String),
    /// The line is not UTF-8.
    NotText,
    /// The line has more than [`limit::LINE`] bytes. It was skipped.
    TooLong,
}

/// Reads the next line of interactive input; `None` at the end of the input.
///
/// # Errors
/// If reading fails, or if a line goes on for more than [`limit::SKIPPED`] bytes.
///
/// ```
/// use sheshbesh_network::input::{Line, read_line};
/// let mut input = &b"isready\r\n\xff\nquit"[..];
/// let mut next = || read_line(&mut input).unwrap();
/// assert_eq!(next(), Some(Line::Text("isready".to_owned())));
/// assert_eq!(next(), Some(Line::NotText));
/// assert_eq!(next(), Some(Line::Text("quit".to_owned())));
/// assert_eq!(next(), None);
/// ```
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    // Two more bytes for the line ending.
    if input.by_ref().take(limit::LINE + 2).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    let is_whole = line.last() == Some(&b'\n');
    if is_whole {
        line.pop();
        line.pop_if(|last| *last == b'\r');
    }
    if line.len() as u64 <= limit::LINE {
        return Ok(Some(String::from_utf8(line).map_or(Line::NotText, Line::Text)));
    }
    if !is_whole {
        skip_line(input)?;
    }
    Ok(Some(Line::TooLong))
}

/// Reads the rest of a line and discards it.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    let mut skipped = 0;
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let count = end.map_or(buffer.len(), |end| end + 1);
        input.consume(count);
        skipped += count as u64;
        if end.is_some() || count == 0 {
            return Ok(());
        }
        if skipped > limit::SKIPPED {
            return Err(io::Error::new(ErrorKind::FileTooLarge, "line too long"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg_attr(target_family = "wasm", ignore = "there are no files")]
    #[test]
    fn a_limit_is_the_most_that_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, vec![b'x'; 1000]).unwrap();
        assert_eq!(read(&path, 1000).unwrap().len(), 1000);
        let error = read(&path, 999).unwrap_err();
        assert_eq!(error.to_string(), "longer than the limit of 999 bytes");
        assert_eq!(error.kind(), ErrorKind::FileTooLarge);
        assert_eq!(read_to_string(&path, 1000).unwrap().len(), 1000);
        fs::write(&path, b"\xff").unwrap();
        assert!(read_to_string(&path, 9).unwrap_err().to_string().contains("UTF-8"));
        assert_eq!(read(&folder.path().join("none"), 9).unwrap_err().kind(), ErrorKind::NotFound);
        for (bytes, shown) in [(3 << 30, "3 GB"), (64 << 20, "64 MB"), (0, "0 bytes")] {
            assert_eq!(Bytes(bytes).to_string(), shown);
        }
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_pipes_end_at_the_limit_and_are_not_regular() {
        let zero = Path::new("/dev/zero");
        assert_eq!(read(zero, 1 << 20).unwrap_err().kind(), ErrorKind::FileTooLarge);
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for path in [zero, &pipe, folder.path()] {
            let error = read_regular(path, 1 << 20).unwrap_err();
            assert_eq!(error.to_string(), "not a regular file", "{}", path.display());
        }
    }

    #[test]
    fn lines_have_a_limit_of_their_own() {
        let most = "x".repeat(limit::LINE as usize);
        let text = format!("{most}\n{most}\r\n{most}y\nnext\n{most}{most}\r\n\n{most}y");
        let mut input = io::BufReader::with_capacity(100, text.as_bytes());
        let mut lines = Vec::new();
        while let Some(line) = read_line(&mut input).unwrap() {
            lines.push(line);
        }
        let text = |text: &str| Line::Text(text.to_owned());
        let want = [
            text(&most),
            text(&most),
            Line::TooLong,
            text("next"),
            Line::TooLong,
            text(""),
            Line::TooLong,
        ];
        assert!(lines == want, "{:?}", lines.len());
        let mut endless = io::BufReader::new(io::repeat(0));
        assert_eq!(read_line(&mut endless).unwrap_err().to_string(), "line too long");
    }
}
