//! What cannot be answered: a status and one sentence.

use axum::{
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use sheshbesh_questions::{Refusal, RefusalKind};
use std::fmt;
use utoipa::ToSchema;

/// Why there is no answer. It is sent as `{"error": "one sentence"}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    status: StatusCode,
    sentence: String,
    /// After so many seconds it may be asked again.
    retry_after: Option<u32>,
}

/// Characters of a sentence at most, and those at its beginning and its end where there are more.
const LONGEST: usize = 500;
const ENDS: usize = 200;

/// A sentence as it is sent. Some repeat what was asked, which may be a megabyte.
pub(crate) fn shortened(sentence: String) -> String {
    let count = sentence.chars().count();
    if count <= LONGEST {
        return sentence;
    }
    let beginning: String = sentence.chars().take(ENDS).collect();
    let end: String = sentence.chars().skip(count - ENDS).collect();
    format!("{beginning} … {end}")
}

/// The body of an answer that says why there is no other.
#[derive(Serialize, ToSchema)]
#[schema(as = Error)]
pub(crate) struct Said {
    /// What is wrong, in one sentence.
    error: String,
}

impl Fault {
    /// With any status.
    pub(crate) fn new(status: StatusCode, sentence: impl fmt::Display) -> Self {
        Self { status, sentence: shortened(sentence.to_string()), retry_after: None }
    }

    /// The status with which it is answered.
    pub(crate) fn status(&self) -> StatusCode {
        self.status
    }

    /// It cannot be read.
    pub(crate) fn unreadable(sentence: impl fmt::Display) -> Self {
        Self::new(StatusCode::BAD_REQUEST, sentence)
    }

    /// It can be read, and makes no sense.
    pub(crate) fn nonsense(sentence: impl fmt::Display) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, sentence)
    }

    /// There is no such thing.
    pub(crate) fn not_found(sentence: impl fmt::Display) -> Self {
        Self::new(StatusCode::NOT_FOUND, sentence)
    }

    /// The same, with something before its sentence.
    pub(crate) fn before(self, words: impl fmt::Display) -> Self {
        Self { sentence: format!("{words}{}", self.sentence), ..self }
    }

    /// It can be asked again in so many seconds.
    pub(crate) fn busy(sentence: impl fmt::Display, seconds: u32) -> Self {
        let fault = Self::new(StatusCode::SERVICE_UNAVAILABLE, sentence);
        Self { retry_after: Some(seconds), ..fault }
    }

    /// The server is at fault.
    pub(crate) fn ours(sentence: impl fmt::Display) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, sentence)
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        let sentence = refusal.sentence;
        match refusal.kind {
            RefusalKind::Unreadable => Self::unreadable(sentence),
            RefusalKind::Nonsense => Self::nonsense(sentence),
            RefusalKind::Failed | RefusalKind::Stopped => Self::ours(sentence),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let body = serde_json::to_string(&Said { error: self.sentence }).expect("it is a string");
        let kind = [(header::CONTENT_TYPE, "application/json")];
        let mut response = (self.status, kind, body).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}
