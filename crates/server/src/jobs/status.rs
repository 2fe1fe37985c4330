//! Status of a job, as it is reported to clients.

use super::error::JobNote;
use crate::http::{budget::Claim, error::ApiError};
use serde::Serialize;
use serde_json::value::RawValue;
use sheshbesh_movegen::{Coded, Message, Value};
use std::{borrow::Cow, collections::BTreeMap, sync::Arc};
use utoipa::ToSchema;

/// Kind of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = JobKind)]
pub(crate) enum JobKind {
    Rollout,
    Analyze,
}

/// State of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = JobState)]
pub(crate) enum State {
    /// Waiting for other jobs.
    Waiting,
    /// In progress.
    Running,
    /// Finished with a result.
    Done,
    /// Failed with an error message.
    Failed,
    /// Cancelled by a client, or because the server shut down.
    Cancelled,
}

impl State {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    /// Returns true for final states.
    pub(crate) const fn is_over(self) -> bool {
        matches!(self, Self::Done | Self::Failed | Self::Cancelled)
    }
}

/// Progress of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Progress {
    /// Games of a rollout, or thousandths of an analysis.
    pub(super) done: u64,
    /// Maximum of `done`.
    pub(super) of: u64,
}

/// A job and its status.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Job)]
pub(crate) struct Status {
    /// ID of the job.
    pub(super) id: String,
    pub(super) kind: JobKind,
    pub(crate) state: State,
    pub(super) progress: Progress,
    /// Error message of a failed job.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<String>,
    /// Stable code of the error message, for clients that word it themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub(super) code: Option<Cow<'static, str>>,
    /// Values that the error message names.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(value_type = Object, required = false)]
    pub(super) values: BTreeMap<Cow<'static, str>, Value>,
    /// Note about the result, such as that the time limit ended the job early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) note: Option<String>,
    /// The note as a code with values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) note_message: Option<Message>,
    /// Output of `shesh rollout --json` or `shesh analyze --json`; for a running rollout, the
    /// results so far.
    #[serde(skip)]
    #[schema(value_type = Option<Object>)]
    pub(super) result: Option<Arc<StoredJson>>,
    /// Match that an analysis read, in the JSON format of `shesh convert`.
    #[serde(skip)]
    #[schema(value_type = Option<Object>)]
    pub(super) record: Option<Arc<StoredJson>>,
}

impl Status {
    /// ID of the job.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Serializes the status as JSON, with `result` and `record` unless they are longer than
    /// `max_bytes`.
    pub(crate) fn json(&self, max_bytes: usize) -> Result<String, ApiError> {
        let fits = |json: &&RawValue| json.get().len() <= max_bytes;
        let complete = CompleteStatus {
            status: self,
            result: self.result.as_ref().map(|stored| &*stored.json).filter(fits),
            record: self.record.as_ref().map(|stored| &*stored.json).filter(fits),
        };
        serde_json::to_string(&complete).map_err(ApiError::internal)
    }

    /// Size of `result` and `record` in bytes.
    pub(crate) fn size(&self) -> usize {
        [&self.result, &self.record]
            .into_iter()
            .flatten()
            .map(|stored| stored.json.get().len())
            .sum()
    }

    /// Stores the outcome, unless the job was cancelled in the meantime. Returns true if the status
    /// changed.
    pub(super) fn end(&mut self, outcome: Result<Ended, ApiError>) -> bool {
        if self.state.is_over() {
            return false;
        }
        match outcome {
            Ok((result, record, note)) => {
                self.note = note.as_ref().map(ToString::to_string);
                self.note_message = note.as_ref().map(Coded::message);
                self.state = State::Done;
                self.result = Some(result);
                self.record = record;
            }
            Err(error) => {
                self.state = State::Failed;
                let (sentence, message) = error.into_parts();
                self.error = Some(sentence);
                if let Some(Message { code, values }) = message {
                    self.code = Some(code);
                    self.values = values;
                }
                self.result = None;
            }
        }
        true
    }
}

/// A status with its results.
#[derive(Serialize)]
struct CompleteStatus<'a> {
    #[serde(flatten)]
    status: &'a Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<&'a RawValue>,
}

/// A result with its claim on the memory budget.
#[derive(Debug)]
pub(super) struct StoredJson {
    json: Box<RawValue>,
    _claim: Claim,
}

impl StoredJson {
    pub(super) fn new(json: Box<RawValue>, claim: Claim) -> Arc<Self> {
        Arc::new(Self { json, _claim: claim })
    }
}

/// Result, record and note of a finished job.
pub(super) type Ended = (Arc<StoredJson>, Option<Arc<StoredJson>>, Option<JobNote>);
