//! What is said to the database. SQLite and PostgreSQL understand the same statements, and each store loads this module with its own
//! `Db`: both databases keep the same columns, and a statement is written once.

mod row;

use banmen_core::{Event, Seat};
use banmen_table::{Change, Keys, Meeting, Pass, StoredTable, TokenHash};
use serde_json::Value;
use sqlx::Row as _;
use tokio::sync::mpsc;

use self::row::{event_columns, seat_column};
use super::Db;
use crate::store::{Kept, Listed, StoreError, Weighed};
use crate::vault::Vault;

/// A connection to the database.
pub(super) type Connection = <Db as sqlx::Database>::Connection;
/// A row that it answers with.
type Row = <Db as sqlx::Database>::Row;

/// Finds a table. Version, events and tokens belong together if the connection sees one state of the database meanwhile.
pub(super) async fn load(
    connection: &mut Connection,
    vault: &Vault,
    id: &str,
) -> Result<Option<StoredTable>, StoreError> {
    let found = sqlx::query("SELECT * FROM games WHERE id = $1").bind(id).fetch_optional(&mut *connection).await?;
    let Some(found) = found else { return Ok(None) };
    let mut table = row::table(vault, &found)?;
    let rows = sqlx::query("SELECT seq, kind, text FROM events WHERE game_id = $1 ORDER BY seq")
        .bind(id)
        .fetch_all(&mut *connection)
        .await?;
    for (index, found) in rows.iter().enumerate() {
        if found.try_get::<i64, _>("seq")? != index as i64 {
            return Err(StoreError::Damaged { id: table.id, what: format!("event {index} is missing") });
        }
        table.events.push(row::event(id, found)?);
    }
    let rows =
        sqlx::query("SELECT hash, seat FROM tokens WHERE game_id = $1").bind(id).fetch_all(&mut *connection).await?;
    for found in &rows {
        table.tokens.push(row::token(id, found)?);
    }
    let rows = sqlx::query("SELECT hash, seat, until FROM passes WHERE game_id = $1")
        .bind(id)
        .fetch_all(&mut *connection)
        .await?;
    for found in &rows {
        table.passes.push(row::pass(id, found)?);
    }
    Ok(Some(table))
}

/// The table that a pass lets somebody sit down at.
pub(super) async fn of_pass(connection: &mut Connection, pass: TokenHash) -> Result<Option<String>, StoreError> {
    let found = sqlx::query_scalar("SELECT game_id FROM passes WHERE hash = $1").bind(&pass.0[..]);
    Ok(found.fetch_optional(connection).await?)
}

/// The newest table of which a token opens a seat.
pub(super) async fn of_token(connection: &mut Connection, token: TokenHash) -> Result<Option<String>, StoreError> {
    let found = sqlx::query_scalar(
        "SELECT id FROM tokens JOIN games ON id = game_id WHERE hash = $1 ORDER BY created_at DESC LIMIT 1",
    );
    Ok(found.bind(&token.0[..]).fetch_optional(connection).await?)
}

/// Tables where two people may be playing this game from two places and whose events begin with these, or are these and no more.
pub(super) async fn contested(
    connection: &mut Connection,
    game: &str,
    events: &[Event],
    no_more: bool,
) -> Result<Vec<String>, StoreError> {
    let Some(last) = events.last() else { return Ok(Vec::new()) };
    let (kind, text) = event_columns(last);
    let texts: Vec<&str> = events.iter().map(|event| event_columns(event).1).collect();
    // The last event is looked up by its key; few games have the same one, and only of these all events are read.
    let found = sqlx::query_scalar(
        "SELECT id FROM games WHERE contested = 1 AND game = $1
             AND EXISTS (SELECT 1 FROM events WHERE game_id = games.id AND seq = $2 - 1 AND kind = $3 AND text = $4)
             AND NOT EXISTS (SELECT 1 FROM events WHERE game_id = games.id AND seq = $2 AND $5 = 1)
             AND (SELECT string_agg(text, ' ' ORDER BY seq) FROM events WHERE game_id = games.id AND seq < $2) = $6
         LIMIT 16",
    );
    let found = found.bind(game).bind(events.len() as i64).bind(kind).bind(text).bind(i64::from(no_more));
    Ok(found.bind(texts.join(" ")).fetch_all(connection).await?)
}

/// Tables of these names. One that is damaged or missing is left out.
pub(super) async fn named(connection: &mut Connection, ids: &[String]) -> Result<Vec<Listed>, StoreError> {
    let mut found = Vec::new();
    for id in ids {
        let query =
            sqlx::query("SELECT id, game, seats, version, updated_at, summary FROM games WHERE id = $1").bind(id);
        if let Some(row) = query.fetch_optional(&mut *connection).await? {
            found.push(row);
        }
    }
    Ok(readable(&found))
}

