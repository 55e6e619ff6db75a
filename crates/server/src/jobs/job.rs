use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use banmen_core::Cancel;
use banmen_table::Finished;
use serde_json::Value;
use tokio::sync::watch;

use super::{JobState, JobStatus};
use crate::error::{ApiError, Problem, ProblemCode};
use crate::gate::Client;

/// Between two reports of progress.
const REPORTS: Duration = Duration::from_millis(100);

/// A job and everybody who waits for it.
pub(super) struct Job {
    pub(super) client: Client,
    pub(super) cancel: Cancel,
    pub(super) state: watch::Sender<JobState>,
    /// When somebody last asked, and when it ended.
    times: Mutex<(Instant, Option<Instant>)>,
}

impl Job {
    pub(super) fn new(id: String, client: Client) -> Job {
        let state =
            JobState { id, status: JobStatus::Running, queued: true, progress: None, result: None, error: None };
        Job {
            client,
            cancel: Cancel::new(),
            state: watch::Sender::new(state),
            times: Mutex::new((Instant::now(), None)),
        }
    }

    /// The job now; whoever looks is interested.
    pub(super) fn look(&self) -> JobState {
        self.times.lock().unwrap_or_else(PoisonError::into_inner).0 = Instant::now();
        self.state.borrow().clone()
    }

    pub(super) fn is_running(&self) -> bool {
        self.state.borrow().status == JobStatus::Running
    }

    /// How long ago it ended, if it has.
    pub(super) fn ended(&self) -> Option<Duration> {
        self.times.lock().unwrap_or_else(PoisonError::into_inner).1.map(|ended| ended.elapsed())
    }

    /// How long nobody has asked.
    pub(super) fn unasked(&self) -> Duration {
        if self.state.receiver_count() > 0 {
            return Duration::ZERO;
        }
        self.times.lock().unwrap_or_else(PoisonError::into_inner).0.elapsed()
    }

    pub(super) fn begin(&self) {
        self.state.send_modify(|state| state.queued = false);
    }

    pub(super) fn finish(&self, finished: Finished) {
        let (status, result, error) = match finished {
            Finished::Done(result) if self.cancel.is_set() => (JobStatus::Stopped, Some(result), None),
            Finished::Done(result) => (JobStatus::Done, Some(result), None),
            Finished::Stopped { why, partial } => (JobStatus::Stopped, Some(partial), Some(stopped(why))),
            Finished::Failed(error) => {
                tracing::info!(%error, "a job failed");
                (JobStatus::Failed, None, Some(ApiError::from(error).problem()))
            }
        };
        self.times.lock().unwrap_or_else(PoisonError::into_inner).1 = Some(Instant::now());
        self.state.send_modify(|state| {
            state.status = status;
            state.queued = false;
            state.result = result.filter(|result| !result.is_null());
            state.error = error;
        });
    }
}

fn stopped(why: String) -> Problem {
    Problem { title: "A limit ended the work".into(), ..ApiError::new(ProblemCode::Timeout, why).problem() }
}

/// Where work reports how far it has got; passes on a few reports a second.
pub struct Reporter<'a> {
    job: &'a Job,
    last: Option<Instant>,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(job: &'a Job) -> Reporter<'a> {
        Reporter { job, last: None }
    }
}

impl banmen_table::Reporter for Reporter<'_> {
    fn is_due(&self) -> bool {
        self.last.is_none_or(|last| last.elapsed() >= REPORTS)
    }

    fn report(&mut self, progress: Value) {
        if self.is_due() {
            self.last = Some(Instant::now());
            self.job.state.send_modify(|state| state.progress = Some(progress));
        }
    }
}
