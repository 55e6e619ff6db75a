use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
#[cfg(test)]
use banmen_core::Record;
use banmen_table::{
    CheckStudy, CheckedStudy, DrawRequest, Drawn, QrCode, QrRequest, ReadStudy, StudyFile, WriteStudy, exchange,
};
use serde::Deserialize;

use super::extract::{self, Path, Query};
#[cfg(test)]
use crate::error::Problem;
use crate::error::{ApiError, ApiResult};
use crate::state::App;
use crate::tables::*;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/tables/{id}/export", get(export))
        .route("/import", post(import))
        .route("/study/read", post(read_study))
        .route("/study/check", post(check_study))
        .route("/study/write", post(write_study))
        .route("/study/draw", post(draw))
        .route("/qr", post(qr))
}

/// The format wanted.
#[derive(Deserialize)]
pub(crate) struct ExportQuery {
    format: Option<String>,
}

/// The game as a file. The seed of its seal is in it only when the game is over.
#[cfg_attr(test, utoipa::path(get, path = "/api/tables/{id}/export", tag = "tables", params(
    ("id" = String, Path, description = "The table"),
    ("format" = Option<String>, Query, description = "`json` (a record), or one of the game's formats; `json` unless told"),
), responses(
    (status = 200, description = "The file", body = Record),
    super::refusals::NoSuchTable,
    (status = 422, description = "The game has no such format", body = Problem, content_type = "application/problem+json"),
)))]
pub(crate) async fn export(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(query): Query<ExportQuery>,
) -> ApiResult<Response> {
    let table = app.hall.table(&id).await?.face();
    let format = query.format.unwrap_or_else(|| exchange::JSON.to_owned());
    let game = table.course().entry().id();
    let file = app.hall.replay(move || exchange::write(&table.public_record(), &format)).await??;
    let name = format!("attachment; filename=\"{game}-{id}.{}\"", file.format);
    let name = HeaderValue::try_from(name).map_err(ApiError::internal)?;
    let media_type = HeaderValue::from_static(file.media_type);
    Ok(([(header::CONTENT_TYPE, media_type), (header::CONTENT_DISPOSITION, name)], file.text).into_response())
}

/// Sets up a table with the game of a file.
#[cfg_attr(test, utoipa::path(post, path = "/api/import", tag = "tables", request_body = Import, responses(
    (status = 201, description = "The table and the tokens of its people", body = Created),
    (status = 413, description = "The file is too large", body = Problem, content_type = "application/problem+json"),
    (status = 422, description = "The file cannot be read", body = Problem, content_type = "application/problem+json"),
)))]
pub(crate) async fn import(
    State(app): State<Arc<App>>,
    extract::Json(request): extract::Json<Import>,
) -> ApiResult<(StatusCode, Json<Created>)> {
    let hall = Arc::clone(&app.hall);
    let change = async move {
        let Import { format, game, text, seats } = request;
        let (record, game) = hall
            .replay(move || Ok::<_, ApiError>((exchange::read_record(&format, game.as_deref(), &text)?, game)))
            .await??;
        let setup = Setup {
            game,
            rules: None,
            seats: seats.unwrap_or_else(Seats::people),
            record: Some(record),
            options: None,
            terms: Terms::default(),
            invite: Vec::new(),
        };
        hall.create(setup).await
    };
    let created = super::tables::to_the_end(change).await?;
    Ok((StatusCode::CREATED, Json(created)))
}

/// A link as a QR code, ready to be drawn; nothing is kept.
#[cfg_attr(test, utoipa::path(post, path = "/api/qr", tag = "tables", request_body = QrRequest, responses(
    (status = 200, description = "The code", body = QrCode),
    (status = 422, description = "The text is too long for a QR code", body = Problem, content_type = "application/problem+json"),
)))]
pub(crate) async fn qr(extract::Json(request): extract::Json<QrRequest>) -> ApiResult<Json<QrCode>> {
    Ok(Json(QrCode::of(&request.text)?))
}

/// Reads a file with its variations and comments. Nothing is kept.
#[cfg_attr(test, utoipa::path(post, path = "/api/study/read", tag = "studies", request_body = ReadStudy, responses(
    (status = 200, description = "The study", body = CheckedStudy),
    (status = 413, description = "The file is too large", body = Problem, content_type = "application/problem+json"),
    (status = 422, description = "The file cannot be read", body = Problem, content_type = "application/problem+json"),
)))]
pub(crate) async fn read_study(
    State(app): State<Arc<App>>,
    extract::Json(request): extract::Json<ReadStudy>,
) -> ApiResult<Json<CheckedStudy>> {
    Ok(Json(app.hall.replay(move || CheckedStudy::read(&request)).await??))
}

/// Plays every move of a study. Nothing is kept.
#[cfg_attr(test, utoipa::path(post, path = "/api/study/check", tag = "studies", request_body = CheckStudy, responses(
    (status = 200, description = "The study, and who decided what", body = CheckedStudy),
    (status = 422, description = "A move cannot be played", body = Problem, content_type = "application/problem+json"),
)))]
pub(crate) async fn check_study(
    State(app): State<Arc<App>>,
    extract::Json(request): extract::Json<CheckStudy>,
) -> ApiResult<Json<CheckedStudy>> {
    Ok(Json(app.hall.replay(move || CheckedStudy::of(request.study)).await??))
}

/// Writes a study as a file. Nothing is kept.
#[cfg_attr(test, utoipa::path(post, path = "/api/study/write", tag = "studies", request_body = WriteStudy, responses(
    (status = 200, description = "The file", body = StudyFile),
    (status = 422, description = "It cannot be written like this", body = Problem, content_type = "application/problem+json"),
)))]
pub(crate) async fn write_study(
    State(app): State<Arc<App>>,
    extract::Json(request): extract::Json<WriteStudy>,
) -> ApiResult<Json<StudyFile>> {
    Ok(Json(app.hall.replay(move || StudyFile::write(&request)).await??))
}

/// Lets chance decide in a game that is studied. Nothing is kept, and nothing is sealed.
#[cfg_attr(test, utoipa::path(post, path = "/api/study/draw", tag = "studies", request_body = DrawRequest, responses(
    (status = 200, description = "What chance decided", body = Drawn),
    (status = 422, description = "It is not for chance to decide", body = Problem, content_type = "application/problem+json"),
)))]
pub(crate) async fn draw(
    State(app): State<Arc<App>>,
    extract::Json(request): extract::Json<DrawRequest>,
) -> ApiResult<Json<Drawn>> {
    Ok(Json(app.hall.replay(move || Drawn::of(&request)).await??))
}
