//! Long-running jobs: they run one at a time on separate threads, and clients can watch them.

use crate::http::{
    budget::{Budget, Claim, size as told},
    error::ApiError,
};
use futures_util::future::{Either, select};
use serde::Serialize;
use sheshbesh_evaluator::{Engine, Stop};
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
use utoipa::ToSchema;

/// Maximum number of waiting jobs.
const WAITING: usize = 8;
/// Number of finished jobs kept, and for how long.
const KEPT: usize = 16;
const KEPT_FOR: Duration = Duration::from_secs(15 * 60);

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
    done: u64,
    /// Maximum of `done`.
    of: u64,
}

/// A job and its status.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Job)]
pub(crate) struct Status {
    /// ID of the job.
    id: String,
    kind: JobKind,
    pub(crate) state: State,
    progress: Progress,
    /// Error message of a failed job.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// Note about the result, such as that the time limit ended the job early.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// Output of `shesh rollout --json` or `shesh analyze --json`; for a running rollout, the
    /// results so far.
    #[serde(skip)]
    #[schema(value_type = Option<Object>)]
    result: Option<Arc<Kept>>,
    /// Match that an analysis read, in the JSON format of `shesh convert`.
    #[serde(skip)]
    #[schema(value_type = Option<Object>)]
    record: Option<Arc<Kept>>,
}

impl Status {
    /// ID of the job.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Serializes the status as JSON. Inserts `result` and `record`, which are already JSON, unless
    /// they are longer than `most` bytes.
    pub(crate) fn json(&self, most: usize) -> Result<String, ApiError> {
        let mut text = serde_json::to_string(self).map_err(ApiError::ours)?;
        for (name, found) in [("result", &self.result), ("record", &self.record)] {
            if let Some(found) = found.as_ref().filter(|found| found.text.len() <= most) {
                text.truncate(text.len() - "}".len());
                for part in [",\"", name, "\":", &found.text, "}"] {
                    text.push_str(part);
                }
            }
        }
        Ok(text)
    }

    /// Size of `result` and `record` in bytes.
    pub(crate) fn size(&self) -> usize {
        [&self.result, &self.record].into_iter().flatten().map(|found| found.text.len()).sum()
    }
}

/// A result text with its claim on the memory budget.
#[derive(Debug)]
struct Kept {
    text: String,
    _claim: Claim,
}

impl Kept {
    fn new(text: String, claim: Claim) -> Arc<Self> {
        Arc::new(Self { text, _claim: claim })
    }
}

/// Outcome of a job, as JSON.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) result: String,
    pub(crate) record: Option<String>,
    /// Note about the result, one sentence.
    pub(crate) note: Option<String>,
    /// Memory claimed by the work; the stored result takes it over.
    pub(crate) claim: Option<Claim>,
}

/// Receiver of a job's progress reports.
pub(crate) struct Watched {
    status: watch::Sender<Status>,
    budget: Budget,
}

impl Watched {
    /// Reports progress and intermediate results.
    pub(crate) fn tell(&self, done: u64, so_far: Option<String>) {
        let so_far = so_far.and_then(|so_far| {
            let mut claim = self.budget.nothing();
            claim.receive(so_far.len()).ok()?;
            Some(Kept::new(so_far, claim))
        });
        self.status.send_if_modified(|status| {
            let is_news = status.state == State::Running
                && (status.progress.done != done || so_far.is_some());
            if is_news {
                status.progress.done = done;
                status.result = so_far;
            }
            is_news
        });
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
    fn state(&self) -> State {
        self.status.borrow().state
    }

    fn has_id(&self, id: &str) -> bool {
        self.status.borrow().id == id
    }

    fn cancel(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.status.send_if_modified(|status| {
            let goes_on = !status.state.is_over();
            if goes_on {
                status.state = State::Cancelled;
                status.result = None;
            }
            goes_on
        });
    }
}

/// The job queue.
pub(crate) struct Jobs {
    engine: Engine,
    /// Maximum duration of a job.
    longest: Duration,
    turn: Arc<Semaphore>,
    budget: Budget,
    all: Arc<Mutex<All>>,
}

/// Jobs known to the server.
struct All {
    jobs: Vec<Job>,
    /// Number of jobs posted.
    count: u64,
    /// Generates IDs that differ from those of other runs of the program.
    ids: RandomState,
    is_ending: bool,
}

impl Jobs {
    /// Creates a queue. The engine's threads must not be shared; `longest` is the maximum duration
    /// of a job.
    pub(crate) fn new(engine: Engine, longest: Duration, budget: Budget) -> Self {
        let all = All { jobs: Vec::new(), count: 0, ids: RandomState::new(), is_ending: false };
        let (turn, all) = (Arc::new(Semaphore::new(1)), Arc::new(Mutex::new(all)));
        Self { engine, longest, turn, budget, all }
    }

