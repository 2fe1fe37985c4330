//! File container for weights, checkpoints and tables: a header, a checksum, and a bincode payload.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | magic number of the file kind |
//! | 4 | format version, little-endian |
//! | 8 | length of the payload, little-endian |
//! | 4 | CRC-32 of the payload, little-endian |
//! | the rest | the payload in bincode 2's standard configuration |

mod atomic;
mod claim;
pub mod input;
mod weights;

use atomic::{write_any, write_regular};
use bincode::{Decode, Encode, config};
use input::{check_regular, limit};
use std::{
    fs::File,
    io::{self, Read, Write},
    path::{Path, PathBuf},
};
pub use weights::{ENSEMBLE_WEIGHTS, WEIGHTS};

const MAGIC_LENGTH: usize = 8;
/// Length of the header in bytes.
pub const HEADER_LENGTH: usize = MAGIC_LENGTH + 4 + 8 + 4;
/// Maximum ratio of a decoded value's memory to its payload bytes. The shortest number is one byte,
/// and the largest element of a sequence is small compared with its contents.
const EXPANSION: u64 = 16;

/// A kind of file: name, magic number and format version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileKind {
    /// Name of the kind in messages.
    pub name: &'static str,
    /// Magic number: the first bytes of the file.
    pub magic: [u8; MAGIC_LENGTH],
    /// The format version that this program reads and writes.
    pub version: u32,
}

/// Error: a file cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The operating system reports an error.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// The attempted action, such as "read".
        action: &'static str,
        /// Path of the file.
        path: PathBuf,
        /// The operating system's error.
        source: io::Error,
    },
    /// The content of the file is invalid.
    #[error("{}: {problem}", path.display())]
    Damaged {
        /// Path of the file.
        path: PathBuf,
        /// The problem with its content.
        problem: Damage,
    },
}

/// Problem with the bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// The file is of another kind.
    #[error("not a valid {0} file")]
    OtherKind(&'static str),
    /// The file has another format version.
    #[error("unsupported {kind} file: format {found}, this program reads format {expected}")]
    Version {
        /// Name of the expected kind.
        kind: &'static str,
        /// Version of the file.
        found: u32,
        /// Version that this program reads.
        expected: u32,
    },
    /// The file is too short or too long.
    #[error("invalid {kind} file: expected {expected} bytes, found {found}")]
    Length {
        /// Name of the expected kind.
        kind: &'static str,
        /// Length according to the header, in bytes.
        expected: u64,
        /// Actual length in bytes.
        found: u64,
    },
    /// The header claims a payload longer than any file of this kind has.
    #[error("invalid {kind} file: its header gives {claimed} bytes, the maximum is {most}")]
    TooLong {
        /// Name of the expected kind.
        kind: &'static str,
        /// Payload length according to the header, in bytes.
        claimed: u64,
        /// Maximum payload length in bytes.
        most: u64,
    },
    /// The checksum does not match the payload.
    #[error("damaged {0} file: checksum mismatch")]
    Checksum(&'static str),
    /// The payload cannot be decoded or has an invalid value.
    #[error("invalid {kind} file: {problem}")]
    Content {
        /// Name of the expected kind.
        kind: &'static str,
        /// The problem with the payload.
        problem: String,
    },
}

/// Returns the CRC-32 of bytes as eight hexadecimal digits, by which users can compare files or
/// networks.
///
/// ```
/// assert_eq!(sheshbesh_network::file::fingerprint(b"123456789"), "cbf43926");
/// ```
pub fn fingerprint(bytes: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(bytes))
}

/// Returns the [`fingerprint`] of a file of any length without loading it into memory.
///
/// # Errors
/// If the file is not a regular file or cannot be read.
pub fn file_fingerprint(path: &Path) -> io::Result<String> {
    check_regular(path)?;
    let (mut file, mut hasher) = (File::open(path)?, crc32fast::Hasher::new());
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(format!("{:08x}", hasher.finalize())),
            count => hasher.update(&buffer[..count]),
        }
    }
}

impl FileKind {
    /// Encodes a value as a file of this kind.
    ///
    /// # Panics
    /// Never for the plain data types that the files hold.
    pub fn to_bytes(&self, value: &impl Encode) -> Vec<u8> {
        let payload = bincode::encode_to_vec(value, config::standard())
            .expect("plain data can be encoded into memory");
        self.frame(&payload)
    }

