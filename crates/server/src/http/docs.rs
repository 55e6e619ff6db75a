use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::page;
use crate::state::App;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/openapi.json", get(openapi)).route("/docs", get(docs))
}

async fn openapi() -> Response {
    static DOCUMENT: LazyLock<Bytes> = LazyLock::new(|| crate::openapi_json().into());
    ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-cache")], DOCUMENT.clone())
        .into_response()
}

/// The description of this interface, for people.
async fn docs(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    page::file(&app, &headers, "docs/docs.html").await
}
