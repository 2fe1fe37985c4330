//! The job queue: jobs run one at a time on separate threads.

use crate::http::budget::{Budget, Claim};
use futures_util::future::{Either, select};
use sheshbesh_evaluator::{Engine, Stop};
use sheshbesh_service::{
    ApiError, Ended, HttpError, JobError, JobOutput, JobState, JobWork, ProgressReport, Status,
    StoredJson, TimeLimit,
};
use std::{
    collections::hash_map::RandomState,
    hash::BuildHasher,
    pin::pin,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::sync::{Semaphore, watch};

/// Maximum number of waiting jobs.
const MAX_WAITING: usize = 8;
/// Number of finished jobs kept, and for how long.
const MAX_FINISHED: usize = 16;
const KEEP_FOR: Duration = Duration::from_secs(15 * 60);

/// Receiver of a job's progress reports.
struct ProgressReceiver {
    status: watch::Sender<Status>,
    budget: Budget,
}

impl ProgressReceiver {
    /// Stores progress and intermediate results.
    fn report(&self, ProgressReport { done, result }: ProgressReport) {
        let so_far = result.and_then(|so_far| {
            let mut claim = self.budget.empty_claim();
            claim.receive(so_far.get().len()).ok()?;
            Some(StoredJson::new(so_far, claim))
        });
        self.status.send_if_modified(|status| status.progress(done, so_far));
    }
}

/// A posted job.
struct Job {
    status: watch::Sender<Status>,
    stop: Arc<AtomicBool>,
    /// Time at which it was found to be over.
    over: Option<Instant>,
}

impl Job {
    fn state(&self) -> JobState {
        self.status.borrow().state
    }

    fn has_id(&self, id: &str) -> bool {
        self.status.borrow().id() == id
    }

    fn cancel(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.status.send_if_modified(Status::cancel);
    }
}

/// The job queue.
pub(crate) struct Jobs {
    engine: Engine,
    /// Maximum duration of a job.
    time_limit: Duration,
    turn: Arc<Semaphore>,
    budget: Budget,
    table: Arc<Mutex<JobTable>>,
}

/// Jobs known to the server.
struct JobTable {
    jobs: Vec<Job>,
    /// Number of jobs posted.
    count: u64,
    /// Generates IDs that differ from those of other runs of the program.
    ids: RandomState,
    is_ending: bool,
}

impl Jobs {
    /// Creates a queue. The engine's threads must not be shared; `time_limit` is the maximum
    /// duration of a job.
    pub(crate) fn new(engine: Engine, time_limit: Duration, budget: Budget) -> Self {
        let table =
            JobTable { jobs: Vec::new(), count: 0, ids: RandomState::new(), is_ending: false };
        let (turn, table) = (Arc::new(Semaphore::new(1)), Arc::new(Mutex::new(table)));
        Self { engine, time_limit, turn, budget, table }
    }

    fn lock(&self) -> MutexGuard<'_, JobTable> {
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        table.drop_expired();
        table
    }

    /// Posts a job, which runs when its turn comes. `claim` is the memory that its data takes.
    ///
    /// # Errors
    /// If too many jobs are waiting, or if the server is shutting down.
    pub(crate) fn post(&self, work: JobWork, claim: Option<Claim>) -> Result<Status, ApiError> {
        let mut table = self.lock();
        if table.is_ending {
            return Err(ApiError::busy(HttpError::ShuttingDown, 5));
        }
        if table.jobs.iter().filter(|job| job.state() == JobState::Waiting).count() >= MAX_WAITING {
            return Err(ApiError::busy(JobError::TooMany, 30));
        }
        table.count += 1;
        let id = format!("{:016x}", table.ids.hash_one(table.count));
        let status = Status::waiting(id, work.kind, work.steps);
        let sender = watch::Sender::new(status.clone());
        let stop = Arc::new(AtomicBool::new(false));
        table.jobs.push(Job { status: sender.clone(), stop: Arc::clone(&stop), over: None });
        drop(table);
        let (turn, engine, time_limit) =
            (Arc::clone(&self.turn), self.engine.clone(), self.time_limit);
        let (budget, table) = (self.budget.clone(), Arc::clone(&self.table));
        tokio::spawn(async move {
            let mut status = sender.subscribe();
            let cancelled =
                async { status.wait_for(|status| status.state.is_over()).await.is_ok() };
            let (turn, cancelled) = (pin!(turn.acquire_owned()), pin!(cancelled));
            let turn = select(turn, cancelled).await;
            // A job that is cancelled while it waits is dropped at once, together with its file.
            let Either::Left((Ok(turn), _)) = turn else { return };
            let progress = ProgressReceiver { status: sender.clone(), budget: budget.clone() };
            let done = tokio::task::spawn_blocking(move || {
                let _turn = turn;
                let begins = progress.status.send_if_modified(Status::begin);
                let stop = Stop::on(stop).or(Stop::at(Instant::now() + time_limit));
                let limit = TimeLimit(time_limit);
                begins.then(|| {
                    let report = |report| progress.report(report);
                    work.run(&engine, &stop, limit, &report).map(|output| (output, claim))
                })
            });
            let done = done.await;
            let done = done.unwrap_or_else(|_| Some(Err(ApiError::failed(JobError::Panicked))));
            if let Some(done) = done {
                let outcome =
                    done.and_then(|(output, claim)| store(output, claim, &budget, &table));
                sender.send_if_modified(|status| status.end(outcome));
            }
        });
        Ok(status)
    }

    /// Subscribes to the status of a job.
    ///
    /// # Errors
    /// If there is no such job.
    pub(crate) fn watch(&self, id: &str) -> Result<watch::Receiver<Status>, ApiError> {
        let table = self.lock();
        let job = table.jobs.iter().find(|job| job.has_id(id)).ok_or_else(job_not_found)?;
        Ok(job.status.subscribe())
    }

    /// Cancels a job, unless it is over.
    ///
    /// # Errors
    /// If there is no such job.
    pub(crate) fn cancel(&self, id: &str) -> Result<Status, ApiError> {
        let table = self.lock();
        let job = table.jobs.iter().find(|job| job.has_id(id)).ok_or_else(job_not_found)?;
        job.cancel();
        Ok(job.status.borrow().clone())
    }

    /// Cancels all jobs and accepts no new ones.
    pub(crate) fn end(&self) {
        let mut table = self.lock();
        table.is_ending = true;
        table.jobs.iter().for_each(Job::cancel);
    }
}

