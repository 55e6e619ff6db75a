use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use banmen_core::Limits;
use tokio::sync::watch;

use banmen_table::{Finished, TableError};

use super::job::{Job, Reporter};
use super::{JobState, Order};
use crate::config::ServerLimits;
use crate::error::{ApiError, ApiResult, ProblemCode};
use crate::gate::Client;
use crate::pool::Pool;
use crate::secret;
use crate::store::TooMany;

/// All jobs: waiting, running, and lately ended.
pub struct Jobs {
    limits: ServerLimits,
    workers: Pool,
    known: Mutex<HashMap<String, Arc<Job>>>,
}

impl Jobs {
    /// No jobs yet.
    pub fn new(limits: ServerLimits) -> std::io::Result<Jobs> {
        Ok(Jobs { workers: Pool::new("worker", limits.workers)?, limits, known: Mutex::default() })
    }

    /// How many have not ended.
    pub fn running(&self) -> usize {
        self.jobs().values().filter(|job| job.is_running()).count()
    }

    /// Takes on a job, or says that there are too many.
    pub fn submit(&self, client: Client, order: Order) -> ApiResult<JobState> {
        self.submit_as(secret::job_name(), client, order)
    }

    /// Takes on a job that has a name already.
    pub(super) fn submit_as(&self, id: String, client: Client, order: Order) -> ApiResult<JobState> {
        let job = Arc::new(Job::new(id.clone(), client));
        {
            let mut jobs = self.jobs();
            let running = || jobs.values().filter(|job| job.is_running());
            if running().count() >= self.limits.workers + self.limits.queued_jobs {
                return Err(too_many(TooMany::InAll));
            }
            if running().filter(|job| job.client == client).count() >= self.limits.jobs_per_address {
                return Err(too_many(TooMany::OfClient));
            }
            drop_ended(&mut jobs, &self.limits);
            jobs.insert(id, Arc::clone(&job));
        }
        let time = order.time.min(self.limits.job_time_most);
        let limits = Limits {
            time: Some(time),
            memory: Some(self.limits.search_memory),
            threads: self.limits.search_threads,
            cancel: job.cancel.clone(),
            ..Limits::none()
        };
        let worker = Arc::clone(&job);
        let work = move || {
            // A job that was stopped while it waited is not begun at all.
            if worker.cancel.is_set() {
                return Finished::Done(serde_json::Value::Null);
            }
            worker.begin();
            order.carry_out(&limits, &mut Reporter::new(&worker))
        };
        let (workers, ended) = (self.workers.clone(), Arc::clone(&job));
        tokio::spawn(async move {
            let finished = workers.run(client, time, work).await;
            ended
                .finish(finished.unwrap_or_else(|panicked| Finished::Failed(TableError::Broken(panicked.to_string()))));
        });
        Ok(job.look())
    }

    /// The job now.
    pub fn look(&self, id: &str) -> ApiResult<JobState> {
        Ok(self.find(id)?.look())
    }

    /// Follows a job.
    pub fn follow(&self, id: &str) -> ApiResult<watch::Receiver<JobState>> {
        Ok(self.find(id)?.state.subscribe())
    }

    /// Stops a job.
    pub fn stop(&self, id: &str) -> ApiResult<JobState> {
        let job = self.find(id)?;
        job.cancel.set();
        Ok(job.look())
    }

    /// Stops jobs that nobody asks about and forgets those that ended long ago.
    pub fn sweep(&self) {
        let mut jobs = self.jobs();
        for job in jobs.values().filter(|job| job.is_running() && job.unasked() > self.limits.abandoned_job) {
            job.cancel.set();
        }
        drop_ended(&mut jobs, &self.limits);
    }

    /// Stops all jobs.
    pub fn close(&self) {
        self.jobs().values().for_each(|job| job.cancel.set());
    }

    fn find(&self, id: &str) -> ApiResult<Arc<Job>> {
        let missing = || ApiError::not_found("job of this name; ended jobs are kept for a few minutes only");
        self.jobs().get(id).cloned().ok_or_else(missing)
    }

