//! Error responses: a status, one sentence, and the sentence as a code with values.

use super::{http_error::HttpError, reason::Reason};
use axum::{
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use sheshbesh_api::{QueryError, QueryErrorKind};
use sheshbesh_movegen::{Coded, Message, Value};
use std::{borrow::Cow, collections::BTreeMap, fmt};
use utoipa::ToSchema;

/// An error response, sent as `{"error": "one sentence", "code": …, "values": …}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ApiError {
    status: StatusCode,
    reason: Reason,
    /// Seconds until the client may retry.
    retry_after: Option<u32>,
}

/// Body of an error response.
#[derive(Serialize, ToSchema)]
#[schema(as = Error)]
pub(crate) struct ErrorBody {
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
    pub(crate) fn new(status: StatusCode, reason: impl Coded + fmt::Display) -> Self {
        Self { status, reason: Reason::new(reason), retry_after: None }
    }

    /// HTTP status of the response.
    pub(crate) fn status(&self) -> StatusCode {
        self.status
    }

    /// 400: the request cannot be parsed.
    pub(crate) fn bad_request(reason: impl Coded + fmt::Display) -> Self {
        Self::new(StatusCode::BAD_REQUEST, reason)
    }

    /// 422: the request can be parsed but is invalid.
    pub(crate) fn unprocessable(reason: impl Coded + fmt::Display) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, reason)
    }

    /// 404: the resource does not exist.
    pub(crate) fn not_found(reason: impl Coded + fmt::Display) -> Self {
        Self::new(StatusCode::NOT_FOUND, reason)
    }

    /// Replaces the reason by one that contains it.
    pub(crate) fn within<E: Coded + fmt::Display>(self, outer: impl FnOnce(Reason) -> E) -> Self {
        Self { reason: Reason::new(outer(self.reason)), ..self }
    }

    /// 503: the client may retry after `seconds`.
    pub(crate) fn busy(reason: impl Coded + fmt::Display, seconds: u32) -> Self {
        let error = Self::new(StatusCode::SERVICE_UNAVAILABLE, reason);
        Self { retry_after: Some(seconds), ..error }
    }

    /// 503: the server cannot answer, now or later.
    pub(crate) fn unavailable(reason: impl Coded + fmt::Display) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, reason)
    }

    /// 500: internal error.
    pub(crate) fn internal(problem: impl fmt::Display) -> Self {
        Self::failed(HttpError::Internal(problem.to_string()))
    }

    /// 500: internal error with a code of its own.
    pub(crate) fn failed(reason: impl Coded + fmt::Display) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, reason)
    }

    /// The sentence, and its message.
    pub(crate) fn into_parts(self) -> (String, Option<Message>) {
        self.reason.into_parts()
    }
}

impl From<QueryError> for ApiError {
    fn from(error: QueryError) -> Self {
        let status = match error.kind {
            QueryErrorKind::Unreadable => StatusCode::BAD_REQUEST,
            QueryErrorKind::Nonsense => StatusCode::UNPROCESSABLE_ENTITY,
            QueryErrorKind::Failed | QueryErrorKind::Stopped => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self { status, reason: error.into(), retry_after: None }
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let Self { status, retry_after, .. } = self;
        let (error, message) = self.into_parts();
        let (code, values) = message.map(|Message { code, values }| (code, values)).unzip();
        let values = values.unwrap_or_default();
        let body =
            serde_json::to_string(&ErrorBody { error, code, values }).expect("it has string keys");
        let kind = [(header::CONTENT_TYPE, "application/json")];
        let mut response = (status, kind, body).into_response();
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}
