use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use axum::routing::get;
use axum::{Json, Router};
use futures_util::{Stream, StreamExt, stream};

use crate::error::{ApiError, ApiResult, ProblemCode};
use crate::gate::Client;
use crate::state::App;
use crate::tables::Lobby;

/// Whatever happens within this time is told at once.
const GATHER: Duration = Duration::from_millis(300);
/// What other nodes change is looked for after this time at the latest.
const LOOK: Duration = Duration::from_secs(5);

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/lobby", get(lobby)).route("/lobby/events", get(follow))
}

/// Open seats, and games to watch: the tables that their creators list.
#[cfg_attr(test, utoipa::path(get, path = "/api/lobby", tag = "tables", responses(
    (status = 200, description = "The lobby", body = Lobby),
)))]
pub(crate) async fn lobby(State(app): State<Arc<App>>) -> ApiResult<Json<Lobby>> {
    Ok(Json(app.hall.lobby().await?))
}

/// Server-sent events, each the whole lobby, whenever it has changed.
#[cfg_attr(test, utoipa::path(get, path = "/api/lobby/events", tag = "tables", responses(
    (status = 200, description = "The events", body = Lobby, content_type = "text/event-stream"),
    super::refusals::TooManyWatchers,
)))]
pub(crate) async fn follow(
    State(app): State<Arc<App>>,
    client: Client,
) -> ApiResult<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    let counted = app.sockets.take(client);
    let counted = counted.ok_or_else(|| ApiError::later(ProblemCode::Busy, "too many watchers", 30))?;
    let hall = Arc::clone(&app.hall);
    let changes = hall.lobby_changes();
    let events =
        stream::unfold((hall, changes, None::<String>, counted), |(hall, mut changes, told, counted)| async move {
            loop {
                if told.is_some() {
                    let _ = tokio::time::timeout(LOOK, changes.changed()).await;
                    tokio::time::sleep(GATHER).await;
                }
                changes.mark_unchanged();
                let now =
                    hall.lobby().await.ok().and_then(|lobby| serde_json::to_string(&lobby).ok()).unwrap_or_default();
                if told.as_ref() != Some(&now) {
                    return Some((Ok(Event::default().data(&now)), (hall, changes, Some(now), counted)));
                }
            }
        });
    let events = events.take_until(async move { app.closed().await });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(15))))
}
