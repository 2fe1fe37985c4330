//! Results of calls.

use sheshbesh_api::{QueryError, QueryErrorKind};
use std::{
    cell::RefCell,
    ffi::{CString, c_char},
    fmt,
};

/// Result of a call. Newer libraries may add values.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheshStatus {
    /// Success.
    Ok = 0,
    /// Invalid argument: a null pointer, a wrong size, or a string that is not UTF-8.
    BadArgument = 1,
    /// Readable but invalid request, such as an impossible position, roll or score, or an unknown
    /// game or question.
    Nonsense = 2,
    /// Invalid JSON.
    Unreadable = 3,
    /// A file cannot be read or is not a network, threads cannot be started, or an answer cannot be
    /// made.
    Failed = 4,
    /// The buffer is too small for the answer; shesh_last_answer returns it again.
    TooSmall = 5,
    /// Internal error of the library; the engine should be closed.
    Panicked = 6,
    /// Stopped before there was an answer.
    Stopped = 7,
}

/// The reason that a call has no answer.
#[derive(Debug)]
pub(crate) struct CallError {
    pub(crate) status: SheshStatus,
    pub(crate) sentence: String,
}

impl CallError {
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

impl From<QueryError> for CallError {
    fn from(refusal: QueryError) -> Self {
        let status = match refusal.kind {
            QueryErrorKind::Unreadable => SheshStatus::Unreadable,
            QueryErrorKind::Nonsense => SheshStatus::Nonsense,
            QueryErrorKind::Failed => SheshStatus::Failed,
            QueryErrorKind::Stopped => SheshStatus::Stopped,
        };
        Self { status, sentence: refusal.sentence }
    }
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// Stores a message for `shesh_last_error`.
pub(crate) fn remember(sentence: &str) {
    // The JSON of a request may contain a zero byte.
    let sentence = CString::new(sentence.replace('\0', "\u{fffd}")).unwrap_or_default();
    // This fails only while the thread exits, when nothing reads the message.
    let _ = LAST.try_with(|last| last.replace(sentence));
}

/// Returns a sentence about the last failed call of this thread; empty if no call has failed. The
/// string is valid until the next failed call or the end of the thread.
#[unsafe(no_mangle)]
pub extern "C" fn shesh_last_error() -> *const c_char {
    LAST.try_with(|last| last.borrow().as_ptr()).unwrap_or(c"".as_ptr())
}
