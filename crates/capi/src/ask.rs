//! Everything else, as text.

use crate::{
    engine::Shesh,
    entry::enter,
    question::{self, SheshStop},
    status::{Fault, SheshStatus},
    strings::{required, write},
};
use std::{
    cell::RefCell,
    ffi::{c_char, c_void},
};

thread_local! {
    /// The answer that there was no room for.
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Puts any question to the engine: "best", "cube", "evaluate", "explain", "plays", "position", "rollout"
/// or "scores", with a request as JSON that the interface of `shesh serve` takes too (docs/server.md).
/// The answer is JSON as well, written into the buffer with a zero byte behind it; size is set to the
/// bytes that takes, unless it is null. Where the buffer is too small, shesh_last_answer gives it without asking again.
///
/// stop may be null, and ends searches and rollouts early.
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
        // SAFETY: the caller vouches for it.
        let engine = unsafe { engine.as_ref() }.ok_or_else(|| Fault::argument("engine is null"))?;
        // What an earlier question left is not the answer to this one.
        let _ = LAST.try_with(|last| last.take());
        // SAFETY: the same.
        let (question, request) =
            unsafe { (required("question", question)?, required("request", request)?) };
        let stop = question::stop(stop, stop_context);
        let watch = &mut |_: &str| !stop.is_due();
        let answer =
            sheshbesh_questions::ask(&engine.engines, question, request.as_bytes(), &stop, watch)?;
        // SAFETY: the same.
        let written = unsafe { write(&answer, buffer, capacity, size) };
        if written.is_err() {
            // A thread that is ending asks for nothing more.
            let _ = LAST.try_with(|last| last.replace(answer));
        }
        written
    })
}

/// The last answer of this thread that there was no room for; empty where the last question had room.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shesh_last_answer(
    buffer: *mut c_char,
    capacity: usize,
    size: *mut usize,
) -> SheshStatus {
    // SAFETY: the caller vouches for it.
    enter(|| LAST.with_borrow(|answer| unsafe { write(answer, buffer, capacity, size) }))
}
