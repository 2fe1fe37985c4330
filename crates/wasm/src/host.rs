//! Functions that the host provides: a clock, a stop condition, progress and reports of panics.

use std::{sync::Once, time::Duration};

#[cfg(target_family = "wasm")]
mod imports {
    #[link(wasm_import_module = "env")]
    unsafe extern "C" {
        pub(super) safe fn now() -> f64;
        pub(super) safe fn stopped() -> i32;
        pub(super) fn progress(text: *const u8, size: usize) -> i32;
        pub(super) fn report(text: *const u8, size: usize);
    }
}

/// Stand-ins, so that the crate compiles and its tests run on other targets.
#[cfg(not(target_family = "wasm"))]
mod imports {
    pub(super) fn now() -> f64 {
        sheshbesh_evaluator::clock::since_epoch().as_secs_f64() * 1000.0
    }
    pub(super) fn stopped() -> i32 {
        0
    }
    pub(super) unsafe fn progress(_text: *const u8, _size: usize) -> i32 {
        1
    }
    pub(super) unsafe fn report(_text: *const u8, _size: usize) {}
}

/// Time since 1970.
pub(crate) fn now() -> Duration {
    Duration::try_from_secs_f64(imports::now() / 1000.0).unwrap_or_default()
}

/// True if the host wants the question to stop.
pub(crate) fn stopped() -> bool {
    imports::stopped() != 0
}

/// Passes on the results of a rollout so far; false if the host wants no more.
pub(crate) fn progress(text: &str) -> bool {
    // SAFETY: the text outlives the call.
    unsafe { imports::progress(text.as_ptr(), text.len()) != 0 }
}

/// Sets the clock and the panic hook, once.
pub(crate) fn prepare() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        #[cfg(all(target_family = "wasm", target_os = "unknown"))]
        sheshbesh_evaluator::clock::set_source(now);
        if cfg!(target_family = "wasm") {
            std::panic::set_hook(Box::new(|panic| {
                let text = panic.to_string();
                // SAFETY: the text outlives the call.
                unsafe { imports::report(text.as_ptr(), text.len()) }
            }));
        }
    });
}