    fn jobs(&self) -> MutexGuard<'_, HashMap<String, Arc<Job>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What whoever asks for one job too many is told.
pub(super) fn too_many(which: TooMany) -> ApiError {
    match which {
        TooMany::InAll => ApiError::later(ProblemCode::Busy, "too many jobs are waiting already", 10),
        TooMany::OfClient => {
            ApiError::later(ProblemCode::TooManyRequests, "too many jobs of yours are running; stop one first", 10)
        }
    }
}

fn drop_ended(jobs: &mut HashMap<String, Arc<Job>>, limits: &ServerLimits) {
    jobs.retain(|_, job| job.ended().is_none_or(|ago| ago < limits.kept_jobs));
    let mut ended: Vec<_> = jobs.iter().filter_map(|(id, job)| Some((job.ended()?, id.clone()))).collect();
    if ended.len() > limits.kept_jobs_most {
        ended.sort_unstable();
        for (_, id) in ended.split_off(limits.kept_jobs_most) {
            jobs.remove(&id);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::json;

    use super::*;
    use crate::jobs::JobStatus;

    fn jobs(change: impl FnOnce(&mut ServerLimits)) -> Jobs {
        let mut limits = ServerLimits { workers: 1, queued_jobs: 2, ..ServerLimits::default() };
        change(&mut limits);
        Jobs::new(limits).unwrap()
    }

    fn client(last: u8) -> Client {
        Client::of([192, 0, 2, last].into())
    }

    fn order(work: impl FnOnce(&Limits, &mut dyn banmen_table::Reporter) -> Finished + Send + 'static) -> Order {
        Order::new(Duration::from_secs(5), work)
    }

    /// Work that goes on until it is stopped.
    fn endless() -> Order {
        order(|limits, reporter| {
            while !limits.cancel.is_set() {
                reporter.report(json!("at it"));
                std::thread::sleep(Duration::from_millis(1));
            }
            Finished::Done(json!("so far"))
        })
    }

    async fn end(jobs: &Jobs, id: &str) -> JobState {
        let mut following = jobs.follow(id).unwrap();
        following.wait_for(|state| state.status != JobStatus::Running).await.unwrap().clone()
    }

    #[tokio::test]
    async fn a_job_ends_with_its_answer() {
        let jobs = jobs(|_| ());
        let id = jobs.submit(client(1), order(|_, _| Finished::Done(json!(42)))).unwrap().id;
        let state = end(&jobs, &id).await;
        assert_eq!((state.status, state.result), (JobStatus::Done, Some(json!(42))));
    }

    #[tokio::test]
    async fn a_stopped_job_keeps_what_is_known() {
        let jobs = jobs(|_| ());
        let id = jobs.submit(client(1), endless()).unwrap().id;
        jobs.follow(&id).unwrap().wait_for(|state| state.progress.is_some()).await.unwrap();
        jobs.stop(&id).unwrap();
        let state = end(&jobs, &id).await;
        assert_eq!((state.status, state.result), (JobStatus::Stopped, Some(json!("so far"))));
    }

    #[tokio::test]
    async fn a_job_that_waits_can_be_stopped_before_it_begins() {
        let jobs = jobs(|_| ());
        let running = jobs.submit(client(1), endless()).unwrap().id;
        let waiting = jobs.submit(client(1), order(|_, _| unreachable!("it was stopped"))).unwrap();
        assert!(waiting.queued);
        jobs.stop(&waiting.id).unwrap();
        jobs.stop(&running).unwrap();
        assert_eq!(end(&jobs, &waiting.id).await.status, JobStatus::Stopped);
    }

    #[tokio::test]
    async fn too_many_jobs_are_refused() {
        let jobs = jobs(|limits| limits.jobs_per_address = 2);
        for _ in 0..2 {
            jobs.submit(client(1), endless()).unwrap();
        }
        assert_eq!(jobs.submit(client(1), endless()).unwrap_err().problem().code, ProblemCode::TooManyRequests);
        jobs.submit(client(2), endless()).unwrap();
        assert_eq!(jobs.submit(client(3), endless()).unwrap_err().problem().code, ProblemCode::Busy);
        jobs.close();
    }

    #[tokio::test]
    async fn a_job_that_nobody_asks_about_is_stopped_and_one_that_is_followed_goes_on() {
        let jobs = jobs(|limits| {
            limits.workers = 2;
            limits.abandoned_job = Duration::ZERO;
        });
        let abandoned = jobs.submit(client(1), endless()).unwrap().id;
        let followed = jobs.submit(client(1), endless()).unwrap().id;
        let watching = jobs.follow(&followed).unwrap();
        tokio::time::sleep(Duration::from_millis(5)).await;
        jobs.sweep();
        let waiting = end(&jobs, &abandoned);
        let state = tokio::time::timeout(Duration::from_secs(20), waiting).await.expect("it is stopped");
        assert_eq!(state.status, JobStatus::Stopped);
        assert_eq!(watching.borrow().status, JobStatus::Running);
        jobs.close();
    }

    #[tokio::test]
    async fn a_job_that_has_ended_is_forgotten_after_its_time() {
        for (kept, is_known) in [(Duration::ZERO, false), (Duration::from_hours(1), true)] {
            let jobs = jobs(|limits| limits.kept_jobs = kept);
            let id = jobs.submit(client(1), order(|_, _| Finished::Done(json!(42)))).unwrap().id;
            end(&jobs, &id).await;
            jobs.sweep();
            assert_eq!(jobs.look(&id).is_ok(), is_known, "kept for {kept:?}");
        }
    }

    #[tokio::test]
    async fn a_panic_is_a_failed_job() {
        let jobs = jobs(|_| ());
        let id = jobs.submit(client(1), order(|_, _| panic!("a mistake in a tool"))).unwrap().id;
        let state = end(&jobs, &id).await;
        assert_eq!(state.status, JobStatus::Failed);
        assert!(!state.error.unwrap().detail.contains("mistake"), "causes are logged, not sent");
    }
}