/// Tables that strangers are shown, the one that changed last first, beginning after `before`. A damaged one is left out.
pub(super) async fn list(
    connection: &mut Connection,
    limit: u32,
    before: Option<String>,
) -> Result<Vec<Listed>, StoreError> {
    let query = match before {
        None => sqlx::query(
            "SELECT id, game, seats, version, updated_at, summary FROM games WHERE listed = 1
             ORDER BY updated_at DESC, id DESC LIMIT $1",
        )
        .bind(i64::from(limit)),
        Some(before) => sqlx::query(
            "SELECT games.id, games.game, games.seats, games.version, games.updated_at, games.summary
             FROM games JOIN games AS mark ON mark.id = $2
             WHERE games.listed = 1 AND (games.updated_at, games.id) < (mark.updated_at, mark.id)
             ORDER BY games.updated_at DESC, games.id DESC LIMIT $1",
        )
        .bind(i64::from(limit))
        .bind(before),
    };
    let rows = query.fetch_all(connection).await?;
    Ok(readable(&rows))
}

fn readable(rows: &[Row]) -> Vec<Listed> {
    let read = rows.iter().map(row::listed);
    read.filter_map(|found| found.inspect_err(|error| tracing::error!(%error, "a table is left out of a list")).ok())
        .collect()
}

/// Removes a table; its events and tokens go with it.
pub(super) async fn remove(connection: &mut Connection, id: &str) -> Result<(), StoreError> {
    sqlx::query("UPDATE games SET next = NULL WHERE next = $1").bind(id).execute(&mut *connection).await?;
    sqlx::query("DELETE FROM games WHERE id = $1").bind(id).execute(&mut *connection).await?;
    Ok(())
}

/// Keeps a new table.
pub(super) async fn create(
    connection: &mut Connection,
    vault: &Vault,
    table: &StoredTable,
    wake_at: Option<i64>,
) -> Result<(), StoreError> {
    let seats = serde_json::to_string(&table.seats).map_err(|error| StoreError::File(error.to_string()))?;
    let tags = serde_json::to_string(&table.tags).map_err(|error| StoreError::File(error.to_string()))?;
    let seal = table.seal.as_ref().map(serde_json::to_string).transpose();
    let seal = seal.map_err(|error| StoreError::File(error.to_string()))?;
    sqlx::query(
        "INSERT INTO games (id, game, rules, seats, options, tags, seal, seed, version, next, created_at, updated_at, summary,
             wake_at, meeting, deadline, listed, contested)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)",
    )
    .bind(&table.id)
    .bind(&table.game)
    .bind(table.rules.to_string())
    .bind(seats)
    .bind(table.options.to_string())
    .bind(tags)
    .bind(seal)
    .bind(table.seed.map(|seal| vault.hide(&table.id, &seal)))
    .bind(table.version as i64)
    .bind(&table.next)
    .bind(table.created_at)
    .bind(table.updated_at)
    .bind(summary_column(&table.summary))
    .bind(wake_at)
    .bind(meeting_column(&table.meeting)?)
    .bind(table.meeting.deadline_ms())
    .bind(i64::from(table.meeting.listed))
    .bind(contested_column(&table.meeting, &table.summary))
    .execute(&mut *connection)
    .await
    .map_err(conflict)?;
    append(connection, &table.id, 0, &table.events).await?;
    admit(connection, &table.id, &table.tokens, &table.passes).await
}

/// Compares the version and sets everything that follows. All of it happens, or nothing, if the caller rolls back after an error.
pub(super) async fn change(
    connection: &mut Connection,
    vault: &Vault,
    change: &Change,
    wake_at: Option<i64>,
) -> Result<(), StoreError> {
    let changed = sqlx::query(
        "UPDATE games SET version = version + 1, updated_at = $3, summary = $4, next = coalesce($5, next), wake_at = $6,
             meeting = $7, deadline = $8, listed = $9, contested = $10
         WHERE id = $1 AND version = $2",
    )
    .bind(&change.id)
    .bind(change.version as i64)
    .bind(change.updated_at)
    .bind(summary_column(&change.summary))
    .bind(change.next.as_ref().map(|next| &next.id))
    .bind(wake_at)
    .bind(meeting_column(&change.meeting)?)
    .bind(change.meeting.deadline_ms())
    .bind(i64::from(change.meeting.listed))
    .bind(contested_column(&change.meeting, &change.summary))
    .execute(&mut *connection)
    .await?;
    if changed.rows_affected() != 1 {
        return Err(StoreError::Conflict);
    }
    sqlx::query("DELETE FROM events WHERE game_id = $1 AND seq >= $2")
        .bind(&change.id)
        .bind(change.keep as i64)
        .execute(&mut *connection)
        .await?;
    append(connection, &change.id, change.keep, &change.events).await?;
    if let Some(Keys { tokens, passes }) = &change.keys {
        for statement in ["DELETE FROM tokens WHERE game_id = $1", "DELETE FROM passes WHERE game_id = $1"] {
            sqlx::query(statement).bind(&change.id).execute(&mut *connection).await?;
        }
        admit(connection, &change.id, tokens, passes).await?;
    }
    match &change.next {
        // Its first visitors, who come at once, wake its computer.
        Some(next) => create(connection, vault, next, None).await,
        None => Ok(()),
    }
}

