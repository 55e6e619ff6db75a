use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use banmen_core::View;
use serde::Deserialize;

use super::extract::{self, Brief, Path, Query};
#[cfg(test)]
use crate::error::Problem;
use crate::error::{ApiError, ApiResult};
use crate::gate::Client;
use crate::state::App;
use crate::tables::*;

/// Tables in one list at most.
const LONGEST_LIST: u32 = 100;
/// Tables in a list unless told.
const USUAL_LIST: u32 = 20;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/tables", get(list).post(create))
        .route("/tables/{id}", get(fetch).delete(remove))
        .route("/tables/{id}/views/{n}", get(view_at))
        .route("/tables/{id}/moves", post(play))
        .route("/tables/{id}/undo", post(undo))
        .route("/tables/{id}/resign", post(resign))
        .route("/tables/{id}/stop", post(stop))
        .route("/tables/{id}/pace", post(pace))
        .route("/tables/{id}/rematch", post(rematch))
        .route("/tables/{id}/abort", post(abort))
        .route("/tables/{id}/offers", post(offer))
        .route("/tables/{id}/claim", post(claim))
        .route("/tables/{id}/phrases", post(say))
}

/// Runs a change to its end even if whoever asked for it hangs up in the middle.
pub(super) async fn to_the_end<T: Send + 'static>(
    change: impl Future<Output = ApiResult<T>> + Send + 'static,
) -> ApiResult<T> {
    let client = Client::asking().unwrap_or(Client::NOBODY);
    tokio::spawn(tracing::Instrument::in_current_span(client.asks(change))).await.map_err(ApiError::internal)?
}

/// Lets whoever holds this token do something at the table.
async fn command(
    app: Arc<App>,
    table: Arc<OpenTable>,
    token: String,
    command: Command,
    brief: bool,
) -> ApiResult<Afterwards> {
    let table = to_the_end(async move { table.command(&app.hall, command, token).await }).await?;
    Ok(Afterwards { table, brief })
}

/// The table after a change, or a receipt for those who hear of the change elsewhere.
pub(crate) struct Afterwards {
    pub(super) table: Now,
    pub(super) brief: bool,
}

impl IntoResponse for Afterwards {
    fn into_response(self) -> Response {
        if !self.brief {
            return Json(self.table.state()).into_response();
        }
        let applied = [("preference-applied", "return=minimal")];
        (applied, Json(Receipt { version: self.table.version() })).into_response()
    }
}

/// Sets up a table. Whoever does so gets a token for each person's seat, or an invitation to pass on for those in `invite`.
#[cfg_attr(test, utoipa::path(post, path = "/api/tables", tag = "tables", request_body = CreateTable, responses(
    (status = 201, description = "The table and the tokens of its people", body = Created),
    (status = 422, description = "No such game, level, rule or record", body = Problem, content_type = "application/problem+json"),
    (status = 507, description = "The games fill the room that they have", body = Problem, content_type = "application/problem+json"),
)))]
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    extract::Json(request): extract::Json<CreateTable>,
) -> ApiResult<(StatusCode, Json<Created>)> {
    let CreateTable { game, rules, seats, record, options, clock, listed, apart, names, invite } = request;
    let terms = Terms { clock, apart, listed, names };
    let setup = Setup { game: Some(game), rules, seats, record, options, terms, invite };
    let created = to_the_end(async move { app.hall.create(setup).await }).await?;
    Ok((StatusCode::CREATED, Json(created)))
}

/// A page of the list of tables.
#[derive(Deserialize)]
pub(crate) struct ListQuery {
    ids: Option<String>,
    limit: Option<u32>,
    before: Option<String>,
}

/// Tables that strangers are shown, or those of the names asked for; the one that changed last first.
///
/// A table that its creator does not list is found by its name only.
#[cfg_attr(test, utoipa::path(get, path = "/api/tables", tag = "tables", params(
    ("ids" = Option<String>, Query, description = "Names of at most 100 tables, with commas between them"),
    ("limit" = Option<u32>, Query, description = "How many, 1 to 100; 20 unless told"),
    ("before" = Option<String>, Query, description = "Only those after this table in the list"),
), responses(
    (status = 200, description = "The tables", body = TableList),
)))]
pub(crate) async fn list(State(app): State<Arc<App>>, Query(query): Query<ListQuery>) -> ApiResult<Json<TableList>> {
    if let Some(ids) = query.ids {
        let ids: Vec<String> = ids.split(',').filter(|id| !id.is_empty()).map(str::to_owned).collect();
        if ids.len() > LONGEST_LIST as usize {
            return Err(ApiError::invalid(format!(
                "`ids` names {} tables, at most {LONGEST_LIST} are told",
                ids.len()
            )));
        }
        return Ok(Json(TableList { tables: app.hall.named(ids).await? }));
    }
    let limit = query.limit.unwrap_or(USUAL_LIST).clamp(1, LONGEST_LIST);
    Ok(Json(TableList { tables: app.hall.list(limit, query.before).await? }))
}

