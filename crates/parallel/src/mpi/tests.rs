//! Tests of ranks within one process, with a transport that delays messages.

use crate::{
    executor::MpiExecutor,
    local::{posts, together},
    transport::Transport,
};
use proptest::prelude::*;
use sheshbesh_evaluator::executor::{Executor, Threads, Work};
use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::Duration,
};

fn piece(number: usize) -> Vec<u8> {
    // Durations and result lengths vary.
    thread::sleep(Duration::from_micros(number as u64 * 7919 % 400));
    vec![number as u8; number % 5]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn any_number_of_ranks_gives_what_one_gives(
        ranks in 1usize..=6,
        seed: u64,
        works in prop::collection::vec((0usize..40, any::<bool>()), 1..5),
    ) {
        let expected: Vec<_> =
            works.iter().map(|(count, _)| Threads.share(Work::new(*count, &piece))).collect();
        let got = together(ranks, seed, |crew| {
            let (told, beside) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let results: Vec<Vec<Vec<u8>>> = works
                .iter()
                .map(|&(count, for_the_first)| {
                    let done = |_: &[u8]| _ = told.fetch_add(1, Ordering::Relaxed);
                    let mut meanwhile = || _ = beside.fetch_add(1, Ordering::Relaxed);
                    let work = Work::new(count, &piece).telling(&done);
                    match for_the_first {
                        true => crew.share(work.for_the_first().beside(&mut meanwhile)),
                        false => crew.share(work),
                    }
                })
                .collect();
            let said = crew.agree(vec![crew.rank() as u8]);
            (results, told.into_inner(), beside.into_inner(), said)
        });
        prop_assert_eq!(got.len(), ranks);
        let pieces: usize = works.iter().map(|(count, _)| count).sum();
        let alone = works.iter().filter(|(_, for_the_first)| *for_the_first).count();
        for (rank, (results, told, beside, said)) in got.into_iter().enumerate() {
            prop_assert_eq!(said, [0]);
            prop_assert_eq!((told, beside), if rank == 0 { (pieces, alone) } else { (0, 0) });
            for ((result, expected), (_, for_the_first)) in results.iter().zip(&expected).zip(&works) {
                let nothing = Vec::new();
                let gets_it = rank == 0 || !for_the_first;
                prop_assert_eq!(result, if gets_it { expected } else { &nothing });
            }
        }
    }
}

#[test]
fn pieces_are_done_by_all_of_them() {
    let done = [const { AtomicUsize::new(0) }; 3];
    together(3, 5, |crew| {
        assert_eq!(crew.threads(), 3 * rayon::current_num_threads());
        let piece = |_: usize| {
            done[crew.rank()].fetch_add(1, Ordering::Relaxed);
            thread::sleep(Duration::from_millis(2));
            Vec::new()
        };
        crew.share(Work::new(300, &piece));
    });
    let done = done.map(AtomicUsize::into_inner);
    assert_eq!(done.iter().sum::<usize>(), 300);
    assert!(done.iter().all(|&pieces| pieces > 0), "{done:?}");
}

#[test]
fn the_first_may_end_before_the_others_know() {
    let reached = AtomicUsize::new(0);
    let role = |crew: &MpiExecutor| {
        if !crew.is_root() {
            // Waits for a job that the root never starts.
            crew.share(Work::new(3, &piece));
            reached.fetch_add(1, Ordering::Relaxed);
        }
    };
    let ended = together(4, 9, role);
    assert_eq!(ended.len(), 1);
    assert_eq!(reached.into_inner(), 0);
}

#[test]
fn ranks_that_are_unlike_do_not_meet() {
    let ended: Vec<String> = thread::scope(|scope| {
        let meet = |(rank, post): (usize, Transport)| {
            scope.spawn(move || {
                let likeness = if rank == 1 { "version 2" } else { "version 1" };
                match MpiExecutor::meet(post, likeness) {
                    Ok(_) => "met".to_owned(),
                    Err(unlike) => unlike.to_string(),
                }
            })
        };
        let running: Vec<_> = posts(3, 1).into_iter().enumerate().map(meet).collect();
        let ended = |rank: thread::ScopedJoinHandle<'_, String>| rank.join().unwrap_or_default();
        running.into_iter().map(ended).collect()
    });
    assert_eq!(ended, ["rank 1 differs from rank 0: version 2, but rank 0 has version 1", "", ""]);
}
