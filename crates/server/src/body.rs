//! Bodies of requests, as JSON.

use crate::fault::Fault;
use axum::{
    body::Bytes,
    extract::{FromRequest, Request, rejection::BytesRejection},
    http::{HeaderMap, StatusCode, header},
    response::IntoResponse,
};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::{Error, Value, error::Category};
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
        read(&received(request, state).await?).map(Self)
    }
}

/// The value that is written, an object.
fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Fault> {
    let unreadable = |error: Error| Fault::unreadable(format_args!("the body is no JSON: {error}"));
    if !bytes.trim_ascii_start().starts_with(b"{") {
        // Fields could come as an array in their order, which nobody means.
        return match serde_json::from_slice::<IgnoredAny>(bytes) {
            Ok(_) => Err(Fault::nonsense("the body is JSON, and no object with fields")),
            Err(error) => Err(unreadable(error)),
        };
    }
    let mut text = serde_json::Deserializer::from_slice(bytes);
    let value = match serde_path_to_error::deserialize(&mut text) {
        Ok(value) => value,
        Err(error) if error.inner().classify() == Category::Data => return Err(wrong(&error)),
        // Where a number stands instead of a name, serde_json finds no JSON.
        Err(_) => match serde_json::from_slice::<Value>(bytes) {
            Ok(value) => {
                return serde_path_to_error::deserialize(value).map_err(|error| wrong(&error));
            }
            Err(error) => return Err(unreadable(error)),
        },
    };
    text.end().map_err(unreadable)?;
    Ok(value)
}

/// What is wrong with a value, and where: the name of its field says more than a line and a column.
fn wrong(error: &serde_path_to_error::Error<Error>) -> Fault {
    let (place, inner) = (error.path().to_string(), error.inner());
    let sentence = inner.to_string();
    let position = format!(" at line {} column {}", inner.line(), inner.column());
    let sentence = sentence.strip_suffix(&position).unwrap_or(&sentence);
    let place = if sentence.starts_with("unknown field") {
        // Its name follows.
        place.rsplit_once('.').map_or("", |(place, _)| place)
    } else {
        &place
    };
    match place {
        "" | "." => Fault::nonsense(sentence),
        place => Fault::nonsense(format_args!("{place}: {sentence}")),
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
