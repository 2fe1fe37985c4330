//! Ranks as threads of one process, for testing code that runs on several ranks.

use crate::{
    executor::MpiExecutor,
    transport::{Parcel, Place, Transport},
};
use sheshbesh_evaluator::executor::Executor;
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
pub(crate) fn posts(ranks: usize, seed: u64) -> Vec<Transport> {
    let ways: Vec<_> = (0..ranks).map(|_| mpsc::channel::<Vec<u8>>()).collect();
    let doors: Vec<_> = ways.iter().map(|(sender, _)| sender.clone()).collect();
    let post = |(rank, (to_myself, incoming)): (usize, _)| {
        let (outgoing, to_send) = mpsc::channel();
        let doors = doors.clone();
        let mut state = seed.wrapping_add(rank as u64) | 1;
        let carrier = thread::spawn(move || {
            for Parcel { to, bytes } in to_send {
                // Knuth's linear congruential generator; its upper bits are good enough here.
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(rank as u64);
                thread::sleep(Duration::from_micros(state >> 56));
                // A rank that has ended no longer reads messages.
                let _ = doors[to].send(bytes);
            }
        });
        let exit = || panic::resume_unwind(Box::new(Ended));
        Transport::new(Place { rank, ranks }, outgoing, to_myself, incoming, carrier, exit)
    };
    ways.into_iter().enumerate().map(post).collect()
}

/// Runs `role` on each of `ranks` ranks, each in its own thread. Returns the results in the order
/// of the ranks. A rank that the root shuts down before `role` returns has no result. `seed`
/// determines the delays of the messages.
///
/// A panic in `role` aborts the process.
pub fn together<R: Send>(
    ranks: usize,
    seed: u64,
    role: impl Fn(&MpiExecutor) -> R + Sync,
) -> Vec<R> {
    let results = Mutex::new(Vec::new());
    let live = |post: Transport| {
        let Ok(crew) = MpiExecutor::meet(post, "") else {
            unreachable!("all ranks have the same description")
        };
        let result = panic::catch_unwind(panic::AssertUnwindSafe(|| role(&crew)));
        let result = result.unwrap_or_else(|how| match how.is::<Ended>() {
            true => panic::resume_unwind(how),
            // The other ranks would wait forever. The panic message has been printed.
            false => process::abort(),
        });
        results.lock().unwrap_or_else(PoisonError::into_inner).push((crew.rank(), result));
        crew.end();
    };
    thread::scope(|scope| {
        let running = posts(ranks, seed).into_iter().map(|post| scope.spawn(|| live(post)));
        for rank in running.collect::<Vec<_>>() {
            let _ended_by_the_first = rank.join();
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(rank, _)| *rank);
    results.into_iter().map(|(_, result)| result).collect()
}
