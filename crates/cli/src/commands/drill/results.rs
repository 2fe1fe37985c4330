//! Answers of a session, and the journal that keeps them.

use super::{
    journal::JournalFile,
    limit::{Limit, minutes_and_seconds},
    numbers::quantity,
};
use crate::{
    error::CliError,
    terminal::{on_ctrl_c, print, report_error},
};
use sheshbesh_analysis::{
    drill::{Graded, Recent, Session, Tally, Topic},
    quiz::Day,
};
use std::{
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// Results of a session. Ctrl-C prints and keeps them, then ends the program.
#[derive(Clone)]
pub(super) struct Results(Arc<Mutex<State>>);

struct State {
    topic: Topic,
    limit: Limit,
    tally: Tally,
    journal: Option<JournalFile>,
    began: Instant,
    is_finished: bool,
}

impl Results {
    /// Begins a session.
    pub(super) fn begin(
        topic: Topic,
        limit: Limit,
        journal: Option<JournalFile>,
    ) -> Result<Self, CliError> {
        let (tally, began, is_finished) = (Tally::default(), Instant::now(), false);
        let state = State { topic, limit, tally, journal, began, is_finished };
        let results = Self(Arc::new(Mutex::new(state)));
        let interrupted = results.clone();
        on_ctrl_c(move || {
            // The prompt is on the line.
            if let Err(failure) = print("\n").and(interrupted.finish()) {
                report_error(failure);
            }
        })?;
        Ok(results)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts the clock: choosing the first position takes none of the time.
    pub(super) fn start_clock(&self) {
        self.state().began = Instant::now();
    }

    /// Time since the clock was started.
    pub(super) fn elapsed(&self) -> Duration {
        self.state().began.elapsed()
    }

    /// Adds an answer that took a number of seconds.
    pub(super) fn add(&self, graded: &Graded, seconds: f64) {
        self.state().tally.add(graded, seconds);
    }

    /// Adds the session to the journal, and prints the summary with the trend; does nothing if that
    /// has been done.
    pub(super) fn finish(&self) -> Result<(), CliError> {
        let mut state = self.state();
        if mem::replace(&mut state.is_finished, true) {
            return Ok(());
        }
        let Some(session) = state.tally.session(state.topic, Day::today()) else {
            return print("\nNo questions answered.\n");
        };
        let journal = state.journal.take();
        let before = journal.as_ref().and_then(|journal| journal.recent(state.topic));
        let text = state.summary(&session, before.as_ref());
        // A closed terminal loses no answers.
        let kept = journal.map_or(Ok(()), |journal| journal.add(session));
        print(&text).and(kept)
    }
}

impl State {
    /// Summary of the session, compared with those before.
    fn summary(&self, session: &Session, before: Option<&Recent>) -> String {
        let kind = self.topic.kind();
        let during = match self.limit {
            Limit::Count(_) => String::new(),
            Limit::Time(_) => format!(" in {}", minutes_and_seconds(self.began.elapsed())),
        };
        let means = |error: f64, seconds: f64| {
            format!("error {}, median time {seconds:.1} s.\n", quantity(kind, error))
        };
        let (right, answers, error) = (session.right, session.answers, session.mean_error);
        let seconds = session.median_seconds.unwrap_or(session.mean_seconds);
        let mut text =
            format!("\n{right} of {answers} right{during}. Mean {}", means(error, seconds));
        let Some(before) = before else { return text };
        let last = match before.errors.len() {
            1 => "In the last session".to_owned(),
            sessions => format!("In the last {sessions} sessions"),
        };
        text += &format!("{last}: mean {}", means(before.mean_error, before.seconds));
        let errors: Vec<String> = before.errors.iter().map(|one| quantity(kind, *one)).collect();
        text + &format!(
            "Mean errors by session: {}, now {}.\n",
            errors.join(", "),
            quantity(kind, error)
        )
    }
}
