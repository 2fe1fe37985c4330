//! What ranks say to each other.

use bincode::{Decode, Encode, config};

/// A message. Works and sayings are numbered by each rank for itself, and all come to them in the
/// same order.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(crate) enum Message {
    /// To the first, when they meet.
    Hello {
        /// Threads of the rank.
        threads: u32,
        /// What it is like, which has to be the same for all.
        likeness: String,
    },
    /// To the first: the rank has come to a work, and has room for so many pieces.
    Ready { work: u64, pieces: u32 },
    /// From the first: a piece to do.
    Piece { work: u64, number: u64 },
    /// To the first: what came of it. There is room for another.
    Done { work: u64, number: u64, result: Vec<u8> },
    /// From the first to all: all pieces are done, and this is what came of them, if that is for all.
    Over { work: u64, results: Vec<Vec<u8>> },
    /// From the first to all: what it says.
    Said { number: u64, bytes: Vec<u8> },
    /// From the first to all: it has ended.
    Ended,
}

impl Message {
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        bincode::encode_to_vec(self, config::standard()).expect("writing into memory")
    }

    /// # Panics
    /// When the bytes were written by nobody of this crate.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        let (message, read) =
            bincode::decode_from_slice(bytes, config::standard()).expect("a message of a rank");
        assert_eq!(read, bytes.len(), "a message ends where it ends");
        message
    }

    /// Whether it goes to all, by way of others.
    pub(crate) const fn is_for_all(&self) -> bool {
        matches!(self, Self::Over { .. } | Self::Said { .. } | Self::Ended)
    }
}
