use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Gives every request a number that its log lines and its answer carry.
///
/// Paths are logged, queries and bodies never: a token may be in them.
pub async fn observe(request: Request, next: Next) -> Response {
    static REQUESTS: AtomicU64 = AtomicU64::new(1);
    let number = REQUESTS.fetch_add(1, Ordering::Relaxed);
    let route = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str).to_owned();
    // At the level of errors, so that no filter separates an error from the request that it belongs to.
    let span = tracing::error_span!(
        "request",
        id = number,
        method = %request.method(),
        path = request.uri().path(),
        route,
    );
    let started = Instant::now();
    let mut response = next.run(request).instrument(span.clone()).await;
    let status = response.status();
    span.in_scope(|| {
        let (status, millis) = (status.as_u16(), started.elapsed().as_secs_f64() * 1e3);
        if status >= 500 {
            tracing::warn!(status, millis, "answered");
        } else {
            tracing::debug!(status, millis, "answered");
        }
    });
    response.headers_mut().insert(REQUEST_ID, HeaderValue::from(number));
    response
}
