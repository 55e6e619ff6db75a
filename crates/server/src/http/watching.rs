use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::response::sse::{Event, KeepAlive};
use axum::response::{Response, Sse};
use axum::routing::get;
use futures_util::{Stream, StreamExt, stream};
use serde::Deserialize;

use super::extract::{Path, Query};
#[cfg(test)]
use crate::error::Problem;
use crate::error::{ApiError, ApiResult, ProblemCode};
use crate::gate::Client;
use crate::live;
use crate::state::App;
#[cfg(test)]
use crate::tables::LiveEvent;

/// Watchers have nothing to say; what they send anyway must be small.
const LARGEST_MESSAGE: usize = 4096;
/// What is read from a watcher at once.
const SOCKET_BUFFER: usize = 1024;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/tables/{id}/live", get(watch)).route("/tables/{id}/events", get(follow))
}

/// What a watcher has already.
#[derive(Deserialize)]
pub(crate) struct WatchQuery {
    version: Option<u64>,
}

/// A WebSocket on which the changes of the table are sent, and the computer's progress while it thinks.
///
/// Events are numbered by the table's version; after a gap, fetch the table again. Whoever has no version, or an old one, is
/// sent the whole table first.
#[cfg_attr(test, utoipa::path(get, path = "/api/tables/{id}/live", tag = "tables", params(
    ("id" = String, Path, description = "The table"),
    ("version" = Option<u64>, Query, description = "The version that is known already; the table is sent at once if it is newer"),
), responses(
    (status = 101, description = "A WebSocket; each text message is a LiveEvent", body = LiveEvent),
    (status = 403, description = "Asked for by a page of another site", body = Problem, content_type = "application/problem+json"),
    super::refusals::NoSuchTable,
    super::refusals::TooManyWatchers,
)))]
pub(crate) async fn watch(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(query): Query<WatchQuery>,
    client: Client,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> ApiResult<Response> {
    let upgrade = upgrade.map_err(|rejection| ApiError::new(ProblemCode::Malformed, rejection.body_text()))?;
    let table = app.hall.table(&id).await?;
    let counted = app.sockets.take(client);
    let counted = counted.ok_or_else(|| ApiError::later(ProblemCode::Busy, "too many watchers", 30))?;
    let upgrade = upgrade.max_message_size(LARGEST_MESSAGE).max_frame_size(LARGEST_MESSAGE);
    // A watcher says next to nothing and is sent small messages; the usual 128 KiB each way would be gigabytes for a full house.
    let upgrade = upgrade.read_buffer_size(SOCKET_BUFFER).write_buffer_size(0);
    // Before the answer: whoever has it misses nothing from then on.
    let feed = live::Feed::new(&app, table, query.version, counted);
    Ok(upgrade.on_upgrade(move |socket| live::serve(app, feed, socket)))
}

/// The same events as on the WebSocket, as server-sent events for programs without one. Each has its number as `id`.
///
/// A player shows their token as `Authorization: Bearer TOKEN` and then counts as present.
#[cfg_attr(test, utoipa::path(get, path = "/api/tables/{id}/events", tag = "tables", params(
    ("id" = String, Path, description = "The table"),
    ("version" = Option<u64>, Query, description = "The version that is known already; what happened since is sent at once"),
    ("last-event-id" = Option<u64>, Header, description = "The same, as programs send it that come back by themselves"),
    ("authorization" = Option<String>, Header, description = "`Bearer TOKEN` of the caller's seat"),
), responses(
    (status = 200, description = "The events, each a LiveEvent", body = LiveEvent, content_type = "text/event-stream"),
    super::refusals::NoSuchTable,
    super::refusals::TooManyWatchers,
)))]
pub(crate) async fn follow(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(query): Query<WatchQuery>,
    client: Client,
    headers: axum::http::HeaderMap,
) -> ApiResult<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    let table = app.hall.table(&id).await?;
    let counted = app.sockets.take(client);
    let counted = counted.ok_or_else(|| ApiError::later(ProblemCode::Busy, "too many watchers", 30))?;
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let known = text("last-event-id").and_then(|id| id.parse().ok()).or(query.version);
    let mut feed = live::Feed::new(&app, table, known, counted);
    if let Some(token) = text("authorization").and_then(|value| value.strip_prefix("Bearer ")) {
        feed.identify(token.trim());
    }
    let events = stream::unfold(feed, |mut feed| async move {
        let (seq, text) = feed.next().await?;
        Some((Ok(Event::default().id(seq.to_string()).data(text.as_str())), feed))
    });
    let events = events.take_until(async move { app.closed().await });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(15))))
}
