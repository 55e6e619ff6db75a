use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::error::{ApiError, ProblemCode, shortened};

/// A JSON body, or a problem that says where it is wrong.
pub struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Json<T>, ApiError> {
        let read = axum::Json::<T>::from_request(request, state).await;
        read.map(|axum::Json(value)| Json(value)).map_err(|rejection| {
            let code = match &rejection {
                JsonRejection::JsonDataError(_) => ProblemCode::Invalid,
                JsonRejection::MissingJsonContentType(_) => ProblemCode::UnsupportedMedia,
                JsonRejection::BytesRejection(bytes) if bytes.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                    return too_large();
                }
                _ => ProblemCode::Malformed,
            };
            ApiError::new(code, shortened(&rejection.body_text()))
        })
    }
}

/// The answer to a request that is not read.
pub(super) fn too_large() -> ApiError {
    ApiError::new(ProblemCode::TooLarge, "the request is larger than this server reads")
}

/// Parts of the path.
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, ApiError> {
        let read = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        read.map(|axum::extract::Path(value)| Path(value))
            .map_err(|rejection: PathRejection| ApiError::new(ProblemCode::NotFound, shortened(&rejection.body_text())))
    }
}

/// The query.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>, ApiError> {
        let read = axum::extract::Query::<T>::from_request_parts(parts, state).await;
        read.map(|axum::extract::Query(value)| Query(value)).map_err(|rejection: QueryRejection| {
            ApiError::new(ProblemCode::Malformed, shortened(&rejection.body_text()))
        })
    }
}

/// Whether the caller wants no more than a receipt: `Prefer: return=minimal` (RFC 7240).
pub struct Brief(pub bool);

impl<S: Send + Sync> FromRequestParts<S> for Brief {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Brief, Self::Rejection> {
        let values = parts.headers.get_all("prefer").iter().filter_map(|value| value.to_str().ok());
        let mut preferences = values.flat_map(|value| value.split(',')).map(str::trim);
        Ok(Brief(preferences.any(|one| one.eq_ignore_ascii_case("return=minimal"))))
    }
}
