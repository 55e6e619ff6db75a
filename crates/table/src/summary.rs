use banmen_core::{Piece, Seat, Square, Turn, View, squares};
use serde::Serialize;
use serde_json::Value;

use crate::view_change::{Group, written};
use crate::{Names, Seats, TimeControl};

/// A table in a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableSummary {
    /// Its name in addresses.
    pub id: String,
    /// The game's name in the catalogue.
    pub game: String,
    /// Who sits where.
    pub seats: Seats,
    /// Whose decision comes next.
    #[cfg_attr(feature = "schema", schema(value_type = Turn))]
    #[cfg_attr(feature = "typescript", ts(as = "Turn"))]
    pub turn: Value,
    /// How many events have happened.
    pub events: u32,
    /// When it changed last (RFC 3339, UTC).
    pub updated_at: String,
    /// How time is given, if it is limited.
    #[serde(skip_serializing_if = "Value::is_null")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<TimeControl>))]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<TimeControl>"))]
    pub control: Value,
    /// When the running flag falls, in milliseconds since 1970 (UTC).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub deadline_ms: Option<i64>,
    /// Seats that wait for somebody.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub vacant: Vec<Seat>,
    /// What people call themselves.
    #[serde(skip_serializing_if = "Value::is_null")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Names>))]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Names>"))]
    pub names: Value,
    /// A small picture of the board.
    #[cfg_attr(feature = "schema", schema(value_type = Picture))]
    #[cfg_attr(feature = "typescript", ts(as = "Picture"))]
    pub picture: Value,
}

/// What a list tells of a game. It is stored with every change, so that a list replays nothing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Whose decision comes next.
    pub turn: Turn,
    /// How many events have happened.
    pub events: u32,
    /// A small picture of the board.
    pub picture: Picture,
    /// How time is given, if it is limited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub control: Option<TimeControl>,
    /// When the running flag falls, in milliseconds since 1970 (UTC).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline_ms: Option<i64>,
    /// Seats that wait for somebody.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub vacant: Vec<Seat>,
    /// What people call themselves.
    #[serde(skip_serializing_if = "Names::is_empty")]
    pub names: Names,
}

/// The board and the pieces on it, and nothing that a small picture does not show.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Picture {
    /// Number of columns.
    pub columns: u8,
    /// Number of rows.
    pub rows: u8,
    /// Where pieces stand.
    pub style: banmen_core::GridStyle,
    /// Star points, written like the places of a group in a `ViewChange`.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub stars: String,
    /// Whether each player has taken over the side with which the other one began.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub exchanged: bool,
    /// What stands on the board, in groups as in a `ViewChange`.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<serde_json::Value>))]
    #[cfg_attr(feature = "typescript", ts(type = "[{ [field: string]: unknown }, string][]"))]
    pub pieces: Vec<Group>,
}

impl Picture {
    /// A small picture of a view whose pieces are in reading order.
    pub fn of(view: &View) -> Picture {
        let grid = &view.grid;
        let mut groups: Vec<(&Piece, Vec<Square>)> = Vec::new();
        for piece in &view.pieces {
            match groups.iter_mut().find(|(known, _)| look_alike(known, piece)) {
                Some((_, places)) => places.push(piece.at),
                None => groups.push((piece, vec![piece.at])),
            }
        }
        let group = |(piece, places): (&Piece, Vec<Square>)| {
            let plain = Piece { number: None, steps: Vec::new(), ..piece.clone() };
            written((&plain, squares::write(places, grid.columns)))
        };
        Picture {
            columns: grid.columns,
            rows: grid.rows,
            style: grid.style,
            exchanged: view.exchanged,
            stars: squares::write(grid.stars.iter().copied(), grid.columns),
            pieces: groups.into_iter().map(group).collect(),
        }
    }
}

/// Whether two pieces look the same in a small picture, which shows neither numbers nor steps.
fn look_alike(one: &Piece, other: &Piece) -> bool {
    (one.owner, one.kept, one.shade) == (other.owner, other.kept, other.shade)
        && (&one.glyph, &one.label) == (&other.glyph, &other.label)
}

impl TableSummary {
    /// What was stored as a [`Summary`], as it is sent; `None` if it is not a summary.
    pub fn read(id: String, game: String, seats: Seats, updated_at: String, summary: &Value) -> Option<TableSummary> {
        let events = summary["events"].as_u64().and_then(|events| u32::try_from(events).ok())?;
        let (turn, picture) = (summary["turn"].clone(), summary["picture"].clone());
        (turn.is_object() && picture.is_object()).then_some(TableSummary {
            id,
            game,
            seats,
            turn,
            events,
            updated_at,
            picture,
            control: summary["control"].clone(),
            deadline_ms: summary["deadline_ms"].as_i64(),
            vacant: serde_json::from_value(summary["vacant"].clone()).unwrap_or_default(),
            names: summary["names"].clone(),
        })
    }
}