    /// Returns a payload with its header in front.
    pub fn frame(&self, payload: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER_LENGTH + payload.len());
        bytes.extend(self.header(payload.len() as u64, crc32fast::hash(payload)));
        bytes.extend(payload);
        bytes
    }

    fn header(&self, length: u64, checksum: u32) -> [u8; HEADER_LENGTH] {
        let mut bytes = [0; HEADER_LENGTH];
        let (magic, rest) = bytes.split_at_mut(MAGIC_LENGTH);
        let (version, rest) = rest.split_at_mut(4);
        let (size, sum) = rest.split_at_mut(8);
        magic.copy_from_slice(&self.magic);
        version.copy_from_slice(&self.version.to_le_bytes());
        size.copy_from_slice(&length.to_le_bytes());
        sum.copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Writes a file of this kind atomically, for payloads that are too long for a second copy in
    /// memory. `pieces` returns the payload piece by piece. It is called twice and must return the
    /// same pieces: first for the checksum in the header, then for the bytes.
    ///
    /// # Errors
    /// If the file cannot be written. An existing file is then unchanged.
    pub fn write_pieces<I: Iterator<Item = Vec<u8>>>(
        &self,
        path: &Path,
        pieces: impl Fn() -> I,
    ) -> Result<(), FileError> {
        let (mut length, mut checksum) = (0, crc32fast::Hasher::new());
        for piece in pieces() {
            length += piece.len() as u64;
            checksum.update(&piece);
        }
        let header = self.header(length, checksum.finalize());
        let written = write_regular(path, &|out| {
            out.write_all(&header)?;
            pieces().try_for_each(|piece| out.write_all(&piece))
        });
        written.map_err(io_error("write", path))
    }

    /// Checks header, length and checksum of a file of this kind and returns its payload.
    ///
    /// # Errors
    /// If one of them is wrong; the error says which.
    pub fn check<'a>(&self, bytes: &'a [u8]) -> Result<&'a [u8], Damage> {
        let kind = self.name;
        let (length, checksum) = self.parse_header(bytes)?;
        let payload = &bytes[HEADER_LENGTH..];
        if length != payload.len() as u64 {
            let expected = length.saturating_add(HEADER_LENGTH as u64);
            return Err(Damage::Length { kind, expected, found: bytes.len() as u64 });
        }
        if crc32fast::hash(payload) != checksum {
            return Err(Damage::Checksum(kind));
        }
        Ok(payload)
    }

    /// Returns the length in bytes of the payload after a header, for files that consist of several
    /// [frames](FileKind::frame).
    ///
    /// # Errors
    /// If the bytes are not a header of this kind.
    pub fn payload_length(&self, header: &[u8]) -> Result<u64, Damage> {
        Ok(self.parse_header(header)?.0)
    }

    /// Returns length and checksum of the payload.
    fn parse_header(&self, bytes: &[u8]) -> Result<(u64, u32), Damage> {
        let kind = self.name;
        let Some((header, _)) = bytes.split_at_checked(HEADER_LENGTH) else {
            return Err(Damage::OtherKind(kind));
        };
        let (magic, header) = header.split_at(MAGIC_LENGTH);
        if magic != self.magic {
            return Err(Damage::OtherKind(kind));
        }
        let (version, header) = header.split_at(4);
        let (length, checksum) = header.split_at(8);
        let found = u32::from_le_bytes(version.try_into().expect("four bytes"));
        if found != self.version {
            return Err(Damage::Version { kind, found, expected: self.version });
        }
        let length = u64::from_le_bytes(length.try_into().expect("eight bytes"));
        let checksum = u32::from_le_bytes(checksum.try_into().expect("four bytes"));
        Ok((length, checksum))
    }

    /// Returns the payload of bytes that [`FileKind::check`] has accepted.
    pub fn payload_of(bytes: &[u8]) -> &[u8] {
        &bytes[HEADER_LENGTH..]
    }

    /// Decodes the payload of a file of this kind.
    ///
    /// # Errors
    /// If the header, the checksum or the payload is invalid.
    pub fn parse<T: Decode<()>>(&self, bytes: &[u8]) -> Result<T, Damage> {
        let kind = self.name;
        let payload = self.check(bytes)?;
        match decode(payload) {
            Ok((value, used)) if used == payload.len() => Ok(value),
            Ok(_) => Err(Damage::Content { kind, problem: "extra bytes at the end".to_owned() }),
            Err(error) => Err(Damage::Content { kind, problem: error.to_string() }),
        }
    }

    /// Reads the bytes of a file of this kind and of any version. The file can be a pipe. Memory is
    /// allocated for the bytes that the file has, never for the length that its header claims.
    ///
    /// # Errors
    /// If the file cannot be read, is of another kind, or has another length than its header says.
    pub fn read_bytes(&self, path: &Path) -> Result<Vec<u8>, FileError> {
        self.read_bytes_up_to(path, limit::PAYLOAD)
    }

    /// Does the same with a given limit for the payload.
    fn read_bytes_up_to(&self, path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
        let (kind, failed) = (self.name, |error| io_error("read", path)(error));
        let damaged = |problem| Err(FileError::Damaged { path: path.to_owned(), problem });
        let mut file = File::open(path).map_err(failed)?;
        let found = file.metadata().map_err(failed)?;
        let mut bytes = Vec::new();
        Read::by_ref(&mut file)
            .take(HEADER_LENGTH as u64)
            .read_to_end(&mut bytes)
            .map_err(failed)?;
        if bytes.len() < HEADER_LENGTH || !bytes.starts_with(&self.magic) {
            return damaged(Damage::OtherKind(kind));
        }
        let length = claimed_length(&bytes);
        let expected = length.saturating_add(HEADER_LENGTH as u64);
        if found.is_file() && found.len() != expected {
            return damaged(Damage::Length { kind, expected, found: found.len() });
        }
        if length > most {
            return damaged(Damage::TooLong { kind, claimed: length, most });
        }
        if found.is_file() {
            bytes.reserve_exact(length as usize);
        }
        // One more byte reveals a pipe that is too long.
        file.take(length + 1).read_to_end(&mut bytes).map_err(failed)?;
        Ok(bytes)
    }

    /// Reads a file of this kind that the program itself has written and whose payload must have
    /// the given length in bytes. Checks header, length and checksum. [`FileKind::payload_of`]
    /// returns the payload of the result.
    ///
    /// # Errors
    /// If the file is not a regular file, cannot be read, or fails a check.
    pub fn read_exact(&self, path: &Path, length: u64) -> Result<Vec<u8>, FileError> {
        check_regular(path).map_err(io_error("read", path))?;
        let bytes = self.read_bytes_up_to(path, length)?;
        let damaged = |problem| FileError::Damaged { path: path.to_owned(), problem };
        let found = self.check(&bytes).map_err(damaged)?.len() as u64;
        if found < length {
            let expected = length + HEADER_LENGTH as u64;
            let found = found + HEADER_LENGTH as u64;
            return Err(damaged(Damage::Length { kind: self.name, expected, found }));
        }
        Ok(bytes)
    }

    /// Reads and decodes a file of this kind that the program itself has written.
    ///
    /// # Errors
    /// If the file is not a regular file, cannot be read, or is invalid.
    pub fn read<T: Decode<()>>(&self, path: &Path) -> Result<T, FileError> {
        check_regular(path).map_err(io_error("read", path))?;
        let bytes = self.read_bytes(path)?;
        self.parse(&bytes).map_err(|problem| FileError::Damaged { path: path.to_owned(), problem })
    }

    /// Writes a file of this kind for the program's own use, see [`write_own`].
    ///
    /// # Errors
    /// If the file cannot be written. An existing file is then unchanged.
    pub fn write(&self, path: &Path, value: &impl Encode) -> Result<(), FileError> {
        write_own(path, &self.to_bytes(value))
    }
}

