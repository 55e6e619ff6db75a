//! One error type for everything that can go wrong between a request and its answer.

use std::borrow::Cow;
use std::fmt;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use banmen_catalog::CatalogError;
use banmen_table::TableError;
use serde::{Deserialize, Serialize};

use crate::store::StoreError;

/// Makes the codes of problems from one list: what each means, its name, its HTTP status, and its title.
macro_rules! problem_codes {
    ($(#[doc = $meaning:literal] $name:ident, $status:ident, $title:literal;)+) => {
        /// What kind of thing went wrong, for programs.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
        #[serde(rename_all = "kebab-case")]
        pub enum ProblemCode {
            $(#[doc = $meaning] $name,)+
        }

        impl ProblemCode {
            /// Every code.
            pub const ALL: &[ProblemCode] = &[$(ProblemCode::$name),+];

            /// The HTTP status it is answered with.
            pub const fn status(self) -> StatusCode {
                match self {
                    $(ProblemCode::$name => StatusCode::$status,)+
                }
            }

            /// The same few words every time.
            pub const fn title(self) -> &'static str {
                match self {
                    $(ProblemCode::$name => $title,)+
                }
            }
        }
    };
}

problem_codes! {
    /// The request is malformed: it is not JSON, or a number is missing where one belongs.
    Malformed, BAD_REQUEST, "Malformed request";
    /// There is nothing of that name here.
    NotFound, NOT_FOUND, "Not found";
    /// The address does not support the method.
    MethodNotAllowed, METHOD_NOT_ALLOWED, "Method not allowed";
    /// The body is not `application/json`.
    UnsupportedMedia, UNSUPPORTED_MEDIA_TYPE, "Unsupported media type";
    /// The body is larger than is read.
    TooLarge, PAYLOAD_TOO_LARGE, "Request too large";
    /// The request took too long.
    Timeout, REQUEST_TIMEOUT, "Request took too long";
    /// Well formed, but it means nothing: a field is missing, unknown or out of range.
    Invalid, UNPROCESSABLE_ENTITY, "Invalid request";
    /// There is no game of that name.
    UnknownGame, UNPROCESSABLE_ENTITY, "Unknown game";
    /// The game has no such level under these rules.
    UnknownLevel, UNPROCESSABLE_ENTITY, "Unknown level";
    /// There is no tool of that name.
    UnknownTool, UNPROCESSABLE_ENTITY, "Unknown tool";
    /// The game has no such format.
    UnknownFormat, UNPROCESSABLE_ENTITY, "Unknown format";
    /// The rules or the record cannot be played.
    BadRecord, UNPROCESSABLE_ENTITY, "Rules or record cannot be played";
    /// The move is not legal here.
    IllegalMove, UNPROCESSABLE_ENTITY, "Illegal move";
    /// The game is over.
    GameOver, UNPROCESSABLE_ENTITY, "The game is over";
    /// The game has to be over for this.
    GameNotOver, UNPROCESSABLE_ENTITY, "The game is not over";
    /// The token opens no seat of this table.
    WrongToken, FORBIDDEN, "Wrong seat token";
    /// The invitation or code has been used, or its time is over.
    WrongPass, FORBIDDEN, "Invitation or code is void";
    /// Somebody sits on that seat.
    SeatTaken, FORBIDDEN, "The seat is taken";
    /// It is somebody else's turn.
    NotYourTurn, FORBIDDEN, "Not your turn";
    /// It is too early or too late for this.
    NotNow, UNPROCESSABLE_ENTITY, "Not possible now";
    /// There is nothing that this seat may take back.
    NothingToUndo, UNPROCESSABLE_ENTITY, "Nothing to take back";
    /// The table has changed since; `version` is the current one.
    StaleVersion, CONFLICT, "The table has changed";
    /// The request comes from a page of another site.
    ForeignOrigin, FORBIDDEN, "Request from another site";
    /// The request names a host that this server does not answer for.
    ForeignHost, MISDIRECTED_REQUEST, "Unknown host name";
    /// Too many requests from one address.
    TooManyRequests, TOO_MANY_REQUESTS, "Too many requests";
    /// The games fill the room that the operator gives them; no new table is set up.
    StorageFull, INSUFFICIENT_STORAGE, "No room for new tables";
    /// The server has as much to do as it takes on.
    Busy, SERVICE_UNAVAILABLE, "The server is busy";
    /// The server failed; the cause is in its log.
    Internal, INTERNAL_SERVER_ERROR, "Internal error";
}

impl ProblemCode {
    /// As it is written in JSON.
    pub fn name(self) -> String {
        match serde_json::to_value(self) {
            Ok(serde_json::Value::String(name)) => name,
            _ => String::new(),
        }
    }
}

/// An error as it is sent: RFC 9457 problem details.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Problem {
    /// Where this kind of problem is described.
    #[serde(rename = "type")]
    pub kind: String,
    /// The kind in a few words.
    pub title: Cow<'static, str>,
    /// The HTTP status.
    pub status: u16,
    /// What was wrong, where, and what was expected.
    pub detail: String,
    /// The kind, for programs.
    pub code: ProblemCode,
    /// The table's current version, when the request was about an older one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub version: Option<u64>,
}

/// Why a request was not fulfilled. The cause is logged and never sent.
#[derive(Debug)]
pub struct ApiError {
    code: ProblemCode,
    detail: String,
    version: Option<u64>,
    retry_after: Option<u64>,
    cause: Option<Box<dyn std::error::Error + Send + Sync>>,
}

/// What a request handler returns.
pub type ApiResult<T> = Result<T, ApiError>;