    /// Maximum duration of a job, formatted for messages.
    pub(crate) fn longest(&self) -> String {
        match (self.longest.as_secs(), self.longest.as_secs() / 60) {
            (seconds, 0) => format!("{seconds} seconds"),
            (_, minutes) => format!("{minutes} minutes"),
        }
    }

    fn all(&self) -> MutexGuard<'_, All> {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.forget();
        all
    }

    /// Posts a job of `of` steps, which runs when its turn comes.
    ///
    /// # Errors
    /// If too many jobs are waiting, or if the server is shutting down.
    pub(crate) fn post(
        &self,
        kind: JobKind,
        of: u64,
        work: impl FnOnce(&Engine, &Stop, &Watched) -> Result<Found, ApiError> + Send + 'static,
    ) -> Result<Status, ApiError> {
        let mut all = self.all();
        if all.is_ending {
            return Err(ApiError::busy("the server is shutting down", 5));
        }
        if all.jobs.iter().filter(|job| job.state() == State::Waiting).count() >= WAITING {
            return Err(ApiError::busy(
                "too many jobs are waiting: try again in half a minute",
                30,
            ));
        }
        all.count += 1;
        let status = Status {
            id: format!("{:016x}", all.ids.hash_one(all.count)),
            kind,
            state: State::Waiting,
            progress: Progress { done: 0, of },
            error: None,
            note: None,
            result: None,
            record: None,
        };
        let sender = watch::Sender::new(status.clone());
        let stop = Arc::new(AtomicBool::new(false));
        all.jobs.push(Job { status: sender.clone(), stop: Arc::clone(&stop), over: None });
        drop(all);
        let (turn, engine, longest) = (Arc::clone(&self.turn), self.engine.clone(), self.longest);
        let (budget, others) = (self.budget.clone(), Arc::clone(&self.all));
        tokio::spawn(async move {
            let mut status = sender.subscribe();
            let cancelled =
                async { status.wait_for(|status| status.state.is_over()).await.is_ok() };
            let (turn, cancelled) = (pin!(turn.acquire_owned()), pin!(cancelled));
            let turn = select(turn, cancelled).await;
            // A job that is cancelled while it waits is dropped at once, together with its file.
            let Either::Left((Ok(turn), _)) = turn else { return };
            let watched = Watched { status: sender.clone(), budget: budget.clone() };
            let done = tokio::task::spawn_blocking(move || {
                let _kept = turn;
                let begins = watched.status.send_if_modified(|status| {
                    let begins = status.state == State::Waiting;
                    if begins {
                        status.state = State::Running;
                    }
                    begins
                });
                let stop = Stop::on(stop).or(Stop::at(Instant::now() + longest));
                begins.then(|| work(&engine, &stop, &watched))
            });
            let done = done.await;
            let done =
                done.unwrap_or_else(|_| Some(Err(ApiError::ours("the job failed unexpectedly"))));
            if let Some(done) = done {
                let kept = done.and_then(|found| found.kept(&budget, &others));
                sender.send_if_modified(|status| status.end(kept));
            }
        });
        Ok(status)
    }