/// Returns the payload length that a complete header claims.
fn claimed_length(header: &[u8]) -> u64 {
    let length = &header[MAGIC_LENGTH + 4..MAGIC_LENGTH + 12];
    u64::from_le_bytes(length.try_into().expect("eight bytes"))
}

/// Decodes a payload, using memory in proportion to its length. bincode takes the limit as a
/// constant, hence the steps.
fn decode<T: Decode<()>>(payload: &[u8]) -> Result<(T, usize), bincode::error::DecodeError> {
    const STEPS: [usize; 5] = [1 << 16, 1 << 20, 1 << 24, 1 << 28, limit::PAYLOAD as usize];
    let needed = EXPANSION.saturating_mul(payload.len() as u64) as usize;
    macro_rules! within {
        ($step:literal) => {
            bincode::decode_from_slice(payload, config::standard().with_limit::<{ STEPS[$step] }>())
        };
    }
    match STEPS.iter().position(|step| needed <= *step) {
        Some(0) => within!(0),
        Some(1) => within!(1),
        Some(2) => within!(2),
        Some(3) => within!(3),
        _ => within!(4),
    }
}

/// Writes bytes to a temporary file, syncs it and renames it: after a crash, `path` holds either
/// the complete old or the complete new content. A symbolic link is kept, and its target is
/// replaced. A device or a pipe is written directly, since it cannot be replaced.
///
/// # Errors
/// If the file cannot be written. An existing file is then unchanged.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    write_any(path, &|out| out.write_all(bytes)).map_err(io_error("write", path))
}

/// Writes a file as [`write_atomically`] does, with content that is produced piece by piece.
///
/// # Errors
/// If the file cannot be written or `content` returns an error. An existing file is then unchanged.
pub fn write_through(
    path: &Path,
    content: &dyn Fn(&mut File) -> io::Result<()>,
) -> Result<(), FileError> {
    write_any(path, content).map_err(io_error("write", path))
}

/// Writes a file of the program's own, such as a checkpoint, as [`write_atomically`] does. A device
/// or a pipe is rejected.
///
/// # Errors
/// If the file cannot be written. An existing file is then unchanged.
pub fn write_own(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    write_regular(path, &|out| out.write_all(bytes)).map_err(io_error("write", path))
}

/// Returns a function for `map_err` that adds the attempted action and the path to an I/O error.
pub fn io_error(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FileError {
    move |source| FileError::Io { action, path: path.to_owned(), source }
}
