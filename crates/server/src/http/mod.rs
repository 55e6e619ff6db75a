//! The HTTP interface: one module per resource, each with its `router()`.

pub(crate) mod docs;
mod engine;
pub(crate) mod exchange;
mod extract;
pub(crate) mod games;
pub(crate) mod health;
pub(crate) mod jobs;
pub(crate) mod lobby;
pub(crate) mod page;
#[cfg(test)]
mod refusals;
pub(crate) mod seats;
pub(crate) mod tables;
pub(crate) mod watching;

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt as _;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::request_id::{PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;

use crate::error::{ApiError, ProblemCode};
use crate::gate;
use crate::state::App;

/// Everything that is served, behind everything that guards it.
pub fn router(app: Arc<App>) -> Router {
    let (limits, behind_proxy) = (&app.config.limits, app.config.behind_proxy);
    let api = Router::new()
        .merge(games::router())
        .merge(tables::router())
        .merge(seats::router())
        .merge(watching::router())
        .merge(exchange::router())
        .merge(jobs::router())
        .merge(lobby::router())
        .merge(docs::router())
        .fallback(unknown)
        .method_not_allowed_fallback(wrong_method)
        .layer(
            ServiceBuilder::new()
                .layer(middleware::from_fn_with_state(Arc::clone(&app), gate::limit))
                .layer(middleware::map_response(explain_timeout))
                .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, limits.request_time))
                .layer(DefaultBodyLimit::max(limits.body_bytes))
                .layer(middleware::from_fn_with_state(limits.body_bytes, refuse_large))
                .layer(SetResponseHeaderLayer::if_not_present(
                    header::CACHE_CONTROL,
                    HeaderValue::from_static("no-store"),
                )),
        );
    Router::new()
        .nest("/api", api)
        .merge(engine::router())
        .merge(page::router())
        .layer(
            ServiceBuilder::new()
                .map_request(move |request| gate::check_id(request, behind_proxy))
                .layer(SetRequestIdLayer::new(gate::REQUEST_ID, gate::Numbers::default()))
                .layer(
                    TraceLayer::new_for_http()
                        .make_span_with(move |request: &Request| gate::span(request, behind_proxy))
                        .on_request(())
                        .on_response(gate::answered)
                        .on_failure(()),
                )
                .layer(PropagateRequestIdLayer::new(gate::REQUEST_ID))
                .layer(middleware::from_fn_with_state(Arc::clone(&app), gate::measure))
                .layer(middleware::from_fn(gate::secure))
                .layer(CompressionLayer::new().gzip(true))
                .layer(CatchPanicLayer::custom(panicked))
                .layer(middleware::from_fn_with_state(Arc::clone(&app), gate::guard)),
        )
        // Whoever watches over the process asks by whatever name; nothing is given away.
        .merge(health::router())
        .with_state(app)
}

/// So many times the largest request are read to the end and thrown away.
const PATIENCE_WITH_LARGE: usize = 8;

/// Refuses a request that says it is too large. What it sends is read first: a connection that is closed while the client still
/// writes may take the answer with it.
async fn refuse_large(State(largest): State<usize>, request: Request, next: middleware::Next) -> Response {
    let length = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if length.is_none_or(|length: usize| length <= largest) {
        return next.run(request).await;
    }
    let mut rest = largest.saturating_mul(PATIENCE_WITH_LARGE);
    let mut body = request.into_body().into_data_stream();
    while let Some(Ok(data)) = body.next().await {
        rest = rest.saturating_sub(data.len());
        if rest == 0 {
            break;
        }
    }
    extract::too_large().into_response()
}

async fn unknown(uri: Uri) -> ApiError {
    ApiError::not_found(format_args!("address /api{} here; see /api/docs", crate::error::shortened(uri.path())))
}

async fn wrong_method() -> ApiError {
    ApiError::new(ProblemCode::MethodNotAllowed, "this address does not support that method; see /api/docs")
}

/// The timeout layer answers with an empty body; this says why.
async fn explain_timeout(response: Response) -> Response {
    let explained = response.headers().contains_key(header::CONTENT_TYPE);
    if response.status() == StatusCode::REQUEST_TIMEOUT && !explained {
        return ApiError::new(ProblemCode::Timeout, "the request took too long").into_response();
    }
    response
}

#[allow(clippy::needless_pass_by_value)]
fn panicked(panic: Box<dyn std::any::Any + Send>) -> Response {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
    ApiError::internal(format!("a handler panicked: {text}")).into_response()
}