/// Changes that only add events, as JSON: a list for each of them with its id, its version, and the columns that are set.
pub(super) fn change_rows(changes: &[(&Change, Option<i64>)]) -> Result<String, StoreError> {
    let rows = changes.iter().map(|(change, wake_at)| {
        let Change { id, version, updated_at, summary, meeting, .. } = change;
        let (deadline, listed, contested) =
            (meeting.deadline_ms(), i64::from(meeting.listed), contested_column(meeting, summary));
        let (summary, meeting) = (summary_column(summary), meeting_column(meeting)?);
        Ok((id, version, updated_at, summary, wake_at, meeting, deadline, listed, contested))
    });
    json_rows(&rows.collect::<Result<Vec<_>, StoreError>>()?)
}

/// The events that changes add, as JSON: a list for each of them with the columns of its row.
pub(super) fn event_rows<'a>(changes: impl Iterator<Item = &'a Change>) -> Result<String, StoreError> {
    let rows = changes.flat_map(|change| {
        change.events.iter().enumerate().map(move |(index, event)| {
            let (kind, text) = event_columns(event);
            (&change.id, change.keep + index, kind, text)
        })
    });
    json_rows(&rows.collect::<Vec<_>>())
}

fn json_rows(rows: &impl serde::Serialize) -> Result<String, StoreError> {
    serde_json::to_string(rows).map_err(|error| StoreError::File(error.to_string()))
}

/// Adds what a list tells of a game, unless the game has changed since this version.
pub(super) async fn summarise(
    connection: &mut Connection,
    id: &str,
    version: u64,
    summary: &Value,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE games SET summary = $3 WHERE id = $1 AND version = $2")
        .bind(id)
        .bind(version as i64)
        .bind(summary_column(summary))
        .execute(connection)
        .await?;
    Ok(())
}

/// Writes something, to find out whether anything can be written.
pub(super) async fn beat(connection: &mut Connection, now_ms: i64) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO pulse (id, beat_at) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET beat_at = $1")
        .bind(now_ms)
        .execute(connection)
        .await?;
    Ok(())
}

/// Tables whose clock runs and when their flags fall, the soonest first.
pub(super) async fn clocks(connection: &mut Connection, limit: u32) -> Result<Vec<(String, i64)>, StoreError> {
    let query = "SELECT id, deadline FROM games WHERE deadline IS NOT NULL ORDER BY deadline LIMIT $1";
    Ok(sqlx::query_as(query).bind(i64::from(limit)).fetch_all(connection).await?)
}

/// When a server was last alive.
pub(super) async fn last_heartbeat(connection: &mut Connection) -> Result<Option<i64>, StoreError> {
    Ok(sqlx::query_scalar("SELECT at FROM heartbeat").fetch_optional(connection).await?)
}

/// Notes that a server is alive.
pub(super) async fn heartbeat(connection: &mut Connection, at: i64) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO heartbeat (one, at) VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET at = excluded.at")
        .bind(at)
        .execute(connection)
        .await?;
    Ok(())
}

/// Sends every table; the connection has to see one state of the database meanwhile.
pub(super) async fn send_all(
    connection: &mut Connection,
    vault: &Vault,
    to: mpsc::Sender<Result<Kept, StoreError>>,
) -> Result<Option<i64>, StoreError> {
    let all: Vec<(String, Option<i64>)> =
        sqlx::query_as("SELECT id, wake_at FROM games ORDER BY created_at, id").fetch_all(&mut *connection).await?;
    for (id, wake_at) in all {
        let kept = match load(&mut *connection, vault, &id).await {
            Ok(Some(table)) => Ok(Kept { table, wake_at }),
            Ok(None) => continue,
            Err(error @ StoreError::Damaged { .. }) => Err(error),
            Err(error) => return Err(error),
        };
        if to.send(kept).await.is_err() {
            return Err(StoreError::Closed);
        }
    }
    last_heartbeat(connection).await
}

