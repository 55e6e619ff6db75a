use banmen_core::{Agreement, Event, Seat};
use banmen_table::{Meeting, Pass, StoredTable, TokenHash};
use sqlx::Row as _;

use super::Row;
use crate::store::{Listed, StoreError};
use crate::vault::Vault;

/// The two columns of an event.
pub(super) fn event_columns(event: &Event) -> (&'static str, &str) {
    match event {
        Event::Move(text) => ("move", text),
        Event::Chance(text) => ("chance", text),
        Event::Resign(seat) => ("resign", seat_column(*seat)),
        Event::Timeout(seat) => ("timeout", seat_column(*seat)),
        Event::Absent(seat) => ("absent", seat_column(*seat)),
        Event::End(Agreement::Draw) => ("end", "draw"),
        Event::End(Agreement::Abort) => ("end", "abort"),
    }
}

/// The column of a seat.
pub(super) const fn seat_column(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "first",
        Seat::Second => "second",
    }
}

fn seat(id: &str, text: &str) -> Result<Seat, StoreError> {
    match text {
        "first" => Ok(Seat::First),
        "second" => Ok(Seat::Second),
        other => Err(damaged(id, format!("there is no seat {other:?}"))),
    }
}

fn damaged(id: &str, what: impl Into<String>) -> StoreError {
    StoreError::Damaged { id: id.to_owned(), what: what.into() }
}

/// Reads an event back.
pub(super) fn event(id: &str, row: &Row) -> Result<Event, StoreError> {
    let (kind, text): (String, String) = (row.try_get("kind")?, row.try_get("text")?);
    match kind.as_str() {
        "move" => Ok(Event::Move(text)),
        "chance" => Ok(Event::Chance(text)),
        "resign" => Ok(Event::Resign(seat(id, &text)?)),
        "timeout" => Ok(Event::Timeout(seat(id, &text)?)),
        "absent" => Ok(Event::Absent(seat(id, &text)?)),
        "end" => match text.as_str() {
            "draw" => Ok(Event::End(Agreement::Draw)),
            "abort" => Ok(Event::End(Agreement::Abort)),
            other => Err(damaged(id, format!("a game does not end by {other:?}"))),
        },
        other => Err(damaged(id, format!("there is no kind of event {other:?}"))),
    }
}

/// Reads a token back.
pub(super) fn token(id: &str, row: &Row) -> Result<(Seat, TokenHash), StoreError> {
    let (hash, whose): (Vec<u8>, String) = (row.try_get("hash")?, row.try_get("seat")?);
    let hash = hash.try_into().map_err(|_| damaged(id, "a token's hash has the wrong length"))?;
    Ok((seat(id, &whose)?, TokenHash(hash)))
}

/// Reads a pass back.
pub(super) fn pass(id: &str, row: &Row) -> Result<Pass, StoreError> {
    let (seat, hash) = token(id, row)?;
    Ok(Pass { seat, hash, until: row.try_get("until")? })
}

/// Reads a table back, without its events and tokens.
pub(super) fn table(vault: &Vault, row: &Row) -> Result<StoredTable, StoreError> {
    let id: String = row.try_get("id")?;
    let json = |column: &'static str| -> Result<serde_json::Value, StoreError> {
        let text: String = row.try_get(column)?;
        serde_json::from_str(&text).map_err(|error| damaged(&id, format!("{column}: {error}")))
    };
    let typed = |column: &str, error: serde_json::Error| damaged(&id, format!("{column}: {error}"));
    let seal: Option<String> = row.try_get("seal")?;
    let seed: Option<String> = row.try_get("seed")?;
    Ok(StoredTable {
        game: row.try_get("game")?,
        rules: json("rules")?,
        seats: serde_json::from_value(json("seats")?).map_err(|error| typed("seats", error))?,
        options: json("options")?,
        tags: serde_json::from_value(json("tags")?).map_err(|error| typed("tags", error))?,
        seal: seal.map(|text| serde_json::from_str(&text)).transpose().map_err(|error| typed("seal", error))?,
        seed: seed.map(|text| vault.show(&id, &text)).transpose().map_err(|error| damaged(&id, error.to_string()))?,
        tokens: Vec::new(),
        passes: Vec::new(),
        version: row.try_get::<i64, _>("version")? as u64,
        meeting: meeting(&id, row)?,
        next: row.try_get("next")?,
        created_at: row.try_get("created_at")?,
        updated_at: row.try_get("updated_at")?,
        events: Vec::new(),
        summary: summary(&id, row)?,
        id,
    })
}

fn meeting(id: &str, row: &Row) -> Result<Meeting, StoreError> {
    let text: Option<String> = row.try_get("meeting")?;
    let read = |text: String| serde_json::from_str(&text).map_err(|error| damaged(id, format!("meeting: {error}")));
    text.map_or_else(|| Ok(Meeting::default()), read)
}

fn summary(id: &str, row: &Row) -> Result<serde_json::Value, StoreError> {
    let text: Option<String> = row.try_get("summary")?;
    let read = |text: String| serde_json::from_str(&text).map_err(|error| damaged(id, format!("summary: {error}")));
    text.map_or(Ok(serde_json::Value::Null), read)
}

/// Reads a line of a list back.
pub(super) fn listed(row: &Row) -> Result<Listed, StoreError> {
    let id: String = row.try_get("id")?;
    let seats: String = row.try_get("seats")?;
    Ok(Listed {
        game: row.try_get("game")?,
        seats: serde_json::from_str(&seats).map_err(|error| damaged(&id, format!("seats: {error}")))?,
        version: row.try_get::<i64, _>("version")? as u64,
        updated_at: row.try_get("updated_at")?,
        // A damaged summary is made anew, like one that is missing.
        summary: summary(&id, row).unwrap_or_default(),
        id,
    })
}
