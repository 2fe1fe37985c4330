//! The answer to the last call, kept for the host to read.

use crate::status::{Status, error_body};
use sheshbesh_api::QueryError;
use std::cell::RefCell;

thread_local! {
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps the result of a call, and returns its status.
pub(crate) fn keep(result: Result<String, QueryError>) -> Status {
    let (status, text) = match result {
        Ok(answer) => (Status::Ok, answer),
        Err(error) => (error.kind.into(), error_body(error)),
    };
    LAST.replace(text);
    status
}

/// Returns the place and the size of the last answer.
pub(crate) fn last() -> (*const u8, usize) {
    LAST.with_borrow(|text| (text.as_ptr(), text.len()))
}
