//! Messages between ranks.

use bincode::{Decode, Encode, config};

/// A message between ranks. Each rank numbers jobs and broadcasts itself; all ranks reach them in
/// the same order.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(crate) enum Message {
    /// To the root, once, when the ranks connect.
    Hello {
        /// Number of threads of the sending rank.
        threads: u32,
        /// Description of the sending rank, which must be the same on all ranks.
        likeness: String,
    },
    /// To the root: the rank has reached a job and has room for this number of tasks.
    Ready { work: u64, pieces: u32 },
    /// From the root: a task to run.
    Piece { work: u64, number: u64 },
    /// To the root: the result of a task. The rank has room for another task.
    Done { work: u64, number: u64, result: Vec<u8> },
    /// Broadcast by the root: all tasks are finished. `results` is empty if only the root needs
    /// them.
    Over { work: u64, results: Vec<Vec<u8>> },
    /// Broadcast by the root: the bytes that all ranks agree on.
    Said { number: u64, bytes: Vec<u8> },
    /// Broadcast by the root: the root has ended.
    Ended,
}

impl Message {
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        bincode::encode_to_vec(self, config::standard()).expect("writing into memory")
    }

    /// Decodes a message.
    ///
    /// # Panics
    /// If the bytes are not a message that this crate encoded.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        let (message, read) =
            bincode::decode_from_slice(bytes, config::standard()).expect("an encoded message");
        assert_eq!(read, bytes.len(), "extra bytes after a message");
        message
    }

    /// Returns true if the message is a broadcast, which ranks forward to other ranks.
    pub(crate) const fn is_for_all(&self) -> bool {
        matches!(self, Self::Over { .. } | Self::Said { .. } | Self::Ended)
    }
}
