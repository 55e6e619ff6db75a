//! The only writer. Whatever waits while the disk is busy goes to the disk together with the next flush, so that many tables
//! share one flush while each move is still acknowledged only after its own.

use std::collections::HashSet;

use banmen_table::{Change, StoredTable};
use sqlx::{Sqlite, SqliteConnection, SqlitePool};
use tokio::sync::{mpsc, oneshot};

use super::anchor::Anchor;
use super::{StoreError, sql};
use crate::time;
use crate::vault::Vault;

/// Writes that share one flush.
const TOGETHER: usize = 256;

pub(super) enum Write {
    Create(Box<StoredTable>, Option<i64>),
    Change(Box<Change>, Option<i64>),
    Remove(String),
    Summarise {
        id: String,
        version: u64,
        summary: serde_json::Value,
    },
    Heartbeat {
        at: i64,
    },
    /// Something, to find out whether anything can be written.
    Beat,
}

pub(super) struct Order {
    pub write: Write,
    pub done: oneshot::Sender<Result<(), StoreError>>,
}

type Answer = (oneshot::Sender<Result<(), StoreError>>, Result<(), StoreError>);

pub(super) async fn run(pool: SqlitePool, vault: Vault, anchor: Option<Anchor>, mut orders: mpsc::Receiver<Order>) {
    let mut batch = Vec::with_capacity(TOGETHER);
    let mut refused = false;
    while orders.recv_many(&mut batch, TOGETHER).await > 0 {
        let mut answers = Vec::with_capacity(batch.len());
        let asked = batch.iter().any(|order| matches!(order.write, Write::Beat));
        let room = if refused && asked && anchor.is_some() { make_room(&pool).await } else { Ok(()) };
        refused &= !asked || room.is_err();
        let flushed = match room {
            Ok(()) => flush(&pool, &vault, anchor.as_ref(), &mut batch, &mut answers).await,
            error => error,
        };
        refused |=
            flushed.is_err() || answers.iter().any(|(_, answer)| answer.as_ref().is_err_and(StoreError::is_passing));
        if let Err(error) = flushed {
            tracing::error!(cause = %error, writes = answers.len() + batch.len(), "the database refused a batch of writes");
            let waiting = answers.into_iter().map(|(done, _)| done).chain(batch.drain(..).map(|order| order.done));
            for done in waiting {
                let _ = done.send(Err(error.again()));
            }
            continue;
        }
        for (done, answer) in answers {
            // Whoever asked may have gone away; the write stays.
            let _ = done.send(answer);
        }
    }
}

/// Writes much more than a check does, and takes it back. On a disk that is almost full, what a check writes may find room where a new
/// table does not; so after a write was refused, all is well again only when much can be written.
async fn make_room(pool: &SqlitePool) -> Result<(), StoreError> {
    const STATEMENTS: [&str; 3] = [
        "DELETE FROM pulse WHERE id > 1",
        "WITH RECURSIVE number (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM number WHERE n < 30000)
         INSERT INTO pulse (id, beat_at) SELECT n, 0 FROM number",
        "DELETE FROM pulse WHERE id > 1",
    ];
    let mut connection = pool.acquire().await?;
    for statement in STATEMENTS {
        if let Err(error) = say(&mut connection, statement).await {
            connection.close_on_drop();
            return Err(error);
        }
    }
    Ok(())
}

async fn flush(
    pool: &SqlitePool,
    vault: &Vault,
    anchor: Option<&Anchor>,
    batch: &mut Vec<Order>,
    answers: &mut Vec<Answer>,
) -> Result<(), StoreError> {
    let mut connection = pool.acquire().await?;
    let written = write_together(&mut connection, vault, batch, answers).await;
    if let Err(error) = written {
        if anchor.is_some() {
            // Whatever the failure left behind in the connection must not fail the next batch too.
            connection.close_on_drop();
        } else {
            // A database in memory is its connection. There may be nothing to roll back any more.
            let _ = say(&mut connection, "ROLLBACK").await;
        }
        return Err(error);
    }
    // Only what will be found again may be acknowledged.
    anchor.map_or(Ok(()), Anchor::holds)
}

/// A statement without parameters. A full disk may end SQLite's transaction by itself, so transactions are begun and ended by
/// plain statements, and nobody beside SQLite keeps count of them.
async fn say(connection: &mut SqliteConnection, statement: &'static str) -> Result<(), StoreError> {
    sqlx::query::<Sqlite>(statement).execute(connection).await?;
    Ok(())
}

