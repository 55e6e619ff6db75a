use std::sync::Arc;
use std::time::Duration;

use banmen_table::{JobRequest, Order};
use serde_json::Value;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{Notify, Semaphore, watch};

use super::queue::too_many;
use super::{JobState, JobStatus, Jobs};
use crate::config::ServerLimits;
use crate::error::{ApiError, ApiResult};
use crate::gate::Client;
use crate::secret;
use crate::store::{News, Nodes, PostedJob, Store, StoreError};

/// How often a node looks at the board, in case that it was not told.
const LOOK: Duration = Duration::from_millis(500);
/// Between two reports of a job's progress to other nodes.
const REPORTS: Duration = Duration::from_millis(250);

/// Where jobs are asked for. Alone, a node works on all of them; with others, they are posted for all nodes, any node with a thread
/// free takes one, and any node can be asked how it stands.
pub struct JobBoard {
    store: Arc<dyn Store>,
    limits: ServerLimits,
    local: Jobs,
    /// Threads that jobs of the board have here.
    threads: Arc<Semaphore>,
    /// A thread here may be free.
    free: Notify,
}

impl JobBoard {
    /// No jobs yet.
    pub fn new(store: Arc<dyn Store>, limits: ServerLimits) -> std::io::Result<JobBoard> {
        let threads = Arc::new(Semaphore::new(limits.workers.max(1)));
        Ok(JobBoard { local: Jobs::new(limits.clone())?, store, limits, threads, free: Notify::new() })
    }

    /// Takes on a job that can be carried out as `order` says, or says that there are too many.
    pub async fn submit(&self, client: Client, request: JobRequest, order: Order) -> ApiResult<JobState> {
        let Some(nodes) = self.store.nodes() else { return self.local.submit(client, order) };
        let id = secret::job_name();
        let (status, queued) = (JobStatus::Running, true);
        let state = JobState { id: id.clone(), status, queued, progress: None, result: None, error: None };
        let request = serde_json::to_value(request).map_err(ApiError::internal)?;
        let job = PostedJob { id, client: client.to_string(), request };
        let in_all = self.limits.workers + self.limits.queued_jobs;
        nodes.post_job(job, written(&state)?, in_all, self.limits.jobs_per_address).await?.map_err(too_many)?;
        self.free.notify_one();
        Ok(state)
    }

    /// How many jobs have not ended on this node.
    pub fn running(&self) -> usize {
        self.local.running()
    }

    /// The job now.
    pub async fn look(&self, id: &str) -> ApiResult<JobState> {
        let Some(nodes) = self.store.nodes() else { return self.local.look(id) };
        let known = read(nodes.look_at_job(id).await?)?;
        // What is worked on here is known better here.
        Ok(self.local.look(id).unwrap_or(known))
    }

    /// Follows a job.
    pub async fn follow(self: &Arc<JobBoard>, id: &str) -> ApiResult<watch::Receiver<JobState>> {
        let Some(nodes) = self.store.nodes() else { return self.local.follow(id) };
        let state = read(nodes.look_at_job(id).await?)?;
        let has_ended = state.status != JobStatus::Running;
        let (sender, receiver) = watch::channel(state);
        if !has_ended {
            let (board, id) = (Arc::clone(self), id.to_owned());
            tokio::spawn(async move { board.pass_on(&id, &sender).await });
        }
        Ok(receiver)
    }

    /// Passes on how a job stands until it ends or nobody follows it any more.
    async fn pass_on(&self, id: &str, sender: &watch::Sender<JobState>) {
        let Some(nodes) = self.store.nodes() else { return };
        let mut news = nodes.listen();
        let mut ticks = tokio::time::interval(LOOK);
        loop {
            tokio::select! {
                () = sender.closed() => return,
                _ = ticks.tick() => {}
                heard = news.recv() => match heard {
                    Ok(News::Job { id: other }) if other == id => {}
                    Err(RecvError::Closed) => return,
                    _ => continue,
                }
            }
            match self.look(id).await {
                Ok(state) => {
                    let has_ended = state.status != JobStatus::Running;
                    sender.send_if_modified(|known| {
                        let is_new = *known != state;
                        *known = state;
                        is_new
                    });
                    if has_ended {
                        return;
                    }
                }
                Err(error) => tracing::warn!(%error, "a job cannot be followed"),
            }
        }
    }

