//! Bodies of requests, as JSON.

use crate::fault::Fault;
use axum::{
    body::Bytes,
    extract::{FromRequest, Request, rejection::BytesRejection},
    http::{HeaderMap, StatusCode, header},
    response::IntoResponse,
};
use serde::de::DeserializeOwned;
use sheshbesh_questions::json;
use std::time::Duration;

/// A body has so long to come.
const PATIENCE: Duration = Duration::from_secs(20);

/// The body of a request, which must say that it is JSON.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, state: &S) -> Result<Self, Fault> {
        if !is_said_to_be(request.headers(), "application/json") {
            let sentence =
                "say that the body is JSON, with the header content-type: application/json";
            return Err(Fault::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, sentence));
        }
        Ok(Self(json::read(&received(request, state).await?)?))
    }
}

/// Whether a body is said to be of a media type, whatever parameters it comes with.
pub(crate) fn is_said_to_be(headers: &HeaderMap, wanted: &str) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| {
        let essence = kind.split(';').next().unwrap_or_default().trim();
        essence.eq_ignore_ascii_case(wanted)
    })
}

/// The bytes of a body, which must come soon.
pub(crate) async fn received<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, Fault> {
    match tokio::time::timeout(PATIENCE, Bytes::from_request(request, state)).await {
        Ok(bytes) => bytes.map_err(not_received),
        Err(_) => {
            let seconds = PATIENCE.as_secs();
            let sentence = format_args!("the body did not come within {seconds} seconds");
            Err(Fault::new(StatusCode::REQUEST_TIMEOUT, sentence))
        }
    }
}

/// Why the bytes of a body are not there.
fn not_received(rejection: BytesRejection) -> Fault {
    match rejection.into_response().status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            Fault::new(StatusCode::PAYLOAD_TOO_LARGE, "the body is too large")
        }
        _ => Fault::unreadable("the body was cut off"),
    }
}
