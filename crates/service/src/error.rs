//! Error responses: a status, one sentence, and the sentence as a code with values.

use crate::{http_error::HttpError, reason::Reason};
use serde::Serialize;
use sheshbesh_api::{QueryError, QueryErrorKind};
use sheshbesh_movegen::{Coded, Message, Value};
use std::{borrow::Cow, collections::BTreeMap, fmt};
use utoipa::ToSchema;

/// HTTP statuses of errors.
pub mod status {
    /// The request cannot be parsed.
    pub const BAD_REQUEST: u16 = 400;
    /// The request is not allowed.
    pub const FORBIDDEN: u16 = 403;
    /// The resource does not exist.
    pub const NOT_FOUND: u16 = 404;
    /// The resource does not support the method.
    pub const METHOD_NOT_ALLOWED: u16 = 405;
    /// The body arrived too slowly.
    pub const REQUEST_TIMEOUT: u16 = 408;
    /// The body is too large.
    pub const PAYLOAD_TOO_LARGE: u16 = 413;
    /// The body has another media type.
    pub const UNSUPPORTED_MEDIA_TYPE: u16 = 415;
    /// The request can be parsed but is invalid.
    pub const UNPROCESSABLE_ENTITY: u16 = 422;
    /// Internal error.
    pub const INTERNAL_SERVER_ERROR: u16 = 500;
    /// The server cannot answer.
    pub const SERVICE_UNAVAILABLE: u16 = 503;
}

/// An error response, sent as `{"error": "one sentence", "code": …, "values": …}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiError {
    status: u16,
    reason: Reason,
    /// Seconds until the client may retry.
    retry_after: Option<u32>,
}

/// Body of an error response.
#[derive(Serialize, ToSchema)]
#[schema(as = Error)]
pub struct ErrorBody {
    /// Error message, one sentence.
    error: String,
    /// Stable code of the message, such as `play.not-home`, for clients that word it themselves.
    /// Absent if the message has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    code: Option<Cow<'static, str>>,
    /// Values that the message names: numbers, texts, messages with a `code` and `values` of their
    /// own, and lists of them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(value_type = Object, required = false)]
    values: BTreeMap<Cow<'static, str>, Value>,
}

impl ApiError {
    /// Creates an error with any status.
    pub fn new(status: u16, reason: impl Coded + fmt::Display) -> Self {
        Self { status, reason: Reason::new(reason), retry_after: None }
    }

    /// HTTP status of the response.
    pub fn status(&self) -> u16 {
        self.status
    }

    /// 400: the request cannot be parsed.
    pub fn bad_request(reason: impl Coded + fmt::Display) -> Self {
        Self::new(status::BAD_REQUEST, reason)
    }

    /// 422: the request can be parsed but is invalid.
    pub fn unprocessable(reason: impl Coded + fmt::Display) -> Self {
        Self::new(status::UNPROCESSABLE_ENTITY, reason)
    }

    /// 404: the resource does not exist.
    pub fn not_found(reason: impl Coded + fmt::Display) -> Self {
        Self::new(status::NOT_FOUND, reason)
    }

    /// Replaces the reason by one that contains it.
    pub(crate) fn within<E: Coded + fmt::Display>(self, outer: impl FnOnce(Reason) -> E) -> Self {
        Self { reason: Reason::new(outer(self.reason)), ..self }
    }

    /// 503: the client may retry after `seconds`.
    pub fn busy(reason: impl Coded + fmt::Display, seconds: u32) -> Self {
        let error = Self::new(status::SERVICE_UNAVAILABLE, reason);
        Self { retry_after: Some(seconds), ..error }
    }

    /// 503: the server cannot answer, now or later.
    pub fn unavailable(reason: impl Coded + fmt::Display) -> Self {
        Self::new(status::SERVICE_UNAVAILABLE, reason)
    }

    /// 500: internal error.
    pub fn internal(problem: impl fmt::Display) -> Self {
        Self::failed(HttpError::Internal(problem.to_string()))
    }

    /// 500: internal error with a code of its own.
    pub fn failed(reason: impl Coded + fmt::Display) -> Self {
        Self::new(status::INTERNAL_SERVER_ERROR, reason)
    }

    /// Seconds until the client may retry.
    pub fn retry_after(&self) -> Option<u32> {
        self.retry_after
    }

    /// Body of the response: JSON.
    pub fn into_body(self) -> String {
        let (error, message) = self.into_parts();
        let (code, values) = message.map(|Message { code, values }| (code, values)).unzip();
        let values = values.unwrap_or_default();
        serde_json::to_string(&ErrorBody { error, code, values }).expect("it has string keys")
    }

    /// The sentence, and its message.
    pub fn into_parts(self) -> (String, Option<Message>) {
        self.reason.into_parts()
    }
}

impl From<QueryError> for ApiError {
    fn from(error: QueryError) -> Self {
        let status = match error.kind {
            QueryErrorKind::Unreadable => status::BAD_REQUEST,
            QueryErrorKind::Nonsense => status::UNPROCESSABLE_ENTITY,
            QueryErrorKind::Failed | QueryErrorKind::Stopped => status::INTERNAL_SERVER_ERROR,
        };
        Self { status, reason: error.into(), retry_after: None }
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}
