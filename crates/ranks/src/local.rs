//! Ranks that are threads of one process, to try out what is done among ranks.

use crate::{
    crew::Ranks,
    post::{Parcel, Place, Post},
};
use sheshbesh_evaluator::crew::Crew;
use std::{
    panic, process,
    sync::{Mutex, PoisonError, mpsc},
    thread,
    time::Duration,
};

/// How a rank is ended by the first.
struct Ended;

/// Posts of so many ranks. What one of them sends arrives after a while, up to a quarter of a
/// millisecond for each message, which the seed tells.
pub(crate) fn posts(ranks: usize, seed: u64) -> Vec<Post> {
    let ways: Vec<_> = (0..ranks).map(|_| mpsc::channel::<Vec<u8>>()).collect();
    let doors: Vec<_> = ways.iter().map(|(sender, _)| sender.clone()).collect();
    let post = |(rank, (to_myself, incoming)): (usize, _)| {
        let (outgoing, to_send) = mpsc::channel();
        let doors = doors.clone();
        let mut state = seed.wrapping_add(rank as u64) | 1;
        let carrier = thread::spawn(move || {
            for Parcel { to, bytes } in to_send {
                // Knuth's generator; its upper bits are as good as any.
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(rank as u64);
                thread::sleep(Duration::from_micros(state >> 56));
                // Whoever has ended reads no more.
                let _ = doors[to].send(bytes);
            }
        });
        let exit = || panic::resume_unwind(Box::new(Ended));
        Post::new(Place { rank, ranks }, outgoing, to_myself, incoming, carrier, exit)
    };
    ways.into_iter().enumerate().map(post).collect()
}

/// Has each of so many ranks play its role in a thread of its own, and gives what came of it, in their
/// order; nothing of those that the first has ended before.
///
/// One that panics ends the process.
pub fn together<R: Send>(ranks: usize, seed: u64, role: impl Fn(&Ranks) -> R + Sync) -> Vec<R> {
    let results = Mutex::new(Vec::new());
    let live = |post: Post| {
        let Ok(crew) = Ranks::meet(post, "") else { unreachable!("all are alike") };
        let result = panic::catch_unwind(panic::AssertUnwindSafe(|| role(&crew)));
        let result = result.unwrap_or_else(|how| match how.is::<Ended>() {
            true => panic::resume_unwind(how),
            // The others would wait for ever. What happened has been said.
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
