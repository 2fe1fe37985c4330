//! Ranks as threads of one process, for testing code that runs on several ranks.

use crate::{
    executor::Executor,
    launcher::World,
    mpi::{Envelope, MpiExecutor, Transport},
};
use std::{
    panic, process,
    sync::{Mutex, PoisonError, mpsc},
    thread,
    time::Duration,
};

/// Panic payload that unwinds the thread of a rank when the root shuts all ranks down.
struct Ended;

/// Creates the transports of `ranks` ranks. Each message between two ranks is delayed by up to a
/// quarter of a millisecond. `seed` determines the delays.
pub(crate) fn make_transports(ranks: usize, seed: u64) -> Vec<Transport> {
    let channels: Vec<_> = (0..ranks).map(|_| mpsc::channel::<Vec<u8>>()).collect();
    let senders: Vec<_> = channels.iter().map(|(sender, _)| sender.clone()).collect();
    let make_transport = |(rank, (loopback, incoming)): (usize, _)| {
        let (outgoing, to_send) = mpsc::channel();
        let senders = senders.clone();
        let mut state = seed.wrapping_add(rank as u64) | 1;
        let io_thread = thread::spawn(move || {
            for Envelope { to, bytes } in to_send {
                // Knuth's linear congruential generator; its upper bits are good enough here.
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(rank as u64);
                thread::sleep(Duration::from_micros(state >> 56));
                // A rank that has ended no longer reads messages.
                let _ = senders[to].send(bytes);
            }
        });
        let exit = || panic::resume_unwind(Box::new(Ended));
        Transport::new(World { rank, ranks }, outgoing, loopback, incoming, io_thread, exit)
    };
    channels.into_iter().enumerate().map(make_transport).collect()
}

/// Runs `role` on each of `ranks` ranks, each in its own thread of this process. Returns the results
/// in the order of the ranks. A rank that the root shuts down before `role` returns has no result.
/// `seed` determines the delays of the messages.
///
/// A panic in `role` aborts the process.
pub fn run_local_ranks<R: Send>(
    ranks: usize,
    seed: u64,
    role: impl Fn(&Executor) -> R + Sync,
) -> Vec<R> {
    let results = Mutex::new(Vec::new());
    let run_rank = |transport: Transport| {
        let Ok(connected) = MpiExecutor::connect(transport, "") else {
            unreachable!("all ranks have the same fingerprint")
        };
        let executor = Executor::Mpi(connected);
        let result = panic::catch_unwind(panic::AssertUnwindSafe(|| role(&executor)));
        let result = result.unwrap_or_else(|panic| {
            if panic.is::<Ended>() {
                panic::resume_unwind(panic)
            }
            // The other ranks would wait forever. The panic message has been printed.
            process::abort()
        });
        results.lock().unwrap_or_else(PoisonError::into_inner).push((executor.rank(), result));
        executor.shut_down();
    };
    thread::scope(|scope| {
        let transports = make_transports(ranks, seed).into_iter();
        let running = transports.map(|transport| scope.spawn(|| run_rank(transport)));
        for rank in running.collect::<Vec<_>>() {
            let _ended_by_root = rank.join();
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(rank, _)| *rank);
    results.into_iter().map(|(_, result)| result).collect()
}
