//! JSON request bodies.

use crate::{
    app::App,
    http::{budget::Claim, error::ApiError},
};
use axum::{
    RequestExt,
    body::{Body as Bytestream, Bytes, HttpBody},
    extract::{FromRequest, Request},
    http::{HeaderMap, StatusCode, header},
};
use futures_util::StreamExt;
use http_body_util::LengthLimitError;
use serde::de::DeserializeOwned;
use sheshbesh_api::json;
use std::{error::Error, sync::Arc, time::Duration};

/// Maximum time to receive a body.
const PATIENCE: Duration = Duration::from_secs(20);

/// Estimated memory for a parsed JSON body, in bytes per byte of text.
const READ: usize = 12;
/// Maximum buffer capacity reserved before a body arrives, in bytes.
const ROOM: usize = 4 << 20;

/// A parsed JSON request body and its claim on the memory budget. The request must declare a JSON
/// content type. Handlers match `Body(request, ..)`, which keeps the claim until they return.
pub(crate) struct Body<T>(
    pub(crate) T,
    #[allow(dead_code, reason = "it is held, not read")] pub(crate) Claim,
);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, ApiError> {
        if !is_said_to_be(request.headers(), "application/json") {
            let sentence = "the body must be JSON, with the header content-type: application/json";
            return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, sentence));
        }
        let bytes = received(request, app).await?;
        let mut claim = app.budget.nothing();
        claim.receive(bytes.len() * READ)?;
        Ok(Self(json::read(&bytes)?, claim))
    }
}

/// Returns true if the content type is `wanted`, with any parameters.
pub(crate) fn is_said_to_be(headers: &HeaderMap, wanted: &str) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| {
        let essence = kind.split(';').next().unwrap_or_default().trim();
        essence.eq_ignore_ascii_case(wanted)
    })
}

/// Receives a body within the time limit. The bytes hold their claim on the budget.
pub(crate) async fn received(request: Request, app: &App) -> Result<Bytes, ApiError> {
    let body = request.into_limited_body();
    match tokio::time::timeout(PATIENCE, collected(body, app)).await {
        Ok(bytes) => bytes,
        Err(_) => {
            let seconds = PATIENCE.as_secs();
            let sentence = format_args!("the body did not arrive within {seconds} seconds");
            Err(ApiError::new(StatusCode::REQUEST_TIMEOUT, sentence))
        }
    }
}

async fn collected(body: Bytestream, app: &App) -> Result<Bytes, ApiError> {
    let expected = usize::try_from(body.size_hint().lower()).unwrap_or(usize::MAX);
    let mut bytes = Vec::with_capacity(expected.min(ROOM));
    let (mut claim, mut part) = (app.budget.nothing(), app.bodies.nothing());
    let mut refused = None;
    let mut pieces = body.into_data_stream();
    while let Some(piece) = pieces.next().await {
        let piece = piece.map_err(|error| not_received(&error))?;
        // Many clients read the response only after sending the whole body, so the rest is read and
        // dropped.
        if refused.is_some() {
            continue;
        }
        let size = bytes.len() + piece.len();
        match claim.receive(size).and_then(|()| part.receive(size)) {
            Ok(()) => bytes.extend_from_slice(&piece),
            Err(fault) => {
                refused = Some(fault);
                bytes = Vec::new();
                (claim, part) = (app.budget.nothing(), app.bodies.nothing());
            }
        }
    }
    match refused {
        Some(fault) => Err(fault),
        None => {
            bytes.shrink_to_fit();
            Ok(claim.hold(part.hold(bytes)))
        }
    }
}

/// Maps a body error to the fault for the client.
fn not_received(error: &axum::Error) -> ApiError {
    let mut source: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = source {
        if error.is::<LengthLimitError>() {
            return ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "the body is too large");
        }
        source = error.source();
    }
    ApiError::unreadable("the body is incomplete")
}
