//! Moves that wait while the database is busy are written together: one statement, one way there and back, one flush.

use std::collections::HashSet;
use std::sync::Arc;

use banmen_table::Change;
use sqlx::PgPool;
use tokio::sync::{Semaphore, mpsc, oneshot};

use super::{Db, StoreError, leave, sql};
use crate::vault::Vault;

/// Moves that are written together at most.
const TOGETHER: usize = 128;
/// Statements of one node under way: while one waits for the disk or for another node, the next one gathers moves.
const UNDER_WAY: usize = 2;

/// A change that only adds events, and who waits for it.
pub(super) struct Order {
    pub change: Change,
    pub wake_at: Option<i64>,
    pub done: oneshot::Sender<Result<(), StoreError>>,
}

/// Writes what is ordered, for ever.
pub(super) async fn run(pool: PgPool, vault: Vault, mut orders: mpsc::UnboundedReceiver<Order>) {
    let under_way = Arc::new(Semaphore::new(UNDER_WAY));
    while let Ok(permit) = Arc::clone(&under_way).acquire_owned().await {
        let mut batch = Vec::new();
        if orders.recv_many(&mut batch, TOGETHER).await == 0 {
            return;
        }
        let (pool, vault) = (pool.clone(), vault.clone());
        // A task of its own, which comes to its end whoever hangs up.
        tokio::spawn(async move {
            let _permit = permit;
            write(&pool, &vault, batch).await;
        });
    }
}

async fn write(pool: &PgPool, vault: &Vault, batch: Vec<Order>) {
    let mut tables = HashSet::new();
    // One statement changes a table once.
    let (moves, again): (Vec<Order>, Vec<Order>) =
        batch.into_iter().partition(|order| tables.insert(order.change.id.clone()));
    match write_together(pool, &moves).await {
        Ok(changed) => {
            for Order { change, done, .. } in moves {
                let answer = if changed.contains(&change.id) { Ok(()) } else { Err(StoreError::Conflict) };
                // Whoever asked may have gone away; the move stays.
                let _ = done.send(answer);
            }
        }
        // Something is wrong with one of the moves, which the others must not suffer for.
        Err(error) if is_undone(&error) => write_singly(pool, vault, moves).await,
        // Nobody knows what was done.
        Err(error) => {
            for Order { done, .. } in moves {
                let _ = done.send(Err(error.again()));
            }
        }
    }
    write_singly(pool, vault, again).await;
}

/// Whether the database says that the statement did nothing because of what was asked: a value or a row that cannot be, or another
/// node in the way.
fn is_undone(error: &StoreError) -> bool {
    let StoreError::Database(sqlx::Error::Database(error)) = error else { return false };
    // Classes of SQLSTATE: data exception, integrity constraint violation, transaction rollback.
    error.code().is_some_and(|code| ["22", "23", "40"].iter().any(|class| code.starts_with(class)))
}

async fn write_singly(pool: &PgPool, vault: &Vault, orders: Vec<Order>) {
    for Order { change, wake_at, done } in orders {
        let _ = done.send(write_one(pool, vault, &change, wake_at).await);
    }
}

/// Writes one change in a transaction of its own.
pub(super) async fn write_one(
    pool: &PgPool,
    vault: &Vault,
    change: &Change,
    wake_at: Option<i64>,
) -> Result<(), StoreError> {
    use sqlx::Connection as _;
    let mut connection = pool.acquire().await?;
    let changed = async {
        let mut transaction = connection.begin().await?;
        sql::change(&mut transaction, vault, change, wake_at).await?;
        Ok(transaction.commit().await?)
    }
    .await;
    leave(connection, changed)
}

/// Compares the versions of tables and sets what follows, for those that have not changed meanwhile; gives back which. It is one
/// statement and so a transaction of its own.
async fn write_together(pool: &PgPool, moves: &[Order]) -> Result<HashSet<String>, StoreError> {
    let changes: Vec<_> = moves.iter().map(|order| (&order.change, order.wake_at)).collect();
    let statement = sqlx::query_scalar::<Db, String>(
        "WITH new AS (
             SELECT value ->> 0 AS id, (value ->> 1)::bigint AS version, (value ->> 2)::bigint AS updated_at,
                 value ->> 3 AS summary, (value ->> 4)::bigint AS wake_at, value ->> 5 AS meeting,
                 (value ->> 6)::bigint AS deadline, (value ->> 7)::bigint AS listed, (value ->> 8)::bigint AS contested
             FROM jsonb_array_elements($1::jsonb) AS value),
         changed AS (
             UPDATE games SET version = games.version + 1, updated_at = new.updated_at, summary = new.summary,
                 wake_at = new.wake_at, meeting = new.meeting, deadline = new.deadline, listed = new.listed,
                 contested = new.contested
             FROM new WHERE games.id = new.id AND games.version = new.version
             RETURNING games.id),
         added AS (
             INSERT INTO events (game_id, seq, kind, text)
             SELECT value ->> 0, (value ->> 1)::bigint, value ->> 2, value ->> 3
             FROM jsonb_array_elements($2::jsonb) AS value JOIN changed ON changed.id = value ->> 0)
         SELECT id FROM changed",
    );
    let statement =
        statement.bind(sql::change_rows(&changes)?).bind(sql::event_rows(changes.iter().map(|(change, _)| *change))?);
    let mut connection = pool.acquire().await?;
    let changed = statement.fetch_all(&mut *connection).await.map_err(StoreError::from);
    Ok(leave(connection, changed)?.into_iter().collect())
}
