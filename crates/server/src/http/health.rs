use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;
use tokio::sync::Mutex;
use tokio::time::Instant;

#[cfg(test)]
use crate::error::Problem;
use crate::error::{ApiError, ApiResult, ProblemCode};
use crate::gate;
use crate::metrics::Reading;
use crate::state::App;
use crate::store::{Store, StoreError};

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/healthz", get(health)).route("/readyz", get(ready)).route("/metrics", get(metrics))
}

/// How long the answer of a check is good for. Whoever asks more often does not make the disk work more.
const PULSE: Duration = Duration::from_secs(1);

/// When the store was last seen to write.
#[derive(Default)]
pub struct Pulse(Mutex<Option<Instant>>);

impl Pulse {
    async fn check(&self, store: &dyn Store) -> Result<(), StoreError> {
        let mut good = self.0.lock().await;
        if good.is_none_or(|at| at.elapsed() > PULSE) {
            *good = None;
            store.check().await?;
            *good = Some(Instant::now());
        }
        Ok(())
    }
}

/// How the server is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Health {
    /// `ok`.
    pub status: &'static str,
    /// The program's version.
    pub version: &'static str,
    /// Open watchers of tables.
    pub watchers: usize,
}

/// Whether the server answers and something can be written to its database.
#[cfg_attr(test, utoipa::path(get, path = "/healthz", tag = "server", responses(
    (status = 200, description = "It can", body = Health),
    (status = 503, description = "Nothing can be stored at the moment", body = Problem, content_type = "application/problem+json"),
)))]
pub(crate) async fn health(State(app): State<Arc<App>>) -> ApiResult<Json<Health>> {
    app.pulse.check(app.hall.store()).await?;
    Ok(Json(Health { status: "ok", version: env!("CARGO_PKG_VERSION"), watchers: app.sockets.open() }))
}

/// Whether requests should be sent here: the database is up to date and can be written, and the server is not about to end.
#[cfg_attr(test, utoipa::path(get, path = "/readyz", tag = "server", responses(
    (status = 200, description = "They should", body = Health),
    (status = 503, description = "They should go elsewhere", body = Problem, content_type = "application/problem+json"),
)))]
pub(crate) async fn ready(state: State<Arc<App>>) -> ApiResult<Json<Health>> {
    if *state.draining.borrow() {
        return Err(ApiError::later(ProblemCode::Busy, "the server is shutting down", 5));
    }
    health(state).await
}

/// The format of [`metrics`], with its version.
const OPENMETRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// What is counted here, for Prometheus. Unless the operator opens it (`--open-metrics`), only for programs on the same machine
/// that do not come through a proxy.
#[cfg_attr(test, utoipa::path(get, path = "/metrics", tag = "server", responses(
    (status = 200, description = "OpenMetrics text", body = String, content_type = "application/openmetrics-text"),
    (status = 404, description = "Not for whoever asks", body = Problem, content_type = "application/problem+json"),
)))]
pub(crate) async fn metrics(State(app): State<Arc<App>>, request: Request) -> ApiResult<impl IntoResponse> {
    if !app.config.open_metrics && !gate::is_local(request.extensions(), request.headers()) {
        return Err(ApiError::not_found("such address for you; see --open-metrics"));
    }
    let (waiting, thinking) = app.hall.thinking();
    let (watchers, tables, jobs) = (app.sockets.open(), app.hall.tables_in_memory(), app.jobs.running());
    let text = app.metrics.text(Reading { watchers, tables, waiting, thinking, jobs });
    Ok(([(header::CONTENT_TYPE, OPENMETRICS), (header::CACHE_CONTROL, "no-store")], text))
}
