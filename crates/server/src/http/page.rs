//! The page: the files of `web/`, bound into a few by `build.rs` and built into the program.
//!
//! A file whose name carries its content's hash is kept by browsers for ever and never asked for again. A page itself is asked for every
//! time, and sent only if it has changed. The files as they are in `web/` are there too, under their own names.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

use super::games;
use crate::error::{ApiError, ProblemCode};
use crate::gate;
use crate::state::App;

/// A file of the page, bound or as it is in `web/`.
struct File {
    /// Its address without the first `/`.
    path: &'static str,
    /// Its content's hash.
    hash: &'static str,
    /// Whether its name carries the hash.
    lasting: bool,
    /// What the content security policy says to allow the scripts inside a page.
    scripts: &'static str,
    content: &'static [u8],
    /// The content compressed by gzip, where that is smaller.
    gzip: Option<&'static [u8]>,
}

/// What is bound (what lasts in the order of names, then the pages), then the files as they are, without those that only who works on the
/// page needs. Of two files of one name the first counts.
const BOUND: &[File] = include!(concat!(env!("OUT_DIR"), "/page/table.rs"));

/// The page's front door.
const INDEX: &str = "index.html";

/// For what is kept for ever, and for what is asked for every time.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
pub(super) const ASK: &str = "no-cache";

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
    if let Some(folder) = &app.config.web {
        return from_folder(folder, headers, path).await;
    }
    let Some(file) = BOUND.iter().find(|file| file.path == path) else { return missing() };
    if path != INDEX {
        return bound(headers, file);
    }
    let headers = headers.clone();
    // The first time it replays a game of each kind.
    tokio::task::spawn_blocking(move || front_door(&headers, file)).await.unwrap_or_else(|_| missing())
}

/// The front door with what the first page shows inside it, which it would ask for next.
fn front_door(headers: &HeaderMap, file: &'static File) -> Response {
    static FRONT: LazyLock<(String, String)> = LazyLock::new(|| {
        let index = BOUND.iter().find(|file| file.path == INDEX).map_or(&[] as &[u8], |file| file.content);
        let first = games::first().replace('<', "\\u003c");
        let data = format!("<script type=\"application/json\" id=\"first\">{first}</script>\n</head>");
        let html = String::from_utf8_lossy(index).replacen("</head>", &data, 1);
        (tag(&Sha256::digest(&html)), html)
    });
    let (tag, html) = &*FRONT;
    let mut response = answer(headers, file.path, ASK, tag, || Body::from(html.as_str()).into_response());
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, gate::policy_with(file.scripts));
    response
}

fn bound(headers: &HeaderMap, file: &'static File) -> Response {
    let caching = if file.lasting { FOR_EVER } else { ASK };
    let mut response = answer(headers, file.path, caching, &format!("\"{}\"", file.hash), || match file.gzip {
        Some(gzip) if takes_gzip(headers) => ([(header::CONTENT_ENCODING, "gzip")], Body::from(gzip)).into_response(),
        _ => Body::from(file.content).into_response(),
    });
    if file.gzip.is_some() {
        response.headers_mut().append(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    if !file.scripts.is_empty() {
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, gate::policy_with(file.scripts));
    }
    response
}

/// Whether a browser understands gzip.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let offers = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    offers.flat_map(|list| list.split(',')).any(|offer| {
        let (name, weight) = offer.split_once(';').unwrap_or((offer, ""));
        let refused = weight.trim().trim_start_matches("q=").parse() == Ok(0.0_f32);
        matches!(name.trim(), "gzip" | "*") && !refused
    })
}

async fn from_folder(folder: &Path, headers: &HeaderMap, path: &str) -> Response {
    let relative = PathBuf::from(path);
    let inside = relative.components().all(|part| matches!(part, Component::Normal(_)));
    if !inside {
        return missing();
    }
    let place = folder.join(relative);
    match tokio::task::spawn_blocking(move || std::fs::read(place)).await {
        Ok(Ok(bytes)) => {
            let tag = tag(&Sha256::digest(&bytes));
            answer(headers, path, ASK, &tag, || whole(bytes.into()))
        }
        _ => missing(),
    }
}

pub(super) fn whole(bytes: Cow<'static, [u8]>) -> Response {
    Body::from(bytes).into_response()
}

pub(super) fn tag(hash: &[u8]) -> String {
    let start = hash.iter().take(12).fold(0_u128, |number, byte| number << 8 | u128::from(*byte));
    format!("\"{start:024x}\"")
}

/// The file, or that what the browser has is still good.
pub(super) fn answer(
    headers: &HeaderMap,
    path: &str,
    caching: &'static str,
    tag: &str,
    body: impl FnOnce() -> Response,
) -> Response {
    let unchanged = knows(headers, tag);
    let mut response = if unchanged { StatusCode::NOT_MODIFIED.into_response() } else { body() };
    let mut set = |name: HeaderName, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            response.headers_mut().insert(name, value);
        }
    };
    set(header::ETAG, tag);
    set(header::CACHE_CONTROL, caching);
    if !unchanged {
        set(header::CONTENT_TYPE, &media_type(path));
    }
    response
}

/// Whether a browser says that it has a file of this tag.
pub(super) fn knows(headers: &HeaderMap, tag: &str) -> bool {
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    // A proxy or our own compression may have marked the tag as weak.
    let mut known = known.flat_map(|list| list.split(',')).map(|one| one.trim().trim_start_matches("W/"));
    known.any(|one| one == tag || one == "*")
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
            assert!(BOUND.iter().any(|file| file.path == path), "{path}");
        }
        for File { path, .. } in BOUND {
            let folders = path.match_indices('/').map(|(end, _)| &path[..end]);
            assert!(!folders.chain([*path]).any(banmen_binder::of_the_workshop), "{path}");
        }
    }

    #[test]
    fn a_page_needs_one_style_sheet_one_script_and_its_words() {
        let index = BOUND.iter().find(|file| file.path == INDEX).expect("the front door");
        let html = std::str::from_utf8(index.content).expect("text");
        assert_eq!(html.matches("<link rel=\"stylesheet\"").count(), 1);
        assert_eq!(html.matches("<script type=\"module\"").count(), 1);
        assert!(!index.lasting && index.scripts.starts_with("'sha256-"));
        for start in ["css/index-", "js/main-", "i18n/en-", "i18n/ja-", "i18n/zh-Hant-", "icons/mark-"] {
            let file = BOUND.iter().find(|file| file.path.starts_with(start)).expect(start);
            assert!(file.lasting && html.contains(file.path), "{}", file.path);
        }
    }

    #[test]
    fn text_says_how_it_is_encoded() {
        assert_eq!(media_type("js/main.js"), "text/javascript; charset=utf-8");
        assert_eq!(media_type("manifest.webmanifest"), "application/manifest+json");
        assert_eq!(media_type("unknown.ending"), "application/octet-stream");
    }

    #[test]
    fn gzip_is_sent_to_those_who_take_it() {
        let with =
            |value: &'static str| HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(value))]);
        assert!(
            takes_gzip(&with("gzip, deflate, br"))
                && takes_gzip(&with("br;q=1.0, gzip;q=0.5"))
                && takes_gzip(&with("*"))
        );
        assert!(!takes_gzip(&with("br")) && !takes_gzip(&with("gzip;q=0")) && !takes_gzip(&HeaderMap::new()));
    }
}
