#![doc = include_str!("../README.md")]

mod analyzed_file;
mod answer;
mod chouette;
mod codes;
mod error;
mod file_error;
mod http_error;
mod job;
mod query;
mod reason;
mod request_games;
mod routes;
mod run;
mod service;
mod size;
mod table;
mod task;
mod upload;

pub use answer::Answer;
pub use codes::codes;
pub use error::{ApiError, ErrorBody, status};
pub use http_error::HttpError;
pub use job::{
    Ended, JobError, JobKind, JobNote, JobOutput, JobState, JobWork, Progress, ProgressReport,
    Status, StoredJson, TimeLimit,
};
pub use reason::shorten;
pub use routes::{ApiDoc, MAX_FILE, Parameters, ROUTES, Request, Route, find};
pub use service::Service;
pub use sheshbesh_arena::Skill;
pub use size::format_size;
pub use task::{Memory, Task, Unlimited};
