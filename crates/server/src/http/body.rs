//! JSON request bodies.

use super::{
    budget::{Budgets, Claim},
    error::ApiError,
    http_error::HttpError,
};
use axum::{
    RequestExt,
    body::{Body as Bytestream, Bytes, HttpBody},
    extract::{FromRef, FromRequest, Request},
    http::{HeaderMap, StatusCode, header},
};
use futures_util::StreamExt;
use http_body_util::LengthLimitError;
use serde::de::DeserializeOwned;
use sheshbesh_api::json;
use std::{error::Error, time::Duration};

/// Maximum time to receive a body.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Estimated memory for a parsed JSON body, in bytes per byte of text.
const MEMORY_PER_BYTE: usize = 12;
/// Maximum buffer capacity reserved before a body arrives, in bytes.
const MAX_RESERVED: usize = 4 << 20;

/// A parsed JSON request body and its claim on the memory budget. The request must declare a JSON
/// content type. Handlers match `Body(request, ..)`, which keeps the claim until they return.
pub(crate) struct Body<T>(
    pub(crate) T,
    #[allow(dead_code, reason = "it is held, not read")] pub(crate) Claim,
);

impl<T, S> FromRequest<S> for Body<T>
where
    T: DeserializeOwned,
    S: Send + Sync,
    Budgets: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        if !has_content_type(request.headers(), "application/json") {
            return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, HttpError::NotJson));
        }
        let budgets = Budgets::from_ref(state);
        let bytes = receive_body(request, &budgets).await?;
        let mut claim = budgets.all.empty_claim();
        claim.receive(bytes.len() * MEMORY_PER_BYTE)?;
        Ok(Self(json::read(&bytes)?, claim))
    }
}

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
        Err(_) => Err(ApiError::new(StatusCode::REQUEST_TIMEOUT, HttpError::SlowBody(TIMEOUT))),
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
            return ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, HttpError::TooLarge);
        }
        source = error.source();
    }
    ApiError::bad_request(HttpError::Incomplete)
}