    /// Subscribes to the status of a job.
    ///
    /// # Errors
    /// If there is no such job.
    pub(crate) fn watch(&self, id: &str) -> Result<watch::Receiver<Status>, ApiError> {
        let all = self.all();
        let job = all.jobs.iter().find(|job| job.has_id(id)).ok_or_else(no_job)?;
        Ok(job.status.subscribe())
    }

    /// Cancels a job, unless it is over.
    ///
    /// # Errors
    /// If there is no such job.
    pub(crate) fn cancel(&self, id: &str) -> Result<Status, ApiError> {
        let all = self.all();
        let job = all.jobs.iter().find(|job| job.has_id(id)).ok_or_else(no_job)?;
        job.cancel();
        Ok(job.status.borrow().clone())
    }

    /// Cancels all jobs and accepts no new ones.
    pub(crate) fn end(&self) {
        let mut all = self.all();
        all.is_ending = true;
        all.jobs.iter().for_each(Job::cancel);
    }
}

pub(crate) fn no_job() -> ApiError {
    ApiError::not_found("there is no such job, or its result has expired")
}

/// Result, record and note of a finished job.
type Ended = (Arc<Kept>, Option<Arc<Kept>>, Option<String>);

impl Found {
    /// Claims memory for the result and drops the oldest results of other jobs to make room. All
    /// results together take at most a quarter of the budget, so requests can be served while they
    /// are kept. The result takes over the memory of its work, even if clients have filled the
    /// budget in the meantime.
    fn kept(self, budget: &Budget, others: &Mutex<All>) -> Result<Ended, ApiError> {
        let Self { result, record, note, claim } = self;
        let size = result.len() + record.as_ref().map_or(0, String::len);
        let most = budget.total() / 4;
        if size > most {
            return Err(ApiError::ours(format_args!(
                "the result takes {}, more than the {} that the server keeps for results, a \
                 quarter of shesh serve --memory",
                told(size),
                told(most)
            )));
        }
        loop {
            let mut all = others.lock().unwrap_or_else(PoisonError::into_inner);
            let held: usize = all.jobs.iter().map(|job| job.status.borrow().size()).sum();
            if held + size <= most || !all.forget_oldest() {
                break;
            }
        }
        let mut claim = claim.unwrap_or_else(|| budget.nothing());
        claim.receive(size)?;
        let record = record.map(|record| {
            let part = claim.split(record.len());
            Kept::new(record, part)
        });
        Ok((Kept::new(result, claim), record, note))
    }
}

impl All {
    /// Drops the oldest finished job. Returns false if there is none.
    fn forget_oldest(&mut self) -> bool {
        let oldest = self.jobs.iter().position(|job| job.state().is_over());
        if let Some(oldest) = oldest {
            self.jobs.remove(oldest);
        }
        oldest.is_some()
    }

    /// Drops finished jobs that are too old or too many.
    fn forget(&mut self) {
        let now = Instant::now();
        for job in &mut self.jobs {
            if job.over.is_none() && job.state().is_over() {
                job.over = Some(now);
            }
        }
        self.jobs.retain(|job| job.over.is_none_or(|over| now - over < KEPT_FOR));
        let mut surplus = self.jobs.iter().filter(|job| job.over.is_some()).count();
        self.jobs.retain(|job| {
            let is_surplus = job.over.is_some() && surplus > KEPT;
            surplus -= usize::from(is_surplus);
            !is_surplus
        });
    }
}

