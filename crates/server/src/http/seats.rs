use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};

use super::extract::{self, Brief, Path};
use super::tables::{Afterwards, to_the_end};
use crate::error::ApiResult;
#[cfg(test)]
use crate::error::Problem;
use crate::state::App;
use crate::tables::*;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/seats", post(sit))
        .route("/tables/{id}/join", post(join))
        .route("/tables/{id}/passes", post(make_pass))
        .route("/tables/{id}/leave", post(leave))
        .route("/tables/{id}/nonce", post(contribute))
        .route("/tables/{id}/name", post(rename))
}

/// Takes a seat with an invitation or a code. Each of them works once.
///
/// The seat's former holder, if there is one, holds it no more. Capitals, blanks and dashes in a code do not matter.
#[cfg_attr(test, utoipa::path(post, path = "/api/seats", tag = "seats", request_body = TakeSeat, responses(
    (status = 200, description = "The table and the token of the caller's seat", body = Created),
    (status = 403, description = "The invitation or code is void", body = Problem, content_type = "application/problem+json"),
)))]
pub(crate) async fn sit(
    State(app): State<Arc<App>>,
    extract::Json(request): extract::Json<TakeSeat>,
) -> ApiResult<Json<Created>> {
    Ok(Json(to_the_end(async move { app.hall.sit(request).await }).await?))
}

/// Takes an empty seat of a table that its creator shows in the lobby.
#[cfg_attr(test, utoipa::path(post, path = "/api/tables/{id}/join", tag = "seats",
    params(("id" = String, Path, description = "The table")), request_body = JoinTable, responses(
    (status = 200, description = "The table and the token of the caller's seat", body = Created),
    (status = 403, description = "Somebody was faster, or the table is not in the lobby", body = Problem, content_type = "application/problem+json"),
    super::refusals::NoSuchTable,
)))]
pub(crate) async fn join(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    extract::Json(request): extract::Json<JoinTable>,
) -> ApiResult<Json<Created>> {
    Ok(Json(to_the_end(async move { app.hall.join(&id, request).await }).await?))
}

/// Makes an invitation to a seat on which nobody sits, or to the caller's own, or a code that moves the caller's seat to
/// another device. An earlier one for the same seat is void.
#[cfg_attr(test, utoipa::path(post, path = "/api/tables/{id}/passes", tag = "seats",
    params(("id" = String, Path, description = "The table")), request_body = MakePass, responses(
    (status = 201, description = "The invitation or code", body = PassMade),
    (status = 403, description = "Wrong token, or somebody else sits there", body = Problem, content_type = "application/problem+json"),
    super::refusals::NoSuchTable,
)))]
pub(crate) async fn make_pass(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    extract::Json(request): extract::Json<MakePass>,
) -> ApiResult<(StatusCode, Json<PassMade>)> {
    let made = to_the_end(async move { app.hall.make_pass(&id, request).await }).await?;
    Ok((StatusCode::CREATED, Json(made)))
}

/// Gives up the caller's seat. The other player can then invite somebody else to it.
#[cfg_attr(test, utoipa::path(post, path = "/api/tables/{id}/leave", tag = "seats", params(
    ("id" = String, Path, description = "The table"),
    ("prefer" = Option<String>, Header, description = "`return=minimal` for a Receipt instead of the table"),
), request_body = LeaveSeat, responses(
    (status = 200, description = "The table, the seat empty", body = TableState),
    super::refusals::WrongToken,
    super::refusals::NoSuchTable,
)))]
pub(crate) async fn leave(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Brief(brief): Brief,
    extract::Json(request): extract::Json<LeaveSeat>,
) -> ApiResult<Afterwards> {
    let table = to_the_end(async move { app.hall.leave(&id, request).await }).await?;
    Ok(Afterwards { table, brief })
}

/// Adds the caller's random number to the draws of the table, so that whoever runs the server cannot have chosen them.
///
/// Note the hash in the record's seal first. Each seat contributes once, before chance decides for the first time.
#[cfg_attr(test, utoipa::path(post, path = "/api/tables/{id}/nonce", tag = "seats", params(
    ("id" = String, Path, description = "The table"),
    ("prefer" = Option<String>, Header, description = "`return=minimal` for a Receipt instead of the table"),
), request_body = Contribute, responses(
    (status = 200, description = "The table with the number in its seal", body = TableState),
    super::refusals::WrongToken,
    super::refusals::NoSuchTable,
    (status = 422, description = "Chance decides nothing here, has decided already, or this seat has contributed", body = Problem, content_type = "application/problem+json"),
)))]
pub(crate) async fn contribute(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Brief(brief): Brief,
    extract::Json(request): extract::Json<Contribute>,
) -> ApiResult<Afterwards> {
    let table = app.hall.table(&id).await?;
    let Contribute { token, nonce } = request;
    let command = Command::Contribute { nonce };
    let table = to_the_end(async move { table.command(&app.hall, command, token).await }).await?;
    Ok(Afterwards { table, brief })
}

/// Tells what the caller is called at this table. The name needs no account and is nobody's.
#[cfg_attr(test, utoipa::path(post, path = "/api/tables/{id}/name", tag = "seats", params(
    ("id" = String, Path, description = "The table"),
    ("prefer" = Option<String>, Header, description = "`return=minimal` for a Receipt instead of the table"),
), request_body = Rename, responses(
    (status = 200, description = "The table with the name", body = TableState),
    super::refusals::WrongToken,
    super::refusals::NoSuchTable,
)))]
pub(crate) async fn rename(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Brief(brief): Brief,
    extract::Json(request): extract::Json<Rename>,
) -> ApiResult<Afterwards> {
    let table = app.hall.table(&id).await?;
    let Rename { token, name } = request;
    let command = Command::Rename { name };
    let table = to_the_end(async move { table.command(&app.hall, command, token).await }).await?;
    Ok(Afterwards { table, brief })
}
