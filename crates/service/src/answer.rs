//! Answers of routes. JSON is formatted like the output of `shesh … --json`.

use crate::error::ApiError;
use serde::Serialize;

/// Media type of JSON.
pub(crate) const JSON: &str = "application/json";

/// An answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    /// Media type of the body.
    pub media_type: &'static str,
    /// The body.
    pub body: String,
    /// Seconds until the client may retry.
    pub retry_after: Option<u32>,
}

impl Answer {
    /// Creates a successful answer.
    pub(crate) fn new(media_type: &'static str, body: String) -> Self {
        Self { status: 200, media_type, body, retry_after: None }
    }

    /// Creates an answer whose body is byte for byte the output of the command with `--json`.
    ///
    /// # Errors
    /// If the value cannot be serialized as JSON.
    pub(crate) fn json(value: &impl Serialize) -> Result<Self, ApiError> {
        let mut body = serde_json::to_string_pretty(value).map_err(ApiError::internal)?;
        body.push('\n');
        Ok(Self::new(JSON, body))
    }
}

impl From<ApiError> for Answer {
    fn from(error: ApiError) -> Self {
        let (status, retry_after) = (error.status(), error.retry_after());
        Self { status, media_type: JSON, body: error.into_body(), retry_after }
    }
}

impl From<Result<Self, ApiError>> for Answer {
    fn from(result: Result<Self, ApiError>) -> Self {
        result.unwrap_or_else(Self::from)
    }
}