/// A table as everybody sees it.
#[cfg_attr(test, utoipa::path(get, path = "/api/tables/{id}", tag = "tables",
    params(("id" = String, Path, description = "The table")), responses(
    (status = 200, description = "The table", body = TableState),
    super::refusals::NoSuchTable,
)))]
pub(crate) async fn fetch(State(app): State<Arc<App>>, Path(id): Path<String>) -> ApiResult<Json<TableState>> {
    Ok(Json(app.hall.table(&id).await?.state()))
}

/// Removes a table for good. Where two people play from two places, the one who removes it last does so; until then the other one keeps it.
#[cfg_attr(test, utoipa::path(delete, path = "/api/tables/{id}", tag = "tables",
    params(("id" = String, Path, description = "The table")), request_body = Removal, responses(
    (status = 202, description = "The table goes when the other player removes it too"),
    (status = 204, description = "The table is gone"),
    (status = 403, description = "No token is one of the table's", body = Problem, content_type = "application/problem+json"),
    super::refusals::NoSuchTable,
)))]
pub(crate) async fn remove(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    extract::Json(request): extract::Json<Removal>,
) -> ApiResult<StatusCode> {
    let gone = to_the_end(async move { app.hall.remove(&id, &request.tokens).await }).await?;
    Ok(if gone { StatusCode::NO_CONTENT } else { StatusCode::ACCEPTED })
}

/// The picture after the first `n` events.
#[cfg_attr(test, utoipa::path(get, path = "/api/tables/{id}/views/{n}", tag = "tables", params(
    ("id" = String, Path, description = "The table"),
    ("n" = u32, Path, description = "How many events have happened"),
), responses(
    (status = 200, description = "The picture", body = View),
    (status = 404, description = "There is no such table or place", body = Problem, content_type = "application/problem+json"),
)))]
pub(crate) async fn view_at(State(app): State<Arc<App>>, Path((id, n)): Path<(String, u32)>) -> ApiResult<Json<View>> {
    let table = app.hall.table(&id).await?.face();
    let events = table.course().rows().len();
    if n as usize > events {
        return Err(ApiError::not_found(format_args!("event {n}, the game has {events}")));
    }
    Ok(Json(app.hall.replay(move || table.course().at(n as usize).view()).await?))
}

/// Plays a move. What chance decides after it happens at once; a computer answers later, on the table's WebSocket.
///
/// A move that comes after its player's time is up is not played: the game is over instead.
#[cfg_attr(test, utoipa::path(post, path = "/api/tables/{id}/moves", tag = "tables", params(
    ("id" = String, Path, description = "The table"),
    ("prefer" = Option<String>, Header, description = "`return=minimal` for a Receipt instead of the table"),
), request_body = PlayMove, responses(
    (status = 200, description = "The table after the move, which is on disk", body = TableState),
    (status = 403, description = "Wrong token, or not your turn", body = Problem, content_type = "application/problem+json"),
    super::refusals::NoSuchTable,
    super::refusals::TableHasChanged,
    (status = 422, description = "Illegal move, or the game is over; nothing changed", body = Problem, content_type = "application/problem+json"),
)))]
pub(crate) async fn play(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Brief(brief): Brief,
    extract::Json(request): extract::Json<PlayMove>,
) -> ApiResult<Afterwards> {
    let PlayMove { token, version, text, thought_ms } = request;
    let table = app.hall.table_since(&id, Some(version)).await?;
    command(app, table, token, Command::Play { version, text, thought_ms }, brief).await
}

