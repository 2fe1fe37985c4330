//! What became of a call.

use sheshbesh_questions::{Refusal, RefusalKind};
use std::{
    cell::RefCell,
    ffi::{CString, c_char},
    fmt,
};

/// What became of a call. Newer libraries may know more.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheshStatus {
    /// All is well.
    Ok = 0,
    /// A pointer is null that must not be, a size is wrong, or a string is no UTF-8.
    BadArgument = 1,
    /// It can be read, and makes no sense: no such position, roll, game, score, question.
    Nonsense = 2,
    /// JSON that is none.
    Unreadable = 3,
    /// A file cannot be read, is no network, threads cannot be started, or an answer cannot be made.
    Failed = 4,
    /// There is an answer, and the buffer is too small for it: shesh_last_answer gives it again.
    TooSmall = 5,
    /// The library is at fault; the engine should be closed.
    Panicked = 6,
    /// It was stopped before there was an answer.
    Stopped = 7,
}

/// Why a call has no answer.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) status: SheshStatus,
    pub(crate) sentence: String,
}

impl Fault {
    pub(crate) fn new(status: SheshStatus, sentence: impl fmt::Display) -> Self {
        Self { status, sentence: sentence.to_string() }
    }

    pub(crate) fn argument(sentence: impl fmt::Display) -> Self {
        Self::new(SheshStatus::BadArgument, sentence)
    }

    pub(crate) fn nonsense(sentence: impl fmt::Display) -> Self {
        Self::new(SheshStatus::Nonsense, sentence)
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        let status = match refusal.kind {
            RefusalKind::Unreadable => SheshStatus::Unreadable,
            RefusalKind::Nonsense => SheshStatus::Nonsense,
            RefusalKind::Failed => SheshStatus::Failed,
            RefusalKind::Stopped => SheshStatus::Stopped,
        };
        Self { status, sentence: refusal.sentence }
    }
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// Keeps a sentence for `shesh_last_error`.
pub(crate) fn remember(sentence: &str) {
    // A zero byte could come from a request's JSON.
    let sentence = CString::new(sentence.replace('\0', "\u{fffd}")).unwrap_or_default();
    // A thread that ends has nobody to tell.
    let _ = LAST.try_with(|last| last.replace(sentence));
}

/// What was wrong with the last call of this thread that failed, in a sentence; empty where none did. It
/// may be read until the next call that fails, or the thread ends.
#[unsafe(no_mangle)]
pub extern "C" fn shesh_last_error() -> *const c_char {
    LAST.try_with(|last| last.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}
