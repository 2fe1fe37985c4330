//! Test helpers: training runs that stop, resume and share their work.

use sheshbesh_network::Network;
use sheshbesh_parallel::{Executor, run_local_ranks};
use sheshbesh_training::{Counters, CurvePoint, Ended, Observer, Run, serve_worker};
use std::sync::atomic::{AtomicBool, Ordering};

/// Stops a run after some batches.
pub struct StopAfter<'a> {
    pub batches: u32,
    pub stop: &'a AtomicBool,
}

impl Observer for StopAfter<'_> {
    fn played(&mut self, _: &str, _: u64) {
        self.done();
    }

    fn learned(&mut self, _: &str, _: &Counters, _: u64) {
        self.done();
    }

    fn measured(&mut self, _: &CurvePoint, _: &str) {}
}

impl StopAfter<'_> {
    fn done(&mut self) {
        self.batches = self.batches.saturating_sub(1);
        if self.batches == 0 {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

pub fn train(run: &mut Run, batches: u32) -> Ended {
    let stop = AtomicBool::new(false);
    run.train(&stop, &mut StopAfter { batches, stop: &stop }).unwrap()
}

/// Finishes a run, and returns its network and its curve without times.
pub fn finish(run: &mut Run) -> (Network, Vec<(u64, u64, f64)>) {
    assert_eq!(train(run, u32::MAX), Ended::Finished);
    let curve = run.curve().iter().map(|p| (p.games, p.samples, p.points)).collect();
    let mut network = run.network();
    network.provenance = Default::default();
    (network, curve)
}

/// Runs `train` on the root of several ranks, while the others serve it.
pub fn among<R: Send>(ranks: usize, train: impl Fn(&Executor) -> R + Sync) -> R {
    let role = |executor: &Executor| {
        if executor.is_root() {
            return Some(train(executor));
        }
        serve_worker(executor);
        None
    };
    run_local_ranks(ranks, 17, role).remove(0).expect("the root has trained")
}
