//! Files of weights and checkpoints: a header, a checksum, and bincode.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | magic: what kind of file it is |
//! | 4 | format version, little-endian |
//! | 8 | length of the payload, little-endian |
//! | 4 | CRC-32 of the payload, little-endian |
//! | the rest | the payload in bincode 2's standard configuration |

use crate::{
    atomic::{write_any, write_regular},
    input::{check_regular, limit},
};
use bincode::{Decode, Encode, config};
use std::{
    fs::File,
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

const MAGIC_LENGTH: usize = 8;
/// Bytes before a payload.
pub const HEADER_LENGTH: usize = MAGIC_LENGTH + 4 + 8 + 4;
/// Payload bytes hold values that take at most this many times as much memory: the shortest number
/// is a byte, and the largest element of a sequence is small beside what it stands for.
const EXPANSION: u64 = 16;

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// What it is called in messages.
    pub name: &'static str,
    /// Its first bytes.
    pub magic: [u8; MAGIC_LENGTH],
    /// The format version that this program reads and writes.
    pub version: u32,
}

/// Why a file cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The system says no.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// Which file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The bytes are not what they should be.
    #[error("{}: {problem}", path.display())]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        problem: Damage,
    },
}

/// What is wrong with a file's bytes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// It is some other file.
    #[error("this is no {0} file")]
    OtherKind(&'static str),
    /// It is of another format version.
    #[error("this {kind} file has format {found}, and this program reads format {expected}")]
    Version {
        /// What kind of file it is.
        kind: &'static str,
        /// Its version.
        found: u32,
        /// The version that can be read.
        expected: u32,
    },
    /// It ends too early or too late.
    #[error("the {kind} file should have {expected} bytes but has {found}")]
    Length {
        /// What kind of file it is.
        kind: &'static str,
        /// As its header says.
        expected: u64,
        /// As it is.
        found: u64,
    },
    /// It claims more than any file of its kind has.
    #[error("the {kind} file claims {claimed} bytes, and none has more than {most}")]
    TooLong {
        /// What kind of file it is.
        kind: &'static str,
        /// As its header says.
        claimed: u64,
        /// The most that is read.
        most: u64,
    },
    /// The checksum does not fit the bytes.
    #[error("the {0} file is damaged: its checksum does not fit")]
    Checksum(&'static str),
    /// The payload makes no sense.
    #[error("the {kind} file's content is wrong: {problem}")]
    Content {
        /// What kind of file it is.
        kind: &'static str,
        /// What is wrong.
        problem: String,
    },
}

/// Eight digits by which somebody tells whether two files, or two networks, are the same: the CRC-32
/// of their bytes.
///
/// ```
/// assert_eq!(sheshbesh_network::file::fingerprint(b"123456789"), "cbf43926");
/// ```
pub fn fingerprint(bytes: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(bytes))
}

/// The [`fingerprint`] of a file of any length, which is not held in memory.
///
/// # Errors
/// When it is not a regular file or cannot be read.
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

impl Kind {
    /// The bytes of a file of this kind.
    ///
    /// # Panics
    /// Never for the plain data types that the files hold.
    pub fn to_bytes(&self, value: &impl Encode) -> Vec<u8> {
        let payload = bincode::encode_to_vec(value, config::standard())
            .expect("plain data can be encoded into memory");
        self.frame(&payload)
    }

    /// A payload with the header that belongs before it.
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

    /// Writes a file of this kind whole or not at all, for payloads that are too long to be held
    /// in memory once more. `pieces` gives the payload piece by piece, the same each time: it is
    /// asked twice, for the checksum that comes first and for the bytes.
    ///
    /// # Errors
    /// When it cannot be written; what was there before is then untouched.
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

    /// The payload of the bytes of a file of this kind, once header, length and checksum are
    /// found to be right.
    ///
    /// # Errors
    /// Says what is wrong with the bytes.
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

    /// How long the payload is that follows a header, for files of several [frames](Kind::frame).
    ///
    /// # Errors
    /// When this is no header of this kind.
    pub fn payload_length(&self, header: &[u8]) -> Result<u64, Damage> {
        Ok(self.parse_header(header)?.0)
    }

