//! A number for every request, which its log lines and its answer carry.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::MatchedPath;
use axum::http::{HeaderName, HeaderValue, Request, Response};
use tower_http::request_id::{MakeRequestId, RequestId};
use tracing::Span;

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

/// What the log lines of a request begin with. Paths are logged, queries and bodies never: a token may be in them.
pub fn span<B>(request: &Request<B>) -> Span {
    let id = request.headers().get(REQUEST_ID).and_then(|id| id.to_str().ok());
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    // At the level of errors, so that no filter separates an error from the request that it belongs to.
    tracing::error_span!("request", id, method = %request.method(), path = request.uri().path(), route)
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
