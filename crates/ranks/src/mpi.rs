//! The post by MPI. One thread of each process speaks to the library and does nothing else, so that
//! any library will do that knows threads at all.

use crate::post::{Parcel, Place, Post};
use mpi::{
    Threading,
    request::{Request, StaticScope},
    topology::SimpleCommunicator,
    traits::{Communicator, Destination, MatchedReceiveVec, Source},
};
use std::{
    panic, process,
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, Sender, TryRecvError},
    },
    thread,
    time::Duration,
};

/// Why there is no post.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotJoin {
    /// It was begun before.
    #[error("MPI was begun twice")]
    Twice,
    /// The library cannot be called where there are threads.
    #[error("this library of MPI cannot be used by programs with threads")]
    NoThreads,
}

/// Looks for messages are that far apart at least, and at most while there are none: a library that
/// waits for itself keeps a core busy.
const SHORTEST_SLEEP: Duration = Duration::from_micros(20);
const LONGEST_SLEEP: Duration = Duration::from_millis(1);

/// The thread that talks to the library.
const CARRIER: &str = "post";

/// Somebody in this process has panicked: the others would wait for ever.
static PANICKED: AtomicBool = AtomicBool::new(false);

/// Joins the others that a launcher has started. To be called once in a process.
///
/// # Errors
/// When the library of MPI cannot be used.
///
/// # Panics
/// When no thread can be started.
pub fn join() -> Result<Post, CannotJoin> {
    let (outgoing, to_send) = mpsc::channel();
    let (to_myself, incoming) = mpsc::channel();
    let (say_joined, joined) = mpsc::channel();
    let delivered = to_myself.clone();
    let carrier = thread::Builder::new().name(CARRIER.to_owned()).spawn(move || {
        let Some((universe, threading)) = mpi::initialize_with_threading(Threading::Funneled)
        else {
            let _ = say_joined.send(Err(CannotJoin::Twice));
            return;
        };
        if threading < Threading::Funneled {
            let _ = say_joined.send(Err(CannotJoin::NoThreads));
            return;
        }
        let world = universe.world();
        let (rank, ranks) = (world.rank() as usize, world.size() as usize);
        let _ = say_joined.send(Ok(Place { rank, ranks }));
        carry(&world, &to_send, &delivered);
    });
    let carrier = carrier.expect("a thread can be started");
    let place = joined.recv().expect("the thread says how it went")?;
    let told = panic::take_hook();
    panic::set_hook(Box::new(move |information| {
        told(information);
        if thread::current().name() == Some(CARRIER) {
            // Nobody else can tell the others.
            process::abort();
        }
        PANICKED.store(true, Ordering::Relaxed);
    }));
    Ok(Post::new(place, outgoing, to_myself, incoming, carrier, || process::exit(0)))
}

/// Carries messages until no more can be sent and all are on their way.
fn carry(world: &SimpleCommunicator, to_send: &Receiver<Parcel>, delivered: &Sender<Vec<u8>>) {
    let (mut underway, mut closed): (Vec<Sending>, bool) = (Vec::new(), false);
    let mut sleep = SHORTEST_SLEEP;
    while !closed || !underway.is_empty() {
        if PANICKED.load(Ordering::Relaxed) {
            world.abort(1);
        }
        let mut idle = true;
        loop {
            match to_send.try_recv() {
                Ok(parcel) => underway.push(Sending::begin(world, parcel)),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    closed = true;
                    break;
                }
            }
            idle = false;
        }
        underway = underway.into_iter().filter_map(Sending::still).collect();
        while let Some(arrived) = world.any_process().immediate_matched_probe() {
            // Whoever has ended reads no more.
            let _ = delivered.send(arrived.matched_receive_vec().0);
            idle = false;
        }
        if idle {
            thread::sleep(sleep);
            sleep = (sleep * 2).min(LONGEST_SLEEP);
        } else {
            sleep = SHORTEST_SLEEP;
        }
    }
}

/// Bytes on their way.
struct Sending {
    request: Request<'static, [u8]>,
    bytes: *mut [u8],
}

impl Sending {
    fn begin(world: &SimpleCommunicator, Parcel { to, bytes }: Parcel) -> Self {
        let bytes = Box::into_raw(bytes.into_boxed_slice());
        // SAFETY: they are given back only in `still`, when the request is done with them.
        let lent: &'static [u8] = unsafe { &*bytes };
        let request = world.process_at_rank(to as i32).immediate_send(StaticScope, lent);
        Self { request, bytes }
    }

    /// Itself, unless it has arrived.
    fn still(self) -> Option<Self> {
        let Self { request, bytes } = self;
        match request.test() {
            Err(request) => Some(Self { request, bytes }),
            Ok(_) => {
                // SAFETY: they come from a box, and the request, done now, was the last to read them.
                drop(unsafe { Box::from_raw(bytes) });
                None
            }
        }
    }
}
