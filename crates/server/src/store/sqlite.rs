use std::sync::Mutex;
use std::time::Duration;

use banmen_core::Seat;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Row, SqlitePool};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::writer::{Order, Write};
use super::{Change, Store, StoreError, Stored, StoredTable, row, writer};
use crate::config::Database;
use crate::secret::TokenHash;

/// How many readers a database file has at once.
const READERS: u32 = 4;
/// How long a statement waits for another process that holds the file.
const BUSY: Duration = Duration::from_secs(10);
/// Writes that wait for the disk.
const WAITING: usize = 1024;

/// Games in SQLite: a write-ahead log that is flushed to the disk before a write is acknowledged.
pub struct SqliteStore {
    pool: SqlitePool,
    orders: Mutex<Option<mpsc::Sender<Order>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl SqliteStore {
    /// Opens the database, makes it if it is missing, and brings it up to date.
    pub async fn open(database: &Database) -> Result<SqliteStore, StoreError> {
        let options = SqliteConnectOptions::new().foreign_keys(true).busy_timeout(BUSY);
        let pool = match database {
            Database::Memory => {
                // A memory database lives as long as its one connection.
                let pool = SqlitePoolOptions::new().min_connections(1).max_connections(1);
                let pool = pool.idle_timeout(None).max_lifetime(None).test_before_acquire(false);
                pool.connect_with(options.in_memory(true)).await?
            }
            Database::File(path) => {
                if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                    std::fs::create_dir_all(folder).map_err(|error| {
                        StoreError::File(format!("the folder {} cannot be made: {error}", folder.display()))
                    })?;
                }
                let options = options
                    .filename(path)
                    .create_if_missing(true)
                    .journal_mode(SqliteJournalMode::Wal)
                    .synchronous(SqliteSynchronous::Full);
                SqlitePoolOptions::new().max_connections(READERS + 1).connect_with(options).await.map_err(|error| {
                    StoreError::File(format!("the database {} cannot be opened: {error}", path.display()))
                })?
            }
        };
        sqlx::migrate!("./migrations")
            .run(&pool)
            .await
            .map_err(|error| StoreError::File(format!("the database cannot be brought up to date: {error}")))?;
        let (orders, incoming) = mpsc::channel(WAITING);
        let writer = tokio::spawn(writer::run(pool.clone(), incoming));
        Ok(SqliteStore { pool, orders: Mutex::new(Some(orders)), writer: Mutex::new(Some(writer)) })
    }

    async fn write(&self, write: Write) -> Result<(), StoreError> {
        let orders = lock(&self.orders).clone().ok_or(StoreError::Closed)?;
        let (done, answer) = oneshot::channel();
        orders.send(Order { write, done }).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::File("the database refused the write".to_owned()))?
    }

    /// Adds events and tokens to what the table's own row says.
    async fn complete(&self, table: &mut StoredTable) -> Result<(), StoreError> {
        let mut connection = self.pool.acquire().await?;
        let rows = sqlx::query("SELECT seq, kind, text FROM events WHERE game_id = ? ORDER BY seq")
            .bind(&table.id)
            .fetch_all(&mut *connection)
            .await?;
        for (index, found) in rows.iter().enumerate() {
            if found.try_get::<i64, _>("seq")? != index as i64 {
                return Err(StoreError::Damaged { id: table.id.clone(), what: format!("event {index} is missing") });
            }
            table.events.push(row::event(&table.id, found)?);
        }
        let rows = sqlx::query("SELECT hash, seat FROM tokens WHERE game_id = ?")
            .bind(&table.id)
            .fetch_all(&mut *connection)
            .await?;
        for found in &rows {
            table.tokens.push(row::token(&table.id, found)?);
        }
        Ok(())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl Store for SqliteStore {
    fn create(&self, table: StoredTable) -> Stored<'_, ()> {
        self.write(Write::Create(Box::new(table))).boxed()
    }

    fn load(&self, id: &str) -> Stored<'_, Option<StoredTable>> {
        let id = id.to_owned();
        async move {
            // A change between the two reads would show the old version with the new events, so the version is read again.
            loop {
                let found =
                    sqlx::query("SELECT * FROM games WHERE id = ?").bind(&id).fetch_optional(&self.pool).await?;
                let Some(found) = found else { return Ok(None) };
                let mut table = row::table(&found)?;
                self.complete(&mut table).await?;
                let version: i64 = sqlx::query_scalar("SELECT version FROM games WHERE id = ?")
                    .bind(&id)
                    .fetch_one(&self.pool)
                    .await?;
                if version as u64 == table.version {
                    return Ok(Some(table));
                }
            }
        }
        .boxed()
    }

    fn change(&self, change: Change) -> Stored<'_, ()> {
        self.write(Write::Change(change)).boxed()
    }

    fn list(&self, limit: u32, before: Option<String>) -> Stored<'_, Vec<StoredTable>> {
        async move {
            let rows = match before {
                None => {
                    sqlx::query("SELECT * FROM games ORDER BY updated_at DESC, id DESC LIMIT ?")
                        .bind(limit)
                        .fetch_all(&self.pool)
                        .await?
                }
                Some(before) => {
                    sqlx::query(
                        "SELECT games.* FROM games JOIN games AS mark ON mark.id = ?
                         WHERE (games.updated_at, games.id) < (mark.updated_at, mark.id)
                         ORDER BY games.updated_at DESC, games.id DESC LIMIT ?",
                    )
                    .bind(before)
                    .bind(limit)
                    .fetch_all(&self.pool)
                    .await?
                }
            };
            let mut tables = Vec::with_capacity(rows.len());
            for found in &rows {
                let mut table = row::table(found)?;
                self.complete(&mut table).await?;
                tables.push(table);
            }
            Ok(tables)
        }
        .boxed()
    }

    fn admit(&self, id: &str, seat: Seat, token: TokenHash) -> Stored<'_, ()> {
        self.write(Write::Admit { id: id.to_owned(), seat, token }).boxed()
    }

    fn succeed(&self, id: &str, next: &str) -> Stored<'_, ()> {
        self.write(Write::Succeed { id: id.to_owned(), next: next.to_owned() }).boxed()
    }

    fn check(&self) -> Stored<'_, ()> {
        async move {
            sqlx::query("SELECT 1").execute(&self.pool).await?;
            if lock(&self.orders).is_some() { Ok(()) } else { Err(StoreError::Closed) }
        }
        .boxed()
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        async move {
            drop(lock(&self.orders).take());
            let writer = lock(&self.writer).take();
            if let Some(writer) = writer {
                let _ = writer.await;
            }
            self.pool.close().await;
        }
        .boxed()
    }
}
