//! Shard: a file of labels.

use super::LabelError;
use crate::data::{RECORD, Sample, from_records, to_records};
use bincode::{Decode, Encode, config};
use sheshbesh_movegen::Game;
use sheshbesh_network::{
    file::{Damage, FileError, FileKind, HEADER_LENGTH, write_own},
    input::check_regular,
};
use std::{
    fs::File,
    io::{ErrorKind, Read},
    path::Path,
};

/// Shard file: the common file header with length and checksum, a [`Header`] of fixed size, and a
/// record per label.
const SHARD: FileKind = FileKind { name: "labels", magic: *b"SHESHLBL", version: 1 };
/// Size of a [`Header`] in bytes, padded with zeros.
const HEADER_SIZE: usize = 64;

/// Identity of a shard, which determines its labels.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct Header {
    /// Fingerprint of the recipe's TOML text.
    pub(super) recipe: String,
    /// Fingerprint of the network file.
    pub(super) network: String,
    /// Shard number.
    pub(super) number: u32,
}

impl std::fmt::Display for Header {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { recipe, network, number } = self;
        write!(f, "shard {number} of recipe {recipe} and network {network}")
    }
}

/// Writes a shard atomically.
pub(super) fn write(path: &Path, header: &Header, samples: &[Sample]) -> Result<(), FileError> {
    write_own(path, &to_bytes(header, samples))
}

/// File size of a shard in bytes.
pub(super) const fn bytes(labels: u64) -> u64 {
    (HEADER_LENGTH + HEADER_SIZE) as u64 + labels * RECORD as u64
}

/// Contents of a shard file.
pub(super) fn to_bytes(header: &Header, samples: &[Sample]) -> Vec<u8> {
    let mut payload =
        bincode::encode_to_vec(header, config::standard()).expect("writing into memory");
    assert!(payload.len() <= HEADER_SIZE, "the header is larger than its fixed size");
    payload.resize(HEADER_SIZE, 0);
    payload.extend(to_records(samples));
    SHARD.frame(&payload)
}

/// Reads the header of a shard and the number of its labels from the file size. Labels are not
/// checked.
pub(super) fn read_header(path: &Path) -> Result<(Header, u64), LabelError> {
    let damaged = |problem| FileError::Damaged { path: path.to_owned(), problem };
    let failed = |source| FileError::Io { action: "read", path: path.to_owned(), source };
    check_regular(path).map_err(failed)?;
    let mut file = File::open(path).map_err(failed)?;
    let found = file.metadata().map_err(failed)?.len();
    let mut bytes = [0; HEADER_LENGTH + HEADER_SIZE];
    match file.read_exact(&mut bytes) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
            return Err(damaged(Damage::OtherKind(SHARD.name)).into());
        }
        read => read.map_err(failed)?,
    }
    let (frame, header) = bytes.split_at(HEADER_LENGTH);
    let length = SHARD.payload_length(frame).map_err(damaged)?;
    let expected = length.saturating_add(HEADER_LENGTH as u64);
    if found != expected {
        let problem = Damage::Length { kind: SHARD.name, expected, found };
        return Err(damaged(problem).into());
    }
    let labels = (length - HEADER_SIZE as u64) / RECORD as u64;
    Ok((parse_header(header).map_err(damaged)?, labels))
}

fn parse_header(bytes: &[u8]) -> Result<Header, Damage> {
    let config = config::standard().with_limit::<HEADER_SIZE>();
    match bincode::decode_from_slice(bytes, config) {
        Ok((header, _)) => Ok(header),
        Err(error) => Err(Damage::Content { kind: SHARD.name, problem: error.to_string() }),
    }
}

/// Parses the contents of a shard file.
fn parse(bytes: &[u8], game: Game) -> Result<(Header, Vec<Sample>), Damage> {
    let payload = SHARD.check(bytes)?;
    let wrong = |problem: String| Damage::Content { kind: SHARD.name, problem };
    let Some((header, records)) = payload.split_at_checked(HEADER_SIZE) else {
        return Err(wrong("truncated header".to_owned()));
    };
    let samples = from_records(records, game).map_err(|error| wrong(error.to_string()))?;
    Ok((parse_header(header)?, samples))
}

/// Reads a shard with positions of `game`, and checks every label.
pub(super) fn read(path: &Path, game: Game) -> Result<(Header, Vec<Sample>), LabelError> {
    check_regular(path).map_err(|source| FileError::Io {
        action: "read",
        path: path.to_owned(),
        source,
    })?;
    let bytes = SHARD.read_bytes(path)?;
    let damaged = |problem| FileError::Damaged { path: path.to_owned(), problem };
    Ok(parse(&bytes, game).map_err(damaged)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_samples;

    #[test]
    fn every_changed_byte_is_found() {
        let header = Header { recipe: "01234567".into(), network: "89abcdef".into(), number: 12 };
        let samples = test_samples(5);
        let bytes = to_bytes(&header, &samples);
        assert_eq!(parse(&bytes, Game::Backgammon), Ok((header.clone(), samples.clone())));
        for index in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[index] ^= 1;
            assert!(parse(&damaged, Game::Backgammon).is_err(), "{index}");
        }
        for length in 0..bytes.len() {
            assert!(parse(&bytes[..length], Game::Backgammon).is_err(), "{length}");
        }
        // A header alone, and truncated headers and records, all with valid checksums.
        let payload = FileKind::payload_of(&bytes);
        let whole = SHARD.frame(&payload[..HEADER_SIZE]);
        assert_eq!(parse(&whole, Game::Backgammon), Ok((header, Vec::new())));
        assert!(parse(&SHARD.frame(&payload[..20]), Game::Backgammon).is_err());
        assert!(parse(&SHARD.frame(&payload[..HEADER_SIZE + 5]), Game::Backgammon).is_err());
        assert!(parse(&SHARD.frame(&[255; HEADER_SIZE]), Game::Backgammon).is_err());
    }
}
