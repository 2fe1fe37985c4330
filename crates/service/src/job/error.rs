//! Refusals and failures of jobs, and notes about their results.

use crate::size::format_size;
use sheshbesh_movegen::codes;
use std::{fmt, time::Duration};

/// Reason why a job does not run or has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JobError {
    /// Too many jobs are waiting.
    #[error("too many jobs are waiting: try again in half a minute")]
    TooMany,
    /// The job panicked.
    #[error("the job failed unexpectedly")]
    Panicked,
    /// No job has the ID.
    #[error("there is no such job, or its result has expired")]
    NotFound,
    /// The result is too large to be kept.
    #[error(
        "the result takes {}, more than the {} that the server keeps for results, a quarter of \
         shesh serve --memory",
        format_size(*.size),
        format_size(*.limit)
    )]
    TooLarge {
        /// Size of the result in bytes.
        size: usize,
        /// Maximum size in bytes.
        limit: usize,
    },
    /// The time was over before the first game of a rollout.
    #[error("no games were finished within {0}: use fewer plies or fewer plays")]
    NoGames(TimeLimit),
    /// The time was over before the end of an analysis.
    #[error("the analysis took longer than {0}")]
    SlowAnalysis(TimeLimit),
}

codes! {
    JobError {
        Self::TooMany => "job.too-many",
        Self::Panicked => "job.panicked",
        Self::NotFound => "job.not-found",
        Self::TooLarge { size, limit } => "job.too-large" {
            size = format_size(*size), limit = format_size(*limit),
        },
        Self::NoGames(limit) => "job.no-games" { limit },
        Self::SlowAnalysis(limit) => "job.slow-analysis" { limit },
    }
}

/// Note about a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JobNote {
    /// A rollout reached the time limit.
    #[error("the rollout stopped after {0}, before all games were played")]
    Stopped(TimeLimit),
}

codes! {
    JobNote {
        Self::Stopped(limit) => "job.stopped" { limit },
    }
}

/// Maximum duration of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimit(pub Duration);

impl TimeLimit {
    /// Whole minutes; 0 if it is shorter than one.
    const fn minutes(self) -> u64 {
        self.0.as_secs() / 60
    }
}

codes! {
    TimeLimit {
        Self(limit) if limit.as_secs() < 60 => "limit.seconds" { n = limit.as_secs() },
        limit => "limit.minutes" { n = limit.minutes() },
    }
}

impl fmt::Display for TimeLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.minutes() {
            0 => write!(f, "{} seconds", self.0.as_secs()),
            minutes => write!(f, "{minutes} minutes"),
        }
    }
}
