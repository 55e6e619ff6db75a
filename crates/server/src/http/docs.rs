use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::page;
use crate::state::App;

/// The OpenAPI 3.1 document of the interface; `cargo xtask wire` writes it.
pub const OPENAPI: &str = include_str!("../../../../docs/openapi.json");

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/openapi.json", get(openapi)).route("/docs", get(docs))
}

async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-cache")], OPENAPI).into_response()
}

/// The description of this interface, for people.
async fn docs(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    page::file(&app, &headers, "docs/docs.html").await
}
