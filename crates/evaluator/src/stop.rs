//! Telling a search or a rollout to end.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

/// Says when to stop, to all the threads that share its clones: when somebody has raised a flag,
/// when it is late, or both. Searches and rollouts ask it often and end soon after it says so.
///
/// This is how time comes in: who has no clock uses flags alone.
///
/// ```
/// use sheshbesh_evaluator::Stop;
/// use std::{sync::{Arc, atomic::{AtomicBool, Ordering}}, time::{Duration, Instant}};
/// let flag = Arc::new(AtomicBool::new(false));
/// let stop = Stop::on(Arc::clone(&flag)).or(Stop::at(Instant::now() + Duration::from_secs(60)));
/// assert!(!stop.is_due());
/// flag.store(true, Ordering::Relaxed);
/// assert!(stop.is_due() && !Stop::never().is_due());
/// ```
#[derive(Clone, Default)]
pub struct Stop(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Stop {
    /// Nobody is stopped.
    pub const fn never() -> Self {
        Self(None)
    }

    /// When this says so.
    pub fn when(due: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(due)))
    }

    /// When the flag is raised.
    pub fn on(flag: Arc<AtomicBool>) -> Self {
        Self::when(move || flag.load(Ordering::Relaxed))
    }

    /// When it is so late.
    pub fn at(deadline: Instant) -> Self {
        Self::when(move || Instant::now() >= deadline)
    }

    /// When either says so.
    pub fn or(self, other: Self) -> Self {
        match (&self.0, &other.0) {
            (None, _) => other,
            (_, None) => self,
            _ => Self::when(move || self.is_due() || other.is_due()),
        }
    }

    /// Whether to stop now.
    pub fn is_due(&self) -> bool {
        self.0.as_ref().is_some_and(|due| due())
    }

    /// The same, as a result to pass on.
    pub(crate) fn check(&self) -> Result<(), Stopped> {
        if self.is_due() { Err(Stopped) } else { Ok(()) }
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Stop(..)" } else { "Stop(never)" })
    }
}

/// Somebody has been told to stop before there was a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped before there was a result")]
pub struct Stopped;
