//! Answers requests on the current thread, for transports without a scheduler.

use crate::{
    answer::{Answer, JSON},
    error::{ApiError, status},
    http_error::HttpError,
    job::{JobKind, JobOutput, ProgressReport, Status, StoredJson, TimeLimit},
    routes::{ANALYSIS_STEPS, Request, find},
    service::Service,
    task::{Task, Unlimited},
};
use sheshbesh_evaluator::Stop;
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

/// Time limit of jobs that only their caller stops.
const UNLIMITED: TimeLimit = TimeLimit(Duration::MAX);

/// The final status of a job as an answer.
fn finish(mut status: Status, outcome: Result<JobOutput, ApiError>) -> Result<Answer, ApiError> {
    status.end(outcome.map(|output| {
        let stored = |json| StoredJson::new(json, ());
        (stored(output.result), output.record.map(stored), output.note)
    }));
    let mut text = status.json(usize::MAX)?;
    text.push('\n');
    Ok(Answer::new(JSON, text))
}

impl Service {
    /// Answers `POST /jobs/analyze` from the parts of
    /// [`analyze_part`](Self::analyze_part), in their order, as [`answer`](Self::answer) would.
    pub fn answer_from_parts(
        self: &Arc<Self>,
        query: &str,
        body: Vec<u8>,
        parts: &[&str],
        stop: &Stop,
    ) -> Answer {
        let mut status = Status::waiting(String::new(), JobKind::Analyze, ANALYSIS_STEPS);
        status.begin();
        status.progress(ANALYSIS_STEPS, None);
        finish(status, self.join_analysis(query, body, parts, stop)).into()
    }

    /// Answers a request and returns when the answer is complete. `path` is relative to `/api/v1/`,
    /// with the query of the URL. A job is answered by its final status with its result; `report` is
    /// called with the status while it runs.
    pub fn answer(
        self: &Arc<Self>,
        method: &str,
        path: &str,
        body: Vec<u8>,
        stop: &Stop,
        report: &mut (dyn FnMut(&Status) + Send),
    ) -> Answer {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let run = || {
            let Some(route) = find(method, path) else {
                let error = match find(if method == "GET" { "POST" } else { "GET" }, path) {
                    Some(_) => ApiError::new(status::METHOD_NOT_ALLOWED, HttpError::Method),
                    None => ApiError::not_found(HttpError::NotFound(path.to_owned())),
                };
                return Err(error);
            };
            if body.len() > route.max_body {
                return Err(ApiError::new(status::PAYLOAD_TOO_LARGE, HttpError::TooLarge));
            }
            let task = (route.prepare)(self, Request { query, body: Box::new(body) })?;
            self.run(task, stop, report)
        };
        run().into()
    }

    fn run(
        &self,
        task: Task,
        stop: &Stop,
        report: &mut (dyn FnMut(&Status) + Send),
    ) -> Result<Answer, ApiError> {
        let engine = self.engines.engine();
        match task {
            Task::Ready(answer) => Ok(answer),
            Task::Light(work) => work(),
            Task::Search(work) => work(engine, stop),
            Task::Read { work, .. } => {
                let task = work(&mut Unlimited)?;
                self.run(task, stop, report)
            }
            Task::Job(job) => {
                let mut status = Status::waiting(String::new(), job.kind, job.steps);
                status.begin();
                let shared = Mutex::new((status, report));
                let outcome =
                    job.run(engine, stop, UNLIMITED, &|ProgressReport { done, result }| {
                        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                        let (status, report) = &mut *shared;
                        if status.progress(done, result.map(|json| StoredJson::new(json, ()))) {
                            report(status);
                        }
                    });
                let (status, _) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
                finish(status, outcome)
            }
        }
    }
}
