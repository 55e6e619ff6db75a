//! The page: the files of `web/`, built into the program.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;
use sha2::{Digest, Sha256};

use crate::error::{ApiError, ProblemCode};
use crate::state::App;

/// The page's files, without what only those who work on it need.
#[derive(Embed)]
#[folder = "../../web"]
#[exclude = ".*"]
#[exclude = "*.d.ts"]
#[exclude = "*.md"]
#[exclude = "build/*"]
#[exclude = "eslint.config.js"]
#[exclude = "node_modules/*"]
#[exclude = "package*.json"]
#[exclude = "test/*"]
#[exclude = "tsconfig.json"]
struct Page;

/// The page's front door.
const INDEX: &str = "index.html";

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().fallback(serve)
}

async fn serve(State(app): State<Arc<App>>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return ApiError::new(ProblemCode::MethodNotAllowed, "the page can only be read").into_response();
    }
    let path = uri.path().trim_start_matches('/');
    // An address without a dot is a place inside the page, which finds its own way.
    let path =
        if path.is_empty() || !path.rsplit('/').next().is_some_and(|name| name.contains('.')) { INDEX } else { path };
    file(&app, &headers, path).await
}

/// One file of the page.
pub(super) async fn file(app: &App, headers: &HeaderMap, path: &str) -> Response {
    match &app.config.web {
        Some(folder) => from_folder(folder, headers, path).await,
        None => built_in(headers, path),
    }
}

fn built_in(headers: &HeaderMap, path: &str) -> Response {
    match Page::get(path) {
        Some(file) => answer(headers, path, file.data, &file.metadata.sha256_hash()),
        None => missing(),
    }
}

async fn from_folder(folder: &Path, headers: &HeaderMap, path: &str) -> Response {
    let relative = PathBuf::from(path);
    let inside = relative.components().all(|part| matches!(part, Component::Normal(_)));
    if !inside {
        return missing();
    }
    let whole = folder.join(relative);
    match tokio::task::spawn_blocking(move || std::fs::read(whole)).await {
        Ok(Ok(bytes)) => {
            let hash = Sha256::digest(&bytes);
            answer(headers, path, bytes, &hash)
        }
        _ => missing(),
    }
}

/// Asked every time whether it has changed, sent only if it has.
fn answer(headers: &HeaderMap, path: &str, bytes: impl IntoResponse, hash: &[u8]) -> Response {
    let start = hash.iter().take(12).fold(0_u128, |number, byte| number << 8 | u128::from(*byte));
    let tag = format!("\"{start:024x}\"");
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    // A proxy or our own compression may have marked the tag as weak.
    let mut known = known.flat_map(|list| list.split(',')).map(|one| one.trim().trim_start_matches("W/"));
    let unchanged = known.any(|one| one == tag || one == "*");
    let caching = [(header::ETAG, tag), (header::CACHE_CONTROL, "no-cache".to_owned())];
    if unchanged {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    (caching, [(header::CONTENT_TYPE, media_type(path))], bytes.into_response().into_body()).into_response()
}

fn missing() -> Response {
    ApiError::not_found("such file of the page").into_response()
}

fn media_type(path: &str) -> String {
    let guess = mime_guess::from_path(path).first_or_octet_stream();
    if guess.type_() == mime_guess::mime::TEXT { format!("{guess}; charset=utf-8") } else { guess.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_whole_and_holds_nothing_of_the_workshop() {
        for path in ["index.html", "js/main.js", "i18n/zh-Hant.json", "docs/docs.html", "manifest.webmanifest"] {
            assert!(Page::get(path).is_some(), "{path}");
        }
        let folders = ["css/", "docs/", "i18n/", "icons/", "js/"];
        for path in Page::iter() {
            let known = folders.iter().any(|folder| path.starts_with(folder)) || !path.contains('/');
            let typed = path.ends_with(".d.ts") || path.starts_with("package") || path.starts_with('.');
            assert!(known && !typed, "{path}");
        }
    }

    #[test]
    fn text_says_how_it_is_encoded() {
        assert_eq!(media_type("js/main.js"), "text/javascript; charset=utf-8");
        assert_eq!(media_type("manifest.webmanifest"), "application/manifest+json");
        assert_eq!(media_type("unknown.ending"), "application/octet-stream");
    }
}
