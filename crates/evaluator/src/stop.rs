//! Stop conditions for searches and rollouts.

use crate::clock;
use sheshbesh_movegen::codes;
use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// Stop condition, shared by all threads that hold its clones: a flag, a deadline, or either of
/// them.
///
/// Searches and rollouts check it often and end soon after it is met. It is their only access to
/// time.
///
/// ```
/// use sheshbesh_evaluator::Stop;
/// use std::{sync::{Arc, atomic::{AtomicBool, Ordering}}, time::Duration};
/// let flag = Arc::new(AtomicBool::new(false));
/// let stop = Stop::on(Arc::clone(&flag)).or(Stop::after(Duration::from_secs(60)));
/// assert!(!stop.is_due());
/// flag.store(true, Ordering::Relaxed);
/// assert!(stop.is_due() && !Stop::never().is_due());
/// ```
#[derive(Clone, Default)]
pub struct Stop(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Stop {
    /// Never stops.
    pub const fn never() -> Self {
        Self(None)
    }

    /// Stops when `due` returns true.
    pub fn when(due: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(due)))
    }

    /// Stops when the flag is set.
    pub fn on(flag: Arc<AtomicBool>) -> Self {
        Self::when(move || flag.load(Ordering::Relaxed))
    }

    /// Stops at the deadline.
    pub fn at(deadline: Instant) -> Self {
        Self::when(move || Instant::now() >= deadline)
    }

    /// Stops after this time, counted from now on the [`clock`](crate::clock).
    pub fn after(limit: Duration) -> Self {
        // A limit that cannot be represented is never reached.
        let Some(deadline) = clock::now().checked_add(limit) else { return Self::never() };
        Self::when(move || clock::now() >= deadline)
    }

    /// Stops when either condition is met.
    pub fn or(self, other: Self) -> Self {
        match (&self.0, &other.0) {
            (None, _) => other,
            (_, None) => self,
            _ => Self::when(move || self.is_due() || other.is_due()),
        }
    }

    /// True if it is time to stop.
    pub fn is_due(&self) -> bool {
        self.0.as_ref().is_some_and(|due| due())
    }

    /// Returns an error if it is time to stop.
    pub(crate) fn check(&self) -> Result<(), Stopped> {
        if self.is_due() { Err(Stopped) } else { Ok(()) }
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Stop(..)" } else { "Stop(never)" })
    }
}

/// Error: stopped before there was a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped before there was a result")]
pub struct Stopped;

codes! {
    Stopped {
        Self => "stopped",
    }
}