impl ApiError {
    /// A problem of this kind; the sentence is for whoever sent the request.
    pub fn new(code: ProblemCode, detail: impl Into<String>) -> ApiError {
        ApiError { code, detail: detail.into(), version: None, retry_after: None, cause: None }
    }

    /// Well formed, but it means nothing.
    pub fn invalid(detail: impl Into<String>) -> ApiError {
        ApiError::new(ProblemCode::Invalid, detail)
    }

    /// There is no such thing.
    pub fn not_found(what: impl fmt::Display) -> ApiError {
        ApiError::new(ProblemCode::NotFound, format!("there is no {what}"))
    }

    /// The table has changed since.
    pub fn stale(asked: u64, current: u64) -> ApiError {
        let detail = format!("the request is about version {asked}, the table is at version {current}");
        ApiError { version: Some(current), ..ApiError::new(ProblemCode::StaleVersion, detail) }
    }

    /// How many seconds to wait before trying again.
    pub fn later(code: ProblemCode, detail: impl Into<String>, seconds: u64) -> ApiError {
        ApiError { retry_after: Some(seconds), ..ApiError::new(code, detail) }
    }

    /// The server failed for this reason, which only the log is told.
    pub fn internal(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> ApiError {
        let detail = "the server could not do this; its log says why".to_owned();
        ApiError { cause: Some(cause.into()), ..ApiError::new(ProblemCode::Internal, detail) }
    }

    /// What is sent.
    pub fn problem(&self) -> Problem {
        Problem {
            kind: format!("/api/docs#{}", self.code.name()),
            title: self.code.title().into(),
            status: self.code.status().as_u16(),
            detail: self.detail.clone(),
            code: self.code,
            version: self.version,
        }
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code.title(), self.detail)
    }
}

impl std::error::Error for ApiError {}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        if let Some(cause) = &self.cause {
            tracing::error!(cause = %cause, cause_debug = ?cause, "request failed");
        }
        let body = serde_json::to_vec(&self.problem()).unwrap_or_default();
        let mut response = (self.code.status(), body).into_response();
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<CatalogError> for ApiError {
    fn from(error: CatalogError) -> ApiError {
        let code = match &error {
            CatalogError::UnknownGame { .. } => ProblemCode::UnknownGame,
            CatalogError::UnknownLevel { .. } => ProblemCode::UnknownLevel,
            CatalogError::UnknownTool { .. } => ProblemCode::UnknownTool,
            CatalogError::Exchange(banmen_core::ExchangeError::UnknownFormat(_)) => ProblemCode::UnknownFormat,
            CatalogError::Replay(_) | CatalogError::Exchange(_) => ProblemCode::BadRecord,
        };
        ApiError::new(code, shortened(&error.to_string()))
    }
}

impl From<TableError> for ApiError {
    fn from(error: TableError) -> ApiError {
        let code = match error {
            TableError::Catalog(error) => return error.into(),
            TableError::Stale { asked, current } => return ApiError::stale(asked, current),
            TableError::Broken(_) => return ApiError::internal(error),
            TableError::WrongToken | TableError::WrongConsent => ProblemCode::WrongToken,
            TableError::WrongPass => ProblemCode::WrongPass,
            TableError::SeatTaken => ProblemCode::SeatTaken,
            TableError::NotYourTurn => ProblemCode::NotYourTurn,
            TableError::UnknownFormat { .. } => ProblemCode::UnknownFormat,
            TableError::GameOver => ProblemCode::GameOver,
            TableError::GameNotOver => ProblemCode::GameNotOver,
            TableError::IllegalMove(_) => ProblemCode::IllegalMove,
            TableError::NotApart | TableError::NotNow(_) => ProblemCode::NotNow,
            TableError::NothingToUndo(_) => ProblemCode::NothingToUndo,
            TableError::Invalid(_) => ProblemCode::Invalid,
            TableError::BadRecord(_) => ProblemCode::BadRecord,
        };
        ApiError::new(code, shortened(&error.to_string()))
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        match error {
            StoreError::Conflict => ApiError::new(
                ProblemCode::StaleVersion,
                "somebody else changed the table at the same moment; fetch it again",
            ),
            _ if error.is_passing() => {
                tracing::warn!(%error, "the database does not answer");
                ApiError::later(ProblemCode::Busy, "the games cannot be reached just now; look before you try again", 1)
            }
            StoreError::Closed => ApiError::later(ProblemCode::Busy, "the server is shutting down", 5),
            StoreError::Damaged { .. } | StoreError::Unavailable(_) | StoreError::Database(_) | StoreError::File(_) => {
                ApiError::internal(error)
            }
        }
    }
}

/// An error message may quote what was sent; it must not send a megabyte back.
pub fn shortened(text: &str) -> String {
    const LONGEST: usize = 600;
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_listed_once_and_has_a_name() {
        let names: std::collections::BTreeSet<String> = ProblemCode::ALL.iter().map(|code| code.name()).collect();
        assert_eq!(names.len(), ProblemCode::ALL.len());
        assert!(names.contains("stale-version"));
    }

    #[test]
    fn a_cause_is_never_sent() {
        let error = ApiError::internal("the password is swordfish");
        let sent = serde_json::to_string(&error.problem()).unwrap();
        assert!(!sent.contains("swordfish"), "{sent}");
        assert!(sent.contains("\"status\":500"), "{sent}");
    }

    #[test]
    fn long_quotations_are_cut() {
        assert_eq!(shortened(&"é".repeat(10_000)).chars().count(), 601);
        assert_eq!(shortened("short"), "short");
    }
}
