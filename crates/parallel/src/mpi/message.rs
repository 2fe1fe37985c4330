//! Messages between ranks.

use bincode::{Decode, Encode, config};

/// A message between ranks. Each rank numbers jobs and broadcasts itself; all ranks reach them in
/// the same order.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) enum Message {
    /// To the root, once, when the ranks connect.
    Hello {
        /// Number of threads of the sending rank.
        threads: u32,
        /// Fingerprint of the sending rank, which must be the same on all ranks.
        fingerprint: String,
    },
    /// To the root: the rank has reached a job and has room for this number of tasks.
    Ready { job: u64, room: u32 },
    /// From the root: a task to run.
    Task { job: u64, index: u64 },
    /// To the root: the encoded result of a task. The rank has room for another task. From the root
    /// to itself, without a result: the root has run the task itself.
    Done { job: u64, index: u64, result: Vec<u8> },
    /// Broadcast by the root: all tasks are finished. `results` has the encoded results, or is
    /// empty if only the root needs them.
    Finished { job: u64, results: Vec<u8> },
    /// Broadcast by the root: an encoded value.
    Broadcast { number: u64, value: Vec<u8> },
    /// Broadcast by the root: the root has ended.
    Ended,
}

impl Message {
    /// Returns true if the message is a broadcast, which ranks forward to other ranks.
    pub(super) const fn is_for_all(&self) -> bool {
        matches!(self, Self::Finished { .. } | Self::Broadcast { .. } | Self::Ended)
    }
}

/// Encodes a message or its payload.
pub(super) fn encode(value: &impl Encode) -> Vec<u8> {
    bincode::encode_to_vec(value, config::standard()).expect("encoding into memory does not fail")
}

/// Decodes bytes of [`encode`].
///
/// # Panics
/// If the bytes are not an encoded value of this type.
pub(super) fn decode<T: Decode<()>>(bytes: &[u8]) -> T {
    let (value, read) =
        bincode::decode_from_slice(bytes, config::standard()).expect("bytes of the same program");
    assert_eq!(read, bytes.len(), "extra bytes after a value");
    value
}
