//! Refusals that several operations share, for the description of the interface.
#![expect(dead_code, reason = "they are described, never made")]

use utoipa::IntoResponses;

use crate::error::Problem;

#[derive(IntoResponses)]
#[response(status = 403, description = "Wrong token", content_type = "application/problem+json")]
pub struct WrongToken(Problem);

#[derive(IntoResponses)]
#[response(status = 404, description = "There is no such table", content_type = "application/problem+json")]
pub struct NoSuchTable(Problem);

#[derive(IntoResponses)]
#[response(status = 409, description = "The table has changed since", content_type = "application/problem+json")]
pub struct TableHasChanged(Problem);

#[derive(IntoResponses)]
#[response(status = 503, description = "Too many watchers", content_type = "application/problem+json")]
pub struct TooManyWatchers(Problem);
