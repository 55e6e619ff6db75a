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
pub(crate) mod seats;
pub(crate) mod tables;
pub(crate) mod watching;

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
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
