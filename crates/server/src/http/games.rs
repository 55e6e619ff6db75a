use std::sync::Arc;

use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use banmen_core::GameInfo;

use super::extract;
use crate::error::ApiResult;
#[cfg(test)]
use crate::error::Problem;
use crate::state::App;
use crate::tables::{RecordView, ViewRequest};
use banmen_table::ToolInfo;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/games", get(games)).route("/tools", get(tools)).route("/view", post(view))
}

/// Every game: what may be chosen, and who plays.
#[cfg_attr(test, utoipa::path(get, path = "/api/games", tag = "games", responses(
    (status = 200, description = "The games, in the order in which the page shows them", body = Vec<GameInfo>),
)))]
pub(crate) async fn games() -> Json<Vec<GameInfo>> {
    Json(banmen_catalog::games().iter().map(|entry| entry.info().clone()).collect())
}

/// Every tool: a computation that is offered beside the games. Ask one by a job.
#[cfg_attr(test, utoipa::path(get, path = "/api/tools", tag = "games", responses(
    (status = 200, description = "The tools", body = Vec<ToolInfo>),
)))]
pub(crate) async fn tools() -> Json<Vec<ToolInfo>> {
    Json(banmen_table::tools())
}

/// The picture of any record at any place; nothing is kept.
#[cfg_attr(test, utoipa::path(post, path = "/api/view", tag = "games", request_body = ViewRequest, responses(
    (status = 200, description = "The picture", body = RecordView),
    (status = 422, description = "The record cannot be played", body = Problem, content_type = "application/problem+json"),
)))]
pub(crate) async fn view(
    State(app): State<Arc<App>>,
    extract::Json(request): extract::Json<ViewRequest>,
) -> ApiResult<Json<RecordView>> {
    let seen = app.hall.blocking(move || RecordView::of(&request)).await??;
    Ok(Json(seen))
}
