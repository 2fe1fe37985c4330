//! HTTP responses of answers and errors.

use axum::{
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use sheshbesh_service::{Answer, ApiError};

/// Converts an answer to an HTTP response.
pub(crate) fn respond(answer: impl Into<Answer>) -> Response {
    let Answer { status, media_type, body, retry_after } = answer.into();
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = (status, [(header::CONTENT_TYPE, media_type)], body).into_response();
    if let Some(seconds) = retry_after {
        response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
    }
    response
}

/// Converts the result of a handler to an HTTP response.
pub(crate) fn respond_or<T: IntoResponse>(result: Result<T, ApiError>) -> Response {
    result.map_or_else(respond, IntoResponse::into_response)
}
