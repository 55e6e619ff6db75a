//! The engines as a WebAssembly module, for analyses in the visitor's browser.
//!
//! `cargo xtask page` builds the module. A server has it if its configuration names the file, or if it was compiled with the feature
//! `engine`, which builds the file in. Without it the page has the server compute.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use sha2::{Digest, Sha256};

use super::page;
use crate::error::ApiError;
use crate::state::App;

/// Its address, where the page looks for it.
const ADDRESS: &str = "/engine.wasm";

#[cfg(feature = "engine")]
const BUILT_IN: Option<&[u8]> = Some(include_bytes!("../../../../dist/engine.wasm"));
#[cfg(not(feature = "engine"))]
const BUILT_IN: Option<&[u8]> = None;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route(ADDRESS, get(engine))
}

async fn engine(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    match (&app.config.engine, BUILT_IN) {
        (Some(file), _) => from_file(file, &headers).await,
        (None, Some(bytes)) => send(&headers, bytes.into()),
        (None, None) => ApiError::not_found("engine for browsers here; `cargo xtask page` builds it").into_response(),
    }
}

async fn from_file(file: &Path, headers: &HeaderMap) -> Response {
    let path = file.to_owned();
    match tokio::task::spawn_blocking(move || std::fs::read(path)).await {
        Ok(Ok(bytes)) => send(headers, bytes.into()),
        _ => ApiError::not_found("engine for browsers any more").into_response(),
    }
}

fn send(headers: &HeaderMap, bytes: Cow<'static, [u8]>) -> Response {
    let tag = page::tag(&Sha256::digest(&bytes));
    page::answer(headers, ADDRESS, page::ASK, &tag, || page::whole(bytes))
}