pub(crate) fn job_not_found() -> ApiError {
    ApiError::not_found(JobError::NotFound)
}

/// Claims memory for the result and drops the oldest results of other jobs to make room. All
/// results together take at most a quarter of the budget, so requests can be served while they
/// are kept. The result takes over the memory of its work, even if clients have filled the
/// budget in the meantime.
fn store(
    output: JobOutput,
    claim: Option<Claim>,
    budget: &Budget,
    jobs: &Mutex<JobTable>,
) -> Result<Ended, ApiError> {
    let JobOutput { result, record, note } = output;
    let size = result.get().len() + record.as_ref().map_or(0, |record| record.get().len());
    let limit = budget.total() / 4;
    if size > limit {
        return Err(ApiError::failed(JobError::TooLarge { size, limit }));
    }
    loop {
        let mut table = jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let held: usize = table.jobs.iter().map(|job| job.status.borrow().size()).sum();
        if held + size <= limit || !table.drop_oldest() {
            break;
        }
    }
    let mut claim = claim.unwrap_or_else(|| budget.empty_claim());
    claim.receive(size)?;
    let record = record.map(|record| {
        let part = claim.split(record.get().len());
        StoredJson::new(record, part)
    });
    Ok((StoredJson::new(result, claim), record, note))
}

impl JobTable {
    /// Drops the oldest finished job. Returns false if there is none.
    fn drop_oldest(&mut self) -> bool {
        let oldest = self.jobs.iter().position(|job| job.state().is_over());
        if let Some(oldest) = oldest {
            self.jobs.remove(oldest);
        }
        oldest.is_some()
    }

    /// Drops finished jobs that are too old or too many.
    fn drop_expired(&mut self) {
        let current = Instant::now();
        for job in &mut self.jobs {
            if job.over.is_none() && job.state().is_over() {
                job.over = Some(current);
            }
        }
        self.jobs.retain(|job| job.over.is_none_or(|over| current - over < KEEP_FOR));
        let mut surplus = self.jobs.iter().filter(|job| job.over.is_some()).count();
        self.jobs.retain(|job| {
            let is_surplus = job.over.is_some() && surplus > MAX_FINISHED;
            surplus -= usize::from(is_surplus);
            !is_surplus
        });
    }
}
