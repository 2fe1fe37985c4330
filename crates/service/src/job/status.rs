//! Status of a job, as it is reported to clients.

use super::error::JobNote;
use crate::error::ApiError;
use serde::Serialize;
use serde_json::value::RawValue;
use sheshbesh_movegen::{Coded, Message, Value};
use std::{any::Any, borrow::Cow, collections::BTreeMap, fmt, sync::Arc};
use utoipa::ToSchema;

/// Kind of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = JobKind)]
pub enum JobKind {
    /// A rollout.
    Rollout,
    /// The analysis of a match file.
    Analyze,
}

/// State of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = JobState)]
pub enum State {
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
    /// Name in requests and events.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    /// Returns true for final states.
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Done | Self::Failed | Self::Cancelled)
    }
}

/// Progress of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Progress {
    /// Games of a rollout, or thousandths of an analysis.
    pub(crate) done: u64,
    /// Maximum of `done`.
    pub(crate) of: u64,
}

/// A job and its status.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Job)]
pub struct Status {
    /// ID of the job.
    pub(crate) id: String,
    pub(crate) kind: JobKind,
    #[allow(missing_docs, reason = "its type is described, and the API shows that description")]
    pub state: State,
    pub(crate) progress: Progress,
    /// Error message of a failed job.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
    /// Stable code of the error message, for clients that word it themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub(crate) code: Option<Cow<'static, str>>,
    /// Values that the error message names.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(value_type = Object, required = false)]
    pub(crate) values: BTreeMap<Cow<'static, str>, Value>,
    /// Note about the result, such as that the time limit ended the job early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) note: Option<String>,
    /// The note as a code with values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) note_message: Option<Message>,
    /// Output of `shesh rollout --json` or `shesh analyze --json`; for a running rollout, the
    /// results so far.
    #[serde(skip)]
    #[schema(value_type = Option<Object>)]
    pub(crate) result: Option<Arc<StoredJson>>,
    /// Match that an analysis read, in the JSON format of `shesh convert`.
    #[serde(skip)]
    #[schema(value_type = Option<Object>)]
    pub(crate) record: Option<Arc<StoredJson>>,
}

impl Status {
    /// Status of a new job of `of` steps.
    pub fn waiting(id: String, kind: JobKind, of: u64) -> Self {
        Self {
            id,
            kind,
            state: State::Waiting,
            progress: Progress { done: 0, of },
            error: None,
            code: None,
            values: BTreeMap::new(),
            note: None,
            note_message: None,
            result: None,
            record: None,
        }
    }

    /// Starts a waiting job. Returns true if the status changed.
    pub fn begin(&mut self) -> bool {
        let begins = self.state == State::Waiting;
        if begins {
            self.state = State::Running;
        }
        begins
    }

    /// Stores the progress of a running job. Returns true if the status changed.
    pub fn progress(&mut self, done: u64, so_far: Option<Arc<StoredJson>>) -> bool {
        let is_change =
            self.state == State::Running && (self.progress.done != done || so_far.is_some());
        if is_change {
            self.progress.done = done;
            self.result = so_far;
        }
        is_change
    }

    /// Cancels the job, unless it is over. Returns true if the status changed.
    pub fn cancel(&mut self) -> bool {
        let is_open = !self.state.is_over();
        if is_open {
            self.state = State::Cancelled;
            self.result = None;
        }
        is_open
    }

    /// ID of the job.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Serializes the status as JSON, with `result` and `record` unless they are longer than
    /// `max_bytes`.
    pub fn json(&self, max_bytes: usize) -> Result<String, ApiError> {
        let fits = |json: &&RawValue| json.get().len() <= max_bytes;
        let complete = CompleteStatus {
            status: self,
            result: self.result.as_ref().map(|stored| &*stored.json).filter(fits),
            record: self.record.as_ref().map(|stored| &*stored.json).filter(fits),
        };
        serde_json::to_string(&complete).map_err(ApiError::internal)
    }

    /// Size of `result` and `record` in bytes.
    pub fn size(&self) -> usize {
        [&self.result, &self.record]
            .into_iter()
            .flatten()
            .map(|stored| stored.json.get().len())
            .sum()
    }

    /// Stores the outcome, unless the job was cancelled in the meantime. Returns true if the status
    /// changed.
    pub fn end(&mut self, outcome: Result<Ended, ApiError>) -> bool {
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

/// A result with whatever counts its memory.
pub struct StoredJson {
    json: Box<RawValue>,
    _holder: Box<dyn Any + Send + Sync>,
}

impl StoredJson {
    /// Stores a result; `holder` is dropped with it.
    pub fn new(json: Box<RawValue>, holder: impl Any + Send + Sync) -> Arc<Self> {
        Arc::new(Self { json, _holder: Box::new(holder) })
    }
}

impl fmt::Debug for StoredJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.json.fmt(f)
    }
}

/// Result, record and note of a finished job.
pub type Ended = (Arc<StoredJson>, Option<Arc<StoredJson>>, Option<JobNote>);