impl Status {
    /// Stores the outcome, unless the job was cancelled in the meantime. Returns true if the status
    /// changed.
    fn end(&mut self, done: Result<Ended, ApiError>) -> bool {
        if self.state.is_over() {
            return false;
        }
        match done {
            Ok((result, record, note)) => {
                self.note = note;
                self.state = State::Done;
                self.result = Some(result);
                self.record = record;
            }
            Err(fault) => {
                self.state = State::Failed;
                self.error = Some(fault.to_string());
                self.result = None;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_evaluator::Settings;

    /// Waits until a condition holds.
    async fn until(so: impl Fn() -> bool) {
        let soon = async {
            while !so() {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), soon).await.expect("it should be soon");
    }

    #[tokio::test]
    async fn who_is_cancelled_while_others_work_leaves_nothing_behind() {
        let engine = Engine::new(sheshbesh_weights::shipped(), Settings::default(), 1).unwrap();
        let jobs = Jobs::new(engine, Duration::from_secs(60), Budget::new(1 << 20));
        let long = jobs.post(JobKind::Rollout, 1, |_, stop, _| {
            while !stop.is_due() {
                std::thread::sleep(Duration::from_millis(1));
            }
            Ok(Found::default())
        });
        let long = jobs.watch(long.unwrap().id()).unwrap();
        until(|| long.borrow().state == State::Running).await;
        let brought = Arc::new(());
        let kept = Arc::clone(&brought);
        let waits = jobs.post(JobKind::Analyze, 1, move |_, _, _| {
            drop(kept);
            Ok(Found::default())
        });
        let waits = waits.unwrap();
        tokio::task::yield_now().await;
        assert_eq!(Arc::strong_count(&brought), 2);
        assert_eq!(jobs.cancel(waits.id()).unwrap().state, State::Cancelled);
        until(|| Arc::strong_count(&brought) == 1).await;
        assert_eq!(long.borrow().state, State::Running);
        jobs.end();
        assert_eq!(long.borrow().state, State::Cancelled);
    }

    #[tokio::test]
    async fn a_result_takes_the_place_of_what_its_work_held() {
        let engine = Engine::new(sheshbesh_weights::shipped(), Settings::default(), 1).unwrap();
        let budget = Budget::new(2 << 20);
        let jobs = Jobs::new(engine, Duration::from_secs(60), budget.clone());
        let mut watched = Vec::new();
        for _ in 0..2 {
            let claim = budget.claim(300 << 10).unwrap();
            let _filled = budget.claim((2 << 20) - budget.held()).unwrap();
            let work = move |_: &Engine, _: &Stop, _: &Watched| {
                let (result, record) = ("x".repeat(100 << 10), "y".repeat(50 << 10));
                Ok(Found { result, record: Some(record), claim: Some(claim), note: None })
            };
            let id = jobs.post(JobKind::Analyze, 1, work).unwrap().id;
            let status = jobs.watch(&id).unwrap();
            until(|| status.borrow().state.is_over()).await;
            assert_eq!(status.borrow().state, State::Done);
            watched.push((id, status));
        }
        // Both results are kept, and are counted as long as they are.
        assert!(watched.iter().all(|(id, _)| jobs.watch(id).is_ok()));
        assert_eq!(budget.held(), 300 << 10);
    }

    #[tokio::test]
    async fn results_have_a_quarter_of_the_memory_budget() {
        let engine = Engine::new(sheshbesh_weights::shipped(), Settings::default(), 1).unwrap();
        let budget = Budget::new(2 << 20);
        let jobs = Jobs::new(engine, Duration::from_secs(60), budget.clone());
        let mut posted = Vec::new();
        for size in [200 << 10, 200 << 10, 200 << 10, 600 << 10] {
            let work = move |_: &Engine, _: &Stop, _: &Watched| {
                Ok(Found { result: "x".repeat(size), ..Found::default() })
            };
            let id = jobs.post(JobKind::Analyze, 1, work).unwrap().id;
            let watched = jobs.watch(&id).unwrap();
            until(|| watched.borrow().state.is_over()).await;
            posted.push((id, watched.borrow().clone()));
        }
        let states: Vec<State> = posted.iter().map(|(_, status)| status.state).collect();
        assert_eq!(states, [State::Done, State::Done, State::Done, State::Failed]);
        let error = posted[3].1.error.as_deref();
        assert_eq!(
            error,
            Some(
                "the result takes 614400 bytes, more than the 524288 bytes that the server keeps for \
                 results, a quarter of shesh serve --memory"
            )
        );
        // The first result was dropped to make room for the third.
        assert!(jobs.watch(&posted[0].0).is_err());
        assert!(jobs.watch(&posted[1].0).is_ok() && jobs.watch(&posted[2].0).is_ok());
        posted.clear();
        assert_eq!(budget.held(), 400 << 10);
    }
}