/// Takes back to the caller's previous decision, past a computer's answer.
///
/// A person's answer is taken back only with that person's token as `consent`. What chance has decided is never taken back.
#[cfg_attr(test, utoipa::path(post, path = "/api/tables/{id}/undo", tag = "tables", params(
    ("id" = String, Path, description = "The table"),
    ("prefer" = Option<String>, Header, description = "`return=minimal` for a Receipt instead of the table"),
), request_body = Decision, responses(
    (status = 200, description = "The table after taking back", body = TableState),
    super::refusals::WrongToken,
    super::refusals::NoSuchTable,
    super::refusals::TableHasChanged,
    (status = 422, description = "There is nothing that may be taken back", body = Problem, content_type = "application/problem+json"),
)))]
pub(crate) async fn undo(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Brief(brief): Brief,
    extract::Json(request): extract::Json<Decision>,
) -> ApiResult<Afterwards> {
    let Decision { token, version, consent } = request;
    let table = app.hall.table_since(&id, Some(version)).await?;
    command(app, table, token, Command::Undo { version, consent }, brief).await
}

/// Gives up.
#[cfg_attr(test, utoipa::path(post, path = "/api/tables/{id}/resign", tag = "tables", params(
    ("id" = String, Path, description = "The table"),
    ("prefer" = Option<String>, Header, description = "`return=minimal` for a Receipt instead of the table"),
), request_body = Decision, responses(
    (status = 200, description = "The table, its game over", body = TableState),
    super::refusals::WrongToken,
    super::refusals::NoSuchTable,
    super::refusals::TableHasChanged,
    (status = 422, description = "The game is over already", body = Problem, content_type = "application/problem+json"),
)))]
pub(crate) async fn resign(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Brief(brief): Brief,
    extract::Json(request): extract::Json<Decision>,
) -> ApiResult<Afterwards> {
    let Decision { token, version, consent: _ } = request;
    let table = app.hall.table_since(&id, Some(version)).await?;
    command(app, table, token, Command::Resign { version }, brief).await
}

/// Ends a game that has hardly begun: not both players have moved.
#[cfg_attr(test, utoipa::path(post, path = "/api/tables/{id}/abort", tag = "tables", params(
    ("id" = String, Path, description = "The table"),
    ("prefer" = Option<String>, Header, description = "`return=minimal` for a Receipt instead of the table"),
), request_body = Decision, responses(
    (status = 200, description = "The table, its game over", body = TableState),
    super::refusals::WrongToken,
    super::refusals::NoSuchTable,
    super::refusals::TableHasChanged,
    (status = 422, description = "Both have moved, or the game is over", body = Problem, content_type = "application/problem+json"),
)))]
pub(crate) async fn abort(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Brief(brief): Brief,
    extract::Json(request): extract::Json<Decision>,
) -> ApiResult<Afterwards> {
    let Decision { token, version, consent: _ } = request;
    let table = app.hall.table(&id).await?;
    command(app, table, token, Command::Abort { version }, brief).await
}

/// Offers a draw or asks to take back, accepts what the opponent offers, or declines.
///
/// Whatever happens in the game makes offers void. Who offers what the opponent offers already accepts it. An offer that was
/// declined can be made again after the next move.
#[cfg_attr(test, utoipa::path(post, path = "/api/tables/{id}/offers", tag = "tables", params(
    ("id" = String, Path, description = "The table"),
    ("prefer" = Option<String>, Header, description = "`return=minimal` for a Receipt instead of the table"),
), request_body = MakeOffer, responses(
    (status = 200, description = "The table with the offer, or what followed from it", body = TableState),
    super::refusals::WrongToken,
    super::refusals::NoSuchTable,
    super::refusals::TableHasChanged,
    (status = 422, description = "Not between two people, or not now", body = Problem, content_type = "application/problem+json"),
)))]
pub(crate) async fn offer(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Brief(brief): Brief,
    extract::Json(request): extract::Json<MakeOffer>,
) -> ApiResult<Afterwards> {
    let MakeOffer { token, version, offer, decline } = request;
    let asked = if decline { Command::Decline { offer } } else { Command::Offer { version, offer } };
    let table = app.hall.table(&id).await?;
    command(app, table, token, asked, brief).await
}

