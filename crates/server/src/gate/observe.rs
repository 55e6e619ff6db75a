//! A number for every request, which its log lines and its answer carry.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, State};
use axum::http::{HeaderName, HeaderValue, Method, Request, Response};
use axum::middleware::Next;
use tower_http::request_id::{MakeRequestId, RequestId};
use tracing::Span;

use super::client::address;
use crate::state::App;

/// The header in which the number is sent.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Numbers requests from 1. A request that a proxy has marked already keeps its mark.
#[derive(Clone, Default)]
pub struct Numbers(Arc<AtomicU64>);

impl MakeRequestId for Numbers {
    fn make_request_id<B>(&mut self, _: &Request<B>) -> Option<RequestId> {
        let number = self.0.fetch_add(1, Ordering::Relaxed) + 1;
        Some(RequestId::new(HeaderValue::from(number)))
    }
}

/// The longest mark of a proxy.
const LONGEST_ID: usize = 64;

/// Takes away a mark that no proxy of ours has set, or that would make the log unreadable.
pub fn check_id<B>(mut request: Request<B>, behind_proxy: bool) -> Request<B> {
    let good = |id: &HeaderValue| {
        let id = id.as_bytes();
        (1..=LONGEST_ID).contains(&id.len())
            && id.iter().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(byte))
    };
    if !(behind_proxy && request.headers().get(REQUEST_ID).is_some_and(good)) {
        request.headers_mut().remove(REQUEST_ID);
    }
    request
}

/// Counts an answer and how long it took.
pub async fn measure(
    State(app): State<Arc<App>>,
    request: axum::extract::Request,
    next: Next,
) -> axum::response::Response {
    let started = Instant::now();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let response = next.run(request).await;
    // Other methods are refused, and there are as many of them as somebody can think of.
    let method = match method {
        Method::GET | Method::HEAD | Method::POST | Method::DELETE | Method::OPTIONS => method.as_str().to_owned(),
        _ => "other".to_owned(),
    };
    let route = route.as_deref().unwrap_or("none");
    app.metrics.answered(&method, route, response.status().as_u16(), started.elapsed());
    response
}

/// What the log lines of a request begin with. Paths are logged, queries and bodies never: a token may be in them.
pub fn span<B>(request: &Request<B>, behind_proxy: bool) -> Span {
    let id = request.headers().get(REQUEST_ID).and_then(|id| id.to_str().ok());
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let client = address(request.extensions(), request.headers(), behind_proxy);
    // At the level of errors, so that no filter separates an error from the request that it belongs to.
    tracing::error_span!("request", id, %client, method = %request.method(), path = request.uri().path(), route)
}

/// One line for each answer.
pub fn answered<B>(response: &Response<B>, latency: Duration, _: &Span) {
    let (status, millis) = (response.status().as_u16(), latency.as_secs_f64() * 1e3);
    if response.status().is_server_error() {
        tracing::warn!(status, millis, "answered");
    } else {
        tracing::debug!(status, millis, "answered");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_kept_if_a_proxy_may_have_set_it_and_it_is_short_and_plain() {
        let kept = |id: &[u8], behind_proxy| {
            let request = Request::builder().header(REQUEST_ID, HeaderValue::from_bytes(id).unwrap()).body(()).unwrap();
            check_id(request, behind_proxy).headers().contains_key(REQUEST_ID)
        };
        assert!(kept(b"7f3a-91.B_2", true));
        assert!(kept(&[b'a'; LONGEST_ID], true));
        assert!(!kept(b"7f3a-91.B_2", false), "nobody else may choose it");
        for bad in [&b""[..], b"a b", b"a\tb", b"\xff\xfe", b"id=\"x\"", &[b'a'; LONGEST_ID + 1]] {
            assert!(!kept(bad, true), "{bad:?}");
        }
    }
}
