//! Error responses: a status and one sentence.

use axum::{
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use sheshbesh_api::{QueryError, QueryErrorKind};
use std::fmt;
use utoipa::ToSchema;

/// An error response, sent as `{"error": "one sentence"}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ApiError {
    status: StatusCode,
    sentence: String,
    /// Seconds until the client may retry.
    retry_after: Option<u32>,
}

/// Maximum length of a sentence in characters, and the length of the beginning and end that are
/// kept of a longer one.
const MAX_LENGTH: usize = 500;
const KEPT_AT_ENDS: usize = 200;

/// Shortens a sentence for the response. Some sentences quote the request, which may be a megabyte.
pub(crate) fn shorten(sentence: String) -> String {
    let count = sentence.chars().count();
    if count <= MAX_LENGTH {
        return sentence;
    }
    let beginning: String = sentence.chars().take(KEPT_AT_ENDS).collect();
    let end: String = sentence.chars().skip(count - KEPT_AT_ENDS).collect();
    format!("{beginning} … {end}")
}

/// Body of an error response.
#[derive(Serialize, ToSchema)]
#[schema(as = Error)]
pub(crate) struct ErrorBody {
    /// Error message, one sentence.
    error: String,
}

impl ApiError {
    /// Creates an error with any status.
    pub(crate) fn new(status: StatusCode, sentence: impl fmt::Display) -> Self {
        Self { status, sentence: shorten(sentence.to_string()), retry_after: None }
    }

    /// HTTP status of the response.
    pub(crate) fn status(&self) -> StatusCode {
        self.status
    }

    /// 400: the request cannot be parsed.
    pub(crate) fn bad_request(sentence: impl fmt::Display) -> Self {
        Self::new(StatusCode::BAD_REQUEST, sentence)
    }

    /// 422: the request can be parsed but is invalid.
    pub(crate) fn unprocessable(sentence: impl fmt::Display) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, sentence)
    }

    /// 404: the resource does not exist.
    pub(crate) fn not_found(sentence: impl fmt::Display) -> Self {
        Self::new(StatusCode::NOT_FOUND, sentence)
    }

    /// Prepends text to the sentence.
    pub(crate) fn with_prefix(self, prefix: impl fmt::Display) -> Self {
        Self { sentence: format!("{prefix}{}", self.sentence), ..self }
    }

    /// 503: the client may retry after `seconds`.
    pub(crate) fn busy(sentence: impl fmt::Display, seconds: u32) -> Self {
        let error = Self::new(StatusCode::SERVICE_UNAVAILABLE, sentence);
        Self { retry_after: Some(seconds), ..error }
    }

    /// 500: internal error.
    pub(crate) fn internal(sentence: impl fmt::Display) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, sentence)
    }
}

impl From<QueryError> for ApiError {
    fn from(error: QueryError) -> Self {
        let sentence = error.sentence;
        match error.kind {
            QueryErrorKind::Unreadable => Self::bad_request(sentence),
            QueryErrorKind::Nonsense => Self::unprocessable(sentence),
            QueryErrorKind::Failed | QueryErrorKind::Stopped => Self::internal(sentence),
        }
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body =
            serde_json::to_string(&ErrorBody { error: self.sentence }).expect("it is a string");
        let kind = [(header::CONTENT_TYPE, "application/json")];
        let mut response = (self.status, kind, body).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}
