//! Tests of the job queue and its memory budget.

use super::queue::Jobs;
use crate::http::budget::Budget;
use serde_json::{
    Value,
    value::{RawValue, to_raw_value},
};
use sheshbesh_evaluator::{Engine, Settings, Stop};
use sheshbesh_service::{ApiError, JobKind, JobOutput, JobState, JobWork};
use std::{sync::Arc, time::Duration};

/// A JSON string of a size in bytes, at least 2.
fn json_of(size: usize) -> Box<RawValue> {
    to_raw_value(&"x".repeat(size - "\"\"".len())).unwrap()
}

/// Output with a result of a size in bytes.
fn output_of(size: usize) -> JobOutput {
    JobOutput { result: json_of(size), record: None, note: None }
}

/// A job that ends in an output.
fn job(
    kind: JobKind,
    work: impl FnOnce(&Stop) -> Result<JobOutput, ApiError> + Send + 'static,
) -> JobWork {
    JobWork::new(kind, 1, move |_, stop, _, _| work(stop))
}

/// Waits until a condition holds.
async fn until(holds: impl Fn() -> bool) {
    let waiting = async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), waiting).await.expect("the condition never held");
}

#[tokio::test]
async fn job_cancelled_while_waiting_frees_its_file() {
    let engine = Engine::new(sheshbesh_weights::shipped(), Settings::default(), 1).unwrap();
    let jobs = Jobs::new(engine, Duration::from_secs(60), Budget::new(1 << 20));
    let endless = job(JobKind::Rollout, |stop| {
        while !stop.is_due() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(output_of(2))
    });
    let long = jobs.post(endless, None);
    let long = jobs.watch(long.unwrap().id()).unwrap();
    until(|| long.borrow().state == JobState::Running).await;
    let file = Arc::new(());
    let held = Arc::clone(&file);
    let waiting = job(JobKind::Analyze, move |_| {
        drop(held);
        Ok(output_of(2))
    });
    let waiting = jobs.post(waiting, None);
    let waiting = waiting.unwrap();
    tokio::task::yield_now().await;
    assert_eq!(Arc::strong_count(&file), 2);
    assert_eq!(jobs.cancel(waiting.id()).unwrap().state, JobState::Cancelled);
    until(|| Arc::strong_count(&file) == 1).await;
    assert_eq!(long.borrow().state, JobState::Running);
    jobs.end();
    assert_eq!(long.borrow().state, JobState::Cancelled);
}

#[tokio::test]
async fn result_takes_over_the_claim_of_its_work() {
    let engine = Engine::new(sheshbesh_weights::shipped(), Settings::default(), 1).unwrap();
    let budget = Budget::new(2 << 20);
    let jobs = Jobs::new(engine, Duration::from_secs(60), budget.clone());
    let mut watched = Vec::new();
    for _ in 0..2 {
        let claim = budget.claim(300 << 10).unwrap();
        let _filled = budget.claim((2 << 20) - budget.held()).unwrap();
        let work = job(JobKind::Analyze, move |_| {
            let record = Some(json_of(50 << 10));
            Ok(JobOutput { record, ..output_of(100 << 10) })
        });
        let id = jobs.post(work, Some(claim)).unwrap().id().to_owned();
        let status = jobs.watch(&id).unwrap();
        until(|| status.borrow().state.is_over()).await;
        assert_eq!(status.borrow().state, JobState::Done);
        watched.push((id, status));
    }
    // PerSeat results are kept, and are counted as long as they are.
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
        let work = job(JobKind::Analyze, move |_| Ok(output_of(size)));
        let id = jobs.post(work, None).unwrap().id().to_owned();
        let watched = jobs.watch(&id).unwrap();
        until(|| watched.borrow().state.is_over()).await;
        posted.push((id, watched.borrow().clone()));
    }
    let states: Vec<JobState> = posted.iter().map(|(_, status)| status.state).collect();
    assert_eq!(states, [JobState::Done, JobState::Done, JobState::Done, JobState::Failed]);
    let failed: Value = serde_json::from_str(&posted[3].1.json(0).unwrap()).unwrap();
    assert_eq!(
        failed["error"],
        "the result takes 614400 bytes, more than the 524288 bytes that the server keeps for \
         results, a quarter of shesh serve --memory"
    );
    // The first result was dropped to make room for the third.
    assert!(jobs.watch(&posted[0].0).is_err());
    assert!(jobs.watch(&posted[1].0).is_ok() && jobs.watch(&posted[2].0).is_ok());
    posted.clear();
    assert_eq!(budget.held(), 400 << 10);
}
