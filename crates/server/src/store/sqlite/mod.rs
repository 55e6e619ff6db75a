//! Games in an SQLite file, or in memory.

// Both stores say the same to their databases.
mod anchor;
#[allow(clippy::duplicate_mod)]
#[path = "../sql/mod.rs"]
mod sql;
mod writer;

use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use banmen_core::Event;
use banmen_table::{Change, StoredTable, TokenHash};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde_json::Value;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, Sqlite as Db, SqlitePool};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use self::anchor::Anchor;
use self::writer::{Order, Write};
use super::{Kept, Listed, Store, StoreError, Stored, Weighed, migrations};
use crate::vault::{self, Vault};

/// How many readers a database file has at once.
const READERS: u32 = 4;
/// How long a statement waits for another process that holds the file.
const BUSY: Duration = Duration::from_secs(5);
/// Writes that wait for the disk.
const WAITING: usize = 1024;

/// Games in SQLite: a write-ahead log that is flushed to the disk before a write is acknowledged.
pub struct SqliteStore {
    pool: SqlitePool,
    vault: Vault,
    orders: Mutex<Option<mpsc::Sender<Order>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl SqliteStore {
    /// Opens the file, makes it if it is missing, and brings it up to date; without a file, games are kept in memory.
    pub async fn open(file: Option<&Path>, vault: Vault) -> Result<SqliteStore, StoreError> {
        let options = SqliteConnectOptions::new().foreign_keys(true).busy_timeout(BUSY);
        let pool = match file {
            None => {
                // A memory database lives as long as its one connection.
                let pool = SqlitePoolOptions::new().min_connections(1).max_connections(1);
                let pool = pool.idle_timeout(None).max_lifetime(None).test_before_acquire(false);
                pool.connect_with(options.in_memory(true)).await?
            }
            Some(path) => {
                if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                    std::fs::create_dir_all(folder).map_err(|error| {
                        StoreError::File(format!("the folder {} cannot be made: {error}", folder.display()))
                    })?;
                }
                // SQLite gives the files beside it the same permissions.
                vault::private().append(true).create(true).open(path).map_err(|error| {
                    StoreError::File(format!("the database {} cannot be opened: {error}", path.display()))
                })?;
                let options =
                    options.filename(path).journal_mode(SqliteJournalMode::Wal).synchronous(SqliteSynchronous::Full);
                SqlitePoolOptions::new().max_connections(READERS + 1).connect_with(options).await.map_err(|error| {
                    StoreError::File(format!("the database {} cannot be opened: {error}", path.display()))
                })?
            }
        };
        migrations::sqlite()
            .run(&pool)
            .await
            .map_err(|error| StoreError::File(format!("the database cannot be brought up to date: {error}")))?;
        let (orders, incoming) = mpsc::channel(WAITING);
        let writer =
            tokio::spawn(writer::run(pool.clone(), vault.clone(), file.map(Anchor::drop).transpose()?, incoming));
        Ok(SqliteStore { pool, vault, orders: Mutex::new(Some(orders)), writer: Mutex::new(Some(writer)) })
    }

    #[cfg(test)]
    pub(super) fn pool(&self) -> &SqlitePool {
        &self.pool
    }

    async fn write(&self, write: Write) -> Result<(), StoreError> {
        let orders = lock(&self.orders).clone().ok_or(StoreError::Closed)?;
        let (done, answer) = oneshot::channel();
        orders.send(Order { write, done }).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::File("the database refused the write".to_owned()))?
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl Store for SqliteStore {
    fn create(&self, table: StoredTable, wake_at: Option<i64>) -> Stored<'_, ()> {
        self.write(Write::Create(Box::new(table), wake_at)).boxed()
    }

