//! Answers as JSON, written as `shesh … --json` writes them.

use crate::fault::Fault;
use axum::{
    http::header,
    response::{IntoResponse, Response},
};
use serde::Serialize;

/// An answer, whose body is byte for byte what the command prints with `--json`.
#[derive(Debug)]
pub(crate) struct Answer<T>(pub(crate) T);

impl<T: Serialize> IntoResponse for Answer<T> {
    fn into_response(self) -> Response {
        match serde_json::to_string_pretty(&self.0) {
            Ok(mut text) => {
                text.push('\n');
                ([(header::CONTENT_TYPE, "application/json")], text).into_response()
            }
            Err(error) => Fault::ours(error).into_response(),
        }
    }
}
