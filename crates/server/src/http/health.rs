use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::error::ApiResult;
#[cfg(test)]
use crate::error::Problem;
use crate::state::App;
use crate::store::{Store, StoreError};

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/healthz", get(health))
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
