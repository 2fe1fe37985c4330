//! Tests of ranks within one process, with a transport that delays messages.

use crate::{
    executor::Executor,
    job::Job,
    local_ranks::{make_transports, run_local_ranks},
    mpi::{MpiExecutor, Transport},
};
use bincode::{Decode, Encode};
use proptest::prelude::*;
use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::Duration,
};

fn run_task(index: usize) -> Vec<u8> {
    // Durations and result lengths vary.
    thread::sleep(Duration::from_micros(index as u64 * 7919 % 400));
    vec![index as u8; index % 5]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn any_number_of_ranks_gives_the_same_results(
        ranks in 1usize..=6,
        seed: u64,
        jobs in prop::collection::vec((0usize..40, any::<bool>()), 1..5),
    ) {
        let run_alone = |&(count, _): &(usize, bool)| Executor::Threads.map(count, run_task);
        let expected: Vec<_> = jobs.iter().map(run_alone).collect();
        let got = run_local_ranks(ranks, seed, |executor| {
            let (reported, alongside) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let results: Vec<Vec<Vec<u8>>> = jobs
                .iter()
                .map(|&(count, root_only)| {
                    let report = |_: &mut Vec<u8>| _ = reported.fetch_add(1, Ordering::Relaxed);
                    let mut meanwhile = || _ = alongside.fetch_add(1, Ordering::Relaxed);
                    let job = Job::new(count, &run_task).report(&report);
                    if root_only {
                        executor.run(job.root_only().alongside(&mut meanwhile))
                    } else {
                        executor.run(job)
                    }
                })
                .collect();
            let broadcast = executor.broadcast(executor.rank() as u64);
            (results, reported.into_inner(), alongside.into_inner(), broadcast)
        });
        prop_assert_eq!(got.len(), ranks);
        let tasks: usize = jobs.iter().map(|(count, _)| count).sum();
        let for_root = jobs.iter().filter(|(_, root_only)| *root_only).count();
        for (rank, (results, reported, alongside, broadcast)) in got.into_iter().enumerate() {
            prop_assert_eq!(broadcast, 0);
            let counts = if rank == 0 { (tasks, for_root) } else { (0, 0) };
            prop_assert_eq!((reported, alongside), counts);
            for ((result, expected), (_, root_only)) in results.iter().zip(&expected).zip(&jobs) {
                let nothing = Vec::new();
                let gets_it = rank == 0 || !root_only;
                prop_assert_eq!(result, if gets_it { expected } else { &nothing });
            }
        }
    }
}

#[test]
fn all_ranks_run_tasks() {
    let done = [const { AtomicUsize::new(0) }; 3];
    run_local_ranks(3, 5, |executor| {
        assert_eq!(executor.threads(), 3 * rayon::current_num_threads());
        executor.map(300, |_| {
            done[executor.rank()].fetch_add(1, Ordering::Relaxed);
            thread::sleep(Duration::from_millis(2));
        });
    });
    let done = done.map(AtomicUsize::into_inner);
    assert_eq!(done.iter().sum::<usize>(), 300);
    assert!(done.iter().all(|&tasks| tasks > 0), "{done:?}");
}

#[test]
fn all_ranks_get_results_as_the_report_leaves_them() {
    let shorten = |result: &mut Vec<u8>| result.truncate(1);
    let expected: Vec<Vec<u8>> = (0..60).map(|index| vec![index; 1]).collect();
    let task = |index: usize| vec![index as u8; 9];
    let got = run_local_ranks(3, 6, |executor| executor.run(Job::new(60, &task).report(&shorten)));
    assert_eq!(got, vec![expected; 3]);
}

/// A value that must not be encoded.
#[derive(Debug, PartialEq)]
struct InProcess(usize);

impl Encode for InProcess {
    fn encode<E: bincode::enc::Encoder>(
        &self,
        _: &mut E,
    ) -> Result<(), bincode::error::EncodeError> {
        panic!("the value is handed over within one process")
    }
}

impl<C> Decode<C> for InProcess {
    fn decode<D: bincode::de::Decoder>(_: &mut D) -> Result<Self, bincode::error::DecodeError> {
        panic!("the value is handed over within one process")
    }
}

#[test]
fn one_process_does_not_encode_values() {
    let run = |executor: &Executor| {
        let results = executor.map(20, InProcess);
        assert_eq!(results, (0..20).map(InProcess).collect::<Vec<_>>());
        executor.broadcast(InProcess(7))
    };
    assert_eq!(run(&Executor::Threads), InProcess(7));
    assert_eq!(run_local_ranks(1, 1, run), [InProcess(7)]);
}

#[test]
fn the_root_may_end_before_the_other_ranks() {
    let reached = AtomicUsize::new(0);
    let role = |executor: &Executor| {
        if !executor.is_root() {
            // Waits for a job that the root never starts.
            executor.map(3, run_task);
            reached.fetch_add(1, Ordering::Relaxed);
        }
    };
    let ended = run_local_ranks(4, 9, role);
    assert_eq!(ended.len(), 1);
    assert_eq!(reached.into_inner(), 0);
}

#[test]
fn ranks_with_different_fingerprints_do_not_connect() {
    let ended: Vec<String> = thread::scope(|scope| {
        let connect = |(rank, transport): (usize, Transport)| {
            scope.spawn(move || {
                let fingerprint = if rank == 1 { "version 2" } else { "version 1" };
                match MpiExecutor::connect(transport, fingerprint) {
                    Ok(_) => "connected".to_owned(),
                    Err(mismatch) => mismatch.to_string(),
                }
            })
        };
        let running: Vec<_> = make_transports(3, 1).into_iter().enumerate().map(connect).collect();
        let ended = |rank: thread::ScopedJoinHandle<'_, String>| rank.join().unwrap_or_default();
        running.into_iter().map(ended).collect()
    });
    assert_eq!(ended, ["rank 1 differs from rank 0: version 2, but rank 0 has version 1", "", ""]);
}
