//! The only writer. Whatever waits while the disk is busy goes to the disk together with the next flush, so that many tables
//! share one flush while each move is still acknowledged only after its own.

use banmen_core::{Event, Seat};
use banmen_table::{Change, StoredTable, TokenHash};
use sqlx::{Connection, SqliteConnection, SqlitePool};
use tokio::sync::{mpsc, oneshot};

use super::StoreError;
use super::row::{event_columns, seat_column};

/// Writes that share one flush.
const TOGETHER: usize = 256;

pub(super) enum Write {
    Create(Box<StoredTable>),
    Change(Change),
    Summarise { id: String, version: u64, summary: serde_json::Value },
}

pub(super) struct Order {
    pub write: Write,
    pub done: oneshot::Sender<Result<(), StoreError>>,
}

type Answer = (oneshot::Sender<Result<(), StoreError>>, Result<(), StoreError>);

pub(super) async fn run(pool: SqlitePool, mut orders: mpsc::Receiver<Order>) {
    let mut batch = Vec::with_capacity(TOGETHER);
    while orders.recv_many(&mut batch, TOGETHER).await > 0 {
        let mut answers = Vec::with_capacity(batch.len());
        let flushed = write_together(&pool, &mut batch, &mut answers).await;
        if let Err(error) = flushed {
            tracing::error!(cause = %error, writes = answers.len() + batch.len(), "the database refused a batch of writes");
            let waiting = answers.into_iter().map(|(done, _)| done).chain(batch.drain(..).map(|order| order.done));
            for done in waiting {
                let _ = done.send(Err(StoreError::File(error.to_string())));
            }
            continue;
        }
        for (done, answer) in answers {
            // Whoever asked may have gone away; the write stays.
            let _ = done.send(answer);
        }
    }
}

async fn write_together(
    pool: &SqlitePool,
    batch: &mut Vec<Order>,
    answers: &mut Vec<Answer>,
) -> Result<(), sqlx::Error> {
    let mut transaction = pool.begin_with("BEGIN IMMEDIATE").await?;
    for Order { write, done } in batch.drain(..) {
        let mut savepoint = transaction.begin().await?;
        let answer = apply(&mut savepoint, &write).await;
        if answer.is_ok() {
            savepoint.commit().await?;
        } else {
            savepoint.rollback().await?;
        }
        answers.push((done, answer));
    }
    transaction.commit().await
}

async fn apply(connection: &mut SqliteConnection, write: &Write) -> Result<(), StoreError> {
    match write {
        Write::Create(table) => create(connection, table).await,
        Write::Change(change) => change_game(connection, change).await,
        Write::Summarise { id, version, summary } => {
            sqlx::query("UPDATE games SET summary = ? WHERE id = ? AND version = ?")
                .bind(summary_column(summary))
                .bind(id)
                .bind(*version as i64)
                .execute(connection)
                .await?;
            Ok(())
        }
    }
}

async fn create(connection: &mut SqliteConnection, table: &StoredTable) -> Result<(), StoreError> {
    let seats = serde_json::to_string(&table.seats).map_err(|error| StoreError::File(error.to_string()))?;
    let tags = serde_json::to_string(&table.tags).map_err(|error| StoreError::File(error.to_string()))?;
    let seal = table.seal.as_ref().map(serde_json::to_string).transpose();
    let seal = seal.map_err(|error| StoreError::File(error.to_string()))?;
    sqlx::query(
        "INSERT INTO games (id, game, rules, seats, options, tags, seal, seed, version, next, created_at, updated_at, summary)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(&table.id)
    .bind(&table.game)
    .bind(table.rules.to_string())
    .bind(seats)
    .bind(table.options.to_string())
    .bind(tags)
    .bind(seal)
    .bind(table.seed.map(|seal| seal.reveal()))
    .bind(table.version as i64)
    .bind(&table.next)
    .bind(table.created_at)
    .bind(table.updated_at)
    .bind(summary_column(&table.summary))
    .execute(&mut *connection)
    .await
    .map_err(conflict)?;
    append(connection, &table.id, 0, &table.events).await?;
    for (seat, token) in &table.tokens {
        admit(connection, &table.id, *seat, *token).await?;
    }
    Ok(())
}

/// The comparison of the version and everything that follows from it share one savepoint: all of it happens, or nothing.
async fn change_game(connection: &mut SqliteConnection, change: &Change) -> Result<(), StoreError> {
    let changed = sqlx::query(
        "UPDATE games SET version = version + 1, updated_at = ?, summary = ?, next = coalesce(?, next)
         WHERE id = ? AND version = ?",
    )
    .bind(change.updated_at)
    .bind(summary_column(&change.summary))
    .bind(change.next.as_ref().map(|next| &next.id))
    .bind(&change.id)
    .bind(change.version as i64)
    .execute(&mut *connection)
    .await?;
    if changed.rows_affected() != 1 {
        return Err(StoreError::Conflict);
    }
    sqlx::query("DELETE FROM events WHERE game_id = ? AND seq >= ?")
        .bind(&change.id)
        .bind(change.keep as i64)
        .execute(&mut *connection)
        .await?;
    append(connection, &change.id, change.keep, &change.events).await?;
    match &change.next {
        Some(next) => create(connection, next).await,
        None => Ok(()),
    }
}

async fn append(connection: &mut SqliteConnection, id: &str, from: usize, events: &[Event]) -> Result<(), StoreError> {
    for (index, event) in events.iter().enumerate() {
        let (kind, text) = event_columns(event);
        sqlx::query("INSERT INTO events (game_id, seq, kind, text) VALUES (?, ?, ?, ?)")
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

async fn admit(connection: &mut SqliteConnection, id: &str, seat: Seat, token: TokenHash) -> Result<(), StoreError> {
    sqlx::query("INSERT OR IGNORE INTO tokens (game_id, hash, seat) VALUES (?, ?, ?)")
        .bind(id)
        .bind(&token.0[..])
        .bind(seat_column(seat))
        .execute(connection)
        .await?;
    Ok(())
}

/// The column of a summary; `NULL` where there is none.
fn summary_column(summary: &serde_json::Value) -> Option<String> {
    (!summary.is_null()).then(|| summary.to_string())
}

/// A row that is already there means that another writer was first.
fn conflict(error: sqlx::Error) -> StoreError {
    match &error {
        sqlx::Error::Database(database) if database.is_unique_violation() => StoreError::Conflict,
        _ => StoreError::Database(error),
    }
}
