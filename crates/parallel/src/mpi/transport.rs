//! Transport of messages between ranks.

use std::{
    sync::{
        Mutex, PoisonError,
        mpsc::{Receiver, Sender},
    },
    thread::JoinHandle,
};

/// Bytes addressed to a rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parcel {
    /// Rank of the receiver.
    pub to: usize,
    /// Bytes of the message.
    pub bytes: Vec<u8>,
}

/// Rank of a process and number of ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The rank, from 0.
    pub rank: usize,
    /// Number of ranks.
    pub ranks: usize,
}

/// Transport of bytes between ranks. All messages arrive, and messages from one rank to another
/// keep their order. The loss of a message ends the process.
pub struct Transport {
    pub(crate) place: Place,
    /// Queue of outgoing messages; `None` once the transport is closed.
    outgoing: Mutex<Option<Sender<Parcel>>>,
    /// Sender side of `incoming`, for messages from this rank to itself.
    to_myself: Sender<Vec<u8>>,
    incoming: Mutex<Receiver<Vec<u8>>>,
    carrier: Mutex<Option<JoinHandle<()>>>,
    /// Ends this rank after the root has ended.
    pub(crate) exit: fn() -> !,
}

impl Transport {
    /// Creates a transport. The `carrier` thread takes the parcels from the receiver of `outgoing`
    /// and ends when that channel is closed. It delivers received messages through a clone of
    /// `to_myself`; they arrive at `incoming`. `exit` ends this rank after the root has ended; the
    /// root does not call it.
    pub fn new(
        place: Place,
        outgoing: Sender<Parcel>,
        to_myself: Sender<Vec<u8>>,
        incoming: Receiver<Vec<u8>>,
        carrier: JoinHandle<()>,
        exit: fn() -> !,
    ) -> Self {
        Self {
            place,
            outgoing: Mutex::new(Some(outgoing)),
            to_myself,
            incoming: Mutex::new(incoming),
            carrier: Mutex::new(Some(carrier)),
            exit,
        }
    }

    /// Returns this rank and the number of ranks.
    pub const fn place(&self) -> Place {
        self.place
    }

    pub(crate) fn send(&self, to: usize, bytes: Vec<u8>) {
        if to == self.place.rank {
            self.to_myself.send(bytes).expect("this rank holds the receiver");
            return;
        }
        let outgoing = self.outgoing.lock().unwrap_or_else(PoisonError::into_inner);
        // After the transport is closed, nobody reads messages.
        let _ = outgoing.as_ref().map(|outgoing| outgoing.send(Parcel { to, bytes }));
    }

    /// Waits for the next message.
    pub(crate) fn receive(&self) -> Vec<u8> {
        let incoming = self.incoming.lock().unwrap_or_else(PoisonError::into_inner);
        incoming.recv().expect("this rank holds a sender")
    }

    /// Stops sending, and waits until all messages are on their way.
    ///
    /// # Panics
    /// If the carrier thread panicked.
    pub fn close(&self) {
        drop(self.outgoing.lock().unwrap_or_else(PoisonError::into_inner).take());
        if let Some(carrier) = self.carrier.lock().unwrap_or_else(PoisonError::into_inner).take() {
            carrier.join().expect("the MPI thread does not panic");
        }
    }
}
