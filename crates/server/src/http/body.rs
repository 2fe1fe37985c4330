//! Request bodies.

use super::budget::Budgets;
use axum::{
    RequestExt,
    body::{Body as Bytestream, Bytes, HttpBody},
    extract::Request,
    http::{HeaderMap, header},
};
use futures_util::StreamExt;
use http_body_util::LengthLimitError;
use sheshbesh_service::{ApiError, HttpError, status};
use std::{error::Error, time::Duration};

/// Maximum time to receive a body.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Maximum buffer capacity reserved before a body arrives, in bytes.
const MAX_RESERVED: usize = 4 << 20;

/// Returns true if the content type is `wanted`, with any parameters.
pub(crate) fn has_content_type(headers: &HeaderMap, wanted: &str) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| {
        let essence = kind.split(';').next().unwrap_or_default().trim();
        essence.eq_ignore_ascii_case(wanted)
    })
}

/// Receives a body within the time limit. The bytes hold their claim on the budget.
pub(crate) async fn receive_body(request: Request, budgets: &Budgets) -> Result<Bytes, ApiError> {
    let body = request.into_limited_body();
    match tokio::time::timeout(TIMEOUT, collect_body(body, budgets)).await {
        Ok(bytes) => bytes,
        Err(_) => Err(ApiError::new(status::REQUEST_TIMEOUT, HttpError::SlowBody(TIMEOUT))),
    }
}

async fn collect_body(body: Bytestream, budgets: &Budgets) -> Result<Bytes, ApiError> {
    let expected = usize::try_from(body.size_hint().lower()).unwrap_or(usize::MAX);
    let mut bytes = Vec::with_capacity(expected.min(MAX_RESERVED));
    let (mut claim, mut part) = (budgets.all.empty_claim(), budgets.bodies.empty_claim());
    let mut refusal = None;
    let mut chunks = body.into_data_stream();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|error| body_error(&error))?;
        // Many clients read the response only after sending the whole body, so the rest is read and
        // dropped.
        if refusal.is_some() {
            continue;
        }
        let size = bytes.len() + chunk.len();
        match claim.receive(size).and_then(|()| part.receive(size)) {
            Ok(()) => bytes.extend_from_slice(&chunk),
            Err(error) => {
                refusal = Some(error);
                bytes = Vec::new();
                (claim, part) = (budgets.all.empty_claim(), budgets.bodies.empty_claim());
            }
        }
    }
    match refusal {
        Some(error) => Err(error),
        None => {
            bytes.shrink_to_fit();
            Ok(claim.hold(part.hold(bytes)))
        }
    }
}

/// Builds the error for a body that cannot be received.
fn body_error(error: &axum::Error) -> ApiError {
    let mut source: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = source {
        if error.is::<LengthLimitError>() {
            return ApiError::new(status::PAYLOAD_TOO_LARGE, HttpError::TooLarge);
        }
        source = error.source();
    }
    ApiError::bad_request(HttpError::Incomplete)
}
