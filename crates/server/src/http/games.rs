use std::sync::{Arc, LazyLock};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use banmen_core::GameInfo;

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::{extract, page};
use crate::error::ApiResult;
#[cfg(test)]
use crate::error::Problem;
use crate::state::App;
#[cfg(test)]
use crate::tables::Demo;
use crate::tables::{RecordView, ToolInfo, ViewRequest};

pub(super) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/games", get(games))
        .route("/demos", get(demos))
        .route("/tools", get(tools))
        .route("/view", post(view))
}

/// An answer that stays the same as long as the program does: written once, and sent only to those who do not have it.
struct Constant {
    json: Bytes,
    tag: String,
}

static GAMES: LazyLock<Constant> = LazyLock::new(|| {
    let infos: Vec<&GameInfo> = banmen_catalog::games().iter().map(banmen_catalog::Entry::info).collect();
    Constant::new(&infos)
});
static DEMOS: LazyLock<Constant> = LazyLock::new(|| Constant::new(&banmen_table::demos()));

/// What the first page shows, in JSON: the games, and a position of each.
pub(super) fn first() -> String {
    let [games, demos] = [&*GAMES, &*DEMOS].map(|constant| String::from_utf8_lossy(&constant.json));
    format!("{{\"games\":{games},\"demos\":{demos}}}")
}

impl Constant {
    fn new(value: &impl Serialize) -> Constant {
        let json = serde_json::to_vec(value).unwrap_or_default();
        let hash = Sha256::digest(&json).iter().take(12).fold(0_u128, |number, byte| number << 8 | u128::from(*byte));
        Constant { json: json.into(), tag: format!("\"{hash:024x}\"") }
    }

    fn answer(&self, headers: &HeaderMap) -> Response {
        let caching = [(header::ETAG, self.tag.clone()), (header::CACHE_CONTROL, "no-cache".to_owned())];
        if page::knows(headers, &self.tag) {
            return (StatusCode::NOT_MODIFIED, caching).into_response();
        }
        (caching, [(header::CONTENT_TYPE, "application/json")], self.json.clone()).into_response()
    }
}

/// Every game: what may be chosen, and who plays.
#[cfg_attr(test, utoipa::path(get, path = "/api/games", tag = "games", responses(
    (status = 200, description = "The games, in the order in which the page shows them", body = Vec<GameInfo>),
)))]
pub(crate) async fn games(headers: HeaderMap) -> Response {
    GAMES.answer(&headers)
}

/// A position of every game for a small board, which can go on from there with the game's `demo`.
#[cfg_attr(test, utoipa::path(get, path = "/api/demos", tag = "games", responses(
    (status = 200, description = "The positions, in the order of the games", body = Vec<Demo>),
)))]
pub(crate) async fn demos(State(app): State<Arc<App>>, headers: HeaderMap) -> ApiResult<Response> {
    app.hall.replay(move || DEMOS.answer(&headers)).await
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
    let seen = app.hall.replay(move || RecordView::of(&request)).await??;
    Ok(Json(seen))
}
