//! How every function is entered: nothing unwinds across, and what is wrong is remembered.

use crate::status::{Fault, SheshStatus, remember};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Does the work of a function.
pub(crate) fn enter(work: impl FnOnce() -> Result<(), Fault>) -> SheshStatus {
    // What a panic leaves behind is the caller's memory, and engines, whose locks do not mind.
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => SheshStatus::Ok,
        Ok(Err(Fault { status, sentence })) => {
            remember(&sentence);
            status
        }
        Err(panic) => {
            let said = panic.downcast_ref::<&str>().map(ToString::to_string);
            let said = said.or_else(|| panic.downcast_ref::<String>().cloned());
            remember(&format!(
                "the library failed: {}",
                said.as_deref().unwrap_or("no reason said")
            ));
            // A payload could panic in turn when it is dropped.
            std::mem::forget(panic);
            SheshStatus::Panicked
        }
    }
}