/// Notes when a server was last alive, unless that is known already.
pub(super) async fn remember_heartbeat(connection: &mut Connection, at: i64) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO heartbeat (one, at) VALUES (1, $1) ON CONFLICT (one) DO NOTHING")
        .bind(at)
        .execute(connection)
        .await?;
    Ok(())
}

/// About how many bytes a table takes: its columns, and its events with their keys.
macro_rules! bytes_of_a_table {
    () => {
        "200 + length(id) + length(rules) + length(seats) + length(options) + length(tags) + coalesce(length(seal), 0)
         + coalesce(length(meeting), 0) + coalesce(length(summary), 0)
         + coalesce((SELECT sum(40 + length(text)) FROM events WHERE game_id = games.id), 0)"
    };
}

/// About how many bytes all tables take.
pub(super) async fn weight(connection: &mut Connection) -> Result<u64, StoreError> {
    let statement = concat!("SELECT CAST(coalesce(sum(", bytes_of_a_table!(), "), 0) AS BIGINT) FROM games");
    let bytes: i64 = sqlx::query_scalar(statement).fetch_one(connection).await?;
    Ok(u64::try_from(bytes).unwrap_or_default())
}

/// The tables that have not changed for longest, after this one.
pub(super) async fn oldest(
    connection: &mut Connection,
    after: Option<(i64, String)>,
    limit: u32,
) -> Result<Vec<Weighed>, StoreError> {
    let statement = concat!(
        "SELECT id, updated_at, CAST(",
        bytes_of_a_table!(),
        " AS BIGINT) AS bytes FROM games WHERE (updated_at, id) > ($1, $2) ORDER BY updated_at, id LIMIT $3"
    );
    let (at, id) = after.unwrap_or((i64::MIN, String::new()));
    let rows = sqlx::query(statement).bind(at).bind(id).bind(i64::from(limit)).fetch_all(connection).await?;
    let weighed = rows.iter().map(|row| {
        let bytes: i64 = row.try_get("bytes")?;
        Ok(Weighed { id: row.try_get("id")?, updated_at: row.try_get("updated_at")?, bytes: bytes.max(0) as u64 })
    });
    weighed.collect()
}

async fn append(connection: &mut Connection, id: &str, from: usize, events: &[Event]) -> Result<(), StoreError> {
    for (index, event) in events.iter().enumerate() {
        let (kind, text) = event_columns(event);
        sqlx::query("INSERT INTO events (game_id, seq, kind, text) VALUES ($1, $2, $3, $4)")
            .bind(id)
            .bind((from + index) as i64)
            .bind(kind)
            .bind(text)
            .execute(&mut *connection)
            .await
            .map_err(conflict)?;
    }
    Ok(())
}

async fn admit(
    connection: &mut Connection,
    id: &str,
    tokens: &[(Seat, TokenHash)],
    passes: &[Pass],
) -> Result<(), StoreError> {
    for (seat, token) in tokens {
        sqlx::query("INSERT INTO tokens (game_id, hash, seat) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
            .bind(id)
            .bind(&token.0[..])
            .bind(seat_column(*seat))
            .execute(&mut *connection)
            .await?;
    }
    for pass in passes {
        sqlx::query("INSERT INTO passes (hash, game_id, seat, until) VALUES ($1, $2, $3, $4)")
            .bind(&pass.hash.0[..])
            .bind(id)
            .bind(seat_column(pass.seat))
            .bind(pass.until)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// The column of what players share.
fn meeting_column(meeting: &Meeting) -> Result<String, StoreError> {
    serde_json::to_string(meeting).map_err(|error| StoreError::File(error.to_string()))
}

/// Whether two people may be playing from two places: they do not share a screen, and the game is not known to be over.
fn contested_column(meeting: &Meeting, summary: &Value) -> i64 {
    i64::from(meeting.apart && summary["turn"]["kind"] != "over")
}

/// The column of a summary; `NULL` where there is none.
fn summary_column(summary: &Value) -> Option<String> {
    (!summary.is_null()).then(|| summary.to_string())
}

/// A row that is already there means that another writer was first.
fn conflict(error: sqlx::Error) -> StoreError {
    match &error {
        sqlx::Error::Database(database) if database.is_unique_violation() => StoreError::Conflict,
        _ => error.into(),
    }
}
