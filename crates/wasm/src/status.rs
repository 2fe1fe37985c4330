//! Status codes of calls, and errors as JSON.

use serde::Serialize;
use sheshbesh_api::{QueryError, QueryErrorKind};
use sheshbesh_movegen::{Message, Value};
use std::{borrow::Cow, collections::BTreeMap};

/// Result of a call.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There is an answer.
    Ok = 0,
    /// The request cannot be parsed.
    Unreadable = 1,
    /// The request can be parsed, but is invalid.
    Nonsense = 2,
    /// The request is valid, but answering it failed.
    Failed = 3,
    /// Stopped before there was an answer.
    Stopped = 4,
}

impl From<QueryErrorKind> for Status {
    fn from(kind: QueryErrorKind) -> Self {
        match kind {
            QueryErrorKind::Unreadable => Self::Unreadable,
            QueryErrorKind::Nonsense => Self::Nonsense,
            QueryErrorKind::Failed => Self::Failed,
            QueryErrorKind::Stopped => Self::Stopped,
        }
    }
}

/// An error as the HTTP API sends it.
#[derive(Serialize)]
struct ErrorBody {
    error: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<Cow<'static, str>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    values: BTreeMap<Cow<'static, str>, Value>,
}

/// Formats an error as JSON.
pub(crate) fn error_body(error: QueryError) -> String {
    let (code, values) = error.message.map(|Message { code, values }| (code, values)).unzip();
    let body = ErrorBody { error: error.sentence, code, values: values.unwrap_or_default() };
    serde_json::to_string(&body).expect("texts and numbers can be written")
}
