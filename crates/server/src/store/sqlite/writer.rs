//! The only writer. Whatever waits while the disk is busy goes to the disk together with the next flush, so that many tables
//! share one flush while each move is still acknowledged only after its own.

use banmen_table::{Change, StoredTable};
use sqlx::{Connection, SqliteConnection, SqlitePool};
use tokio::sync::{mpsc, oneshot};

use super::{StoreError, sql};

/// Writes that share one flush.
const TOGETHER: usize = 256;

pub(super) enum Write {
    Create(Box<StoredTable>, Option<i64>),
    Change(Box<Change>, Option<i64>),
    Remove(String),
    Summarise { id: String, version: u64, summary: serde_json::Value },
    Heartbeat { at: i64 },
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
        Write::Create(table, wake_at) => sql::create(connection, table, *wake_at).await,
        Write::Change(change, wake_at) => sql::change(connection, change, *wake_at).await,
        Write::Remove(id) => sql::remove(connection, id).await,
        Write::Summarise { id, version, summary } => sql::summarise(connection, id, *version, summary).await,
        Write::Heartbeat { at } => sql::heartbeat(connection, *at).await,
    }
}