async fn write_together(
    connection: &mut SqliteConnection,
    vault: &Vault,
    batch: &mut Vec<Order>,
    answers: &mut Vec<Answer>,
) -> Result<(), StoreError> {
    say(connection, "BEGIN IMMEDIATE").await?;
    if let Err(error) = write_moves(connection, batch, answers).await {
        tracing::debug!(%error, "moves are written one by one");
        // Nothing else has been written yet.
        say(connection, "ROLLBACK").await?;
        say(connection, "BEGIN IMMEDIATE").await?;
    }
    for Order { write, done } in batch.drain(..) {
        if let Err(error) = say(connection, "SAVEPOINT one").await {
            answers.push((done, Ok(())));
            return Err(error);
        }
        let answer = apply(connection, vault, &write).await;
        let failed = answer.is_err();
        answers.push((done, answer));
        if failed {
            say(connection, "ROLLBACK TO one").await?;
        }
        say(connection, "RELEASE one").await?;
    }
    say(connection, "COMMIT").await
}

/// Writes the moves of a batch by two statements for all of them, since each statement is a way to SQLite's thread and back. If
/// anything goes wrong, they stay in the batch, and the transaction has to be begun again.
async fn write_moves(
    connection: &mut SqliteConnection,
    batch: &mut Vec<Order>,
    answers: &mut Vec<Answer>,
) -> Result<(), StoreError> {
    let mut tables = HashSet::new();
    let moves: Vec<Order> = batch
        .extract_if(.., |order| {
            matches!(&order.write, Write::Change(change, _) if change.only_adds() && tables.insert(change.id.clone()))
        })
        .collect();
    if moves.is_empty() {
        return Ok(());
    }
    let changes = moves.iter().filter_map(|order| match &order.write {
        Write::Change(change, wake_at) => Some((&**change, *wake_at)),
        _ => None,
    });
    match change_together(connection, &changes.collect::<Vec<_>>()).await {
        Ok(changed) => {
            for Order { write, done } in moves {
                let is_changed = matches!(&write, Write::Change(change, _) if changed.contains(&change.id));
                answers.push((done, if is_changed { Ok(()) } else { Err(StoreError::Conflict) }));
            }
            Ok(())
        }
        Err(error) => {
            batch.extend(moves);
            Err(error)
        }
    }
}

/// Compares the versions of tables and sets what follows, for those that have not changed meanwhile; gives back which.
async fn change_together(
    connection: &mut SqliteConnection,
    changes: &[(&Change, Option<i64>)],
) -> Result<HashSet<String>, StoreError> {
    let changed: Vec<String> = sqlx::query_scalar(
        "UPDATE games SET version = games.version + 1, updated_at = new.updated_at, summary = new.summary, wake_at = new.wake_at,
             meeting = new.meeting, deadline = new.deadline, listed = new.listed, contested = new.contested
         FROM (SELECT value ->> 0 AS id, value ->> 1 AS version, value ->> 2 AS updated_at, value ->> 3 AS summary,
                   value ->> 4 AS wake_at, value ->> 5 AS meeting, value ->> 6 AS deadline, value ->> 7 AS listed,
                   value ->> 8 AS contested
               FROM json_each($1)) AS new
         WHERE games.id = new.id AND games.version = new.version
         RETURNING id",
    )
    .bind(sql::change_rows(changes)?)
    .fetch_all(&mut *connection)
    .await?;
    let changed: HashSet<String> = changed.into_iter().collect();
    let winners = changes.iter().map(|(change, _)| *change).filter(|change| changed.contains(&change.id));
    sqlx::query(
        "INSERT INTO events (game_id, seq, kind, text)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each($1)",
    )
    .bind(sql::event_rows(winners)?)
    .execute(connection)
    .await?;
    Ok(changed)
}

async fn apply(connection: &mut SqliteConnection, vault: &Vault, write: &Write) -> Result<(), StoreError> {
    match write {
        Write::Create(table, wake_at) => sql::create(connection, vault, table, *wake_at).await,
        Write::Change(change, wake_at) => sql::change(connection, vault, change, *wake_at).await,
        Write::Remove(id) => sql::remove(connection, id).await,
        Write::Summarise { id, version, summary } => sql::summarise(connection, id, *version, summary).await,
        Write::Heartbeat { at } => sql::heartbeat(connection, *at).await,
        Write::Beat => sql::beat(connection, time::now_ms()).await,
    }
}
