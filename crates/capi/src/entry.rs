//! Common entry of all functions: catches panics and stores error messages.

use crate::status::{CallError, SheshStatus, remember};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs the body of a function.
pub(crate) fn enter(work: impl FnOnce() -> Result<(), CallError>) -> SheshStatus {
    // A panic can affect only the caller's memory and the engines, whose locks tolerate panics.
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => SheshStatus::Ok,
        Ok(Err(CallError { status, sentence })) => {
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
            // Dropping the payload could panic again.
            std::mem::forget(panic);
            SheshStatus::Panicked
        }
    }
}
