//! How messages travel.

use std::{
    sync::{
        Mutex, PoisonError,
        mpsc::{Receiver, Sender},
    },
    thread::JoinHandle,
};

/// Bytes for a rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parcel {
    /// Whose they are to be.
    pub to: usize,
    /// What it gets.
    pub bytes: Vec<u8>,
}

/// Where a rank stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its number, from 0.
    pub rank: usize,
    /// How many there are.
    pub ranks: usize,
}

/// Carries bytes from one rank to another: all that are sent arrive, and those from one rank to
/// another in their order. A loss ends the process.
pub struct Post {
    pub(crate) place: Place,
    /// The way out, until the post is closed.
    outgoing: Mutex<Option<Sender<Parcel>>>,
    /// The way that what comes in takes, for messages to oneself.
    to_myself: Sender<Vec<u8>>,
    incoming: Mutex<Receiver<Vec<u8>>>,
    carrier: Mutex<Option<JoinHandle<()>>>,
    /// Ends this rank after the first.
    pub(crate) exit: fn() -> !,
}

impl Post {
    /// A post whose carrier takes the parcels that go out, and ends when there will be no more. What
    /// arrives goes the way that `incoming` comes, as `to_myself` does. `exit` ends this rank, where it
    /// is not the first, after that one has ended.
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

    /// Where this rank stands.
    pub const fn place(&self) -> Place {
        self.place
    }

    pub(crate) fn send(&self, to: usize, bytes: Vec<u8>) {
        if to == self.place.rank {
            self.to_myself.send(bytes).expect("the receiver is this one's own");
            return;
        }
        let outgoing = self.outgoing.lock().unwrap_or_else(PoisonError::into_inner);
        // After the end there is nobody to read it.
        let _ = outgoing.as_ref().map(|outgoing| outgoing.send(Parcel { to, bytes }));
    }

    /// Waits for what comes next.
    pub(crate) fn receive(&self) -> Vec<u8> {
        let incoming = self.incoming.lock().unwrap_or_else(PoisonError::into_inner);
        incoming.recv().expect("this one holds a sender itself")
    }

    /// Waits until all that was sent is on its way, and sends no more.
    pub fn close(&self) {
        drop(self.outgoing.lock().unwrap_or_else(PoisonError::into_inner).take());
        if let Some(carrier) = self.carrier.lock().unwrap_or_else(PoisonError::into_inner).take() {
            carrier.join().expect("a carrier ends the process rather than panic");
        }
    }
}
