//! The page: the files of `web/`, built into the program.

use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

use crate::error::{ApiError, ProblemCode};
use crate::state::App;

/// A file that was built in.
struct File {
    path: &'static str,
    bytes: &'static [u8],
}

include!(concat!(env!("OUT_DIR"), "/page.rs"));

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
    static TAGS: LazyLock<Vec<HeaderValue>> = LazyLock::new(|| FILES.iter().map(|file| tag(file.bytes)).collect());
    match FILES.binary_search_by(|file| file.path.cmp(path)) {
        Ok(index) => answer(headers, path, FILES[index].bytes, TAGS[index].clone()),
        Err(_) => missing(),
    }
}

async fn from_folder(folder: &Path, headers: &HeaderMap, path: &str) -> Response {
    let relative = PathBuf::from(path);
    let inside = relative.components().all(|part| matches!(part, Component::Normal(_)));
    if !inside || !is_page_file(path) {
        return missing();
    }
    let whole = folder.join(relative);
    match tokio::task::spawn_blocking(move || std::fs::read(whole)).await {
        Ok(Ok(bytes)) => {
            let tag = tag(&bytes);
            answer(headers, path, bytes, tag)
        }
        _ => missing(),
    }
}

/// Asked every time whether it has changed, sent only if it has.
fn answer(headers: &HeaderMap, path: &str, bytes: impl IntoResponse, tag: HeaderValue) -> Response {
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    // A proxy or our own compression may have marked the tag as weak.
    let mut known = known.flat_map(|list| list.split(',')).map(|one| one.trim().trim_start_matches("W/"));
    let unchanged = tag.to_str().is_ok_and(|tag| known.any(|one| one == tag || one == "*"));
    let caching = [(header::ETAG, tag), (header::CACHE_CONTROL, HeaderValue::from_static("no-cache"))];
    if unchanged {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    let media_type = [(header::CONTENT_TYPE, HeaderValue::from_static(media_type(path)))];
    (caching, media_type, bytes.into_response().into_body()).into_response()
}

fn missing() -> Response {
    ApiError::not_found("such file of the page").into_response()
}

fn tag(bytes: &[u8]) -> HeaderValue {
    let digest = Sha256::digest(bytes);
    let start = digest.iter().take(12).fold(0_u128, |number, byte| number << 8 | u128::from(*byte));
    HeaderValue::try_from(format!("\"{start:024x}\"")).unwrap_or(HeaderValue::from_static("\"\""))
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "wav" => "audio/wav",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

include!("../../page_files.rs");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_sorted_and_none_belongs_to_the_workshop() {
        assert!(FILES.is_sorted_by(|one, other| one.path < other.path));
        assert!(FILES.iter().all(|file| is_page_file(file.path)));
        assert!(FILES.iter().any(|file| file.path == "docs/docs.html"));
    }

    #[test]
    fn the_workshop_stays_out() {
        for path in
            ["node_modules/x/index.js", "package.json", "test/board.js", "js/wire.d.ts", ".hidden", "js/.x/a.js"]
        {
            assert!(!is_page_file(path), "{path}");
        }
        for path in ["index.html", "js/board.js", "i18n/zh-Hant.json", "css/page.css"] {
            assert!(is_page_file(path), "{path}");
        }
    }
}
