use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::{Stream, StreamExt, stream};

use super::extract::{self, Path};
#[cfg(test)]
use crate::error::Problem;
use crate::error::{ApiError, ApiResult, ProblemCode};
use crate::gate::Client;
use crate::jobs::{JobRequest, JobState, JobStatus, Order};
use crate::secret;
use crate::state::App;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/jobs", post(submit))
        .route("/jobs/{id}", get(look).delete(stop))
        .route("/jobs/{id}/events", get(follow))
}

/// Asks for long work: an analysis, a hint, a tool. Ask again for its state, or follow its events.
///
/// A job about which nobody asks for a minute is stopped; an ended one is kept for a few minutes.
#[cfg_attr(test, utoipa::path(post, path = "/api/jobs", tag = "jobs", request_body = JobRequest, responses(
    (status = 202, description = "The job", body = JobState),
    (status = 422, description = "No such tool, or the record cannot be played", body = Problem, content_type = "application/problem+json"),
    (status = 429, description = "Too many jobs of yours", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Too many jobs in all", body = Problem, content_type = "application/problem+json"),
)))]
pub(crate) async fn submit(
    State(app): State<Arc<App>>,
    client: Client,
    extract::Json(request): extract::Json<JobRequest>,
) -> ApiResult<(StatusCode, Json<JobState>)> {
    let asked = match &request {
        JobRequest::Hint { record, at, .. } | JobRequest::Analysis { record, at, .. } => Some((record, *at)),
        JobRequest::Tool { .. } => None,
    };
    if let Some((record, at)) = asked {
        let at = at.map_or(record.events.len(), |at| record.events.len().min(at as usize));
        if app.hall.is_contested(&record.game, &record.events[..at]).await? {
            let detail = "two people play this game; there are no hints and no analysis until it is over";
            return Err(ApiError::new(ProblemCode::GameNotOver, detail));
        }
    }
    let usual = app.config.limits.job_time;
    let asked = request.clone();
    let order = app.hall.replay(move || Order::prepare(request, usual, secret::random_u64())).await??;
    Ok((StatusCode::ACCEPTED, Json(app.jobs.submit(client, asked, order).await?)))
}

/// How a job stands.
#[cfg_attr(test, utoipa::path(get, path = "/api/jobs/{id}", tag = "jobs",
    params(("id" = String, Path, description = "The job")), responses(
    (status = 200, description = "The job", body = JobState),
    (status = 404, description = "There is no such job (any more)", body = Problem, content_type = "application/problem+json"),
)))]
pub(crate) async fn look(State(app): State<Arc<App>>, Path(id): Path<String>) -> ApiResult<Json<JobState>> {
    Ok(Json(app.jobs.look(&id).await?))
}

/// Stops a job; what is known by then becomes its result.
#[cfg_attr(test, utoipa::path(delete, path = "/api/jobs/{id}", tag = "jobs",
    params(("id" = String, Path, description = "The job")), responses(
    (status = 200, description = "The job, which ends in a moment", body = JobState),
    (status = 404, description = "There is no such job (any more)", body = Problem, content_type = "application/problem+json"),
)))]
pub(crate) async fn stop(State(app): State<Arc<App>>, Path(id): Path<String>) -> ApiResult<Json<JobState>> {
    Ok(Json(app.jobs.stop(&id).await?))
}

/// Server-sent events, each a job state, a few a second; the last one is final.
#[cfg_attr(test, utoipa::path(get, path = "/api/jobs/{id}/events", tag = "jobs",
    params(("id" = String, Path, description = "The job")), responses(
    (status = 200, description = "The events", body = JobState, content_type = "text/event-stream"),
    (status = 404, description = "There is no such job (any more)", body = Problem, content_type = "application/problem+json"),
)))]
pub(crate) async fn follow(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> ApiResult<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    let mut states = app.jobs.follow(&id).await?;
    states.mark_changed();
    let events = stream::unfold(Some(states), |states| async move {
        let mut states = states?;
        states.changed().await.ok()?;
        let state = states.borrow_and_update().clone();
        let more = (state.status == JobStatus::Running).then_some(states);
        Some((Ok(Event::default().json_data(&state).unwrap_or_default()), more))
    });
    let events = events.take_until(async move { app.closed().await });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(15))))
}