    /// Length and checksum of the payload.
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

    /// The payload of bytes that [`Kind::check`] has found right.
    pub fn payload_of(bytes: &[u8]) -> &[u8] {
        &bytes[HEADER_LENGTH..]
    }

    /// What the bytes of a file of this kind hold.
    ///
    /// # Errors
    /// Says what is wrong with the bytes.
    pub fn parse<T: Decode<()>>(&self, bytes: &[u8]) -> Result<T, Damage> {
        let kind = self.name;
        let payload = self.check(bytes)?;
        match decode(payload) {
            Ok((value, used)) if used == payload.len() => Ok(value),
            Ok(_) => Err(Damage::Content { kind, problem: "bytes are left over".to_owned() }),
            Err(error) => Err(Damage::Content { kind, problem: error.to_string() }),
        }
    }

    /// The bytes of a file of this kind and any version, which can come from a pipe. Memory is taken
    /// for what the file has, never for what its header claims.
    ///
    /// # Errors
    /// When it cannot be read, is of another kind, or has another length than its header says.
    pub fn read_bytes(&self, path: &Path) -> Result<Vec<u8>, FileError> {
        self.read_bytes_up_to(path, limit::PAYLOAD)
    }

    /// The same, with a limit for the payload.
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
        // A byte more shows that a pipe goes on.
        file.take(length + 1).read_to_end(&mut bytes).map_err(failed)?;
        Ok(bytes)
    }

    /// The bytes of the program's own file of this kind, whose payload must have that length, after
    /// header, length and checksum are found to be right. [`Kind::payload_of`] gives the payload.
    ///
    /// # Errors
    /// When it is not a regular file, cannot be read, or is not what it should be.
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

    /// Reads the program's own file of this kind.
    ///
    /// # Errors
    /// When it is not a regular file, cannot be read, or is not what it should be.
    pub fn read<T: Decode<()>>(&self, path: &Path) -> Result<T, FileError> {
        check_regular(path).map_err(io_error("read", path))?;
        let bytes = self.read_bytes(path)?;
        self.parse(&bytes).map_err(|problem| FileError::Damaged { path: path.to_owned(), problem })
    }

    /// Writes the program's own file of this kind, see [`write_own`].
    ///
    /// # Errors
    /// When it cannot be written; what was there before is then untouched.
    pub fn write(&self, path: &Path, value: &impl Encode) -> Result<(), FileError> {
        write_own(path, &self.to_bytes(value))
    }
}

/// The length of the payload that a whole header claims.
fn claimed_length(header: &[u8]) -> u64 {
    let length = &header[MAGIC_LENGTH + 4..MAGIC_LENGTH + 12];
    u64::from_le_bytes(length.try_into().expect("eight bytes"))
}

/// Decodes a payload in memory that is in proportion to its length. bincode takes its limit as a
/// constant, so there are steps.
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

/// Writes bytes to a temporary file, syncs and renames it: whatever happens, `path` holds either
/// all of the old or all of the new. A symbolic link stays one, and the file that it leads to is
/// written; a device or a pipe is written into, since nothing can take its place.
///
/// # Errors
/// When it cannot be written; what was there before is then untouched.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    write_any(path, &|out| out.write_all(bytes)).map_err(io_error("write", path))
}

/// The same for content that is written piece by piece.
///
/// # Errors
/// When it cannot be written, or `content` gives an error; what was there before is then untouched.
pub fn write_through(
    path: &Path,
    content: &dyn Fn(&mut File) -> io::Result<()>,
) -> Result<(), FileError> {
    write_any(path, content).map_err(io_error("write", path))
}

/// Writes a file of the program's own, such as a checkpoint, as [`write_atomically`] does. A device
/// or a pipe by its name is refused: nobody would read it.
///
/// # Errors
/// When it cannot be written; what was there before is then untouched.
pub fn write_own(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    write_regular(path, &|out| out.write_all(bytes)).map_err(io_error("write", path))
}

/// For `map_err`: an error of the system with what was tried on which file.
pub fn io_error(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FileError {
    move |source| FileError::Io { action, path: path.to_owned(), source }
}
