//! Clock of time limits and dates.
//!
//! The standard library has no clock on `wasm32-unknown-unknown`: `Instant::now` panics there. The
//! program that loads the module provides one with `set_source`.

use std::time::Duration;

/// Time since a fixed moment of this process. It never goes back.
///
/// ```
/// use sheshbesh_evaluator::clock;
/// let began = clock::now();
/// assert!(clock::now() >= began);
/// ```
pub fn now() -> Duration {
    source::now()
}

/// Time since 1 January 1970 in UTC; 0 if the system's clock is set to an earlier time.
pub fn since_epoch() -> Duration {
    source::since_epoch()
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod source {
    use std::{
        sync::LazyLock,
        time::{Duration, Instant, SystemTime, UNIX_EPOCH},
    };

    pub(super) fn now() -> Duration {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        START.elapsed()
    }

    pub(super) fn since_epoch() -> Duration {
        SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
    }
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod source {
    use std::{sync::OnceLock, time::Duration};

    static SOURCE: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the clock, once: a function that returns the time since 1 January 1970 in UTC and never
    /// goes back. Without it, the time is always 0, and time limits never end.
    pub fn set_source(source: fn() -> Duration) {
        // A second call changes nothing.
        let _ = SOURCE.set(source);
    }

    pub(super) fn now() -> Duration {
        since_epoch()
    }

    pub(super) fn since_epoch() -> Duration {
        SOURCE.get().map_or(Duration::ZERO, |source| source())
    }
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use source::set_source;
