//! MPI transport. One dedicated thread per process makes all MPI calls and does nothing else, so
//! any MPI library that supports threads at all (`MPI_THREAD_FUNNELED`) can be used.

use mpi::{
    Threading,
    request::{Request, StaticScope},
    topology::SimpleCommunicator,
    traits::{Communicator, Destination, MatchedReceiveVec, Source},
};
use sheshbesh_parallel::{Envelope, Transport, World};
use std::{
    panic, process,
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, Sender, TryRecvError},
    },
    thread,
    time::Duration,
};

/// Error: the MPI transport cannot be started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MpiError {
    /// MPI was initialised before in this process.
    #[error("MPI is already initialised")]
    AlreadyInitialised,
    /// The MPI library cannot be used in a process with threads.
    #[error("this MPI library does not support threads")]
    NoThreads,
}

/// Shortest pause between polls for messages. The pause doubles, up to [`LONGEST_SLEEP`], while
/// there are no messages. A blocking MPI call would keep a core busy.
const SHORTEST_SLEEP: Duration = Duration::from_micros(20);
/// Longest pause between polls for messages.
const LONGEST_SLEEP: Duration = Duration::from_millis(1);

/// Name of the thread that makes the MPI calls.
const THREAD_NAME: &str = "mpi";

/// True once a thread of this process has panicked. The job is then aborted, since the other ranks
/// would wait forever.
static PANICKED: AtomicBool = AtomicBool::new(false);

/// Joins the ranks that an MPI launcher has started. Call it once per process.
///
/// # Errors
/// If MPI was initialised before, or if the MPI library does not support threads.
///
/// # Panics
/// If the thread cannot be started.
pub fn join() -> Result<Transport, MpiError> {
    let (outgoing, to_send) = mpsc::channel();
    let (loopback, incoming) = mpsc::channel();
    let (joined_sender, joined) = mpsc::channel();
    let delivered = loopback.clone();
    let io_thread = thread::Builder::new().name(THREAD_NAME.to_owned()).spawn(move || {
        let Some((universe, threading)) = mpi::initialize_with_threading(Threading::Funneled)
        else {
            let _ = joined_sender.send(Err(MpiError::AlreadyInitialised));
            return;
        };
        if threading < Threading::Funneled {
            let _ = joined_sender.send(Err(MpiError::NoThreads));
            return;
        }
        let world = universe.world();
        let (rank, ranks) = (world.rank() as usize, world.size() as usize);
        let _ = joined_sender.send(Ok(World { rank, ranks }));
        exchange_messages(&world, &to_send, &delivered);
    });
    let io_thread = io_thread.expect("cannot start the MPI thread");
    let world = joined.recv().expect("the MPI thread sends its result")?;
    let print_panic = panic::take_hook();
    panic::set_hook(Box::new(move |information| {
        print_panic(information);
        if thread::current().name() == Some(THREAD_NAME) {
            // No other thread can abort the job.
            process::abort();
        }
        PANICKED.store(true, Ordering::Relaxed);
    }));
    Ok(Transport::new(world, outgoing, loopback, incoming, io_thread, || process::exit(0)))
}

/// Sends and receives messages until the queue is closed and all messages are on their way.
fn exchange_messages(
    world: &SimpleCommunicator,
    to_send: &Receiver<Envelope>,
    delivered: &Sender<Vec<u8>>,
) {
    let (mut underway, mut closed): (Vec<Sending>, bool) = (Vec::new(), false);
    let mut sleep = SHORTEST_SLEEP;
    while !closed || !underway.is_empty() {
        if PANICKED.load(Ordering::Relaxed) {
            world.abort(1);
        }
        let mut idle = true;
        loop {
            match to_send.try_recv() {
                Ok(envelope) => underway.push(Sending::start(world, envelope)),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    closed = true;
                    break;
                }
            }
            idle = false;
        }
        underway = underway.into_iter().filter_map(Sending::unfinished).collect();
        while let Some(arrived) = world.any_process().immediate_matched_probe() {
            // A rank that has ended no longer reads messages.
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

/// A send in progress.
struct Sending {
    request: Request<'static, [u8]>,
    bytes: *mut [u8],
}

impl Sending {
    fn start(world: &SimpleCommunicator, Envelope { to, bytes }: Envelope) -> Self {
        let bytes = Box::into_raw(bytes.into_boxed_slice());
        // SAFETY: the bytes are freed only in `unfinished`, when the request no longer uses them.
        let lent: &'static [u8] = unsafe { &*bytes };
        let request = world.process_at_rank(to as i32).immediate_send(StaticScope, lent);
        Self { request, bytes }
    }

    /// Returns itself while the send is in progress, and frees the bytes when it is complete.
    fn unfinished(self) -> Option<Self> {
        let Self { request, bytes } = self;
        match request.test() {
            Err(request) => Some(Self { request, bytes }),
            Ok(_) => {
                // SAFETY: the bytes come from a box. The request was the last to read them and is
                // complete.
                drop(unsafe { Box::from_raw(bytes) });
                None
            }
        }
    }
}