/// Takes the win from an opponent who has to move and has been away for long enough; `presence` on the table's WebSocket tells when.
#[cfg_attr(test, utoipa::path(post, path = "/api/tables/{id}/claim", tag = "tables", params(
    ("id" = String, Path, description = "The table"),
    ("prefer" = Option<String>, Header, description = "`return=minimal` for a Receipt instead of the table"),
), request_body = Decision, responses(
    (status = 200, description = "The table, its game over", body = TableState),
    super::refusals::WrongToken,
    super::refusals::NoSuchTable,
    super::refusals::TableHasChanged,
    (status = 422, description = "The opponent is there, or has not been away for long enough", body = Problem, content_type = "application/problem+json"),
)))]
pub(crate) async fn claim(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Brief(brief): Brief,
    extract::Json(request): extract::Json<Decision>,
) -> ApiResult<Afterwards> {
    let table = app.hall.table(&id).await?;
    let Decision { token, version, consent: _ } = request;
    let table = to_the_end(async move { table.claim(&app.hall, version, token).await }).await?;
    Ok(Afterwards { table, brief })
}

/// Says one of a few phrases to everybody at the table. The page has the words, in the reader's language.
#[cfg_attr(test, utoipa::path(post, path = "/api/tables/{id}/phrases", tag = "tables",
    params(("id" = String, Path, description = "The table")), request_body = Say, responses(
    (status = 200, description = "It was said at this version of the table", body = Receipt),
    super::refusals::WrongToken,
    super::refusals::NoSuchTable,
    (status = 429, description = "One phrase after the other", body = Problem, content_type = "application/problem+json"),
)))]
pub(crate) async fn say(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    extract::Json(request): extract::Json<Say>,
) -> ApiResult<Json<Receipt>> {
    let table = app.hall.table(&id).await?;
    table.say(&app.hall, &request.token, request.phrase)?;
    Ok(Json(Receipt { version: table.face().version() }))
}

/// Lets the thinking computer play its best move so far at once.
#[cfg_attr(test, utoipa::path(post, path = "/api/tables/{id}/stop", tag = "tables", params(
    ("id" = String, Path, description = "The table"),
    ("prefer" = Option<String>, Header, description = "`return=minimal` for a Receipt instead of the table"),
), request_body = Nudge, responses(
    (status = 200, description = "The table, usually after the computer's move", body = TableState),
    super::refusals::WrongToken,
    super::refusals::NoSuchTable,
)))]
pub(crate) async fn stop(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Brief(brief): Brief,
    extract::Json(request): extract::Json<Nudge>,
) -> ApiResult<Afterwards> {
    let table = app.hall.table(&id).await?;
    Ok(Afterwards { table: table.hurry(&app.hall, request.token.as_deref()).await?, brief })
}

/// Lets a game of two computers pause, go one move on, or go on. While it is paused nobody thinks.
#[cfg_attr(test, utoipa::path(post, path = "/api/tables/{id}/pace", tag = "tables", params(
    ("id" = String, Path, description = "The table"),
    ("prefer" = Option<String>, Header, description = "`return=minimal` for a Receipt instead of the table"),
), request_body = SetPace, responses(
    (status = 200, description = "The table", body = TableState),
    (status = 403, description = "People play there, or the token is not that of whoever set up the table", body = Problem, content_type = "application/problem+json"),
    super::refusals::NoSuchTable,
    (status = 422, description = "The game is over", body = Problem, content_type = "application/problem+json"),
)))]
pub(crate) async fn pace(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Brief(brief): Brief,
    extract::Json(request): extract::Json<SetPace>,
) -> ApiResult<Afterwards> {
    let table = app.hall.table(&id).await?;
    let table = to_the_end(async move { table.pace(&app.hall, request).await }).await?;
    Ok(Afterwards { table, brief })
}

/// Sets up the next game of the same players under the same rules, once the game is over.
///
/// Each token opens the same player's seat at the new table; the answer tells which seat that is. When two people both ask,
/// both come to the same table, and the seats are as whoever was first wants them.
#[cfg_attr(test, utoipa::path(post, path = "/api/tables/{id}/rematch", tag = "tables",
    params(("id" = String, Path, description = "The table")), request_body = Rematch, responses(
    (status = 201, description = "The new table and the caller's token there", body = Created),
    super::refusals::WrongToken,
    super::refusals::NoSuchTable,
    (status = 422, description = "The game is not over yet", body = Problem, content_type = "application/problem+json"),
    (status = 507, description = "The games fill the room that they have", body = Problem, content_type = "application/problem+json"),
)))]
pub(crate) async fn rematch(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    extract::Json(request): extract::Json<Rematch>,
) -> ApiResult<(StatusCode, Json<Created>)> {
    let created = to_the_end(async move { app.hall.rematch(&id, request).await }).await?;
    Ok((StatusCode::CREATED, Json(created)))
}
