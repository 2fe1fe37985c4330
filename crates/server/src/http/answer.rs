//! JSON responses, formatted like the output of `shesh … --json`.

use super::error::ApiError;
use axum::{
    http::header,
    response::{IntoResponse, Response},
};
use serde::Serialize;

/// A response whose body is byte for byte the output of the command with `--json`.
#[derive(Debug)]
pub(crate) struct Answer<T>(pub(crate) T);

impl<T: Serialize> Answer<T> {
    /// The response body.
    ///
    /// # Errors
    /// If the value cannot be serialized as JSON.
    pub(crate) fn text(&self) -> Result<String, ApiError> {
        let mut text = serde_json::to_string_pretty(&self.0).map_err(ApiError::internal)?;
        text.push('\n');
        Ok(text)
    }
}

impl<T: Serialize> IntoResponse for Answer<T> {
    fn into_response(self) -> Response {
        match self.text() {
            Ok(text) => ([(header::CONTENT_TYPE, "application/json")], text).into_response(),
            Err(error) => error.into_response(),
        }
    }
}
