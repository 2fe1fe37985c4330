//! Work that takes long: done one after the other on threads of its own, and watched from outside.

use crate::{
    budget::{Budget, Claim, size as told},
    fault::Fault,
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

/// So many jobs may wait.
const WAITING: usize = 8;
/// Of those that are over, so many are kept, so long.
const KEPT: usize = 16;
const KEPT_FOR: Duration = Duration::from_secs(15 * 60);

/// What a job does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = JobKind)]
pub(crate) enum Kind {
    Rollout,
    Analyze,
}

/// How far a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = JobState)]
pub(crate) enum State {
    /// Others come first.
    Waiting,
    /// It is being done.
    Running,
    /// There is a result.
    Done,
    /// There is none, for a reason in a sentence.
    Failed,
    /// Somebody cancelled it, or the server ends.
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

    /// Nothing more will happen.
    pub(crate) const fn is_over(self) -> bool {
        matches!(self, Self::Done | Self::Failed | Self::Cancelled)
    }
}

/// How much of a job is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Progress {
    /// Games of a rollout, or thousandths of an analysis.
    done: u64,
    /// Of so many, at most.
    of: u64,
}

/// A job as it is told.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Job)]
pub(crate) struct Status {
    /// By which it is asked for.
    id: String,
    kind: Kind,
    pub(crate) state: State,
    progress: Progress,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// What is to be known of the result, such as that time was up before all was done.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// What `shesh rollout --json` or `shesh analyze --json` prints; of a rollout that is running, as
    /// far as it goes.
    #[serde(skip)]
    #[schema(value_type = Option<Object>)]
    result: Option<Arc<Kept>>,
    /// Of an analysis, the match that was read, as `shesh convert` writes it as JSON.
    #[serde(skip)]
    #[schema(value_type = Option<Object>)]
    record: Option<Arc<Kept>>,
}

impl Status {
    /// By which it is asked for.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// As JSON, with what was found out, which is JSON already, unless that is longer than so many
    /// bytes.
    pub(crate) fn json(&self, most: usize) -> Result<String, Fault> {
        let mut text = serde_json::to_string(self).map_err(Fault::ours)?;
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

    /// Bytes of what was found out.
    pub(crate) fn size(&self) -> usize {
        [&self.result, &self.record].into_iter().flatten().map(|found| found.text.len()).sum()
    }
}

/// A text that was found out, with its part of the memory budget.
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

/// What a job has found out, as JSON.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) result: String,
    pub(crate) record: Option<String>,
    /// One sentence that is to be known of it.
    pub(crate) note: Option<String>,
    /// Memory that the work held; what is kept of it takes its place.
    pub(crate) claim: Option<Claim>,
}

/// To whom a job tells how far it is.
pub(crate) struct Watched {
    status: watch::Sender<Status>,
    budget: Budget,
}

impl Watched {
    /// So much is done, and so much has been found out.
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

/// A job that has been posted.
struct Job {
    status: watch::Sender<Status>,
    stop: Arc<AtomicBool>,
    /// When it was found to be over.
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

/// All jobs.
pub(crate) struct Jobs {
    engine: Engine,
    /// No job takes longer.
    longest: Duration,
    turn: Arc<Semaphore>,
    budget: Budget,
    all: Arc<Mutex<All>>,
}

/// Those that are kept.
struct All {
    jobs: Vec<Job>,
    /// How many there have been.
    count: u64,
    /// Makes IDs that nobody has from another run of the program.
    ids: RandomState,
    is_ending: bool,
}

impl Jobs {
    /// With an engine whose threads nobody else needs; no job takes longer than that.
    pub(crate) fn new(engine: Engine, longest: Duration, budget: Budget) -> Self {
        let all = All { jobs: Vec::new(), count: 0, ids: RandomState::new(), is_ending: false };
        let (turn, all) = (Arc::new(Semaphore::new(1)), Arc::new(Mutex::new(all)));
        Self { engine, longest, turn, budget, all }
    }

    /// How long a job may take, as people say it.
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

