//! Transport of messages between ranks.

use crate::launcher::World;
use std::{
    sync::{
        Mutex, PoisonError,
        mpsc::{Receiver, Sender},
    },
    thread::JoinHandle,
};

/// Bytes addressed to a rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope {
    /// Rank of the receiver.
    pub to: usize,
    /// Bytes of the message.
    pub bytes: Vec<u8>,
}

/// Transport of bytes between ranks. All messages arrive, and messages from one rank to another
/// keep their order. The loss of a message ends the process.
#[derive(Debug)]
pub struct Transport {
    world: World,
    /// Queue of outgoing messages; `None` once the transport is closed.
    outgoing: Mutex<Option<Sender<Envelope>>>,
    /// Sender side of `incoming`, for messages from this rank to itself.
    loopback: Sender<Vec<u8>>,
    incoming: Mutex<Receiver<Vec<u8>>>,
    io_thread: Mutex<Option<JoinHandle<()>>>,
    /// Ends this rank after the root has ended.
    exit: fn() -> !,
}

impl Transport {
    /// Creates a transport. `io_thread` takes the envelopes from the receiver of `outgoing`
    /// and ends when that channel is closed. It delivers received messages through a clone of
    /// `loopback`; they arrive at `incoming`. `exit` ends this rank after the root has ended; the
    /// root does not call it.
    pub fn new(
        world: World,
        outgoing: Sender<Envelope>,
        loopback: Sender<Vec<u8>>,
        incoming: Receiver<Vec<u8>>,
        io_thread: JoinHandle<()>,
        exit: fn() -> !,
    ) -> Self {
        Self {
            world,
            outgoing: Mutex::new(Some(outgoing)),
            loopback,
            incoming: Mutex::new(incoming),
            io_thread: Mutex::new(Some(io_thread)),
            exit,
        }
    }

    /// This rank and the number of ranks.
    pub const fn world(&self) -> World {
        self.world
    }

    pub(super) fn send(&self, to: usize, bytes: Vec<u8>) {
        if to == self.world.rank {
            self.loopback.send(bytes).expect("this rank holds the receiver");
            return;
        }
        let outgoing = self.outgoing.lock().unwrap_or_else(PoisonError::into_inner);
        // After the transport is closed, nobody reads messages.
        let _ = outgoing.as_ref().map(|outgoing| outgoing.send(Envelope { to, bytes }));
    }

    /// Waits for the next message.
    pub(super) fn receive(&self) -> Vec<u8> {
        let incoming = self.incoming.lock().unwrap_or_else(PoisonError::into_inner);
        incoming.recv().expect("this rank holds a sender")
    }

    /// Ends this rank.
    pub(super) fn exit(&self) -> ! {
        (self.exit)()
    }

    /// Stops sending, and waits until all messages are on their way.
    ///
    /// # Panics
    /// If the I/O thread panicked.
    pub fn close(&self) {
        drop(self.outgoing.lock().unwrap_or_else(PoisonError::into_inner).take());
        if let Some(io_thread) =
            self.io_thread.lock().unwrap_or_else(PoisonError::into_inner).take()
        {
            io_thread.join().expect("the I/O thread does not panic");
        }
    }
}
