//! Answers any other question, as JSON text.

use crate::{
    engine::Shesh,
    entry::enter,
    question::{self, SheshStop},
    status::{CallError, SheshStatus},
    strings::{required, write},
};
use std::{
    cell::RefCell,
    ffi::{c_char, c_void},
};

thread_local! {
    /// The last answer that did not fit into its buffer.
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Answers any question: "best", "cube", "drill", "evaluate", "explain", "picture", "plays",
/// "position", "rollout" or "scores". The request and the answer are JSON, as in the interface of
/// `shesh serve` (docs/guide/server.md). The answer is written to the buffer with a terminating zero byte. If
/// size is not null, it receives the number of bytes needed, the zero byte included. If the buffer
/// is too small, shesh_last_answer returns the answer without another search.
///
/// stop may be null; it ends searches and rollouts early.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shesh_ask(
    engine: *const Shesh,
    question: *const c_char,
    request: *const c_char,
    stop: SheshStop,
    stop_context: *mut c_void,
    buffer: *mut c_char,
    capacity: usize,
    size: *mut usize,
) -> SheshStatus {
    enter(|| {
        // SAFETY: guaranteed by the caller.
        let engine =
            unsafe { engine.as_ref() }.ok_or_else(|| CallError::argument("engine is null"))?;
        // Discard the answer to an earlier question.
        let _ = LAST.try_with(|last| last.take());
        // SAFETY: guaranteed by the caller.
        let (question, request) =
            unsafe { (required("question", question)?, required("request", request)?) };
        let stop = question::stop(stop, stop_context);
        let watch = &mut |_: &str| !stop.is_due();
        let answer =
            sheshbesh_api::dispatch(&engine.engines, question, request.as_bytes(), &stop, watch)?;
        // SAFETY: guaranteed by the caller.
        let written = unsafe { write(&answer, buffer, capacity, size) };
        if written.is_err() {
            // This fails only while the thread exits, when no later call can ask for the answer.
            let _ = LAST.try_with(|last| last.replace(answer));
        }
        written
    })
}

/// Returns the last answer of this thread that did not fit into its buffer. The answer is empty if
/// that of the last question did fit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shesh_last_answer(
    buffer: *mut c_char,
    capacity: usize,
    size: *mut usize,
) -> SheshStatus {
    // SAFETY: guaranteed by the caller.
    enter(|| LAST.with_borrow(|answer| unsafe { write(answer, buffer, capacity, size) }))
}