    /// Stops a job.
    pub async fn stop(&self, id: &str) -> ApiResult<JobState> {
        let Some(nodes) = self.store.nodes() else { return self.local.stop(id) };
        read(nodes.look_at_job(id).await?)?;
        nodes.stop_job(id).await?;
        match self.local.stop(id) {
            Ok(state) => Ok(state),
            Err(_) => self.look(id).await,
        }
    }

    /// Stops jobs that nobody asks about and forgets those that ended long ago.
    pub async fn sweep(&self) {
        self.local.sweep();
        if let Some(nodes) = self.store.nodes()
            && let Err(error) = nodes.forget_jobs(self.limits.kept_jobs).await
        {
            tracing::warn!(%error, "old jobs could not be forgotten");
        }
    }

    /// Stops all jobs of this node.
    pub fn close(&self) {
        self.local.close();
    }

    /// Takes jobs from the board whenever a thread is free, for ever.
    pub async fn take_jobs(self: Arc<JobBoard>) {
        let Some(nodes) = self.store.nodes() else { return };
        let mut news = nodes.listen();
        let mut ticks = tokio::time::interval(LOOK);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = self.free.notified() => {}
                _ = ticks.tick() => {}
                heard = news.recv() => match heard {
                    Ok(News::Job { .. }) | Err(RecvError::Lagged(_)) => {}
                    Ok(_) => continue,
                    Err(RecvError::Closed) => return,
                }
            }
            if let Err(error) = self.look_at_board(nodes).await {
                tracing::warn!(%error, "no jobs can be taken");
            }
        }
    }

    async fn look_at_board(self: &Arc<JobBoard>, nodes: &dyn Nodes) -> Result<(), StoreError> {
        for id in nodes.unwanted_jobs(self.limits.abandoned_job).await? {
            // It may have ended meanwhile.
            let _ = self.local.stop(&id);
        }
        while let Ok(thread) = Arc::clone(&self.threads).try_acquire_owned() {
            let Some(job) = nodes.take_job().await? else { break };
            let board = Arc::clone(self);
            tokio::spawn(async move {
                board.work(job).await;
                drop(thread);
                board.free.notify_one();
            });
        }
        Ok(())
    }

    /// Works on a job, and keeps the board up to date.
    async fn work(&self, job: PostedJob) {
        let Some(nodes) = self.store.nodes() else { return };
        let PostedJob { id, client, request } = job;
        let client = client.parse().map_or(Client::of(std::net::Ipv6Addr::UNSPECIFIED.into()), Client::of);
        let usual = self.limits.job_time;
        let prepared = tokio::task::spawn_blocking(move || {
            let request: JobRequest = serde_json::from_value(request).map_err(ApiError::internal)?;
            Ok::<_, ApiError>(Order::prepare(request, usual, secret::random_u64())?)
        });
        let begun = match prepared.await.map_err(ApiError::internal) {
            Ok(Ok(order)) => self.local.submit_as(id.clone(), client, order).and_then(|_| self.local.follow(&id)),
            Ok(Err(error)) | Err(error) => Err(error),
        };
        let mut states = match begun {
            Ok(states) => states,
            Err(error) => {
                let (status, error) = (JobStatus::Failed, Some(error.problem()));
                let state = JobState { id, status, queued: false, progress: None, result: None, error };
                report(nodes, &state).await;
                return;
            }
        };
        loop {
            let state = states.borrow_and_update().clone();
            report(nodes, &state).await;
            if state.status != JobStatus::Running {
                break;
            }
            let soon = tokio::time::Instant::now() + REPORTS;
            if states.changed().await.is_err() {
                break;
            }
            if states.borrow().status == JobStatus::Running {
                tokio::time::sleep_until(soon).await;
            }
        }
    }
}

async fn report(nodes: &dyn Nodes, state: &JobState) {
    let Ok(text) = written(state) else { return };
    if let Err(error) = nodes.report_job(&state.id, text, state.status != JobStatus::Running).await {
        tracing::warn!(%error, "a job's state could not be kept");
    }
}

fn written(state: &JobState) -> ApiResult<Value> {
    serde_json::to_value(state).map_err(ApiError::internal)
}

fn read(found: Option<Value>) -> ApiResult<JobState> {
    let missing = || ApiError::not_found("job of this name; ended jobs are kept for a few minutes only");
    serde_json::from_value(found.ok_or_else(missing)?).map_err(ApiError::internal)
}