    /// Takes a job that consists of so much, to be done when it is its turn.
    ///
    /// # Errors
    /// When too many wait, or the server is ending.
    pub(crate) fn post(
        &self,
        kind: Kind,
        of: u64,
        work: impl FnOnce(&Engine, &Stop, &Watched) -> Result<Found, Fault> + Send + 'static,
    ) -> Result<Status, Fault> {
        let mut all = self.all();
        if all.is_ending {
            return Err(Fault::busy("the server is ending", 5));
        }
        if all.jobs.iter().filter(|job| job.state() == State::Waiting).count() >= WAITING {
            return Err(Fault::busy("too many jobs are waiting: ask again in half a minute", 30));
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
            // Who is cancelled before his turn leaves at once, with the file that he brought.
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
            let done = done.unwrap_or_else(|_| Some(Err(Fault::ours("the job broke down"))));
            if let Some(done) = done {
                let kept = done.and_then(|found| found.kept(&budget, &others));
                sender.send_if_modified(|status| status.end(kept));
            }
        });
        Ok(status)
    }

    /// How far a job is, and how far it comes.
    ///
    /// # Errors
    /// When there is none.
    pub(crate) fn watch(&self, id: &str) -> Result<watch::Receiver<Status>, Fault> {
        let all = self.all();
        let job = all.jobs.iter().find(|job| job.has_id(id)).ok_or_else(no_job)?;
        Ok(job.status.subscribe())
    }

    /// Cancels a job, unless it is over.
    ///
    /// # Errors
    /// When there is none.
    pub(crate) fn cancel(&self, id: &str) -> Result<Status, Fault> {
        let all = self.all();
        let job = all.jobs.iter().find(|job| job.has_id(id)).ok_or_else(no_job)?;
        job.cancel();
        Ok(job.status.borrow().clone())
    }

    /// Cancels all jobs, and takes no others.
    pub(crate) fn end(&self) {
        let mut all = self.all();
        all.is_ending = true;
        all.jobs.iter().for_each(Job::cancel);
    }
}

pub(crate) fn no_job() -> Fault {
    Fault::not_found("there is no such job, or it was over long ago")
}

/// The result of a job, its record and its note.
type Ended = (Arc<Kept>, Option<Arc<Kept>>, Option<String>);

impl Found {
    /// Takes memory for what was found out: the oldest results of other jobs make room for it. All of
    /// them together have a quarter of the budget, so that requests are answered while they are kept. The
    /// memory that the work held is there for its result, even where clients have filled the budget since.
    fn kept(self, budget: &Budget, others: &Mutex<All>) -> Result<Ended, Fault> {
        let Self { result, record, note, claim } = self;
        let size = result.len() + record.as_ref().map_or(0, String::len);
        let most = budget.total() / 4;
        if size > most {
            return Err(Fault::ours(format_args!(
                "the result takes {}, more than the {} that the server keeps of results: \
                 shesh serve --memory sets four times that",
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
    /// Forgets the oldest of those that are over; says whether there was one.
    fn forget_oldest(&mut self) -> bool {
        let oldest = self.jobs.iter().position(|job| job.state().is_over());
        if let Some(oldest) = oldest {
            self.jobs.remove(oldest);
        }
        oldest.is_some()
    }

    /// Forgets what has been over for long, and the oldest where it is too much.
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
    /// The work is done, if it has not been cancelled since.
    fn end(&mut self, done: Result<Ended, Fault>) -> bool {
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

    /// Waits for something that is soon.
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
        let long = jobs.post(Kind::Rollout, 1, |_, stop, _| {
            while !stop.is_due() {
                std::thread::sleep(Duration::from_millis(1));
            }
            Ok(Found::default())
        });
        let long = jobs.watch(long.unwrap().id()).unwrap();
        until(|| long.borrow().state == State::Running).await;
        let brought = Arc::new(());
        let kept = Arc::clone(&brought);
        let waits = jobs.post(Kind::Analyze, 1, move |_, _, _| {
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
            let id = jobs.post(Kind::Analyze, 1, work).unwrap().id;
            let status = jobs.watch(&id).unwrap();
            until(|| status.borrow().state.is_over()).await;
            assert_eq!(status.borrow().state, State::Done);
            watched.push((id, status));
        }
        // Both are kept, and counted as long as they are.
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
            let id = jobs.post(Kind::Analyze, 1, work).unwrap().id;
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
                "the result takes 614400 bytes, more than the 524288 bytes that the server keeps of \
                 results: shesh serve --memory sets four times that"
            )
        );
        // The first has made room for the third.
        assert!(jobs.watch(&posted[0].0).is_err());
        assert!(jobs.watch(&posted[1].0).is_ok() && jobs.watch(&posted[2].0).is_ok());
        posted.clear();
        assert_eq!(budget.held(), 400 << 10);
    }
}
