use std::sync::Arc;

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;

use crate::error::ApiResult;
#[cfg(test)]
use crate::error::Problem;
use crate::state::App;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/healthz", get(health))
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

/// Whether the server and its database answer.
#[cfg_attr(test, utoipa::path(get, path = "/healthz", tag = "server", responses(
    (status = 200, description = "It does", body = Health),
    (status = 500, description = "The database does not", body = Problem, content_type = "application/problem+json"),
)))]
pub(crate) async fn health(State(app): State<Arc<App>>) -> ApiResult<Json<Health>> {
    app.hall.store().check().await?;
    Ok(Json(Health { status: "ok", version: env!("CARGO_PKG_VERSION"), watchers: app.sockets.open() }))
}