    fn load(&self, id: &str) -> Stored<'_, Option<StoredTable>> {
        let id = id.to_owned();
        async move {
            // One transaction sees one state of the database.
            let mut transaction = self.pool.begin().await?;
            let found = sql::load(&mut transaction, &self.vault, &id).await?;
            transaction.rollback().await?;
            Ok(found)
        }
        .boxed()
    }

    fn change(&self, change: Change, wake_at: Option<i64>) -> Stored<'_, ()> {
        self.write(Write::Change(Box::new(change), wake_at)).boxed()
    }

    fn named(&self, ids: Vec<String>) -> Stored<'_, Vec<Listed>> {
        async move { sql::named(&mut *self.pool.acquire().await?, &ids).await }.boxed()
    }

    fn of_pass(&self, pass: TokenHash) -> Stored<'_, Option<String>> {
        async move { sql::of_pass(&mut *self.pool.acquire().await?, pass).await }.boxed()
    }

    fn of_token(&self, token: TokenHash) -> Stored<'_, Option<String>> {
        async move { sql::of_token(&mut *self.pool.acquire().await?, token).await }.boxed()
    }

    fn contested(&self, game: &str, events: &[Event], no_more: bool) -> Stored<'_, Vec<String>> {
        let (game, events) = (game.to_owned(), events.to_vec());
        async move { sql::contested(&mut *self.pool.acquire().await?, &game, &events, no_more).await }.boxed()
    }

    fn list(&self, limit: u32, before: Option<String>) -> Stored<'_, Vec<Listed>> {
        async move { sql::list(&mut *self.pool.acquire().await?, limit, before).await }.boxed()
    }

    fn remove(&self, id: &str) -> Stored<'_, ()> {
        self.write(Write::Remove(id.to_owned())).boxed()
    }

    fn summarise(&self, id: &str, version: u64, summary: Value) -> Stored<'_, ()> {
        self.write(Write::Summarise { id: id.to_owned(), version, summary }).boxed()
    }

    fn take_due(&self, now_ms: i64, limit: u32) -> Stored<'_, Vec<String>> {
        async move {
            let due = sqlx::query_scalar("SELECT id FROM games WHERE wake_at <= $1 ORDER BY wake_at LIMIT $2");
            Ok(due.bind(now_ms).bind(i64::from(limit)).fetch_all(&self.pool).await?)
        }
        .boxed()
    }

    fn clocks(&self, limit: u32) -> Stored<'_, Vec<(String, i64)>> {
        async move { sql::clocks(&mut *self.pool.acquire().await?, limit).await }.boxed()
    }

    fn heartbeat(&self, now_ms: i64) -> Stored<'_, Option<i64>> {
        async move {
            let last = sql::last_heartbeat(&mut *self.pool.acquire().await?).await?;
            self.write(Write::Heartbeat { at: now_ms }).await?;
            Ok(last)
        }
        .boxed()
    }

    fn send_all(&self, to: mpsc::Sender<Result<Kept, StoreError>>) -> Stored<'_, Option<i64>> {
        async move {
            let mut transaction = self.pool.begin().await?;
            let beat = sql::send_all(&mut transaction, &self.vault, to).await?;
            transaction.rollback().await?;
            Ok(beat)
        }
        .boxed()
    }

    fn remember_heartbeat(&self, at: i64) -> Stored<'_, ()> {
        async move { sql::remember_heartbeat(&mut *self.pool.acquire().await?, at).await }.boxed()
    }

    fn copy_file(&self, to: &Path) -> Stored<'_, Option<usize>> {
        let to = to.to_string_lossy().into_owned();
        async move {
            // SQLite copies what it sees when it begins, while others go on writing.
            sqlx::query("VACUUM INTO $1").bind(&to).execute(&self.pool).await?;
            let options = SqliteConnectOptions::new().filename(&to).read_only(true);
            let mut copy = options.connect().await?;
            let sound: String = sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(&mut copy).await?;
            let games: i64 = sqlx::query_scalar("SELECT count(*) FROM games").fetch_one(&mut copy).await?;
            copy.close().await?;
            match sound.as_str() {
                "ok" => Ok(Some(games as usize)),
                damage => Err(StoreError::File(format!("the copy is damaged: {damage}"))),
            }
        }
        .boxed()
    }

    fn weight(&self) -> Stored<'_, u64> {
        async move { sql::weight(&mut *self.pool.acquire().await?).await }.boxed()
    }

    fn oldest(&self, after: Option<(i64, String)>, limit: u32) -> Stored<'_, Vec<Weighed>> {
        async move { sql::oldest(&mut *self.pool.acquire().await?, after, limit).await }.boxed()
    }

    fn check(&self) -> Stored<'_, ()> {
        self.write(Write::Beat).boxed()
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
